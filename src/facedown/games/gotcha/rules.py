"""GotchaCards: the match, round by round and turn by turn.  Lanes are resolved in resolve.py.

The numbers in the comments are those of rulebook.md.
"""

from __future__ import annotations

from facedown.core.bits import WORD, allow, holds, lowest
from facedown.core.chance import BY_CHANCE, chosen_or_lot, draw, lot
from facedown.core.compiling import compiles
from facedown.core.game import Option
from facedown.core.layout import Ints
from facedown.core.questions import OVER, answered, ask, become, close, happens, open_kind
from facedown.games.gotcha import events, steps
from facedown.games.gotcha.arrays import Cards
from facedown.games.gotcha.cards import MOST_KINDS
from facedown.games.gotcha.knowledge import Knowledge, learn, redeal
from facedown.games.gotcha.observe import Observation, determinize, observe, observe_open, observe_own
from facedown.games.gotcha.position import (
    BY_LOT,
    CARDS,
    FULL_HAND,
    LAST_TURN,
    MOST_OVERTIMES,
    NINE,
    NO_THROWS,
    NOBODY,
    NONE,
    UNKNOWN,
    Position,
    can_draw,
    can_place,
    draw_card,
    forget_draft,
    lift,
    lose,
    must_shuffle,
    note_throw,
    put,
    take,
    thrown_by,
    trash,
)
from facedown.games.gotcha.resolve import (
    clear_lane,
    discarded,
    draw_one,
    go_on,
    may_cut,
    resolve_lane,
    shuffle,
    start_draws,
    stop_cut,
    turn_face_up,
)

__all__ = [
    "CHANCE",
    "OPTIONS",
    "WORDS",
    "Knowledge",
    "Observation",
    "Position",
    "determinize",
    "learn",
    "legal",
    "observe",
    "observe_open",
    "observe_own",
    "proceed",
    "redeal",
    "score",
    "start",
    "step",
    "wins",
]

ROUNDS_TO_WIN = 2
MOST_ROUNDS = 9

# Moves: a card by its kind, or one of these; cutting the card in a lane is a move of word 1 (side 0) or 2 (side 1).
ROCK, SCISSORS, PAPER = 56, 57, 58  # thrown for who goes first
DONE, BE_FIRST, BE_SECOND = 59, 60, 61
WORDS = 3
THROW = 3  # in place of a seat that begins

CHANCE = (steps.LOTS, steps.DEAL, steps.LANE, steps.DRAW, steps.OVERTIME)
OPTIONS = (
    Option(
        "tier",
        "advanced",
        ("starter", "advanced"),
        "which cards are in the deck: the starter tier's 29, or the advanced tier's 28 as well",
        title="Deck",
    ),
    Option(
        "start",
        "lot",
        ("lot", 1, 2, "throw"),
        "who goes first: drawn by lot, whoever has this seat, or both throw rock, scissors or paper; "
        "for an overtime they throw again, and else a lot is drawn",
        of_seats=True,
        title="Who goes first",
    ),
)


@compiles
def start(s: Position, c: Cards, seats: int, tier: int, begins: int) -> None:
    """Two seats and a full deck; everything else is empty [1.3]."""
    s.seats, s.tier = seats, tier
    for kind in range(MOST_KINDS):
        for _ in range(c.copies_in[tier, kind]):
            s.deck[s.deck_left] = kind
            s.deck_left += 1
    s.round_number = 1
    s.first = s.starter = NOBODY
    s.lane = NONE
    s.lot_laid_out = BY_CHANCE
    become(s, OVER, 0)
    ask(s, steps.LOTS, 0)
    s.throws = BY_LOT
    if begins == THROW:
        _ask_to_throw(s)
    else:
        s.starter = begins - 1  # NOBODY: a lot decides


@compiles
def proceed(s: Position, c: Cards) -> None:
    """The table's next step, when nobody is asked."""
    kind = open_kind(s)
    if kind == steps.LANE:
        resolve_lane(s, c)
    elif kind == steps.TAKE:
        clear_lane(s, c)
    elif kind == steps.DRAW:
        draw_one(s)
    elif kind == steps.TURN:
        _begin_turn(s)
    elif kind == steps.REVEAL:
        turn_face_up(s, c)
    elif kind == steps.DEAL:
        _deal(s)
    elif kind == steps.COUNT:
        _count(s)
    elif kind == steps.TIDY:
        _tidy(s)
    elif kind == steps.LOTS:
        s.first = chosen_or_lot(s, int(s.starter) + 1, 2)
        s.starter = NOBODY
        happens(s, events.LOT_DRAWN, int(s.first), NONE, 0)
        become(s, steps.DEAL, 0)
    elif kind == steps.COMPARE:
        _compare_throws(s)
    elif kind == steps.OVERTIME:
        _begin_overtime(s)
    elif kind == steps.STOPPED:
        stop_cut(s, c)


