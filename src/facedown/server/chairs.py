"""Who sits at a table, and what everybody may know of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from facedown.core.errors import BadOption
from facedown.core.facts import NAMES
from facedown.core.game import Game
from facedown.core.spelling import fold
from facedown.server.store import Change, KeptSeat, seat_changed
from facedown.server.wire import Refused, SeatInfo, sentence

RANDOM = "random"


class Chair(msgspec.Struct, frozen=True):
    """A seat: empty; a person's (there is a secret); a bot's; or a person's for whom a bot stands in."""

    name: str | None = None
    bot: str | None = None
    secret: str | None = None  # its hash

    @property
    def held(self) -> bool:
        return self.secret is not None

    @property
    def empty(self) -> bool:
        return self.secret is None and self.bot is None

    def info(self, here: bool) -> SeatInfo:
        """What everybody may know; `here`: does its person have a connection?"""
        if self.bot is not None:
            return SeatInfo(self.name, "bot", self.bot, True, self.held)
        return SeatInfo(self.name, "person" if self.held else "empty", None, here and self.held, self.held)

    def row(self, code: str, seat: int) -> Change:
        return seat_changed(code, seat, self.name, self.bot, self.secret)


EMPTY = Chair()


def chairs_from(kept: Sequence[KeptSeat]) -> list[Chair]:
    return [Chair(seat.name, seat.bot, seat.secret) for seat in kept]


def bot_names(game: Game) -> tuple[str, ...]:
    """The bots that can sit down at this game, the best first."""
    return (*(name for name in game.bots() if name != RANDOM), RANDOM)


def checked_bot(game: Game, name: str) -> str:
    """A bot's name as it is written.  Raises Refused."""
    for known in bot_names(game):
        if fold(known) == fold(name):
            return known
    there = ", ".join(bot_names(game))
    raise Refused("bad_option", f"{game.title} has no bot {name!r}; there are: {there}.")


def checked_name(game: Game, options: Mapping[str, Any], chairs: Sequence[Chair], seat: int, name: str) -> str:
    """A person's name for this seat, spaces tidied.  Raises Refused where it cannot be, or somebody here has it."""
    tidy = " ".join(name.split())
    others = [chair for other, chair in enumerate(chairs) if other != seat]
    if any(chair.held and fold(chair.name or "") == fold(tidy) for chair in others):
        raise Refused("taken", f"Somebody here is called {tidy} already; take another name.")
    try:
        game.new(filled(game, [tidy if other == seat else None for other in range(len(chairs))]), **options)
    except BadOption as error:
        raise Refused("bad_option", sentence(error)) from error
    return tidy


def filled(game: Game, names: Sequence[str | None]) -> list[str]:
    """These names, and for those who have none the first that nobody has; no player's seat says what it is."""
    used = {fold(name) for name in names if name is not None}
    free = iter(name for name in NAMES if fold(name) not in used)
    players = len(names) - game.host_seats
    whole = list(names)
    for seat, title in enumerate(game.names_of(len(names))):
        if whole[seat] is None:
            whole[seat] = title if seat >= players and fold(title) not in used else next(free)
    return [name for name in whole if name is not None]


def renamed(game: Game, chairs: Sequence[Chair]) -> list[Chair]:
    """The same chairs, every bot with a name of its own that no person has; empty chairs have none."""
    kept: list[str | None] = []
    taken = {fold(chair.name or "") for chair in chairs if chair.held}
    for chair in chairs:
        keep = chair.held or (chair.bot is not None and chair.name is not None and fold(chair.name) not in taken)
        kept.append(chair.name if keep else None)
        taken |= {fold(chair.name or "")} if keep else set()
    return [
        chair if chair.held else Chair(name if chair.bot is not None else None, chair.bot)
        for chair, name in zip(chairs, filled(game, kept), strict=True)
    ]
