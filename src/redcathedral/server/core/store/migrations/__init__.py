"""The steps that lead an older database to the present tables, run by Alembic at the start."""
