"""The Botch is Back in writing: cards and moves, and what a record may lay out before the deal.

first: Ann            who has the first turn
Ann is: Bookie        her role
Ann has: Sack         her item
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown.core.errors import FacedownError
from facedown.core.game import Card
from facedown.core.layout import Ints
from facedown.core.questions import open_kind
from facedown.core.spelling import Names, fold, seat_named
from facedown.games.botch import moves as m
from facedown.games.botch.cards import BY_NUMBER, COSTS, FIRST_ROLE, SETS, THREAT_OF, needs
from facedown.games.botch.cast import written
from facedown.games.botch.position import DEAL, NONE, Position

HOW_TO_WRITE = "write it as in `use Album`, `use Dancer on Bo`, `threaten Bo with Brew`, `swap with Bo` or `call`"
NAMES = {number: card.name for number, card in BY_NUMBER.items()}
ROLES = Names({number: name for number, name in NAMES.items() if number >= FIRST_ROLE}, kind="role")
ITEMS = Names({number: name for number, name in NAMES.items() if number < FIRST_ROLE}, kind="item")

CARDS = tuple(
    Card(
        card.name,
        card.text,
        "Item" if number < FIRST_ROLE else "Hidden role" if card.hidden else "Open role",
        None,
        1,
        card.source,
        card.rule,
        tuple(name for name, cards in SETS.items() if cards >> number & 1),
        tuple(BY_NUMBER[other].name for other in needs(number)),
    )
    for number, card in BY_NUMBER.items()
)

PLAIN = {
    m.READY: "ready",
    m.DONE: "done",
    m.EXCHANGE: "exchange",
    m.KEEP: "keep",
    m.CALL: "call",
    m.PASS: "pass",
    m.PAY: "pay",
    m.REFUSE: "refuse",
    m.LOOK_OWN: "look",
    m.DECLARE: "declare",
    m.REVEAL: "reveal",
    m.RETURN: "hand back",
    m.ACCEPT: "accept",
    m.PAY_FROM_STASH: "pay from stash",
}


def write_move(code: int, names: Sequence[str]) -> str:
    if code in PLAIN:
        return PLAIN[code]
    paid = " from stash" if m.spends_stash(code) else ""
    if m.is_threat(code):
        return f"threaten {names[m.target_in(code)]} with {NAMES[m.card_in(code)]}"
    if m.is_use(code):
        target, card = m.target_in(code), NAMES[m.card_in(code)]
        return f"use {card}{paid}" if target == NONE else f"use {card} on {names[target]}"
    if m.is_id(code):
        return f"ID {names[m.seat_to_id(code)]} as {NAMES[m.role_named(code)]}{paid}"
    if m.is_deal(code):
        name, diamonds = names[m.seat_in_deal(code)], m.diamonds_in_deal(code)
        if m.is_request(code):
            return f"ask {name} for {diamonds}"
        return f"{'offer' if m.is_offer(code) else 'give'} {name} {diamonds}{paid}"
    return f"swap with {names[code - m.SWAP_WITH]}"


def all_moves(names: Sequence[str]) -> Iterator[tuple[int, str]]:
    seats, diamonds = range(len(names)), range(1, m.MOST_GIVEN + 1)
    codes = [*PLAIN, *(m.SWAP_WITH + seat for seat in seats)]
    for card in NAMES:
        codes += [m.use_of(card, target) for target in (NONE, *seats)]
        codes += [m.use_from_stash(card)] if COSTS[card] else []
        codes += [m.threat_of(card, target) for target in seats if THREAT_OF[card]]
        if card >= FIRST_ROLE:
            codes += [code for seat in seats for code in (m.id_of(seat, card), m.id_from_stash(seat, card))]
    for deal in (m.gift_of, m.gift_from_stash, m.request_of, m.offer_of, m.offer_from_stash):
        codes += [deal(seat, n) for seat in seats for n in diamonds]
    return ((code, write_move(code, names)) for code in codes)


# -- what a record lays out ----------------------------------------------------------------------------------------


def lay_out(s: Position, words: str, names: Sequence[str]) -> bool:
    """Lay out chance as a line says; False where the line says nothing of the kind.  Raises FacedownError."""
    what, colon, rest = words.partition(":")
    what, rest = fold(what), rest.strip()
    if not colon:
        return False
    if what == "first":
        _check_before_deal(s)
        s.fed_lot = seat_named(rest, names)
    elif what.endswith(" is"):
        _feed_card(s, seat_named(what.removesuffix(" is"), names), ROLES.number(rest), names, s.roles)
    elif what.endswith((" has", " holds")):
        _feed_card(s, seat_named(what.rpartition(" ")[0], names), ITEMS.number(rest), names, s.items)
    else:
        return False
    return True


def _check_before_deal(s: Position) -> None:
    if open_kind(s) != DEAL:
        raise FacedownError("cards are laid out before the deal; put this line before the first move [1.4]")


def _feed_card(s: Position, seat: int, card: int, names: Sequence[str], held: Ints) -> None:
    """Deal this card: `held` are the roles or the items of all seats."""
    _check_before_deal(s)
    if not int(s.cast) >> card & 1:
        cast = written(int(s.cast))
        raise FacedownError(
            f"{NAMES[card]} is not in the game with `cast: {cast}`; write `cast: advanced`, or name it there [1.3]"
        )
    if held[seat] not in (NONE, card):
        raise FacedownError(f"{names[seat]} has {NAMES[int(held[seat])]} already; say it once")
    if any(held[other] == card for other in range(int(s.seats)) if other != seat):
        raise FacedownError(f"there is only one {NAMES[card]}, and somebody else has it [1.4]")
    held[seat] = card
    s.fed = int(s.fed) | 1 << card
