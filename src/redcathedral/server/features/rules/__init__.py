"""The rules and the texts of the page."""
