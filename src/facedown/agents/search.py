"""Players that search: they try moves in positions that could be the one at the table, and take the best one.

    agent = SearchAgent(game, 400, luck_of("me"))
    catch_up(agent, table, seat)
    table.play(seat, agent.choose(table.observation(seat), table.legal(seat)))

Information-set tree search with open loops (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search", 2012), seen from one seat.  Each iteration deals anew what the seat does not know (`redeal`), goes down a
tree whose nodes are what this seat has done and has seen others do, adds one, and plays on by the game's own bot.
The others play by that bot too, each by its own view of the dealt position: they see nothing that lies hidden from
them, nor a move made at the same time as theirs.  Chance has no nodes: whatever is drawn leads to the same one.

A game that can be searched has `search.py` in its folder:

    stage(s)              a number that changes where it is time to reckon: when a round has ended, say
    worth(s, seat)        then: what the seat has of it, 0.0 to 1.0, its chance to win the game
    heard(s, seat, move)  what others see of a move that a seat is about to make: the move, or UNSEEN
    POLICY                the bot that plays on
    LEVELS                how many iterations a move each level takes, by the name under which it plays
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import math
import threading
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType

import numpy as np

from facedown.core.batch import rules_of
from facedown.core.bits import allow, lowest
from facedown.core.chance import luck_below
from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame, FlatPosition
from facedown.core.flat.stand_ins import WORDS, legal, proceed, step
from facedown.core.game import Game, Move, Seat
from facedown.core.history import Frame
from facedown.core.layout import Ints, compiled, compiles, interpreted
from facedown.core.questions import is_over, who_is_asked
from facedown.core.table import Table

# A node is a row of int32: its first child, its next sibling, what led to it, how often it was gone through, and
# how often it could have been.
FIRST, NEXT, KEY, VISITS, CHANCES = range(5)
NOWHERE = -1
ROOT = 0
DEPTH = 64  # nodes of one way through the tree, at most
CURIOUS = 0.6  # how much a move gains by being little tried (the C of UCB1)
NODES_AN_ITERATION = 24


# -- what the search is bound to -----------------------------------------------------------------------------------


@compiles
def observe(s: FlatPosition, seat: int, v: object) -> None:
    """Stands for the game's own; so do the next five."""


@compiles
def redeal(s: FlatPosition, seat: int, known: object) -> None:
    pass


@compiles
def policy(v: object, moves: Ints, luck: Ints) -> int:
    return -1


@compiles
def stage(s: FlatPosition) -> int:
    return 0


@compiles
def worth(s: FlatPosition, seat: int) -> float:
    return 0.0


@compiles
def heard(s: FlatPosition, seat: int, move: int) -> int:
    return move


# -- the search ----------------------------------------------------------------------------------------------------


@compiles
def search(
    positions: Ints, seat: int, knowledge: Ints, iterations: int, luck: Ints, rooms: tuple[Ints, ...], nodes: Ints
) -> int:
    """The move that was tried most often.

    positions[0] is one that agrees with what the seat knows; positions[1] is for trying.
    """
    gains, path = rooms[2], rooms[3]
    used = 1
    for field in range(5):
        nodes[ROOT, field] = NOWHERE if field <= NEXT else 0
    for _ in range(iterations):
        positions[1] = positions[0]
        s = positions[1]
        for word in range(4):
            s.key[word] = luck_below(luck, 1 << 32)
        s.counter, s.used = 0, 16
        redeal(s, seat, knowledge[0])
        used, depth = try_out(s, seat, luck, rooms, nodes, used)
        gain = worth(s, seat)
        for at in range(depth):
            nodes[path[at], VISITS] += 1
            gains[path[at]] += gain
    best, move, child = -1, -1, int(nodes[ROOT, FIRST])
    while child != NOWHERE:
        if nodes[child, VISITS] > best:
            best, move = int(nodes[child, VISITS]), int(nodes[child, KEY])
        child = int(nodes[child, NEXT])
    return move


