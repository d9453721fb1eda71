"""GotchaCards: rock, scissors, paper, placed in secret, fought lane by lane, with texts that bite."""

from __future__ import annotations

from facedown.core.event_names import EventNames
from facedown.core.flat import FlatGame
from facedown.games.gotcha import bots, cards, events, notation, rules, words
from facedown.games.gotcha.encoding import ENCODING

GAME = FlatGame(
    id="gotcha",
    title="GotchaCards",
    version=2,
    summary="Rock, scissors and paper, placed face-down in lanes, with texts that turn the fights round.",
    minutes=20,
    seats=range(2, 3),
    rules=rules,
    words=words,
    notation=notation,
    bots=bots,
    cards=cards,
    encoding=ENCODING,
    events=EventNames(
        events.NAMES,
        events.OF_CARD,
        dict(enumerate(words.NAMES)),
        events.SCORING,
        words.RULE_OF,
        words.OWN_RULE,
        notation.impossible,
    ),
    high_wins=True,
    slips=frozenset({"place", "done", "threw"}),
)
