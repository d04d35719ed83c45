"""The next game of the same people."""
