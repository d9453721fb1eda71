"""The first released form.  Files that are older than Alembic here get what they lack of it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    there = sa.inspect(op.get_bind())
    names = there.get_table_names()
    for table, columns in _tables().items():
        if table not in names:
            op.create_table(table, *columns)
            if table == "lines":
                op.create_index("ix_lines_code", "lines", ["code"])
            continue
        old = {column["name"] for column in there.get_columns(table)}
        for column in columns:
            if column.name not in old:
                op.add_column(table, column)


def _tables() -> dict[str, list[sa.Column[Any]]]:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # there it must be this type to count by itself
    return {
        "tables": [
            _key("code", sa.String()),
            _text("game"),
            _text("options"),
            _text("pace"),
            _text("host"),
            _time("created"),
            _text("waits", may_lack=True),
        ],
        "seats": [
            _key("code", sa.String()),
            _key("seat", sa.Integer()),
            *(_text(name, may_lack=True) for name in ("name", "bot", "secret", "face")),
        ],
        "games": [
            _key("code", sa.String()),
            _key("game", sa.Integer()),
            _text("seed"),
            _text("names"),
            _text("winners", may_lack=True),
            _text("deal", may_lack=True),
        ],
        "last_views": [
            _key("code", sa.String()),
            _key("game", sa.Integer()),
            sa.Column("version", sa.Integer(), nullable=False),
            sa.Column("views", sa.LargeBinary(), nullable=True),
        ],
        "moves": [
            _key("code", sa.String()),
            _key("game", sa.Integer()),
            _key("number", sa.Integer()),
            sa.Column("seat", sa.Integer(), nullable=False),
            _text("move"),
            _time("at"),
        ],
        "once": [
            _key("code", sa.String()),
            _key("seat", sa.Integer()),
            _key("key", sa.String()),
            sa.Column("game", sa.Integer(), nullable=False),
        ],
        "lines": [
            sa.Column("id", number, primary_key=True, autoincrement=True),
            _text("code"),
            sa.Column("seat", sa.Integer(), nullable=False),
            _text("name"),
            _text("text"),
            _time("at"),
        ],
    }


def _key(name: str, kind: sa.types.TypeEngine[Any]) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _text(name: str, *, may_lack: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.String(), nullable=may_lack)


def _time(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger(), nullable=False)
