"""GotchaCards: rock, scissors, paper, placed in secret, fought lane by lane, with texts that bite."""

from __future__ import annotations

from facedown.core.flat import FlatContract, FlatGame
from facedown.games.gotcha import arrays, bots, cards, notation, rules, words
from facedown.games.gotcha.encoding import ENCODING

GAME = FlatGame(
    FlatContract(
        id="gotcha",
        title="GotchaCards",
        version=4,
        summary="Rock, scissors and paper, placed face-down in lanes, with texts that turn the fights round.",
        minutes=20,
        seats=range(2, 3),
        rules=rules,
        words=words,
        notation=notation,
        bots=bots,
        cards=cards,
        arrays=arrays,
        encoding=ENCODING,
        events=notation.event_names,
        high_wins=True,
        slips=frozenset({"place", "done", "threw"}),
    )
)
