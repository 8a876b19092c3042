"""Compiled rules that are written by hand, as functions over codes."""
