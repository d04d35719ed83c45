"""The database: games, seats and editions."""
