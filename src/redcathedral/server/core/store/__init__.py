"""The interface of the store: games, seats and editions."""
