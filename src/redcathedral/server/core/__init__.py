"""What every table has: its actor, its pages and the store; it knows no feature."""
