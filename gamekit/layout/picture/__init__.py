"""Drawings of the states of a layout, and the gestures of moves on them."""
