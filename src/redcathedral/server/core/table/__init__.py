"""A table as pure code: its actions, commands and messages."""
