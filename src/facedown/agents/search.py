"""Players that search: they try moves in positions that are consistent with what they know, and take the best.

    agent = SearchAgent(game.contract, 400, luck_of("me"))
    catch_up(agent, table, seat)
    table.play(seat, agent.choose(table.observation(seat), table.legal(seat)))

The algorithm is in `playouts.py`, or in `tree_search.py` for a game whose `search.py` has `observed_move`.  A game
that can be searched has a `search.py` in its folder.
"""

from __future__ import annotations

import importlib
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, cast

import numpy as np

from facedown.agents import playouts, tree_search
from facedown.agents.interface import Agent
from facedown.agents.playouts import (
    BY_SEAT,
    MOST_MOVES,
    OWN,
    PUBLIC,
    policy_move_with_memory,
    update_all_memories,
)
from facedown.core.bits import allow
from facedown.core.chance import luck_below
from facedown.core.compiling import can_compile, compiled, has_numba, interpreted
from facedown.core.contract import Contract
from facedown.core.errors import BadOption
from facedown.core.flat import FlatContract, FlatPosition
from facedown.core.flat.players import remembering, rules_of
from facedown.core.flat.protocols import KnowingRules
from facedown.core.flat.taking_cards import with_cards
from facedown.core.game import Game, contract_of
from facedown.core.history import Frame
from facedown.core.layout import Ints
from facedown.core.table import Table
from facedown.core.values import Move, Seat

# -- the player ----------------------------------------------------------------------------------------------------


class Search:
    """The search of one game, which plays on about `iterations` times for each move.

    It plays on with `bot`, by default the game's own; `deal` replaces the game's `redeal`.
    """

    def __init__(
        self,
        game: FlatContract,
        iterations: int,
        *,
        bot: Callable[..., int] | None = None,
        deal: Callable[..., None] | None = None,
        compiles: bool = True,
    ) -> None:
        hooks = hooks_of(game)
        assert hooks is not None, f"{game.title} cannot be searched"
        self.game, self.iterations = game, iterations
        bound = rules_of(game)
        bound |= {name: _with_cards(getattr(hooks, name)) for name in HOOKS if hasattr(hooks, name)}
        bound["redeal"] = with_cards(deal or cast("KnowingRules[Any, Any]", game.rules).redeal)
        bound |= _playing_on(game, bot or game.bots()[policy_of(game)])
        by_tree = hasattr(hooks, "observed_move") and game.memory_layout is None
        search: Callable[..., int] = tree_search.search if by_tree else playouts.search
        self._search = (compiled if compiles else interpreted)(search, **bound)
        self._cards: Any = game.card_arrays if compiles and can_compile() else game.interpreted_cards
        self._positions = np.zeros(3, game.position_layout)
        self._knowledge = np.zeros(1, game.knowledge_layout)
        looking = np.zeros(game.move_words, np.int64), np.zeros(2, game.view_layout)
        nodes = 1 + min(iterations * tree_search.NODES_AN_ITERATION, 1 << 18)
        self._buffers: tuple[Ints, ...]  # up to the memories, ...
        self._after: tuple[Ints, ...]  # ... after them, ...
        self._nodes: tuple[Ints, ...] = ()  # ... and a tree's nodes
        if by_tree:
            self._buffers = *looking, np.zeros(nodes, np.float64), np.zeros(tree_search.DEPTH, np.int32)
            self._after, self._nodes = (np.zeros(4, np.int64),), (np.zeros((nodes, 5), np.int32),)
        else:
            self._buffers = *looking, np.zeros(MOST_MOVES, np.int32), np.zeros(MOST_MOVES, np.float64)
            self._after = np.zeros(4, np.uint32), np.zeros(1, np.int64)

    def best(
        self,
        position: FlatPosition,
        seat: Seat,
        knowledge: object,
        luck: Ints,
        iterations: int | None = None,
        *,
        memories: Ints | None = None,
    ) -> int:
        """The code of the best move for an asked seat, using only what the seat knows about the position.

        `memories` is what it and a spectator remember (`Memories`), if the game's bots have a memory.
        """
        self._positions[0], self._knowledge[0] = position, knowledge
        count = self.iterations if iterations is None else iterations
        remembered = np.zeros(1, np.int8) if memories is None else memories
        buffers, given = (*self._buffers, remembered, *self._after), (self._positions, self._cards, seat)
        return int(self._search(*given, self._knowledge, count, luck, buffers, *self._nodes))


