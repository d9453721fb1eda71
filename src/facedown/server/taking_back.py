"""Taking moves back: who may, what they choose from, and what is told of it.

A person who tells the story sees everything, and may go back to before any move.  Where a bot tells it, nobody at
the table could say whether somebody who has seen an answer should be asked once more: answers to two choices are
more than a seat may know.  So while a person plays there nothing is taken back; among bots the host may do so, and
goes back by what everybody saw, which does not tell how much happened unseen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from facedown.core.errors import Illegal
from facedown.server import telling, wire
from facedown.server.store import Conflict
from facedown.server.telling import Receiver
from facedown.server.wire import Refused, sentence

if TYPE_CHECKING:
    from facedown.server.live import Ear, LiveTable
    from facedown.server.running import Running


def past(table: LiveTable, ear: Ear) -> tuple[wire.Step, ...]:
    """What this connection may choose from, the oldest first.  Raises Refused."""
    running, eyes = _may(table, ear)
    if eyes is not None:
        return tuple(
            wire.Step(n, made.seat, made.asked, made.text, made.when) for n, made in enumerate(running.made)
        )
    events, steps = running.logs.of(running.table, None), []
    for number, (move, frame) in enumerate(_seen_to_come_of(running).items()):
        text = events[frame].text if frame in events else ""
        steps.append(wire.Step(number, None, "", text, running.made[move].when))
    return tuple(steps)


async def take_back(table: LiveTable, ear: Ear, message: wire.Back) -> None:
    """Take back what this message says, write it down, and tell those who see a difference.

    Raises Refused or StorageError, and then the table is as it was.
    """
    running, eyes = _may(table, ear)
    running.check_back(eyes, message.at)
    moves = range(len(running.made)) if eyes is not None else list(_seen_to_come_of(running))
    before = running.saved()
    try:
        lost = running.take_back(moves[message.to] if message.to < len(moves) else len(running.made))
    except Illegal as error:
        raise Refused("illegal", sentence(error)) from error
    except Exception:
        running.restore(before)
        raise
    try:
        await table.keep(before)
    except Conflict as error:
        raise Refused("stale", "Another server has moved this table on; look again, then choose.") from error
    table.bots.hold_back(lost)
    table.tell_back_later(lost)


def told(
    running: Running,
    receiver: Receiver,
    lost: int,
    phase: Literal["lobby", "playing", "over"],
    series: wire.Series,
    clock: wire.Clock | None,
) -> wire.WentBack:
    """What one who sees a difference is told."""
    assert running.sights is not None, "something was taken back"
    now = telling.turn(running.table, receiver)
    return wire.WentBack(
        version=running.version_of(receiver),
        frame=running.frame_of(receiver),
        lost=lost,
        note=running.sights.note(receiver),
        phase=phase,
        series=series,
        view=now.view,
        asked=now.asked,
        free=now.free,
        prompt=now.prompt,
        legal=now.legal,
        cannot=now.cannot,
        standing=now.standing,
        clock=clock,
    )


def _may(table: LiveTable, ear: Ear) -> tuple[Running, Receiver]:
    """The game, and with whose eyes this connection may choose what to take back.  Raises Refused."""
    game, running, chairs = table.game, table.running, table.chairs
    if not game.host_seats:
        raise Refused(
            "illegal", f"In {game.title} no move is taken back: everybody who could say which plays along."
        )
    if running is None:
        raise Refused("not_started", "The game has not begun.")
    if any(chair.name != name for chair, name in zip(chairs, running.kept.names, strict=True)):
        raise Refused("over", "Somebody has got up or sat down since the end: what was played stays as it is.")
    players = len(chairs) - game.host_seats
    title = game.names_of(len(chairs))[-1].lower()
    if any(chair.held and chair.bot is None for chair in chairs[players:]):
        if ear.seat is None or ear.seat < players:
            raise Refused("not_yours", f"Only the {title} may take moves back.")
        return running, ear.seat
    if any(chair.held for chair in chairs[:players]):
        why = "who has seen an answer cannot be asked as if they had not"
        raise Refused("not_yours", f"With a bot as the {title} no move is taken back while people play: {why}.")
    if not ear.host:
        raise Refused("not_host", "Only the one who opened this table may take moves back.")
    return running, None


def _seen_to_come_of(running: Running) -> dict[int, int]:
    """The moves of which everybody saw that something came, each with the first frame that it brought."""
    assert running.sights is not None, "moves can be taken back"
    first: dict[int, int] = {}
    made = 0
    for frame in running.sights.seen(None):
        while made < len(running.made) and running.made[made].frames <= frame:
            made += 1
        if made:
            first.setdefault(made - 1, frame)
    return first
