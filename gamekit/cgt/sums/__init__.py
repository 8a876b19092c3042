"""Sums of positions: as a ruleset, by name, and how to play them."""
