"""Planning: how large a game is, and what it would take to solve it, without solving it."""
