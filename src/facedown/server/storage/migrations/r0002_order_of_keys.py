"""The order in which seats have used their keys, which SQLite knew from its row numbers alone."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("once", sa.Column("done", sa.BigInteger(), nullable=True))
