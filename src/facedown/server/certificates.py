"""A certificate authority of this machine, for https on a home network, and how phones come to trust it.

Browsers install pages, keep the screen on and show notifications only for pages that come over https, and no public
authority certifies the names of a home network.  The authority made here can certify nothing but such names: its
certificate has name constraints (RFC 5280, 4.2.1.10).  A page over plain HTTP offers it to phones.
"""

from __future__ import annotations

import datetime as dt
import io
import ipaddress
import os
import socket
import threading
from collections.abc import Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import NamedTuple, TypeAlias

import ifaddr
import segno
import uvicorn
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from litestar.types import Receive, Scope, Send

from facedown.core.errors import FacedownError
from facedown.server.middleware import LOCAL

FOLDER = "https"
AUTHORITY_DAYS = 3650
DAYS = 397  # browsers accept no server's certificate that is valid for longer than 398 days
RENEW = dt.timedelta(days=30)  # before it expires
BACKDATED = dt.timedelta(days=1)  # for phones whose clocks are slow
HOME_NETWORKS = [
    ipaddress.ip_network(network)
    for network in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
]

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Host: TypeAlias = str | Address


class CertificateError(FacedownError):
    """The certificates cannot be stored."""


class Certificates(NamedTuple):
    """Files in PEM format that only their owner can read."""

    authority: Path
    certificate: Path
    key: Path


class _Pair(NamedTuple):
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def this_machine() -> list[Host]:
    """The names of this machine on its own network, then its addresses, the usual one first."""
    name = socket.gethostname().lower().partition(".")[0]
    names = ["localhost", *([name, f"{name}.local"] if _is_label(name) and name != "localhost" else [])]
    told = [ip.ip if ip.is_IPv4 else ip.ip[0] for card in ifaddr.get_adapters() for ip in card.ips]
    found = {ipaddress.ip_address(address) for address in ("127.0.0.1", "::1", *map(str, told))}
    usable = [address for address in found if _at_home(address) and not address.is_link_local]
    first = _usual_address()
    return [*names, *sorted(usable, key=lambda one: (one != first, one.is_loopback, one.version, int(one)))]


