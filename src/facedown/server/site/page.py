"""The built page, and large answers: made once, sent compressed, and cached as long as possible."""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import re
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.response import Stream

STATIC = Path(__file__).parents[1] / "static"
COMPRESSES = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json")
IMMUTABLE = "public, max-age=31536000, immutable"  # a changed file has another name
REVALIDATE = "no-cache"
NAME = re.compile(r"(assets/)?[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}")  # of a file that may be sent

NOT_BUILT = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Facedown</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<h1>The page is not built yet</h1>
<p>The server is running, but the page that it should show is missing.
Run <code>make play</code> in the project's folder, or <code>python -m tools.build_client</code> there,
then reload this page.</p></html>"""


class File(msgspec.Struct, frozen=True):
    """A file of the page, ready to send."""

    body: bytes
    zipped: bytes | None
    kind: str
    tag: str
    keep: str


@functools.lru_cache(maxsize=256)
def _read(path: Path, _changed: int) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    zipped = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSES) and len(body) > 500 else None
    keep = IMMUTABLE if path.parent.name == "assets" else REVALIDATE
    return File(body, zipped, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', keep)


def find(name: str, folder: Path = STATIC) -> File | None:
    """A file of the page by its path in the folder; None if there is no such file, or it may not be sent."""
    path = folder / name
    if NAME.fullmatch(name) is None or not path.is_file():
        return None
    return _read(path, path.stat().st_mtime_ns)


def index(folder: Path = STATIC) -> File:
    """The page itself, which is the same for all its addresses."""
    return find("index.html", folder) or File(NOT_BUILT, None, "text/html", '"not-built"', "no-store")


def index_with(tags: str) -> File:
    """The page with these tags in its head, for programs that show previews of links."""
    plain = index()
    body = plain.body.replace(b"</head>", tags.encode() + b"</head>", 1)
    return File(body, None, plain.kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', REVALIDATE)


def not_found() -> Response[bytes]:
    """The page with status 404; it says that there is nothing at this address."""
    return Response(index().body, status_code=404, media_type="text/html", headers={"Cache-Control": "no-store"})


def respond(request: Request[object, object, State], file: File) -> Response[bytes]:
    """Send this file, unless the browser has it already."""
    headers = {"ETag": file.tag, "Cache-Control": file.keep, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    body = file.body
    if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.zipped
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=file.kind, headers=headers)


AS_GZIP = zlib.MAX_WBITS | 16
PIECE = 2**16  # bytes that are unpacked at a time
HEADERS = {"Vary": "Accept-Encoding"}
JSON = "application/json"


def packed(answer: object) -> bytes:
    """The answer as compressed JSON; the views of a whole game shrink to a hundredth."""
    return gzip.compress(msgspec.json.encode(answer), 6, mtime=0)


def respond_packed(request: Request[object, object, State], answer: bytes) -> Response[bytes] | Stream:
    """Send what `packed` returned, uncompressed to clients that do not accept gzip."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(answer, media_type=JSON, headers={**HEADERS, "Content-Encoding": "gzip"})
    return Stream(_pieces(answer), media_type=JSON, headers=HEADERS)


async def _pieces(answer: bytes) -> AsyncIterator[bytes]:
    unpacking = zlib.decompressobj(AS_GZIP)
    while piece := unpacking.decompress(answer, PIECE):
        yield piece
        answer = unpacking.unconsumed_tail
