"""Are the cards fair?  Many games of the bots, counted by seat, role and the item that the winner has at the end.

    python -m facedown.games.botch.fairness --games 100000

Each figure is a share of what would be even (1.00), with its 95 % interval (normal approximation); for items it is
the part of all games that were won with this item.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from facedown.core.batch import Batch
from facedown.core.layout import Ints
from facedown.games.botch import GAME
from facedown.games.botch.cards import BY_NUMBER, FIRST_ROLE

BOT = "sensible"
RIVALS = ("suspicious", "trusting")
Z = 1.96


def shares(winners: Ints, seats: int) -> Ints:
    """What each seat has of each game: float64[games, seats]; a win that is shared counts in parts."""
    won = ((winners[:, None] >> np.arange(seats)) & 1).astype(np.float64)
    share: Ints = won / np.maximum(1, won.sum(1, keepdims=True))
    return share


def mean(values: Ints, unit: float = 1.0) -> str:
    half = Z * values.std() / np.sqrt(max(1, len(values)))
    return f"{values.mean() * unit:.3f} ± {half * unit:.3f}"


def report(cards: str, seats: int, games: int) -> Iterator[str]:
    batch = Batch(GAME, seats, (BOT,), {"cards": cards})
    won = []
    turns, roles, items = [], [], []
    for piece in batch.pieces("fairness", games):
        won.append(shares(piece.winners, seats))
        turns.append(piece.positions["turns"])
        roles.append(piece.positions["roles"][:, :seats])
        items.append(piece.positions["items"][:, :seats])
    share, role, item = np.concatenate(won), np.concatenate(roles), np.concatenate(items)
    yield f"{cards}, {seats} seats, {games} games, {np.concatenate(turns).mean():.1f} turns each"
    for seat in range(seats):
        yield f"  seat {seat}: {mean(share[:, seat], seats)}"
    for number, card in BY_NUMBER.items():
        if number >= FIRST_ROLE and (role == number).any():
            yield f"  {card.name}: {mean(share[role == number], seats)}"
    for number, card in BY_NUMBER.items():
        if number < FIRST_ROLE and (item == number).any():
            yield f"  won with {card.name}: {mean((share * (item == number)).sum(1))}"


def duel(rival: str, games: int) -> str:
    """How often the bot wins of two seats in four, where the other two always, or never, call."""
    batch = Batch(GAME, 4, (BOT, rival, BOT, rival), {"cards": "basic"})
    wins = []
    for piece in batch.pieces("duel", games):
        seat = (np.arange(piece.first, piece.first + len(piece.winners))[:, None] + np.array([0, 2])) % 4
        wins.append(np.take_along_axis(shares(piece.winners, 4), seat, axis=1).sum(1))
    return f"{BOT} against {rival}, two and two: wins {mean(np.concatenate(wins))}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Count who wins, and with what.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--cards", default="basic", choices=("basic", "advanced", "hidden"))
    asked = parser.parse_args()
    for seats in GAME.seats:
        sys.stdout.writelines(f"{line}\n" for line in report(asked.cards, seats, asked.games))
        sys.stdout.flush()
    if asked.cards == "basic":
        sys.stdout.writelines(f"{duel(rival, asked.games)}\n" for rival in RIVALS)


if __name__ == "__main__":
    main()
