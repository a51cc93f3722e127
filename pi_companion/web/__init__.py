"""The page at the table: a small web server that shows the match, and passes on what people ask for."""
