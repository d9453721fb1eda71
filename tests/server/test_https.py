"""`facedown serve --https`: a certificate authority of this machine's own, and what it may certify."""

from __future__ import annotations

import contextlib
import datetime as dt
import hashlib
import http.client
import ipaddress
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect

from facedown.server import certificates
from tests.server.harness import run_alone

HOSTS: list[certificates.Host] = ["localhost", "den.local", ipaddress.ip_address("192.168.1.5")]
SOONER = 45.0  # seconds; a handshake usually has a minute
NOW = dt.datetime.now(dt.UTC)


class Secure(NamedTuple):
    port: int
    printed: str
    folder: Path


@contextlib.contextmanager
def serving(data: Path, *arguments: str, **environment: str) -> Iterator[Secure]:
    """A server with its own authority."""
    program = str(Path(sys.executable).with_name("facedown"))
    server = subprocess.Popen(
        [program, "serve", "--https", "--host", "127.0.0.1", "--port", "0", "--data", str(data), *arguments],
        env={**os.environ, "FACEDOWN_COMPILE": "0", **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout
    printed = ""
    while "fingerprint" not in printed:
        line = server.stdout.readline()
        assert line, f"the server did not start: {printed}"
        printed += line
    found = re.match(r"Facedown is at https://localhost:(\d+) ", printed)
    assert found
    try:
        yield Secure(int(found[1]), printed, data / certificates.FOLDER)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()
        server.stdout.close()


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secure]:
    with serving(tmp_path_factory.mktemp("secure")) as server:
        yield server


def trusting(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(folder / "authority.pem"))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_who_trusts_the_authority_reaches_page_and_socket(secure: Secure, host: str) -> None:
    context = trusting(secure.folder)
    address = f"https://{host}:{secure.port}"
    with urllib.request.urlopen(address + "/api/games", context=context) as answer:
        assert json.load(answer)
    wish = json.dumps({"game": "gotcha", "seats": 2}).encode()
    request = urllib.request.Request(address + "/api/tables", wish, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, context=context) as answer:
        code = json.load(answer)["table"]
    address = f"wss://{host}:{secure.port}/api/tables/{code}/socket"
    assert run_alone(lambda: greeted(address, context)) in ("table", "answer")


async def greeted(address: str, context: ssl.SSLContext) -> object:
    """What the first message of a table is.

    In one thread: websockets' client of threads reads in one while another writes, and over TLS waited for ever
    for an answer, once in about three hundred times.
    """
    async with connect(address, ssl=context, proxy=None, open_timeout=60) as line:
        await line.send(json.dumps({"do": "hello", "n": 1}))
        return json.loads(await line.recv())["is"]


def test_other_hosts_and_strangers_are_refused(secure: Secure) -> None:
    for context, host in ((trusting(secure.folder), "example.org"), (ssl.create_default_context(), "localhost")):
        with (
            socket.create_connection(("127.0.0.1", secure.port)) as plain,
            pytest.raises(ssl.SSLCertVerificationError),
        ):
            context.wrap_socket(plain, server_hostname=host)


def test_a_phone_finds_the_certificate_and_what_to_do(secure: Secure) -> None:
    found = re.search(r"at (http://127\.0\.0\.1:\d+)\n", secure.printed)
    told = re.search(r"SHA-256\): ([0-9A-F:]+)", secure.printed)
    assert found
    assert told
    with urllib.request.urlopen(found[1] + "/") as answer:
        page = answer.read().decode()
    assert "Certificate Trust Settings" in page
    assert "CA certificate" in page
    assert f"https://127.0.0.1:{secure.port}" in page
    assert told[1] in page
    with urllib.request.urlopen(found[1] + "/facedown.crt") as answer:
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert hashlib.sha256(answer.read()).hexdigest().upper() == told[1].replace(":", "")


def test_half_requests_for_the_certificate_leave_room_for_others_and_have_an_end(tmp_path: Path) -> None:
    certificates.keep(tmp_path, HOSTS)
    printed = certificates.offer("127.0.0.1", 65535, tmp_path / "authority.pem")
    found = re.search(r"at http://(127\.0\.0\.1):(\d+)\n", printed)
    assert found
    address = found[1], int(found[2])
    with contextlib.ExitStack() as lines:
        for more, status in ((80, 200), (certificates.MOST - 80, 503)):
            for _ in range(more):
                lines.enter_context(socket.create_connection(address, SOONER)).sendall(b"GET / HT")
            with contextlib.closing(http.client.HTTPConnection(*address, SOONER)) as other:
                other.request("GET", "/facedown.crt")
                answer = other.getresponse()
                assert answer.status == status
                found_it = answer.read() == certificates.as_der(tmp_path / "authority.pem")
                assert found_it is (status == 200)
    with socket.create_connection(address, SOONER) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: den.local\r\nX: " + b"x" * certificates.MOST_HEAD)
        assert line.recv(100).startswith(b"HTTP/1.1 400 ")
    with socket.create_connection(address, SOONER) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: den.local\r\n\r\n")
        while line.recv(2**16):
            pass  # until it hangs up by itself


def test_nobody_else_on_this_machine_may_read_the_keys(tmp_path: Path) -> None:
    certificates.keep(tmp_path / "https", HOSTS)
    assert (tmp_path / "https").stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "https").iterdir()} == {0o600}


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_second_start_uses_what_is_there(tmp_path: Path) -> None:
    certificates.keep(tmp_path, HOSTS)
    before = contents(tmp_path)
    certificates.keep(tmp_path, HOSTS[:2], NOW + dt.timedelta(days=300))
    assert contents(tmp_path) == before


