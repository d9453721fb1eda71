"""Information-set tree search with open loops, as functions that compile.

Seen from one seat (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Each
iteration deals anew what the seat does not know (`redeal`), goes down a tree whose nodes are what this seat has
done and has seen others do, adds one, and plays on by the game's own bot. The others play by that bot too, each
by its own view of the dealt position: they see nothing that is hidden from them, nor a move made at the same time
as theirs. Chance has no nodes: whatever is drawn leads to the same one.

It is for games in whose `search.py` (see `playouts.py`) there is

    observed_move(s, seat, move)    what others see of a move that a seat is about to make: the move, or a number
                          that stands for every hidden one

and whose bots have no memory.
"""

from __future__ import annotations

import math

from facedown.agents.playouts import find_moves, policy, progress, reseed, value
from facedown.core.bits import holds, lowest, popcount
from facedown.core.chance import luck_below
from facedown.core.compiling import compiles
from facedown.core.flat import FlatPosition
from facedown.core.flat.placeholders import observe, proceed, redeal, step
from facedown.core.layout import Ints
from facedown.core.questions import is_over, who_is_asked

# A node is a row of int32: its first child, its next sibling, what led to it, how often it was visited, and how
# often it was available.
FIRST, NEXT, KEY, VISITS, AVAILABLE = range(5)
NOWHERE = -1
ROOT = 0
DEPTH = 64  # nodes of one path through the tree, at most
EXPLORATION = 0.6  # how much a move gains by being little tried (the C of UCB1)
NODES_AN_ITERATION = 24  # that there is room for
# The buffers: a set of moves, two views (one for use, one empty), by node the sum of its results, the nodes of the
# path, the memories (none), and the cursor.
MOVES, VIEWS, TOTALS, PATH, MEMORIES, CURSOR = range(6)
# The cursor of an iteration: nodes used by all so far, the node it is at, the length of its path, and whether this
# seat has moved.
USED, NODE, LENGTH, MOVED = range(4)


HORIZON = 1  # stands for the game's own, as does the function after it


@compiles
def observed_move(s: FlatPosition, c: object, seat: int, move: int) -> int:
    return move


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
    nodes: Ints,
) -> int:
    """The move that was visited most often.

    positions[0] is one that agrees with what the seat knows; positions[1] is for trying.
    """
    c = cards[0]
    only = only_move(positions[0], c, seat, buffers[MOVES])
    if only >= 0:
        return only
    totals, path, cursor = buffers[TOTALS], buffers[PATH], buffers[CURSOR]
    cursor[USED] = 1
    for field in range(5):
        nodes[ROOT, field] = NOWHERE if field <= NEXT else 0
    for _ in range(iterations):
        positions[1] = positions[0]
        s = positions[1]
        reseed(s, luck)
        redeal(s, c, seat, knowledge[0])
        play_out(s, c, seat, luck, buffers, nodes)
        result = value(s, c, seat)
        for at in range(cursor[LENGTH]):
            nodes[path[at], VISITS] += 1
            totals[path[at]] += result
    return most_visited(nodes)


@compiles
def only_move(s: FlatPosition, c: object, seat: int, moves: Ints) -> int:
    """The one move that is worth trying; -1: there are several."""
    find_moves(s, c, seat, moves)
    count, only = 0, -1
    for word in range(len(moves)):
        if moves[word]:
            count, only = count + popcount(moves[word]), word * 64 + lowest(moves[word])
    return only if count == 1 else -1


@compiles
def most_visited(nodes: Ints) -> int:
    best, move, child = -1, -1, int(nodes[ROOT, FIRST])
    while child != NOWHERE:
        if nodes[child, VISITS] > best:
            best, move = int(nodes[child, VISITS]), int(nodes[child, KEY])
        child = int(nodes[child, NEXT])
    return move


