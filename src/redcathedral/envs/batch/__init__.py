"""Step many games at a time in compiled code: observations, masks and rewards as flat vectors."""
