"""Characters without rules here, whose findings the bots still have to understand."""

from __future__ import annotations

from facedown.games.clocktower.character import Unmodelled
from facedown.games.clocktower.characters.findings import is_on_side, none_is_demon
from facedown.games.clocktower.speech.finding import Finding


class Knight(Unmodelled):
    finds = Finding(none_is_demon, "pair", words={"pair": "neither {pair:nor} is the Demon"})


class Shugenja(Unmodelled):
    finds = Finding(word="direction")


class Steward(Unmodelled):
    finds = Finding(is_on_side, "player", words={"player": "{player} is good"})


class VillageIdiot(Unmodelled):
    several = True
    finds = Finding(
        is_on_side,
        "player",
        truth="evil",
        words={"player evil=yes": "{player} is evil", "player evil=no": "{player} is good"},
    )
