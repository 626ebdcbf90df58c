"""Who made a table and which browser holds a seat, both as hashes; indexes for the lobby, quotas and old tables."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what quotas and deleting need. Tables made before this step count as the owner's own: they are kept."""
    op.add_column("tables", sql.Column("maker", sql.String))
    op.add_column("tables", sql.Column("own", sql.Boolean, nullable=False, server_default=sql.true()))
    op.add_column("tables", sql.Column("several", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("rights", sql.Column("browser", sql.String))
    op.drop_index("tables_listed", "tables")
    op.create_index("tables_lobby", "tables", ["listed", "state", "changed", "id"])
    op.create_index("tables_maker", "tables", ["maker", "changed"])
    op.create_index("tables_age", "tables", ["state", "changed"])
    op.create_index("tables_next", "tables", ["next"])
    op.create_table(
        "secrets",
        sql.Column("name", sql.String, primary_key=True),
        sql.Column("value", sql.String, nullable=False),
    )