def _usual_address() -> Address | None:
    """The address from which this machine connects to others; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent; nobody has this address (RFC 5737)
        except OSError:
            return None
        return ipaddress.ip_address(probe.getsockname()[0])


def keep(folder: Path, hosts: Sequence[Host], now: dt.datetime | None = None) -> Certificates:
    """Return the certificate for these hosts, stored in `folder`; a valid one that is there already is kept.

    A new authority, which devices have to trust again, is made only if none there is valid long enough.
    Raises CertificateError if they cannot be stored.
    """
    now = now or dt.datetime.now(dt.UTC)
    files = Certificates(folder / "authority.pem", folder / "certificate.pem", folder / "certificate.key")
    authority_key = folder / "authority.key"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        authority = _read(files.authority, authority_key)
        if authority is None or authority.certificate.not_valid_after_utc < now + dt.timedelta(days=DAYS):
            authority = _new_authority(now)
            _write(authority, files.authority, authority_key)
        hosts = [host for host in hosts if _may_certify(authority.certificate, host)]
        ours = _read(files.certificate, files.key)
        if ours is None or not _holds(ours.certificate, authority.certificate, hosts, now):
            _write(_new_certificate(authority, hosts, now), files.certificate, files.key)
    except OSError as error:
        raise CertificateError(f"the certificates cannot be stored in {folder}: {error.strerror}") from error
    return files


def as_listed(certificate: Path) -> tuple[str, str]:
    """The name under which devices list it, and its SHA-256 fingerprint as they show it: AB:CD:…"""
    told = x509.load_pem_x509_certificate(certificate.read_bytes())
    name = told.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
    return str(name), told.fingerprint(hashes.SHA256()).hex(":").upper()


def as_der(certificate: Path) -> bytes:
    """The same certificate in the form that phones install."""
    return x509.load_pem_x509_certificate(certificate.read_bytes()).public_bytes(serialization.Encoding.DER)


# -- making them --------------------------------------------------------------------------------------------------


def _new_authority(now: dt.datetime) -> _Pair:
    name = socket.gethostname().lower().partition(".")[0]
    local = [*LOCAL, *([name] if _is_label(name) and name not in LOCAL else [])]
    permitted = [*map(x509.DNSName, local), *map(x509.IPAddress, HOME_NETWORKS)]
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _name(f"Facedown on {name[:40]}")
    builder = (
        _builder(subject, subject, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
    )
    return _Pair(builder.sign(key, hashes.SHA256()), key)


def _new_certificate(authority: _Pair, hosts: Sequence[Host], now: dt.datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    builder = (
        _builder(_name("Facedown"), authority.certificate.subject, key, now, DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(_general(hosts)), critical=False)
        .add_extension(issuer, critical=False)
    )
    return _Pair(builder.sign(authority.key, hashes.SHA256()), key)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: dt.datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATED)
        .not_valid_after(now - BACKDATED + dt.timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates, key_cert_sign=signs_certificates, crl_sign=signs_certificates,
        content_commitment=False, key_encipherment=False, data_encipherment=False, key_agreement=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _general(hosts: Sequence[Host]) -> list[x509.GeneralName]:
    return [x509.DNSName(host) if isinstance(host, str) else x509.IPAddress(host) for host in hosts]


# -- what is there already ----------------------------------------------------------------------------------------


def _holds(ours: x509.Certificate, authority: x509.Certificate, hosts: Sequence[Host], now: dt.datetime) -> bool:
    """Whether it is this authority's, valid for all these hosts, and does not expire soon."""
    try:
        ours.verify_directly_issued_by(authority)
        names = ours.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (InvalidSignature, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    return ours.not_valid_after_utc > now + RENEW and set(_general(hosts)) <= set(names)


def _may_certify(authority: x509.Certificate, host: Host) -> bool:
    if not isinstance(host, str):
        return _at_home(host)
    permitted = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    names = [subtree.value for subtree in permitted if isinstance(subtree, x509.DNSName)]
    return any(host == name or host.endswith(f".{name}") for name in names)


def _at_home(address: Address) -> bool:
    return any(address in network for network in HOME_NETWORKS)


def _is_label(name: str) -> bool:
    return 0 < len(name) < 64 and name.isascii() and all(part.isalnum() for part in name.split("-"))


# -- files --------------------------------------------------------------------------------------------------------


def _read(certificate: Path, key: Path) -> _Pair | None:
    """The pair in these files; None if they are missing, damaged, or do not belong together."""
    try:
        told = x509.load_pem_x509_certificate(certificate.read_bytes())
        private = serialization.load_pem_private_key(key.read_bytes(), password=None)
    except (FileNotFoundError, ValueError):
        return None
    if not isinstance(private, ec.EllipticCurvePrivateKey) or private.public_key() != told.public_key():
        return None
    return _Pair(told, private)


def _write(pair: _Pair, certificate: Path, key: Path) -> None:
    private = pair.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _replace(key, private)
    _replace(certificate, pair.certificate.public_bytes(serialization.Encoding.PEM))


def _replace(file: Path, content: bytes) -> None:
    """Write a file that nobody else can read at any moment."""
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as writing:
        writing.write(content)
    new.replace(file)


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


async def _offered(page: bytes, certificate: bytes, scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application that serves the page, and the certificate."""
    wants_file = scope["path"] == FILE
    body = certificate if wants_file else page
    kind = b"application/x-x509-ca-cert" if wants_file else b"text/html; charset=utf-8"
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), POLICY]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def offer(host: str, port: int, authority: Path) -> str:
    """Serve the page that explains how to trust the games at this port; returns what to print about it."""
    names = [str(name) for name in this_machine() if _is_reachable(name)] if host in EVERYWHERE else [host]
    pages = [f"https://{f'[{name}]' if ':' in name else name}:{port}" for name in names or ["localhost"]]
    plain = _serve_offer(host, port + 1 if port < LAST_PORT else 0, authority, pages)
    address = f"{pages[0].replace('https', 'http', 1).rpartition(':')[0]}:{plain}"
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True)
    return (
        f"On this network: {', '.join(pages)}\n"
        f"A phone has to trust this machine's certificate once. It finds it, and what to do, at {address}\n"
        f"{drawn.getvalue()}"
        f"The certificate's fingerprint (SHA-256): {as_listed(authority)[1]}\n"
    )


def _is_reachable(name: Host) -> bool:
    """Whether a phone can reach this machine by this name or address."""
    if isinstance(name, str):
        return name.endswith(".local")
    return name.version == 4 and not name.is_loopback


def _serve_offer(host: str, port: int, authority: Path, pages: list[str]) -> int:
    """Serve the page in a thread, at this port or any free one if it is taken; returns the port."""
    links = " or ".join(f'<a href="{escape(page)}">{escape(page)}</a>' for page in pages)
    name, mark = as_listed(authority)
    page = PAGE.format(file=FILE, name=escape(name), links=links, fingerprint=mark).encode()
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.bind((host, 0))
    listening.listen()
    config = uvicorn.Config(
        partial(_offered, page, as_der(authority)),
        interface="asgi3",
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
