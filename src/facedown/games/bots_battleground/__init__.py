"""Bots Battleground: clap, and while the dice roll and glow, send a bot, switch it, borrow a better one."""

from __future__ import annotations

from facedown.core.flat import FlatContract, FlatGame
from facedown.games.bots_battleground import arrays, bots, cards, notation, rules, sentences, words
from facedown.games.bots_battleground.encoding import ENCODING

GAME = FlatGame(
    FlatContract(
        id="bots-battleground",
        title="Bots Battleground",
        summary="Clap to start the dice, then switch, borrow and bluff with bots until they blink blue.",
        minutes=20,
        seats=range(3, 7),
        rules=rules,
        words=words,
        notation=notation,
        bots=bots,
        cards=cards,
        arrays=arrays,
        encoding=ENCODING,
        events=sentences.event_names,
        high_wins=True,
        version=8,
    )
)
