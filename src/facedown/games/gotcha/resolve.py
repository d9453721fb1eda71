"""From the turning up of the cards to the last lane: cuts, what cards do before the fight, the fight, its effects.

The numbers in the comments are those of rulebook.md.
"""

from __future__ import annotations

from facedown.core.bits import holds, lowest
from facedown.core.compiling import compiles
from facedown.core.questions import ask, ask_one, become, close, happens, open_kind
from facedown.games.gotcha import cards, events, steps
from facedown.games.gotcha.arrays import Cards
from facedown.games.gotcha.position import (
    LAST_TURN,
    NOBODY,
    NONE,
    Position,
    can_draw,
    card_at,
    draw_card,
    is_there,
    lift,
    must_shuffle,
    put,
    shuffle_trash,
    take,
    trash,
    win,
)


@compiles
def turn_face_up(s: Position, c: Cards) -> None:
    """Every card is turned up; then those that cut do so, the starter's first [4.1, 4.2]."""
    s.face_up[0], s.face_up[1] = s.there[0], s.there[1]
    s.cutter_side, s.cutter_lane = s.starter, NONE
    happens(s, events.REVEALED, NOBODY, NONE, int(s.turn))
    _next_cut(s, c)


@compiles
def go_on(s: Position, c: Cards) -> None:
    """A question that interrupted is closed: what lies under it goes on."""
    under = open_kind(s)
    if under == steps.REVEAL:
        _next_cut(s, c)
    elif under == steps.TAKE:
        _next_effect(s)


# -- cuts ---------------------------------------------------------------------------------------------------------


@compiles
def _next_cut(s: Position, c: Cards) -> None:
    """The next card that cuts: those of the starter's side first, from the deck outward."""
    side, lane = int(s.cutter_side), int(s.cutter_lane)
    while True:
        farther = int(s.there[side]) & -(2 << lane) if lane >= 0 else int(s.there[side])
        while farther:
            lane = lowest(farther)
            turned_up = not holds(s.stayed[side], lane)  # only now, and not on an earlier turn
            if turned_up and c.cuts[card_at(s, side, lane)] and may_cut(s, c, side, lane):
                return
            farther &= farther - 1
        if side != s.starter:
            break
        side, lane = 1 - side, NONE
    s.acted[:] = 0
    s.lane = NONE
    _next_lane(s)


@compiles
def may_cut(s: Position, c: Cards, side: int, lane: int) -> bool:
    """Ask whom this card cuts, unless a card stops it or nothing else lies on the field; False: nothing to ask."""
    s.cutter_side, s.cutter_lane = side, lane
    if is_guarded(s, c):
        ask(s, steps.STOPPED, 0)
        return True
    if int(s.there[1 - side]) | (int(s.there[side]) & ~(1 << lane)):
        ask_one(s, steps.CUT, side)
        return True
    return False


@compiles
def is_guarded(s: Position, c: Cards) -> bool:
    """Whether a face-up card stops every cut [6.6]."""
    for side in range(2):
        lanes = int(s.there[side])
        while lanes:
            if c.guards[card_at(s, side, lowest(lanes))]:
                return True
            lanes &= lanes - 1
    return False


@compiles
def stop_cut(s: Position, c: Cards) -> None:
    side, lane = int(s.cutter_side), int(s.cutter_lane)
    happens(s, events.CUT_STOPPED, side, card_at(s, side, lane), lane)
    close(s)
    go_on(s, c)


# -- a lane -------------------------------------------------------------------------------------------------------


@compiles
def _next_lane(s: Position) -> None:
    """On to the next lane with a card in it; after the last one, the turn is over [4.3]."""
    lane = int(s.lane)
    farther = (int(s.there[0]) | int(s.there[1])) & ~((1 << (lane + 1)) - 1)
    if farther == 0:
        s.lane = NONE
        become(s, steps.COUNT if s.turn == LAST_TURN else steps.TURN, 0)
        return
    s.lane = lowest(farther)
    for side in range(2):
        s.acted[side, 0] = s.acted[side, 1] if s.lane == lane + 1 else 0
        s.acted[side, 1] = 0
    become(s, steps.LANE, 0)


