"""Seats: links, sitting down, leaving, bans, and moving to another device."""