HOOKS = ("progress", "value", "observed_move", "observation_key", "prune", "sample_memories", "HORIZON", "WAIT")


def _playing_on(game: FlatContract, bot: Callable[..., int]) -> dict[str, object]:
    """The bot that plays on, and the functions for its memory."""
    if game.memory_layout is None:
        return {"policy": with_cards(bot)}
    return {
        **remembering(game),
        "policy_with_memory": with_cards(bot),
        "policy_move": policy_move_with_memory,
        "update_memories": update_all_memories,
    }


def _with_cards(hook: object) -> object:
    """A function of the game's, with the cards as its second argument; numbers as they are."""
    return with_cards(hook) if callable(hook) else hook


class Memories:
    """What a bot would remember from one seat, and what it would remember as a spectator."""

    def __init__(self, game: FlatContract) -> None:
        self._game = game
        self._last: Frame | None = None
        self.arrays: Ints | None = None  # None if bots have no memory; otherwise OWN, PUBLIC, and one for each seat

    def follow(self, table: Table, seat: Seat) -> None:
        """Remember what has happened since the last call, or everything if moves have been taken back."""
        if self._game.remember is None:
            return
        frames = table.frames
        first = next((at + 1 for at in reversed(range(len(frames))) if frames[at] is self._last), 0)
        if first == 0 or self.arrays is None:
            self.arrays = np.zeros(BY_SEAT + len(table.names), self._game.memory_layout)
        for frame in range(first, len(frames)):
            self._game.remember(table.at(frame).observation(seat), self.arrays[OWN])
            self._game.remember(table.at(frame).observation(None), self.arrays[PUBLIC])
        self._last = frames[-1]


class SearchAgent(Agent):
    """A player that searches with `iterations` iterations for each move; equal `luck` gives equal choices.

    If it is not `patient`, the game's own bot answers while the search is being compiled in another thread.
    """

    def __init__(self, game: FlatContract, iterations: int, luck: Ints, *, patient: bool = True) -> None:
        if hooks_of(game) is None:
            raise BadOption(f"{game.title} has no players that search: there is no search.py in its folder")
        self.game, self.iterations, self.luck, self.patient = game, iterations, luck, patient
        self._at: tuple[Table, Seat] | None = None
        self.memories = Memories(game)
        self.waits_at = -1  # what it saw when it chose to wait

    @property
    def _hooks(self) -> ModuleType:
        """The optional functions that the game defines."""
        hooks = hooks_of(self.game)
        assert hooks is not None, "a player that searches is made only for a game that can be searched"
        return hooks

    def look(self, table: Table, seat: Seat) -> None:
        """Look at the table as it is now; `choose` then uses only what the seat knows about it."""
        self._at = table, seat

    def choose(self, view: object, legal: Sequence[Move]) -> Move:
        """The move in `legal` that does best in the search.  Raises RuntimeError without a `look` before."""
        if self._at is None:
            raise RuntimeError("let a player that searches look at the table first: catch_up(agent, table, seat)")
        if len(legal) == 1:
            return legal[0]
        code = self._reflex(view, legal)
        if code < 0:
            code = self._best(view, legal, *self._at)
        return next(move for move in legal if move.code == code)

    def _reflex(self, view: object, legal: Sequence[Move]) -> int:
        """A reflex move, or WAIT while what it observes stays the same; -1 if a search is needed."""
        hooks, move = self._hooks, -1
        if hasattr(hooks, "reflex"):
            move = int(self.game.given_cards(hooks.reflex)(view, set_of(self.game, legal), self.luck))
        if hasattr(hooks, "WAIT") and move < 0 and 0 <= self._key_of(view) == self.waits_at:
            move = hooks.WAIT
        return move

    def _key_of(self, view: object) -> int:
        return int(self.game.given_cards(self._hooks.observation_key)(view))

    def _best(self, view: object, legal: Sequence[Move], table: Table, seat: Seat) -> int:
        self.memories.follow(table, seat)
        if self.patient or self.game in _ready:
            code = self.searched(table, seat)
            if code == getattr(self._hooks, "WAIT", None):
                self.waits_at = self._key_of(view)
            else:
                self.waits_at = -1
            return code
        prepare(self.game)
        memory = () if self.memories.arrays is None else (self.memories.arrays[OWN],)
        policy = self.game.given_cards(self.game.bots()[policy_of(self.game)])
        return int(policy(view, set_of(self.game, legal), self.luck, *memory))

    def searched(self, table: Table, seat: Seat) -> int:
        """The code of the move that does best in the search."""
        dealt = table.determinized(seat, f"search {luck_below(self.luck, 1 << 31)}").position()
        searching = search_of(self.game, self.iterations)
        return searching.best(dealt, seat, table.knowledge(seat), self.luck, memories=self.memories.arrays)


