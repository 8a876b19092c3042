"""Misère play of impartial games: genera, and quotients that decide every sum."""
