"""Suggestions by the policy for a person who tells the story, each with its reason: they may decide otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from facedown.core.game import Move, Suggestion
from facedown.games.clocktower.bots.grimoire import Grimoire
from facedown.games.clocktower.bots.storyteller import likely_choices, suggestion
from facedown.games.clocktower.moves import Answer, Meaning, act_of, meaning_of
from facedown.games.clocktower.names import lexicon
from facedown.games.clocktower.notation import move_of
from facedown.games.clocktower.observe import observe, question_for
from facedown.games.clocktower.position import Done, Position
from facedown.games.clocktower.queries import Ways
from facedown.games.clocktower.questions import Question

SIDES = {"good": "Good is behind", "evil": "Evil is behind", "": "The sides are even"}
HELPS = {"good": "good is behind, and this helps it", "evil": "evil is behind, and this helps it"}


def suggested(position: Position, names: Sequence[str]) -> Suggestion | None:
    """Answers to all questions to the storyteller in this turn of the night, and the reason of the first.

    A turn is over as soon as somebody else is asked or told something, or another ability asks.  None if there
    is nothing to choose, or words of one's own are wanted.
    """
    question = _open(position)
    if question is None:
        return None
    seat, trial, reason = position.storyteller, position.copy(), ""
    luck = Random(f"suggested {position.setup.seed} {position.happened} {question.id}")
    known = lexicon(tuple(names), position.setup.script.own_names)
    moves: list[Move] = []
    while trial.happened == position.happened and (now := _open(trial)) and _turn(now) == _turn(question):
        seen = observe(trial.picture, seat, names)
        assert seen.question is not None, "it is open"
        legal = [move_of(option, known) for option in now.options]
        move = suggestion(seen, legal, luck)
        grimoire = Grimoire(seen, seen.question)
        choices = len(likely_choices(grimoire, legal))
        reason = reason or _explanation(grimoire, act_of(move), choices, _as_others(now, act_of(move)))
        moves.append(move)
        trial.play(Done(seat, act_of(move)))
        while not trial.picture.questions and not trial.picture.state.over and trial.happened == position.happened:
            trial.proceed()
    return Suggestion(tuple(moves), reason)


def _open(position: Position) -> Question | None:
    """The question that the storyteller has to decide now."""
    if position.picture.state.over:
        return None
    question = question_for(position.picture, position.storyteller)
    if question is None or question.floor or question.free_text or len(question.options) < 2:
        return None
    return question


def _as_others(question: Question, act: Meaning) -> str:
    """Who has to register as what else, in words, for this answer to be true; "": nobody."""
    ways = question.truths.as_others if isinstance(question.truths, Ways) else {}
    return next((others for value, others in ways.items() if meaning_of(value) == act), "")


def _turn(question: Question) -> tuple[str, str]:
    """A key for the turn: the ability's, or that of a question without one."""
    return question.owner, "" if question.owner else question.topic


def _explanation(grimoire: Grimoire, act: Meaning, choices: int, others: str = "") -> str:
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
