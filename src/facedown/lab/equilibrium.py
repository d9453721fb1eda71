"""Equilibria of small two-player games, by CFR+.

Tammelin, "Solving large imperfect information games using CFR+", 2014.

    tree = Tree.of(pyspiel.load_game("leduc_poker").new_initial_state())
    solver = Solver(tree)
    solver.run(500)
    print(solver.exploitability())

A tree is made from states with OpenSpiel's methods: those of its own games, or of `facedown.envs.open_spiel`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self

import numpy as np

from facedown.core.errors import BadOption
from facedown.core.layout import Ints

MOST_NODES = 5_000_000
# OpenSpiel's numbers for chance and for the end of the game; no infoset or slot.
CHANCE, TERMINAL, NONE = -1, -4, -1


class State(Protocol):
    """The methods that a state must have; names and meaning are OpenSpiel's (`pyspiel.State`)."""

    def current_player(self) -> int:
        """0 or 1, or a number below zero: CHANCE, TERMINAL or several at once."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """The outcomes of chance and their probabilities."""

    def legal_actions(self) -> Sequence[int]:
        """The legal actions of the player whose turn it is."""

    def information_state_string(self) -> str:
        """All that the player whose turn it is knows."""

    def child(self, action: int) -> Self:
        """The state that follows; this one stays as it is."""

    def returns(self) -> Sequence[float]:
        """Each player's utility."""


class Tree(NamedTuple):
    """A whole game tree.  Nodes are numbered level by level, the root first.

    parent   int64[n]: the node before; NONE at the root
    player   int64[n]: who acts, 0 or 1; CHANCE; or TERMINAL
    infoset  int64[n]: the information set of a node at which a player acts, else NONE
    slot     int64[n]: the decision that led here, a number for each action of each information set; or NONE
    chance   float64[n]: the probability with which chance leads here; 1 after a decision
    payoff   float64[n]: the first player's at the end, else 0; the second player's is the opposite
    levels   the first node of each level, followed by the number of nodes
    names    the text of each information set
    actions  int64[slots]: the number of the action of each slot
    first    int64[infosets + 1]: the first slot of each information set, followed by the number of slots
    """

    parent: Ints
    player: Ints
    infoset: Ints
    slot: Ints
    chance: Ints
    payoff: Ints
    levels: tuple[int, ...]
    names: tuple[str, ...]
    actions: Ints
    first: Ints

    @classmethod
    def of(cls, root: State, most: int = MOST_NODES) -> Tree:
        """The tree of everything that can happen from a state on.

        Raises BadOption if it is not a two-player zero-sum game in which the players take turns, or if there are
        more than `most` nodes.
        """
        grown = _Grown()
        level: list[tuple[State, int]] = [(root, grown.node(root, NONE, NONE, 1.0))]
        levels = [0]
        while level:
            levels.append(len(grown.parent))
            level = [child for state, number in level for child in grown.children(state, number)]
            if len(grown.parent) > most:
                raise BadOption(f"the game has more than {most:,} nodes; solve a smaller part of it")
        return grown.tree(levels)

    def level(self, depth: int) -> slice:
        """The nodes of one level."""
        return slice(self.levels[depth], self.levels[depth + 1])

    @property
    def depth(self) -> int:
        """The number of levels."""
        return len(self.levels) - 1


