"""The server: `run` serves tables over the network, with the page that shows them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litestar.types import ASGIApp

    from facedown.server.limits import Limits

__all__ = ["create_app", "run"]


def create_app(url: str | None = None, limits: Limits | None = None) -> ASGIApp:
    """The ASGI application, with the database at `url` (by default DATABASE_URL, or a file of this user)."""
    from facedown.server.app import create_app

    return create_app(url, limits)


def run(
    host: str | None = None,
    port: int = 8000,
    data: Path | None = None,
    open_page: bool = False,
    https: bool = False,
) -> None:
    """Serve until stopped.

    `host`: the address to listen on; by default 127.0.0.1, and with `https` 0.0.0.0.
    `data`: the folder (or `.db` file) in which tables are stored; DATABASE_URL takes precedence.
    `open_page`: show the page in this machine's browser.
    `https`: with a certificate of this machine, stored beside the tables; prints how phones can trust it.
    Raises StorageError, PortTaken or CertificateError.
    """
    from facedown.server.serving import run

    run(host, port, data, open_page, https)
