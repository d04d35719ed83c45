"""Play games in the terminal, in plain lines of text that a screen reader can read."""
