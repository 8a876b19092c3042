"""Several solvers or methods on one game."""
