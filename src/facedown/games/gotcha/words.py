"""GotchaCards in words, and as what the page draws: all made from views.  Rule numbers are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from facedown.core.bits import WORD, holds, members
from facedown.core.game import Event, Refusal, Seat
from facedown.core.layout import SplitView, fields_of, or_none
from facedown.core.questions import is_over
from facedown.core.second_person import in_second_person
from facedown.core.spelling import counted, outcome
from facedown.games.gotcha import cards, events, observe, steps
from facedown.games.gotcha.advice import reason as reason
from facedown.games.gotcha.arrays import Cards
from facedown.games.gotcha.cards import CardKind, Type
from facedown.games.gotcha.events import Kind
from facedown.games.gotcha.position import FULL_HAND, LAST_TURN, MOST_OVERTIMES, NONE, Position
from facedown.games.gotcha.rules import BE_FIRST, BE_SECOND, DONE, PAPER, ROCK, SCISSORS

A_ROUND = 10_000  # more than the points of any round
Question = Literal["keep", "draft", "sweet", "place", "cut", "gotcha", "discard", "order", "throw"]
QUESTIONS: dict[int, Question] = {
    steps.KEEP: "keep",
    steps.DRAFT: "draft",
    steps.SWEET: "sweet",
    steps.PLACE: "place",
    steps.CUT: "cut",
    steps.REPLACED: "gotcha",
    steps.DISCARD: "discard",
    steps.ORDER: "order",
    steps.THROW: "throw",
}
EVENTS: dict[int, Kind] = {
    events.LOT_DRAWN: "lot",
    events.DEALT: "deal",  # other: how many of the nine lie there now
    events.KEPT: "keep",
    events.DRAFTED: "draft",
    events.HANDS_DEALT: "hands",
    events.TURN_BEGAN: "turn",  # other: the turn
    events.SHOWED: "show",
    events.PLACED: "place",
    events.FINISHED: "done",
    events.REVEALED: "reveal",
    events.CUT_STOPPED: "stopped",
    events.WAS_CUT: "cut",  # other: whose card
    events.SPRUNG: "gotcha",  # it leaves
    events.PLAYED: "play",  # in its place
    events.COVERED: "cover",
    events.SWAPPED: "swap",
    events.FOUGHT: "fight",
    events.TOOK: "take",  # other: points
    events.DREW: "draw",
    events.DISCARDED: "discard",
    events.SHUFFLED: "shuffle",
    events.RAN_OUT: "out",
    events.FAILED: "fail",
    events.ROUND_WON: "round",  # other: the round
    events.ROUND_TIED: "tie",
    events.ROUND_DRAWN: "drawn",  # other: the round
    events.OVERTIME_BEGAN: "overtime",  # other: which
    events.ORDERED: "order",  # other: who is Player 1
    events.TIDIED: "tidy",  # other: the round to come
    events.THREW: "threw",  # nobody else knows what
    events.THROWN: "throw",  # by both: seat is the winner
}
# Events that always have the same rule, and events that have the rule of their card.
RULE_OF = {
    events.LOT_DRAWN: "2.1", events.DEALT: "2.2", events.KEPT: "2.3", events.DRAFTED: "2.4", events.SHOWED: "6.9",
    events.PLACED: "3.3", events.FINISHED: "3.2", events.REVEALED: "4.1", events.CUT_STOPPED: "6.6",
    events.WAS_CUT: "6.5", events.PLAYED: "6.7", events.COVERED: "6.12", events.DISCARDED: "4.8",
    events.SHUFFLED: "4.7", events.RAN_OUT: "3.7", events.FAILED: "3.6", events.ROUND_WON: "7.1",
    events.ROUND_TIED: "7.2", events.ROUND_DRAWN: "7.4", events.ORDERED: "7.6", events.TIDIED: "7.7",
    events.THREW: "2.6", events.THROWN: "2.6",
}  # fmt: skip
OWN_RULE = frozenset({events.SPRUNG, events.SWAPPED})
# Events whose other number is a lane, and those that tell another number.
IN_LANE = ("show", "place", "stopped", "gotcha", "play", "cover", "swap", "fight")
WITH_NUMBER = ("deal", "turn", "take", "shuffle", "round", "drawn", "overtime", "order", "tidy")


def card_names(kinds: Sequence[CardKind]) -> tuple[str, ...]:
    return tuple(card.name for card in kinds)


def card_rules(kinds: Sequence[CardKind]) -> dict[str, str | None]:
    return {card.name: card.rule for card in kinds}


class Lane(msgspec.Struct, frozen=True):
    """One lane; every list is by seat."""

    cards: tuple[str | None, ...]  # None: no card, or one that lies face-down
    there: tuple[bool, ...]
    face_up: tuple[bool, ...]
    under: tuple[str | None, ...]  # what it was played on
    stays: tuple[bool, ...]  # it has lain there since an earlier turn


class Happened(msgspec.Struct, frozen=True):
    kind: Kind
    seat: Seat | None
    card: str | None
    other: int | None
    lane: int | None
    throws: tuple[Type, ...] | None = None  # by seat


class View(msgspec.Struct, frozen=True):
    """What one seat may know; seats are numbers from 0, cards are names."""

    seat: Seat | None
    seats: int
    round: int  # from 1
    turn: int  # 1 to 3; 0 while cards are drafted
    overtime: int  # 0: none yet
    first: Seat | None  # the round's Player 1
    starter: Seat | None  # who began this turn: their cards act first
    asked: tuple[Seat, ...]
    question: Question | None
    thrown: int | None  # what this seat has thrown, until both are shown: 0 rock, 1 scissors, 2 paper
    hand: tuple[str, ...]
    hand_counts: tuple[int, ...]
    deck_left: int
    trash: tuple[str, ...]  # the newest last
    draft: tuple[str, ...]  # the face-up cards to choose from; for the one who keeps a card, the nine
    lanes: tuple[Lane, ...]
    lane: int | None  # the one being resolved, from 0
    cutter: tuple[int, ...] | None  # seat and lane of the card that cuts
    duty: tuple[bool, ...]  # must put a card face-up, next turn
    victory: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    rounds_won: tuple[int, ...]
    event: Happened | None
    over: bool
    hands: tuple[tuple[str, ...], ...] | None  # both, when the match is over


SPLIT = SplitView(observe.Observation, "seat", "thrown", "hand", "draft", "lanes", "event_card")


def show(seen: observe.Observation, names: Sequence[str], c: Cards) -> View:
    own, rest = SPLIT.split(seen)
    v, for_all = _for_all(rest, c)
    seat = or_none(own.seat)
    return replace(
        for_all,
        seat=seat,
        thrown=or_none(own.thrown),
        hand=() if seat is None else _hand(own, c, seat),
        draft=tuple(c.of(card_names)[kind] for kind in sorted(own.draft[: v.draft_count]) if kind >= 0),
        lanes=tuple(_lane(v, c, own, lane) for lane in range(_lanes(v))),
        event=_happened(v, c, own.event_card),
        hands=(_hand(own, c, 0), _hand(own, c, 1)) if v.over else None,
    )


@lru_cache(maxsize=64)
def _for_all(rest: bytes, c: Cards) -> tuple[observe.Observation, View]:
    """The part of a view that is the same for both seats, and the record's fields that it was made from."""
    v = SPLIT.plain(rest)
    question = QUESTIONS.get(v.question)
    return v, View(
        seat=None,
        seats=v.seats,
        round=v.round_number,
        turn=v.turn,
        overtime=v.overtime,
        first=or_none(v.first),
        starter=or_none(v.starter),
        asked=tuple(members(v.asked)),
        question=question,
        thrown=None,
        hand=(),
        hand_counts=tuple(v.hand_count),
        deck_left=v.deck_left,
        trash=tuple(map(c.of(card_names).__getitem__, v.trash[: v.trash_count])),
        draft=(),
        lanes=(),
        lane=or_none(v.lane),
        cutter=(v.cutter_side, v.cutter_lane) if question == "cut" else None,
        duty=tuple(v.duty >> seat & 1 == 1 for seat in range(2)),
        victory=(
            tuple(c.of(card_names)[kind] for kind in v.victory[: v.victory_count[0]]),
            tuple(c.of(card_names)[kind] for kind in v.victory[::-1][: v.victory_count[1]]),
        ),
        points=tuple(v.points),
        rounds_won=tuple(v.rounds_won),
        event=None,
        over=bool(v.over),
        hands=None,
    )


