"""Bayou Boss in writing: cards and moves, and chance outcomes that a record can fix.

Before a round is dealt, in any order, each line in part or not at all:

    dealer: Jenn                          before the first round
    characters: Heron, Python, ...        the six of the match, before the first round
    Stacey holds: Red 3, Blue 4, ...      dealt to her; up to seven suit cards
    trump: Yellow 4

and at any time, what is turned up or comes from the deck next:

    swamp: Heron, Raven, Red 1, ...       the next cards of the Swamp, from its first place on
    deck: Red 1, ...                      the next cards of the deck, after those laid out already
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from facedown.core.chance import stack
from facedown.core.errors import FacedownError
from facedown.core.event_names import EventNames
from facedown.core.game import Card, LegalMove, Seat
from facedown.core.questions import open_kind
from facedown.core.spelling import Names, counted, fold, seat_named
from facedown.games.bayou import cards, deck, events, steps
from facedown.games.bayou import position as p
from facedown.games.bayou.arrays import Cards
from facedown.games.bayou.cards import Character
from facedown.games.bayou.deck import NONE, add, how_many
from facedown.games.bayou.rules import IN_MATCH
from facedown.games.bayou.words import OWN_RULE, RULE_OF


def by_name(kinds: Sequence[Character]) -> Names:
    return Names(deck.card_names(kinds), example="`Red 3` or `Heron`")


def all_cards(c: Cards) -> tuple[Card, ...]:
    return (
        *(Card(card.name, card.text, "", None, card.copies, card.source, card.rule) for card in c.kinds),
        *(
            Card(name, "A suit card.", deck.SUITS[int(deck.SUIT_OF[card])], int(deck.VALUE_OF[card]), rule="1.3")
            for card, name in deck.SUIT_CARD_NAMES.items()
        ),
    )


def event_names(c: Cards) -> EventNames:
    """What happens, in words, and the cards of which it may be told."""
    return EventNames(
        events.NAMES,
        events.OF_CARD,
        c.of(deck.card_names),
        events.SCORING,
        RULE_OF,
        OWN_RULE,
        lambda options: impossible(options, c),
    )


def left_out(options: Mapping[str, object], seats: int) -> list[str]:
    """The suit cards that so few players do not use [1.3]."""
    suits, top = int(deck.SUITS_USED[seats]), int(deck.TOP_VALUE[seats])
    return [
        name
        for card, name in deck.SUIT_CARD_NAMES.items()
        if deck.SUIT_OF[card] >= suits or deck.VALUE_OF[card] > top
    ]


def impossible(options: Mapping[str, object], c: Cards) -> set[int]:
    """The events that need an effect which no Character has."""
    effects = {int(c.effect_of[card]) for card in deck.CHARACTER_NUMBERS}
    without_more = {cards.NOTHING, cards.NEW_TRUMP, cards.FROM_SWAMP}
    needed = {
        events.MARKED_HIGH: {cards.HIGH},
        events.MARKED_LOW: {cards.LOW},
        events.EXCHANGED: {cards.NEW_TRUMP},
        events.DREW: {cards.FROM_SWAMP},
        events.NO_EFFECT: without_more,
        events.TOOK_EFFECT: effects - without_more - {cards.HIGH, cards.LOW},
    }
    return {event for event, any_of in needed.items() if not effects & any_of}


class BayouMove(LegalMove, frozen=True, omit_defaults=True):
    """A legal move: a card, or the mark for a seat."""

    mark: Seat | None = None


def all_moves(names: Sequence[str], c: Cards) -> Iterator[BayouMove]:
    yield from (BayouMove(card, name, name) for card, name in c.of(deck.card_names).items())
    yield from (BayouMove(deck.CARD_NUMBERS + seat, f"mark {name}", mark=seat) for seat, name in enumerate(names))


# -- what a record lays out ----------------------------------------------------------------------------------------

LAID_OUT = ("dealer", "characters", "trump", "swamp", "deck", "... holds")


def lay_out(s: p.Position, c: Cards, words: str, names: Sequence[str]) -> bool:
    """Lay out chance as a line says; False if the line says nothing of the kind.  Raises FacedownError."""
    what, colon, rest = words.partition(":")
    what = fold(what)
    if not colon:
        return False
    if what == "dealer":
        _lay_out_dealer(s, seat_named(rest, names), names)
    elif what == "characters":
        _lay_out_characters(s, c, c.of(by_name).numbers(rest))
    elif what == "trump":
        _lay_out_trump(s, c, c.of(by_name).numbers(rest))
    elif what in ("swamp", "deck"):
        _lay_out_deck(s, c, c.of(by_name).numbers(rest), swamp=what == "swamp")
    elif what.endswith(" holds"):
        _lay_out_hand(s, c, seat_named(what.removesuffix(" holds"), names), c.of(by_name).numbers(rest), names)
    else:
        return False
    return True


def _lay_out_dealer(s: p.Position, seat: int, names: Sequence[str]) -> None:
    if open_kind(s) in (steps.CHARACTERS, steps.DEALER):
        if s.begins:
            raise FacedownError(f"`start: {s.begins}` says who deals first; leave this line out [2.1]")
        s.lot_laid_out = seat
    elif s.dealer != seat:
        rule = "7.3" if s.finished else "2.1"
        raise FacedownError(f"{names[int(s.dealer)]} deals this round [{rule}]; correct this line or leave it out")


def _lay_out_characters(s: p.Position, c: Cards, cards: list[int]) -> None:
    for card in cards:
        if card < deck.FIRST_SINGLE:
            raise FacedownError(
                f"{c.of(deck.card_names)[card]} is not one of the single Characters; leave it out [1.4]"
            )
        _join_match(s, c, card)
    if len(set(cards)) < len(cards):
        raise FacedownError("a Character is named twice; there is only one of each [1.4]")


def _join_match(s: p.Position, c: Cards, card: int) -> None:
    """A single Character that a record names must be one of the six."""
    chosen = int(s.characters) | 1 << (card - deck.FIRST_SINGLE)
    if chosen == s.characters:
        return
    if open_kind(s) != steps.CHARACTERS:
        raise FacedownError(
            f"{c.of(deck.card_names)[card]} is not among the six Characters of this match; name one that is [1.4]"
        )
    if chosen.bit_count() > IN_MATCH:
        raise FacedownError(
            f"with {c.of(deck.card_names)[card]} there are more than {IN_MATCH} single Characters; leave some out"
        )
    s.characters = chosen


def _lay_out_hand(s: p.Position, c: Cards, seat: int, cards: list[int], names: Sequence[str]) -> None:
    if open_kind(s) not in (steps.CHARACTERS, steps.DEALER, steps.DEAL):
        raise FacedownError("hands are laid out before the deal; put this line before the round's first move [2.2]")
    for card in cards:
        if card == deck.RAVEN or card >= deck.FIRST_SINGLE:
            raise FacedownError(
                f"{c.of(deck.card_names)[card]} cannot be dealt: Characters come into the deck after the deal; "
                "put it in the swamp or the deck [2.4]"
            )
        _take_loose(s, c, card)
        add(s.hand[seat], card)
    if how_many(s.hand[seat]) > deck.HAND:
        raise FacedownError(f"{names[seat]} is dealt {deck.HAND} cards, not {how_many(s.hand[seat])} [2.2]")


def _lay_out_trump(s: p.Position, c: Cards, cards: list[int]) -> None:
    if open_kind(s) not in (steps.CHARACTERS, steps.DEALER, steps.DEAL, steps.TRUMP):
        raise FacedownError("the trump card is turned up after the deal; put this line before the first move [2.3]")
    if len(cards) != 1 or deck.SUIT_OF[cards[0]] >= len(deck.SUITS):
        raise FacedownError("the trump is one suit card; write it as in `trump: Yellow 4` [2.3]")
    if s.trump != NONE:
        raise FacedownError(f"the trump card is {c.of(deck.card_names)[int(s.trump)]} already; say it once")
    _take_loose(s, c, cards[0])
    s.trump = cards[0]
    _check_deal(s)


def _take_loose(s: p.Position, c: Cards, card: int) -> None:
    """Take a card from where nothing has been laid out yet."""
    loose = int(s.deck_left) - int(s.stacked)
    for place in range(loose):
        if s.deck[place] == card:
            s.deck[place : s.deck_left - 1] = s.deck[place + 1 : s.deck_left].copy()
            s.deck_left -= 1
            return
    raise FacedownError(_why_missing(s, c, card))


def _lay_out_deck(s: p.Position, c: Cards, cards: list[int], *, swamp: bool) -> None:
    """Lay cards on the deck to be drawn next: the Swamp's on top, others under what lies there already."""
    if swamp and len(cards) > s.seats:
        raise FacedownError(
            f"the Swamp has {s.seats} cards here, not {len(cards)}; the next go in a `deck:` line [2.5]"
        )
    before = open_kind(s) in (steps.CHARACTERS, steps.DEALER, steps.DEAL, steps.TRUMP, steps.SHUFFLE)
    if before:
        _add_characters(s, c, cards)
    known = [int(card) for card in s.deck[s.deck_left - s.stacked : s.deck_left]][::-1]
    s.stacked = 0
    missing = stack(s, cards + known if swamp else known + cards)
    if missing:
        raise FacedownError(_why_missing(s, c, missing[0]))
    _check_deal(s)


