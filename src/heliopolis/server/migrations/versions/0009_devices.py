"""Tokens know their devices, codes hand rights over, and a table counts how often it showed somebody out."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add them; of the devices that have tokens already nothing is known."""
    op.add_column("tables", sql.Column("expelled", sql.Integer, nullable=False, server_default="0"))
    op.add_column("rights", sql.Column("device", sql.String))
    op.add_column("rights", sql.Column("made", sql.BigInteger))
    op.add_column("rights", sql.Column("used", sql.BigInteger))
    op.create_table(
        "codes",
        sql.Column("hash", sql.String, primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("purpose", sql.String, nullable=False),
        sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), nullable=False),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("seat", sql.Integer),
        sql.Column("until", sql.BigInteger, nullable=False),
    )
    op.create_index("codes_table", "codes", ["table_id"])
    op.create_index("codes_until", "codes", ["until"])
