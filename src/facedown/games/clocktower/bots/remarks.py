"""What players say to what others have said today: they take up a reason, speak up for somebody, and ask.

Nothing here goes by a player's side: evil ask, and speak up for, whom a good player in their place would.
"""

from __future__ import annotations

from collections.abc import Iterator

from facedown.core.game import Move
from facedown.games.clocktower.bots.defence import reasons_for
from facedown.games.clocktower.bots.mind import Mind, accused_by, thought
from facedown.games.clocktower.bots.moves import made, say_aloud
from facedown.games.clocktower.bots.suspicion import (
    CREDIBLE,
    accusation,
    believes,
    executed,
    given,
    given_today,
    heard_today,
    is_last_resort,
    is_silent,
    owes_report,
    proof,
    was_against,
    words_of,
)
from facedown.games.clocktower.bots.talk import TALKATIVE
from facedown.games.clocktower.bots.votes import suspects
from facedown.games.clocktower.moves import Deed
from facedown.games.clocktower.speech.english import BARE
from facedown.games.clocktower.speech.statements import Defence, Question, Reason, Suspicion, Trust

CONVINCE_NOBODY = (*BARE, "said_least", "convinced", "still")  # reasons that nobody takes up from others
CURIOUS = 2  # each player may ask one thing on one of so many days


def proof_due(mind: Mind) -> Move | None:
    """Of whom everybody saw what they are: the first to speak says it, once in the game."""
    if not mind.view.names or not mind.place.claims:
        return None
    said = {one for place in mind.view.circle for one in (*place.said_before, *place.says)}
    others = (seat for seat in mind.town.proven if seat != mind.seat and mind.town.alive[seat])
    proofs = (Trust(seat, much=True, because=proof(mind.town, seat)) for seat in others)
    new = next((one for one in proofs if one not in said), None)
    return None if new is None else say_aloud(mind, new)


def remark_due(mind: Mind) -> Move | None:
    """A word for somebody who was accused, or a question; it weighs nothing, and is left out where nobody reads."""
    if not mind.view.names or not mind.place.claims or len(mind.place.says) >= TALKATIVE:
        return None
    if (objection := objection_due(mind)) is not None:
        return say_aloud(mind, objection)
    if (asks := question_due(mind)) is not None:
        return made(mind.view, Deed("say", says=(asks[1],), to=asks[0]))
    return None


def opening_due(mind: Mind) -> Move | None:
    """A question on a day on which nobody has spoken; it weighs nothing, and is left out where nobody reads."""
    view = mind.view
    spoken = any(place.says or place.claimed_on == view.day for place in view.circle)
    others = [seat for seat in mind.town.living if seat != mind.seat]
    if not view.names or spoken or not others:
        return None
    to, asks = next(_worth_asking(mind), (others[view.day % len(others)], Question("suspect")))
    return made(view, Deed("say", says=(asks,), to=to))


def grounds(mind: Mind, nominee: int) -> Suspicion | None:
    """What they say before they nominate somebody; None if they have said why, or can say nothing new."""
    if mind.has_accused_today(nominee) or len(mind.place.says) >= TALKATIVE:
        return None
    before = list(given(mind, nominee))
    convincing = {by for by, reason in before if reason.kind not in CONVINCE_NOBODY}
    others = [place.seat for place in mind.view.circle if nominee in accused_by(place)]
    takes_up = [Reason("convinced", (other,)) for other in others if other in convincing]
    if any(by == mind.seat for by, _ in before):
        takes_up.append(Reason("still", (mind.seat,)))
    heard, known = heard_today(mind), [reason for _, reason in before]
    fresh = [reason for reason in takes_up if reason not in known and words_of(reason) not in heard]
    own = accusation(mind, nominee)
    is_new = own is not None and own.because is not None and words_of(own.because) not in heard
    is_new = is_new and not (fresh and mind.view.names and own is not None and _is_last(own))
    return Suspicion(nominee, fresh[0]) if fresh and not is_new else own


def _is_last(said: Suspicion) -> bool:
    return said.because is not None and is_last_resort(said.because)


def objection_due(mind: Mind) -> Defence | None:
    """A new word for a player accused by somebody else, whom all may believe; for each and by each one a day."""
    places = mind.view.circle
    before = {said for place in places for said in place.said_before}
    spoken_for = {
        said.seat
        for place in places
        for said in place.says
        if isinstance(said, Defence) and said.seat != place.seat
    }
    if any(isinstance(said, Defence) and said.seat != mind.seat for said in mind.place.says):
        return None
    for seat in mind.town.living:
        accused = any(place.seat != mind.seat and seat in accused_by(place) for place in places)
        if not accused or seat == mind.seat or seat in spoken_for or not _is_believed(mind, seat):
            continue
        heard = {reason.kind for reason in given_today(mind)}
        new = (Defence(seat, one) for one in reasons_for(mind, seat) if one.kind not in heard)
        if (found := next((one for one in new if one not in before), None)) is not None:
            return found
    return None


def _is_believed(mind: Mind, seat: int) -> bool:
    """Whether this player is to be believed by what everybody knows, and by what a good player has learned besides.

    What evil know besides is their team: by that they would speak up for hardly anybody else.
    """
    seen = thought(mind.town, frozenset((mind.seat,)), settled=mind.is_settled).guess
    if seen.evil[seat] >= CREDIBLE or suspects(mind, seat):
        return False
    return not was_against(mind, seat) if mind.evil else believes(mind, seat)


def question_due(mind: Mind) -> tuple[int, Question] | None:
    """Whom they ask what in the room: nobody is asked twice on a day."""
    if (mind.seat + mind.view.day) % CURIOUS or any(one.by == mind.seat for one in mind.view.asked_aloud):
        return None
    asked = {one.to for one in mind.view.asked_aloud}
    return next((one for one in _worth_asking(mind) if one[0] not in asked), None)


def _worth_asking(mind: Mind) -> Iterator[tuple[int, Question]]:
    town = mind.town
    others = [seat for seat in (*town.living[mind.seat :], *town.living[: mind.seat]) if seat != mind.seat]
    yield from ((seat, Question("self")) for seat in others if is_silent(town, seat))
    for nomination in town.nominated:
        victim = executed(town, nomination)
        if nomination.day == mind.view.day - 1 and victim is not None and _is_believed(mind, victim):
            yield from ((seat, Question("voted", victim)) for seat in nomination.hands if seat in others)
    if mind.view.nominating:
        yield from ((seat, Question("learned")) for seat in others if owes_report(town, seat))
