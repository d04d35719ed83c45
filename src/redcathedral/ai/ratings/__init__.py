"""Ratings from won games, and a person's rating on the same scale."""
