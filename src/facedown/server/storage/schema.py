"""The tables of the database: tables of games, their seats, the games played, every move as one row, and the chat.

Nothing has been released, so there are no steps from one form to the next: a database of another one is refused.
"""

from __future__ import annotations

import hashlib

from sqlalchemy import BigInteger, Integer, MetaData
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention={"ix": "ix_%(column_0_label)s", "pk": "pk_%(table_name)s"})


class TableRow(Base):
    __tablename__ = "tables"
    code: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    options: Mapped[str]  # JSON
    cards: Mapped[str | None]  # a cards file; None: the game's own cards
    pace: Mapped[str]
    host: Mapped[str]  # hash of the host's secret
    created: Mapped[int] = mapped_column(BigInteger)  # Unix time, for people; nothing depends on it
    waits: Mapped[str | None]  # "yes" or "no": shall bots wait for people; None: nobody has said
    listed: Mapped[str | None]  # "yes": everybody may find it on the home page
    talk: Mapped[str | None]  # "no": the host has closed Talk
    voice: Mapped[str | None]  # a link to where the table talks aloud
    called_off: Mapped[int | None]  # starts, since the last game began
    open_until: Mapped[float | None]  # Unix time: until then it is in the list of open tables that servers share


class BlockedRow(Base):
    """An address from which nobody may take a seat at a table."""

    __tablename__ = "blocked"
    code: Mapped[str] = mapped_column(primary_key=True)
    who: Mapped[str] = mapped_column(primary_key=True)  # a hash of the code and the address


class SeatRow(Base):
    __tablename__ = "seats"
    code: Mapped[str] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str | None]
    bot: Mapped[str | None]
    secret: Mapped[str | None]  # hash of the secret of the person who has the seat
    face: Mapped[str | None]  # six letters, as `wire.Face`


class GameRow(Base):
    __tablename__ = "games"
    code: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)  # 1, 2, ... at this table
    seed: Mapped[str]
    names: Mapped[str]  # JSON: of the seats, when this game began
    winners: Mapped[str | None]  # JSON: seats; None while the game goes on
    deal: Mapped[str | None]  # how the seed was made, as a record says it; None: by the server alone


class LastViewsRow(Base):
    """The version of the rules that plays a game, and what everybody saw when it was last left."""

    __tablename__ = "last_views"
    code: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int]  # `Game.version`; a game without a row was played by version 1
    views: Mapped[bytes | None]  # as `archive.packed` makes it


class MoveRow(Base):
    __tablename__ = "moves"
    code: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # from 0
    seat: Mapped[int]
    move: Mapped[str]  # JSON: as of `match.Row`
    at: Mapped[int] = mapped_column(BigInteger)  # Unix time, for people
    key: Mapped[str | None]  # with which a page sent it: what it sends again with this key is not done again


class ReportRow(Base):
    """What somebody has reported about somebody else at a table, for whoever runs the server."""

    __tablename__ = "reports"
    id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True
    )
    code: Mapped[str] = mapped_column(index=True)
    at: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str]  # of the person it is about
    address: Mapped[str | None]  # theirs
    why: Mapped[str]
    said: Mapped[str]  # JSON: the last things that they said


class LineRow(Base):
    __tablename__ = "lines"
    id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True
    )
    code: Mapped[str] = mapped_column(index=True)
    seat: Mapped[int]
    name: Mapped[str]
    text: Mapped[str]
    at: Mapped[int] = mapped_column(BigInteger)
    who: Mapped[str | None]  # hash of the secret of the person who had the seat; None: nobody had
    key: Mapped[str | None]  # as of a move


def form(metadata: MetaData) -> str:
    """A name for these tables with these columns: with any other it is another one."""
    columns = sorted(
        f"{column} {column.type} {column.nullable} {column.primary_key}"
        for table in metadata.tables.values()
        for column in table.columns
    )
    return hashlib.sha256("\n".join(columns).encode()).hexdigest()[:12]


FORM = form(Base.metadata)
