"""High Card, a game of eighty lines that stands for any game: core, server and page are tested with it.

It has no drawing of its own on the page.  `facedown.games` does not find it; tests take `GAME` from here.
"""

from facedown.core.flat import FlatContract, FlatGame
from tests.sample_game import bots, notation, rules, words

GAME = FlatGame(
    FlatContract(
        id="high-card",
        title="High Card",
        summary="Everybody turns one card up; the highest takes the trick.",
        minutes=2,
        seats=range(2, 4),
        rules=rules,
        words=words,
        notation=notation,
        bots=bots,
        high_wins=True,
    )
)
