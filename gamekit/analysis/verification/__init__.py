"""Checking a solution against the rules, knowing no solver."""
