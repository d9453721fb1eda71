"""GotchaCards in writing: cards and moves, and chance outcomes that a record can fix.

first: Ann                       before a lot: she is Player 1, or starts the overtime; where lots are drawn
nine: Common Rock, Gotcha, ...   before the nine are dealt: what Player 1 will look through; up to nine
Ann holds: Common Rock, ...      before the nine are dealt: her hand; there is no draft then.  Hands that are
                                 not laid out, or not to five cards, are filled up by chance
deck: Draw Rock, Curse           at any time: the next cards to be drawn, the top one first
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from facedown.core.bits import WORD
from facedown.core.chance import stack
from facedown.core.errors import FacedownError
from facedown.core.event_names import EventNames
from facedown.core.game import Card, LegalMove, Seat
from facedown.core.questions import open_kind
from facedown.core.spelling import Names, fold, seat_named
from facedown.games.gotcha import cards, events, steps
from facedown.games.gotcha.arrays import Cards
from facedown.games.gotcha.cards import MOST_CARDS, CardKind, face_of
from facedown.games.gotcha.position import (
    BY_LOT,
    FULL_HAND,
    LANES,
    NINE,
    NOBODY,
    Position,
    must_shuffle,
    shuffle_trash,
    take,
)
from facedown.games.gotcha.rules import BE_FIRST, BE_SECOND, DONE, PAPER, ROCK, SCISSORS
from facedown.games.gotcha.words import OWN_RULE, RULE_OF, card_names

WORDS = {
    ROCK: "Throw rock",
    SCISSORS: "Throw scissors",
    PAPER: "Throw paper",
    DONE: "Done",
    BE_FIRST: "First",
    BE_SECOND: "Second",
}
Throw = Literal["Rock", "Scissors", "Paper"]
THROWS: dict[int, Throw] = {ROCK: "Rock", SCISSORS: "Scissors", PAPER: "Paper"}


def by_name(kinds: Sequence[CardKind]) -> Names:
    return Names(dict(enumerate(card_names(kinds))), example="`Common Rock` or `Gotcha`")


def all_cards(c: Cards) -> tuple[Card, ...]:
    return tuple(
        Card(card.name, card.text, card.type_name, None, card.copies, card.source, card.rule, face=face_of(card))
        for card in c.kinds
    )


def event_names(c: Cards) -> EventNames:
    """What happens, in words, and the cards of which it may be told."""
    return EventNames(
        events.NAMES,
        events.OF_CARD,
        dict(enumerate(c.of(card_names))),
        events.SCORING,
        RULE_OF,
        OWN_RULE,
        lambda options: impossible(options, c),
    )


def left_out(options: Mapping[str, object], c: Cards, seats: int) -> list[str]:
    """The cards of the advanced tier, where the starter tier is played."""
    tier = cards.TIERS.index(str(options["tier"]))
    return [card.name for card in c.kinds if card.tier > tier]


def impossible(options: Mapping[str, object], c: Cards) -> set[int]:
    """The events that need a throw, or a building block of which no card of the tier has any."""
    tier = cards.TIERS.index(str(options["tier"]))
    blocks = {effect.does for card in c.kinds if card.tier <= tier for effect in card.effects}
    found = {event for event, block in events.NEEDS.items() if block not in blocks}
    return found | {events.HANDS_DEALT} | (set() if options["start"] == "throw" else {events.THREW, events.THROWN})


class GotchaMove(LegalMove, frozen=True, omit_defaults=True):
    """A legal move: a card, a throw, what lies in a lane of a seat, or an answer without any of these."""

    throw: Throw | None = None
    seat: Seat | None = None
    lane: int | None = None  # from 0


def all_moves(names: Sequence[str], c: Cards) -> Iterator[GotchaMove]:
    yield from (GotchaMove(kind, name, name) for kind, name in enumerate(c.of(card_names)))
    yield from (GotchaMove(code, text, throw=THROWS.get(code)) for code, text in WORDS.items())
    for seat, name in enumerate(names):
        for lane in range(LANES):
            yield GotchaMove(WORD * (1 + seat) + lane, f"Cut {name} {lane + 1}", seat=seat, lane=lane)


def unwritten(words: str, names: Sequence[str]) -> str:
    """Why there is no such move, where all in it is known by name; "" if that is not the reason."""
    for name in names:
        if re.fullmatch(rf"cut {re.escape(name)} -?\d+", " ".join(words.split()), re.I):
            return "there is no such lane; they are counted from 1, the one beside the deck [6.5]"
    if re.fullmatch(r"throw\b.*", words.strip(), re.I):
        return "rock, scissors or paper is thrown [2.6]"
    return ""


# -- what a record lays out ---------------------------------------------------------------------------------------

LAID_OUT = ("first", "nine", "deck", "... holds")


def lay_out(s: Position, c: Cards, words: str, names: Sequence[str]) -> bool:
    """Lay out chance as a line says; False if the line says nothing of the kind.  Raises FacedownError."""
    what, colon, rest = words.partition(":")
    what = fold(what)
    if not colon:
        return False
    if what == "first":
        _lay_out_lot(s, seat_named(rest, names), names)
    elif what == "nine":
        _lay_out_nine(s, c, c.of(by_name).numbers(rest))
    elif what == "deck":
        _lay_out_deck(s, c, c.of(by_name).numbers(rest))
    elif what.endswith(" holds"):
        _lay_out_hand(s, c, seat_named(what.removesuffix(" holds"), names), c.of(by_name).numbers(rest), names)
    else:
        return False
    return True


def _lay_out_lot(s: Position, seat: int, names: Sequence[str]) -> None:
    """The next lot: for Player 1 of the match, for an overtime that may come, or after a round that nobody won."""
    if s.throws != BY_LOT:
        raise FacedownError("no lots are drawn here; write what both throw, as in `Ann: Throw rock` [2.6]")
    if open_kind(s) == steps.LOTS and s.starter != NOBODY:
        raise FacedownError(f"`start: {s.starter + 1}` says who goes first; leave this line out [2.1]")
    if open_kind(s) == steps.DEAL:
        if s.first != seat:
            raise FacedownError(
                f"{names[s.first]} is Player 1 of this round already; correct this line or leave it out [7.6]"
            )
    else:
        s.lot_laid_out = seat


def _lay_out_nine(s: Position, c: Cards, kinds: list[int]) -> None:
    _before_deal(s, "the nine")
    if s.hand_count.any():
        raise FacedownError("hands are laid out already, so there is no draft; leave this line out [2.2]")
    if len(kinds) > NINE:
        raise FacedownError(f"{len(kinds)} cards are too many; Player 1 is dealt nine [2.2]")
    if s.draft_count + s.stacked:
        raise FacedownError("cards of the deck are laid out already; write either `nine` or `deck` before the deal")
    _lay_out_deck(s, c, kinds)


def _lay_out_deck(s: Position, c: Cards, kinds: list[int]) -> None:
    """The cards come after those that are laid out already."""
    if must_shuffle(s):
        shuffle_trash(s)
    missing = stack(s, kinds)
    if missing:
        raise FacedownError(_why_missing(s, c, missing[0], kinds.count(missing[0])))


def _lay_out_hand(s: Position, c: Cards, seat: int, kinds: list[int], names: Sequence[str]) -> None:
    _before_deal(s, "hands")
    if s.stacked:
        raise FacedownError("cards of the deck are laid out already; put the hands before them")
    if s.hand_count[seat] + len(kinds) > FULL_HAND:
        raise FacedownError(f"a hand is {FULL_HAND} cards; name fewer for {names[seat]} [2.5]")
    if must_shuffle(s):
        shuffle_trash(s)
    for kind in kinds:
        loose = [int(card) for card in s.deck[: s.deck_left]]
        if kind not in loose:
            raise FacedownError(_why_missing(s, c, kind, kinds.count(kind)))
        loose.remove(kind)
        s.deck_left = len(loose)
        s.deck[: s.deck_left] = loose
        take(s, seat, kind)


def _before_deal(s: Position, what: str) -> None:
    if open_kind(s) == steps.ORDER:
        raise FacedownError(f"{what} are laid out after the answer `First` or `Second`; put this line below it")
    thrown_for = open_kind(s) in (steps.THROW, steps.COMPARE) and not s.overtime
    if open_kind(s) not in (steps.LOTS, steps.DEAL) and not thrown_for:
        raise FacedownError(
            f"{what} can only be laid out before the deal; put this line before the round's first move"
        )


def _why_missing(s: Position, c: Cards, kind: int, wanted: int) -> str:
    """Why a card cannot be laid out."""
    name, copies = c.of(card_names)[kind], int(c.copies_in[s.tier, kind])
    if copies == 0:
        return f"{name} is not in the {cards.TIERS[s.tier]} tier; choose the other tier, or leave it out [1.3]"
    if wanted > copies:
        return f"the deck has {name} only {'once' if copies == 1 else f'{copies} times'}; name it fewer times [1.3]"
    in_trash = name if kind in s.deck[MOST_CARDS - int(s.trash_count) :] else ""
    where = "lies in the trash" if in_trash else "lies elsewhere, or is laid out already"
    return f"no {name} is left in the deck: it {where}; leave it out"
