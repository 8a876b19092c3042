"""The algorithms. Each is one file and one line in `gamekit.solvers.registry`."""
