"""What every rule has a use for: who fights whom, whose card is where, what a bot counts, tokens."""

from __future__ import annotations

from facedown.core.bits import holds, lowest
from facedown.core.chance import draw
from facedown.core.compiling import compiles
from facedown.games.bots_battleground import cards, faces, phases
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.position import HAND, IN_HAND, NONE, PLACES, SEATS, SLOTS, TOKENS, Position

# -- seats ---------------------------------------------------------------------------------------------------------


@compiles
def next_seat(s: Position, seat: int) -> int:
    """The next one clockwise."""
    return seat + 1 if seat + 1 < int(s.seats) else 0


@compiles
def fighters(s: Position) -> int:
    """The attacker and the defenders, as a set."""
    attacker = int(s.attacker)
    return int(s.defenders) | (1 << attacker if attacker != NONE else 0)


@compiles
def rivals(s: Position, seat: int) -> int:
    """Against whom this seat fights, as a set: the attacker against each defender [5.5]."""
    if seat == int(s.attacker):
        return int(s.defenders)
    return 1 << int(s.attacker) if holds(s.defenders, seat) else 0


@compiles
def can_play_bots(s: Position) -> int:
    """Who may have bots on the table now, as a set: while the dice roll the attacker alone [4.2, 5.1]."""
    if int(s.phase) == phases.ROLLING:
        return 1 << int(s.attacker)
    if int(s.phase) in (phases.RED, phases.WARNING):
        return fighters(s) & ~int(s.faults)
    return 0


@compiles
def limit(s: Position, seat: int) -> int:
    """How many bots this seat may have on the table, those left out that do not count [5.3, 10.5]."""
    if not holds(can_play_bots(s), seat):
        return 0
    return 2 if holds(s.faces, faces.TWO) else 1


# -- cards ---------------------------------------------------------------------------------------------------------


@compiles
def kind_at(s: Position, seat: int, place: int) -> int:
    """The kind of bot that lies there; NONE if none does."""
    card = int(s.table[seat, place])
    return int(s.bot[card]) if card != NONE else NONE


@compiles
def kinds_in_hand(s: Position, seat: int) -> int:
    """What this seat could put down, as a set of kinds."""
    kinds = 0
    for card in range(HAND * int(s.seats)):
        if s.holder[card] == seat and s.lies[card] == IN_HAND:
            kinds |= 1 << int(s.bot[card])
    return kinds


@compiles
def own_kinds_in_hand(s: Position, seat: int) -> int:
    """What this seat could lend: what is its own, as a set of kinds [7.3]."""
    kinds = 0
    for card in range(HAND * seat, HAND * seat + HAND):
        in_hand = (s.holder[card] == seat) & (s.lies[card] == IN_HAND)
        kinds |= int(in_hand) << int(s.bot[card])
    return kinds


@compiles
def own_cards_in_hand(s: Position, seat: int) -> int:
    """How many of its own cards a seat has in its hand: everybody can count them."""
    count = 0
    for card in range(HAND * seat, HAND * seat + HAND):
        if s.holder[card] == seat and s.lies[card] == IN_HAND:
            count += 1
    return count


@compiles
def has_borrowed(s: Position, seat: int) -> bool:
    """Whether anybody has lent to this seat in this round."""
    lent = 0
    for other in range(SEATS):
        lent |= int(s.loans[seat, other])
    return lent != 0


@compiles
def borrowed_kinds_in_hand(s: Position, seat: int) -> int:
    """What this seat could put down of others, as a set of kinds."""
    kinds = 0
    if has_borrowed(s, seat):
        for card in range(HAND * int(s.seats)):
            if s.holder[card] == seat and s.lies[card] == IN_HAND and card // HAND != seat:
                kinds |= 1 << int(s.bot[card])
    return kinds


