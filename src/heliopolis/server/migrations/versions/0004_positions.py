"""A match can begin from a position: it is kept with its table."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column; every table there is began as its game does."""
    op.add_column("tables", sql.Column("position", sql.String))