def _hand(own: observe.Observation, c: Cards, seat: int) -> tuple[str, ...]:
    return _names_of(c, *own.hand[seat])


@lru_cache(maxsize=4096)
def _names_of(c: Cards, *copies: int) -> tuple[str, ...]:
    """The cards of a hand: most hands are in several views, those of what happens next."""
    return tuple(c.of(card_names)[kind] for kind in sorted(kind for copy in copies for kind in members(copy)))


def _lane(v: observe.Observation, c: Cards, own: observe.Observation, lane: int) -> Lane:
    resolving = lane == v.lane
    return _lane_of(
        (own.lanes[0][lane], own.lanes[1][lane]),
        c,
        (v.there[0] >> lane & 1, v.there[1] >> lane & 1),
        (v.face_up[0] >> lane & 1, v.face_up[1] >> lane & 1),
        (_covered(v, 0), _covered(v, 1)) if resolving else (NONE, NONE),
        (v.stayed[0] >> lane & 1, v.stayed[1] >> lane & 1),
    )


def _lanes(v: observe.Observation) -> int:
    """How many lanes there are to see: one in which nothing but a covered card is left for a moment is one, too."""
    covered = v.lane + 1 if max(v.under_count) else 0
    return int(max(covered, *(there.bit_length() for there in v.there)))


