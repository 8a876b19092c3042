"""Board rules run as plain Python: the state that they see, and the errors if they misuse it."""
