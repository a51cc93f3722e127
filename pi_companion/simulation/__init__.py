"""A table that needs no hardware: pictures of a game being played, rendered with their exact truth."""
