"""Measures how accurate the judge is: its evaluations next to many games from the same position."""
