"""Values of impartial games in normal play."""
