"""The Botch is Back: bluff about what lies before you, call, threaten, and get ten diamonds off the boat."""

from __future__ import annotations

from facedown.core.event_names import EventNames
from facedown.games.botch import bots, cards, events, notation, rules, sentences, words
from facedown.games.botch.cast import impossible
from facedown.games.botch.encoding import ENCODING
from facedown.games.botch.game import Botch

GAME = Botch(
    id="botch",
    title="The Botch is Back",
    summary="Nobody knows what anybody holds: claim, call, threaten, and declare with ten diamonds.",
    minutes=30,
    seats=range(3, 6),
    rules=rules,
    words=words,
    notation=notation,
    bots=bots,
    cards=cards,
    encoding=ENCODING,
    events=EventNames(events.NAMES, events.OF_CARD, notation.NAMES, rules=sentences.RULE_OF, impossible=impossible),
    high_wins=True,
    scores_decide=False,
    version=3,
)