@compiles
def resolve_lane(s: Position, c: Cards) -> None:
    """The next thing in this lane: what its cards do before the fight, step by step, or the fight [4.4]."""
    lane = int(s.lane)
    for act in range(cards.REPLACE, cards.SWAP + 1):
        for n in range(2):
            side = int(s.starter) ^ n  # the starter's card first [4.5]
            if _due(s, c, side, lane) == act and _acts(s, c, act, side, lane):
                return
            if act == cards.SWAP and _swaps_inward(s, c, side, lane + 1) and _swap(s, c, side, lane + 1):
                return
    _fight(s, c, lane)


@compiles
def _due(s: Position, c: Cards, side: int, lane: int) -> int:
    """What the card here has still to do before its fight."""
    if s.acted[side, 0] or not is_there(s, side, lane):
        return cards.NOTHING
    return int(c.act[card_at(s, side, lane)])


@compiles
def _swaps_inward(s: Position, c: Cards, side: int, lane: int) -> bool:
    """Whether the card in the next lane has still to trade places with the one in this lane [6.11]."""
    if s.acted[side, 1] or not is_there(s, side, lane):
        return False
    kind = card_at(s, side, lane)
    return bool(c.act[kind] == cards.SWAP and c.towards[kind] == cards.INWARD)


@compiles
def _acts(s: Position, c: Cards, act: int, side: int, lane: int) -> bool:
    """The card does what is due; False if nothing comes of it."""
    if act == cards.REPLACE:
        _spring(s, side, lane)
        return True
    if act == cards.COVER:
        return _cover(s, c, side, lane)
    return _swap(s, c, side, lane)


@compiles
def _spring(s: Position, side: int, lane: int) -> None:
    """It leaves for the trash, and a card from its owner's hand must take its place [6.7]."""
    kind = lift(s, side, lane)
    trash(s, kind)
    happens(s, events.SPRUNG, side, kind, lane)
    if s.hand_count[side] > 0:
        ask_one(s, steps.REPLACED, side)
    elif not is_there(s, 1 - side, lane) and s.under_count[0] + s.under_count[1] == 0:
        _next_lane(s)


@compiles
def _cover(s: Position, c: Cards, side: int, lane: int) -> bool:
    """The next card of the deck is played on top of it [6.12]; with no card to draw it fights as it is."""
    if not can_draw(s):
        return False
    if must_shuffle(s):
        shuffle(s)
        return True
    s.under[side, s.under_count[side]] = card_at(s, side, lane)
    s.under_count[side] += 1
    kind = draw_card(s)
    s.lanes[side, lane] = kind
    s.stayed[side] &= ~(1 << lane)
    happens(s, events.COVERED, side, kind, lane)
    if c.cuts[kind]:
        may_cut(s, c, side, lane)  # whatever comes into a lane acts by its text [4.6]
    return True


@compiles
def _swap(s: Position, c: Cards, side: int, lane: int) -> bool:
    """It trades places with the card in its direction, if one lies there [6.11]; each card does so once a turn."""
    towards, nth = int(c.towards[card_at(s, side, lane)]), lane - int(s.lane)
    there = 1 - side if towards == cards.ACROSS else side
    other = lane + towards
    s.acted[side, nth] = 1
    if other < 0 or not is_there(s, there, other):
        return False
    happens(s, events.SWAPPED, side, card_at(s, side, lane), lane)
    s.lanes[side, lane], s.lanes[there, other] = card_at(s, there, other), card_at(s, side, lane)
    lay_here, lay_there = holds(s.stayed[side], lane), holds(s.stayed[there], other)
    if lay_here != lay_there:
        s.stayed[side] ^= 1 << lane
        s.stayed[there] ^= 1 << other
    if towards == cards.ACROSS:
        s.acted[side, 0], s.acted[there, 0] = s.acted[there, 0], s.acted[side, 0]
    elif towards != cards.INWARD or nth == 1:
        s.acted[side, 0], s.acted[side, 1] = s.acted[side, 1], s.acted[side, 0]
    return True


# -- the fight ----------------------------------------------------------------------------------------------------


