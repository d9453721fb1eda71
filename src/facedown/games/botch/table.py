"""What every card and question has a use for: who is next, whose card lies open, and diamonds that change hands."""

from __future__ import annotations

from facedown.core.bits import holds, nth, popcount
from facedown.core.chance import below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.core.questions import ask, happens
from facedown.games.botch import codes, events, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import EVERY_ITEM, FIRST_ROLE, PAGE, PAGES
from facedown.games.botch.position import NONE, Position


@compiles
def others(s: Position, seat: int) -> int:
    """The living seats but this one, as a set."""
    return int(s.alive) & ~(1 << seat)


@compiles
def cards_in_game(s: Position, page: int) -> int:
    """The cards that are in, or may be in, by what everybody is told: whatever is said or asked goes by these."""
    return int(s.told[page])


@compiles
def is_among(cards: Ints, card: int) -> bool:
    """Whether this card is in a set of cards."""
    return holds(cards[card >> 6], card & 63)


@compiles
def alone(card: int, page: int) -> int:
    """The set of this card alone, as it is on a page."""
    return 1 << (card & 63) if (card >> 6) == page else 0


@compiles
def is_a_pair_in(cards: Ints, c: Cards) -> bool:
    """Whether both Twins are among these cards."""
    twins = 0
    for page in range(int(c.pages)):
        twins += popcount(int(cards[page]) & int(c.pair_roles[page]))
    return twins == 2


@compiles
def is_role(card: int) -> bool:
    return (card & 63) >= FIRST_ROLE


@compiles
def has(s: Position, seat: int, card: int) -> bool:
    """Whether this is the seat's role or its item."""
    return int(s.roles[seat]) == card if is_role(card) else int(s.items[seat]) == card


@compiles
def lies_open(s: Position, seat: int, card: int) -> bool:
    """Whether the seat's role (or item) that this card is said to be lies face-up."""
    return holds(s.role_up, seat) if is_role(card) else holds(s.item_up, seat)


@compiles
def turn_up(s: Position, seat: int, card: int) -> None:
    """Reveal a role, or an item."""
    if is_role(card):
        s.role_up = int(s.role_up) | 1 << seat
    else:
        s.item_up = int(s.item_up) | 1 << seat


@compiles
def sayable(s: Position, c: Cards, seat: int, page: int) -> int:
    """The cards that a seat may say it uses: what lies face-up, else anything that could lie there [4.1, 9.3]."""
    every = cards_in_game(s, page)
    items = alone(int(s.items[seat]), page) if holds(s.item_up, seat) else every & EVERY_ITEM
    if holds(s.role_up, seat):
        return items | alone(int(s.roles[seat]), page)
    return items | (every & int(c.hidden_roles[page])) if holds(s.started, seat) else items


@compiles
def wealth(s: Position, seat: int) -> int:
    """All its diamonds, stashed ones included."""
    return int(s.diamonds[seat]) + int(s.stash[seat])


@compiles
def pay_bank(s: Position, seat: int, diamonds: int) -> int:
    """Pay up to `diamonds` loose diamonds to the Bank [2.3, 7.3]; returns how many."""
    paid = min(diamonds, int(s.diamonds[seat]))
    s.diamonds[seat] = int(s.diamonds[seat]) - paid
    s.bank = int(s.bank) + paid
    return paid


@compiles
def give(s: Position, seat: int, other: int, diamonds: int) -> int:
    """Hand over up to `diamonds` loose diamonds [2.3, 7.4]; returns how many."""
    given = min(diamonds, int(s.diamonds[seat]))
    s.diamonds[seat] = int(s.diamonds[seat]) - given
    s.diamonds[other] = int(s.diamonds[other]) + given
    return given


@compiles
def take_under_the_table(s: Position, seat: int, other: int) -> None:
    """Hold both items out of sight: what was stashed on them is gone, and neither is face-up [3.4, 7.6]."""
    both = (1 << seat) | (1 << other)
    s.item_up, s.flipped = int(s.item_up) & ~both, int(s.flipped) & ~both
    lost = int(s.stash[seat]) + int(s.stash[other])
    s.stash[seat], s.stash[other] = 0, 0
    s.swapper, s.swapped = seat, other
    happens(s, events.TAKEN, seat, lost, other)


@compiles
def flip(s: Position, seat: int) -> None:
    """Turn an item up before everybody, and down again [3.8]; until the next turn is taken views still show it."""
    s.flipped = int(s.flipped) | 1 << seat
    happens(s, events.FLIPPED, seat, int(s.items[seat]), NONE)


