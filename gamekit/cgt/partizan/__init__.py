"""Values of short partizan games in normal play."""
