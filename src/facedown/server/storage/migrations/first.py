"""The first form of the database: until a version is released, that which the program knows.

Its revision is made from the tables and columns, so that a database of other ones is told from it at the start.
"""

from __future__ import annotations

from alembic import op

from facedown.server.storage.schema import FORM, Base

revision = FORM
down_revision = None


def upgrade() -> None:
    Base.metadata.create_all(op.get_bind())
