"""Codes: integers that stand for the states of a layout."""
