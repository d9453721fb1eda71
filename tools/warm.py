"""Compiles the rules of the games that compile, for the tests: two games at a time, while other checks still run.

    python -m tools.warm

The machine code stays in the cache, so that the tests' processes load it instead of each compiling the same.
"""

from concurrent.futures import ProcessPoolExecutor

import facedown
from facedown.core.batch import Batch
from facedown.core.flat import FlatGame
from facedown.core.flat.players import BOTS
from facedown.envs import Vector

AT_ONCE = 2


def flat_games() -> list[str]:
    """The ids of the games that compile."""
    return [name for name in facedown.games() if isinstance(facedown.game(name), FlatGame)]


def players(game: FlatGame) -> list[tuple[str, ...]]:
    """Players for whom the tests compile: its best bot, of the Botch all of them; of one game at random, too."""
    bots = tuple(game.contract.bots())[: BOTS if game.id == "botch" else 1]
    return [bots, ("random",)] if game.id == "gotcha" else [bots]


def compile_game(name: str) -> None:
    """Compile a game's rules for tables and for batches with each of `players`; one game's for vectors, too."""
    game = facedown.game(name)
    assert isinstance(game, FlatGame), f"{name} does not compile"
    game.compile()
    for names in players(game):
        Batch(game.contract, max(game.seats[0], len(names)), names).play("warm", 0, 1)
    if name == "gotcha":
        Vector(game, games=1, observe="encoding").reset()
    table = game.new()
    table.play(table.asked[0], table.mask(table.asked[0]).argmax())
    table.determinized(0, "warm")


def main() -> None:
    with ProcessPoolExecutor(AT_ONCE) as pool:
        list(pool.map(compile_game, flat_games()))


if __name__ == "__main__":
    main()
