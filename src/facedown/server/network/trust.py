"""Helps phones to trust this machine's certificate authority: a page over plain HTTP, and what is printed."""

from __future__ import annotations

import contextlib
import http.server
import io
import logging
import socket
import threading
import time
from collections import Counter
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import segno

from facedown.server.admission.limits import household
from facedown.server.network import certificates

log = logging.getLogger(__name__)

FILE = "/facedown.crt"
PATIENCE = 10.0  # seconds in which a whole request must have arrived, and in which its answer must be taken
MOST_HEAD = 2**14  # bytes of a request
MOST_OF_ONE, MOST = 8, 64  # connections at the same time, of one address and of all; each has a thread
EVERYWHERE = ("0.0.0.0", "::")
LAST_PORT = 65535

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trust Facedown</title>
<style>
  body {{ max-width: 36rem; margin: 0 auto; padding: 1rem; font: 1.0625rem/1.5 system-ui, sans-serif;
    background: #f3f7ee; color: #14302a }}
  a.get {{ display: inline-block; padding: .7rem 1.2rem; border-radius: 2rem; background: #7a4a00; color: #fff }}
  a {{ color: #7a4a00 }} li {{ margin: .3rem 0 }} code {{ overflow-wrap: anywhere }}
</style>
<h1>Let this device trust Facedown</h1>
<p>Do this once on each phone. The certificate counts only for machines of a home network, never for sites on the
internet.</p>
<p><a class="get" href="{file}">Download the certificate</a></p>
<h2>iPhone and iPad</h2>
<ol>
<li>Open this page in Safari, download the certificate, and tap Allow.</li>
<li>Settings, General, VPN &amp; Device Management: tap the downloaded profile, then Install.</li>
<li>Settings, General, About, Certificate Trust Settings: switch on “{name}”.</li>
</ol>
<h2>Android</h2>
<ol>
<li>Download the certificate.</li>
<li>In Settings search for “CA certificate”: it is under Security, Encryption &amp; credentials, Install a
certificate.</li>
<li>Choose CA certificate, Install anyway, and then the file facedown.crt.</li>
</ol>
<h2>Then</h2>
<p>Open {links}.</p>
<p>To be sure that it is the right one, compare its fingerprint (SHA-256) with the one that the server printed:
<code>{fingerprint}</code></p>
<p>To remove it later, look under VPN &amp; Device Management on an iPhone, and under Trusted credentials, User on
Android.</p>
"""


class _Server(http.server.ThreadingHTTPServer):
    """Answers each connection in a thread, and closes at once those that are too many."""

    daemon_threads = True

    def __init__(self, where: tuple[str, int], handler: partial[_Handler]) -> None:
        self.address_family = socket.AF_INET6 if ":" in where[0] else socket.AF_INET
        self._open: Counter[str] = Counter()
        self._counting = threading.Lock()
        super().__init__(where, handler)

    def verify_request(self, request: object, client_address: Any) -> bool:
        """Count this connection; False, and it is closed, if there are too many."""
        key = household(client_address[0])
        with self._counting:
            if self._open[key] >= MOST_OF_ONE or self._open.total() >= MOST:
                return False
            self._open[key] += 1
            return True

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._counting:
                self._open.subtract([household(client_address[0])])
                self._open = +self._open  # without those that have none

    def handle_error(self, request: object, client_address: object) -> None:
        """Log what has failed, most often a connection that broke, where nobody has to read it."""
        log.debug("a request for the certificate has failed", exc_info=True)


class _Handler(http.server.BaseHTTPRequestHandler):
    server_version, sys_version = "Facedown", ""

    def __init__(self, page: bytes, certificate: bytes, *arguments: object) -> None:
        self._page, self._certificate = page, certificate
        super().__init__(*arguments)  # type: ignore[arg-type]  # what socketserver passes on

    def setup(self) -> None:
        """Read the whole request, so that one that arrives byte by byte has no more time than any other."""
        super().setup()
        self.rfile = io.BytesIO(self._request())
        self.connection.settimeout(PATIENCE)

    def _request(self) -> bytes:
        """The request's head, or as much of it as has arrived in time."""
        data, ends = b"", time.monotonic() + PATIENCE
        with contextlib.suppress(TimeoutError):
            while b"\r\n\r\n" not in data and len(data) < MOST_HEAD and (left := ends - time.monotonic()) > 0:
                self.connection.settimeout(left)
                piece = self.connection.recv(MOST_HEAD)
                if not piece:
                    break
                data += piece
        return data if b"\r\n\r\n" in data else b""

    def do_GET(self) -> None:
        wants_file = self.path == FILE
        body = self._certificate if wants_file else self._page
        self.send_response(200)
        self.send_header("Content-Type", "application/x-x509-ca-cert" if wants_file else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def offer(host: str, port: int, authority: Path) -> str:
    """Serve the page that explains how to trust the games at this port; returns what to print about it."""
    names = (
        [str(name) for name in certificates.this_machine() if _is_reachable(name)] if host in EVERYWHERE else [host]
    )
    pages = [f"https://{f'[{name}]' if ':' in name else name}:{port}" for name in names or ["localhost"]]
    plain = _serve(host, port + 1 if port < LAST_PORT else 0, authority, pages)
    address = f"{pages[0].replace('https', 'http', 1).rpartition(':')[0]}:{plain}"
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True)
    return (
        f"On this network: {', '.join(pages)}\n"
        f"A phone has to trust this machine's certificate once. It finds it, and what to do, at {address}\n"
        f"{drawn.getvalue()}"
        f"The certificate's fingerprint (SHA-256): {certificates.fingerprint(authority)}\n"
    )


def _is_reachable(name: certificates.Host) -> bool:
    """Whether a phone can reach this machine by this name or address."""
    if isinstance(name, str):
        return name.endswith(".local")
    return name.version == 4 and not name.is_loopback


def _serve(host: str, port: int, authority: Path, pages: list[str]) -> int:
    """Serve the page in a thread, at this port or any free one if it is taken; returns the port."""
    links = " or ".join(f'<a href="{escape(page)}">{escape(page)}</a>' for page in pages)
    name, fingerprint = certificates.name_of(authority), certificates.fingerprint(authority)
    page = PAGE.format(file=FILE, name=escape(name), links=links, fingerprint=fingerprint).encode()
    handler = partial(_Handler, page, certificates.as_der(authority))
    try:
        server = _Server((host, port), handler)
    except OSError:
        server = _Server((host, 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return int(server.server_port)
