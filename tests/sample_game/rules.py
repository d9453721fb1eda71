"""High Card: everybody turns one card up, and the highest takes the trick.  Numbers are the rulebook's."""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import allow, holds, lowest, popcount
from facedown.core.chance import Deck, draw
from facedown.core.compiling import compiles, copies
from facedown.core.flat import FlatPosition
from facedown.core.game import Option
from facedown.core.layout import Ints, i1
from facedown.core.questions import (
    OVER,
    Events,
    answered,
    ask,
    become,
    happens,
    is_asked,
    open_kind,
    who_is_asked,
)

SEATS, CARDS, TRICKS, NONE, WORDS = 3, 12, 3, -1, 1
TWELVE = CARDS - 1
WAIT = CARDS  # the one move that is not a card [4.1]
SHORT, FAIR = 2.0, 20.0  # seconds [4.1]
PATIENCE = 3  # how often all may wait before they are told to hurry [4.2]
DEAL, CHOOSE, SHOW, REFILL = 1, 2, 3, 4  # what is open
DEALT, CHOSE, TOOK, DREW, HURRY = 1, 2, 3, 4, 5  # what happened
CHANCE = (DEAL, REFILL)
OPTIONS = (
    Option("hand", 3, (3, 4), "How many cards each seat is dealt."),
    Option("time", "ample", ("ample", "short", "fair"), "Whether there is all the time in the world to choose."),
)


class Open:
    """What everybody sees."""

    seats: i1
    timed: i1  # 0: the clock does not run; 1: time is short; 2: it is fair
    trick: i1  # 0, 1, 2
    deck_left: i1
    tricks: Annotated[Ints, "i1", SEATS]


class Position(FlatPosition, Deck, Open):
    deck: Annotated[Ints, "i1", CARDS]
    hand_size: i1
    waited: i1  # how often everybody has answered, and somebody by waiting
    taker: i1  # who took the last trick
    hand: Annotated[Ints, "i2", SEATS]  # sets of cards
    chosen: Annotated[Ints, "i1", SEATS]


class Observation(Open, Events):
    seat: i1
    kind: i1
    waiting: i1
    hurry: i1  # may nobody wait any more?
    hand: Annotated[Ints, "i2", 1]
    hand_counts: Annotated[Ints, "i1", SEATS]
    chosen_by: i1  # the seats whose card lies there, as a set
    chosen: Annotated[Ints, "i1", SEATS]


copy_open = copies(Open)


@compiles
def start(s: Position, seats: int, hand_size: int, time: int) -> None:
    s.seats, s.hand_size, s.taker, s.deck_left = seats, hand_size, NONE, CARDS
    s.timed, s.waited = time, 0
    for card in range(CARDS):
        s.deck[card] = card
    s.chosen[:] = NONE
    ask(s, DEAL, 0)


@compiles
def proceed(s: Position) -> None:
    everybody = (1 << int(s.seats)) - 1
    kind = open_kind(s)
    if kind == DEAL:
        for seat in range(s.seats):  # what a record gave a seat already counts [1.1]
            for _ in range(s.hand_size - popcount(s.hand[seat])):
                s.hand[seat] |= 1 << draw(s)
        happens(s, DEALT, NONE, NONE, NONE)
        become(s, CHOOSE, everybody)
    elif kind == SHOW:
        _take(s)
    elif s.deck_left == 0:
        become(s, CHOOSE, everybody)
    else:
        card = draw(s)  # [2.3]
        s.hand[s.taker] |= 1 << card
        happens(s, DREW, int(s.taker), card, NONE)
        become(s, CHOOSE, everybody)


@compiles
def _take(s: Position) -> None:
    """The highest card takes the trick [2.1]; after three the game is over [3.1]."""
    best = 0
    for seat in range(s.seats):
        if s.chosen[seat] > s.chosen[best]:
            best = seat
    happens(s, TOOK, best, int(s.chosen[best]), NONE)
    s.tricks[best] += 1
    s.trick += 1
    s.waited = 0
    s.taker = best
    s.chosen[:] = NONE
    become(s, OVER if s.trick == TRICKS else REFILL, 0)


@compiles
def legal(s: Position, seat: int, moves: Ints) -> None:
    for card in range(CARDS):
        if holds(s.hand[seat], card) and not (card == TWELVE and s.trick == 0 and popcount(s.hand[seat]) > 1):
            allow(moves, card)  # but for [2.2]
    if is_asked(s, seat) and s.timed and s.waited < PATIENCE:
        allow(moves, WAIT)


