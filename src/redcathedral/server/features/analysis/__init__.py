"""Analyses of games: which turns were mistakes, and what would have been better."""
