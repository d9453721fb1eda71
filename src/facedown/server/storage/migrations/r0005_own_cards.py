"""Keep the cards file of a table that has cards of its own beside its options."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("cards", sa.String(), nullable=True))
