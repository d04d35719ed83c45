"""The lobby: what the server offers, the list of games, and new games."""
