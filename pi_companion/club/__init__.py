"""A club: who has played whom, and how they stand."""
