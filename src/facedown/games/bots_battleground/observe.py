"""Who may know what: the view of one seat, and other positions that look the same to it."""

from __future__ import annotations

from facedown.core.bits import holds, lowest, nth, popcount
from facedown.core.chance import BY_CHANCE, below, draw
from facedown.core.compiling import compiles, copies
from facedown.core.questions import is_over, open_kind, who_is_asked
from facedown.games.bots_battleground import cards, events, phases, steps
from facedown.games.bots_battleground.abilities import is_its_time, targets_of
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.codes import borrower_in, is_lend, is_put_down, lend_of
from facedown.games.bots_battleground.position import (
    DICE,
    HAND,
    IN_HAND,
    NONE,
    PLACES,
    SEATS,
    SLOTS,
    Observation,
    Open,
    Position,
)
from facedown.games.bots_battleground.table import (
    fighters,
    has_rival_with,
    kind_at,
    kinds_in_hand,
    limit,
    own_kinds_in_hand,
    rivals,
    total,
)
from facedown.games.bots_battleground.ticks import is_decided

copy_open = copies(Open)


@compiles
def observe(s: Position, c: Cards, seat: int, v: Observation) -> None:
    """All that lies open on the table, and what is the seat's own."""
    copy_open(s, v)
    v.seat, v.asked, v.over = seat, _known_asked(s, seat), 1 if is_over(s) else 0
    v.question = open_kind(s) if v.asked else 0
    v.deck_left, v.bottom_count = s.deck_left, s.bottom_count
    v.act = s.acts[seat] if seat >= 0 else NONE
    v.to_act = _still_to_act(s, c)
    _observe_hands(s, seat, v)
    for other in range(SEATS):
        _observe_seat(s, c, other, v)
    v.event, v.event_seat, v.event_other = s.event, s.event_seat, s.event_other
    v.event_card = s.event_card if event_is_open(s, seat) else NONE


@compiles
def _known_asked(s: Position, seat: int) -> int:
    """Whom this seat knows to be asked: within a tick it does not show which others have acted [1.4]."""
    asked = who_is_asked(s)
    if open_kind(s) == steps.ACT:
        for other in range(int(s.seats)):
            if other != seat and s.acts[other] != NONE:
                asked |= 1 << other
    return asked


@compiles
def _observe_hands(s: Position, seat: int, v: Observation) -> None:
    """How many cards each holds; which, only of one's own hand, and whose they are."""
    count = 0
    for n in range(SLOTS):
        v.hand[n], v.hand_of[n] = NONE, NONE
    for card in range(HAND * int(s.seats)):
        if s.lies[card] == IN_HAND and s.bot[card] != NONE:
            v.hand_count[s.holder[card]] += 1
            if s.holder[card] == seat:
                v.hand[count], v.hand_of[count] = s.bot[card], card // HAND
                count += 1


@compiles
def _observe_seat(s: Position, c: Cards, seat: int, v: Observation) -> None:
    """The bots before a seat, and what they count by now."""
    v.limit[seat], v.total[seat] = 0, NONE
    if seat < int(s.seats) and holds(fighters(s), seat):
        v.limit[seat] = limit(s, seat)
        against = rivals(s, seat)
        v.total[seat] = total(s, c, seat, lowest(against) if against else NONE)
    for place in range(PLACES):
        card = int(s.table[seat, place])
        v.table[seat, place] = s.bot[card] if card != NONE else NONE
        v.table_of[seat, place] = card // HAND if card != NONE else NONE


@compiles
def _still_to_act(s: Position, c: Cards) -> int:
    """The bots whose ability is still to be used, as things lie: bits PLACES * seat + place [9.1, 9.2, 9.6]."""
    to_act = 0
    if int(s.phase) not in (phases.RED, phases.WARNING, phases.BLUE) or is_decided(s):
        return to_act
    fighting = fighters(s) & ~(int(s.faults) | int(s.refused))
    for seat in range(int(s.seats)):
        if holds(fighting, seat) and not has_rival_with(s, c, seat, cards.JAMMER):
            for place in range(PLACES):
                kind, bot = kind_at(s, seat, place), PLACES * seat + place
                if kind != NONE and not holds(int(s.resolved) | int(s.muted), bot):
                    to_act |= int(_does_something(s, c, seat, place)) << bot
    return to_act


