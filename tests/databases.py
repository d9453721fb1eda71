"""Databases for tests, SQLite files and PostgreSQL ones alike, each the copy of one that was set up once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import sqlalchemy as sa

from facedown.server.storage.database import driver
from facedown.server.storage.store import Store
from tests.postgres import Postgres

KINDS = ("sqlite", "postgresql")


class Databases:
    """Makes empty databases of either kind: in this folder, and in a PostgreSQL server that starts when needed."""

    def __init__(self, folder: Path, postgres: Callable[[], Postgres]) -> None:
        self._folder, self._postgres = folder, cache(postgres)
        self._made = 0
        self._templates: dict[str, str] = {}

    def make(self, kind: str) -> str:
        """The address of a new database of this kind, as a server leaves it that nobody has used."""
        if kind not in self._templates:
            self._templates[kind] = self.make_bare(kind)
            Store(self._templates[kind]).try_out()
        if kind == "postgresql":
            return self._postgres().database(self._templates[kind])
        address = self.make_bare(kind)
        shutil.copyfile(_file(self._templates[kind]), _file(address))
        return address

    def make_bare(self, kind: str) -> str:
        """The address of a new database in which no server has ever been."""
        if kind == "postgresql":
            return self._postgres().database()
        self._made += 1
        return f"sqlite:///{self._folder / f'{self._made}.db'}"

    def drop(self, address: str) -> None:
        """Nobody uses this database any more."""
        if is_file(address):
            _file(address).unlink(missing_ok=True)
        else:
            self._postgres().drop(address)


def is_file(address: str) -> bool:
    """Whether this is the address of an SQLite database."""
    return address.startswith("sqlite")


def execute(address: str, *statements: str, **values: object) -> list[tuple[object, ...]]:
    """Carry these statements out, as somebody would who handles the database; the rows that the last one gives."""
    engine = sa.create_engine(driver(address))
    try:
        with engine.begin() as connection:
            for statement in statements:
                found = connection.execute(sa.text(statement), values)
            return [tuple(row) for row in found] if found.returns_rows else []
    finally:
        engine.dispose()


def _file(address: str) -> Path:
    return Path(address.removeprefix("sqlite:///"))
