"""What a server runs on which Bots Battleground waits for people, and deals from a seed.

The game goes on in real time, and a machine may be slow at any moment.  Here the dice roll until the attacker has
named somebody and sent a bot, and then they glow for ever; all else is as it is.
"""

from __future__ import annotations

from pathlib import Path

import facedown
from facedown.games.bots_battleground import ticks
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.cards import HOUSE
from facedown.games.bots_battleground.phases import RED
from facedown.games.bots_battleground.position import NONE, Position
from facedown.games.bots_battleground.table import bots_on
from facedown.server import run
from facedown.server.rooms import secrets
from facedown.server.site import catalogue
from tests import seeded_deals

GAME = "bots-battleground"
STAYS = 1  # ticks gone by in a phase that is to go on
# Some bots need no place, or stay where they lie.
FREE = {card.name for card in HOUSE if card.condition is None}
HARMLESS = {"normal", "lower"}  # faces with which the one bot fights the one rival


def deal(folder: Path, seats: int, **options: object) -> None:
    """See to it that in the next game of so many the first seat claps first, and has bots that it can switch."""
    seeds = (str(number) for number in range(100_000))
    (folder / "seed").write_text(next(seed for seed in seeds if _suits(seed, seats, options)))


def _suits(seed: str, seats: int, options: dict[str, object]) -> bool:
    table = facedown.game(GAME).new(seats=seats, seed=seed, **options)
    if table.asked != (0,) or not FREE.issuperset(table.view(0).hand):
        return False
    table.play(0, "Clap")
    table.play(0, next(move.text for move in table.legal(0) if move.text.startswith("Attack ")))
    table.wait()
    table.play(0, table.view(0).hand[0])
    while table.view(0).phase == "rolling":
        table.wait()
    return HARMLESS.issuperset(table.view(0).faces)


def main(port: int, data: Path) -> None:
    catalogue.packed_lesson(GAME)  # is kept; its record has dice that wait for nobody
    end_tick = ticks._end_tick

    def end_patiently(s: Position, c: Cards) -> None:
        sent = int(s.named) != NONE and bots_on(s, int(s.attacker)) > 0
        if int(s.phase) == RED or not sent:
            s.ticks = min(int(s.ticks), STAYS)
        end_tick(s, c)

    ticks._end_tick = end_patiently
    seeded_deals.follow()
    secrets.new_seed = (data / "seed").read_text
    run(port=port, data=data)
