"""Bayou Boss in words, and as what the page draws: all made from views.  Rule numbers are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from typing import Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from facedown.core.bits import WORD, holds, members
from facedown.core.game import Event, Refusal, Seat
from facedown.core.layout import SplitView, fields_of, or_none
from facedown.core.questions import is_over
from facedown.core.second_person import in_second_person
from facedown.core.spelling import chips, counted, joined, outcome
from facedown.games.bayou import deck, events, steps
from facedown.games.bayou import position as p
from facedown.games.bayou.advice import reason as reason
from facedown.games.bayou.arrays import Cards
from facedown.games.bayou.cards import Character
from facedown.games.bayou.deck import NONE, SuitName
from facedown.games.bayou.events import Kind
from facedown.games.bayou.tricks import counts, trick_winner

SUIT_OF: dict[str | None, str] = {  # no suit: a Character
    deck.SUIT_CARD_NAMES[deck.suit_card(number, value)]: suit
    for number, suit in enumerate(deck.SUITS)
    for value in range(deck.VALUES)
}
Question = Literal["play", "pick", "mark", "exchange", "draw"]
Place = Literal["high", "second", "low"]
QUESTIONS: dict[int, Question] = {
    steps.PLAY: "play",
    steps.PICK: "pick",
    steps.MARK: "mark",
    steps.EXCHANGE: "exchange",
    steps.DRAW: "draw",
}


def by_name(kinds: Sequence[Character]) -> dict[str, Character]:
    return {card.name: card for card in kinds}


def numbers(kinds: Sequence[Character]) -> dict[str, int]:
    return {name: card for card, name in deck.card_names(kinds).items()}


def first_word(kinds: Sequence[Character]) -> list[str]:
    """The cards of a set's first word, by bit."""
    names = deck.card_names(kinds)
    return [names.get(bit, "") for bit in range(WORD)]


def other_word(kinds: Sequence[Character]) -> list[str]:
    names = deck.card_names(kinds)
    return [names.get(WORD + bit, "") for bit in range(WORD)]


class Played(msgspec.Struct, frozen=True):
    """A card of the trick."""

    seat: Seat
    card: str


class Mark(msgspec.Struct, frozen=True):
    """What a seat's card is marked as."""

    seat: Seat
    mark: Place


class Happened(msgspec.Struct, frozen=True):
    """What happened last."""

    kind: Kind
    seat: Seat | None
    card: str | None
    other: Seat | str | None  # whose card is marked, the old trump card, or a count


class View(msgspec.Struct, frozen=True):
    """What one seat may know; seats are numbers from 0, cards are names."""

    seat: Seat | None
    seats: int
    round: int  # from 1
    trick: int  # in this round, from 1; 0 while it is dealt
    dealer: Seat | None
    leader: Seat | None
    asked: tuple[Seat, ...]
    question: Question | None
    hand: tuple[str, ...]
    hand_counts: tuple[int, ...]
    table: tuple[Played, ...]
    led: SuitName | None  # the suit to follow
    marks: tuple[Mark, ...]
    winning: Seat | None  # who would take the trick as it lies
    trump: str | None
    swamp: tuple[str, ...]
    deck_left: int
    out: tuple[str, ...]
    characters: tuple[str, ...]
    ravens: int
    tricks: tuple[int, ...]
    totals: tuple[int, ...]
    history: tuple[tuple[int, ...], ...]
    event: Happened | None
    over: bool


SPLIT = SplitView(p.Observation, "seat", "hand")


def show(seen: p.Observation, names: Sequence[str], c: Cards) -> View:
    own, rest = SPLIT.split(seen)
    return replace(_for_all(rest, c), seat=None if own.seat < 0 else int(own.seat), hand=card_names(*own.hand, c))


@lru_cache(maxsize=64)
def _for_all(rest: bytes, c: Cards) -> View:
    """The part of a view that is the same for all seats: everything but seat and hand."""
    v = SPLIT.plain(rest)
    seats = v.seats
    history = tuple([tuple(row[:seats]) for row in v.history[: v.finished]])
    table = _table(v, c)
    return View(
        seat=None,
        seats=seats,
        round=v.finished + (0 if v.over or v.finished == p.ROUNDS else 1),
        trick=v.trick_number,
        dealer=or_none(v.dealer),
        leader=or_none(v.leader),
        asked=tuple(members(v.asked)),
        question=QUESTIONS.get(v.question),
        hand=(),
        hand_counts=tuple(v.hand_counts[:seats]),
        table=table,
        led=None if v.led == deck.ANY_SUIT else deck.SUITS[v.led],
        marks=_marks(v),
        winning=trick_winner(v) if table else None,
        trump=c.of(deck.card_names).get(v.trump),
        swamp=_swamp(v, c),
        deck_left=v.deck_left,
        out=card_names(*v.out, c),
        characters=tuple([c.kinds[1 + single].name for single in members(v.characters)]),
        ravens=int(deck.RAVENS_USED[seats]),
        tricks=tuple(v.tricks[:seats]),
        totals=tuple(map(sum, zip(*history, strict=True))) or (0,) * seats,
        history=history,
        event=_happened(v, c),
        over=bool(v.over),
    )


