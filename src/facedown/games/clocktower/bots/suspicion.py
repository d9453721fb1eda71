"""Reasons to suspect a player from what was said and learned, the strongest first.

Who says why they accuse somebody says one of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from facedown.games.clocktower.bots.belief import WRONG, Weights, against_both, packed, where, worth_of
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.town import Town, worlds_of
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.public import Said
from facedown.games.clocktower.speech.english import can_be_told
from facedown.games.clocktower.speech.statements import Defence, Either, Evil, Reason, Report, Suspicion
from facedown.games.clocktower.tally import Tally

SPEAKS = 0.1  # the least log-odds shift that counts as a reason
TRUST_OTHERS = Reason("trust_others")  # nothing of its own: somebody must be the likeliest
HAVE_LEARNED = Reason("have_learned")  # what they have been told and not said yet
CREDIBLE, DUBIOUS = 0.3, 0.6  # how likely to be evil: whom they believe is less so, whom they doubt is more so
UNPROVED = ("unproved", "only_word")
OF = ("player", "pair", "players")  # the parts of a report that name players
NIGHTS = 3  # nights after which it is odd that the Demon has spared somebody


def reasons(mind: Mind, seat: int) -> list[Reason]:
    """Why they suspect this player; empty if there is no reason except that somebody must be evil."""
    town = mind.town
    own = () if mind.evil else mind.unsaid
    shifts = (_against(town, mind.seat, said)[seat] for said in own if not _is_of_all(said))
    found = [*public(town, seat), *((shift, HAVE_LEARNED) for shift in shifts if shift > SPEAKS)]
    return [_as_put_by(mind, seat, reason) for _, reason in sorted(found, key=lambda pair: -pair[0])]


def _as_put_by(mind: Mind, seat: int, reason: Reason) -> Reason:
    """The reason as this player puts it: one who has said that exactly one of two is evil repeats it."""
    of_both = (Either(Evil(seat), Evil(mind.seat)), Either(Evil(mind.seat), Evil(seat)))
    said_it = reason == Reason("said", (mind.seat,)) and any(said in of_both for said in mind.said)
    return Reason("one_evil", (seat, mind.seat)) if said_it else reason


def accusation(mind: Mind, seat: int) -> Suspicion:
    """An accusation with the best reason that nobody has given today."""
    return Suspicion(seat, best_reason(mind, seat))


def best_reason(mind: Mind, seat: int) -> Reason:
    """The reason they gave today, else the strongest that nobody has given, or of a kind that few have given.

    Where all that proves little has been said of somebody, they agree.
    """
    given = {reason: by for by, reason in _given(mind, seat)}
    if (own := next((reason for reason, by in given.items() if by == mind.seat), None)) is not None:
        return own
    new = next((reason for reason in reasons(mind, seat) if reason not in given), None)
    if new is not None:
        return new
    little = [reason for reason in thin(mind, seat) if reason not in given]
    kinds = [reason.kind for reason in given_today(mind)]
    if given and all(reason.kind in kinds for reason in little):
        return Reason("agree", (next(iter(given.values())),))
    return min(little, key=lambda reason: kinds.count(reason.kind), default=TRUST_OTHERS)


def given_today(mind: Mind) -> Iterator[Reason]:
    """All reasons that people have given today."""
    for place in mind.view.circle:
        for said in place.says:
            if isinstance(said, Suspicion | Defence) and said.because is not None:
                yield said.because


def is_accused(mind: Mind, seat: int) -> bool:
    """Whether anybody has said today, with a reason, that this player is evil."""
    return any(_given(mind, seat))


def _given(mind: Mind, seat: int) -> Iterator[tuple[int, Reason]]:
    """The accusations of this player today, with their reasons."""
    for place in mind.view.circle:
        for said in place.says:
            if isinstance(said, Suspicion) and said.seat == seat and said.because is not None:
                yield place.seat, said.because


def thin(mind: Mind, seat: int) -> list[Reason]:
    """Weak reasons that are true of a player, first what they have done, in another order for each bot."""
    town, night = mind.town, mind.view.night
    done = [*_of_votes(mind, seat), *_of_accusations(mind, seat), *_beside_others(mind, seat)]
    if len(town.claims[seat]) > 1:
        done.append(Reason("changed", (seat,), (town.claims[seat][0], town.claims[seat][-1])))
    found: list[Reason] = []
    reported = any(isinstance(said, Report) for by, said in town.said if by == seat)
    if not town.claims[seat] and not reported:
        found.append(Reason("quiet", (seat,)))
    elif town.claims[seat] and not reported:
        found.append(Reason(UNPROVED[(mind.seat + seat + mind.view.day) % 2], (seat,), (town.claims[seat][-1],)))
    if town.claims[seat] and not speaks_for(town, seat):
        found += [Reason("unchecked", (seat,))] if reported else []
        found.append(Reason("nothing_for", (seat,)))
    if night > NIGHTS and mind.strength(seat) > 1.0:
        found.append(Reason("left_alive", (seat,), number=night - 1))
    first = (mind.seat + mind.view.day) % max(1, len(done))
    return [*done[first:], *done[:first], *found]


def _of_votes(mind: Mind, seat: int) -> Iterator[Reason]:
    """Reasons from their nominations and votes against players who were executed."""
    for nomination in mind.town.nominated:
        victim = executed(mind.town, nomination)
        if victim is None or victim == seat:
            continue
        if believes(mind, victim):
            if nomination.by == seat:
                yield Reason("nominated", (seat, victim))
            if seat in nomination.hands:
                yield Reason("voted", (seat, victim))
        if seat not in nomination.hands and mind.guess.evil[victim] > DUBIOUS and mind.seat in nomination.hands:
            yield Reason("spared", (seat, victim))


def _of_accusations(mind: Mind, seat: int) -> Iterator[Reason]:
    """Reasons from their accusations of players whom one believes."""
    for by, said in mind.town.said:
        if by == seat and isinstance(said, Evil) and said.seat != seat and believes(mind, said.seat):
            yield Reason("accused", (seat, said.seat))


def believes(mind: Mind, seat: int) -> bool:
    """Whether they can say that they believe this player, not having accused or voted to execute them."""
    if mind.guess.evil[seat] >= CREDIBLE or Evil(seat) in mind.said:
        return False
    return not any(one.nominee == seat and mind.seat in one.hands for one in mind.town.nominated)


def _beside_others(mind: Mind, seat: int) -> Iterator[Reason]:
    """The reason that something speaks for others and nothing for them."""
    if speaks_for(mind.town, seat):
        return
    others = [other for other in mind.town.living if other not in (seat, *mind.friends)]
    for other in sorted(others, key=mind.guess.evil.__getitem__):
        heard = (why for why in speaks_for(mind.town, other) if why.kind == "heard" and why.seats[0] != seat)
        named = (why for why in heard if why.report is not None and _names(why.report, other))
        yield from (Reason("cleared", (seat, *why.seats), report=why.report) for why in islice(named, 1))


def _names(report: Report, seat: int) -> bool:
    """Whether it names this player."""
    return any(
        seat == value or (isinstance(value, tuple) and seat in value) for key, value in report.learned if key in OF
    )


def executed(town: Town, nomination: Tally) -> int | None:
    victim = nomination.nominee
    return victim if victim is not None and town.died[victim] == f"D{nomination.day}" else None


@lru_cache(maxsize=512)
def public(town: Town, seat: int) -> tuple[tuple[float, Reason], ...]:
    """Public reasons against this player, with their strength."""
    found: dict[Reason, float] = {}
    for speaker, said in town.said:
        shift = _against(town, speaker, said)[seat] if speaker != seat and not _is_of_all(said) else 0.0
        if shift > SPEAKS:
            by = _told(town, speaker, said)
            found[by] = max(shift, found.get(by, 0.0))
    for other in town.residents:
        for role in set(town.claims[seat]) & set(town.claims[other]) if other != seat else ():
            shift = float(_shifts(town.worlds.evil, against_both(town, seat, other))[seat])
            if shift > SPEAKS:
                found[Reason("both_claim", (seat, other), (role,))] = shift
    return tuple((shift, reason) for reason, shift in found.items())


def _is_of_all(said: Said) -> bool:
    """Whether it is about everybody, and so a reason against nobody."""
    return isinstance(said, Report) and kind_of(said.by).finds.of_all


def _told(town: Town, speaker: int, said: Said) -> Reason:
    """The reason that somebody said this."""
    if not isinstance(said, Report):
        return Reason("said", (speaker,))
    if can_be_told(said):
        return Reason("heard", (speaker,), report=said)
    return Reason("said_as", (speaker,), (said.by,))


@lru_cache(maxsize=512)
def speaks_for(town: Town, seat: int) -> tuple[Reason, ...]:
    """Public information of others that speaks for this player, the strongest first."""
    found = [
        (_for(town, speaker, said)[seat], _told(town, speaker, said))
        for speaker, said in town.said
        if speaker != seat and isinstance(said, Report) and not _is_of_all(said)
    ]
    return tuple(reason for shift, reason in sorted(found, key=lambda pair: -pair[0]) if shift > SPEAKS)


def _against(town: Town, speaker: int, said: Said) -> tuple[float, ...]:
    """How strongly it speaks against each player that this was said, more than against most; opinions do not count.

    There is a number of evil players: what speaks for one speaks a little against all the others, and is no reason.
    """
    return _beside_most(town, speaker, said, 1.0)


def _for(town: Town, speaker: int, said: Said) -> tuple[float, ...]:
    """How strongly it speaks for each player, more than for most."""
    return _beside_most(town, speaker, said, -1.0)


def _beside_most(town: Town, speaker: int, said: Said, sign: float) -> tuple[float, ...]:
    mask = None if isinstance(said, Evil) else where(town, speaker, said)
    if mask is None:
        return (0.0,) * len(town.alive)
    return _more_than_most(len(town.alive), town.residents, speaker, packed(mask), sign)


@lru_cache(maxsize=1024)
def _more_than_most(
    seats: int, residents: tuple[int, ...], speaker: int, holds: bytes, sign: float
) -> tuple[float, ...]:
    shifts = sign * _shifts(worlds_of(seats, residents).evil, worth_of(seats, residents, speaker, holds, WRONG))
    others = sorted(shifts[seat] for seat in residents if seat != speaker)
    return tuple((shifts - max(0.0, others[len(others) // 2])).tolist())


def _shifts(evil: NDArray[np.bool_], weights: Weights) -> NDArray[np.float64]:
    """The change of the log-odds that each player is evil."""
    odds = np.exp(weights)
    guilty, innocent = evil @ odds, ~evil @ odds
    number = evil.sum(axis=1)
    likely = (guilty > 0) & (innocent > 0) & (number > 0)
    shifts = np.zeros(len(evil))
    shifts[likely] = np.log(guilty[likely] / number[likely] / (innocent[likely] / (evil.shape[1] - number[likely])))
    return shifts
