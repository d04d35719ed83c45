"""Artificial intelligence: evaluators, search, networks, bots, ratings, analysis and puzzles."""
