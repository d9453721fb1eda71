"""What the driver of many games counts while it plays: what happened, what was chosen, and who led.

A game's own counts are kept in `now` until it is over, for only then is it known who won; then they are added to
`totals`.  Each thing that is counted has a place there, its code: for each seat (and the table, behind the seats),
event and card; and for each move and seat, how often it was made, and in how many games it could be.

Moves that could be made are too many to be counted one by one.  They are sets of 64, and added to numbers that lie
across words: bit i of the words of `planes` holds the digits of a binary number, the count of the i-th move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np

from facedown.core.bits import WORD
from facedown.core.compiling import compiles, compiles_inline
from facedown.core.event_names import EventNames
from facedown.core.flat.placeholders import score
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints

Counters: TypeAlias = tuple[Ints, ...]  # plan, state, now, touched, could, planes, totals, drama

# The columns of `totals`: how often; by winners of the game; in how many games; of these won.
TIMES, BY_WINNERS, GAMES, GAMES_WON = range(4)
COLUMNS = 4
# The columns of `drama`, a row a game: moves to choose from, decisions with only one, changes of the lead, and how
# many decisions had been made when the winner took the lead for good.
CHOICES, FORCED, LEAD_CHANGES, DECIDED = range(4)
# What is kept of the game that is being played.
TOUCHED, LEADER, SEEN, DECISIONS, CHOSEN_FROM, ONLY, CHANGED, CHANGED_AT, SCORED = range(9)
STATE = 9
# The plan: how many seats, events and cards there are, whether points are good; then, event by event, whether its
# card is one (bit 0), and whether a score may have changed with it (bit 1).
SEATS, EVENTS, CARDS, HIGH_WINS, OF_EVENT = range(5)
SEAT_BITS = 5  # a code and its seat are kept in one number


class Happened(NamedTuple):
    """An event that was counted, with its row of `totals`."""

    event: int
    card: int  # -1: none
    seat: int  # -1: the table
    counts: Ints


class Offered(NamedTuple):
    """A move that a seat could make, with the rows of the games in which it could, and of how often it did."""

    move: int
    seat: int
    offered: Ints
    chosen: Ints


class Plan:
    """Where everything is counted, for one game at a table with a given number of seats."""

    def __init__(self, names: EventNames | None, seats: int, moves: int, high_wins: bool) -> None:
        self.seats, self.moves = seats, moves
        self.events = 1 + max(names.names, default=0) if names else 1
        self.cards = 2 + max(names.cards, default=-1) if names else 1
        of_events = [_of_event(names, event) for event in range(self.events)]
        self.numbers = np.array([seats, self.events, self.cards, int(high_wins), *of_events], np.int64)
        self.first_move = (seats + 1) * self.events * self.cards
        self.size = self.first_move + 2 * moves * seats

    def counters(self, games: int) -> Counters:
        """Empty counters for this number of games, which are played one after the other."""
        return (
            self.numbers,
            np.zeros(STATE, np.int64),
            np.zeros(self.size, np.int32),
            np.zeros(self.size + 1, np.int32),
            np.zeros((self.seats, self.moves // WORD), np.int64),
            np.zeros((2, self.seats, self.moves // WORD, games.bit_length()), np.int64),
            np.zeros((self.size, COLUMNS), np.int64),
            np.zeros((games, 4), np.int64),
        )

    def counted(self, counters: Counters) -> Ints:
        """The totals of games that are over, with the moves that could be made in them."""
        *_, planes, totals, _ = counters
        digits = planes.view(np.uint64)[..., None] >> np.arange(WORD, dtype=np.uint64) & np.uint64(1)
        weights = np.int64(1) << np.arange(planes.shape[-1])
        games, won = np.tensordot(digits.astype(np.int64), weights, (3, 0)).reshape(2, self.seats, self.moves)
        rows = totals[self.first_move :].reshape(self.moves, self.seats, 2, COLUMNS)
        rows[:, :, 0, TIMES] = rows[:, :, 0, GAMES] = games.T
        rows[:, :, 0, BY_WINNERS] = rows[:, :, 0, GAMES_WON] = won.T
        return totals

    def happened(self, totals: Ints) -> Iterator[Happened]:
        """Every event, card and seat of which anything was counted."""
        for code in np.flatnonzero(totals[: self.first_move, TIMES]):
            rest, card = divmod(int(code), self.cards)
            seat, event = divmod(rest, self.events)
            yield Happened(event, card - 1, -1 if seat == self.seats else seat, totals[code])

    def offered(self, totals: Ints) -> Iterator[Offered]:
        """Every move and seat that could make it at any time."""
        rows = totals[self.first_move :].reshape(self.moves, self.seats, 2, totals.shape[1])
        for move, seat in np.argwhere(rows[:, :, 0, GAMES]):
            yield Offered(int(move), int(seat), rows[move, seat, 0], rows[move, seat, 1])


def _of_event(names: EventNames | None, event: int) -> int:
    """Whether the card of an event is one (bit 0), and whether a score may change with it (bit 1)."""
    if names is None:
        return 2
    return int(event in names.of_card) | (2 if names.scoring is None or event in names.scoring else 0)


# -- in the driver ---------------------------------------------------------------------------------------------
# Functions that are called at every decision are inlined: passing all these arrays took longer than their work.


@compiles
def begin_counting(counters: Counters) -> None:
    """A new game: nothing has happened, and nobody leads."""
    state = counters[1]
    for at in range(STATE):
        state[at] = 0
    state[LEADER] = -1
    state[SCORED] = 1


@compiles_inline
def count_moves(
    s: FlatPosition, c: object, seat: int, moves: Ints, choices: int, move: int, counters: Counters
) -> None:
    """A seat has chosen one of these moves, `choices` in all: count it, and look who leads before it is made."""
    plan, state, now, touched, could, _, _, _ = counters
    seats = int(plan[SEATS])
    first = (seats + 1) * int(plan[EVENTS]) * int(plan[CARDS])
    for word in range(len(moves)):
        could[seat, word] |= moves[word]
    _count(first + 2 * (move * seats + seat) + 1, seat, state, now, touched)
    if state[SCORED] == 1:
        state[SCORED] = 0
        _look_who_leads(s, c, seats, int(plan[HIGH_WINS]), state)
    state[DECISIONS] += 1
    state[CHOSEN_FROM] += choices
    state[ONLY] += 1 if choices == 1 else 0


@compiles_inline
def count_event(s: FlatPosition, counters: Counters) -> None:
    """If anything has happened, count it."""
    plan, state, now, touched, _, _, _, _ = counters
    if int(s.event_count) == int(state[SEEN]):
        return
    state[SEEN] = int(s.event_count)
    seats, events, cards = int(plan[SEATS]), int(plan[EVENTS]), int(plan[CARDS])
    event = int(s.event) if int(s.event) < events else 0
    state[SCORED] |= plan[OF_EVENT + event] >> 1
    seat, card = int(s.event_seat), 0
    if seat < 0 or seat >= seats:
        seat = seats
    if plan[OF_EVENT + event] & 1 and 0 <= int(s.event_card) < cards - 1:
        card = int(s.event_card) + 1
    _count((seat * events + event) * cards + card, seat, state, now, touched)


@compiles_inline
def _count(code: int, seat: int, state: Ints, now: Ints, touched: Ints) -> None:
    """Without a branch that nothing could predict: a place that is not new is written over by the next."""
    touched[state[TOUCHED]] = code << SEAT_BITS | seat
    state[TOUCHED] += 1 if now[code] == 0 else 0
    now[code] += 1


@compiles
def _look_who_leads(s: FlatPosition, c: object, seats: int, high_wins: int, state: Ints) -> None:
    """The lead changes where one seat alone is ahead, and it is another than the last that was."""
    best, leader = 0, -1
    for seat in range(seats):
        points = score(s, c, seat) if high_wins == 1 else -score(s, c, seat)
        if seat == 0 or points > best:
            best, leader = points, seat
        elif points == best:
            leader = -1
    if leader >= 0 and leader != state[LEADER]:
        state[CHANGED] += 1 if state[LEADER] >= 0 else 0
        state[LEADER] = leader
        state[CHANGED_AT] = state[DECISIONS]


@compiles_inline
def end_counting(s: FlatPosition, c: object, game: int, i: int, won: int, counters: Counters) -> None:
    """The game is over, and these seats have won it: add what was counted."""
    plan, state, now, touched, could, planes, totals, drama = counters
    seats = int(plan[SEATS])
    _look_who_leads(s, c, seats, int(plan[HIGH_WINS]), state)
    for at in range(state[TOUCHED]):
        code, seat = int(touched[at]) >> SEAT_BITS, int(touched[at]) & ((1 << SEAT_BITS) - 1)
        _add(code, int(now[code]), won >> seat & 1, totals)
        now[code] = 0
    for seat in range(seats):
        for word in range(len(could[seat])):
            _add_to_planes(int(could[seat, word]), planes[0, seat, word])
            if won >> seat & 1:
                _add_to_planes(int(could[seat, word]), planes[1, seat, word])
            could[seat, word] = 0
    drama[i, CHOICES] = state[CHOSEN_FROM]
    drama[i, FORCED] = state[ONLY]
    drama[i, LEAD_CHANGES] = state[CHANGED]
    ahead = state[LEADER] >= 0 and won == 1 << state[LEADER]
    drama[i, DECIDED] = state[CHANGED_AT] if ahead else state[DECISIONS]


@compiles
def _add(code: int, times: int, won: int, totals: Ints) -> None:
    """What one game adds to a place."""
    totals[code, TIMES] += times
    totals[code, BY_WINNERS] += times * won
    totals[code, GAMES] += 1
    totals[code, GAMES_WON] += won


@compiles
def _add_to_planes(carry: int, planes: Ints) -> None:
    """Add one to the counts of all members of a set at once, carrying from digit to digit."""
    digit = 0
    while carry:
        there = int(planes[digit])
        planes[digit] = there ^ carry
        carry &= there
        digit += 1


# -- where nothing is counted ----------------------------------------------------------------------------------


@compiles
def begin_nothing(counters: Counters) -> None:
    """Does nothing; replaces `begin_counting` on a GPU."""


@compiles
def count_no_moves(
    s: FlatPosition, c: object, seat: int, moves: Ints, choices: int, move: int, counters: Counters
) -> None:
    """Does nothing; replaces `count_moves` on a GPU."""


@compiles
def count_no_event(s: FlatPosition, counters: Counters) -> None:
    """Does nothing; replaces `count_event` on a GPU."""


@compiles
def end_nothing(s: FlatPosition, c: object, game: int, i: int, won: int, counters: Counters) -> None:
    """Does nothing; replaces `end_counting` on a GPU."""


UNCOUNTED = {
    "begin_counting": begin_nothing, "count_moves": count_no_moves, "count_event": count_no_event,
    "end_counting": end_nothing,
}  # fmt: skip
