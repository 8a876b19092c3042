"""Solving by compiled rules: exploration, counters, reverse edges, retrograde analysis."""
