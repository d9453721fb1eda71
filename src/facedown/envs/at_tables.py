"""Steps of games whose bots need a table: those that search, and your own that are run as Python.

`AtTables.move_on` takes the place of the driver's pass of that name; the other passes of a step are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from facedown.agents import Agent, BotAgent, SearchAgent, answer, catch_up, luck_of, player
from facedown.core.bits import allow
from facedown.core.compiling import interpreted
from facedown.core.flat import FlatGame
from facedown.core.flat.players import rules_of
from facedown.core.layout import Ints
from facedown.core.table import Table
from facedown.envs import driver
from facedown.envs.bots import Bots
from facedown.envs.driver import ALL_WELL, MOST_UNSEEN, Games, Setup

# Of one game: the seats and codes of its moves, and of each bot the state of its luck and what it waits at.
Saved: TypeAlias = tuple[list[tuple[int, int]], dict[int, tuple[list[int], int]]]


class Seated(NamedTuple):
    """A game that is being played, and its bots by seat."""

    table: Table
    bots: Mapping[int, Agent]
    minds: dict[int, BotAgent]  # of the other seats, for what these remember


class AtTables:
    """`games` games at tables, with these bots by seat: names, or functions."""

    def __init__(self, game: FlatGame, seats: int, options: Mapping[str, object], bots: Bots, forced: bool) -> None:
        self.game, self.seats, self.options, self.bots, self.forced = game, seats, options, bots, forced
        self.seed: object = 0
        self._games: dict[int, Seated] = {}
        self._finish = interpreted(driver.finish, **rules_of(game.contract))

    def move_on(
        self, first: int, cards: Ints, last: int, actions: Ints, setup: Setup, games: Games, room: object
    ) -> int:
        """What `driver.move_on` does.  What a bot raises goes on to the caller."""
        for i in range(first, last):
            if games.done[i]:
                games.done[i], games.reward[i] = False, 0
            if len(actions) == 0:
                self._begin(i, games)
            else:
                games.decided[i] = 1
                self._games[i].table.play(int(games.seat[i]), int(actions[i]))
            unseen = 0
            while (seat := self._run_on(i)) is None:
                if games.decided[i]:
                    games.positions[i] = self._games[i].table.position()
                    self._finish(i, self.game.contract.plain_cards, setup, games)
                else:
                    unseen += 1
                    games.unseen[i] += 1
                self._begin(i, games)
                if unseen == MOST_UNSEEN:
                    return 2 * i + 1
            self._note(i, seat, setup, games)
        return ALL_WELL

    def _run_on(self, i: int) -> int | None:
        """Let bots answer until a learner has a choice, and return its seat; None if the game is over."""
        table, bots, _ = self._games[i]
        while table.asked:
            seat = table.asked[0]
            bot, legal = bots.get(seat), table.legal(seat)
            if bot is not None:
                answer(bot, table, seat)
            elif self.forced and len(legal) == 1:
                table.play(seat, legal[0])
            else:
                return seat
        return None

    def _note(self, i: int, seat: int, setup: Setup, games: Games) -> None:
        table = self._games[i].table
        games.positions[i], games.seat[i], games.allowed[i] = table.position(), seat, 0
        for action in table.mask(seat).nonzero()[0]:
            allow(games.allowed[i], int(setup.codes[action]))
        if setup.keeps[seat]:
            mind = self._games[i].minds.setdefault(seat, self._mind())
            catch_up(mind, table, seat)
            games.memories[i, seat] = mind.memory[0]

    def _mind(self) -> BotAgent:
        return BotAgent(self.game.contract, next(iter(self.game.contract.bots())), luck_of(0))

    def _begin(self, i: int, games: Games) -> None:
        games.numbers[i] += len(games.numbers)
        games.decided[i] = 0
        self._games[i] = self._new(int(games.numbers[i]))

    def _new(self, number: int) -> Seated:
        seed = f"{self.seed}/{number}"
        bots = {seat: player(self.game, bot, f"{seed} {seat}") for seat, bot in self.bots.items()}
        return Seated(Table(self.game.contract, self.seats, seed, self.options), bots, {})

    def save(self) -> list[Saved]:
        """All games, in order."""
        return [self._saved(self._games[i]) for i in sorted(self._games)]

    def _saved(self, game: Seated) -> Saved:
        moves = [(one.seat, one.move.code) for one in game.table.history if one.seat is not None and one.move]
        bots = {
            seat: (getattr(bot, "luck", ()), bot.waits_at if isinstance(bot, SearchAgent) else 0)
            for seat, bot in game.bots.items()
        }
        return moves, {seat: ([int(word) for word in luck], waits_at) for seat, (luck, waits_at) in bots.items()}

    def load(self, saved: list[Saved], numbers: Ints) -> None:
        """Play these games again as far as they were."""
        self._games = {}
        for i, (moves, bots) in enumerate(saved):
            self._games[i] = played = self._new(int(numbers[i]))
            for seat, code in moves:
                played.table.play(seat, self.game.contract.moves(played.table.names).numbered(code))
            for seat, bot in played.bots.items():
                luck, waits_at = bots[seat]
                if luck:
                    bot.luck[:] = luck  # type: ignore[attr-defined]  # it had one when it was saved
                if isinstance(bot, SearchAgent):
                    bot.waits_at = waits_at