def _table(v: p.Observation, c: Cards) -> tuple[Played, ...]:
    """The cards of the trick, the leader's first."""
    seats, trick, names = int(v.seats), v.trick, c.of(deck.card_names)
    first = max(0, int(v.leader))
    in_turn = [(first + turn) % seats for turn in range(seats)]
    return tuple([Played(seat, names[trick[seat]]) for seat in in_turn if trick[seat] != NONE])


@lru_cache(maxsize=4096)  # most sets are in several views, those of all seats and those of what happens next
def card_names(first: int, other: int, c: Cards) -> tuple[str, ...]:
    """A set of cards by suit, then value, Characters last; a Raven as often as it is there."""
    return (
        *map(c.of(first_word).__getitem__, members(first & deck.SUIT_CARDS)),
        *map(c.of(other_word).__getitem__, members(other & deck.SUIT_CARDS)),
        *[c.kinds[0].name] * (first & deck.RAVENS).bit_count(),
        *map(c.of(other_word).__getitem__, members(other & ~deck.SUIT_CARDS)),
    )


def _swamp(v: p.Observation, c: Cards) -> tuple[str, ...]:
    """The Swamp's cards in the order of the row; of its Ravens, which are alike, the first ones are taken first."""
    left, names = [*card_names(*v.swamp, c)], c.of(deck.card_names)
    shown = []
    for card in reversed(v.row):
        name = names.get(card)
        if name in left:
            left.remove(name)
            shown.append(name)
    return tuple(reversed(shown))


def _marks(v: p.Observation) -> tuple[Mark, ...]:
    last_two: tuple[tuple[Seat, Place], ...] = ((int(v.high), "high"), (int(v.second), "second"))
    marks = []
    for seat, mark in last_two:
        if seat != NONE and _is_live(v, seat):
            marks.append(Mark(seat, mark))
    low: Place = "low"
    return (*marks, *map(Mark, members(int(v.low)), repeat(low)))


def _is_live(v: p.Observation, seat: int) -> bool:
    """Whether the mark on this seat's card counts, or may still count because the card is yet to come."""
    return counts(v, seat) or (v.trick[seat] == NONE and not holds(v.low, seat))


KINDS: dict[int, Kind] = {
    events.DEALT_CHARACTERS: "characters",
    events.DEALER_DRAWN: "dealer",
    events.DEALT: "deal",
    events.TURNED_UP: "trump",
    events.SHUFFLED: "shuffle",
    events.FILLED: "swamp",
    events.PLAYED: "play",
    events.MARKED_HIGH: "high",
    events.MARKED_LOW: "low",
    events.EXCHANGED: "exchange",
    events.DREW: "draw",
    events.TOOK_EFFECT: "effect",
    events.NO_EFFECT: "no effect",
    events.TOOK_TRICK: "trick",
    events.PICKED: "pick",
    events.SCORED: "score",
    events.WON: "end",
}


def _happened(v: p.Observation, c: Cards) -> Happened | None:
    if not v.event:
        return None
    other: int | str | None = or_none(v.event_other)
    names = c.of(deck.card_names)
    if v.event == events.EXCHANGED:
        other = names[int(v.event_other)]
    return Happened(KINDS[int(v.event)], or_none(v.event_seat), names.get(int(v.event_card)), other)


# -- what happened -------------------------------------------------------------------------------------------------


# Events that always have the same rule, and events that have the rule of their card.
RULE_OF = {
    events.DEALT_CHARACTERS: "1.4", events.DEALER_DRAWN: "2.1", events.DEALT: "2.2", events.TURNED_UP: "2.3",
    events.SHUFFLED: "2.4", events.PLAYED: "3.1", events.PICKED: "5.2", events.DREW: "6.6", events.EXCHANGED: "6.1",
    events.NO_EFFECT: "3.5", events.SCORED: "7.2", events.WON: "7.7",
}  # fmt: skip
OWN_RULE = frozenset({events.MARKED_HIGH, events.MARKED_LOW, events.TOOK_EFFECT})
BY_TABLE = ("characters", "dealer", "deal", "trump", "shuffle", "swamp", "score", "end")


@in_second_person
def tell(v: View, names: Sequence[str], c: Cards) -> Event | None:
    if v.event is None:
        return None
    e = v.event
    text, rule = _table_did(v, c, e, names) if e.kind in BY_TABLE else _player_did(e, c, names)
    return Event(e.kind, text, e.seat, rule, e.card or UNSET)


