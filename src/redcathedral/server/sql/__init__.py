"""The store of games in a database."""
