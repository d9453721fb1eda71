"""Games of cards that a referee watches beside the rulebook alone, with the game's cards and with any others.

    python -m tests.games.referees --games 1000 --first 0
    python -m tests.games.referees --games 1 --first 4711 --game botch

A game has any number of seats and any options; each seed is a game with the house cards and one with
cards of its own.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Mapping
from typing import Any

import facedown
from facedown.agents import catch_up, player
from facedown.core.flat import FlatGame
from facedown.core.game import Move
from facedown.core.table import Table
from tests.games.any_cards import cards_of, setting
from tests.games.bayou.referee import Referee as Bayou
from tests.games.botch.referee import Referee as Botch
from tests.games.bots_battleground.referee import Referee as Battleground
from tests.games.gotcha.referee import Referee as Gotcha

REFEREES: Mapping[str, Callable[[Table], Any]] = {
    "gotcha": Gotcha,
    "bayou-boss": Bayou,
    "botch": Botch,
    "bots-battleground": Battleground,
}
DEALS = ("give ", "ask ", "offer ")
Luck = random.Random


def played(game: FlatGame, seats: int, seed: object, **options: Any) -> Table:
    """A whole random game, in which people do not bargain all the time."""
    table, luck = game.new(seats, seed, **options), Luck(f"{seed}")
    while table.asked:
        seat = luck.choice(table.asked)
        legal = table.legal(seat)
        plain = [move for move in legal if not move.text.startswith(DEALS)]
        table.play(seat, luck.choice(legal if luck.random() < 0.1 else plain or legal))
    return table


def acted(game: FlatGame, seats: int, seed: object, **options: Any) -> Table:
    """A whole match of the game's first bot, in which enough happens in two seconds; now and then it slips."""
    table, name, luck = game.new(seats, seed, **options), next(iter(game.contract.bots())), Luck(f"{seed}")
    bots, slips = [player(game, name, f"{seed} {seat}") for seat in range(seats)], luck.choice((0, 0.03))

    def chosen(seat: int, legal: tuple[Move, ...]) -> Move:
        catch_up(bots[seat], table, seat)
        if len(legal) > 1 and luck.random() < slips:
            return luck.choice(legal)
        return bots[seat].choose(table.observation(seat), legal)

    while table.asked:
        for seat in table.asked:
            if seat in table.asked:
                table.play(seat, chosen(seat, tuple(table.legal(seat))))
    return table


def watched(name: str, seed: int, *, own: bool, fast: bool = True) -> Any:
    """A referee who has watched a whole game of this seed.  Raises AssertionError where it breaks a rule."""
    game = facedown.game(name, cards=cards_of(name, seed)) if own else facedown.game(name)
    assert isinstance(game, FlatGame)
    if fast:
        game.compile()
    seats, options = setting(game, Luck(f"{seed}"))
    play = acted if name == "bots-battleground" else played
    referee = REFEREES[name](play(game, seats, seed, **options))
    referee.watch()
    return referee


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--game", choices=REFEREES)
    asked = parser.parse_args()
    for seed in range(asked.first, asked.first + asked.games):
        for name in [asked.game] if asked.game else REFEREES:
            for own in (False, True):
                try:
                    watched(name, seed, own=own)
                except Exception as error:
                    again = f"python -m tests.games.referees --games 1 --first {seed} --game {name}"
                    cards = "cards of its own" if own else "the house cards"
                    raise SystemExit(f"with {cards}: {type(error).__name__}: {error}\nagain: {again}") from error
    sys.stdout.write(
        f"{asked.games} games of each with the house cards, and as many with others, were as the rulebook says\n"
    )


if __name__ == "__main__":
    main()
