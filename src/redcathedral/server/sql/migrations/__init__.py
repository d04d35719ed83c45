"""Migrations that convert an older database at the start of the server, run by Alembic."""
