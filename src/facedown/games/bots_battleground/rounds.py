"""The frame of a match: cards dealt, hands clapped, dice that start and land, and everybody's bots carried home."""

from __future__ import annotations

from facedown.core.bits import holds
from facedown.core.chance import below, chosen_or_lot, dig, sort_deck
from facedown.core.compiling import compiles
from facedown.core.questions import become, close, happens
from facedown.games.bots_battleground import events, faces, phases, steps
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.position import DICE, HAND, LAST_ROUND, NONE, PRIZE, SEATS, TO_WIN, Position
from facedown.games.bots_battleground.table import (
    bots_on,
    carry_home,
    draw_bot,
    lose_round,
    next_seat,
    put_under,
    rivals,
)
from facedown.games.bots_battleground.ticks import go_on

IN_THREE, IN_TWO, ALWAYS_STARTS = range(3)
MOST_EXCHANGES = 20  # in one deal

# -- the deal ------------------------------------------------------------------------------------------------------


@compiles
def deal(s: Position) -> None:
    """Four bots to each; a lot says who claps first, or the table has [2.2, 3.1]."""
    s.clapper = chosen_or_lot(s, int(s.begins), int(s.seats))
    for card in range(HAND * int(s.seats)):
        if s.bot[card] == NONE:
            s.bot[card] = draw_bot(s)
    happens(s, events.DEALT, int(s.clapper), NONE, NONE)
    become(s, steps.DOUBLES, 0)


@compiles
def exchange_doubles(s: Position) -> None:
    """Who drew two alike shows them, puts them below the deck and draws two others, till none are left [2.3]."""
    for seat in range(int(s.seats)):
        for n in range(HAND):
            for m in range(n + 1, HAND):
                first, second = HAND * seat + n, HAND * seat + m
                if s.bot[first] == s.bot[second]:
                    if s.exchanges == MOST_EXCHANGES:
                        deal_anew(s)
                        return
                    kind = int(s.bot[first])
                    s.exchanges += 1
                    put_under(s, kind)
                    put_under(s, kind)
                    s.bot[first], s.bot[second] = draw_bot(s), draw_bot(s)
                    happens(s, events.DOUBLED, seat, kind, NONE)
                    return
    await_clap(s)


@compiles
def deal_anew(s: Position) -> None:
    """All bots go back; to each in turn four different ones, of which most are left [2.4].

    Taking those of which most are left always works where any deal without two alike does (Gale and Ryser, 1957),
    and one does for every cards file: no bot has more than six copies, and there are at least 36 cards.
    """
    for n in range(int(s.bottom_count)):
        s.deck[s.deck_left] = s.bottom[n]
        s.deck_left += 1
    s.bottom_count, s.stacked = 0, 0
    for card in range(HAND * int(s.seats)):
        s.deck[s.deck_left] = s.bot[card]
        s.deck_left += 1
    for seat in range(int(s.seats)):
        dealt = 0
        for n in range(HAND):
            sort_deck(s, 0)
            kind = _most_left(s, dealt)
            dig(s, kind, 0)
            dealt |= 1 << kind
            s.bot[HAND * seat + n] = kind
    happens(s, events.DEALT_ANEW, int(s.clapper), NONE, NONE)
    await_clap(s)


@compiles
def _most_left(s: Position, dealt: int) -> int:
    """The kind of which most are left in the sorted deck, but for these; by lot among equals."""
    best, most, equals, at = NONE, 0, 0, 0
    while at < int(s.deck_left):
        kind, begin = int(s.deck[at]), at
        while at < int(s.deck_left) and int(s.deck[at]) == kind:
            at += 1
        if holds(dealt, kind) or at - begin < most:
            continue
        equals = equals + 1 if at - begin == most else 1
        if equals == 1 or below(s, equals) == 0:
            best = kind
        most = at - begin
    return best


@compiles
def await_clap(s: Position) -> None:
    s.phase, s.ticks = phases.CLAPPING, 0
    become(s, steps.CLAP, 1 << int(s.clapper))


# -- the dice ------------------------------------------------------------------------------------------------------


@compiles
def _starts(s: Position, die: int) -> bool:
    """Whether the clap starts this die [3.3]."""
    laid_out = int(s.dice_laid_out[die])
    if laid_out != NONE:
        return laid_out < faces.FACES
    if int(s.starts) == ALWAYS_STARTS:
        return True
    return below(s, 3) < 2 if int(s.starts) == IN_THREE else below(s, 2) < 1


