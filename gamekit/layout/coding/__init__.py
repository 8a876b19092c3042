"""Codes of the states of a layout: integers."""
