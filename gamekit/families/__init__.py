"""Families of games: boards, men and rules that the games of one kind share."""
