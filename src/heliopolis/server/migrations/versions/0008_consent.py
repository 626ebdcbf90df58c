"""What everyone at a table is asked to agree to."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column. Nothing is asked at the tables there are."""
    op.add_column("tables", sql.Column("asked", sql.JSON(none_as_null=True)))
