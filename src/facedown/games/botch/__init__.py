"""The Botch is Back: bluff about what lies before you, call, threaten, and get ten diamonds off the boat."""

from __future__ import annotations

from facedown.core.flat import FlatGame
from facedown.games.botch import arrays, bots, cards, notation, rules, words
from facedown.games.botch.encoding import encoding
from facedown.games.botch.game import Botch

GAME = FlatGame(
    Botch(
        id="botch",
        title="The Botch is Back",
        summary="Nobody knows what anybody holds: claim, call, threaten, and declare with ten diamonds.",
        minutes=30,
        seats=range(3, 9),
        rules=rules,
        words=words,
        notation=notation,
        bots=bots,
        cards=cards,
        arrays=arrays,
        encoding=encoding,
        events=notation.event_names,
        high_wins=True,
        version=8,
    )
)
