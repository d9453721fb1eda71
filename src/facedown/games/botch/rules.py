"""The Botch is Back: say what you like about the card before you, until somebody says the same.

The numbers in brackets are those of rulebook.md.  What a card can say is in cards.py, the moves as numbers in
codes.py, what can be open in steps.py, what can happen in events.py, a turn in turns.py, claims, calls and threats
in claims.py, what cards do and what hurts lead to in actions.py, the declaration in declaring.py, what a seat sees
in observe.py.
"""

from __future__ import annotations

import numpy as np

from facedown.core.bits import allow, holds
from facedown.core.compiling import compiles
from facedown.core.game import Option
from facedown.core.layout import Ints
from facedown.core.questions import OVER, answered, ask, become, close, happens, is_asked, open_kind
from facedown.games.botch import codes, events, purposes, steps
from facedown.games.botch.actions import answer_hurt, carry_out, collect, face_death, wound
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import PAGES, SET_NAMES
from facedown.games.botch.claims import answer_threat, flip_caller, hand_back, judge, prove, settle, stand_off, use
from facedown.games.botch.codes import WORDS, card_in, is_deal, words
from facedown.games.botch.deals import answer_offer, answer_request, deal_with, free, offer_deals
from facedown.games.botch.declaring import end_of_spoil, judge_win, shock, spoil
from facedown.games.botch.knowledge import Knowledge, learn, redeal
from facedown.games.botch.observe import determinize, observe, reveal
from facedown.games.botch.position import FIRST_DIAMONDS, LEVELS, NONE, SEATS, Observation, Position
from facedown.games.botch.reactions import offer_answers
from facedown.games.botch.table import clear_answers, first_answer, is_a_pair_in, wealth
from facedown.games.botch.turns import deal, introduce, next_turn, offer_turn, take_turn

__all__ = [
    "CHANCE",
    "OPTIONS",
    "WORDS",
    "Knowledge",
    "Observation",
    "Position",
    "determinize",
    "free",
    "learn",
    "legal",
    "observe",
    "proceed",
    "redeal",
    "reveal",
    "score",
    "seconds",
    "start",
    "step",
    "timeout_move",
    "wins",
    "words",
]

OPTIONS: tuple[Option, ...] = (
    Option(
        "cast",
        "basic",
        SET_NAMES,
        "basic: the simplest cards, for a first game (with more than five players it takes all); advanced: all "
        "cards; hidden: all items, and all roles that nobody may see but one; or a list of cards, with a role and "
        "an item for each player",
        other=True,
        of_cards=True,
        formerly="cards",
    ),
    Option(
        "tell_cast",
        "all",
        ("all", "open"),
        "all: everybody is told which cards are in; open: nobody is told which Hidden roles are in",
        title="Players are told the cast",
    ),
    Option(
        "window",
        "8",
        ("8", "5", "12", "20", "none"),
        "how many seconds there are to call, or to answer what somebody does; none: as long as it takes",
        title="Seconds to call",
    ),
    Option(
        "eyes",
        "twins",
        ("twins", "always"),
        "everybody closes their eyes before the game, for the Twins to see each other: where both may be in, or "
        "always, to stir up some paranoia",
        title="Eyes are closed",
    ),
    Option(
        "start",
        "lot",
        ("lot", *range(1, SEATS + 1)),
        "who has the first turn: drawn by lot, or whoever has this seat, such as the youngest",
        of_seats=True,
        title="Who begins",
    ),
)
CHANCE = (steps.DEAL,)
# A deal is answered before anything else, and the clock stands still meanwhile, ...
HOLDS_UP = (steps.REQUEST, steps.OFFER)
LONGEST_HOLD = 20.0  # ... for at most this many seconds in one question [10.5]
WINDOWS = np.array([8, 5, 12, 20, 0], np.int64)  # seconds, in the order of the option's choices


