"""The panel on the table: what it shows, as lights, digits, a matrix or a text; and the one thread that drives it."""
