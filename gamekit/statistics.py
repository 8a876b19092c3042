"""`statistics`: how many states have each value, and how far from the end they are."""