@compiles
def legal(s: Position, seat: int, moves: Ints) -> None:
    kind = open_kind(s)
    if kind == steps.PLACE:  # any card from hand, or no more [3.2]
        moves[0] |= s.hand[seat, 0]
        if may_finish(s, seat):
            allow(moves, DONE)
    elif kind in (steps.KEEP, steps.DRAFT):
        kinds = 0
        for n in range(int(s.draft_count)):
            kinds |= 1 << int(s.draft[n])
        moves[0] |= kinds
    elif kind in (steps.SWEET, steps.REPLACED, steps.DISCARD):
        moves[0] |= s.hand[seat, 0]
    elif kind == steps.CUT:  # any card on the field but the one that cuts [6.5]
        moves[1] |= s.there[0]
        moves[2] |= s.there[1]
        moves[1 + int(s.cutter_side)] &= ~(1 << int(s.cutter_lane))
    elif kind == steps.ORDER:
        allow(moves, BE_FIRST)
        allow(moves, BE_SECOND)
    elif kind == steps.THROW:
        allow(moves, ROCK)
        allow(moves, SCISSORS)
        allow(moves, PAPER)


@compiles
def step(s: Position, c: Cards, seat: int, move: int) -> None:
    """The answer of an asked seat."""
    kind = open_kind(s)
    if kind == steps.PLACE:
        _place(s, seat, move)
    elif kind == steps.KEEP:
        _keep(s, seat, move)
    elif kind == steps.DRAFT:
        _draft(s, seat, move)
    elif kind == steps.SWEET:
        _show(s, seat, move)
    elif kind == steps.REPLACED:
        _replace(s, c, seat, move)
    elif kind == steps.DISCARD:
        lose(s, seat, move)
        trash(s, move)
        happens(s, events.DISCARDED, seat, move, 0)
        discarded(s, seat)
        close(s)
        go_on(s, c)
    elif kind == steps.CUT:
        side, lane = move // WORD - 1, move % WORD
        cut = lift(s, side, lane)
        trash(s, cut)
        happens(s, events.WAS_CUT, seat, cut, WORD * side + lane)
        close(s)
        go_on(s, c)
    elif kind == steps.ORDER:
        s.first = seat if move == BE_FIRST else 1 - seat
        happens(s, events.ORDERED, seat, NONE, int(s.first))
        become(s, steps.TIDY, 0)
    elif kind == steps.THROW:
        _throw(s, seat, move - ROCK)


# -- who goes first ------------------------------------------------------------------------------------------------


@compiles
def _ask_to_throw(s: Position) -> None:
    """Both throw at once; nobody sees what, before both have [2.6]."""
    s.throws = NO_THROWS
    become(s, steps.THROW, 0b11)


@compiles
def _throw(s: Position, seat: int, thrown: int) -> None:
    note_throw(s, seat, thrown)
    happens(s, events.THREW, seat, NONE, 0)
    if answered(s, seat):
        become(s, steps.COMPARE, 0)


@compiles
def _compare_throws(s: Position) -> None:
    """Both throws are shown; the winner goes first, and after two alike both throw again [2.6]."""
    mine, yours = thrown_by(s, 0), thrown_by(s, 1)
    winner = NOBODY
    if mine != yours:
        winner = 0 if (mine + 1) % 3 == yours else 1
    happens(s, events.THROWN, winner, NONE, 3 * mine + yours)
    s.throws = NO_THROWS
    if winner == NOBODY:
        _ask_to_throw(s)
    elif s.overtime > 0:
        _start_overtime(s, winner)
    else:
        s.first = winner
        become(s, steps.DEAL, 0)


# -- dealing and drafting -----------------------------------------------------------------------------------------


@compiles
def _deal(s: Position) -> None:
    """Nine cards to Player 1 [2.2], unless a record has laid out hands: then these are filled up."""
    if s.hand_count[0] + s.hand_count[1] > 0:
        for seat in range(2):
            while s.hand_count[seat] < FULL_HAND and can_draw(s):
                take(s, seat, draw_card(s))
        forget_draft(s)
        happens(s, events.HANDS_DEALT, NOBODY, NONE, 0)
        become(s, steps.TURN, 0)
        return
    if must_shuffle(s):
        shuffle(s)
        return
    while s.draft_count < NINE and s.deck_left > 0:
        s.draft[s.draft_count] = draw(s)
        s.draft_count += 1
    happens(s, events.DEALT, int(s.first), NONE, int(s.draft_count))
    if s.draft_count == NINE:
        become(s, steps.KEEP, 1 << int(s.first))


