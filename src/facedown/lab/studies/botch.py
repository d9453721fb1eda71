"""The fairness of the cards: many games among bots, counted by seat, role and the winner's item at the end.

    python -m facedown.lab.studies.botch --games 100000

Wins of seats and roles are given as multiples of an even share (1.00), wins with an item as a share of all games.
For each card follows how often in a thousand games it is used or claimed, how often that is a lie, and how often it
is called.  All figures have 95 % intervals (normal approximation).
"""

from __future__ import annotations

import argparse
import sys
import typing
from collections.abc import Iterator
from typing import Any

import numpy as np

from facedown.core.batch import Batch
from facedown.core.layout import Ints
from facedown.games.botch import GAME, arrays, bots, cards, notation, words
from facedown.games.botch.cards import FIRST_ROLE, HOUSE, numbers
from facedown.games.botch.game import Botch
from facedown.lab.report import Z
from facedown.lab.studies import botch_census

BOT = "sensible"
RIVALS = ("suspicious", "trusting")
MOST = {"seat": 1.15, "role": 1.4, "item": 1 / 3}  # limits of what counts as fair
A_THOUSAND = 1000  # games for which uses of cards are given
COUNTED = ("used", "bluffed", "called")
TIMES = tuple(f"times_{kind}" for kind in COUNTED)

COUNTING = Botch(
    id=GAME.id,
    title=GAME.title,
    summary=GAME.summary,
    minutes=GAME.minutes,
    seats=GAME.seats,
    rules=typing.cast(Any, botch_census),  # the same rules with positions that count
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


class Games:
    """Many games with the same cast and number of seats, and what is counted in them."""

    def __init__(self, cast: str, seats: int, games: int, *, compiles: bool = True) -> None:
        self.cast, self.seats, self.games = cast, seats, games
        batch = Batch(COUNTING, seats, (BOT,), {"cast": cast}, compiles=compiles)
        won, ends = [], []
        for piece in batch.pieces("fairness", games):
            won.append(shares(piece.winners, seats))
            ends.append(piece.positions[["turns", "roles", "items", *TIMES]])
        self.share, self.ends = np.concatenate(won), np.concatenate(ends)
        self.roles, self.items = self.ends["roles"][:, :seats], self.ends["items"][:, :seats]

    def lines(self) -> Iterator[str]:
        """The lines of the report."""
        yield f"{self.cast}, {self.seats} seats, {self.games} games, {self.ends['turns'].mean():.1f} turns each"
        for seat in range(self.seats):
            yield self._line("seat", f"seat {seat}", self.share[:, seat], self.seats)
        for number, card in BY_NUMBER.items():
            if number >= FIRST_ROLE and (self.roles == number).any():
                yield self._line("role", card.name, self.share[self.roles == number], self.seats)
        for number, card in BY_NUMBER.items():
            if number < FIRST_ROLE and (self.items == number).any():
                yield self._line("item", f"won with {card.name}", (self.share * (self.items == number)).sum(1))
        for number, card in BY_NUMBER.items():
            if self.ends["times_used"][:, number].any():
                counts = (f"{kind} {self._times(kind, number)}" for kind in COUNTED)
                yield f"  {card.name}: {', '.join(counts)}"

    def _times(self, kind: str, number: int) -> str:
        value, half = interval(self.ends[f"times_{kind}"][:, number], A_THOUSAND)
        return f"{value:.2f} ± {half:.2f}"

    def _line(self, kind: str, name: str, values: Ints, unit: float = 1.0) -> str:
        value, half = interval(values, unit)
        return f"  {name}: {value:.3f} ± {half:.3f}{'  TOO MUCH' if value > MOST[kind] else ''}"


def duel(rival: str, games: int, cast: str = "basic") -> str:
    """The share of games that the bot wins from two of four seats against two rivals of this name."""
    batch = Batch(GAME, 4, (BOT, rival, BOT, rival), {"cast": cast})
    wins = []
    for piece in batch.pieces("duel", games):
        seat = (np.arange(piece.first, piece.first + len(piece.winners))[:, None] + np.array([0, 2])) % 4
        wins.append(np.take_along_axis(shares(piece.winners, 4), seat, axis=1).sum(1))
    return f"{cast}: {BOT} against {rival}, two and two: wins {mean(np.concatenate(wins))}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Count who wins, and with what.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--cast", default="basic", help="basic, advanced, hidden, or names of cards")
    parser.add_argument("--seats", type=int, choices=tuple(GAME.seats), help="how many; by default 3, 4 and 5")
    asked = parser.parse_args()
    for seats in (asked.seats,) if asked.seats else GAME.seats:
        sys.stdout.writelines(f"{line}\n" for line in Games(asked.cast, seats, asked.games).lines())
        sys.stdout.flush()
    sys.stdout.writelines(f"{duel(rival, asked.games, asked.cast)}\n" for rival in RIVALS)


if __name__ == "__main__":
    main()
