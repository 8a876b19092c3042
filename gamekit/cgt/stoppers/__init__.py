"""Partizan games in which play can go on for ever: stoppers, and the stoppers that are the sides of other games."""
