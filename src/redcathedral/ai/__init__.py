"""What thinks: evaluators, search, networks, bots, ratings, analysis and puzzles."""
