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
    proof,
    public,
    speaks_for,
)
from facedown.games.clocktower.bots.town import Town, execution_costs
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
    yield from reasons_for(mind, mind.seat)
    yield from _against_accuser(mind)
    yield from _of_need(mind.town, mind.seat)


def reasons_for(mind: Mind, seat: int) -> Iterator[Reason]:
    """What speaks for this player, the strongest first."""
    town = mind.town
    role = town.claims[seat][-1] if town.claims[seat] else ""
    if seat in town.proven:
        yield proof(town, seat)
    if role and execution_costs(role) >= DEAR:
        yield Reason("dear", (seat,), (role,))
    if seat == mind.seat:
        rivals = (other for other in town.residents if other != seat and role in town.claims[other])
        yield from (Reason("rival", (seat, other), (role,)) for other in rivals)
    yield from speaks_for(town, seat)
    if false_reports.tells_anew(role) and mind.view.circle[seat].alive:
        yield Reason("learns_more", (seat,), (role,))
    yield from _voted_well(mind, seat)
    against = {reason.seats[0] for _, reason in public(town, seat) if reason.kind in ("heard", "said_as", "said")}
    if len(against) == 1 and mind.seat not in against:
        yield Reason("only_against", (against.pop(), seat))


def _of_need(town: Town, seat: int) -> Iterator[Reason]:
    """What speaks for keeping this player, by what they claim to be."""
    role = town.claims[seat][-1] if town.claims[seat] else ""
    if role and all(other == seat or role not in town.claims[other] for other in town.residents):
        yield Reason("sole_claim", (seat,), (role,))
    if role and strength(role) >= STRONG and town.alive[seat]:
        yield Reason("still_needed", (seat,), (role,))


def _against_accuser(mind: Mind) -> Iterator[Reason]:
    """What can be said of whoever has nominated them."""
    against = [one.by for one in mind.view.nominations[-1:] if one.nominee == mind.seat]
    by = against[0] if against else None
    if by is None or by in mind.friends or by >= len(mind.town.claims):
        return
    if not mind.town.claims[by]:
        yield Reason("no_claim", (by, mind.seat))
    elif owes_report(mind.town, by):
        yield Reason("accuser_untold", (by, mind.seat), (mind.town.claims[by][-1],))


def _voted_well(mind: Mind, seat: int) -> Iterator[Reason]:
    for nomination in mind.town.nominated:
        victim = executed(mind.town, nomination)
        if victim in (None, seat, mind.seat):  # nobody says of themselves that they seemed evil
            continue
        if seat in nomination.hands and mind.seen.evil[victim] > DUBIOUS:
            yield Reason("voted_well", (seat, victim))


def _little(mind: Mind) -> Iterator[Reason]:
    if not public(mind.town, mind.seat):
        yield Reason("nothing_against", (mind.seat,))
    others = [seat for seat in mind.town.living if seat not in mind.friends]
    if others:
        yield Reason("suspect_more", (max(others, key=mind.guess.evil.__getitem__),))
