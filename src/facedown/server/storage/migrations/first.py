"""The first form of the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger, Column, Integer, String

revision = "first"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        _key("code"),
        *map(_text, ("game", "options")),
        _text("cards", may_lack=True),
        *map(_text, ("pace", "host")),
        _time("created"),
        *(_text(name, may_lack=True) for name in ("waits", "listed", "talk")),
        Column("called_off", Integer()),
        Column("open_until", sa.Float()),
    )
    op.create_table("blocked", _key("code"), _key("who"))
    op.create_table(
        "seats",
        _key("code"),
        _numbered("seat"),
        *(_text(name, may_lack=True) for name in ("name", "bot", "secret", "face")),
    )
    op.create_table(
        "games",
        _key("code"),
        _numbered("game"),
        *map(_text, ("seed", "names")),
        *(_text(name, may_lack=True) for name in ("winners", "deal")),
    )
    op.create_table(
        "last_views", _key("code"), _numbered("game"), _number("version"), Column("views", sa.LargeBinary())
    )
    op.create_table(
        "moves", _key("code"), _numbered("game"), _numbered("number"), _number("seat"), _text("move"), _time("at")
    )
    op.create_table(
        "once", _key("code"), _numbered("seat"), _key("key"), _number("game"), Column("done", BigInteger())
    )
    op.create_table(
        "reports", _counted(), _code(), _time("at"), _text("name"), _text("address", may_lack=True),
        *map(_text, ("why", "said")),
    )  # fmt: skip
    op.create_table(
        "lines", _counted(), _code(), _number("seat"), *map(_text, ("name", "text")), _time("at"),
        _text("who", may_lack=True),
    )  # fmt: skip


def _key(name: str) -> Column[str]:
    return Column(name, String(), primary_key=True)


def _numbered(name: str) -> Column[int]:
    return Column(name, Integer(), primary_key=True, autoincrement=False)


def _counted() -> Column[int]:
    number = BigInteger().with_variant(Integer(), "sqlite")  # there it must be this type to count by itself
    return Column("id", number, primary_key=True, autoincrement=True)


def _code() -> Column[str]:
    return Column("code", String(), nullable=False, index=True)


def _text(name: str, *, may_lack: bool = False) -> Column[str]:
    return Column(name, String(), nullable=may_lack)


def _number(name: str) -> Column[int]:
    return Column(name, Integer(), nullable=False)


def _time(name: str) -> Column[int]:
    return Column(name, BigInteger(), nullable=False)