@compiles
def try_out(
    s: FlatPosition, seat: int, luck: Ints, rooms: tuple[Ints, ...], nodes: Ints, used: int
) -> tuple[int, int]:
    """Play until the stage ends, as long as may be by the tree; how many nodes there are now, and on the way."""
    moves, views, path = rooms[0], rooms[1], rooms[3]
    now, node, depth = stage(s), ROOT, 0
    path[0] = ROOT
    depth = 1
    while not is_over(s) and stage(s) == now:
        waiting = who_is_asked(s)
        if waiting == 0:
            proceed(s)
            continue
        mover = lowest(waiting)
        for word in range(WORDS):
            moves[word] = 0
        legal(s, mover, moves)
        move = -1
        if node != NOWHERE and mover == seat:
            move = chosen(node, moves, luck, rooms[2], nodes)
        if move < 0:
            views[0] = views[1]
            observe(s, mover, views[0])
            move = policy(views[0], moves, luck)
        if node != NOWHERE:
            key = move if mover == seat else -2 - heard(s, mover, move)
            child = child_of(nodes, node, key)
            fresh = child == NOWHERE
            if fresh and used < len(nodes):
                child = add(nodes, rooms[2], used, node, key)
                used += 1
            if child != NOWHERE and depth < DEPTH:
                path[depth] = child
                depth += 1
            node = NOWHERE if (fresh and mover == seat) or depth == DEPTH else child
        step(s, mover, move)
    return used, depth


@compiles
def chosen(node: int, moves: Ints, luck: Ints, gains: Ints, nodes: Ints) -> int:
    """The move to try from here; -1: the one that the game's bot would make, which is tried first.

    From the root every move is tried; further down a new one only when those tried have been tried often enough.
    """
    if nodes[node, FIRST] == NOWHERE:
        return -1
    best, move, tried, untried, new = -1.0, -1, 0, 0, -1
    for word in range(WORDS):
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
            nodes[child, CHANCES] += 1
            visits = float(nodes[child, VISITS])
            hope = gains[child] / visits + CURIOUS * math.sqrt(
                math.log(float(nodes[child, CHANCES]) + 1.0) / visits
            )
            if hope > best:
                best, move = hope, code
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
def add(nodes: Ints, gains: Ints, at: int, node: int, key: int) -> int:
    """A new node under another."""
    nodes[at, FIRST], nodes[at, NEXT], nodes[at, KEY] = NOWHERE, nodes[node, FIRST], key
    nodes[at, VISITS], nodes[at, CHANCES], gains[at] = 0, 1, 0.0
    nodes[node, FIRST] = at
    return at


# -- the player ----------------------------------------------------------------------------------------------------


class Search:
    """The search of one game, with room for so many iterations; it plays on by `bot`, or by the game's own."""

    def __init__(
        self, game: FlatGame, iterations: int, *, bot: Callable[..., int] | None = None, compiles: bool = True
    ) -> None:
        terms = terms_of(game)
        assert terms is not None, f"{game.title} cannot be searched"
        self.game, self.iterations = game, iterations
        bound = rules_of(game) | {
            "redeal": game.rules.redeal,  # type: ignore[attr-defined]  # KnowingRules
            "policy": bot or game.bots()[policy_of(game)],
            "stage": terms.stage,
            "worth": terms.worth,
            "heard": terms.heard,
        }
        self._search = (compiled if compiles else interpreted)(search, **bound)
        size = 1 + min(iterations * NODES_AN_ITERATION, 1 << 18)
        self._positions = np.zeros(2, game.position_layout)
        self._knowledge = np.zeros(1, game.knowledge_layout)
        self._nodes = np.zeros((size, 5), np.int32)
        self._rooms = (
            np.zeros(game.rules.WORDS, np.int64),
            np.zeros(2, game.view_layout),
            np.zeros(size, np.float64),
            np.zeros(DEPTH, np.int32),
        )

    def best(
        self, position: FlatPosition, seat: Seat, knowledge: object, luck: Ints, iterations: int | None = None
    ) -> int:
        """The number of the best move for an asked seat; of the position only what the seat knows is looked at."""
        self._positions[0], self._knowledge[0] = position, knowledge
        count = self.iterations if iterations is None else iterations
        return int(self._search(self._positions, seat, self._knowledge, count, luck, self._rooms, self._nodes))


