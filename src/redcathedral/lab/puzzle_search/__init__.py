"""The search for puzzles in games."""
