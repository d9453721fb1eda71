"""Bayou Boss: help your pals to as many tricks as you can, and keep your own pile skinny.

The numbers in brackets are those of rulebook.md.  The cards are in deck.py, who takes a trick in tricks.py, the
Characters in characters.py, the fields of a position in position.py, what a seat sees in observe.py.
"""

from __future__ import annotations

from facedown.core.bits import holds, lowest, nth, popcount
from facedown.core.chance import below, chosen_or_lot, draw
from facedown.core.compiling import compiles
from facedown.core.game import Option
from facedown.core.layout import Ints
from facedown.core.questions import OVER, ask, ask_one, become, close, happens, is_over, open_kind
from facedown.games.bayou import deck, events, steps
from facedown.games.bayou.arrays import Cards
from facedown.games.bayou.cards import BACKWARDS, FROM_SWAMP, NO_REFILL, NO_SCORE, SINGLES
from facedown.games.bayou.characters import (
    exchange,
    mark,
    seats_to_mark,
    take_effect,
    work,
)
from facedown.games.bayou.deck import NONE, SEATS, add, how_many, is_empty, remove, suit_card
from facedown.games.bayou.knowledge import Knowledge, learn, redeal
from facedown.games.bayou.observe import determinize, observe, observe_open, observe_own
from facedown.games.bayou.position import ENOUGH, ROUNDS, Observation, Position
from facedown.games.bayou.tricks import offer, trick_winner

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
]  # fmt: skip

OPTIONS: tuple[Option, ...] = (
    Option(
        "start",
        "lot",
        ("lot", *range(1, SEATS + 1)),
        "who deals first: drawn by lot, or whoever has this seat; the player on their left leads",
        of_seats=True,
        title="First dealer",
    ),
)
CHANCE = (steps.CHARACTERS, steps.DEALER, steps.DEAL, steps.TRUMP, steps.FILL)
WORDS = 3  # a move is a card's number; or, in the third word, a seat to mark
MARK_WORD = 2
IN_MATCH = 6  # single Characters


@compiles
def start(s: Position, seats: int, begins: int) -> None:
    s.seats, s.begins = seats, begins
    s.dealer, s.finished, s.characters = NONE, 0, 0
    s.event, s.event_seat, s.event_card, s.event_other, s.event_count = 0, NONE, NONE, NONE, 0
    for done in range(ROUNDS):
        for seat in range(SEATS):
            s.history[done, seat] = 0
    _collect(s)
    s.depth = 0
    s.kind[0], s.waiting[0] = OVER, 0
    ask(s, steps.CHARACTERS, 0)


