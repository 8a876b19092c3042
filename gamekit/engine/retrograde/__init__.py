"""Solving with compiled rules: exploration, counters, reverse edges, retrograde analysis."""
