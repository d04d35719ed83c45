"""Alembic's way in: it gets the open connection from ``redcathedral.server.core.store.upgrade``."""

from alembic import context

from redcathedral.server.core.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
