"""How High Card's moves are written, and what a record may lay out: `Ann holds: Two, Five` and `deck: Nine`."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.bits import popcount
from facedown.core.chance import stack
from facedown.core.errors import Illegal
from facedown.core.game import Card, LegalMove
from tests.sample_game.rules import DEAL, WAIT, Position

NAMES_OF_CARDS = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
CARD_OF = {name.lower(): card for card, name in enumerate(NAMES_OF_CARDS)}
CARDS = [Card(name, "The higher card takes the trick.", "", card + 1) for card, name in enumerate(NAMES_OF_CARDS)]


def all_moves(names: Sequence[str]) -> list[LegalMove]:
    return [*map(LegalMove, range(len(NAMES_OF_CARDS)), NAMES_OF_CARDS), LegalMove(WAIT, "Wait")]


LAID_OUT = ("deck", "... holds")


def lay_out(s: Position, words: str, names: Sequence[str]) -> bool:
    head, colon, rest = words.partition(":")
    head, seats = head.strip().lower(), {f"{name} holds".lower(): seat for seat, name in enumerate(names)}
    if not colon or head not in (*seats, "deck"):
        return False
    cards = [_card(word) for word in rest.split(",")]
    if head != "deck":
        held = popcount(s.hand[seats[head]])
        if s.kind[s.depth] != DEAL or held + len(cards) > s.hand_size:
            raise Illegal(
                f"a hand of at most {s.hand_size} cards is laid out, before the deal; {words!r} is not that"
            )
    if missing := stack(s, cards):
        raise Illegal(f"the {NAMES_OF_CARDS[missing[0]]} is not in the deck any more")
    if head != "deck":
        for card in cards:
            _hand_out(s, seats[head], card)
    return True


def _hand_out(s: Position, seat: int, card: int) -> None:
    place = [int(c) for c in s.deck[: s.deck_left]].index(card)
    s.deck[place : s.deck_left - 1] = s.deck[place + 1 : s.deck_left]
    s.deck_left -= 1
    s.stacked -= 1
    s.hand[seat] |= 1 << card


def _card(word: str) -> int:
    if word.strip().lower() not in CARD_OF:
        raise Illegal(f"{word.strip()!r} is not a card; write its number, like Seven")
    return CARD_OF[word.strip().lower()]
