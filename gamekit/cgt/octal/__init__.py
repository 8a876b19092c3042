"""Octal games: codes, sequences of Grundy values, and their periods."""
