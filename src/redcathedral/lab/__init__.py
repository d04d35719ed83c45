"""Measure bots: tools for developers, which no part of the game imports."""
