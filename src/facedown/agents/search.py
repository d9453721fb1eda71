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

    stage(s)              a number that grows until it is time to reckon: so many rounds have ended, say
    worth(s, seat)        then: what the seat has of it, 0.0 to 1.0, its chance to win the game
    POLICY                the bot that plays on
    LEVELS                how many iterations a move each level takes, by the name under which it plays

and, where there is a use for it:

    AHEAD                 how much the stage may grow; else 1
    heard(s, seat, move)  what others see of a move that a seat is about to make: the move, UNSEEN, or NOTHING where
                          the tree branches by `sight` alone; else the move
    sight(v)              what the seat sees when it is asked, as a number from 0 to 2**30 - 1
    weed(s, seat, moves)  takes those out of a set of moves that are not worth a search
    PATIENT               the move that is made again while `sight` stays as it is: to wait
    reflex(v, moves, luck)          a move made without a thought, as people are slow to take things in; -1: none
    imagine(s, seat, known, minds)  where bots have a memory: fills in `minds[OTHERS + other]`, what each seat
                          remembers, for a position that could be the one at the table; minds[OWN] is this seat's
                          own memory, minds[ONLOOKER] that of somebody who saw what everybody saw
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
from facedown.core.bits import allow, holds, lowest, popcount
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
NOTHING = -1  # in place of a move that was heard: there is no node for it
SIGHTS = 1 << 24  # keys of what was seen lie so far below those of moves

OWN, ONLOOKER, OTHERS = range(3)  # of the memories: this seat's own, an onlooker's, and the first of the seats'
# Of an iteration: nodes used by all so far, the node it is at, nodes on its way, whether this seat has moved, what
# it saw when it last waited, whether it still waits, and the last thing that all remember.
USED, AT, LENGTH, BEGUN, SEEN, STILL, EVENT = range(7)


# -- what the search is bound to -----------------------------------------------------------------------------------

AHEAD, PATIENT = 1, -1  # stand for the game's own; so do the functions up to the search


@compiles
def observe(s: FlatPosition, seat: int, v: object) -> None:
    pass


@compiles
def redeal(s: FlatPosition, seat: int, known: object) -> None:
    pass


@compiles
def imagine(s: FlatPosition, seat: int, known: object, minds: Ints) -> None:
    pass


@compiles
def policy(v: object, moves: Ints, luck: Ints) -> int:
    return -1


@compiles
def policy_with_memory(v: object, moves: Ints, luck: Ints, memory: object) -> int:
    return -1


@compiles
def remember(v: object, memory: object) -> None:
    pass


@compiles
def stage(s: FlatPosition) -> int:
    return 0


@compiles
def worth(s: FlatPosition, seat: int) -> float:
    return 0.0


@compiles
def heard(s: FlatPosition, seat: int, move: int) -> int:
    return move


@compiles
def sight(v: object) -> int:
    return -1


@compiles
def weed(s: FlatPosition, seat: int, moves: Ints) -> None:
    pass


# -- the search ----------------------------------------------------------------------------------------------------


@compiles
def search(
    positions: Ints, seat: int, knowledge: Ints, iterations: int, luck: Ints, rooms: tuple[Ints, ...], nodes: Ints
) -> int:
    """The move that was tried most often.

    positions[0] is one that agrees with what the seat knows; positions[1] is for trying.
    """
    only = only_move(positions[0], seat, rooms[0])
    if only >= 0:
        return only
    gains, path, minds, way = rooms[2], rooms[3], rooms[4], rooms[5]
    way[USED] = 1
    for field in range(5):
        nodes[ROOT, field] = NOWHERE if field <= NEXT else 0
    for _ in range(iterations):
        positions[1] = positions[0]
        s = positions[1]
        for word in range(4):
            s.key[word] = luck_below(luck, 1 << 32)
        s.counter, s.used = 0, 16
        redeal(s, seat, knowledge[0])
        imagine(s, seat, knowledge[0], minds)
        try_out(s, seat, luck, rooms, nodes)
        gain = worth(s, seat)
        for at in range(way[LENGTH]):
            nodes[path[at], VISITS] += 1
            gains[path[at]] += gain
    return most_tried(nodes)


