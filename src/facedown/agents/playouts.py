"""Choosing a move by playing on, as functions that compile.

The positions that agree with what a seat knows are dealt (`redeal`), and in each of them every move in question is
made and the game played on by its own bot, on all seats, each by its own view: nobody sees what is hidden from
them, nor a move made at the same time as theirs. All moves meet the same deals and the same luck, so that what is
compared is the moves; after each round the worse half of them is left out (sequential halving: Karnin, Koren and
Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013).

A game that can be searched has `search.py` in its folder:

    progress(s)           a number that grows until the position is evaluated, such as the rounds that have ended
    value(s, seat)        then: the seat's chance to win the game, 0.0 to 1.0
    POLICY                the bot that plays on
    LEVELS                how many times each level plays on for a move, by the name under which it plays

and, where there is a use for it:

    HORIZON               by how much `progress` may grow; else 1
    prune(s, seat, moves) takes those out of a set of moves that are not worth a search
    WAIT                  the move that is made again while `observation_key` stays as it is
    observation_key(v)    where there is WAIT: what the seat sees when it is asked, as a number that is not negative
    reflex(v, moves, luck)          a move made without a search, as people are slow to take things in; -1: none
    sample_memories(s, seat, known, memories)  where bots have a memory: fills in `memories[BY_SEAT + other]`, what
                          each seat remembers, for a position that could be the one at the table; memories[OWN] is
                          this seat's own memory, memories[PUBLIC] that of a spectator
"""

from __future__ import annotations

from facedown.core.bits import allows, lowest, nth_move, popcount
from facedown.core.chance import luck_below, seed_chance
from facedown.core.compiling import compiles
from facedown.core.flat import FlatPosition
from facedown.core.flat.placeholders import clear, legal, observe, proceed, redeal, remember, step
from facedown.core.layout import Ints
from facedown.core.questions import is_over, who_is_asked

OWN, PUBLIC, BY_SEAT = range(3)  # of the memories: this seat's own, a spectator's, and the first of the seats'
# The buffers: a set of moves, two views (one for use, one empty), the moves in question, the sums of their results,
# the memories, the luck of those who play on, and the number of events that all remember.
MOVES, VIEWS, TRIED, TOTALS, MEMORIES, LUCK, EVENTS = range(7)
# The positions: one that agrees with what the seat knows, one that is dealt from it, and one to play on in.
KNOWN, DEALT, PLAYED = range(3)
DRAWS = 6  # times that the bot is asked what it would do: it does not always do the same
MOST_MOVES = 128  # in question at once
A_MOVE = 6  # iterations for each move in question, at least: that limits their number


# -- what the search is bound to -----------------------------------------------------------------------------------

HORIZON, WAIT = 1, -1  # stand for the game's own, as do the functions up to the search


@compiles
def sample_memories(s: FlatPosition, c: object, seat: int, known: object, memories: Ints) -> None:
    pass


@compiles
def policy(v: object, c: object, moves: Ints, luck: Ints) -> int:
    return -1


@compiles
def policy_with_memory(v: object, c: object, moves: Ints, luck: Ints, memory: object) -> int:
    return -1


@compiles
def progress(s: FlatPosition, c: object) -> int:
    return 0


@compiles
def value(s: FlatPosition, c: object, seat: int) -> float:
    return 0.0


@compiles
def observation_key(v: object, c: object) -> int:
    return -1


@compiles
def prune(s: FlatPosition, c: object, seat: int, moves: Ints) -> None:
    pass


# -- the search ----------------------------------------------------------------------------------------------------


