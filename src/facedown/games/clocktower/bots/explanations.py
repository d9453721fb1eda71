"""One-line explanations of the suggestions of the storyteller's policy, for people who may decide otherwise."""

from __future__ import annotations

from facedown.games.clocktower.bots.grimoire import Grimoire
from facedown.games.clocktower.moves import Answer, Meaning

SIDES = {"good": "Good is behind", "evil": "Evil is behind", "": "The sides are even"}
HELPS = {"good": "good is behind, and this helps it", "evil": "evil is behind, and this helps it"}


def explanation(grimoire: Grimoire, act: Meaning, choices: int, others: str = "") -> str:
    """One sentence, by the topic of the open question and the side that is behind.

    `choices`: as good ones.  `others`: who has to register as what else, in words, where it is true only then.
    """
    question = grimoire.question
    if question.truths and isinstance(act, Answer):
        return _of_information(grimoire, act.parts in question.truths, others)
    if question.topic == "bluff":
        return "Nobody has these, so that the Demon can claim them."
    if choices > 1:
        return f"{SIDES[grimoire.behind]}: drawn from {choices} choices that leave both sides a chance."
    if grimoire.behind:
        return f"{HELPS[grimoire.behind].capitalize()}."
    return "The sides are even: this changes the least."


def _of_information(grimoire: Grimoire, true: bool, others: str) -> str:
    how = SIDES[grimoire.behind]
    if true:
        return f"{how}: this is true{f' if {others}' if others else ''}."
    return f"{how}: this is false but believable."
