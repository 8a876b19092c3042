"""Solutions: a `Solution` gives the value of every state, from a `Store` of results."""