def test_a_certificate_that_expires_or_lacks_a_host_is_renewed(tmp_path: Path) -> None:
    kept = certificates.keep(tmp_path, HOSTS)
    first = contents(tmp_path)
    certificates.keep(tmp_path, HOSTS, NOW + dt.timedelta(days=380))
    second = contents(tmp_path)
    assert second["certificate.pem"] != first["certificate.pem"]
    more = ipaddress.ip_address("10.0.0.7")
    certificates.keep(tmp_path, [*HOSTS, more], NOW + dt.timedelta(days=380))
    third = x509.load_pem_x509_certificate(kept.certificate.read_bytes())
    names = third.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert more in names.get_values_for_type(x509.IPAddress)
    assert contents(tmp_path)["authority.pem"] == first["authority.pem"]


def test_an_authority_that_expires_or_is_damaged_is_made_anew(tmp_path: Path) -> None:
    kept = certificates.keep(tmp_path, HOSTS)
    first = contents(tmp_path)
    certificates.keep(tmp_path, HOSTS, NOW + dt.timedelta(days=3400))
    second = contents(tmp_path)
    assert second["authority.pem"] != first["authority.pem"]
    assert second["certificate.pem"] != first["certificate.pem"]
    kept.authority.write_text("nonsense")
    certificates.keep(tmp_path, HOSTS)
    assert_trusted(kept, "localhost")


def test_names_of_the_internet_are_never_certified(tmp_path: Path) -> None:
    kept = certificates.keep(tmp_path, [*HOSTS, "bank.example", ipaddress.ip_address("8.8.8.8")])
    assert_trusted(kept, "den.local")
    assert_trusted(kept, "192.168.1.5")
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        assert_trusted(kept, "bank.example")


def test_whoever_steals_the_key_cannot_certify_a_name_of_the_internet(tmp_path: Path) -> None:
    kept = certificates.keep(tmp_path, HOSTS)
    authority = x509.load_pem_x509_certificate(kept.authority.read_bytes())
    stolen = serialization.load_pem_private_key((tmp_path / "authority.key").read_bytes(), None)
    ours = serialization.load_pem_private_key(kept.key.read_bytes(), None)
    assert isinstance(stolen, ec.EllipticCurvePrivateKey)
    assert isinstance(ours, ec.EllipticCurvePrivateKey)
    forged = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([]))
        .issuer_name(authority.subject)
        .public_key(ours.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - dt.timedelta(days=1))
        .not_valid_after(NOW + dt.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("bank.example")]), critical=True)
        .sign(stolen, hashes.SHA256())
    )
    kept.certificate.write_bytes(forged.public_bytes(serialization.Encoding.PEM))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        assert_trusted(kept, "bank.example")


def assert_trusted(kept: certificates.Certificates, host: str) -> None:
    """Raises SSLCertVerificationError if who trusts the authority does not accept the certificate for this host."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(kept.certificate, kept.key)
    here, there = socket.socketpair()

    def answer() -> None:
        try:
            with context.wrap_socket(there, server_side=True):
                pass
        except (ssl.SSLError, OSError):
            there.close()

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        with trusting(kept.authority.parent).wrap_socket(here, server_hostname=host):
            pass
    finally:
        here.close()
        thread.join()
