"""Talk, opened or closed by the host, and where the table talks aloud."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

from facedown.server import wire
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.storage import statements
from facedown.server.verbs.checks import host_only
from facedown.server.wire import Refused

LONGEST_LINK = 1000


def talk(room: Room, subscriber: Subscriber, message: wire.Talk) -> Change:
    """Open or close Talk for everybody at the table."""
    host_only(subscriber)
    return Change(
        (statements.talk_set(room.code, is_open=message.open),),
        then=(partial(setattr, room, "talk", message.open),),
        told=(wire.TalkIs(message.open),),
    )


def voice(room: Room, subscriber: Subscriber, message: wire.Voice) -> Change:
    """Give everybody at the table a link to where they talk aloud, or take it away.  Raises Refused."""
    host_only(subscriber)
    link = None if message.link is None else checked_link(message.link)
    return Change(
        (statements.voice_set(room.code, link),),
        then=(partial(setattr, room, "voice", link),),
        told=(wire.VoiceIs(link),),
    )


def checked_link(link: str) -> str:
    """This link, if every browser opens the same place by it, over a private line.  Raises Refused."""
    link = link.strip()
    try:
        parts = urlsplit(link)
        plain = link.isascii() and link.isprintable() and not set(link) & set(' \\"<>')
        somewhere = bool(parts.hostname) and parts.port != 0 and "@" not in parts.netloc
        good = plain and parts.scheme == "https" and somewhere and len(link) <= LONGEST_LINK
    except ValueError:
        good = False
    if not good:
        raise Refused(
            "malformed",
            f"A link to a call begins with https://, has no spaces and at most {LONGEST_LINK} characters; "
            "copy it from the call.",
        )
    return link
