"""Alembic's entry point; ``redcathedral.server.sql.upgrade`` provides the connection."""

from alembic import context

from redcathedral.server.sql.schema import complete_metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=complete_metadata(),
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
