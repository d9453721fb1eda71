"""The fairness of the cards: many games among bots, counted by seat, by role, and by who has an item.

    python -m benchmarks.fairness_of_the_botch --games 100000

Wins are given as multiples of an even share (1.00): of seats, of those who have a role, and of those who have an
item when a turn begins, whichever turn.  A win that several share is divided among them, except in the two lines
about the Twins, who win together: there it counts for each of them.  For each card follows how often in a thousand
games it is used or claimed, how often that is a lie, and how often it is called.  All figures have 95 % intervals
(normal approximation, and for items that of the ratio of two means over games).
"""

from __future__ import annotations

import argparse
import sys
import typing
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks import _botch_census
from facedown.core.batch import Batch
from facedown.core.layout import Ints
from facedown.games.botch import GAME, arrays, bots, cards, notation, words
from facedown.games.botch.cards import FIRST_ROLE, HOUSE, numbers
from facedown.games.botch.game import Botch
from facedown.lab.intervals import Z

BOT = "sensible"
RIVALS = ("suspicious", "trusting")
FAIR = {"seat": (0.85, 1.15), "card": (0.8, 1.3)}  # limits of what counts as fair
A_THOUSAND = 1000  # games for which uses of cards are given
COUNTED = ("used", "bluffed", "called")
TIMES = tuple(f"times_{kind}" for kind in COUNTED)

COUNTING = Botch(
    id=GAME.id,
    title=GAME.title,
    summary=GAME.summary,
    minutes=GAME.contract.minutes,
    seats=GAME.seats,
    rules=typing.cast(Any, _botch_census),  # the same rules with positions that count
    words=words,
    notation=notation,
    bots=bots,
    cards=cards,
    arrays=arrays,
    high_wins=True,
)


def shares(winners: Ints, seats: int) -> Ints:
    """The share of each seat in each game, float64[games, seats]; a shared win is divided equally."""
    won = ((winners[:, None] >> np.arange(seats)) & 1).astype(np.float64)
    share: Ints = won / np.maximum(1, won.sum(1, keepdims=True))
    return share


def interval(values: Ints, unit: float = 1.0) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval, both times `unit`."""
    return float(values.mean() * unit), float(Z * values.std() / np.sqrt(max(1, len(values))) * unit)


def mean(values: Ints) -> str:
    """The mean with its interval, as text."""
    value, half = interval(values)
    return f"{value:.3f} ± {half:.3f}"


BY_NUMBER = numbers(HOUSE)
PAIR = [number for number, card in BY_NUMBER.items() if card.wins.startswith("pair")]


class Games:
    """Many games with the same cast and number of seats, and what is counted in them."""

    def __init__(self, cast: str, seats: int, games: int, *, compiles: bool = True) -> None:
        self.cast, self.seats, self.games = cast, seats, games
        batch = Batch(COUNTING, seats, (BOT,), {"cast": cast}, compiles=compiles)
        won, ends = [], []
        for piece in batch.pieces("fairness", games):
            won.append(shares(piece.winners, seats))
            ends.append(piece.positions[["turns", "roles", "turns_with", *TIMES]])
        self.share, self.ends = np.concatenate(won), np.concatenate(ends)
        self.roles, self.turns_with = self.ends["roles"][:, :seats], self.ends["turns_with"][:, :seats]

    def lines(self) -> Iterator[str]:
        """The lines of the report."""
        yield f"{self.cast}, {self.seats} seats, {self.games} games, {self.ends['turns'].mean():.1f} turns each"
        for seat in range(self.seats):
            yield line("seat", f"seat {seat}", *interval(self.share[:, seat], self.seats))
        for number, card in BY_NUMBER.items():
            if number >= FIRST_ROLE and (self.roles == number).any():
                yield line("card", card.name, *interval(self.share[self.roles == number], self.seats))
        for number, card in BY_NUMBER.items():
            if number < FIRST_ROLE and (turns := self.turns_with[:, :, number].astype(float)).any():
                yield line(
                    "card", f"with {card.name}", *ratio((self.share * turns).sum(1), turns.sum(1), self.seats)
                )
        yield from self._pair()
        for number, card in BY_NUMBER.items():
            if self.ends["times_used"][:, number].any():
                counts = (f"{kind} {self._times(kind, number)}" for kind in COUNTED)
                yield f"  {card.name}: {', '.join(counts)}"

    def _pair(self) -> Iterator[str]:
        """How often somebody of a pair wins, alone or together, and how often each other player of these tables."""
        pair = np.isin(self.roles, PAIR)
        there = pair.any(1)
        if there.any():
            pair, won = pair[there], self.share[there] > 0
            for name, who in (("a Twin, both winning or one", pair), ("each other at their tables", ~pair)):
                value, half = interval((won & who).sum(1) / who.sum(1), self.seats)
                yield f"  {name}: {value:.3f} ± {half:.3f}"

    def _times(self, kind: str, number: int) -> str:
        value, half = interval(self.ends[f"times_{kind}"][:, number], A_THOUSAND)
        return f"{value:.2f} ± {half:.2f}"


def ratio(part: Ints, whole: Ints, unit: float) -> tuple[float, float]:
    """The ratio of two means over games, and half the width of its 95 % interval, both times `unit`."""
    value = part.mean() / whole.mean()
    return float(value * unit), interval((part - value * whole) / whole.mean(), unit)[1]


def line(kind: str, name: str, value: float, half: float) -> str:
    """A line of the report, marked where the figure is no fair one."""
    least, most = FAIR[kind]
    remark = "  TOO MUCH" if value > most else "  TOO LITTLE" if value < least else ""
    return f"  {name}: {value:.3f} ± {half:.3f}{remark}"


def duel(rival: str, games: int, cast: str = "basic") -> str:
    """The share of games that the bot wins from two of four seats against two rivals of this name."""
    batch = Batch(GAME.contract, 4, (BOT, rival, BOT, rival), {"cast": cast})
    wins = []
    for piece in batch.pieces("duel", games):
        seat = (np.arange(piece.first, piece.first + len(piece.winners))[:, None] + np.array([0, 2])) % 4
        wins.append(np.take_along_axis(shares(piece.winners, 4), seat, axis=1).sum(1))
    return f"{cast}: {BOT} against {rival}, two and two: wins {mean(np.concatenate(wins))}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Count who wins, and with what.")
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--cast", default="basic", help="basic, advanced, hidden, or names of cards")
    parser.add_argument("--seats", type=int, choices=tuple(GAME.seats), help="how many; by default 3, 4 and 5")
    asked = parser.parse_args()
    for seats in (asked.seats,) if asked.seats else GAME.seats:
        sys.stdout.writelines(f"{line}\n" for line in Games(asked.cast, seats, asked.games).lines())
        sys.stdout.flush()
    sys.stdout.writelines(f"{duel(rival, asked.games, asked.cast)}\n" for rival in RIVALS)


if __name__ == "__main__":
    main()
