"""One of several processes that serve the same port; `serving` has uvicorn start them.

Settings and the database's address come from environment variables.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from functools import partial
from multiprocessing import parent_process

from litestar.types import ASGIApp

from facedown.server.admission.limits import limits_from
from facedown.server.app import create_app
from facedown.server.bots.thinking import SWITCH
from facedown.server.network.handshakes import count_handshakes
from facedown.server.network.protocol import OpenConnections, Protocol
from facedown.server.operations import logs

_open_connections = OpenConnections(limits_from(), os.environ.get("FACEDOWN_PROXIES", ""))
protocol = partial(Protocol, _open_connections)  # how this process reads HTTP, counting connections


def served() -> ASGIApp:
    """Return the application that this process serves.  uvicorn calls this in the loop that will serve."""
    logs.set_up()
    count_handshakes(asyncio.get_running_loop(), _open_connections)
    sys.setswitchinterval(SWITCH)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    return create_app()


def _end_with_parent() -> None:
    """Stop this process when the one that started it has been killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
