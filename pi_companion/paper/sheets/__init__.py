"""Sheets to print: the rules, corner markers, a map of the board, a score sheet."""