def _table_did(v: View, c: Cards, e: Happened, names: Sequence[str]) -> tuple[str, str]:
    """What the table has just done by itself, and the rule that says so."""
    who = "" if e.seat is None else names[e.seat]
    if e.kind == "characters":
        ravens = f"{v.ravens} [{c.kinds[0].name}]s" if v.ravens > 1 else f"one [{c.kinds[0].name}]"
        return f"In this match: {chips(v.characters)} and {ravens}.", "1.4"
    if e.kind == "dealer":
        return f"{who} deals first.", "2.1"
    if e.kind == "deal":
        return f"{who} deals seven cards to each player.", "2.2"
    if e.kind == "trump":
        return f"[{e.card}] is turned up: {SUIT_OF[e.card]} is trump.", "2.3"
    if e.kind == "shuffle":
        return "The Characters are shuffled into the deck.", "2.4"
    if e.kind == "swamp":
        return f"The Swamp: {chips(v.swamp)}.", "2.5" if v.trick <= 1 else "5.3"
    if e.kind == "score":
        points = ", ".join(f"{name} {count}" for name, count in zip(names, v.history[-1], strict=True))
        return f"Round {len(v.history)} is over. Tricks: {points}.", "7.2"
    fewest = min(v.totals)
    best = [name for name, total in zip(names, v.totals, strict=True) if total == fewest]
    win = "wins" if len(best) == 1 else "share the win"
    return f"The game is over: {joined(best)} {win} with {counted(fewest, 'point')}.", "7.7"


def _player_did(e: Happened, c: Cards, names: Sequence[str]) -> tuple[str, str | None]:
    """What a player, or a Character, has just done."""
    who, card = names[e.seat or 0], e.card or ""
    character = c.of(by_name).get(card)
    rule = character.rule if character else None
    if e.kind == "play":
        return f"{who} plays [{card}].", "3.1"
    if e.kind == "pick":
        return f"{who} picks [{card}].", "5.2"
    if e.kind == "draw":
        return f"{who} plays [{card}] from the Swamp instead.", "6.6"
    if e.kind == "exchange":
        return f"{who} exchanges [{card}] for [{e.other}]: {SUIT_OF[card]} is trump.", "6.1"
    if e.kind in ("high", "low"):
        place = "high card" if e.kind == "high" else "lowest card"
        whose = "it is" if e.other == e.seat else f"{names[int(e.other or 0)]}'s card is"
        return f"[{card}]: {whose} the {place}.", rule
    if e.kind == "effect" and character:
        return f"[{card}]: {character.text}", rule
    if e.kind == "no effect":
        return f"[{card}] has no effect.", "3.5"
    takes = f"{who} takes the trick with [{card}]"
    return (f"{takes}.", "4.9") if e.other else (f"{takes}, but it counts for nobody.", "6.9")


# -- what is asked, and what may not be done -----------------------------------------------------------------------

DOES = {
    "play": "to play a card",
    "pick": "to pick from the Swamp",
    "mark": "to name a player",
    "exchange": "to exchange a card for the trump card",
    "draw": "to play a card from the Swamp",
}


def prompt(v: View, names: Sequence[str]) -> str:
    if v.over:
        return "The game is over."
    if v.question is None:
        return "The table goes on by itself."
    if v.seat not in v.asked:
        return f"Waiting for {names[v.asked[0]]} {DOES[v.question]}."
    if v.question == "play":
        return f"Your card. {_must(v, v.hand, 'hold')}"
    if v.question == "pick":
        return "Pick a card from the Swamp."
    if v.question == "mark":
        return f"Your [{_last_played(v)}]: whose card does it mark?"
    if v.question == "exchange":
        return f"Your [{_last_played(v)}]: which suit card do you exchange for [{v.trump}]?"
    return f"Play a card from the Swamp instead. {_must(v, v.swamp, 'can take')}"


def _last_played(v: View) -> str:
    return v.table[-1].card


def _must(v: View, cards: Sequence[str], have: str) -> str:
    """What has to be followed, and with what."""
    if v.led is None:
        return "No suit has been played yet: play what you like." if v.table else "You lead."
    suits = set(map(SUIT_OF.get, cards))
    if v.led in suits:
        return f"[{v.led}] was led and you {have} [{v.led}]."
    if SUIT_OF.get(v.trump) in suits:
        return f"[{v.led}] was led; you {have} none, so a suit card must be trump: [{SUIT_OF[v.trump]}]."
    return f"[{v.led}] was led; you {have} neither that nor trump: play what you like."


NEAR = p.ENOUGH - 3  # points of somebody who may end the game in this round


