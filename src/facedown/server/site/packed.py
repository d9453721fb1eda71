"""Large answers: made once or beside the thread that serves people, kept packed, and sent as they are fetched."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import AsyncIterator

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.response import Stream

AS_GZIP = zlib.MAX_WBITS | 16
PIECE = 2**16  # bytes that are unpacked before the ones before them have been fetched
HEADERS = {"Vary": "Accept-Encoding"}
JSON = "application/json"


def packed(answer: object) -> bytes:
    """The answer as JSON, compressed: views of a whole game take a hundredth of it."""
    return gzip.compress(msgspec.json.encode(answer), 6, mtime=0)


def respond(request: Request[object, object, State], answer: bytes) -> Response[bytes] | Stream:
    """Send what `packed` has made; unpacked, piece by piece, to who cannot unpack it."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(answer, media_type=JSON, headers={**HEADERS, "Content-Encoding": "gzip"})
    return Stream(_pieces(answer), media_type=JSON, headers=HEADERS)


async def _pieces(answer: bytes) -> AsyncIterator[bytes]:
    unpacking = zlib.decompressobj(AS_GZIP)
    while piece := unpacking.decompress(answer, PIECE):
        yield piece
        answer = unpacking.unconsumed_tail
