"""The compiled rules of the games: functions over codes, one module a game. Importing one loads Numba."""
