"""Solving a game tier by tier: each tier in its own columns, with the results of its finished children."""
