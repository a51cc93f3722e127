"""A club: many tables that tell a desk how they stand, who has played whom, and the ladder."""
