"""Solving and verification on a graphics card, by kernels in which the rules of a board game are inlined."""
