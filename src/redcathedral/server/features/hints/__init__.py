"""Hints: the best turns of a position."""
