"""Reviews of matches are kept while they are made."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables; nothing was reviewed before."""
    op.create_table(
        "reviews",
        sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("key", sql.String, primary_key=True),
        sql.Column("asked", sql.BigInteger, nullable=False),
        sql.Column("summary", sql.String),
    )
    op.create_table(
        "review_steps",
        sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("key", sql.String, primary_key=True),
        sql.Column("line", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("step", sql.String, nullable=False),
    )