class SearchAgent:
    """A player that searches so many iterations for each move; equal luck chooses alike.

    Where it is not `patient` the game's bot answers as long as the search is being compiled, in another thread.
    """

    remembers = False  # the table keeps what its seat knows

    def __init__(self, game: FlatGame, iterations: int, luck: Ints, *, patient: bool = True) -> None:
        self.game, self.iterations, self.luck, self.patient = game, iterations, luck, patient
        self.last: Frame | None = None
        self._at: tuple[FlatPosition, Seat, object] | None = None
        self._policy = game.bots()[policy_of(game)]

    def look(self, table: Table, seat: Seat) -> None:
        """See what the seat knows by now: a position that could be the table's, and the seat's knowledge."""
        dealt = table.determinized(seat, f"search {luck_below(self.luck, 1 << 31)}")
        self._at = dealt.peek(), seat, table.knowledge(seat)

    def choose(self, view: object, legal: Sequence[Move]) -> Move:
        """The one of `legal` that the search tries most.  Raises RuntimeError if it has not looked at a table."""
        if self._at is None:
            raise RuntimeError("let a player that searches look at the table first: catch_up(agent, table, seat)")
        if len(legal) == 1:
            return legal[0]
        code = self._best(view, legal, *self._at)
        return next(move for move in legal if move.code == code)

    def _best(
        self, view: object, legal: Sequence[Move], position: FlatPosition, seat: Seat, knowledge: object
    ) -> int:
        if self.patient or self.game in _ready:
            return search_of(self.game, self.iterations).best(position, seat, knowledge, self.luck)
        prepare(self.game)
        moves = np.zeros(self.game.move_words, np.int64)
        for move in legal:
            allow(moves, move.code)
        return int(self._policy(view, moves, self.luck))

    def unasked(self, view: object, legal: Sequence[Move]) -> Move | None:
        """Never acts when nobody waits for it."""
        return None

    def remember(self, view: object) -> None:
        """`look` sees everything that has happened."""

    def forget(self) -> None:
        """Leaves the table that it looked at."""
        self._at = None


# -- which games can be searched, and when the search is compiled --------------------------------------------------


_rooms = threading.local()  # a search's room is for one thread at a time
_compiling: dict[FlatGame, threading.Thread] = {}
_ready: set[FlatGame] = set()


@functools.cache
def terms_of(game: Game) -> ModuleType | None:
    """The module `search.py` of a game's folder; None: the game cannot be searched."""
    if not isinstance(game, FlatGame) or game.knowledge_layout is None:
        return None
    name = str(getattr(game.rules, "__name__", "")).rpartition(".")[0] + ".search"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None


def levels(game: Game) -> Mapping[str, int]:
    """The players of this game that search, by name: how many iterations each takes for a move.

    None without Numba: interpreted, a search takes minutes.
    """
    if importlib.util.find_spec("numba") is None:
        return {}
    found: Mapping[str, int] = getattr(terms_of(game), "LEVELS", {})
    return found


def policy_of(game: FlatGame) -> str:
    """The bot that plays on where the tree ends.  Raises BadOption where the game cannot be searched."""
    policy: str | None = getattr(terms_of(game), "POLICY", None)
    if policy is None:
        raise BadOption(f"{game.title} has no players that search: its folder holds no search.py")
    return policy


def search_of(game: FlatGame, iterations: int) -> Search:
    """This thread's search of so many iterations.  The first one of a game compiles, or loads its machine code."""
    kept: dict[tuple[FlatGame, int], Search] = vars(_rooms).setdefault("kept", {})
    key = game, iterations
    if key not in kept:
        kept[key] = Search(game, iterations)
        table = game.new()
        seat = table.asked[0]
        kept[key].best(table.determinized(seat, 0).peek(), seat, table.knowledge(seat), np.ones(4, np.uint32), 1)
        _ready.add(game)
    return kept[key]


def prepare(game: FlatGame) -> None:
    """Have the search of a game compiled by a thread of its own, if that has not begun."""
    if game not in _compiling:
        _compiling[game] = threading.Thread(target=search_of, args=(game, 1), daemon=True)
        _compiling[game].start()