@compiles
def launch(s: Position) -> None:
    """A die that starts begins a round; if none does, the next player claps [3.2, 3.4]."""
    s.rolling = 0
    for die in range(int(s.dice)):
        if _starts(s, die):
            s.rolling = int(s.rolling) | 1 << die
        else:
            s.dice_laid_out[die] = NONE
    clapper = int(s.clapper)
    if int(s.rolling) == 0:
        s.clapper = next_seat(s, clapper)
        happens(s, events.CLAPPED_IN_VAIN, clapper, NONE, NONE)
        become(s, steps.CLAP, 1 << int(s.clapper))
        return
    clear_round(s)
    s.attacker, s.phase, s.ticks = clapper, phases.ROLLING, 0
    happens(s, events.ROLLED, clapper, NONE, int(s.rolling))
    become(s, steps.ACT, 1 << clapper)


@compiles
def clear_round(s: Position) -> None:
    """Nothing is left of the round before."""
    s.faces, s.attacker, s.named, s.defenders = 0, NONE, NONE, 0
    s.forcing, s.faults, s.refused, s.settled, s.paid, s.resolved, s.muted = 0, 0, 0, 0, 0, 0, 0
    s.using_seat, s.using_place = NONE, NONE
    for die in range(DICE):
        s.face[die] = NONE
    for seat in range(SEATS):
        s.asks[seat], s.wished[seat], s.offers[seat], s.forced[seat] = 0, 0, 0, NONE
        s.since[seat], s.won_by[seat], s.acts[seat] = 0, NONE, NONE
        s.sums[seat, 0], s.sums[seat, 1] = 0, 0
        for other in range(SEATS):
            s.loans[seat, other] = 0
        for n in range(PRIZE):
            s.first_lender[seat, n] = NONE


@compiles
def land(s: Position, c: Cards) -> None:
    """Two seconds are over: the attacker has named somebody and sent a bot, or has lost [4.1, 4.4]; faces show."""
    attacker = int(s.attacker)
    if int(s.named) == NONE or bots_on(s, attacker) == 0:
        s.gains[:] = 0
        lose_round(s, c, attacker)
        happens(s, events.LATE, attacker, NONE, NONE)
        become(s, steps.HOME, 0)
        return
    for die in range(int(s.dice)):
        if holds(s.rolling, die):
            laid_out = int(s.dice_laid_out[die])
            s.face[die] = laid_out if laid_out != NONE else below(s, faces.FACES)
            s.faces = int(s.faces) | 1 << int(s.face[die])
            s.dice_laid_out[die] = NONE
    _take_sides(s)
    s.phase, s.ticks = phases.RED, 0
    happens(s, events.LANDED, int(s.attacker), NONE, int(s.faces))
    go_on(s, c)


@compiles
def _take_sides(s: Position) -> None:
    """Roles are traded, everyone else defends, or both [8.3, 8.5]; of a rival nobody borrows [7.1]."""
    if holds(s.faces, faces.TRADE):
        clapper = int(s.attacker)
        s.attacker, s.named = int(s.named), clapper
    s.defenders = 1 << int(s.named)
    if holds(s.faces, faces.EVERYONE):
        s.defenders = ((1 << int(s.seats)) - 1) & ~(1 << int(s.attacker))
    for seat in range(int(s.seats)):
        s.asks[seat] = int(s.asks[seat]) & ~rivals(s, seat)


# -- the end of a round --------------------------------------------------------------------------------------------


@compiles
def go_home(s: Position) -> None:
    """All pick their own bots up, and the next player claps; unless the match is won [6.6, 7.5, 11.1]."""
    carry_home(s)
    s.clapper = next_seat(s, int(s.clapper))
    happens(s, events.WENT_HOME, NONE, NONE, int(s.round_number))
    best = 0
    for seat in range(int(s.seats)):
        best = max(best, int(s.tokens[seat]))
    if best >= TO_WIN or int(s.round_number) == LAST_ROUND:
        become(s, steps.END, 0)
        return
    s.round_number = int(s.round_number) + 1
    await_clap(s)


@compiles
def end(s: Position) -> None:
    """The most tokens win; who have as many share it [11.2, 11.3]."""
    best = 0
    for seat in range(int(s.seats)):
        best = max(best, int(s.tokens[seat]))
    for seat in range(int(s.seats)):
        if int(s.tokens[seat]) == best:
            s.winners = int(s.winners) | 1 << seat
    s.phase = phases.FINISHED
    happens(s, events.ENDED, NONE, NONE, NONE)
    close(s)