@compiles
def seconds(s: Position) -> float:
    if s.timed == 0 or open_kind(s) != CHOOSE:
        return 0.0
    return SHORT if s.timed == 1 else FAIR


@compiles
def timeout_move(s: Position, seat: int) -> int:
    """To wait, as long as one may [4.1]; then the lowest card [4.2]."""
    if s.waited < PATIENCE:
        return WAIT
    return lowest(s.hand[seat])


@compiles
def free(s: Position) -> int:
    """Those who have chosen may take another card instead, while others still think [4.3]."""
    seats = 0
    for seat in range(s.seats):
        if s.timed and open_kind(s) == CHOOSE and s.chosen[seat] >= 0 and popcount(s.hand[seat]) > 0:
            seats |= 1 << seat
    return seats


@compiles
def step(s: Position, seat: int, move: int) -> None:
    if move != WAIT:
        if s.chosen[seat] >= 0:
            s.hand[seat] |= 1 << int(s.chosen[seat])
        s.hand[seat] &= ~(1 << move)
        s.chosen[seat] = move
        happens(s, CHOSE, seat, move, NONE)
    if is_asked(s, seat) and answered(s, seat):
        _ask_who_waited(s)


@compiles
def _ask_who_waited(s: Position) -> None:
    """Once more [4.1], with a word of warning when it is the last time [4.2]; or show, when nobody has."""
    waiting = 0
    for seat in range(s.seats):
        if s.chosen[seat] == NONE:
            waiting |= 1 << seat
    if waiting == 0:
        become(s, SHOW, 0)
        return
    s.waited += 1
    become(s, CHOOSE, waiting)
    if s.waited == PATIENCE:
        happens(s, HURRY, NONE, NONE, NONE)


@compiles
def observe(s: Position, seat: int, v: Observation) -> None:
    copy_open(s, v)
    v.seat, v.kind, v.waiting, v.hurry = seat, open_kind(s), who_is_asked(s), s.waited == PATIENCE
    v.hand[0] = s.hand[seat] if seat >= 0 else 0
    for other in range(s.seats):
        v.hand_counts[other] = popcount(s.hand[other])
        v.chosen_by |= (1 << other) if s.chosen[other] >= 0 else 0
        v.chosen[other] = s.chosen[other] if other == seat or v.kind == SHOW else NONE
    v.event, v.event_seat, v.event_other, v.event_count = s.event, s.event_seat, s.event_other, s.event_count
    secret = (s.event == CHOSE or s.event == DREW) and s.event_seat != seat
    v.event_card = NONE if secret else s.event_card


@compiles
def determinize(s: Position, seat: int) -> None:
    """Shuffle together what `seat` cannot know, the deck, other hands and hidden choices, and deal it anew."""
    s.stacked = 0
    held = 0  # how many, in four bits a seat
    face_down = open_kind(s) == CHOOSE
    for other in range(s.seats):
        held |= popcount(s.hand[other]) << (4 * other)
        if other != seat:
            for card in range(CARDS):
                if holds(s.hand[other], card) or (face_down and s.chosen[other] == card):
                    _put_back(s, card)
    for other in range(s.seats):
        if other != seat:
            if face_down and s.chosen[other] >= 0:
                s.chosen[other] = _draw_choice(s)
            s.hand[other] = 0
            for _ in range((held >> (4 * other)) & 15):
                s.hand[other] |= 1 << draw(s)
    other = int(s.event_seat)
    if other != seat and s.event == CHOSE:
        s.event_card = s.chosen[other]
    elif other != seat and s.event == DREW:
        s.event_card = lowest(s.hand[other])


@compiles
def _put_back(s: Position, card: int) -> None:
    s.deck[s.deck_left] = card
    s.deck_left += 1


@compiles
def _draw_choice(s: Position) -> int:
    """Any card but the one that nobody may choose in the first trick [2.2]."""
    card = draw(s)
    if card == TWELVE and s.trick == 0:
        card = draw(s)
        _put_back(s, TWELVE)
    return card


@compiles
def score(s: Position, seat: int) -> int:
    return int(s.tricks[seat])


@compiles
def wins(s: Position, seat: int) -> bool:
    most = 0
    for other in range(int(s.seats)):
        most = max(most, int(s.tricks[other]))
    return int(s.tricks[seat]) == most
