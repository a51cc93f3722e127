"""A Raspberry Pi companion for a real backgammon board: it watches, referees and keeps the record."""
