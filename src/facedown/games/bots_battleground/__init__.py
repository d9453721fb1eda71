"""Bots Battleground: clap, and while the dice roll and glow, send a bot, switch it, borrow a better one."""

from __future__ import annotations

from facedown.core.event_names import EventNames
from facedown.core.flat import FlatGame
from facedown.games.bots_battleground import bots, cards, events, notation, rules, sentences, words
from facedown.games.bots_battleground.encoding import ENCODING

GAME = FlatGame(
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
    encoding=ENCODING,
    events=EventNames(
        events.NAMES,
        events.OF_CARD,
        dict(enumerate(notation.NAMES)),
        rules=sentences.RULE_OF,
        impossible=notation.impossible,
    ),
    high_wins=True,
    version=4,
)
