"""Evaluators: the worth of a position for a seat, by handmade rules or a learned network."""
