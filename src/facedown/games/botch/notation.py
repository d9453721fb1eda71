"""The Botch is Back in writing: cards and moves, and chance outcomes that a record can fix before the deal.

first: Ann            who has the first turn
Ann is: Bookie        her role
Ann has: Sack         her item
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from facedown.core.errors import FacedownError
from facedown.core.event_names import EventNames
from facedown.core.game import Card, LegalMove, Seat
from facedown.core.layout import Ints
from facedown.core.questions import open_kind
from facedown.core.spelling import Names, fold, seat_named
from facedown.games.botch import codes, events, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import BotchCard, in_one, needs, numbers, sets
from facedown.games.botch.cast import impossible, written
from facedown.games.botch.position import NONE, Position
from facedown.games.botch.sentences import RULE_OF
from facedown.games.botch.table import is_among, is_role


def card_names(kinds: Sequence[BotchCard]) -> dict[int, str]:
    return {number: card.name for number, card in numbers(kinds).items()}


def roles(kinds: Sequence[BotchCard]) -> Names:
    names = card_names(kinds)
    return Names({number: name for number, name in names.items() if is_role(number)}, kind="role")


def items(kinds: Sequence[BotchCard]) -> Names:
    names = card_names(kinds)
    return Names({number: name for number, name in names.items() if not is_role(number)}, kind="item")


def all_cards(c: Cards) -> tuple[Card, ...]:
    return tuple(
        Card(
            card.name,
            card.text,
            "Hidden role" if card.hidden else "Open role" if is_role(number) else "Item",
            None,
            1,
            card.source,
            card.rule,
            tuple(name for name, cards in c.of(sets).items() if cards >> number & 1),
            tuple(c.of(numbers)[other].name for other in c.of(needs)[number]),
        )
        for number, card in c.of(numbers).items()
    )


def event_names(c: Cards) -> EventNames:
    """What happens, in words, and the cards of which it may be told."""
    return EventNames(
        events.NAMES,
        events.OF_CARD,
        c.of(card_names),
        rules=RULE_OF,
        impossible=lambda options: impossible(options, c),
    )


Does = Literal["answer", "use", "threaten", "swap", "name", "give", "offer", "ask"]
PLAIN = {
    codes.READY: "ready",
    codes.DONE: "done",
    codes.EXCHANGE: "exchange",
    codes.KEEP: "keep",
    codes.CALL: "call",
    codes.PASS: "pass",
    codes.PAY: "pay",
    codes.REFUSE: "refuse",
    codes.LOOK_OWN: "look",
    codes.DECLARE: "declare",
    codes.REVEAL: "reveal",
    codes.RETURN: "hand back",
    codes.ACCEPT: "accept",
    codes.PAY_FROM_STASH: "pay from stash",
}


class BotchMove(LegalMove, frozen=True, omit_defaults=True):
    """A legal move: what it does, and with which card, seat and diamonds."""

    does: Does = "answer"
    answer: str = ""  # the word of an answer, or of what needs no card
    seat: Seat | None = None  # on whom, or with whom
    diamonds: int = 0
    stash: bool = False  # whether what it costs is paid from the stash


DEALS: tuple[tuple[Does, int, bool], ...] = (
    ("give", codes.GIVE, False),
    ("give", codes.GIVE_STASHED, True),
    ("ask", codes.ASK, False),
    ("offer", codes.OFFER, False),
    ("offer", codes.OFFER_STASHED, True),
)
FROM_STASH = " from stash"


def all_moves(names: Sequence[str], c: Cards) -> Iterator[BotchMove]:
    for code, answer in PLAIN.items():
        yield BotchMove(code, answer, answer=answer, stash=code == codes.PAY_FROM_STASH)
    for seat, name in enumerate(names):
        yield BotchMove(codes.SWAP_WITH + seat, f"swap with {name}", does="swap", seat=seat)
    for card in c.of(card_names):
        yield from _with_card(card, c, names)
    for does, word, stash in DEALS:
        for seat, name in enumerate(names):
            for n in range(1, codes.MOST_GIVEN + 1):
                text = f"{does} {name} for {n}" if does == "ask" else f"{does} {name} {n}{FROM_STASH * stash}"
                yield BotchMove(codes.deal_of(word, seat, n), text, does=does, seat=seat, diamonds=n, stash=stash)


def _with_card(card: int, c: Cards, names: Sequence[str]) -> Iterator[BotchMove]:
    called = c.of(card_names)[card]
    for code_of, stash in ((codes.use_of, False), (codes.use_from_stash, True))[: 2 if c.costs[card] else 1]:
        paid = FROM_STASH * stash
        yield BotchMove(code_of(card, NONE), f"use {called}{paid}", called, does="use", stash=stash)
        for seat, name in enumerate(names):
            text = f"use {called} on {name}{paid}"
            yield BotchMove(code_of(card, seat), text, called, does="use", seat=seat, stash=stash)
    for seat, name in enumerate(names if c.threat_of[card] else ()):
        text = f"threaten {name} with {called}"
        yield BotchMove(codes.threat_of(card, seat), text, called, does="threaten", seat=seat)
    for seat, name in enumerate(names if is_role(card) else ()):
        text = f"ID {name} as {called}"
        yield BotchMove(codes.id_of(seat, card), text, called, does="name", seat=seat)
        paid = text + FROM_STASH
        yield BotchMove(codes.id_from_stash(seat, card), paid, called, does="name", seat=seat, stash=True)


def unwritten(words: str, c: Cards, names: Sequence[str]) -> str:
    """Why there is no such move, where all in it is known by name; "" if that is not the reason."""
    said = " ".join(words.split())
    called = c.of(card_names)
    who, what = _one_of(names), _one_of(called.values())
    no_threat = _one_of(name for card, name in called.items() if not c.threat_of[card])
    if found := re.fullmatch(rf"threaten .+ with ({no_threat})", said, re.I):
        return f"{_called(found[1], called.values())} is no threat [5.1]"
    if re.fullmatch(rf"(?:give|offer) {who} -?\d+(?: from stash)?|ask {who} for -?\d+", said, re.I):
        return f"a deal is about 1 to {codes.MOST_GIVEN} diamonds [10.2]"
    if found := re.fullmatch(rf"ID {who} as ({what})(?: from stash)?", said, re.I):
        return f"{_called(found[1], called.values())} is an item, and a role is named [9.4]"
    if found := re.fullmatch(rf"use ({what})(?: on {who})? from stash", said, re.I):
        return f"{_called(found[1], called.values())} costs nothing that a stash could pay [7.7]"
    return ""


def _one_of(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, names))})"


def _called(name: str, cards: Iterable[str]) -> str:
    """The card as it is spelled."""
    return next(known for known in cards if fold(known) == fold(name))


# -- what a record lays out ----------------------------------------------------------------------------------------

LAID_OUT = ("first", "... is", "... has")


def lay_out(s: Position, c: Cards, words: str, names: Sequence[str]) -> bool:
    """Lay out chance as a line says; False if the line says nothing of the kind.  Raises FacedownError."""
    what, colon, rest = words.partition(":")
    what, rest = fold(what), rest.strip()
    if not colon:
        return False
    if what == "first":
        _check_before_deal(s)
        if s.begins:
            raise FacedownError(f"`start: {s.begins}` says who begins; leave this line out [1.6]")
        s.lot_laid_out = seat_named(rest, names)
    elif what.endswith(" is"):
        _feed_card(s, c, seat_named(what.removesuffix(" is"), names), c.of(roles).number(rest), names, s.roles)
    elif what.endswith((" has", " holds")):
        _feed_card(s, c, seat_named(what.rpartition(" ")[0], names), c.of(items).number(rest), names, s.items)
    else:
        return False
    return True


def _check_before_deal(s: Position) -> None:
    if open_kind(s) != steps.DEAL:
        raise FacedownError("cards are laid out before the deal; put this line before the first move [1.4]")


def _feed_card(s: Position, c: Cards, seat: int, card: int, names: Sequence[str], held: Ints) -> None:
    """Deal this card: `held` are the roles or the items of all seats."""
    _check_before_deal(s)
    if not is_among(s.cast, card):
        cast = written(in_one(s.cast), c)
        raise FacedownError(
            f"{c.of(card_names)[card]} is not in the game with `cast: {cast}`; "
            "write `cast: advanced`, or name it there [1.3]"
        )
    if held[seat] not in (NONE, card):
        raise FacedownError(f"{names[seat]} has {c.of(card_names)[int(held[seat])]} already; say it once")
    if any(held[other] == card for other in range(int(s.seats)) if other != seat):
        raise FacedownError(f"there is only one {c.of(card_names)[card]}, and somebody else has it [1.4]")
    held[seat] = card
    s.laid_out[card >> 6] |= 1 << (card & 63)
