"""The editions as data for the page."""