@compiles
def legal(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    kind = open_kind(s)
    if kind == steps.PLAY:
        offer(s.hand[seat], int(s.led), int(deck.SUIT_OF[s.trump]), moves)
    elif kind == steps.PICK:
        moves[0] = int(s.swamp[0]) & ~(deck.RAVENS & ~(1 << deck.RAVEN))  # one Raven is as good as another
        moves[1] = s.swamp[1]
    elif kind == steps.MARK:
        moves[MARK_WORD] = seats_to_mark(s, c, int(s.trick[seat]))
    elif kind == steps.EXCHANGE:
        moves[0], moves[1] = int(s.hand[seat, 0]) & deck.SUIT_CARDS, int(s.hand[seat, 1]) & deck.SUIT_CARDS  # [6.1]
    elif kind == steps.DRAW:
        offer(s.swamp, int(s.led), int(deck.SUIT_OF[s.trump]), moves)  # [6.6]


@compiles
def step(s: Position, c: Cards, seat: int, move: int) -> None:
    kind = open_kind(s)
    if kind == steps.PLAY:
        remove(s.hand[seat], move)
        happens(s, events.PLAYED, seat, move, NONE)
        if int(c.effect_of[move]) == FROM_SWAMP and not is_empty(s.swamp):  # [6.6]
            add(s.out, move)
            ask_one(s, steps.DRAW, seat)
        else:
            _lay(s, c, seat, move)
    elif kind == steps.PICK:
        remove(s.swamp, move)
        add(s.hand[seat], move)
        happens(s, events.PICKED, seat, move, NONE)
        _next_to_pick(s)
    elif kind == steps.MARK:
        close(s)
        mark(s, c, seat, move - 64 * MARK_WORD)
    elif kind == steps.EXCHANGE:
        close(s)
        exchange(s, seat, move)
    elif kind == steps.DRAW:
        close(s)
        remove(s.swamp, move)
        happens(s, events.DREW, seat, move, NONE)
        _lay(s, c, seat, move)


@compiles
def proceed(s: Position, c: Cards) -> None:
    kind = open_kind(s)
    if kind == steps.TAKE:
        _take_trick(s)
    elif kind == steps.FILL:
        _fill_swamp(s)
    elif kind == steps.EFFECT:
        take_effect(s, c)
    elif kind == steps.CHARACTERS:
        _deal_characters(s)
    elif kind == steps.DEALER:
        _draw_dealer(s)
    elif kind == steps.DEAL:
        _deal(s)
    elif kind == steps.TRUMP:
        _turn_up_trump(s)
    elif kind == steps.SHUFFLE:
        _shuffle_in_characters(s)
    elif kind == steps.SCORE:
        _score_round(s)
    elif kind == steps.END:
        happens(s, events.WON, NONE, NONE, NONE)
        close(s)


# -- the cards and the deal [1, 2] ------------------------------------------------------------------------------


@compiles
def _deal_characters(s: Position) -> None:
    """Six of the nine single Characters are in the match [1.4]."""
    every = (1 << SINGLES) - 1
    chosen = int(s.characters)
    for there in range(popcount(chosen), IN_MATCH):
        chosen |= 1 << nth(every & ~chosen, below(s, SINGLES - there))
    s.characters = chosen
    happens(s, events.DEALT_CHARACTERS, NONE, NONE, NONE)
    become(s, steps.DEALER, 0)


@compiles
def _collect(s: Position) -> None:
    """All cards come back; the suit cards of this number of players are the deck [1.3, 7.5]."""
    size = 0
    for suit in range(int(deck.SUITS_USED[s.seats])):
        for value in range(int(deck.TOP_VALUE[s.seats]) + 1):
            s.deck[size] = suit_card(suit, value)
            size += 1
    s.deck_left, s.stacked = size, 0
    for seat in range(SEATS):
        s.hand[seat, 0], s.hand[seat, 1] = 0, 0
        s.tricks[seat] = 0
        s.row[seat] = NONE
    s.swamp[0], s.swamp[1], s.out[0], s.out[1] = 0, 0, 0, 0
    s.trump, s.leader, s.trick_number, s.picks, s.effects = NONE, NONE, 0, 0, 0
    _clear_table(s)


@compiles
def _draw_dealer(s: Position) -> None:
    """A lot chooses the first dealer, or the table has chosen [2.1]."""
    s.dealer = chosen_or_lot(s, int(s.begins), int(s.seats))
    happens(s, events.DEALER_DRAWN, int(s.dealer), NONE, NONE)
    become(s, steps.DEAL, 0)


@compiles
def _deal(s: Position) -> None:
    """Seven cards to each [2.2]; the seat left of the dealer will lead [3.1]."""
    for seat in range(int(s.seats)):
        for _ in range(how_many(s.hand[seat]), deck.HAND):
            add(s.hand[seat], _draw_loose(s))
    s.leader = (int(s.dealer) + 1) % int(s.seats)
    happens(s, events.DEALT, int(s.dealer), NONE, NONE)
    become(s, steps.TRUMP, 0)


@compiles
def _draw_loose(s: Position) -> int:
    """A card from under those that a record has laid out for later."""
    loose, left = int(s.deck_left) - int(s.stacked), int(s.deck_left) - 1
    which = below(s, loose)
    card = int(s.deck[which])
    s.deck[which] = s.deck[loose - 1]
    for place in range(loose - 1, left):
        s.deck[place] = s.deck[place + 1]
    s.deck_left = left
    return card


@compiles
def _turn_up_trump(s: Position) -> None:
    """The next card shows the trump suit [2.3]."""
    if int(s.trump) == NONE:
        s.trump = _draw_loose(s)
    happens(s, events.TURNED_UP, NONE, int(s.trump), NONE)
    become(s, steps.SHUFFLE, 0)


@compiles
def _shuffle_in_characters(s: Position) -> None:
    """The Character Deck goes into the rest of the deck [2.4], where a record may have laid some out already."""
    ravens, singles = int(deck.RAVENS_USED[s.seats]), int(s.characters)
    for place in range(int(s.deck_left)):
        card = int(s.deck[place])
        if card == deck.RAVEN:
            ravens -= 1
        elif card >= deck.FIRST_SINGLE:
            singles &= ~(1 << (card - deck.FIRST_SINGLE))
    for seat in range(int(s.seats)):
        ravens -= popcount(int(s.hand[seat, 0]) & deck.RAVENS)
        singles &= ~(int(s.hand[seat, 1]) >> 51)
    for _ in range(ravens):
        _put_under(s, deck.RAVEN)
    while singles:
        single = lowest(singles)
        singles &= ~(1 << single)
        _put_under(s, deck.FIRST_SINGLE + single)
    happens(s, events.SHUFFLED, NONE, NONE, NONE)
    become(s, steps.FILL, 0)


@compiles
def _put_under(s: Position, card: int) -> None:
    """Put a card among the loose ones of the deck, under those that lie in a known order."""
    left, loose = int(s.deck_left), int(s.deck_left) - int(s.stacked)
    for place in range(left, loose, -1):
        s.deck[place] = s.deck[place - 1]
    s.deck[loose] = card
    s.deck_left = left + 1


@compiles
def _fill_swamp(s: Position) -> None:
    """As many cards as players, face-up in a row [2.5, 5.3]."""
    for place in range(int(s.seats)):
        card = draw(s)
        s.row[place] = card
        add(s.swamp, card)
    happens(s, events.FILLED, NONE, NONE, NONE)
    _begin_trick(s)


# -- tricks [3, 4] -------------------------------------------------------------------------------------------------


@compiles
def _begin_trick(s: Position) -> None:
    """The leader leads, or whoever comes next and has a card; if nobody has, the round is over [3.1, 3.7, 7.1]."""
    s.effects, s.picks = 0, 0
    seats, seat = int(s.seats), int(s.leader)
    for _ in range(seats):
        if not is_empty(s.hand[seat]):
            s.leader = seat
            s.trick_number = int(s.trick_number) + 1
            become(s, steps.PLAY, 1 << seat)
            return
        seat = seat + 1 if seat + 1 < seats else 0
    become(s, steps.SCORE, 0)


@compiles
def _lay(s: Position, c: Cards, seat: int, card: int) -> None:
    """A card is played to the trick; the turn goes on, unless a Character has something to ask first."""
    s.trick[seat] = card
    _next_to_play(s, seat)
    if int(deck.SUIT_OF[card]) == deck.CHARACTER:
        work(s, c, seat, card)
    elif int(s.led) == deck.ANY_SUIT:
        s.led = deck.SUIT_OF[card]  # [3.6]


@compiles
def _next_to_play(s: Position, seat: int) -> None:
    """Clockwise to the next seat that has a card and has not played; else the trick is complete [3.1, 3.7]."""
    seats = int(s.seats)
    for _ in range(seats - 1):
        seat += 1
        if seat == seats:
            seat = 0
        if int(s.trick[seat]) == NONE and not is_empty(s.hand[seat]):
            become(s, steps.PLAY, 1 << seat)
            return
    become(s, steps.TAKE, 0)


@compiles
def _take_trick(s: Position) -> None:
    """The winner takes the cards [4.9], picks first [5.1] and leads next [5.4]."""
    winner = trick_winner(s)
    scores = 0 if holds(s.effects, NO_SCORE) else 1  # [6.9]
    s.tricks[winner] = int(s.tricks[winner]) + scores
    happens(s, events.TOOK_TRICK, winner, int(s.trick[winner]), scores)
    s.leader = winner
    _clear_table(s)
    _next_to_pick(s)


@compiles
def _clear_table(s: Position) -> None:
    for seat in range(SEATS):
        s.trick[seat] = NONE
    s.led, s.high, s.second, s.low = deck.ANY_SUIT, NONE, NONE, 0


# -- the Swamp [5] -------------------------------------------------------------------------------------------------


@compiles
def _next_to_pick(s: Position) -> None:
    """The winner of the trick first, then clockwise, while cards last [5.1, 5.2]; then the Swamp is refilled."""
    seats, picks = int(s.seats), int(s.picks)
    if picks < seats and not is_empty(s.swamp):
        s.picks = picks + 1
        seat = int(s.leader) + (seats - 1 - picks if holds(s.effects, BACKWARDS) else picks)  # [6.8]
        become(s, steps.PICK, 1 << (seat if seat < seats else seat - seats))
    elif int(s.deck_left) < seats or holds(s.effects, NO_REFILL):  # [5.3, 6.7]
        _begin_trick(s)
    else:
        become(s, steps.FILL, 0)


# -- rounds and the end [7] ----------------------------------------------------------------------------------------


@compiles
def _score_round(s: Position) -> None:
    """A point for each trick [7.2]; then the next round, or the end [7.6]."""
    done, enough = int(s.finished), False
    s.dealer = _next_dealer(s)
    s.finished = done + 1
    for seat in range(int(s.seats)):
        s.history[done, seat] = s.tricks[seat]
        enough = enough or _total(s, seat) >= ENOUGH
    happens(s, events.SCORED, NONE, NONE, done)
    _collect(s)
    become(s, steps.END if enough or done + 1 == ROUNDS else steps.DEAL, 0)


@compiles
def _next_dealer(s: Position) -> int:
    """Who has the most tricks; of several the first clockwise from the dealer [7.3, 7.4]."""
    seats, seat = int(s.seats), int(s.dealer)
    most, dealer = -1, seat
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if int(s.tricks[seat]) > most:
            most, dealer = int(s.tricks[seat]), seat
    return dealer


@compiles
def score(s: Position, seat: int) -> int:
    """Points of the finished rounds [7.2], and the tricks of the one that is being played."""
    return _total(s, seat) + (0 if is_over(s) else int(s.tricks[seat]))


@compiles
def _total(s: Position, seat: int) -> int:
    """Points of the finished rounds [7.2]."""
    points = 0
    for done in range(int(s.finished)):
        points += int(s.history[done, seat])
    return points


@compiles
def wins(s: Position, seat: int) -> bool:
    """The fewest points win, and are shared [7.7]."""
    fewest = _total(s, 0)
    for other in range(1, int(s.seats)):
        fewest = min(fewest, _total(s, other))
    return _total(s, seat) == fewest
