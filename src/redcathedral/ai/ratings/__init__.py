"""Rate bots and people by their games."""
