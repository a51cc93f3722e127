"""The page of the desk: all tables of a club, calls for the director, results and the ladder."""