def aim(v: View, names: Sequence[str]) -> str:
    """The standing line: few points are good, and somebody with many ends the game."""
    aim = "Each trick is a point, fewest win"
    if v.over:
        return aim
    most = max(map(sum, zip(v.totals, v.tricks, strict=True)))
    if v.round == p.ROUNDS or most >= p.ENOUGH:
        return f"{aim} · last round"
    return f"{aim} · " + (
        f"somebody is close to {p.ENOUGH}" if most >= NEAR else f"{p.ROUNDS} rounds, or until {p.ENOUGH}"
    )


def when(v: View) -> str:
    """The moment in a few words."""
    return f"round {v.round}" + (f", trick {v.trick}" if v.trick else "")


def why(v: View, names: Sequence[str]) -> str:
    """Why this seat has won or lost, and why it was over [7.6]."""
    winners = [seat for seat, total in enumerate(v.totals) if total == min(v.totals)]
    told = outcome(v.totals, winners, v.seat, names, "point", high_wins=False)
    if len(v.history) == p.ROUNDS:
        return told
    many = joined(["you" if seat == v.seat else names[seat] for seat, n in enumerate(v.totals) if n >= p.ENOUGH])
    return f"{told} The game ended after round {len(v.history)}, because {many} had {p.ENOUGH} points or more."


_points_in = fields_of(p.Position, "seats", "finished", "tricks", "history", "depth", "kind")


def progress(position: p.Position) -> list[int]:
    """Points, those of the round that is being played among them."""
    return _points(_points_in(position))


def _points(s: p.Position) -> list[int]:
    now = (0,) * s.seats if is_over(s) else s.tricks[: s.seats]
    return [sum(counts) for counts in zip(now, *(row[: s.seats] for row in s.history[: s.finished]), strict=True)]


def refusal(v: View, c: Cards, code: int, names: Sequence[str]) -> Refusal:
    """Why the seat that has this view may not make this move."""
    card = c.of(deck.card_names).get(code)
    if v.question == "mark":
        return _may_not_mark(v, c, code, names)
    if card is None:
        return Refusal("there is no mark to give now", "6.3")
    if v.question in ("pick", "draw") and card not in v.swamp:
        return Refusal(f"[{card}] is not in the Swamp", "5.1" if v.question == "pick" else "6.6")
    if v.question in ("play", "exchange") and card not in v.hand:
        return Refusal(f"[{card}] is not in your hand", "3.1" if v.question == "play" else "6.1")
    if v.question == "exchange":
        return Refusal(f"[{card}] is a Character; a suit card is exchanged for the trump card", "6.1")
    cards, have = (v.hand, "hold") if v.question == "play" else (v.swamp, "can take")
    if v.led is not None and v.led in map(SUIT_OF.get, cards):
        return Refusal(f"[{v.led}] was led and you {have} [{v.led}]", "3.2")
    return Refusal(f"you {have} no [{v.led}]: play trump, which is [{SUIT_OF.get(v.trump)}]", "3.3")


def _may_not_mark(v: View, c: Cards, code: int, names: Sequence[str]) -> Refusal:
    character = c.of(by_name)[_last_played(v)]
    extreme = {"fewest": min(v.tricks), "most": max(v.tricks)}[character.on]
    if code < deck.CARD_NUMBERS:
        whose = names[v.tricks.index(extreme)]
        return Refusal(f"[{character.name}] asks for a player: write it as in `mark {whose}`", character.rule)
    whose = names[code - deck.CARD_NUMBERS]
    has = counted(v.tricks[code - deck.CARD_NUMBERS], "trick")
    return Refusal(
        f"{whose} has {has} this round; [{character.name}] marks the card of a player with the {character.on},"
        f" which is {extreme}",
        character.rule,
    )


def unplayable(v: View, c: Cards, names: Sequence[str]) -> list[tuple[str, Refusal]]:
    """The cards in hand (for one who draws: in the Swamp) that may not be played now, each with the reason."""
    if v.seat not in v.asked or v.question not in ("play", "exchange", "draw"):
        return []
    cards = list(dict.fromkeys(v.swamp if v.question == "draw" else v.hand))
    if v.question == "exchange":
        barred = [card for card in cards if SUIT_OF.get(card) is None]
    else:
        suits = set(map(SUIT_OF.get, cards))
        follow = v.led if v.led in suits else SUIT_OF.get(v.trump)
        bound = v.led is not None and follow in suits
        barred = [card for card in cards if bound and SUIT_OF.get(card) not in (None, follow)]
    return [(card, refusal(v, c, c.of(numbers)[card], names)) for card in barred]


def standing(position: p.Position) -> str:
    """How the match stands, in one line."""
    s = _points_in(position)
    points = _points(s)
    if is_over(s):
        return f"fewest points: {min(points)}, after {counted(s.finished, 'round')}"
    return f"round {min(s.finished + 1, p.ROUNDS)} of {p.ROUNDS}; points so far from {min(points)} to {max(points)}"
