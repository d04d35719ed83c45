"""Measure in how many random boxes the findings of the statistics hold."""
