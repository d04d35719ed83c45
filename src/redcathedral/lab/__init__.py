"""Measure, train and search: tools for developers, which no part of the game imports."""
