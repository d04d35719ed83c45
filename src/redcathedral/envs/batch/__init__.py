"""Many games at a time, in one call: what learners see, may do and get, in flat vectors."""
