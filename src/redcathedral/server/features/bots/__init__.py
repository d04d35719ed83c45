"""Bots at tables: worker processes calculate their decisions."""
