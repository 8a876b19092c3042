"""Folders in which a game is solved tier by tier: a table for each tier."""
