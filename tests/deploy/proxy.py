"""nginx as deploy/nginx.conf sets it up, on ports of this machine and without TLS."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.server.harness import PATIENCE, Server, hold_a_port

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
PROGRAMS = "/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin"
FOLDERS = ("client_body", "proxy", "fastcgi", "scgi", "uwsgi")


def program() -> str:
    """The system's nginx; without one, the test is skipped."""
    return shutil.which("nginx", path=PROGRAMS) or pytest.skip("no nginx: apt-get install nginx-light")


def configured(folder: Path, changes: Sequence[tuple[str, str]]) -> Path:
    """The configuration with these changes, and with its files in this folder."""
    text = CONFIGURATION.read_text()
    kept = "".join(f"    {name}_temp_path {folder / name};\n" for name in FOLDERS)
    for old, new in (*changes, ("http {\n", f"http {{\n    access_log off;\n{kept}")):
        assert old in text, old
        text = text.replace(old, new)
    file = folder / "nginx.conf"
    owner = "user root;\n" if os.geteuid() == 0 else ""  # else nobody, who may not enter the tests' folders
    begins = f"daemon off;\npid {folder / 'pid'};\nerror_log {folder / 'error.log'} error;\n"
    file.write_text(owner + begins + text)
    return file


class Proxy(Server):
    """nginx in front of these servers; to whoever connects, it is one of them.  `changes`: as of `configured`."""

    def __init__(self, folder: Path, servers: Sequence[Server], changes: Sequence[tuple[str, str]] = ()) -> None:
        folder.mkdir()
        self.log = folder / "error.log"
        self._ports = [hold_a_port() for _ in range(2)]
        self.port, plain = (int(held.getsockname()[1]) for held in self._ports)
        certificate = "/etc/letsencrypt/live/play.example.org"
        here = (
            ("listen 80 default_server;", f"listen 127.0.0.1:{plain} default_server;"),
            ("        listen 443 ssl default_server;\n        ssl_reject_handshake on;\n", ""),
            ("listen 80;", f"listen 127.0.0.1:{plain};"),
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};"),
            (f"        ssl_certificate {certificate}/fullchain.pem;\n", ""),
            (f"        ssl_certificate_key {certificate}/privkey.pem;\n", ""),
            ("server_name play.example.org;", "server_name 127.0.0.1 localhost;"),
            (
                "        server 127.0.0.1:8000 max_fails=0;\n",
                "".join(f"        server 127.0.0.1:{server.port} max_fails=0;\n" for server in servers),
            ),
        )
        self._nginx = subprocess.Popen([program(), "-p", folder, "-c", configured(folder, (*here, *changes))])
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._nginx.poll() is None, self.log.read_text()
            assert time.monotonic() < end, "nginx does not answer"
            time.sleep(0.02)

    def _answers(self) -> bool:
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        self._nginx.terminate()
        self._nginx.wait(PATIENCE)
        for held in self._ports:
            held.close()
