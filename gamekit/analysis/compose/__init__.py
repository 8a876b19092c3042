"""Composing puzzles: the states of a solved game that make good ones, and the instances of a game that do."""
