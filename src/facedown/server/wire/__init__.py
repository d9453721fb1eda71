"""The messages between page and server; nothing else is read or sent.

They are described in `docs/explanation/architecture.md`, "The wire".
"""

from __future__ import annotations

import json
from functools import reduce
from operator import or_

import msgspec

# All messages can be used from here, as `wire.Play` or `wire.Update`.
from facedown.server.wire.from_page import *  # noqa: F403 - see above
from facedown.server.wire.from_page import MAX_FRAME, MAX_MESSAGE, Counter, Refused, Said
from facedown.server.wire.from_table import *  # noqa: F403 - see above
from facedown.server.wire.from_table import Told
from facedown.server.wire.http import *  # noqa: F403 - see above

_messages: msgspec.json.Decoder[Said] = msgspec.json.Decoder(reduce(or_, Said.__subclasses__()))


def read(text: str) -> Said:
    """Decode a message.  Raises Refused."""
    if len(text) * 4 > MAX_MESSAGE and len(text.encode("utf-8", "surrogatepass")) > MAX_MESSAGE:
        raise Refused("too_large", f"A message may have {MAX_MESSAGE} bytes; this one has more.")
    try:
        return _messages.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("malformed", f"This is not a message that the table knows: {error}.") from error


def number_of(text: str) -> int | None:
    """The counter `n` of a message that is otherwise malformed, for its answer; None if it has none."""
    try:
        said = json.loads(text) if len(text) <= MAX_FRAME else None  # reads half an emoji, too
        return msgspec.convert(said["n"], Counter) if isinstance(said, dict) else None
    except (ValueError, KeyError, RecursionError, msgspec.ValidationError):
        return None


_encoder = msgspec.json.Encoder()


def write(message: Told) -> str:
    """Encode a message."""
    return _encoder.encode(message).decode()
