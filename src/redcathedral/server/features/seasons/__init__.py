"""Seasons: games that a host marks with a name, and a table of their results."""