@compiles
def search(
    positions: Ints,
    cards: Ints,
    seat: int,
    knowledge: Ints,
    iterations: int,
    luck: Ints,
    buffers: tuple[Ints, ...],
) -> int:
    """The move that does best, after playing on about `iterations` times."""
    c, known, totals, chance = cards[0], knowledge[0], buffers[TOTALS], buffers[LUCK]
    deal(positions, c, seat, known, luck, buffers)
    count = moves_in_question(positions[DEALT], c, seat, iterations, luck, buffers)
    halvings = 0
    while 1 << halvings < count:
        halvings += 1
    for _ in range(halvings):
        for _ in range(max(1, iterations // (halvings * count))):
            deal(positions, c, seat, known, luck, buffers)
            a, b = luck_below(luck, 1 << 32), luck_below(luck, 1 << 32)
            for at in range(count):
                chance[0], chance[1], chance[2], chance[3] = a, b, 1, 0
                positions[PLAYED] = positions[DEALT]
                s = positions[PLAYED]
                sample_memories(s, c, seat, known, buffers[MEMORIES])
                play_on(s, c, seat, int(buffers[TRIED][at]), buffers)
                totals[at] += value(s, c, seat)
        count = better_half(count, buffers)
    return int(buffers[TRIED][0])


@compiles
def reseed(s: FlatPosition, luck: Ints) -> None:
    """Let what is still to be drawn follow from a player's own luck."""
    most = 1 << 32
    seed_chance(s, luck_below(luck, most), luck_below(luck, most), luck_below(luck, most), luck_below(luck, most))


@compiles
def deal(positions: Ints, c: object, seat: int, known: object, luck: Ints, buffers: tuple[Ints, ...]) -> None:
    """Another position that agrees with what the seat knows."""
    positions[DEALT] = positions[KNOWN]
    s = positions[DEALT]
    reseed(s, luck)
    redeal(s, c, seat, known)
    sample_memories(s, c, seat, known, buffers[MEMORIES])


@compiles
def moves_in_question(
    s: FlatPosition, c: object, seat: int, iterations: int, luck: Ints, buffers: tuple[Ints, ...]
) -> int:
    """Those that the bot would make, then others by chance, as many as the iterations allow; returns how many.

    Where there are too few iterations to compare two, it is so many moves by chance alone, for a weak player.
    """
    in_haste = iterations < A_MOVE
    most = min(len(buffers[TRIED]), iterations if in_haste else max(2, iterations // A_MOVE))
    moves, count, others = buffers[MOVES], 0, 0
    find_moves(s, c, seat, moves)
    prune(s, c, seat, moves)
    see(s, c, seat, buffers)
    for word in range(len(moves)):
        others += popcount(moves[word])
    for _ in range(0 if in_haste else min(DRAWS, others)):
        move = policy_move(seat, c, luck, buffers)
        if count < most and allows(moves, move):
            count = in_question(move, count, buffers)
    for at in range(count):
        disallow(moves, int(buffers[TRIED][at]))
    others -= count
    while others and count < most:
        move = nth_move(moves, luck_below(luck, others))
        count = in_question(move, count, buffers)
        disallow(moves, move)
        others -= 1
    return count


@compiles
def in_question(move: int, count: int, buffers: tuple[Ints, ...]) -> int:
    """Add a move to the `count` moves in question, if it is not among them; returns how many there are."""
    tried = buffers[TRIED]
    for at in range(count):
        if tried[at] == move:
            return count
    tried[count], buffers[TOTALS][count] = move, 0.0
    return count + 1


@compiles
def disallow(moves: Ints, move: int) -> None:
    bit = move & 63
    moves[move >> 6] &= ~((1 if bit < 63 else -1) << bit)  # the last bit is the sign


@compiles
def better_half(count: int, buffers: tuple[Ints, ...]) -> int:
    """Put the better half of the moves first, of equal ones those that were first; returns how many are left."""
    tried, totals, half = buffers[TRIED], buffers[TOTALS], (count + 1) // 2
    for place in range(half):
        best = place
        for at in range(place + 1, count):
            best = at if totals[at] > totals[best] else best
        move, total = tried[best], totals[best]
        for at in range(best, place, -1):
            tried[at], totals[at] = tried[at - 1], totals[at - 1]
        tried[place], totals[place] = move, total
    return half


@compiles
def play_on(s: FlatPosition, c: object, seat: int, move: int, buffers: tuple[Ints, ...]) -> None:
    """Let the seat make a move, and play on by the bot until it is time to evaluate."""
    start, seen, waits = progress(s, c), -1, move == WAIT
    if waits:
        see(s, c, seat, buffers)
        seen = observation_key(buffers[VIEWS][0], c)
    buffers[EVENTS][0] = s.event_count
    step(s, c, seat, move)
    update_memories(s, c, buffers)
    while not is_over(s) and progress(s, c) - start < HORIZON:
        waiting = who_is_asked(s)
        if waiting == 0:
            proceed(s, c)
        else:
            mover = lowest(waiting)
            find_moves(s, c, mover, buffers[MOVES])
            see(s, c, mover, buffers)
            waits = waits and (mover != seat or observation_key(buffers[VIEWS][0], c) == seen)
            answer = WAIT if waits and mover == seat else policy_move(mover, c, buffers[LUCK], buffers)
            step(s, c, mover, answer)
        update_memories(s, c, buffers)


@compiles
def find_moves(s: FlatPosition, c: object, seat: int, moves: Ints) -> None:
    clear(moves)
    legal(s, c, seat, moves)


@compiles
def see(s: FlatPosition, c: object, seat: int, buffers: tuple[Ints, ...]) -> None:
    """What this seat sees now goes into the first view."""
    views = buffers[VIEWS]
    views[0] = views[1]
    observe(s, c, seat, views[0])


@compiles
def policy_move(mover: int, c: object, luck: Ints, buffers: tuple[Ints, ...]) -> int:
    """What the bot answers on this seat, by what it sees."""
    return policy(buffers[VIEWS][0], c, buffers[MOVES], luck)


@compiles
def policy_move_with_memory(mover: int, c: object, luck: Ints, buffers: tuple[Ints, ...]) -> int:
    """The same where bots have a memory."""
    return policy_with_memory(buffers[VIEWS][0], c, buffers[MOVES], luck, buffers[MEMORIES][BY_SEAT + mover])


@compiles
def update_memories(s: FlatPosition, c: object, buffers: tuple[Ints, ...]) -> None:
    """Nobody has a memory."""


@compiles
def update_all_memories(s: FlatPosition, c: object, buffers: tuple[Ints, ...]) -> None:
    """Something may have happened: each seat remembers what it sees of it."""
    if s.event_count == buffers[EVENTS][0]:
        return
    buffers[EVENTS][0] = s.event_count
    for seat in range(len(buffers[MEMORIES]) - BY_SEAT):
        see(s, c, seat, buffers)
        remember(buffers[VIEWS][0], c, buffers[MEMORIES][BY_SEAT + seat])
