"""Clocks: which a table has, where they stand, when the next one runs out, and when every line was written."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns, and what says when the server was up. The tables there are have no clocks."""
    op.add_column("tables", sql.Column("clock", sql.JSON(none_as_null=True)))
    op.add_column("tables", sql.Column("times", sql.JSON(none_as_null=True)))
    op.add_column("tables", sql.Column("deadline", sql.BigInteger))
    op.create_index("tables_deadline", "tables", ["deadline"])
    op.add_column("journal", sql.Column("at", sql.BigInteger))
    op.add_column("journal", sql.Column("clocks", sql.String))
    op.create_table(
        "uptimes",
        sql.Column("began", sql.BigInteger, primary_key=True, autoincrement=False),
        sql.Column("ended", sql.BigInteger, nullable=False),
    )