@compiles
def show_to(s: Position, c: Cards, viewer: int, card: int) -> None:
    """A card is shown to this player: somebody may collect it [3.10]."""
    if holds(s.role_up, viewer) and int(c.collects[s.roles[viewer]]) == card:
        s.collectors = int(s.collectors) | 1 << viewer
        ask(s, steps.COLLECT, 0)


@compiles
def clear_answers(s: Position) -> None:
    for seat in range(int(s.seats)):
        s.answers[seat] = NONE


@compiles
def first_answer(s: Position, seat: int) -> int:
    """Of several who did not pass, the first clockwise from this seat on; NONE if all passed [4.5]."""
    seats = int(s.seats)
    for _ in range(seats):
        answer = int(s.answers[seat])
        if answer not in (NONE, codes.PASS):
            return seat
        seat = seat + 1 if seat + 1 < seats else 0
    return NONE


# -- drawing from a pool of cards ----------------------------------------------------------------------------------


@compiles
def _left(s: Position, page: int, kind: int, among: Ints) -> int:
    """What is in the pool of a page that is of this kind, EVERY_ITEM or EVERY_ROLE, and among these cards."""
    return int(s.pool[page]) & kind & int(among[page])


@compiles
def nth_left(s: Position, n: int, kind: int, among: Ints) -> int:
    """Card number `n` of these, counted from 0 in increasing order."""
    page = 0
    while n >= popcount(_left(s, page, kind, among)):
        n -= popcount(_left(s, page, kind, among))
        page += 1
    return PAGE * page + nth(_left(s, page, kind, among), n)


@compiles
def draw_of(s: Position, pages: int, kind: int, among: Ints) -> int:
    """Any of these cards, by chance; it leaves the pool."""
    count = 0
    for page in range(pages):
        count += popcount(_left(s, page, kind, among))
    card = nth_left(s, below(s, count), kind, among)
    leaves_pool(s, card)
    return card


@compiles
def leaves_pool(s: Position, card: int) -> None:
    s.pool[card >> 6] = int(s.pool[card >> 6]) & ~(1 << (card & 63))


@compiles
def clear_pool(s: Position) -> None:
    for page in range(PAGES):
        s.pool[page] = 0


# -- what an owner spends by choice, stashed diamonds too ----------------------------------------------------------


@compiles
def part_with(s: Position, seat: int, diamonds: int, from_stash: bool) -> int:
    """Take up to `diamonds` from the seat, loose ones first or stashed ones first [7.5, 7.7]; returns how many."""
    stashed = min(diamonds, int(s.stash[seat])) if from_stash else 0
    loose = min(diamonds - stashed, int(s.diamonds[seat]))
    stashed += min(diamonds - stashed - loose, int(s.stash[seat]) - stashed)
    s.diamonds[seat] = int(s.diamonds[seat]) - loose
    s.stash[seat] = int(s.stash[seat]) - stashed
    return loose + stashed


@compiles
def spend(s: Position, seat: int, diamonds: int, from_stash: bool) -> int:
    """Pay the Bank for one's own card [7.5]; returns how many."""
    spent = part_with(s, seat, diamonds, from_stash)
    s.bank = int(s.bank) + spent
    return spent


@compiles
def hand_over(s: Position, seat: int, other: int, diamonds: int, from_stash: bool) -> int:
    """Give of one's own accord: what was stashed arrives loose [7.7]; returns how many."""
    given = part_with(s, seat, diamonds, from_stash)
    s.diamonds[other] = int(s.diamonds[other]) + given
    return given


# -- a question that a request or an offer holds up ----------------------------------------------------------------


@compiles
def place_of_question(s: Position) -> int:
    """Where on the stack the question lies that a request or an offer holds up; where none does, the open one."""
    depth = int(s.depth)
    return depth - 1 if int(s.kind[depth]) in (steps.REQUEST, steps.OFFER) else depth


@compiles
def kind_of_question(s: Position) -> int:
    """The kind of the open question, or of the one that a request or an offer holds up."""
    return int(s.kind[place_of_question(s)])


@compiles
def owes_answer(s: Position, seat: int) -> bool:
    """Whether this seat is asked by the open question, or by the one that is held up."""
    return seat >= 0 and holds(int(s.waiting[place_of_question(s)]), seat)
