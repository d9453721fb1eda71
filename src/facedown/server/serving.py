"""Starts the server, and prints its address when it is ready."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn

from facedown.core.errors import FacedownError
from facedown.server import logs, trust
from facedown.server.app import create_app
from facedown.server.certificates import FOLDER, Certificates, keep, this_machine
from facedown.server.limits import limits_from
from facedown.server.protocol import OpenConnections, Protocol
from facedown.server.store import Store, data_file, database_url
from facedown.server.wire import MAX_FRAME

if sys.platform != "win32":  # Windows has no such limit
    import resource


SWITCH = 0.001  # seconds after which a thread in which bots think makes way for the one that serves people


class PortTaken(FacedownError):
    """The server cannot listen at this address."""


class Server(uvicorn.Server):
    """Prints its address when it is ready, and opens the page in a browser if asked to."""

    def __init__(self, config: uvicorn.Config, open_page: bool, secured: Certificates | None) -> None:
        super().__init__(config)
        self._open_page, self._secured = open_page, secured

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        host = "localhost" if self.config.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else self.config.host
        port = (sockets or [])[0].getsockname()[1]
        address = f"{'https' if self._secured else 'http'}://{host}:{port}"
        sys.stdout.write(f"Facedown is at {address} (Ctrl+C stops it)\n")
        if self._secured:
            sys.stdout.write(trust.offer(self.config.host, port, self._secured.authority))
        sys.stdout.flush()
        if self._open_page:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def run(host: str | None, port: int, data: Path | None, open_page: bool, https: bool) -> None:
    """Serve until stopped.  FACEDOWN_PROXIES names the proxies whose X-Forwarded-For is trusted (`*`: all).

    `host`: by default this machine alone; with `https`, everybody who can reach it.

    Raises StorageError, PortTaken or CertificateError.
    """
    logs.set_up()
    host = host or ("0.0.0.0" if https else "127.0.0.1")
    url = database_url(data)
    Store(url).try_out()
    secured = keep(data_file(data).parent / FOLDER, this_machine()) if https else None
    listening = _listen(host, port)
    proxies = os.environ.get("FACEDOWN_PROXIES", "")
    limits = limits_from()
    _allow_many_files()
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        create_app(url, limits),
        http=cast("Any", partial(Protocol, OpenConnections(limits, proxies))),  # uvicorn only calls it
        host=host,
        port=port,
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_graceful_shutdown=3,
        ssl_certfile=secured and secured.certificate,
        ssl_keyfile=secured and secured.key,
    )
    try:
        Server(config, open_page, secured).run(sockets=[listening])
    except KeyboardInterrupt:
        sys.stdout.write("\n")


def _allow_many_files() -> None:
    """Let this process have as many connections open as the system allows it; the usual limit is 1024."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(OSError, ValueError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise PortTaken(f"cannot listen on {host}, port {port}: {reason}; choose another with --port") from error
    listening.setblocking(False)
    return listening
