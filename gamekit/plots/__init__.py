"""Plots of solutions, by matplotlib."""
