"""Drawings and pages in millimetres, written as SVG, PDF and HTML: boards, sheets to print, reports."""