@compiles
def card_in_hand(s: Position, seat: int, kind: int, borrowed: bool) -> int:
    """A card of this kind in the hand; NONE if there is none.

    One's own comes before a borrowed one, unless it is to be `borrowed`.
    """
    found = own_card_in_hand(s, seat, kind)
    if found == NONE or borrowed:
        for card in range(HAND * int(s.seats)):
            if s.bot[card] == kind and s.holder[card] == seat and s.lies[card] == IN_HAND and card // HAND != seat:
                found = card
    return found


@compiles
def own_card_in_hand(s: Position, seat: int, kind: int) -> int:
    """A card of this kind in the hand of the one whose it is; NONE if there is none."""
    for card in range(HAND * seat, HAND * seat + HAND):
        if s.bot[card] == kind and s.holder[card] == seat and s.lies[card] == IN_HAND:
            return card
    return NONE


@compiles
def place_of(s: Position, seat: int, kind: int, borrowed: bool) -> int:
    """Where a bot of this kind lies before a seat: its own, or the one that is `borrowed`; NONE: nowhere."""
    found = NONE
    for place in range(PLACES):
        if kind_at(s, seat, place) == kind:
            own = int(s.table[seat, place]) // HAND == seat
            if own != borrowed:
                return place
            if found == NONE:
                found = place
    return found


@compiles
def free_place(s: Position, seat: int) -> int:
    """The rightmost place with no bot; NONE if there is none."""
    free = 0
    for place in range(PLACES):
        free |= int(s.table[seat, place] == NONE) << place
    return lowest(free) if free else NONE


@compiles
def put_down(s: Position, c: Cards, seat: int, card: int) -> None:
    """Into the rightmost free place [5.2]."""
    place = free_place(s, seat)
    s.table[seat, place] = card
    s.lies[card] = place
    s.attack[seat, place] = c.attack[s.bot[card]]
    s.defense[seat, place] = c.defense[s.bot[card]]
    s.changed_by[seat, place] = 0


@compiles
def pick_up(s: Position, seat: int, place: int) -> None:
    s.lies[s.table[seat, place]] = IN_HAND
    s.table[seat, place] = NONE


@compiles
def hand_over(s: Position, card: int, borrower: int) -> None:
    """From its owner's hand into the borrower's; the owner is one of their lenders now [7.2, 7.6]."""
    lender = card // HAND
    s.holder[card] = borrower
    if s.loans[borrower, lender] == 0:
        lenders = 0
        for other in range(int(s.seats)):
            lenders += 1 if s.loans[borrower, other] > 0 else 0
        if lenders < 2:
            s.first_lender[borrower, lenders] = lender
    s.loans[borrower, lender] += 1


@compiles
def carry_home(s: Position) -> None:
    """Every card back to the hand of the one whose it is [7.5]."""
    for card in range(SLOTS):
        s.holder[card] = card // HAND
        s.lies[card] = IN_HAND
    for seat in range(int(s.seats)):
        for place in range(PLACES):
            s.table[seat, place] = NONE


@compiles
def draw_bot(s: Position) -> int:
    """The deck's top card; when no other is left, those that went below it come up in their order."""
    if s.deck_left == 0:
        count = int(s.bottom_count)
        for n in range(count):
            s.deck[count - 1 - n] = s.bottom[n]
        s.deck_left, s.stacked, s.bottom_count = count, count, 0
    return draw(s)


@compiles
def put_under(s: Position, kind: int) -> None:
    """Below the deck, for all to see [2.3, 9.9]."""
    s.bottom[s.bottom_count] = kind
    s.bottom_count += 1


@compiles
def bots_on(s: Position, seat: int) -> int:
    """How many bots this seat has on the table."""
    count = 0
    for place in range(PLACES):
        count += 1 if s.table[seat, place] != NONE else 0
    return count


@compiles
def counted_bots(s: Position, c: Cards, seat: int) -> int:
    """The same without those that do not count towards the limit [10.5]."""
    count = 0
    for place in range(PLACES):
        kind = kind_at(s, seat, place)
        if kind != NONE and c.condition[kind] != cards.SIDEKICK:
            count += 1
    return count


