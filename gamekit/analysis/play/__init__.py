"""Playing against a solution."""
