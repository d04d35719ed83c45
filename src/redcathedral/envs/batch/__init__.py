"""Many games at a time, compiled: observations, legal decisions and rewards in flat vectors."""