@compiles
def _fight(s: Position, c: Cards, lane: int) -> None:
    s.winner = NOBODY
    for side in range(2):
        if not is_there(s, side, lane) and s.under_count[side] > 0:  # the card on top of it has left [6.12]
            s.under_count[side] -= 1
            put(s, side, lane, int(s.under[side, s.under_count[side]]), True)
    if is_there(s, 0, lane) and is_there(s, 1, lane):
        mine = int(c.outcome[card_at(s, 0, lane), card_at(s, 1, lane)])
        if mine != cards.TIES:
            s.winner = 0 if mine == cards.WINS else 1
    elif is_there(s, 0, lane):  # unopposed, it wins [5.6]
        s.winner = 0
    elif is_there(s, 1, lane):
        s.winner = 1
    winner = int(s.winner)
    happens(s, events.FOUGHT, winner, card_at(s, winner, lane) if winner != NOBODY else NONE, lane)
    become(s, steps.TAKE, 0)


@compiles
def clear_lane(s: Position, c: Cards) -> None:
    """The winner takes every card of the lane, a tie trashes them [5.7]; then come the effects of the outcome."""
    lane, winner = int(s.lane), int(s.winner)
    before = int(s.points[winner]) if winner != NOBODY else 0
    effects = 0
    for side in range(2):
        if is_there(s, side, lane):
            kind = card_at(s, side, lane)
            result = cards.TIES if winner == NOBODY else cards.WINS if winner == side else cards.LOSES
            if c.effects[kind, result]:
                effects += 1
                s.draws[side] = c.draws_on[kind, result]
                s.discards[side, side] = c.owner_discards[kind, result]
                s.discards[side, 1 - side] = c.opponent_discards[kind, result]
            stays = c.stays[kind] and s.turn < LAST_TURN and not holds(s.stayed[side], lane)  # [6.6]
            if not stays:
                _goes(s, c, winner, lift(s, side, lane))
        while s.under_count[side] > 0:
            s.under_count[side] -= 1
            _goes(s, c, winner, int(s.under[side, s.under_count[side]]))
    happens(s, events.TOOK, winner, NONE, int(s.points[winner]) - before if winner != NOBODY else 0)
    if effects:
        _next_effect(s)
    else:
        _next_lane(s)


@compiles
def _goes(s: Position, c: Cards, winner: int, kind: int) -> None:
    if winner == NOBODY:
        trash(s, kind)
    else:
        win(s, c, winner, kind)


# -- drawing and discarding ---------------------------------------------------------------------------------------


@compiles
def _next_effect(s: Position) -> None:
    """What the two cards bring, the starter's first [4.5]: draws, then discards; then the next lane."""
    for n in range(2):
        seat = int(s.starter) ^ n
        if s.draws[seat] > 0:
            if can_draw(s):
                ask(s, steps.DRAW, 0)
                return
            s.draws[seat] = 0
        for m in range(2):
            loser = seat ^ m
            if s.discards[seat, loser] > 0:
                if s.hand_count[loser] > 0:
                    ask_one(s, steps.DISCARD, loser)
                    return
                s.discards[seat, loser] = 0
    if open_kind(s) == steps.TAKE:
        _next_lane(s)


@compiles
def start_draws(s: Position, first: int, second: int) -> None:
    """So many cards for the turn's starter and for the other, before what lies under goes on."""
    s.draws[s.starter] = first
    s.draws[1 - int(s.starter)] = second
    _next_effect(s)


@compiles
def draw_one(s: Position) -> None:
    if must_shuffle(s):
        shuffle(s)
        return
    seat = int(s.starter) if s.draws[s.starter] > 0 else 1 - int(s.starter)
    kind = draw_card(s)
    take(s, seat, kind)
    s.draws[seat] -= 1
    happens(s, events.DREW, seat, kind, int(s.deck_left))
    close(s)
    _next_effect(s)


@compiles
def discarded(s: Position, seat: int) -> None:
    """One card less to discard: the starter's card asked for it, or the other's."""
    starter = int(s.starter)
    s.discards[starter if s.discards[starter, seat] > 0 else 1 - starter, seat] -= 1


@compiles
def shuffle(s: Position) -> None:
    shuffle_trash(s)
    happens(s, events.SHUFFLED, NOBODY, NONE, int(s.deck_left))
