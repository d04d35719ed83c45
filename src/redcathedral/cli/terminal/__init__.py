"""The terminal table: a whole game in plain lines of text, for eyes and for ears."""
