"""What happens at a table when somebody is away, and which moves a bot played for them."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns. At the tables there are, the others wait or ask for a bot."""
    op.add_column("tables", sql.Column("away_after", sql.Integer))
    op.add_column("tables", sql.Column("away_bot", sql.String))
    op.add_column("journal", sql.Column("bot", sql.String))