class _Grown:
    """A tree under construction."""

    def __init__(self) -> None:
        self.parent: list[int] = []
        self.player: list[int] = []
        self.infoset: list[int] = []
        self.slot: list[int] = []
        self.chance: list[float] = []
        self.payoff: list[float] = []
        self.known: dict[tuple[int, str], int] = {}
        self.actions: list[Sequence[int]] = []  # of each information set
        self.first = [0]

    def node(self, state: State, parent: int, slot: int, chance: float) -> int:
        """Add a node; returns its number."""
        player = TERMINAL if state.is_terminal() else int(state.current_player())
        if player not in (0, 1, CHANCE, TERMINAL):
            raise BadOption("only games of two players who act one after the other can be solved")
        self.parent.append(parent)
        self.player.append(player)
        self.infoset.append(self._infoset(state, player) if player >= 0 else NONE)
        self.slot.append(slot)
        self.chance.append(chance)
        self.payoff.append(_payoff(state) if player == TERMINAL else 0.0)
        return len(self.parent) - 1

    def _infoset(self, state: State, player: int) -> int:
        """The number of the information set in which a player acts."""
        key = player, state.information_state_string()
        legal = tuple(state.legal_actions())
        number = self.known.setdefault(key, len(self.known))
        if number == len(self.actions):
            self.actions.append(legal)
            self.first.append(self.first[-1] + len(legal))
        elif legal != self.actions[number]:
            raise BadOption(f"a player may do different things in one information set: {key[1]}")
        return number

    def children(self, state: State, number: int) -> list[tuple[State, int]]:
        """Add the nodes that follow a node; returns their states and numbers."""
        if self.player[number] == TERMINAL:
            return []
        if self.player[number] == CHANCE:
            steps = [(action, NONE, chance) for action, chance in state.chance_outcomes()]
        else:
            first = self.first[self.infoset[number]]
            steps = [(action, first + at, 1.0) for at, action in enumerate(state.legal_actions())]
        found = []
        for action, slot, chance in steps:
            child = state.child(action)
            found.append((child, self.node(child, number, slot, chance)))
        return found

    def tree(self, levels: Sequence[int]) -> Tree:
        return Tree(
            np.array(self.parent),
            np.array(self.player),
            np.array(self.infoset),
            np.array(self.slot),
            np.array(self.chance),
            np.array(self.payoff),
            tuple(levels),
            tuple(name for _, name in self.known),
            np.array([action for actions in self.actions for action in actions], np.int64),
            np.array(self.first),
        )


def _payoff(state: State) -> float:
    mine, *others = state.returns()
    if len(others) != 1 or abs(mine + others[0]) > 1e-9:
        raise BadOption("only games of two players can be solved in which one wins what the other loses")
    return float(mine)


