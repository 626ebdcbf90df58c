"""A row counts its changes, so that several processes can write; whoever runs the server can close a table."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add both columns."""
    op.add_column("tables", sql.Column("revision", sql.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sql.Column("closed", sql.Boolean, nullable=False, server_default=sql.false()))
