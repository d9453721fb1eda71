"""Players and storytellers that are programs: `choose(view, legal, luck) -> move`.

A bot has its seat's view and nothing else.  In a player's seat it plays for its side: it claims, accuses, nominates
and votes.  In the storyteller's it is the policy `balanced`: it helps the side that is behind, keeps falsehoods
plausible, and otherwise takes any choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from facedown.core.game import Move
from facedown.games.clocktower.notation import read
from facedown.games.clocktower.words import Token, View

Bot: TypeAlias = Callable[[View, Sequence[Move], Random], Move]

SECRET_WORDS = ("rhubarb", "porcupine", "marmalade", "trombone", "gargoyle", "mulberry", "dumpling", "walrus")
SURE, LIKELY, UNSURE = 3.0, 1.5, 0.5  # how much it takes to believe that somebody is evil
KNOWN_EVIL = re.compile(r"(?:The Demon is|Your Minions are|The Minions are) (.+?)\.")


# -- the storyteller ---------------------------------------------------------------------------------------------


def balanced(view: View, legal: Sequence[Move], luck: Random) -> Move:
    """The choices that the rules leave open, so that both sides stay in the game."""
    question = view.question
    if question is None or question.floor:
        return legal[0]
    if question.topic == "secret word":
        return read(f'"{luck.choice(SECRET_WORDS)}"', _names(view))
    if question.free_text:
        return read('"Trust nobody who cannot say what they saw."', _names(view))
    by_text = {move.text: move for move in legal}
    wanted = [move for text, move in by_text.items() if text in _helpful(view, tuple(by_text))]
    return luck.choice(wanted or list(legal))


def _helpful(view: View, options: Sequence[str]) -> list[str]:
    """The options that help the side that is behind; all of them where it makes no difference."""
    question, tokens = view.question, view.grimoire or ()
    assert question is not None, "something is asked"
    behind = side_behind(tokens)
    if question.truths:
        helps_good = [option for option in options if option in question.truths]
        lies = [option for option in options if option not in question.truths]
        return (helps_good if behind == "good" else lies) or list(options)
    victims = {names: token for token in tokens for names in (_names(view)[token.seat],)}
    if question.topic in ("kill", "redirect", "drunk", "poison"):
        return [option for option in options if option in victims and victims[option].alignment != behind] or [
            option for option in options if option not in victims
        ]
    if question.topic == "tinker":  # good, and may die whenever evil needs it
        return ["yes" if behind == "evil" else "no"]
    if question.topic in ("madness", "harlot", "judge"):  # what people have said is for people to judge
        return ["no"]
    if question.topic == "save":
        return ["yes" if behind == "good" else "no"]
    if question.topic == "register":
        return ["yes" if behind == "evil" else "no"] if set(options) == {"yes", "no"} else list(options)
    return list(options)


def side_behind(tokens: Sequence[Token]) -> str:
    """The side that has the smaller part of its players alive."""
    good = sum(token.alive and token.alignment == "good" for token in tokens)
    evil = sum(token.alive and token.alignment == "evil" for token in tokens)
    all_good = sum(token.alignment == "good" for token in tokens)
    all_evil = max(1, len(tokens) - all_good)
    return "good" if good / max(1, all_good) < evil / all_evil else "evil"


def _names(view: View) -> tuple[str, ...]:
    return (*(place.name for place in view.circle), "Storyteller")
