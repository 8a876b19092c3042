"""Applications of a solution: verify, compare, plan, play, explain, plot, export."""
