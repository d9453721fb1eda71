"""What the people at a High Card table read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from facedown.core.bits import holds
from facedown.core.game import Event, Refusal
from facedown.core.questions import OVER
from tests.sample_game.notation import NAMES_OF_CARDS
from tests.sample_game.rules import CARDS, CHOOSE, CHOSE, DEALT, DREW, HURRY, TOOK, WAIT, Position

Kind = Literal["deal", "choose", "take", "draw", "hurry"]
KINDS: dict[int, Kind] = {DEALT: "deal", CHOSE: "choose", TOOK: "take", DREW: "draw", HURRY: "hurry"}
SENTENCES = {"choose": ("chooses", "2.1"), "take": ("takes the trick with", "2.1"), "draw": ("draws", "2.3")}


class Chosen(msgspec.Struct, frozen=True):
    seat: int
    card: str | None  # None: face-down


class Happened(msgspec.Struct, frozen=True):
    kind: Kind
    seat: int | None
    card: str | None  # None: one that this seat does not see, or none


class View(msgspec.Struct, frozen=True):
    """All that a seat may know."""

    seat: int | None
    seats: int
    trick: int
    asked: tuple[int, ...]
    question: str | None
    timed: bool
    hurry: bool
    hand: tuple[str, ...]
    hand_counts: tuple[int, ...]
    deck_left: int
    chosen: tuple[Chosen, ...]
    tricks: tuple[int, ...]
    event: Happened | None
    over: bool


def show(v: Any, names: Sequence[str]) -> View:
    seats = range(int(v.seats))
    return View(
        seat=int(v.seat) if v.seat >= 0 else None,
        seats=len(seats),
        trick=int(v.trick) + 1,
        asked=tuple(seat for seat in seats if holds(v.waiting, seat)),
        question="choose" if v.kind == CHOOSE else None,
        timed=bool(v.timed),
        hurry=bool(v.hurry),
        hand=tuple(NAMES_OF_CARDS[card] for card in range(CARDS) if holds(v.hand[0], card)),
        hand_counts=tuple(int(v.hand_counts[seat]) for seat in seats),
        deck_left=int(v.deck_left),
        chosen=tuple(Chosen(seat, _card(v.chosen[seat])) for seat in seats if holds(v.chosen_by, seat)),
        tricks=tuple(int(v.tricks[seat]) for seat in seats),
        event=_event(v),
        over=bool(v.kind == OVER),
    )


def _event(v: Any) -> Happened | None:
    if v.event == 0:
        return None
    return Happened(KINDS[int(v.event)], int(v.event_seat) if v.event_seat >= 0 else None, _card(v.event_card))


def _card(card: int) -> str | None:
    return NAMES_OF_CARDS[card] if card >= 0 else None


def tell(v: View, names: Sequence[str]) -> Event | None:
    if v.event is None:
        return None
    if v.event.kind == "hurry":
        return Event("hurry", "There is no time left to wait.", rule="4.2")
    if v.event.seat is None:
        return Event("deal", "The cards are dealt.", rule="1.1")
    card = f"the [{v.event.card}]" if v.event.card else "a card"
    does, rule = SENTENCES[v.event.kind]
    return Event(v.event.kind, f"{names[v.event.seat]} {does} {card}.", v.event.seat, rule)


def prompt(v: View, names: Sequence[str]) -> str:
    if v.over:
        return "The game is over."
    if v.seat in v.asked:
        return "Choose a card."
    return f"Waiting for {', '.join(names[seat] for seat in v.asked) or 'the deal'}."


def aim(v: View, names: Sequence[str]) -> str:
    return "Most tricks win"


def refusal(v: View, move: int, names: Sequence[str]) -> Refusal:
    if move == WAIT:
        return (
            Refusal("there is no time left to wait", "4.2") if v.hurry else Refusal("no clock runs for you", "4.1")
        )
    card = NAMES_OF_CARDS[move]
    if card not in v.hand:
        return Refusal(f"you do not hold the {card}")
    if card == "Twelve" and v.trick == 1 and len(v.hand) > 1:
        return Refusal("the Twelve stays in hand during the first trick", "2.2")
    return Refusal("this is not the time to choose a card", "2.1")


def unplayable(v: View, names: Sequence[str]) -> list[tuple[str, Refusal]]:
    kept = v.trick == 1 and "Twelve" in v.hand and len(v.hand) > 1
    return [("Twelve", refusal(v, NAMES_OF_CARDS.index("Twelve"), names))] if kept else []


def standing(s: Position) -> str:
    return "tricks: " + ", ".join(str(int(s.tricks[seat])) for seat in range(s.seats))