@compiles
def _does_something(s: Position, c: Cards, seat: int, place: int) -> bool:
    """Whether the bot has an ability that is about something that is there."""
    kind = kind_at(s, seat, place)
    does = int(c.does[kind])
    if does == cards.NO_ABILITY or not is_its_time(s, c, seat, place):
        return False
    return does in (cards.REINFORCE, cards.PER) or targets_of(s, c, seat, place, kind) != 0


@compiles
def event_is_open(s: Position, seat: int) -> bool:
    """Whether this seat may know which bot the last event was about; loans are seen by two players only [7.4]."""
    return bool(s.event != events.LENT or seat == s.event_seat or seat == s.event_other)


@compiles
def reveal(s: Position, v: Observation) -> None:
    """All hands, for looking back when the match is over."""
    for card in range(HAND * int(s.seats)):
        if s.lies[card] == IN_HAND and s.bot[card] != NONE:
            n = 0
            while v.open_hands[s.holder[card], n] > 0:
                n += 1
            v.open_hands[s.holder[card], n] = int(s.bot[card]) + 1


# -- other positions that look the same ----------------------------------------------------------------------------

TRIES = 20  # draws after which two alike in a hand are let be


@compiles
def determinize(s: Position, seat: int) -> None:
    """Cards that the seat cannot see are drawn anew; what others are about to do, and what is to come, is open."""
    forget_what_is_to_come(s)
    hidden = 0
    for card in range(HAND * int(s.seats)):
        if s.bot[card] != NONE and is_hidden(s, card, seat):
            hidden |= 1 << card
            s.deck[s.deck_left] = s.bot[card]
            s.deck_left += 1
            s.bot[card] = NONE
    for card in range(HAND * int(s.seats)):
        if holds(hidden, card):
            _draw_unlike_others(s, card)
    for other in range(int(s.seats)):
        if other != seat:
            _act_anew(s, other)
    tell_anew(s, seat)


@compiles
def forget_what_is_to_come(s: Position) -> None:
    """What a record has laid out is left to chance again."""
    s.lot_laid_out, s.stacked, s.spell_laid_out, s.loan_laid_out = BY_CHANCE, 0, NONE, 0
    for die in range(DICE):
        s.dice_laid_out[die] = NONE


@compiles
def tell_anew(s: Position, seat: int) -> None:
    """Which bot was lent last, where this seat may not know it, is one that the borrower has now."""
    if int(s.event) == events.LENT and not event_is_open(s, seat):
        s.event_card = _some_card_lent(s, int(s.event_seat), int(s.event_other))


@compiles
def is_hidden(s: Position, card: int, seat: int) -> bool:
    """Whether this seat cannot see the card, which is another's and in another's hand."""
    return s.lies[card] == IN_HAND and card // HAND != seat and int(s.holder[card]) != seat


@compiles
def _draw_unlike_others(s: Position, card: int) -> None:
    """Nobody keeps two alike [2.3]."""
    for _ in range(TRIES):
        kind = draw(s)
        s.bot[card] = kind
        alike = False
        for other in range(HAND * (card // HAND), HAND * (card // HAND) + HAND):
            alike = alike or (other != card and int(s.bot[other]) == kind)
        if not alike:
            return
        s.deck[s.deck_left] = kind
        s.deck_left += 1
    s.bot[card] = draw(s)


@compiles
def _act_anew(s: Position, seat: int) -> None:
    """What somebody is about to put down or to lend is another of their bots, then [1.4]."""
    act = int(s.acts[seat])
    if act == NONE or not (is_put_down(act) or is_lend(act)):
        return
    kinds = own_kinds_in_hand(s, seat) if is_lend(act) else kinds_in_hand(s, seat)
    kind = nth(kinds, below(s, popcount(kinds)))
    s.acts[seat] = lend_of(kind, borrower_in(act)) if is_lend(act) else kind


@compiles
def _some_card_lent(s: Position, lender: int, borrower: int) -> int:
    for card in range(HAND * lender, HAND * lender + HAND):
        if int(s.holder[card]) == borrower and s.lies[card] == IN_HAND:
            return int(s.bot[card])
    return NONE
