"""Uploaded game records and editions."""
