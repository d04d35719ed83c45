"""The laboratory: what measures, trains and searches.  Nothing that a player runs imports it."""
