"""What accused players say in their defence, in line with their claim and with a reason that all can check."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.games.clocktower.bots import false_reports
from facedown.games.clocktower.bots.mind import DEAR, Mind, strength
from facedown.games.clocktower.bots.suspicion import (
    DUBIOUS,
    executed,
    given_today,
    owes_report,
    public,
    speaks_for,
)
from facedown.games.clocktower.bots.town import execution_costs
from facedown.games.clocktower.speech.addressed import is_defence
from facedown.games.clocktower.speech.statements import Defence, Reason

STRONG = 1.2  # a character of which the town has need


def defence(mind: Mind) -> Defence:
    """A defence with the best reason of a kind that few have given today, and this player not before."""
    before = (getattr(said, "because", None) for said in mind.place.said_before if is_defence(said, mind.seat))
    given = [reason.kind for reason in (*given_today(mind), *before) if reason is not None]
    found = [*_reasons(mind), *_little(mind)]
    return Defence(mind.seat, min(found, key=lambda reason: given.count(reason.kind), default=None))


def _reasons(mind: Mind) -> Iterator[Reason]:
    """The reasons, the strongest first."""
    town, me = mind.town, mind.seat
    role = town.claims[me][-1] if town.claims[me] else ""
    if role and execution_costs(role) >= DEAR:
        yield Reason("dear", (me,), (role,))
    yield from (
        Reason("rival", (me, other), (role,))
        for other in town.residents
        if other != me and role in town.claims[other]
    )
    yield from speaks_for(town, me)
    if false_reports.tells_anew(role) and mind.place.alive:
        yield Reason("learns_more", (me,), (role,))
    yield from _voted_well(mind)
    against = {reason.seats[0] for _, reason in public(town, me) if reason.kind in ("heard", "said_as", "said")}
    if len(against) == 1:
        yield Reason("only_against", (against.pop(), me))
    yield from _against_accuser(mind)
    if role and all(other == me or role not in town.claims[other] for other in town.residents):
        yield Reason("sole_claim", (me,), (role,))
    if role and strength(role) >= STRONG and mind.place.alive:
        yield Reason("still_needed", (me,), (role,))


def _against_accuser(mind: Mind) -> Iterator[Reason]:
    """What can be said of whoever has nominated them."""
    by = mind.view.nominations[-1].by if mind.view.nominations else None
    if by is None or by in mind.friends or by >= len(mind.town.claims):
        return
    if not mind.town.claims[by]:
        yield Reason("no_claim", (by, mind.seat))
    elif owes_report(mind.town, by):
        yield Reason("accuser_untold", (by, mind.seat), (mind.town.claims[by][-1],))


def _voted_well(mind: Mind) -> Iterator[Reason]:
    for nomination in mind.town.nominated:
        victim = executed(mind.town, nomination)
        if victim not in (None, mind.seat) and mind.seat in nomination.hands and mind.seen.evil[victim] > DUBIOUS:
            yield Reason("voted_well", (mind.seat, victim))


def _little(mind: Mind) -> Iterator[Reason]:
    if not public(mind.town, mind.seat):
        yield Reason("nothing_against", (mind.seat,))
    others = [seat for seat in mind.town.living if seat not in mind.friends]
    if others:
        yield Reason("suspect_more", (max(others, key=mind.guess.evil.__getitem__),))
