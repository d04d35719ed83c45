"""Evaluate positions for a seat, with handmade rules or a learned network."""
