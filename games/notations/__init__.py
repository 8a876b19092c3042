"""Notations of the games in this folder, as their communities write them, each in a module of its own."""
