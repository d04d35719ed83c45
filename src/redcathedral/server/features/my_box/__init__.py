"""The owner's own copy of the game, as it is being entered."""
