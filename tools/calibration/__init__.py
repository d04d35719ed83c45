"""Measure the accuracy of the judge: compare its evaluations with games from the same position."""
