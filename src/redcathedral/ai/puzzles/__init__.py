"""Puzzles: positions in which one turn is clearly better than all others, to be found."""
