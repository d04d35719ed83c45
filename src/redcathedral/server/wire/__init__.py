"""The messages between page and table."""
