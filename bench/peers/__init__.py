"""What runs in a peer's own virtual environment."""