class Solver:
    """CFR+ on a tree: regrets never fall below zero, players are updated in turn, later strategies weigh more.

    Raises BadOption if a player lacks perfect recall of how often it has acted.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree, self.rounds = tree, 0
        slots = len(tree.actions)
        self._counts = np.diff(tree.first)
        self._set_of = np.repeat(np.arange(len(self._counts)), self._counts)  # the information set of each slot
        self._regrets, self._sums = np.zeros(slots), np.zeros(slots)
        self._decided = np.flatnonzero(tree.slot != NONE)  # the nodes to which a decision led
        self._mover = np.where(tree.slot != NONE, tree.player[tree.parent], NONE)  # and the player who made it
        self._luck = self._multiplied(tree.chance)  # chance's contribution to the probability of each node
        self._moves = [self._moves_of(player) for player in (0, 1)]

    def run(self, rounds: int) -> None:
        """Run `rounds` more iterations, each of which updates both players once."""
        for _ in range(rounds):
            self.rounds += 1
            for player in (0, 1):
                self._learn(player)

    def _learn(self, player: int) -> None:
        """Update a player's regrets and its current strategy."""
        tree, chosen = self.tree, self._proportional(self._regrets)
        values = self._values(chosen, player)
        mine, theirs = self._reach(chosen, player), self._reach(chosen, 1 - player)
        nodes = self._decided[self._mover[self._decided] == player]
        before, slots = tree.parent[nodes], tree.slot[nodes]
        weight = theirs[before] * self._luck[before]
        regret = np.bincount(slots, weight * (values[nodes] - values[before]), len(self._regrets))
        self._regrets = np.maximum(self._regrets + regret, 0.0)
        reached = np.zeros(len(chosen))
        reached[slots] = mine[before]
        self._sums += self.rounds * reached * chosen

    def average(self) -> Ints:
        """The average strategy, which approaches an equilibrium: the probability of each action, float64[slots]."""
        return self._proportional(self._sums)

    def policy(self) -> dict[str, dict[int, float]]:
        """The average strategy as {text of the information set: {action: probability}}."""
        tree, average = self.tree, self.average()
        parts = [slice(*ends) for ends in zip(tree.first[:-1], tree.first[1:], strict=True)]
        return {
            name: dict(zip(tree.actions[part].tolist(), average[part].tolist(), strict=True))
            for name, part in zip(tree.names, parts, strict=True)
        }

    def value(self) -> float:
        """The first player's expected payoff if both play the average strategy."""
        return float(self._values(self.average(), 0)[0])

    def exploitability(self) -> float:
        """The mean of both players' gains from best responses to the average strategy; 0 in equilibrium."""
        average = self.average()
        return (self._best_answer(average, 0) + self._best_answer(average, 1)) / 2

    # -- passes over the tree --------------------------------------------------------------------------------------

    def _proportional(self, weights: Ints) -> Ints:
        """Weights as probabilities within each information set; uniform if all weights are 0."""
        totals = np.bincount(self._set_of, weights, len(self._counts))[self._set_of]
        equal: Ints = 1.0 / self._counts[self._set_of]
        return np.where(totals > 0, weights / np.where(totals > 0, totals, 1.0), equal)

    def _steps(self, chosen: Ints) -> Ints:
        """The probability of the step to each node, given that its parent is reached."""
        likely = self.tree.chance.copy()
        likely[self._decided] = chosen[self.tree.slot[self._decided]]
        return likely

    def _reach(self, chosen: Ints, player: int) -> Ints:
        """One player's contribution to the probability of each node."""
        return self._multiplied(np.where(self._mover == player, self._steps(chosen), 1.0))

    def _multiplied(self, steps: Ints) -> Ints:
        """The product of the steps from the root to each node."""
        reach, tree = steps.copy(), self.tree
        for depth in range(1, tree.depth):
            level = tree.level(depth)
            reach[level] *= reach[tree.parent[level]]
        return reach

    def _values(self, chosen: Ints, player: int) -> Ints:
        """A player's expected payoff from each node on."""
        tree, steps = self.tree, self._steps(chosen)
        values: Ints = tree.payoff * (1.0 if player == 0 else -1.0)
        for depth in range(tree.depth - 1, 0, -1):
            level = tree.level(depth)
            values += np.bincount(tree.parent[level], steps[level] * values[level], len(values))
        return values

    def _moves_of(self, player: int) -> Ints:
        """How often a player has acted before each node.  Raises BadOption if an information set leaves it open."""
        tree = self.tree
        moves: Ints = (self._mover == player).astype(np.int64)
        for depth in range(1, tree.depth):
            level = tree.level(depth)
            moves[level] += moves[tree.parent[level]]
        acts = np.flatnonzero(tree.player == player)
        often = np.zeros(len(tree.names), np.int64)
        often[tree.infoset[acts]] = moves[acts]
        forgets = acts[often[tree.infoset[acts]] != moves[acts]]
        if len(forgets):
            raise BadOption(f"a player forgets how often it has acted: {tree.names[tree.infoset[forgets[0]]]}")
        return moves

    def _best_answer(self, chosen: Ints, player: int) -> float:
        """The expected payoff of a player's best response, computed from the last decisions backwards."""
        tree, moves, answer = self.tree, self._moves[player], chosen.copy()
        weight = self._reach(chosen, 1 - player) * self._luck
        nodes = self._decided[self._mover[self._decided] == player]
        for often in range(int(moves.max(initial=0)), 0, -1):
            now = nodes[moves[nodes] == often]
            slots, values = tree.slot[now], self._values(answer, player)
            worth = np.full(len(answer), -np.inf)
            worth[slots] = 0.0
            worth += np.bincount(slots, weight[tree.parent[now]] * values[now], len(answer))
            best = np.maximum.reduceat(worth, tree.first[:-1])[self._set_of]
            ties = (worth == best) & np.isfinite(worth)
            answer = np.where(np.isfinite(worth), self._proportional(ties.astype(float)), answer)
        return float(self._values(answer, player)[0])
