"""The chat of a table, and each seat's private note."""
