"""The record of a match: the journal of events on disk, what they add up to, and the formats other programs read."""