def set_of(game: Contract, legal: Sequence[Move]) -> Ints:
    """Legal moves as the set that a game's bots are given."""
    moves = np.zeros(game.move_words, np.int64)
    for move in legal:
        allow(moves, move.code)
    return moves


# -- which games can be searched, and when the search is compiled --------------------------------------------------


_searches = threading.local()  # a search's buffers can serve only one thread at a time
MOST_SEARCHES = 16  # that a thread keeps: games with own cards come and go
_compiling: weakref.WeakKeyDictionary[FlatContract, threading.Thread] = weakref.WeakKeyDictionary()
_ready: weakref.WeakSet[FlatContract] = weakref.WeakSet()


_hooks: weakref.WeakKeyDictionary[Contract, ModuleType | None] = weakref.WeakKeyDictionary()


def hooks_of(game: Contract) -> ModuleType | None:
    """The module `search.py` in a game's folder; None if the game cannot be searched."""
    if game not in _hooks:
        _hooks[game] = _find_hooks(game)
    return _hooks[game]


def _find_hooks(game: Contract) -> ModuleType | None:
    if not isinstance(game, FlatContract) or game.knowledge_layout is None:
        return None
    name = str(getattr(game.rules, "__name__", "")).rpartition(".")[0] + ".search"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None


def levels(game: Game | Contract) -> Mapping[str, int]:
    """This game's searching players: from name to the number of iterations for each move.

    Empty without Numba, because an interpreted search takes minutes.
    """
    return searching(game) if has_numba() else {}


def searching(game: Game | Contract) -> Mapping[str, int]:
    """The same if Numba were installed."""
    found: Mapping[str, int] = getattr(hooks_of(contract_of(game)), "LEVELS", {})
    return found


def policy_of(game: FlatContract) -> str:
    """The bot that plays on beyond the tree.  Raises BadOption if the game cannot be searched."""
    policy: str | None = getattr(hooks_of(game), "POLICY", None)
    if policy is None:
        raise BadOption(f"{game.title} has no players that search: its folder holds no search.py")
    return policy


def search_of(game: FlatContract, iterations: int) -> Search:
    """This thread's search with `iterations` iterations.  The first one of a game compiles or loads its code."""
    kept: dict[tuple[FlatContract, int], Search] = vars(_searches).setdefault("kept", {})
    key = game, iterations
    if key not in kept:
        if len(kept) >= MOST_SEARCHES:
            del kept[next(iter(kept))]
        kept[key] = Search(game, iterations)
        table, memories = Table(game, game.seats[0]), Memories(game)
        seat, luck = table.asked[0], np.ones(4, np.uint32)
        memories.follow(table, seat)
        dealt, known = table.determinized(seat, 0).position(), table.knowledge(seat)
        kept[key].best(dealt, seat, known, luck, 1, memories=memories.arrays)
        _ready.add(game)
    return kept[key]


def prepare(game: FlatContract) -> None:
    """Start compiling the search of a game in a thread of its own, if that has not begun."""
    if game not in _compiling:
        _compiling[game] = threading.Thread(target=search_of, args=(game, 1), daemon=True)
        _compiling[game].start()
