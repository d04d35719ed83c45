"""What the value function has learned, and the file it is kept in."""