@compiles
def _keep(s: Position, seat: int, kind: int) -> None:
    """One card unseen; the others are turned face-up, and the other player picks first [2.3, 2.4]."""
    _pick(s, seat, kind)
    s.draft[s.draft_count], s.old_trash = UNKNOWN, s.trash_count
    happens(s, events.KEPT, seat, kind, 0)
    become(s, steps.DRAFT, 1 << (1 - seat))


@compiles
def _draft(s: Position, seat: int, kind: int) -> None:
    """In turn, until none is left; then Player 2 draws one card [2.5]."""
    _pick(s, seat, kind)
    happens(s, events.DRAFTED, seat, kind, 0)
    if s.draft_count > 0:
        become(s, steps.DRAFT, 1 << (1 - seat))
        return
    become(s, steps.TURN, 0)
    s.starter = s.first
    start_draws(s, 0, 1)


@compiles
def _pick(s: Position, seat: int, kind: int) -> None:
    n = 0
    while s.draft[n] != kind:
        n += 1
    s.draft_count -= 1
    s.draft[n] = s.draft[s.draft_count]
    s.draft[s.draft_count] = kind
    take(s, seat, kind)


# -- a turn -------------------------------------------------------------------------------------------------------


@compiles
def _begin_turn(s: Position) -> None:
    """Player 1 starts the first and third turn, Player 2 the second [3.1]."""
    if s.overtime == 0:
        s.turn += 1
        s.starter = int(s.first) ^ (1 if s.turn == 2 else 0)
    s.stayed[0], s.stayed[1] = s.there[0], s.there[1]
    able_0, able_1 = _can_play(s, 0), _can_play(s, 1)
    if able_0 and able_1:
        happens(s, events.TURN_BEGAN, int(s.starter), NONE, int(s.turn))
        _start_placing(s)
    elif able_0 or able_1:  # who has no card to play has lost [3.6]
        happens(s, events.FAILED, 1 if able_0 else 0, NONE, int(s.turn))
        _end_round(s, 0 if able_0 else 1)
    else:  # both have run out: the points decide [3.7]
        happens(s, events.RAN_OUT, NOBODY, NONE, int(s.turn))
        become(s, steps.COUNT, 0)


@compiles
def _can_play(s: Position, seat: int) -> bool:
    """Whether this seat has a card in hand, or one on the field that stayed."""
    return bool(s.hand_count[seat] > 0 or s.there[seat] != 0)


@compiles
def _start_placing(s: Position) -> None:
    """Who took a Sweet puts a card face-up before anyone places, the starter first [6.9]."""
    for n in range(2):
        seat = int(s.starter) ^ n
        if holds(s.duty, seat) and can_place(s, seat):
            become(s, steps.SWEET, 1 << seat)
            return
    if s.turn == LAST_TURN:  # both at once, all their cards [3.4]
        _ask_to_place(s, (1 if can_place(s, 0) else 0) | (2 if can_place(s, 1) else 0))
    elif can_place(s, int(s.starter)):
        _ask_to_place(s, 1 << int(s.starter))
    else:
        _ask_other(s)


@compiles
def _ask_other(s: Position) -> None:
    other = 1 - int(s.starter)
    _ask_to_place(s, 1 << other if can_place(s, other) else 0)


@compiles
def _ask_to_place(s: Position, seats: int) -> None:
    become(s, steps.PLACE if seats else steps.REVEAL, seats)


@compiles
def _show(s: Position, seat: int, kind: int) -> None:
    lose(s, seat, kind)
    lane = _next_free_lane(s, seat)
    put(s, seat, lane, kind, True)
    s.duty = int(s.duty) & ~(1 << seat)
    happens(s, events.SHOWED, seat, kind, lane)
    _start_placing(s)


@compiles
def _next_free_lane(s: Position, side: int) -> int:
    """Lanes fill outward with no gap, round what stayed [3.3]."""
    return lowest(~int(s.there[side]))


@compiles
def may_finish(s: Position, seat: int) -> bool:
    """At least one card a turn [3.2]; on the third turn and in overtime all of them [3.4]."""
    return bool(s.turn < LAST_TURN and int(s.there[seat]) & ~int(s.stayed[seat]))


