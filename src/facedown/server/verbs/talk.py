"""What people say in Talk, the faces that they make, where the table talks aloud, and reports of what was said."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit

from facedown.core.spelling import has_piled_marks, unreadable
from facedown.server import metrics, wire
from facedown.server.limits import Bucket
from facedown.server.play import outbound
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.rooms.seating import is_blank
from facedown.server.storage import rows
from facedown.server.verbs.seats import addresses, host_only
from facedown.server.wire import Refused


def say(room: Room, subscriber: Subscriber, message: wire.Say) -> Change:
    """A line of Talk.  Raises Refused."""
    if subscriber.seat is None:
        raise Refused("not_yours", "Take a seat to talk at this table.")
    if not room.talk and not subscriber.host:
        raise Refused("not_yours", "The host has closed Talk at this table.")
    players, match = room.players, room.match_in_play
    if match is not None and (quiet := match.table.now(match.game.quiet)) and subscriber.seat < players:
        raise Refused("not_yours", quiet)
    text = " ".join(message.text.split())
    if is_blank(text) or has_piled_marks(text):
        raise Refused("malformed", "There is nothing in this message that can be read.")
    if unreadable(text):
        raise Refused("malformed", "There are characters in this message that nobody can see. Leave them out.")
    if len(text) > wire.MAX_CHAT:
        raise Refused("too_large", f"A line may have {wire.MAX_CHAT} characters; this one has {len(text)}.")
    if message.key in room.done.get(subscriber.seat, ()):
        return Change()
    if room.store.is_nearly_full:
        raise Refused("storage", "This server is nearly full; what is left is kept for moves. Talk another way.")
    return room.said(subscriber.seat, text, message.key)


FACES = (0.4, 3)  # that one seat may make: a second, and at once


def react(room: Room, subscriber: Subscriber, message: wire.React) -> Change:
    """A face that everybody sees, and nothing else.  Raises Refused, also for too many of them."""
    seat, match = subscriber.seat, room.match_in_play
    if seat is None or match is None:
        raise Refused("not_yours", "Faces are made by those who play, while they play.")
    if quiet := match.table.now(match.game.quiet):
        raise Refused("not_yours", quiet)
    if not room.faces_made.setdefault(seat, Bucket(*FACES)).take():
        raise Refused("too_fast", "That was many faces in a short time. Wait a moment.")
    return Change(told=(wire.Reacted(seat, message.expression),))


LONGEST_LINK = 1000


def talk(room: Room, subscriber: Subscriber, message: wire.Talk) -> Change:
    """Open or close Talk for everybody at the table."""
    host_only(subscriber)
    return _for_all(room, "talk", message.open, wire.TalkIs(message.open))


def voice(room: Room, subscriber: Subscriber, message: wire.Voice) -> Change:
    """Give everybody at the table a link to where they talk aloud, or take it away.  Raises Refused."""
    host_only(subscriber)
    link = None if message.link is None else checked_link(message.link)
    return _for_all(room, "voice", link, wire.VoiceIs(link))


def _for_all(room: Room, what: str, value: object, told: wire.Told) -> Change:
    """The host has set this for everybody at the table."""
    return Change(
        (rows.table_changed(room.code, **{what: value}),), then=(partial(setattr, room, what, value),), told=(told,)
    )


def ping(room: Room, subscriber: Subscriber, message: wire.Ping) -> Change:
    """The time of the table's clock."""
    return Change(answer={"now": room.timekeeper.now()})


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


OFTEN = (1 / 120, 4)  # reports that one address may send from a table: a second, and at once
LINES = 20  # of what the person said last, in a report


def report(room: Room, subscriber: Subscriber, message: wire.ReportPerson) -> Change:
    """A report about the person in a seat.  Raises Refused."""
    seat, why = message.seat, " ".join(message.why.split())
    if seat >= len(room.seating) or not room.seating[seat].held or seat == subscriber.seat:
        raise Refused("bad_option", "Reports are about another person who has a seat at this table.")
    if not why or not why.isprintable():
        raise Refused("malformed", "Say in a few words what happened.")
    if room.store.is_nearly_full:
        raise Refused("storage", "This server is nearly full; what is left is kept for moves.")
    if not room.reports.setdefault(subscriber.origin, Bucket(*OFTEN)).take():
        raise Refused("too_fast", "You have sent several reports just now; wait a few minutes.")
    name, origins = room.seating[seat].name or "", sorted(addresses(room, seat))
    said = [line.text for line in room.chat if (line.seat, line.name) == (seat, name)][-LINES:]
    reported = rows.reported(room.code, name, origins[0] if origins else None, why, said)
    return Change((reported,), then=(metrics.REPORTS.inc,))


def unsay(room: Room, subscriber: Subscriber, message: wire.Unsay) -> Change:
    """Delete what this person has said in Talk, in whichever seat and under whichever name.  Raises Refused."""
    if subscriber.seat is None or (who := room.seating[subscriber.seat].secret) is None:
        raise Refused("not_yours", "You have no seat here, and so nobody knows what you have said.")

    def follow() -> None:
        room.chat = [line for line in room.chat if line.who != who]
        room.tell_all(wire.Lines(outbound.lines(room.chat)))

    return Change((rows.lines_deleted(room.code, who),), then=(follow,))
