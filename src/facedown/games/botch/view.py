"""What one seat may know, as people and the page get it."""

from __future__ import annotations

from typing import Literal

import msgspec

from facedown.core.game import Seat
from facedown.games.botch.events import Kind

Question = Literal[
    "peek", "eyes", "turn", "swap", "look", "call", "shown", "threat", "request", "offer", "save", "rescue",
    "spoil",
]  # fmt: skip
TellCast = Literal["all", "open"]
Purpose = Literal["action", "threat", "save", "rescue"]


class Use(msgspec.Struct, frozen=True):
    """A card that somebody says they use."""

    seat: Seat
    card: str
    on: Seat | None
    purpose: Purpose


class Happened(msgspec.Struct, frozen=True):
    """What happened last; `number`, `about` and `other` are those of events.py."""

    kind: Kind
    seat: Seat | None
    card: str | None
    number: int
    about: int
    other: int


class View(msgspec.Struct, frozen=True):
    """What one seat may know; seats are numbers from 0, cards are names, None if a card is hidden or gone."""

    seat: Seat | None
    seats: int
    in_game: tuple[str, ...]  # the cards that are dealt from; which of them lie in the box, nobody knows [1.7]
    tell_cast: TellCast  # "open": of the Hidden roles in `in_game`, nobody is told which are in
    turn: Seat | None
    turns: int
    asked: tuple[Seat, ...]
    question: Question | None
    bank: int
    roles: tuple[str | None, ...]
    items: tuple[str | None, ...]
    role_up: tuple[bool, ...]
    item_up: tuple[bool, ...]
    diamonds: tuple[int, ...]  # those that are not stashed
    stash: tuple[int, ...]
    hurt: tuple[int, ...]
    alive: tuple[bool, ...]
    started: tuple[bool, ...]
    first: bool  # whether it is this seat's first turn
    use: Use | None
    victim: Seat | None  # who is hurt, while a hurt is answered
    looking_at: Seat | None
    swapping_with: Seat | None
    swapper: Seat | None
    payer: Seat | None  # who has paid to be shown a role, ...
    shower: Seat | None  # ... whose it is, and what it was said to be
    named: str | None
    request: int | None
    asker: Seat | None
    declarer: Seat | None
    deals_left: int  # how many more deals this seat may make while this question is open
    held_up: Question | None  # the question that goes on when a request or an offer is answered
    winners: tuple[Seat, ...]
    event: Happened | None
    over: bool
    opened: bool  # whether everything is turned up, to look back at the game
