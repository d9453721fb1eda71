"""Large answers: made once or in another thread, kept compressed, and sent piece by piece."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import AsyncIterator

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.response import Stream

AS_GZIP = zlib.MAX_WBITS | 16
PIECE = 2**16  # bytes that are unpacked at a time
HEADERS = {"Vary": "Accept-Encoding"}
JSON = "application/json"


def packed(answer: object) -> bytes:
    """The answer as compressed JSON; the views of a whole game shrink to a hundredth."""
    return gzip.compress(msgspec.json.encode(answer), 6, mtime=0)


def respond(request: Request[object, object, State], answer: bytes) -> Response[bytes] | Stream:
    """Send what `packed` returned, uncompressed to clients that do not accept gzip."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(answer, media_type=JSON, headers={**HEADERS, "Content-Encoding": "gzip"})
    return Stream(_pieces(answer), media_type=JSON, headers=HEADERS)


async def _pieces(answer: bytes) -> AsyncIterator[bytes]:
    unpacking = zlib.decompressobj(AS_GZIP)
    while piece := unpacking.decompress(answer, PIECE):
        yield piece
        answer = unpacking.unconsumed_tail
