"""The database's tables. `migrations/` brings every older database to this form."""

from __future__ import annotations

import sqlalchemy as sql

METADATA = sql.MetaData()
TABLES = sql.Table(
    "tables",
    METADATA,
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
    sql.Column("maker", sql.String),
    sql.Column("own", sql.Boolean, nullable=False, server_default=sql.true()),
    sql.Column("several", sql.Boolean, nullable=False, server_default=sql.false()),
    # Counts the changes of a row: who writes says which one they saw, so that two processes never overwrite each other.
    sql.Column("revision", sql.Integer, nullable=False, server_default="0"),
    sql.Column("closed", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("position", sql.String),
    sql.Column("away_after", sql.Integer),
    sql.Column("away_bot", sql.String),
    # The clocks that were agreed, and where they stand.
    sql.Column("clock", sql.JSON(none_as_null=True)),
    sql.Column("times", sql.JSON(none_as_null=True)),
    # When somebody has to look at the table, since a time has run out or a bot has not moved: found by query.
    sql.Column("deadline", sql.BigInteger),
    # What everyone is asked to agree to.
    sql.Column("asked", sql.JSON(none_as_null=True)),
    # Counts how often rights were taken away: whoever has a socket open may have to go.
    sql.Column("expelled", sql.Integer, nullable=False, server_default="0"),
    # The lobby reads one state after the other, the latest change first.
    sql.Index("tables_lobby", "listed", "state", "changed", "id"),
    sql.Index("tables_bots", "state", "bot_to_act"),
    sql.Index("tables_maker", "maker", "changed"),
    sql.Index("tables_age", "state", "changed"),
    sql.Index("tables_next", "next"),
    sql.Index("tables_deadline", "deadline"),
)
JOURNAL = sql.Table(
    "journal",
    METADATA,
    sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("word", sql.String, nullable=False),
    sql.Column("request", sql.String),
    sql.Column("bot", sql.String),
    # When it was written, and what was then left to each seat.
    sql.Column("at", sql.BigInteger),
    sql.Column("clocks", sql.String),
)
RIGHTS = sql.Table(
    "rights",
    METADATA,
    sql.Column("hash", sql.String, primary_key=True),
    sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("kind", sql.String, nullable=False),
    sql.Column("seat", sql.Integer),
    sql.Column("browser", sql.String),
    sql.Column("device", sql.String),
    sql.Column("made", sql.BigInteger),
    sql.Column("used", sql.BigInteger),
    sql.Index("rights_table", "table_id"),
)
# Codes that are not used yet: what each gives is so many rows.
CODES = sql.Table(
    "codes",
    METADATA,
    sql.Column("hash", sql.String, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("purpose", sql.String, nullable=False),
    sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), nullable=False),
    sql.Column("kind", sql.String, nullable=False),
    sql.Column("seat", sql.Integer),
    sql.Column("until", sql.BigInteger, nullable=False),
    sql.Index("codes_table", "table_id"),
    sql.Index("codes_until", "until"),
)
# Reviews of matches that are over. Whatever is in them can be made again.
REVIEWS = sql.Table(
    "reviews",
    METADATA,
    sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
    # What the review follows from: one that was made in another way is another.
    sql.Column("key", sql.String, primary_key=True),
    sql.Column("asked", sql.BigInteger, nullable=False),
    sql.Column("summary", sql.String),
)
REVIEW_STEPS = sql.Table(
    "review_steps",
    METADATA,
    sql.Column("table_id", sql.String, sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("key", sql.String, primary_key=True),
    sql.Column("line", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("step", sql.String, nullable=False),
)
# When the server was up, as its heartbeat says: all else are pauses, in which no clock counts.
UPTIMES = sql.Table(
    "uptimes",
    METADATA,
    sql.Column("began", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("ended", sql.BigInteger, nullable=False),
)
SECRETS = sql.Table(
    "secrets",
    METADATA,
    sql.Column("name", sql.String, primary_key=True),
    sql.Column("value", sql.String, nullable=False),
)
