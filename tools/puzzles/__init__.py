"""Find puzzles: positions in games in which one turn is clearly the best."""