def _add_characters(s: p.Position, c: Cards, cards: list[int]) -> None:
    """Before the Characters are shuffled in, those named come into the deck at once; the others follow."""
    for card in cards:
        if card != deck.RAVEN and card < deck.FIRST_SINGLE:
            continue
        there = [int(other) for other in s.deck[: s.deck_left]].count(card)
        if card != deck.RAVEN:
            _join_match(s, c, card)
        if there < (deck.RAVENS_USED[s.seats] if card == deck.RAVEN else 1):
            s.deck[1 : s.deck_left + 1] = s.deck[: s.deck_left].copy()
            s.deck[0] = card
            s.deck_left += 1


def _check_deal(s: p.Position) -> None:
    """Whether enough cards are left to deal from, under those that are laid out."""
    if open_kind(s) not in (steps.CHARACTERS, steps.DEALER, steps.DEAL):
        return
    needed = sum(deck.HAND - how_many(s.hand[seat]) for seat in range(int(s.seats))) + int(s.trump == NONE)
    loose = int(s.deck_left) - int(s.stacked)
    if loose < needed:
        raise FacedownError(
            f"the deal still needs {needed} cards, and only {loose} are not laid out; lay out fewer"
        )


def _why_missing(s: p.Position, c: Cards, card: int) -> str:
    """Why a card cannot be laid out."""
    suit, name = int(deck.SUIT_OF[card]), c.of(deck.card_names)[card]
    if suit < len(deck.SUITS) and (
        suit >= deck.SUITS_USED[s.seats] or deck.VALUE_OF[card] > deck.TOP_VALUE[s.seats]
    ):
        used, top = ", ".join(deck.SUITS[: int(deck.SUITS_USED[s.seats])]), int(deck.TOP_VALUE[s.seats])
        return f"{name} is not in the game with {s.seats} players, which has {used} from 0 to {top} [1.3]"
    if card == deck.RAVEN:
        ravens = counted(int(deck.RAVENS_USED[s.seats]), "Raven")
        return f"a game with {s.seats} players has only {ravens}; lay out fewer [1.3]"
    if card >= deck.FIRST_SINGLE and not s.characters >> (card - deck.FIRST_SINGLE) & 1:
        return f"{name} is not among the six Characters of this match; name one that is [1.4]"
    return f"{name} is not in the deck any more: it lies elsewhere, or is laid out twice"
