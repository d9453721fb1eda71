"""Keep which tables wait for players, for all servers that share the database."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("open_until", sa.Float(), nullable=True))