@compiles
def play_out(s: FlatPosition, c: object, seat: int, luck: Ints, buffers: tuple[Ints, ...], nodes: Ints) -> None:
    """Play until it is time to evaluate, as long as possible by the tree.

    What others do in the same moment as this seat, before it has moved for the first time, is not on the path.
    """
    moves, views, cursor, start = buffers[MOVES], buffers[VIEWS], buffers[CURSOR], progress(s, c)
    cursor[NODE], cursor[LENGTH], cursor[MOVED] = ROOT, 1, 0
    buffers[PATH][0] = ROOT
    while not is_over(s) and progress(s, c) - start < HORIZON:
        waiting = who_is_asked(s)
        if waiting == 0:
            proceed(s, c)
        else:
            mover = seat if not cursor[MOVED] and holds(waiting, seat) else lowest(waiting)
            find_moves(s, c, mover, moves)
            views[0] = views[1]
            observe(s, c, mover, views[0])
            move = -1
            if mover == seat and cursor[NODE] != NOWHERE:
                move = select(int(cursor[NODE]), moves, luck, buffers[TOTALS], nodes)
            if move < 0:
                move = policy(views[0], c, moves, luck)
            descend(s, c, seat, mover, move, buffers, nodes)
            step(s, c, mover, move)


@compiles
def descend(
    s: FlatPosition, c: object, seat: int, mover: int, move: int, buffers: tuple[Ints, ...], nodes: Ints
) -> None:
    """Go on to the node to which this move leads: what the seat did, or saw others do."""
    cursor = buffers[CURSOR]
    if cursor[NODE] == NOWHERE:
        return
    if mover == seat:
        known = descend_to(move, buffers, nodes)
        cursor[NODE] = cursor[NODE] if known else NOWHERE
        cursor[MOVED] = 1
    elif cursor[MOVED]:
        descend_to(-2 - observed_move(s, c, mover, move), buffers, nodes)


@compiles
def descend_to(key: int, buffers: tuple[Ints, ...], nodes: Ints) -> bool:
    """Go on to the node of this key, added if there is room; returns whether it was there before."""
    totals, path, cursor = buffers[TOTALS], buffers[PATH], buffers[CURSOR]
    child = child_of(nodes, int(cursor[NODE]), key)
    there = child != NOWHERE
    if not there and cursor[USED] < len(nodes):
        child = expand(nodes, totals, int(cursor[USED]), int(cursor[NODE]), key)
        cursor[USED] += 1
    if child != NOWHERE and cursor[LENGTH] < DEPTH:
        path[cursor[LENGTH]] = child
        cursor[LENGTH] += 1
    cursor[NODE] = child if cursor[LENGTH] < DEPTH else NOWHERE
    return there


@compiles
def select(node: int, moves: Ints, luck: Ints, totals: Ints, nodes: Ints) -> int:
    """The move to try from here; -1: the one that the game's bot would make, which is tried first.

    From the root every move is tried; further down a new one only when those tried have been tried often enough.
    """
    if nodes[node, FIRST] == NOWHERE:
        return -1
    best, move, tried, untried, new = -1.0, -1, 0, 0, -1
    for word in range(len(moves)):
        rest = int(moves[word])
        while rest:
            code = word * 64 + lowest(rest)
            rest &= rest - 1
            child = child_of(nodes, node, code)
            if child == NOWHERE:
                untried += 1
                new = code if luck_below(luck, untried) == 0 else new
                continue
            tried += 1
            nodes[child, AVAILABLE] += 1
            visits = float(nodes[child, VISITS])
            bound = totals[child] / visits + EXPLORATION * math.sqrt(
                math.log(float(nodes[child, AVAILABLE]) + 1.0) / visits
            )
            if bound > best:
                best, move = bound, code
    if untried and (node == ROOT or tried * tried <= nodes[node, VISITS]):
        return new
    return move


@compiles
def child_of(nodes: Ints, node: int, key: int) -> int:
    child = int(nodes[node, FIRST])
    while child != NOWHERE and int(nodes[child, KEY]) != key:
        child = int(nodes[child, NEXT])
    return child


@compiles
def expand(nodes: Ints, totals: Ints, at: int, node: int, key: int) -> int:
    """A new node under another."""
    nodes[at, FIRST], nodes[at, NEXT], nodes[at, KEY] = NOWHERE, nodes[node, FIRST], key
    nodes[at, VISITS], nodes[at, AVAILABLE], totals[at] = 0, 1, 0.0
    nodes[node, FIRST] = at
    return at
