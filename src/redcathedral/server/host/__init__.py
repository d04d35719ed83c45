"""The tables in memory: an actor each, the bots at them, and the store behind."""
