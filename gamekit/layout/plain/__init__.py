"""Board rules run as plain Python: the state that they see, and what they must not do to it."""