@compiles
def start(s: Position, c: Cards, seats: int, cast: Ints, untold: int, window: int, eyes: int, begins: int) -> None:
    s.seats, s.window, s.untold, s.eyes, s.begins = seats, window, untold, eyes, begins
    for page in range(PAGES):
        s.cast[page] = cast[page]
        s.told[page] = int(cast[page]) | int(c.hidden_roles[page]) if untold else cast[page]
    s.alive, s.started, s.role_up, s.item_up, s.flipped, s.winners = (1 << seats) - 1, 0, 0, 0, 0, 0
    s.turn, s.turns, s.bank, s.dealt_in = NONE, 0, 0, NONE
    for seat in range(SEATS):
        s.diamonds[seat] = FIRST_DIAMONDS if seat < seats else 0
        s.stash[seat], s.hurt[seat] = 0, 0
        s.roles[seat], s.items[seat], s.answers[seat], s.dealt[seat] = NONE, NONE, NONE, 0
    s.level, s.crossed = NONE, 0
    for level in range(LEVELS):
        s.user[level], s.said[level], s.target[level] = NONE, NONE, NONE
        s.purpose[level], s.at_step[level], s.stash_pays[level] = 0, 0, 0
    s.caller, s.payer, s.named, s.shower, s.swapper, s.swapped = NONE, NONE, NONE, NONE, NONE, NONE
    s.looked_at, s.victim, s.hurter, s.collectors = NONE, NONE, NONE, 0
    s.request, s.asker, s.offered_stash, s.declarer = 0, NONE, 0, NONE
    s.event, s.event_seat, s.event_card, s.event_other, s.event_count = 0, NONE, NONE, NONE, 0
    s.depth = 0
    s.kind[0], s.waiting[0] = OVER, 0
    ask(s, steps.DEAL, 0)


# -- time --------------------------------------------------------------------------------------------------------


@compiles
def seconds(s: Position) -> float:
    """How long the open question waits [4.11]: an answer to what another does, but never one's own turn."""
    kind = open_kind(s)
    timed = kind in (steps.CALLS, steps.ANSWER, steps.SAVE, steps.RESCUE, steps.SPOIL, steps.REQUEST, steps.OFFER)
    return float(WINDOWS[s.window]) if timed else 0.0


@compiles
def timeout_move(s: Position, seat: int) -> int:
    """Who says nothing passes; asked for diamonds, they give none; offered some, they take none [4.11]."""
    return codes.REFUSE if open_kind(s) in (steps.ANSWER, steps.REQUEST, steps.OFFER) else codes.PASS


# -- what players may do, and what comes of it ---------------------------------------------------------------------