# -- conditions and what a bot counts ------------------------------------------------------------------------------


@compiles
def has_condition(s: Position, c: Cards, seat: int, condition: int) -> bool:
    """Whether a bot with this condition lies in front of this seat."""
    for place in range(PLACES):
        kind = kind_at(s, seat, place)
        if kind != NONE and c.condition[kind] == condition:
            return True
    return False


@compiles
def has_rival_with(s: Position, c: Cards, seat: int, condition: int) -> bool:
    """Whether a bot with this condition lies in front of one of this seat's rivals."""
    against, found = rivals(s, seat), False
    while against and not found:
        found = has_condition(s, c, lowest(against), condition)
        against &= against - 1
    return found


@compiles
def may_borrow(s: Position, c: Cards, seat: int) -> bool:
    """Whether anybody can lend to this seat now [7.1, 10.11]."""
    return holds(can_play_bots(s), seat) and not has_rival_with(s, c, seat, cards.EMBARGO)


@compiles
def bot_counts(s: Position, c: Cards, seat: int, place: int, against: int) -> int:
    """What a bot adds to its side's sum against one rival: never less than nothing [9.3, 10.2]."""
    kind = kind_at(s, seat, place)
    value = int(s.attack[seat, place]) if seat == int(s.attacker) else int(s.defense[seat, place])
    if c.condition[kind] == cards.SOLITARY and bots_on(s, seat) > 1:
        value -= int(c.level[kind])
    for other in range(PLACES):
        beside = kind_at(s, seat, other)
        if other != place and beside != NONE and c.condition[beside] == cards.AURA:
            value += int(c.level[beside])
    for other in range(PLACES):
        facing = kind_at(s, against, other) if against != NONE else NONE
        if facing != NONE and c.condition[facing] == cards.CAP:
            value = min(value, int(c.level[facing]))
    return max(value, 0)


@compiles
def total(s: Position, c: Cards, seat: int, against: int) -> int:
    """The sum of a side against one rival: Attack for the attacker, Defense for a defender [6.1]."""
    count = 0
    for place in range(PLACES):
        if s.table[seat, place] != NONE:
            count += bot_counts(s, c, seat, place, against)
    return count


@compiles
def lower_wins(s: Position) -> bool:
    return holds(s.faces, faces.LOWER)


# -- tokens --------------------------------------------------------------------------------------------------------


@compiles
def pile(s: Position) -> int:
    """The tokens that nobody has."""
    left = TOKENS
    for seat in range(int(s.seats)):
        left -= int(s.tokens[seat])
    return left


@compiles
def collect(s: Position, seat: int, tokens: int) -> None:
    """Take up to `tokens` from the pile [6.5]."""
    got = min(tokens, pile(s))
    s.tokens[seat] = int(s.tokens[seat]) + got
    s.gains[seat] = int(s.gains[seat]) + got


@compiles
def discard(s: Position, seat: int, tokens: int) -> None:
    """Put up to `tokens` into the pile [6.5]."""
    given = min(tokens, int(s.tokens[seat]))
    s.tokens[seat] = int(s.tokens[seat]) - given
    s.gains[seat] = int(s.gains[seat]) - given


@compiles
def lose_round(s: Position, c: Cards, seat: int) -> None:
    """A token to the pile; more or none, as bots before them say [6.2, 10.9, 10.10]."""
    if not has_condition(s, c, seat, cards.INSURED):
        discard(s, seat, 1 + stakes(s, c, seat))


@compiles
def stakes(s: Position, c: Cards, seat: int) -> int:
    """How many tokens more this seat wins or loses."""
    more = 0
    for place in range(PLACES):
        kind = kind_at(s, seat, place)
        if kind != NONE and c.condition[kind] == cards.STAKES:
            more += int(c.level[kind])
    return more
