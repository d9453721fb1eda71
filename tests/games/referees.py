"""Games for referees to watch; a thousand of each, `python -m tests.games.referees --games 1000 --first 0`."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from typing import Any

from facedown.agents import catch_up, player
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.core.table import Table


def played(game: Game, seats: int, seed: int, **options: Any) -> Table:
    """A whole random game."""
    table, luck = game.new(seats, seed, **options), random.Random(seed)
    while table.asked:
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))
    return table


def acted(game: FlatGame, seats: int, seed: int, **options: Any) -> Table:
    """A whole match of the game's first bot, in which enough happens within each two seconds."""
    table, name = game.new(seats, seed, **options), next(iter(game.bots()))
    bots = [player(game, name, f"{seed} {seat}") for seat in range(seats)]
    while table.asked:
        for seat in table.asked:
            if seat in table.asked:
                catch_up(bots[seat], table, seat)
                table.play(seat, bots[seat].choose(table.observation(seat), table.legal(seat)))
    return table


def gotcha(seed: int) -> None:
    from facedown.games.gotcha import GAME
    from tests.games.gotcha.referee import Referee

    Referee(played(_fast(GAME), 2, seed, tier=("advanced", "starter")[seed % 2])).watch()


def bayou(seed: int) -> None:
    from facedown.games.bayou import GAME
    from tests.games.bayou.referee import Referee

    Referee(played(_fast(GAME), 2 + seed % 7, seed)).watch()


def botch(seed: int) -> None:
    from facedown.games.botch import GAME
    from tests.games.botch.referee import Referee

    cast = ("advanced", "hidden", "basic")[seed % 3]
    Referee(played(_fast(GAME), 3 + seed % 6, seed, cast=cast)).watch()


def battleground(seed: int) -> None:
    from facedown.games.bots_battleground import GAME
    from tests.games.bots_battleground.referee import Referee

    Referee(acted(_fast(GAME), 3 + seed % 4, seed, dice=1 + seed % 2)).watch()


REFEREES: tuple[Callable[[int], None], ...] = (gotcha, bayou, botch, battleground)


def _fast(game: FlatGame) -> FlatGame:
    game.compile()
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    for seed in range(asked.first, asked.first + asked.games):
        for referee in REFEREES:
            try:
                referee(seed)
            except AssertionError as error:
                raise AssertionError(f"{referee.__name__}, seed {seed}: {error}") from error


if __name__ == "__main__":
    main()
