"""A server on which a whole game of Bots Battleground takes a minute; it starts as `facedown serve` does.

Twenty ticks a second instead of four, and a red spell lasts a fifth of its ticks.  All else is as it is.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from facedown.games.bots_battleground import phases
from facedown.server import run
from facedown.server.site import lessons
from tests import seeded_deals

TICK_SECONDS = 0.05
RED_SPELL = (8, 16)  # ticks


def main(port: int, data: Path) -> None:
    lessons.lesson("bots-battleground")  # is kept; its record has a red spell as long as the rules say
    phases.TICK_SECONDS = TICK_SECONDS
    phases.RED_FROM, phases.RED_TO = RED_SPELL
    seeded_deals.follow()
    run(port=port, data=data)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--data", type=Path)
    main(**vars(parser.parse_args()))
