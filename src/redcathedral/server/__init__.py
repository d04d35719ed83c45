"""People at a table: the page and the messages between it and a game."""