def _covered(v: observe.Observation, side: int) -> int:
    """The card on which this side's card in the lane was played; NONE if it was played on none."""
    return v.under[side][v.under_count[side] - 1] if v.under_count[side] else NONE


Pair = tuple[int, int]  # one for each side


@lru_cache(maxsize=4096)
def _lane_of(kinds: Pair, c: Cards, there: Pair, face_up: Pair, under: Pair, stayed: Pair) -> Lane:
    """A lane: most are in several views, those of both seats and those of what happens next."""
    return Lane(
        cards=tuple(c.of(card_names)[kind] if kind >= 0 else None for kind in kinds),
        there=tuple(map(bool, there)),
        face_up=tuple(map(bool, face_up)),
        under=tuple(c.of(card_names)[kind] if kind >= 0 else None for kind in under),
        stays=tuple(map(bool, stayed)),
    )


def _happened(v: observe.Observation, c: Cards, shown: int) -> Happened | None:
    """`shown`: the card that it is about, if this seat may see it."""
    if v.event == 0:
        return None
    kind, number = EVENTS[v.event], v.event_other
    seat, card = or_none(v.event_seat), c.of(card_names)[shown] if shown >= 0 else None
    if kind == "cut":
        return Happened(kind, seat, card, number // WORD, number % WORD)
    if kind == "throw":
        return Happened(kind, seat, None, None, None, (cards.TYPES[number // 3], cards.TYPES[number % 3]))
    other = number if kind in WITH_NUMBER else None
    return Happened(kind, seat, card, other, number if kind in IN_LANE else None)


# -- what has happened --------------------------------------------------------------------------------------------


@in_second_person
def tell(v: View, names: Sequence[str], c: Cards) -> Event | None:
    """What has just happened, as the one with this view is told it."""
    event = v.event
    if event is None:
        return None
    who = "" if event.seat is None else names[event.seat]
    card = f"[{event.card}]" if event.card else "a card"
    lane = "" if event.lane is None else f"lane {event.lane + 1}"
    text, rule = _sentence(v, c, event, names, who, card, lane)
    return Event(event.kind, text, event.seat, rule, event.card or UNSET)


def _sentence(
    v: View, c: Cards, event: Happened, names: Sequence[str], who: str, card: str, lane: str
) -> tuple[str, str | None]:
    rule = c.of(card_rules).get(event.card or "")
    match event.kind:
        case "lot":
            return f"{who} is Player 1.", "2.1"
        case "threw":
            return f"{who} has thrown.", "2.6"
        case "throw":
            return _throw(event, names), "2.6"
        case "deal":
            return f"{who} is dealt {counted(event.other or 0, 'card')} to look through.", "2.2"
        case "keep":
            return f"{who} keeps {card}; the other cards are turned face-up.", "2.3"
        case "draft":
            return f"{who} takes {card}.", "2.4"
        case "hands":
            return "Both hands are dealt.", None
        case "turn" if v.overtime:
            return f"Overtime {v.overtime}: both place all their cards; {who}'s cards act first.", "7.3"
        case "turn":
            return f"Turn {v.turn}: {who} starts.", "3.1"
        case "show":
            return f"{who} must put a card face-up: {card} in {lane}.", "6.9"
        case "place":
            return f"{who} places {card} in {lane}.", "3.3"
        case "done":
            return f"{who} has placed {_cards(_placed(v, event.seat))}.", "3.2"
        case "reveal":
            return "All cards are turned up.", "4.1"
        case "stopped":
            return f"{who}'s {card} cannot cut while {_guard(v, c)} is on the field.", "6.6"
        case "cut":
            return f"{who} cuts {names[event.other or 0]}'s {card} in {lane}.", "6.5"
        case "gotcha":
            return f"Gotcha! {who}'s {card} leaves {lane} for the trash.", rule
        case "play":
            return f"{who} plays {card} in {lane}.", "6.7"
        case "cover":
            return f"{who} draws {card} and plays it on top in {lane}.", "6.12"
    return _outcome(v, c, event, names, who, card, lane)


def _outcome(
    v: View, c: Cards, event: Happened, names: Sequence[str], who: str, card: str, lane: str
) -> tuple[str, str | None]:
    """The sentences from the swap and the fight on."""
    rule = c.of(card_rules).get(event.card or "")
    match event.kind:
        case "swap":
            return f"{who}'s {card} in {lane} trades places with {_partner(event, c)}.", rule
        case "fight":
            return _fight(v, c, event, who, lane)
        case "take" if event.seat is None:
            return "Everything in the lane goes to the trash.", "5.7"
        case "take":
            return f"{who} takes everything in the lane{_worth(event.other or 0)}.", "5.8"
        case "draw":
            return f"{who} draws {card}.", None
        case "discard":
            return f"{who} discards {card}.", "4.8"
        case "shuffle":
            return f"The trash is shuffled: a new deck of {event.other}.", "4.7"
        case "out":
            return "Both have run out of cards: the points decide.", "3.7"
        case "fail":
            loser = event.seat or 0
            winner = names[1 - loser]
            ahead = ", whatever the points" if v.points[loser] > v.points[1 - loser] else ""
            return f"{who} has no card to play: {winner} wins round {v.round}{_match(v, winner)}{ahead}.", "3.6"
        case "round":
            won = f"{max(v.points)} to {min(v.points)}"
            return f"{who} wins round {event.other}, {won}{_match(v, who)}.", "7.1"
        case "tie":
            more = "" if v.overtime == MOST_OVERTIMES else ": overtime"
            return f"The round is tied {v.points[0]} to {v.points[1]}{more}.", "7.2"
        case "drawn":
            why = "That was the tenth overtime" if v.overtime == MOST_OVERTIMES else "Nobody can draw a card"
            return f"{why}: nobody wins round {event.other}.", "7.4"
        case "overtime" if event.seat is None:
            return f"Overtime {event.other}: both throw to see who starts.", "2.6"
        case "overtime":
            return f"Overtime {event.other}: lots are drawn, and {who} starts.", "7.2"
        case "order":
            return f"{who} chooses: {names[event.other or 0]} will be Player 1.", "7.6"
    return f"The round's cards go to the trash. Round {event.other} begins.", "7.7"


def _throw(event: Happened, names: Sequence[str]) -> str:
    first, second = (thrown.lower() for thrown in event.throws or ("", ""))
    if event.seat is None:
        return f"Both throw {first}: they throw again."
    return f"{names[0]} throws {first}, {names[1]} {second}: {names[event.seat]} goes first."


def _fight(v: View, c: Cards, event: Happened, who: str, lane: str) -> tuple[str, str]:
    here = v.lanes[event.lane or 0] if (event.lane or 0) < len(v.lanes) else None
    there = [card for card in here.cards if card] if here else []
    if not there:
        return f"No card is left to fight in {lane}.", "4.4"
    if len(there) == 1:
        return f"{who}'s [{there[0]}] wins {lane} unopposed.", "5.6"
    if event.seat is None:
        return f"[{there[0]}] and [{there[1]}] tie in {lane}.", "5.2"
    winner, loser = (there[0], there[1]) if event.seat == 0 else (there[1], there[0])
    concedes, by_text, rule = _how_beaten(c, winner, loser)
    return f"{who}'s [{winner}] beats [{loser}]{concedes} in {lane}{by_text}.", rule


def _how_beaten(c: Cards, winner: str, loser: str) -> tuple[str, str, str]:
    """What decided if types did not: that the loser loses ties, or the winner's text; and the rule [5.1 to 5.5]."""
    mine, yours = (c.of(card_names).index(card) for card in (winner, loser))
    types = int(c.type[mine]), int(c.type[yours])
    typed = cards.NO_TYPE not in types
    if typed and (types[0] + 1) % len(cards.TYPES) == types[1]:
        return "", "", "5.1"
    if holds(c.claims[mine], types[1]) and not holds(c.claims[yours], types[0]):
        return "", " by its text", "5.3"
    if types[0] != types[1]:
        return "", "", "5.5"
    return ", which loses ties," if typed else "", "", "5.4"


def _partner(event: Happened, c: Cards) -> str:
    """Whom a card that swaps has just traded places with."""
    towards = int(c.towards[c.of(card_names).index(event.card)]) if event.card else cards.ACROSS
    return (
        "the card facing it" if towards == cards.ACROSS else f"the card in lane {(event.lane or 0) + towards + 1}"
    )


def _match(v: View, winner: str) -> str:
    return f", and the match {max(v.rounds_won)} to {min(v.rounds_won)}" if v.over else ""


def _placed(v: View, seat: int | None) -> int:
    return sum(lane.there[seat] and not lane.stays[seat] for lane in v.lanes) if seat is not None else 0


def _guard(v: View, c: Cards) -> str:
    guards = {name for kind, name in enumerate(c.of(card_names)) if c.guards[kind]}
    return next((f"[{card}]" for lane in v.lanes for card in lane.cards if card in guards), "a card")


def _cards(count: int) -> str:
    return "a card" if count == 1 else counted(count, "card")


def _worth(points: int) -> str:
    if points < 0:
        return f": minus {counted(-points, 'point')}"
    return f": {counted(points, 'point')}" if points else ", which is worth nothing"


# -- what is asked ------------------------------------------------------------------------------------------------

ASKS = {
    "keep": f"Keep one in secret; then pick in turn until you have {FULL_HAND}.",
    "draft": "Take one of the face-up cards.",
    "sweet": "You took a Sweet: put a card face-up before anyone places.",
    "gotcha": "Gotcha! Play a card from your hand in its place.",
    "discard": "Discard a card.",
    "cut": "Cut one other card on the field: it goes to the trash.",
    "order": "You lost the round: do you lay first or second in the next?",
    "throw": "Throw rock, scissors or paper: the winner goes first.",
}
WAITS = {
    "keep": "keeps a card",
    "draft": "takes a card",
    "sweet": "puts a card face-up",
    "place": "places cards",
    "gotcha": "plays a card in the place of the one that left",
    "discard": "discards a card",
    "cut": "cuts a card",
    "order": "chooses the order of the next round",
    "throw": "throws",
}
BOTH = {"place": "place cards", "throw": "throw"}


def prompt(v: View, names: Sequence[str]) -> str:
    """One sentence: what is asked of the one with this view, or whom the table waits for."""
    if v.over:
        winner = next((seat for seat in range(2) if v.rounds_won[seat] == 2), None)
        return "The match is drawn." if winner is None else f"{names[winner]} has won the match."
    if v.question is None:
        return "One moment …"
    if v.seat in v.asked:
        return _ask_to_place(v) if v.question == "place" else ASKS[v.question]
    others = " and ".join(names[seat] for seat in v.asked)
    return f"{others} {WAITS[v.question] if len(v.asked) == 1 else BOTH[v.question]}."


def _ask_to_place(v: View) -> str:
    if v.turn == LAST_TURN or v.overtime:
        return "Place all your cards, face-down."
    spare = len(v.hand) - (LAST_TURN - v.turn)  # cards beyond one for each turn to come
    need = "Turns 2 and 3 need one each." if v.turn == 1 else "Turn 3 needs one, too."
    if _placed(v, v.seat):
        later = " or ".join(str(turn) for turn in range(v.turn + 1, LAST_TURN + 1))
        warning = f"Say that you are done: whoever has no card for turn {later} loses the round."
        return f"Another card, or done? {need}" if spare > 0 else warning
    if len(v.hand) == 1:
        return f"Place your last card: unless you get another by turn {v.turn + 1}, you lose the round."
    if spare <= 1:
        return "Place one card, face-down: each turn needs one."
    return f"Place at least one card, face-down. {need}"


def aim(v: View, names: Sequence[str]) -> str:
    """The standing line: rounds won decide the match, and points the round."""
    return "Win two rounds by most points"


def why(v: View, names: Sequence[str]) -> str:
    """Why this seat has won or lost."""
    winners = [seat for seat in range(2) if v.rounds_won[seat] == max(v.rounds_won)]
    told = outcome(v.rounds_won, winners, v.seat, names, "round")
    if v.event is not None and v.event.kind == "fail" and v.event.seat is not None:
        who = "You" if v.event.seat == v.seat else names[v.event.seat]
        told += f" {who} had no card left to play, which loses a round whatever the points."
    return told


def when(v: View) -> str:
    """The moment in a few words."""
    turn = f", turn {v.turn}" if v.turn and not v.overtime else ", overtime" if v.overtime else ""
    return f"round {v.round}{turn}" + ("" if v.lane is None else f", lane {v.lane + 1}")


_points_in = fields_of(Position, "round_number", "rounds_won", "points", "depth", "kind")


def progress(position: Position) -> list[int]:
    """Rounds won, and below them the points of this round."""
    s = _points_in(position)
    return [won * A_ROUND + points for won, points in zip(s.rounds_won, s.points, strict=True)]


def refusal(v: View, c: Cards, code: int, names: Sequence[str]) -> Refusal:
    """Why the one with this view may not make this move."""
    if v.seat is None or v.seat not in v.asked or v.question is None:
        return Refusal("nothing is asked of you now")
    if code == DONE:
        return _not_done(v, names)
    if code in (BE_FIRST, BE_SECOND):
        return Refusal("the loser of a round chooses the order, once the round is over", "7.6")
    if code in (ROCK, SCISSORS, PAPER):
        return Refusal("you can only throw to decide who goes first", "2.6")
    if v.question == "throw":
        return Refusal('throw to decide who goes first: "Throw rock", "Throw scissors" or "Throw paper"', "2.6")
    if code >= WORD:
        return _no_cut(v, code // WORD - 1, code % WORD, names)
    name = c.of(card_names)[code]
    if v.question in ("keep", "draft"):
        rule = "2.3" if v.question == "keep" else "2.4"
        return Refusal(f"{name} is not among the cards to choose from", rule)
    if v.question == "cut":
        return Refusal("name the card to cut by whose it is and its lane", "6.5")
    if v.question == "order":
        return Refusal('choose the order: "First" or "Second"', "7.6")
    rules = {"place": "3.2", "sweet": "6.9", "gotcha": "6.7", "discard": "4.8"}
    return Refusal(f"there is no {name} in your hand", rules[v.question])


def _not_done(v: View, names: Sequence[str]) -> Refusal:
    if v.question != "place":
        return Refusal(f"something else is asked: {prompt(v, names)}", "3.2")
    if v.turn == LAST_TURN:
        return Refusal("on the third turn and in overtime all cards must be placed", "3.4")
    return Refusal("at least one card must be placed each turn", "3.2")


def _no_cut(v: View, side: int, lane: int, names: Sequence[str]) -> Refusal:
    if v.question != "cut":
        return Refusal(f"nothing is cut now; something else is asked: {prompt(v, names)}", "6.5")
    if v.cutter == (side, lane):
        return Refusal("a card cannot cut itself", "6.5")
    return Refusal(f"{names[side]} has no card in lane {lane + 1}", "6.5")


def unplayable(v: View, c: Cards, names: Sequence[str]) -> tuple[tuple[str, Refusal], ...]:
    """Cards in hand that may not be played now, each with the reason."""
    if v.seat is None or v.seat not in v.asked or v.question in ("place", "sweet", "gotcha", "discard"):
        return ()
    chosen = set(v.draft) if v.question in ("keep", "draft") else set()
    idle = sorted({card for card in v.hand if card not in chosen}, key=c.of(card_names).index)
    return tuple((card, refusal(v, c, c.of(card_names).index(card), names)) for card in idle)


def standing(position: Position) -> str:
    """One line: how the match stands."""
    s = _points_in(position)
    won = "{} to {}".format(*s.rounds_won)
    if is_over(s):
        return f"The match is over: {won} in rounds."
    points = "{} to {}".format(*s.points)
    return f"Round {s.round_number}: {points} points; {won} in rounds."
