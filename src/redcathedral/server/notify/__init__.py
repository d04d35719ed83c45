"""News people that it is their turn, where they are not at the table."""
