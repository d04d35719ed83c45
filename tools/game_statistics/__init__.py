"""Let one bot play in all modes, and write the page of statistics."""
