"""Helps phones to trust this machine's certificate authority: a page over plain HTTP, and what is printed."""

from __future__ import annotations

import io
import socket
import threading
from functools import partial
from html import escape
from pathlib import Path

import segno
import uvicorn
from litestar.types import Receive, Scope, Send

from facedown.server.network import certificates

FILE = "/facedown.crt"
POLICY = (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'")
EVERYWHERE = ("0.0.0.0", "::")
LAST_PORT = 65535
MOST = 200  # connections at once; who comes then is told to come again
MOST_HEAD = 2**13  # bytes of a request

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


class _Offer:
    """The ASGI application that serves the page, and the certificate."""

    def __init__(self, page: bytes, certificate: bytes) -> None:
        self._page, self._certificate = page, certificate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wants_file = scope["path"] == FILE
        body = self._certificate if wants_file else self._page
        kind = b"application/x-x509-ca-cert" if wants_file else b"text/html; charset=utf-8"
        headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), POLICY]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


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
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.bind((host, 0))
    listening.listen()
    offer = _Offer(page, certificates.as_der(authority))
    config = uvicorn.Config(
        offer,
        log_config=None,
        access_log=False,
        server_header=False,
        http="h11",
        h11_max_incomplete_event_size=MOST_HEAD,
        limit_concurrency=MOST,
        timeout_keep_alive=1,
        ws="none",
        lifespan="off",
    )
    server = partial(uvicorn.Server(config).run, sockets=[listening])
    threading.Thread(target=server, daemon=True).start()
    return int(listening.getsockname()[1])
