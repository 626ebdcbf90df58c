"""Tables, their journals, and the rights of tokens."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first three tables."""
    op.create_table(
        "tables",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("changed", sql.BigInteger, nullable=False),
        sql.Column("game", sql.String, nullable=False),
        sql.Column("edition", sql.String, nullable=False),
        sql.Column("settings", sql.JSON, nullable=False),
        sql.Column("scores", sql.String, nullable=False),
        sql.Column("draws", sql.String, nullable=False),
        sql.Column("listed", sql.Boolean, nullable=False),
        sql.Column("seats", sql.JSON, nullable=False),
        sql.Column("seed", sql.String, nullable=False),
        sql.Column("state", sql.String, nullable=False),
        sql.Column("lines", sql.Integer, nullable=False),
        sql.Column("to_act", sql.Integer),
        sql.Column("bot_to_act", sql.Boolean, nullable=False),
        sql.Column("winners", sql.JSON, nullable=False),
        sql.Column("next", sql.String),
        sql.Column("spectate", sql.String),
        sql.Column("invite", sql.String),
    )
    op.create_index("tables_listed", "tables", ["listed", "changed"])
    op.create_index("tables_bots", "tables", ["state", "bot_to_act"])
    op.create_table(
        "journal",
        sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("word", sql.String, nullable=False),
        sql.Column("request", sql.String),
    )
    op.create_table(
        "rights",
        sql.Column("hash", sql.String, primary_key=True),
        sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("seat", sql.Integer),
    )
    op.create_index("rights_table", "rights", ["table_id"])
