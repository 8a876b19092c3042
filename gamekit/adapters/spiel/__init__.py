"""OpenSpiel's games, and gamekit's games in OpenSpiel. Only the functions here import pyspiel, when they are called."""