@compiles
def only_move(s: FlatPosition, seat: int, moves: Ints) -> int:
    """The one move that is worth trying; -1: there are several."""
    find_moves(s, seat, moves)
    weed(s, seat, moves)
    count, only = 0, -1
    for word in range(WORDS):
        if moves[word]:
            count, only = count + popcount(moves[word]), word * 64 + lowest(moves[word])
    return only if count == 1 else -1


@compiles
def find_moves(s: FlatPosition, seat: int, moves: Ints) -> None:
    for word in range(WORDS):
        moves[word] = 0
    legal(s, seat, moves)


@compiles
def most_tried(nodes: Ints) -> int:
    best, move, child = -1, -1, int(nodes[ROOT, FIRST])
    while child != NOWHERE:
        if nodes[child, VISITS] > best:
            best, move = int(nodes[child, VISITS]), int(nodes[child, KEY])
        child = int(nodes[child, NEXT])
    return move


@compiles
def try_out(s: FlatPosition, seat: int, luck: Ints, rooms: tuple[Ints, ...], nodes: Ints) -> None:
    """Play until it is time to reckon, as long as may be by the tree.

    What others do in the same moment as this seat, before it has moved for the first time, is not on the way.
    """
    moves, views, way, now = rooms[0], rooms[1], rooms[5], stage(s)
    way[AT], way[LENGTH], way[BEGUN], way[SEEN], way[EVENT] = ROOT, 1, 0, -1, s.event_count
    rooms[3][0] = ROOT
    while not is_over(s) and stage(s) - now < AHEAD:
        waiting = who_is_asked(s)
        if waiting == 0:
            proceed(s)
        else:
            mover = seat if not way[BEGUN] and holds(waiting, seat) else lowest(waiting)
            find_moves(s, mover, moves)
            views[0] = views[1]
            observe(s, mover, views[0])
            way[STILL], move = 0, -1
            if mover == seat and way[AT] != NOWHERE:
                move = own_move(s, seat, luck, rooms, nodes)
            if move < 0:
                move = answer_of(mover, luck, rooms)
            go_on(s, seat, mover, move, rooms, nodes)
            step(s, mover, move)
        all_remember(s, rooms)


@compiles
def own_move(s: FlatPosition, seat: int, luck: Ints, rooms: tuple[Ints, ...], nodes: Ints) -> int:
    """The move that the tree tries next; -1: the bot's."""
    moves, way, seen = rooms[0], rooms[5], sight(rooms[1][0])
    if seen >= 0 and seen == way[SEEN]:
        way[STILL] = 1
        return PATIENT
    if seen >= 0 and way[BEGUN]:
        enter(-SIGHTS - seen, rooms, nodes)
    way[SEEN] = seen
    weed(s, seat, moves)
    return chosen(int(way[AT]), moves, luck, rooms[2], nodes) if way[AT] != NOWHERE else -1


@compiles
def go_on(s: FlatPosition, seat: int, mover: int, move: int, rooms: tuple[Ints, ...], nodes: Ints) -> None:
    """Go on to the node to which this move leads: what the seat did, or saw others do."""
    way = rooms[5]
    if way[AT] == NOWHERE or way[STILL]:
        return
    if mover == seat:
        known = enter(move, rooms, nodes)
        way[AT] = way[AT] if known else NOWHERE
        way[BEGUN], way[SEEN] = 1, way[SEEN] if move == PATIENT else -1
    elif way[BEGUN]:
        told = heard(s, mover, move)
        if told != NOTHING:
            enter(-2 - told, rooms, nodes)


@compiles
def enter(key: int, rooms: tuple[Ints, ...], nodes: Ints) -> bool:
    """Go on to the node of this key, which is added where there is room; was it there before?"""
    gains, path, way = rooms[2], rooms[3], rooms[5]
    child = child_of(nodes, int(way[AT]), key)
    there = child != NOWHERE
    if not there and way[USED] < len(nodes):
        child = add(nodes, gains, int(way[USED]), int(way[AT]), key)
        way[USED] += 1
    if child != NOWHERE and way[LENGTH] < DEPTH:
        path[way[LENGTH]] = child
        way[LENGTH] += 1
    way[AT] = child if way[LENGTH] < DEPTH else NOWHERE
    return there


