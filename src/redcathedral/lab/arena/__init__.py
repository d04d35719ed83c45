"""Games between bots: ladders with ratings, and statistics of the game."""
