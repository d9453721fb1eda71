"""Keep over a restart what the host of a table has decided, and how many starts were called off."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    for name in ("listed", "talk"):
        op.add_column("tables", sa.Column(name, sa.String(), nullable=True))
    op.add_column("tables", sa.Column("called_off", sa.Integer(), nullable=True))
    op.create_table(
        "blocked",
        sa.Column("code", sa.String(), primary_key=True),
        sa.Column("who", sa.String(), primary_key=True),
    )