@compiles
def answer_of(mover: int, luck: Ints, rooms: tuple[Ints, ...]) -> int:
    """What the bot answers on this seat, by what it sees."""
    return policy(rooms[1][0], rooms[0], luck)


@compiles
def answer_from_memory(mover: int, luck: Ints, rooms: tuple[Ints, ...]) -> int:
    """The same where bots have a memory."""
    return policy_with_memory(rooms[1][0], rooms[0], luck, rooms[4][OTHERS + mover])


@compiles
def all_remember(s: FlatPosition, rooms: tuple[Ints, ...]) -> None:
    """Nobody has a memory."""


@compiles
def all_seats_remember(s: FlatPosition, rooms: tuple[Ints, ...]) -> None:
    """Something may have happened: each seat remembers what it sees of it."""
    views, minds, way = rooms[1], rooms[4], rooms[5]
    if s.event_count == way[EVENT]:
        return
    way[EVENT] = s.event_count
    for seat in range(len(minds) - OTHERS):
        views[0] = views[1]
        observe(s, seat, views[0])
        remember(views[0], minds[OTHERS + seat])


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
    """The search of one game, with room for so many iterations.

    It plays on by `bot`, or by the game's own; `deal` stands for the game's `redeal`.
    """

    def __init__(
        self,
        game: FlatGame,
        iterations: int,
        *,
        bot: Callable[..., int] | None = None,
        deal: Callable[..., None] | None = None,
        compiles: bool = True,
    ) -> None:
        terms = terms_of(game)
        assert terms is not None, f"{game.title} cannot be searched"
        self.game, self.iterations = game, iterations
        bound = rules_of(game) | {name: getattr(terms, name) for name in TERMS if hasattr(terms, name)}
        bound["redeal"] = deal or game.rules.redeal  # type: ignore[attr-defined]  # KnowingRules
        bound |= _playing_on(game, bot or game.bots()[policy_of(game)])
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
        self._way = np.zeros(7, np.int64)

    def best(
        self,
        position: FlatPosition,
        seat: Seat,
        knowledge: object,
        luck: Ints,
        iterations: int | None = None,
        *,
        minds: Ints | None = None,
    ) -> int:
        """The number of the best move for an asked seat; of the position only what the seat knows is looked at.

        `minds` is what it and an onlooker remember (`Minds`), where the game's bots have a memory.
        """
        self._positions[0], self._knowledge[0] = position, knowledge
        count = self.iterations if iterations is None else iterations
        rooms = *self._rooms, np.zeros(1, np.int8) if minds is None else minds, self._way
        return int(self._search(self._positions, seat, self._knowledge, count, luck, rooms, self._nodes))


TERMS = ("stage", "worth", "heard", "sight", "weed", "imagine", "AHEAD", "PATIENT")


def _playing_on(game: FlatGame, bot: Callable[..., int]) -> dict[str, object]:
    """The bot that plays on, and what lets it remember."""
    if game.memory_layout is None:
        return {"policy": bot}
    return {
        "policy_with_memory": bot,
        "answer_of": answer_from_memory,
        "all_remember": all_seats_remember,
        "remember": game.remember,
    }


class Minds:
    """What a bot would remember that has seen what one seat has, and one that has seen what everybody has."""

    def __init__(self, game: FlatGame) -> None:
        self._game = game
        self._last: Frame | None = None
        self.memories: Ints | None = None  # None: bots have no memory; else OWN, ONLOOKER, and one for each seat

    def follow(self, table: Table, seat: Seat) -> None:
        """Remember what has happened since this was last asked for; all of it where moves have been taken back."""
        if self._game.remember is None:
            return
        frames = table.frames
        first = next((at + 1 for at in reversed(range(len(frames))) if frames[at] is self._last), 0)
        if first == 0 or self.memories is None:
            self.memories = np.zeros(OTHERS + len(table.names), self._game.memory_layout)
        for frame in range(first, len(frames)):
            self._game.remember(table.observation_at(frame, seat), self.memories[OWN])
            self._game.remember(table.observation_at(frame, None), self.memories[ONLOOKER])
        self._last = frames[-1]


