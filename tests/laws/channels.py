"""All ways by which anything reaches a seat, each as bytes, so that two tables can be compared through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec

from facedown.core.errors import FacedownError
from facedown.core.game import Move
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.play import outbound
from tests.laws.messages import messages_for
from tests.laws.positions import RECENT, receivers, twin_of

Receiver = int | None
Channel = Callable[[Table, Receiver], bytes]
EVERY_NTH = 23  # of the moves that a seat may not make, so many are tried at the table itself


class LeakError(AssertionError):
    """A seat could tell two positions apart that look the same to it."""


def view(table: Table, seat: Receiver) -> bytes:
    return encoded(table.view(seat))


def bots_view(table: Table, seat: Receiver) -> bytes:
    return bytes(table.observation(seat).tobytes())


def legal(table: Table, seat: Receiver) -> bytes:
    return encoded([] if seat is None else table.legal(seat))


def prompt(table: Table, seat: Receiver) -> bytes:
    return encoded(table.prompt(seat))


def aim(table: Table, seat: Receiver) -> bytes:
    return encoded(table.aim(seat))


def unplayable(table: Table, seat: Receiver) -> bytes:
    return encoded(table.contract.unplayable(table.view(seat), table.names))


def refusals(table: Table, seat: Receiver) -> bytes:
    """Why not, for every move that can be written down and may not be made."""
    if seat is None:
        return b""
    seen, may = table.view(seat), set(table.legal(seat))
    return encoded(
        [table.contract.refusal(seen, move, table.names) for move in every_move(table) if move not in may]
    )


def tries(table: Table, seat: Receiver) -> bytes:
    """What the table itself answers to moves that it refuses."""
    if seat is None:
        return b""
    may = set(table.legal(seat))
    return encoded([attempt(table, seat, move) for move in every_move(table)[::EVERY_NTH] if move not in may])


def log(table: Table, seat: Receiver) -> bytes:
    return encoded(table.log(seat, recent(table)))


def replay(table: Table, seat: Receiver) -> bytes:
    return encoded(outbound.frames(table, seat, recent(table) - 1))


def standing(table: Table, seat: Receiver) -> bytes:
    return encoded(table.standing)


def asked(table: Table, seat: Receiver) -> bytes:
    return encoded(table.asked)


def clock(table: Table, seat: Receiver) -> bytes:
    """How long the question waits, and who may act meanwhile."""
    return encoded([table.timing.seconds, table.free])


def timeout_move(table: Table, seat: Receiver) -> bytes:
    """What this seat does where it does nothing."""
    if seat not in table.asked or table.timing.seconds is None:
        return b""
    return encoded(table.contract.timeout_move(table.position(), seat, table.names))


def messages(table: Table, seat: Receiver) -> bytes:
    """What the server sends, with the number and the sizes of its messages."""
    told = messages_for(bare(table), seat, recent(table) - 1)
    sent = [encoded(message) for message in told if not isinstance(message, wire.Over)]  # that one lays all open
    return b"%d messages of %s bytes: " % (len(sent), encoded([len(message) for message in sent])) + b"\n".join(
        sent
    )


CHANNELS: Mapping[str, Channel] = {
    channel.__name__: channel
    for channel in (
        view, bots_view, legal, prompt, aim, unplayable, refusals, tries, log, replay, standing, asked, clock,
        timeout_move, messages,
    )
}  # fmt: skip


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def every_move(table: Table) -> list[Move]:
    notation: Any = vars(table.contract)["notation"]  # a game of records has one; the contract does not say
    return [Move(one.move, one.text) for one in notation.all_moves(table.names)]


def attempt(table: Table, seat: int, move: Move) -> tuple[str, str, str | None]:
    try:
        table.play(seat, move)
    except FacedownError as error:
        return type(error).__name__, str(error), getattr(error, "rule", None)
    raise AssertionError(f"{move} was no legal move of seat {seat}, and yet was accepted")


def recent(table: Table) -> int:
    return max(1, len(table.frames) - RECENT)


def bare(table: Table) -> Table:
    """The table without what lies further back than twins are dealt anew: the law has held for that already."""
    short = table.copy()
    del short.frames[: max(0, len(table.frames) - RECENT)]
    return short


def compare(table: Table, twin: Table, seat: Receiver, channels: Mapping[str, Channel] = CHANNELS) -> None:
    """Raises LeakError where something that `seat` receives differs between the two."""
    for name, channel in channels.items():
        here, there = channel(table, seat), channel(twin, seat)
        if here != there:
            at = next((i for i in range(len(here)) if here[: i + 1] != there[: i + 1]), len(here))
            about = slice(max(0, at - 40), at + 40)
            raise LeakError(
                f"{table.contract.id}, {len(table.names)} seats, frame {len(table.frames) - 1}: "
                f"seat {seat} can tell by its {name}: {here[about]!r} or {there[about]!r}"
            )


def compare_after_a_move(table: Table, twin: Table, seat: int, move: Move) -> None:
    """Both go on by the same move of `seat`.  If they look the same to it in the end, it was told as many things.

    (They may look different: the move may have brought to light what was hidden, for good or for a moment.)
    """
    compare_after(lambda each: each.play(seat, move), f"{move}", table, twin, seat)


def compare_when_time_is_out(table: Table, twin: Table, seat: Receiver) -> None:
    """The same, where nobody does anything."""
    compare_after(lambda each: each.wait(), "the clock", table, twin, seat)


def compare_after(step: Callable[[Table], None], what: str, table: Table, twin: Table, seat: Receiver) -> None:
    after, twin_after = table.copy(), twin.copy()
    before = len(table.frames)
    step(after)
    step(twin_after)
    here, there = (
        [frame.event and frame.event.kind for frame in outbound.frames(each, seat, before - 1)]
        for each in (after, twin_after)
    )
    if here != there and view(after, seat) == view(twin_after, seat):
        raise LeakError(
            f"{table.contract.id}, {len(table.names)} seats, frame {before - 1}: "
            f"after {what} seat {seat} was told of {here} or of {there}"
        )


def check_secrets(table: Table, luck: Random, *, everybody: bool = True) -> None:
    """The law at one position, for a seat that is asked, one that is not, and who watches; or for everybody."""
    some = receivers(table)
    if not everybody:
        some = [luck.choice(some), *table.asked[:1]]
    for seat in some:
        twin = twin_of(table, seat, luck.random())
        compare(table, twin, seat)
        if seat is not None and table.legal(seat):
            compare_after_a_move(table, twin, seat, luck.choice(table.legal(seat)))
        if table.timing.seconds is not None:
            compare_when_time_is_out(table, twin, seat)
