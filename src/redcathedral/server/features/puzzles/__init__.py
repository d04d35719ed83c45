"""Puzzles: positions with one best turn."""
