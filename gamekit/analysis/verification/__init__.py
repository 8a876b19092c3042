"""Verification of a solution by the rules, without any solver."""
