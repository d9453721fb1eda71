"""What bots answer when spoken to, aloud or in private, from their claim and their judgement of the town.

Nominated players speak in their own defence, and first say who they are if they have not said so.

Evil answer as who they pretend to be.  Whether there is an answer, and when, does not depend on what a seat knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

from facedown.core.game import Move
from facedown.games.clocktower.bots.defence import defence
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.moves import made, say_aloud
from facedown.games.clocktower.bots.suspicion import accusation, best_reason, reasons
from facedown.games.clocktower.bots.talk import claim_due
from facedown.games.clocktower.bots.town import what_is_said
from facedown.games.clocktower.moves import Deed, InSeat, Token
from facedown.games.clocktower.observe import Observation, Whispered
from facedown.games.clocktower.speech.addressed import is_defence
from facedown.games.clocktower.speech.claims import OPINIONS, aloud, reason_in_words
from facedown.games.clocktower.speech.reasons import YOU
from facedown.games.clocktower.speech.simple_questions import Asking
from facedown.games.clocktower.speech.spoken_reports import Report
from facedown.games.clocktower.speech.utterance import Content, Utterance

LATEST = 2  # so much of what was learned is told at once
TRUSTS, SUSPECTS = 0.25, 0.5  # how likely to be evil: whom they trust is less so, whom they suspect is more so
NOT_YET = "I would rather not say yet. You will all hear it in time."
NOT_UNDERSTOOD = (
    "I did not understand that. You can ask me: What are you? What did you learn? Whom do you suspect? "
    "Whom will you vote for? Why? Or ask what I think of somebody."
)
NOT_UNDERSTOOD_AGAIN = "I did not understand that either."
YOURS = {
    "you has": "you have",
    "you claims": "you claim",
    "you accuses": "you accuse",
    "you is": "you are",
}
YOUR_VERBS = re.compile("|".join(rf"\b{verb}\b" for verb in YOURS))
HEARD = "Thank you for telling me. I will keep it in mind."


def reply(view: Observation, luck: Random) -> Move | None:
    """The next answer that is due: a defence, an answer in the room or in private; else None."""
    if view.me is None or view.seat is None:
        return None
    mind = Mind(view, view.me, view.seat)
    if stands_accused(view):
        own = claim_due(mind, luck)
        return say_aloud(mind, defence(mind)) if own is None else made(view, Deed("claim", (Token(own),)))
    if (aloud_at := next((at for at, one in enumerate(view.asked_aloud) if not one.answered), None)) is not None:
        return _in_the_room(mind, aloud_at)
    at = unanswered(view.whispers, view.seat)
    if at is None:
        return None
    heard = view.whispers[at]
    if heard.asked is None and heard.said is not None:
        words = HEARD
    else:
        again = any(one.by == heard.by and one.asked is None and one.said is None for one in view.whispers[:at])
        words = _answer(mind, heard.by, heard.asked, again=again)
    return made(view, Deed("whisper", (InSeat(heard.by),), Utterance(words)))


def stands_accused(view: Observation) -> bool:
    """Whether there is a vote on this player, who has not defended themselves today."""
    if not view.nominations or view.nominations[-1].done or view.nominations[-1].nominee != view.seat:
        return False
    assert view.seat is not None, "a player is nominated"
    return not any(is_defence(said, view.seat) for said in view.circle[view.seat].says)


def _in_the_room(mind: Mind, at: int) -> Move:
    """Answer aloud, beginning with the name of the player who has asked."""
    one = mind.view.asked_aloud[at]
    again = any(other.by == one.by and other.asked is None for other in mind.view.asked_aloud[:at])
    words = _answer(mind, one.by, one.asked, again=again)
    words = words.replace("You ", "you ", 1) if words.startswith("You ") else words
    return made(mind.view, Deed("say", (), Utterance(f"{mind.view.names[one.by]}, {words}", Content(to=one.by))))


def unanswered(whispers: tuple[Whispered, ...], seat: int) -> int | None:
    """The index of the first of them that was said to this seat and has no answer yet."""
    answers: dict[int, int] = {}
    for one in whispers:
        if one.by == seat:
            answers[one.to] = answers.get(one.to, 0) + 1
    for at, one in enumerate(whispers):
        if one.to == seat:
            if not answers.get(one.by):
                return at
            answers[one.by] -= 1
    return None


def _answer(mind: Mind, by: int, asked: Asking | None, *, again: bool) -> str:
    """The answer to a question of the player called `you`; `again`: the last one was not understood either."""
    if asked is None:
        return NOT_UNDERSTOOD_AGAIN if again else NOT_UNDERSTOOD
    names = (*mind.view.names[:by], YOU, *mind.view.names[by + 1 :])
    words = ANSWERS[asked[0]](Mind(mind.view, mind.me, mind.seat, names), asked)
    return YOUR_VERBS.sub(lambda verb: YOURS[verb[0]], words)


def _self(mind: Mind, asked: Asking) -> str:
    claimed = mind.claimed
    return f"I am the {claimed.name.removeprefix('The ')}." if claimed is not None else NOT_YET


def _learned(mind: Mind, asked: Asking) -> str:
    """What they have told everybody already, so that the answer does not reveal who hides something."""
    if mind.claimed is None:
        return NOT_YET
    told = [said for said in mind.said if isinstance(said, Report)]
    stated = [said for said in mind.said if not isinstance(said, Report) and said[0] not in OPINIONS]
    if not told and stated:
        return aloud(stated[-1], mind.names, mind.view.own_names, mind.seat)
    if not told:
        return "I have learned nothing that would help us."
    last = sorted(told, key=lambda report: (int(report.when[1:]), report.when[0] == "N"))[-LATEST:]
    return " ".join(aloud(report, mind.names, mind.view.own_names, mind.seat) for report in last)


def _suspect(mind: Mind, asked: Asking) -> str:
    others = [seat for seat in mind.town.living if seat not in mind.friends]
    if not others:
        return "I suspect nobody."
    seat = max(others, key=mind.guess.evil.__getitem__)
    return "I suspect nobody yet." if knows_nothing(mind, seat) else _in_words(mind, seat)


def knows_nothing(mind: Mind, seat: int) -> bool:
    """Whether nobody has said yet who they are, and nothing speaks against this player."""
    return not any(mind.town.claims) and not reasons(mind, seat)


def _vote(mind: Mind, asked: Asking) -> str:
    if not (mind.place.alive or mind.place.ghost_vote):
        return f"I have no vote left. {_suspect(mind, asked)}"
    others = [seat for seat in mind.guilt if seat not in mind.friends and mind.cost(seat) < mind.guilt[seat]]
    if not others:
        return "I would vote for nobody yet."
    seat = max(others, key=mind.guilt.__getitem__)
    if knows_nothing(mind, seat):
        return "I would vote for nobody yet."
    because = reason_in_words(best_reason(mind, seat), mind.names, mind.view.own_names, mind.seat)
    return f"I would vote to execute {mind.names[seat]}, because {because}."


def _voted(mind: Mind, asked: Asking) -> str:
    """Why they have voted for somebody, by the last vote."""
    seat = asked[1]
    votes = [one for one in (*mind.view.nominated_before, *mind.view.nominations) if one.nominee == seat]
    if seat is None or not votes:
        return _why(mind, asked)
    if mind.seat not in votes[-1].hands:
        return f"I did not vote to execute {mind.names[seat]}."
    because = reason_in_words(best_reason(mind, seat), mind.names, mind.view.own_names, mind.seat)
    return f"I voted to execute {mind.names[seat]}, because {because}."


def _why(mind: Mind, asked: Asking) -> str:
    """Why this player suspects whom they ask about, or else whom they accused last, or suspect most."""
    accused = [said[1] for said in map(what_is_said, mind.place.says) if said is not None and said[0] == "evil"]
    if asked[1] is not None and asked[1] != mind.seat:
        return _about(mind, asked)
    return _in_words(mind, accused[-1]) if accused else _suspect(mind, asked)


def _about(mind: Mind, asked: Asking) -> str:
    seat = asked[1]
    if seat is None or seat >= len(mind.guess.evil):
        return _suspect(mind, asked)
    if seat == mind.seat:
        return "You can trust me."
    evil = mind.guess.evil[seat]
    if evil > SUSPECTS or (evil > TRUSTS and reasons(mind, seat)):
        return _in_words(mind, seat)
    name = mind.names[seat]
    return f"I trust {name} more than most." if evil < TRUSTS else f"I do not know yet what to think of {name}."


def _in_words(mind: Mind, seat: int) -> str:
    return aloud(accusation(mind, seat), mind.names, mind.view.own_names, mind.seat)


ANSWERS: Mapping[str, Callable[[Mind, Asking], str]] = {
    "self": _self,
    "learned": _learned,
    "suspect": _suspect,
    "vote": _vote,
    "why": _why,
    "voted": _voted,
    "about": _about,
}