@compiles
def legal(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    """Answers, if the seat is asked, and deals, which anybody can make [10.2]."""
    if is_asked(s, seat):
        _offer_answers(s, c, seat, open_kind(s), moves)
    offer_deals(s, seat, moves)


@compiles
def _offer_answers(s: Position, c: Cards, seat: int, kind: int, moves: Ints) -> None:
    if kind == steps.TURN:
        offer_turn(s, c, seat, moves)
    elif kind in (steps.PEEK, steps.EYES):
        allow(moves, codes.READY)
    elif kind == steps.SWAP:
        allow(moves, codes.EXCHANGE)
        allow(moves, codes.KEEP)
    elif kind == steps.LOOK:
        allow(moves, codes.DONE)
    elif kind == steps.SHOWN:
        allow(moves, codes.RETURN)
        if int(s.roles[s.shower]) == int(s.named):
            allow(moves, codes.REVEAL)  # [9.6]
    elif kind == steps.ANSWER:
        allow(moves, codes.REFUSE)
        if int(s.diamonds[seat]) > 0:
            allow(moves, codes.PAY)  # [5.3, 5.4]
    elif kind == steps.REQUEST:
        allow(moves, codes.REFUSE)
        if wealth(s, seat) > 0:
            allow(moves, codes.PAY)
        if int(s.stash[seat]) >= int(s.request):
            allow(moves, codes.PAY_FROM_STASH)  # [10.3, 7.7]
    elif kind == steps.OFFER:
        allow(moves, codes.ACCEPT)
        allow(moves, codes.REFUSE)
    else:
        offer_answers(s, c, seat, kind, moves)


@compiles
def step(s: Position, c: Cards, seat: int, move: int) -> None:
    kind = open_kind(s)
    if is_deal(move):
        deal_with(s, seat, move)
    elif kind == steps.TURN:
        take_turn(s, c, seat, move)
    elif kind in (steps.PEEK, steps.EYES, steps.CALLS, steps.RESCUE, steps.SPOIL):
        _answer_together(s, c, seat, move, kind)
    elif kind == steps.SWAP:
        _swap(s, move == codes.EXCHANGE)
    elif kind == steps.LOOK:
        close(s)
        _hear(s, seat)
    elif kind == steps.SHOWN:
        hand_back(s, c, move)
    elif kind == steps.ANSWER:
        answer_threat(s, seat, move)
    elif kind == steps.REQUEST:
        answer_request(s, seat, move)
    elif kind == steps.OFFER:
        answer_offer(s, seat, move)
    elif kind == steps.SAVE:
        answer_hurt(s, c, seat, move)


@compiles
def _answer_together(s: Position, c: Cards, seat: int, move: int, kind: int) -> None:
    """Of several who are asked at once, nobody hears what another answers until all have [4.4]."""
    s.answers[seat] = move
    _hear(s, seat)
    if not answered(s, seat):
        return
    if kind == steps.CALLS:
        become(s, steps.SETTLE, 0)
    elif kind == steps.PEEK and (s.eyes or is_a_pair_in(s.told, c)):
        become(s, steps.EYES, int(s.alive))  # [9.7]
    elif kind == steps.RESCUE:
        _rescue(s, c)
    elif kind == steps.SPOIL:
        end_of_spoil(s, c)
    else:
        become(s, steps.NEXT, 0)


@compiles
def _hear(s: Position, seat: int) -> None:
    """Somebody has answered: that, and not what, is heard by all."""
    happens(s, events.ANSWERED, seat, NONE, NONE)


@compiles
def _swap(s: Position, exchanges: bool) -> None:
    """One card back to each; which is which, only the swapper knows [3.4]."""
    seat, other = int(s.swapper), int(s.swapped)
    s.crossed = 1 if exchanges else 0
    if exchanges:
        item = int(s.items[seat])
        s.items[seat] = s.items[other]
        s.items[other] = item
    close(s)
    happens(s, events.SWAPPED, seat, NONE, other)


@compiles
def _rescue(s: Position, c: Cards) -> None:
    """The first from the one who hurt on, clockwise, says that they use the card [6.4]."""
    seat = first_answer(s, int(s.hurter))
    card = card_in(int(s.answers[seat])) if seat != NONE else NONE
    close(s)
    clear_answers(s)
    if seat != NONE:
        use(s, c, seat, card, int(s.victim), purposes.RESCUING, False)


# -- what the table does by itself, one thing at a time ------------------------------------------------------------


@compiles
def proceed(s: Position, c: Cards) -> None:
    kind = open_kind(s)
    if kind == steps.NEXT:
        next_turn(s, c)
    elif kind == steps.SETTLE:
        settle(s, c)
    elif kind == steps.CARRY_OUT:
        carry_out(s, c)
    elif kind == steps.FLIP_CALLER:
        flip_caller(s)
    elif kind == steps.JUDGE:
        judge(s, c)
    elif kind == steps.PROVE:
        prove(s, c)
    elif kind == steps.STANDOFF:
        stand_off(s, c)
    elif kind == steps.WOUND:
        wound(s, c)
    elif kind == steps.DEATH:
        face_death(s)
    elif kind == steps.COLLECT:
        collect(s, c)
    else:
        _proceed_between_turns(s, c, kind)


@compiles
def _proceed_between_turns(s: Position, c: Cards, kind: int) -> None:
    if kind == steps.DEAL:
        deal(s, c)
    elif kind == steps.INTRODUCE:
        introduce(s, c)
    elif kind == steps.SHOCK:
        shock(s)
    elif kind == steps.SPOILING:
        spoil(s, c)
    elif kind == steps.VERDICT:
        judge_win(s, c)
    elif kind == steps.END:
        happens(s, events.WON, NONE, NONE, NONE)
        close(s)


@compiles
def score(s: Position, seat: int) -> int:
    """Diamonds, stashed ones included."""
    return wealth(s, seat)


@compiles
def wins(s: Position, seat: int) -> bool:
    return holds(s.winners, seat)