@compiles
def _place(s: Position, seat: int, move: int) -> None:
    if move == DONE:
        happens(s, events.FINISHED, seat, NONE, 0)
    else:
        lose(s, seat, move)
        lane = _next_free_lane(s, seat)
        put(s, seat, lane, move, False)
        happens(s, events.PLACED, seat, move, lane)
    if (move == DONE or not can_place(s, seat)) and answered(s, seat):
        if s.turn < LAST_TURN and seat == s.starter:
            _ask_other(s)
        else:
            become(s, steps.REVEAL, 0)


@compiles
def _replace(s: Position, c: Cards, seat: int, kind: int) -> None:
    """A card from hand in the place of the one that left, face-up; it acts by its own text [6.7, 4.6]."""
    lane = int(s.lane)
    lose(s, seat, kind)
    put(s, seat, lane, kind, True)
    s.acted[seat, 0] = 0
    happens(s, events.PLAYED, seat, kind, lane)
    close(s)
    if c.cuts[kind]:
        may_cut(s, c, seat, lane)


# -- the end of a round -------------------------------------------------------------------------------------------


@compiles
def _count(s: Position) -> None:
    """More points win the round; with as many, it goes into overtime [7.1, 7.2]."""
    if s.points[0] == s.points[1]:
        happens(s, events.ROUND_TIED, NOBODY, NONE, int(s.points[0]))
        become(s, steps.OVERTIME, 0)
        return
    winner = 0 if s.points[0] > s.points[1] else 1
    happens(s, events.ROUND_WON, winner, NONE, int(s.round_number))
    _end_round(s, winner)


@compiles
def _begin_overtime(s: Position) -> None:
    """Who starts it is decided by lot or by a throw [7.2, 2.6], unless it would be one too many [7.4]."""
    if not can_draw(s) or s.overtime == MOST_OVERTIMES:
        happens(s, events.ROUND_DRAWN, NOBODY, NONE, int(s.round_number))
        _end_round(s, NOBODY)
        return
    s.overtime += 1
    s.turn = LAST_TURN
    if s.throws != BY_LOT:
        s.starter = NOBODY
        happens(s, events.OVERTIME_BEGAN, NOBODY, NONE, int(s.overtime))
        _ask_to_throw(s)
        return
    starter = lot(s, 2)
    happens(s, events.OVERTIME_BEGAN, starter, NONE, int(s.overtime))
    _start_overtime(s, starter)


@compiles
def _start_overtime(s: Position, starter: int) -> None:
    """Two cards each, one more with every overtime [7.2, 7.3]."""
    s.starter = starter
    become(s, steps.TURN, 0)
    start_draws(s, int(s.overtime) + 1, int(s.overtime) + 1)


@compiles
def _end_round(s: Position, winner: int) -> None:
    """Two rounds win the match; the loser of this one chooses the next order [7.5, 7.6]."""
    if winner != NOBODY:
        s.rounds_won[winner] += 1
    else:
        s.first = NOBODY
    if (winner != NOBODY and s.rounds_won[winner] == ROUNDS_TO_WIN) or s.round_number == MOST_ROUNDS:
        become(s, OVER, 0)
    elif winner == NOBODY:
        become(s, steps.TIDY, 0)
    else:
        become(s, steps.ORDER, 1 << (1 - winner))


@compiles
def _tidy(s: Position) -> None:
    """Every card of the round goes to the trash; the deck is left as it is [7.7]."""
    for seat in range(2):
        while s.hand_count[seat] > 0:
            kind = lowest(s.hand[seat, 0])
            lose(s, seat, kind)
            trash(s, kind)
        while s.there[seat]:
            trash(s, lift(s, seat, lowest(s.there[seat])))
        for n in range(int(s.victory_count[seat])):
            trash(s, int(s.victory[n if seat == 0 else CARDS - 1 - n]))
        s.victory_count[seat] = s.points[seat] = 0
    s.turn = s.overtime = 0
    s.starter = NOBODY
    s.round_number += 1
    happens(s, events.TIDIED, NOBODY, NONE, int(s.round_number))
    if s.first != NOBODY:
        become(s, steps.DEAL, 0)
    elif s.throws != BY_LOT:
        _ask_to_throw(s)
    else:
        become(s, steps.LOTS, 0)


# -- who has won --------------------------------------------------------------------------------------------------


@compiles
def score(s: Position, seat: int) -> int:
    """Rounds won: the match's score."""
    return int(s.rounds_won[seat])


@compiles
def wins(s: Position, seat: int) -> bool:
    return bool(s.rounds_won[seat] == ROUNDS_TO_WIN)
