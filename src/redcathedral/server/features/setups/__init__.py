"""Set-up codes, and set-ups for the physical game."""
