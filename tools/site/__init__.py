"""The game as static files: the same Python in the browser, with the compiled engine."""
