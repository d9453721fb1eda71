"""The Fisherman's advice from the storyteller's policy: one concrete thing to do, based on the truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from facedown.games.clocktower.bots.belief import common, guess
from facedown.games.clocktower.bots.grimoire import Grimoire
from facedown.games.clocktower.observe import GrimoireToken
from facedown.games.clocktower.speech.statements import Advice, Phrase
from facedown.games.clocktower.state import other_side

OF_NO_HELP = "of no help"  # the step of the question: the Fisherman is drunk or poisoned


def advice(grimoire: Grimoire, luck: Random) -> Advice | Phrase:
    """Whom to believe or to vote for, judging by the true tokens; reversed for an impaired player.

    A side that is behind is sent straight to what it needs; another hears whom it wrongly suspects or believes.
    """
    (fisherman,) = grimoire.named
    helps = fisherman.alignment if grimoire.question.step != OF_NO_HELP else other_side(fisherman.alignment)
    living = [token for token in grimoire.tokens if token.alive and token is not fisherman]
    suspected = guess(grimoire.town, common(grimoire.town)).evil

    def most(tokens: Sequence[GrimoireToken], worth: Callable[[GrimoireToken], float]) -> int:
        best = max(map(worth, tokens))
        return luck.choice([token for token in tokens if worth(token) == best]).seat

    demons = [token for token in living if grimoire.is_demon(token)]
    good = [token for token in living if token.alignment == "good"]
    evil = [token for token in living if token.alignment == "evil"]
    if helps == "evil":
        return Advice(most(good, lambda token: suspected[token.seat]), "execute") if good else Phrase("wait")
    if grimoire.behind == "good" and demons:
        return Advice(most(demons, lambda token: 0.0), "execute")
    if evil and luck.random() < 0.5:
        return Advice(most(evil, lambda token: -suspected[token.seat]), "doubt")
    if good:
        return Advice(most(good, lambda token: suspected[token.seat]), "trust")
    return Advice(most(evil, lambda token: 0.0), "execute") if evil else Phrase("wait")