class SearchAgent:
    """A player that searches so many iterations for each move; equal luck chooses alike.

    Where it is not `patient` the game's bot answers as long as the search is being compiled, in another thread.
    """

    remembers = False  # the table keeps what its seat knows

    def __init__(self, game: FlatGame, iterations: int, luck: Ints, *, patient: bool = True) -> None:
        self.game, self.iterations, self.luck, self.patient = game, iterations, luck, patient
        self.last: Frame | None = None
        self._at: tuple[Table, Seat] | None = None
        self.minds = Minds(game)
        self._policy = game.bots()[policy_of(game)]
        terms = terms_of(game)  # what it has of the functions above
        assert terms is not None, "a player that searches is made only for a game that can be searched"
        self._terms = terms
        self._seen = -1  # what it saw when it chose to wait

    def look(self, table: Table, seat: Seat) -> None:
        """See the table as it is now; when it chooses, it looks at what the seat knows of it."""
        self._at = table, seat

    def choose(self, view: object, legal: Sequence[Move]) -> Move:
        """The one of `legal` that the search tries most.  Raises RuntimeError if it has not looked at a table."""
        if self._at is None:
            raise RuntimeError("let a player that searches look at the table first: catch_up(agent, table, seat)")
        if len(legal) == 1:
            return legal[0]
        code = self._without_a_thought(view, legal)
        if code < 0:
            code = self._best(view, legal, *self._at)
        return next(move for move in legal if move.code == code)

    def _without_a_thought(self, view: object, legal: Sequence[Move]) -> int:
        """A move by reflex, or to wait while all stays as it was; -1: it is to be thought about."""
        terms, move = self._terms, -1
        if hasattr(terms, "reflex"):
            move = int(terms.reflex(view, self._set_of(legal), self.luck))
        if hasattr(terms, "PATIENT") and move < 0 and 0 <= terms.sight(view) == self._seen:
            move = terms.PATIENT
        return move

    def _best(self, view: object, legal: Sequence[Move], table: Table, seat: Seat) -> int:
        self.minds.follow(table, seat)
        if self.patient or self.game in _ready:
            code = self.thought(table, seat)
            if code == getattr(self._terms, "PATIENT", None):
                self._seen = self._terms.sight(view)
            else:
                self._seen = -1
            return code
        prepare(self.game)
        memory = () if self.minds.memories is None else (self.minds.memories[OWN],)
        return int(self._policy(view, self._set_of(legal), self.luck, *memory))

    def thought(self, table: Table, seat: Seat) -> int:
        """The number of the move that the search tries most."""
        dealt = table.determinized(seat, f"search {luck_below(self.luck, 1 << 31)}").peek()
        searching = search_of(self.game, self.iterations)
        return searching.best(dealt, seat, table.knowledge(seat), self.luck, minds=self.minds.memories)

    def _set_of(self, legal: Sequence[Move]) -> Ints:
        moves = np.zeros(self.game.move_words, np.int64)
        for move in legal:
            allow(moves, move.code)
        return moves

    def unasked(self, view: object, legal: Sequence[Move]) -> Move | None:
        """Never acts when nobody waits for it."""
        return None

    def remember(self, view: object) -> None:
        """`look` sees everything that has happened."""

    def forget(self) -> None:
        """Leaves the table that it looked at."""
        self._at, self.minds, self._seen = None, Minds(self.game), -1


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
        table, minds = game.new(), Minds(game)
        seat, luck = table.asked[0], np.ones(4, np.uint32)
        minds.follow(table, seat)
        dealt, known = table.determinized(seat, 0).peek(), table.knowledge(seat)
        kept[key].best(dealt, seat, known, luck, 1, minds=minds.memories)
        _ready.add(game)
    return kept[key]


def prepare(game: FlatGame) -> None:
    """Have the search of a game compiled by a thread of its own, if that has not begun."""
    if game not in _compiling:
        _compiling[game] = threading.Thread(target=search_of, args=(game, 1), daemon=True)
        _compiling[game].start()
