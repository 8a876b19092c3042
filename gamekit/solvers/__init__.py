"""The algorithms. Each is one file and one line in the entry points `gamekit.solvers`."""
