"""Moves: one is made, or some are taken back by whoever tells the story, or one's own slip.

A person in a host seat (the Storyteller) sees everything and may go back to before any move.  A bot in the host
seat cannot judge whether a player who has seen an answer may be asked again: answers to two choices are more than a
seat may know.  So while people play with a bot as the host, nothing can be undone.  Among bots alone the person who
opened the table may undo, and chooses from what everybody saw, which does not reveal how much happened unseen.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import partial

from facedown.core.errors import FacedownError, Illegal
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.play.match import Match
from facedown.server.play.outbound import Receiver
from facedown.server.rooms.change import Change
from facedown.server.rooms.outbox import Subscriber
from facedown.server.rooms.room import Room
from facedown.server.wire import Refused


def play(room: Room, subscriber: Subscriber, message: wire.Play) -> Change:
    """Make a move."""
    if subscriber.seat is None:
        raise Refused("not_yours", "You are watching; only a seat that is asked may move.")
    if message.key in room.done.get(subscriber.seat, ()):
        return Change()
    match = room.checked_match()
    if match.table.over:
        raise Refused("over", "The game is over; look back at it, or play again.")
    match.check_version(subscriber.seat, message.at)
    try:
        change = _made(room, match, subscriber.seat, message)
    except Refused as no:
        if no.why in ("illegal", "not_yours"):
            match.check_up_to_date(subscriber.seat, message.at)
        raise
    return change._replace(then=(*change.then, room.bots.person_acts))


def _made(room: Room, match: Match, seat: int, message: wire.Play) -> Change:
    """The move of this message, tried out.  Raises Refused."""
    try:
        move = room.game.read_value(message.move, match.table.names)
    except FacedownError as error:
        raise outbound.refusal(match.table, seat, error) from error
    is_full = match.written[seat] > room.limits.seat_kilobytes * 1024
    if is_full and not match.is_answer(seat, message.move):
        raise Refused("too_large", "You have made too many moves in this game; now you may only answer.")
    if move == room.game.pause and match.table.now(room.game.beat).seat == seat:
        raise Refused("not_yours", "The table goes on by itself when it is time; there is nothing to do.")
    return room.moved(seat, move, message.key)


def undo_moves(room: Room, subscriber: Subscriber, message: wire.Undo) -> Change:
    """Undo what this message names.  Raises Refused."""
    match, receiver = _undoing(room, subscriber)
    match.check_undo(receiver, message.at)
    return _taken_back(room, match, lambda: match.undo(_moves_before(match, receiver, message.to)))


def unplay(room: Room, subscriber: Subscriber, message: wire.Unplay) -> Change:
    """Take back a slip, this seat's own last move.  Raises Refused."""
    seat = subscriber.seat
    if seat is None:
        raise Refused("not_yours", "You are watching; there is no move of yours to take back.")
    match = room.checked_match()
    match.check_up_to_date(seat, message.at)
    return _taken_back(room, match, lambda: match.unplay(seat))


def _taken_back(room: Room, match: Match, take_back: Callable[[], Mapping[Receiver, int]]) -> Change:
    """Moves taken back; those who see a difference are told.

    `take_back` says how many lines each log has lost.  Raises Refused; the table is then unchanged.
    """
    before = match.snapshot()
    try:
        lost = take_back()
    except Illegal as error:
        raise Refused("illegal", wire.sentence(error)) from error
    except Exception:
        match.restore(before)
        raise
    return Change(tried=before, then=(partial(room.bots.hold_back, lost), partial(room.publish_undone_later, lost)))


def _undoing(room: Room, subscriber: Subscriber) -> tuple[Match, Receiver]:
    """The match, and whose view decides what this connection may undo.  Raises Refused if it may not undo."""
    seating, seat, players, title = room.seating, subscriber.seat, room.players, room.host_title
    if not room.game.host_seats:
        raise Refused(
            "illegal",
            f"In {room.game.title} no move can be taken back, because all who could decide about it are playing.",
        )
    match = room.checked_match()
    if any(state.name != name for state, name in zip(seating, match.stored_game.names, strict=True)):
        raise Refused("over", "The seats have changed since the game ended, so it can no longer be changed.")
    if any(state.held and state.bot is None for state in seating[players:]):
        if seat is None or seat < players:
            raise Refused("not_yours", f"Only the {title} may take moves back.")
        return match, seat
    if any(state.held for state in seating[:players]):
        why = "a player who has seen an answer cannot be asked again as if they had not"
        raise Refused("not_yours", f"With a bot as the {title} no move can be taken back while people play: {why}.")
    if not subscriber.host:
        raise Refused("not_host", "Only the person who opened this table may take moves back.")
    return match, None


def undoable(room: Room, subscriber: Subscriber, message: wire.Undoable) -> Change:
    """Which moves may be undone, the oldest first.  Raises Refused."""
    match, receiver = _undoing(room, subscriber)
    events = match.logs.of(match.table, receiver)
    told = sorted(events)
    if receiver is not None:
        steps = [
            wire.Step(
                n, made.seat, made.asked, made.move.text, made.when, bisect_left(told, made.frames),
                made.move == room.game.pause,
            )
            for n, made in enumerate(match.moves)
        ]  # fmt: skip
    else:
        noticed = enumerate(_publicly_noticed(match).items())
        steps = [
            wire.Step(
                n, None, "", events[frame].text if frame in events else "", match.moves[move].when,
                bisect_left(told, frame),
            )
            for n, (move, frame) in noticed
        ]  # fmt: skip
    return Change(answer={"undoable": tuple(steps)})


def _moves_before(match: Match, receiver: Receiver, step: int) -> int:
    """How many moves were made before this step of those `undoable`; all of them if there is no such step."""
    moves = range(len(match.moves)) if receiver is not None else list(_publicly_noticed(match))
    return moves[step] if step < len(moves) else len(match.moves)


def _publicly_noticed(match: Match) -> dict[int, int]:
    """The moves with a result that everybody saw, each with the first frame of that result."""
    assert match.visibility is not None, "moves can be undone"
    first: dict[int, int] = {}
    made = 0
    for frame in match.visibility[None].frames_seen():
        while made < len(match.moves) and match.moves[made].frames <= frame:
            made += 1
        if made:
            first.setdefault(made - 1, frame)
    return first
