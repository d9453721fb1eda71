"""The first form of the database: until a version is released, that which the program knows."""

from __future__ import annotations

from alembic import op

from facedown.server.storage.schema import Base

revision = "first"
down_revision = None


def upgrade() -> None:
    Base.metadata.create_all(op.get_bind())
