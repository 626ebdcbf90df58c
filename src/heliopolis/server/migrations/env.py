"""Run by Alembic: takes the steps on the connection that the storage hands over."""

from __future__ import annotations

from alembic import context

from heliopolis.server.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
with context.begin_transaction():
    context.run_migrations()
