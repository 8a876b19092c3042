"""Proofs of the value of one state by search, for games too large to enumerate."""
