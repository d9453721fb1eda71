"""Games that part in one secret: another answer within a window, none, or other cards in others' hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import facedown
from facedown.core.contract import Contract
from facedown.core.table import Table
from tests.secrecy.lockstep import Comparison, Found, Run, TwinServer, knowledge

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


class Fork(NamedTuple):
    """Games that go alike for `at` moves and until several are asked: there each sibling takes its own way.

    `redealt`: as well one in which what the first seat cannot see is dealt anew.
    """

    game: str
    luck: int
    seats: int
    options: Mapping[str, Any]
    at: int
    stops: int  # how many moves are made
    siblings: int = 3
    redealt: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.seats]


def fork(game: str, number: int, stops: int = 12, **options: Any) -> Fork:
    """A random one, the same for the same number."""
    luck = Random(f"fork {game} {number}")
    seats = luck.choice([n for n in facedown.game(game).seats if 3 <= n <= len(NAMES)] or [2])
    return Fork(game, number, seats, options, luck.randrange(stops // 2), stops)


def compare(server: TwinServer, fork: Fork) -> Found:
    """Play all of them, and compare what is sent.  Raises Difference."""
    games = [ForkRun(server, fork, which) for which in range(fork.siblings + fork.redealt)]
    try:
        return Comparison(games, Random(f"looks {fork}"), str(fork), looks=1).play()
    finally:
        for game in games:
            game.run.close()


class ForkRun:
    """One of them.  `replica` is the same game, played along without a server."""

    def __init__(self, server: TwinServer, fork: Fork, which: int) -> None:
        self.fork, self.which = fork, which
        self.run = Run(server, fork.game, fork.names, fork.options)
        seed = f"{fork.luck}|0|{'anew' if which == fork.siblings else 'first'}"
        self.replica, self.made = redealt(facedown.game(fork.game).contract, fork.names, seed, fork.options), 0
        self.parted = False
        self.run.begin(seed)

    def __str__(self) -> str:
        return f"game {self.which}"

    def stages(self) -> Iterator[str]:
        self.run.fence()
        yield "the start"
        for number in range(self.fork.stops):
            if self.replica.over:
                return
            yield self._step(number)

    def _step(self, number: int) -> str:
        """Somebody acts, or time runs out: the same in all, as far as it may be the same."""
        table, luck = self.replica, f"{self.fork.luck} {number}"
        asked = sorted(table.asked, key=lambda seat: Random(f"{luck} {seat}").random())
        if not self.parted and number >= self.fork.at and len(asked) > 1:
            did = self._part([seat for seat in asked if len(table.legal(seat)) > 1], luck)
        elif table.timing.seconds is not None and (not asked or Random(luck).random() < 0.3):
            table.wait()
            self.run.let_time_run_out()
            did = "time runs out"
        else:
            did = self._play(asked[0], self._moves(asked[0], luck)[0])
        self.run.fence()
        return did

    def _part(self, asked: list[int], luck: str) -> str:
        """Within a window each of the games goes its own way, if there is one."""
        which = self.which % self.fork.siblings  # the one that was dealt anew goes the way of the first
        self.parted = bool(asked)
        if not asked or (self.replica.timing.continuous and which == 0):
            return "nobody acts"
        if self.replica.timing.continuous:
            seat, which = asked[which % len(asked)], 0
        else:
            seat = asked[0]
        moves = self._moves(seat, luck)
        return self._play(seat, moves[which % len(moves)])

    def _moves(self, seat: int, luck: str) -> list[str]:
        """What this seat may do, in an order that chance gives."""
        return sorted(
            (m.text for m in self.replica.legal(seat)), key=lambda text: Random(f"{luck} {text}").random()
        )

    def _play(self, seat: int, move: str) -> str:
        self.replica.play(seat, move)
        answer = self.run.seats[seat].play(move)
        assert answer["ok"], (answer, seat, move)
        self.made += 1
        return f"{self.fork.names[seat]}: {move}"

    def knowledge(self) -> Mapping[str, bytes]:
        return knowledge(self.replica, range(self.fork.seats))

    def secrets(self) -> int:
        return self.made


def redealt(game: Contract, names: tuple[str, ...], seed: str, options: Mapping[str, Any]) -> Table:
    """A table; with a seed such as `17|0|anew`, what seat 0 does not see after the deal is dealt anew."""
    luck, _, rest = seed.partition("|")
    seat, _, word = rest.partition("|")
    table = Table(game, names, luck, options)
    return table.determinized(int(seat), word) if seat else table
