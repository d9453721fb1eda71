"""Starts the server, and prints its address when it is ready."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path

import uvicorn

from facedown.core.errors import FacedownError
from facedown.server import settings
from facedown.server.app import create_app
from facedown.server.certificates import FOLDER, Certificates, keep, offer, this_machine
from facedown.server.deadlines import SWITCH
from facedown.server.storage.database import alone
from facedown.server.storage.store import Store, data_file, database_url
from facedown.server.wire import MAX_FRAME

if sys.platform != "win32":  # Windows has no such limit
    import resource

BACKLOG = 2048  # connections that wait to be accepted
MOST_HEAD = 2**14  # bytes of a request before its body
PING = 6.0  # seconds between pings of a silent connection, so that others soon see who is away


class PortTaken(FacedownError):
    """The server cannot listen at this address."""


def run(host: str | None, port: int, data: Path | None, open_page: bool, https: bool) -> None:
    """Serve until stopped.  FACEDOWN_PROXIES names the proxies whose X-Forwarded-For is trusted (`*`: all).

    `host`: by default this machine alone; with `https`, everybody who can reach it.

    Raises BadOption for a setting that makes no sense, StorageError, PortTaken or CertificateError.
    """
    settings.set_up_logs()
    settings.check()
    host = host or ("0.0.0.0" if https else "127.0.0.1")
    url = database_url(data)
    with alone(url):
        Store(url).try_out()
        secured = keep(data_file(data).parent / FOLDER, this_machine()) if https else None
        listening = _listen(host, port)
        _allow_many_files()
        sys.setswitchinterval(SWITCH)
        try:
            _serve(url, listening, secured, partial(_greet, host, listening, secured, open_page))
        except KeyboardInterrupt:
            sys.stdout.write("\n")


def _serve(url: str, listening: socket.socket, secured: Certificates | None, ready: Callable[[], object]) -> None:
    proxies = settings.proxies()
    config = uvicorn.Config(
        create_app(url, ready=ready),
        log_level="warning",
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        http="h11",  # it limits what comes before a body
        h11_max_incomplete_event_size=MOST_HEAD,
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_graceful_shutdown=3,
        ssl_certfile=secured.certificate if secured else None,
        ssl_keyfile=str(secured.key) if secured else None,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _greet(host: str, listening: socket.socket, secured: Certificates | None, open_page: bool) -> None:
    """Let people in, print the address of the page, and open it in a browser if wanted.

    Before that, whoever connects is refused, so that a proxy asks another server at once instead of waiting here.
    """
    listening.listen(BACKLOG)
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    port = listening.getsockname()[1]
    address = f"{'https' if secured else 'http'}://{name}:{port}"
    sys.stdout.write(f"Facedown is at {address} (Ctrl+C stops it)\n")
    if secured:
        sys.stdout.write(offer(host, port, secured.authority))
    sys.stdout.flush()
    if open_page:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _allow_many_files() -> None:
    """Raise this process's limit of open files, usually 1024, as far as the system allows."""
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
