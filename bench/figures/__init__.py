"""The figures, one a file; a new one is a new file here."""
