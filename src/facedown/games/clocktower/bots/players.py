"""The player `sensible`: claims, shares what it learned, nominates and votes by probability; evil ones seem good.

All of it goes by the kind of question, not by the character that asks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from facedown.core.game import Move
from facedown.games.clocktower.bots.choices import choose
from facedown.games.clocktower.bots.day_abilities import is_due, shot_asked_for, use_ability
from facedown.games.clocktower.bots.hunt import guess_hunted
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.moves import allowed, answer_with, made, say_aloud
from facedown.games.clocktower.bots.remarks import grounds, opening_due, proof_due, remark_due
from facedown.games.clocktower.bots.suspicion import is_accused
from facedown.games.clocktower.bots.talk import claim_due, phrase_due, statement_due
from facedown.games.clocktower.bots.votes import choose_nominee, votes, votes_for_exile
from facedown.games.clocktower.moves import Answer, Deed, InSeat, Token
from facedown.games.clocktower.observe import Observation
from facedown.games.clocktower.questions import NO, YES
from facedown.games.clocktower.speech.statements import Question


def sensible(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
    """Choose a move that helps one's side, from what one knows."""
    question, me = view.question, view.me
    if question is None or me is None or view.seat is None or (not question.floor and len(legal) == 1):
        return legal[0]
    mind = Mind(view, me, view.seat)
    if question.free_text:
        wish = question.step == "wish"
        return made(view, Answer(words="some help for my side") if wish else Answer(says=(Question("learned"),)))
    if question.floor:
        return on_the_floor(mind, legal, luck)
    if question.topic == "vote":
        return answer_with(YES if votes(mind, luck) else NO, legal)
    if question.topic == "exile":
        return answer_with(YES if votes_for_exile(mind, question, luck) else NO, legal)
    if question.topic == "claim":
        return answer_with(YES if question.args[0] == Token(me.character) else NO, legal)
    return choose(mind, question, legal, luck)


def on_the_floor(mind: Mind, legal: Sequence[Move], luck: Random) -> Move:
    """Choose on the open floor: a claim first, then what was learned, a suspicion, and nominations."""
    if not mind.view.may_speak:
        return legal[0]
    own = claim_due(mind, luck)
    if own is not None:
        return allowed(mind.view, Deed("claim", (Token(own),)), legal) or legal[0]
    if (act := shot_asked_for(mind, legal) or proof_due(mind)) is not None:
        return act
    words = statement_due(mind, luck)
    if words is not None:
        return say_aloud(mind, words)
    if phrase := phrase_due(mind):
        return made(mind.view, Deed("say", words=phrase))
    if (guess := guess_hunted(mind, legal)) is not None:
        return guess
    if not mind.view.nominating:
        return use_ability(mind, legal, luck) or opening_due(mind) or legal[0]
    if is_due(mind) and (used := use_ability(mind, legal, luck)) is not None:
        return used
    if (remark := remark_due(mind)) is not None:
        return remark
    nominee = choose_nominee(mind, legal, luck)
    if nominee is None:
        return legal[0]
    if (why := grounds(mind, nominee)) is not None:  # a reason comes first
        return say_aloud(mind, why)
    if not is_accused(mind, nominee):
        return legal[0]
    return allowed(mind.view, Deed("nominate", (InSeat(nominee),)), legal) or legal[0]
