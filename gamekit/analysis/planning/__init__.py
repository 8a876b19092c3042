"""Planning: the size of a game and the cost of solving it, estimated without solving it."""
