"""Batches of games that are played one by one in several processes, for games that do not compile."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import count
from typing import Any, TypeAlias

import numpy as np

from facedown.agents import levels
from facedown.core.abilities import Bot
from facedown.core.batch import Outcome, in_pieces
from facedown.core.contract import Contract
from facedown.core.errors import BadOption, Stuck
from facedown.core.flat.own_bots import raised
from facedown.core.flat.players import RANDOM
from facedown.core.spelling import did_you_mean
from facedown.core.values import Move, PlayedOut

GAMES_PER_PIECE = 50
SIDE = "side"  # the event that stands for a side, in the place of a card, having played

What: TypeAlias = tuple[str, str, int]  # event, card ("": none), seat (-1: the table)


class PlayedBatch:
    """One game with its seats, options and players, to be played many times: `core.batch.Batch` without records.

    Player p sits on seat p + i of game i, counted round the table; host seats (a storyteller's) keep their player.
    Raises BadOption.
    """

    games_per_piece = GAMES_PER_PIECE

    def __init__(
        self,
        game: Contract,
        seats: int,
        players: Sequence[str] = (RANDOM,),
        options: Mapping[str, object] | None = None,
        own: Mapping[str, Bot] | None = None,
    ) -> None:
        self.game, self.seats = game, game.checked_seats(seats)
        self.options = game.options_at(seats, options)
        self.own = own or {}
        for name in players:
            if name not in (*self._known(), *self.own):
                raise BadOption(f"{game.title} has no player {name!r}{did_you_mean(name, self._known(), 'it has')}")
        self.players = tuple(players) if len(players) == seats else tuple(players) * seats
        # Whoever searches lets other threads run.  Without them, Ctrl-C reaches a bot that never answers.
        self.searches = any(name in levels(game) for name in self.players)

    def _known(self) -> tuple[str, ...]:
        """The players that there are of this game, by name."""
        return (RANDOM, *self.game.bots())

    def play(self, seed: object, first: int, games: int) -> Outcome:
        """Play games `first` to `first + games - 1`, one after the other."""
        ended = [self._play(seed, game) for game in range(first, first + games)]
        return Outcome(
            first,
            scores=np.array([end.scores for end in ended], np.int32),
            winners=np.array([sum(1 << seat for seat in end.winners) for end in ended], np.int64),
            decisions=np.array([end.decisions for end in ended], np.int64),
            positions=np.zeros(0),
            ends=tuple(end.end for end in ended),
            measures={
                name: np.array([end.measures[name] for end in ended], np.int64) for name in ended[0].measures
            },
            happened={**happenings(map(self._happened, count(first), ended)), **_of_sides(ended)},
        )

    def _happened(self, game: int, end: PlayedOut) -> tuple[Iterable[What], Iterable[int]]:
        """What happened in a game, and by which kind of player too if there are several; and who won."""
        if len(set(self.players[: self.game.players(self.seats)])) == 1:
            return end.happened, end.winners
        seated = self._seated(game)
        of_players = [(f"{event}, {seated[seat]}", card, seat) for event, card, seat in end.happened if seat >= 0]
        return (*end.happened, *of_players), end.winners

    def _seated(self, game: int) -> tuple[str, ...]:
        """The names of the players in a game, by seat."""
        rotating = self.game.players(self.seats)
        return tuple(self.players[(seat - game) % rotating] for seat in range(rotating)) + self.players[rotating:]

    def _play(self, seed: object, game: int) -> PlayedOut:
        seated = self._seated(game)
        own = {name: _checked(name, bot) for name, bot in self.own.items()}
        try:
            return self.game.play_out(self.seats, f"{seed}/{game}", self.options, seated, own)
        except Stuck as error:
            raise Stuck(f"game {game} of the batch: {error}", error.record) from error.__cause__

    def pieces(self, seed: object, games: int, cores: int | None = None, begin: int = 0) -> Iterator[Outcome]:
        """The outcomes of the whole batch in pieces, in order.  Closing the iterator ends the batch."""
        cores, size = cores or os.cpu_count() or 1, self.games_per_piece
        pool = self._pool(cores, games - begin)
        if pool is None:
            yield from (self.play(seed, first, min(size, games - first)) for first in range(begin, games, size))
        else:
            yield from in_pieces(pool, self.play, seed, games, size, ahead=2 * cores, begin=begin)

    def _pool(self, cores: int, games: int) -> Executor | None:
        """Where so many games are played at the same time; None: here, one after the other."""
        # Other processes may not know the bots of the caller.
        return None if cores == 1 or self.own else ProcessPoolExecutor(cores)


def _checked(name: str, bot: Bot) -> Bot:
    """A caller's own bot; what is wrong with it raises Stuck, which names it."""

    def choose(view: Any, legal: Sequence[Move], luck: Any) -> Move:
        try:
            move: Move = bot(view, legal, luck)
        except Exception as error:
            raise Stuck(f"the bot {name!r} raises {raised(error, bot)}") from error
        if move not in legal:
            raise Stuck(f"the bot {name!r} answered with {move!r}, which is not legal here")
        return move

    return choose


def _of_sides(ended: Sequence[PlayedOut]) -> Mapping[What, tuple[int, int, int, int]]:
    """How often each side won, in the form of what happened at the table."""
    won: dict[str, list[bool]] = defaultdict(list)
    for end in ended:
        for side, wins in end.sides.items():
            won[side].append(wins)
    return {(SIDE, side, -1): (len(all_), sum(all_), len(all_), sum(all_)) for side, all_ in won.items()}


def happenings(
    played: Iterable[tuple[Iterable[What], Iterable[int]]],
) -> Mapping[What, tuple[int, int, int, int]]:
    """Counts of what happened in single games, given with their winners: times, by winners, games, games won."""
    sums: dict[What, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for happened, winners in played:
        once: dict[What, int] = defaultdict(int)
        for what in happened:
            once[what] += 1
        for what, times in once.items():
            won = what[2] in winners
            row = sums[what]
            row[:] = [row[0] + times, row[1] + times * won, row[2] + 1, row[3] + won]
    return {what: (row[0], row[1], row[2], row[3]) for what, row in sums.items()}
