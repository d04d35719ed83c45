"""Help for the physical game: position check and score pad."""
