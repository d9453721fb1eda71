"""Reasons to suspect a player from what was said and learned, the strongest first.

Who says why they accuse somebody says one of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from facedown.core.kept import kept
from facedown.games.clocktower.bots.belief import (
    WRONG,
    Weights,
    against_both,
    is_accusation,
    is_praise,
    is_so,
    where,
    where_packed,
    worth_of,
)
from facedown.games.clocktower.bots.mind import LATE, Mind
from facedown.games.clocktower.bots.town import Town, as_played, innocent, worlds_of
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.public import Said, Tally
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.speech.english import BARE, can_be_told, if_evil, then_evil
from facedown.games.clocktower.speech.statements import Defence, Either, Evil, Reason, Report, Suspicion

PREMISES = ("then_", "both_1", "both_2")  # what follows if some are who they say they are
PASSING = ("silent", "refused", "untold", "unchecked", "said_least", "never_voted")  # reasons that can end
SPEAKS = 0.1  # the least log-odds shift that counts as a reason
HAVE_LEARNED = Reason("have_learned")  # what they have been told and not said yet
CREDIBLE, DUBIOUS = 0.3, 0.6  # how likely to be evil: whom they believe is less so, whom they doubt is more so
LIKELIEST, MOST_OF_WHOM = 4, 3  # so many players are looked at for a group of so many of whom one must be evil
OF = ("player", "pair", "players")  # the parts of a report that name players
NIGHTS = 3  # nights after which it is odd that the Demon has spared somebody


def reasons(mind: Mind, seat: int) -> list[Reason]:
    """Why they suspect this player; empty if there is no reason except that somebody must be evil."""
    town = mind.town
    own = () if mind.evil else mind.unsaid
    shifts = (_against(town, mind.seat, said)[seat] for said in own if not _is_of_all(said))
    found = [*public(town, seat), *((shift, HAVE_LEARNED) for shift in shifts if shift > SPEAKS)]
    seeming = [Reason("seems_dead", (seat,))] if town.may_seem_dead(seat) else []
    return seeming + [_as_put_by(mind, seat, reason) for _, reason in sorted(found, key=lambda pair: -pair[0])]


def _as_put_by(mind: Mind, seat: int, reason: Reason) -> Reason:
    """The reason as this player puts it: one who has said that exactly one of two is evil repeats it."""
    if reason.kind.startswith("then") and seat != mind.seat in reason.seats[1:]:  # who know that it is not them
        left = tuple(one for one in reason.seats[1:] if one != mind.seat)
        return then_evil(reason.seats[0], left, reason.roles[0])
    of_both = (Either(Evil(seat), Evil(mind.seat)), Either(Evil(mind.seat), Evil(seat)))
    said_it = reason == Reason("said", (mind.seat,)) and any(map(mind.has_said, of_both))
    return Reason("one_evil", (seat, mind.seat)) if said_it else reason


def accusation(mind: Mind, seat: int) -> Suspicion | None:
    """An accusation with the best reason that nobody has given so far; None if there is nothing new to say.

    One that is put as another was today, or by themselves before, comes last: nobody repeats each other.
    """
    before = [reason for _, reason in given(mind, seat)]
    heard = heard_today(mind) | {words_of(reason) for reason in _own(mind)}
    found = None
    for reason in _all_reasons(mind, seat):
        if reason in before:
            continue
        found = found or reason
        if words_of(reason) not in heard:
            strong = mind.view.names and is_last_resort(reason) and found in reasons(mind, seat)
            found = found if strong else reason
            break
    return Suspicion(seat, found) if found is not None else None


def is_last_resort(reason: Reason) -> bool:
    """Whether people are to read it only where there is nothing better to say: it fits nearly everybody."""
    return reason.kind in BARE or reason.kind.startswith("if_")


def heard_today(mind: Mind) -> set[str]:
    """How the reasons were put that anybody has given today."""
    return set(map(words_of, given_today(mind)))


def words_of(reason: Reason) -> str:
    """How it is put: what follows if some are evil sounds alike whoever they are, and not if others are good."""
    if reason.kind.startswith(PREMISES):
        return f"{reason.kind} {reason.seats[: len(reason.roles)]}"
    return "if" if reason.kind.startswith("if_") else reason.kind


def _own(mind: Mind) -> Iterator[Reason]:
    """All reasons that they have given on earlier days."""
    for said in mind.place.said_before:
        if isinstance(said, Suspicion) and said.because is not None:
            yield said.because


def best_reason(mind: Mind, seat: int) -> Reason | None:
    """Why they suspect somebody, when asked: the last reason that they gave, or the strongest; None: none."""
    own = next((reason for by, reason in given(mind, seat) if by == mind.seat and reason.kind != "still"), None)
    if own is not None and own.kind in PASSING and own not in thin(mind, seat):
        own = None
    if own is not None and own.kind not in BARE:
        return own
    return next(iter(reasons(mind, seat)), None) or own or next(_all_reasons(mind, seat), None)


def has_reason(mind: Mind, seat: int) -> bool:
    """Whether they can say why they suspect somebody: once there are reports, most can suppose what follows."""
    return mind.town.has_reports or best_reason(mind, seat) is not None


def _all_reasons(mind: Mind, seat: int) -> Iterator[Reason]:
    """All reasons against a player, the strongest first."""
    yield from reasons(mind, seat)
    if mind.view.names:
        yield from together(mind, seat)
    yield from thin(mind, seat)


def given_today(mind: Mind) -> Iterator[Reason]:
    """All reasons that people have given today."""
    for place in mind.view.circle:
        for said in place.says:
            if isinstance(said, Suspicion | Defence) and said.because is not None:
                yield said.because


def is_accused(mind: Mind, seat: int) -> bool:
    """Whether anybody has said with a reason that this player is evil."""
    return any(given(mind, seat))


def given(mind: Mind, seat: int) -> Iterator[tuple[int, Reason]]:
    """The accusations of this player by anybody so far, with their reasons, today's first."""
    for place in mind.view.circle:
        for said in (*place.says, *place.said_before):
            if isinstance(said, Suspicion) and said.seat == seat and said.because is not None:
                yield place.seat, said.because


def thin(mind: Mind, seat: int) -> list[Reason]:
    """Weak reasons that are true of a player, first what they have done, in another order for each bot."""
    town, night = mind.town, mind.view.night
    done = [*clashes(mind, seat), *_of_votes(mind, seat), *_of_accusations(mind, seat), *_of_claims(mind, seat)]
    if mind.view.names:
        done = [*_of_nominations(mind, seat), *done]
    found: list[Reason] = []
    if not mind.view.names:
        done += supposition(mind, seat)
    if night > NIGHTS and mind.strength(seat) > 1.0:
        found.append(Reason("left_alive", (seat,), number=night - 1))
    if says_least(mind.town, seat) and None not in mind.view.circle[seat].says:
        found.append(Reason("said_least", (seat,)))
    if is_silent(town, seat) and not town.claims[mind.seat]:
        found.append(Reason("silent", (seat,)))
    if mind.view.names:  # people would read it too often
        found += supposition(mind, seat)
    if town.characters.must_execute or len(town.living) <= LATE or _lags(mind, seat):
        most = max([mind.guess.evil[other] for other in town.living if other != mind.seat], default=0.0)
        found.append(Reason("least" if mind.guess.evil[seat] >= most else "less", (seat,)))
    first = (mind.seat + mind.view.day) % max(1, len(done))
    return [*done[first:], *done[:first], *found]


def together(mind: Mind, seat: int) -> Iterator[Reason]:
    """What two reports, first one's own, say of this player and neither alone, in another order for each bot.

    Who speaks takes it that they are good, and names no other whom they suspect more.
    """
    town, told, evil = mind.town, _true_if_good(mind.town), mind.seeming.guess.evil
    good = innocent(len(town.alive), town.residents)
    first = mind.seat % max(1, len(told))
    others = [one for one in (*told[first:], *told[:first]) if one[0] != seat]
    pairs = combinations(sorted(others, key=lambda one: one[0] != mind.seat), 2)
    found: list[Reason] = []
    for (by, role, ours), (other, also, theirs) in pairs:
        both = ours & theirs & good[mind.seat] if by != other else 0
        for beside in town.residents if both & good[seat] else (seat,) if both else ():
            free = good[seat] & good[beside]
            if beside in (by, other) or both & free or not (ours & free and theirs & free):
                continue
            if beside == seat:
                yield Reason("both_1", (by, other, seat), (role, also))
            elif both & good[beside] and evil[beside] <= evil[seat]:
                found.append(Reason("both_2", (by, other, seat, beside), (role, also)))
    yield from found


def clashes(mind: Mind, seat: int) -> Iterator[Reason]:
    """Whose reports cannot be true beside theirs if both are good; first one's own."""
    others = sorted(mind.town.residents, key=lambda other: (other != mind.seat, other))
    yield from (
        Reason("clash", (seat, other)) for other in others if other != seat and clash(mind.town, seat, other)
    )


def clash(town: Town, seat: int, other: int) -> bool:
    """Whether something that one of them reports rules out something that the other does, if both are good."""
    told = _true_if_good(town)
    good = innocent(len(town.alive), town.residents)
    return any(
        not ours & theirs and bool(ours & good[other]) and bool(theirs & good[seat])
        for by, _, ours in told if by == seat
        for one, _, theirs in told if one == other
    )  # fmt: skip


@kept(8)
def _true_if_good(town: Town) -> list[tuple[int, str, int]]:
    """Of each report: who made it, as who, and a bit for each world in which it holds and they are good."""
    good = innocent(len(town.alive), town.residents)
    reports = ((by, said) for by, said in town.said if isinstance(said, Report))
    held = ((by, said.by, where_packed(town, by, said)) for by, said in reports)
    return [(by, role, int.from_bytes(holds, "big") & good[by]) for by, role, holds in held if holds is not None]


def says_least(town: Town, seat: int) -> bool:
    """Whether every other living player has made more statements of the town."""
    said = [by for by, _ in town.said]
    return seat in town.living and all(said.count(seat) < said.count(one) for one in town.living if one != seat)


def is_silent(town: Town, seat: int) -> bool:
    """Whether they have made no claim where half the town has: before that it says nothing of anybody."""
    return not town.claims[seat] and 2 * sum(map(bool, town.claims)) >= len(town.claims)


def owes_report(town: Town, seat: int) -> bool:
    """Whether they claim a character that has learned something by now, and have not said what."""
    if not town.claims[seat] or any(by == seat and isinstance(said, Report) for by, said in town.said):
        return False
    finds = kind_of(town.claims[seat][-1]).finds
    return finds.possible is not None and finds.nights in ("first", "every")


def supposition(mind: Mind, seat: int) -> Iterator[Reason]:
    """Who is evil beside this player in the likeliest case, and how many others have said what is false then.

    There is none where they are evil only if oneself is, too, or in no case at all.
    """
    town, world = mind.town, mind.thought.likeliest_with(seat)
    if not town.has_reports or town.worlds.evil[mind.seat, world] or not town.worlds.evil[seat, world]:
        return
    team = [seat, *(one for one in town.residents if one != seat and town.worlds.evil[one, world])]
    others = ((by, said) for by, said in town.said if by not in team and isinstance(said, Report))
    wrong = {by for by, said in others if is_so(town, by, said, world) is False}
    yield if_evil(team, len(wrong))


def _of_claims(mind: Mind, seat: int) -> Iterator[Reason]:
    """Reasons from what they claim to be, or do not."""
    town, claims = mind.town, mind.town.claims[seat]
    if not claims:
        asked = [one for one in mind.view.asked_aloud if one.to == seat and one.asked.what == "self"]
        if asked and asked[0].answered:
            yield Reason("refused", (seat, asked[0].by))
        elif town.claims[mind.seat] and is_silent(town, seat):
            yield Reason("silent", (seat,))
        return
    if len(claims) > 1:
        yield Reason("changed", (seat,), (claims[0], claims[-1]))
    outsiders = sum(town.team_of(ids[-1]) == "outsider" for ids in town.claims if ids)
    if town.team_of(claims[-1]) == "outsider" and outsiders > team_counts(len(town.residents))["outsider"]:
        yield Reason("outsiders", (seat,), number=outsiders)
    if owes_report(town, seat):
        yield Reason("untold", (seat,), (claims[-1],))
    elif not any(by == seat and isinstance(said, Report) for by, said in town.said) and not speaks_for(town, seat):
        yield Reason("unchecked", (seat,), (claims[-1],))


def _of_nominations(mind: Mind, seat: int) -> Iterator[Reason]:
    """A nomination by somebody who claims to be Townsfolk did not do what the nominee's claim says it does."""
    town, votes = mind.town, (*mind.town.nominated, *mind.view.nominations)
    last = {other: ids[-1] for other, ids in enumerate(town.claims) if ids}
    for id in dict.fromkeys(last.values()):
        claimed = [other for other, claim in last.items() if claim == id]
        for one in as_played(id).unmoved_by(claimed, votes):
            if one.by is None or one.nominee is None or town.team_of(last.get(one.by, "")) != "townsfolk":
                continue
            if seat == one.nominee:
                yield Reason("unmoved", (one.by, seat), (id,))
            elif seat == one.by:
                yield Reason("lived", (seat, one.nominee), (id,))


def _of_votes(mind: Mind, seat: int) -> Iterator[Reason]:
    """Reasons from their nominations and votes, above all against players who were executed."""
    before = mind.town.nominated
    votes = (*before, *mind.view.nominations)
    if before and not any(seat in one.hands or one.by == seat or one.hidden for one in votes):
        yield Reason("never_voted", (seat,))
    for nomination in before:
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
    return mind.guess.evil[seat] < CREDIBLE and not was_against(mind, seat)


def was_against(mind: Mind, seat: int) -> bool:
    """Whether they have accused this player, or voted on an earlier day to execute them."""
    return mind.has_said(Evil(seat)) or any(
        one.nominee == seat and mind.seat in one.hands for one in mind.town.nominated
    )


def _lags(mind: Mind, seat: int) -> bool:
    """Whether somebody's report names and speaks for others, and nothing speaks for them."""
    others = (other for other in mind.town.living if other not in (seat, *mind.friends))
    heard = ((why, other) for other in others for why in speaks_for(mind.town, other) if why.seats[0] != seat)
    return not speaks_for(mind.town, seat) and any(
        why.kind == "heard" and why.report is not None and names_player(why.report, other) for why, other in heard
    )


def names_player(report: Report, seat: int) -> bool:
    """Whether it names this player."""
    return any(
        seat == value or (isinstance(value, tuple) and seat in value) for key, value in report.learned if key in OF
    )


def executed(town: Town, nomination: Tally) -> int | None:
    victim = nomination.nominee
    return victim if victim is not None and town.died[victim] == f"D{nomination.day}" else None


@kept(64)
def public(town: Town, seat: int) -> tuple[tuple[float, Reason], ...]:
    """Public reasons against this player, with their strength."""
    found: dict[Reason, float] = {}
    for speaker, said in town.said:
        shift = _against(town, speaker, said)[seat] if speaker != seat and not _is_of_all(said) else 0.0
        if shift > SPEAKS:
            by = _implied(town, speaker, said, seat) or _told(town, speaker, said)
            found[by] = max(shift, found.get(by, 0.0))
    for other in town.residents:
        for role in [role for role in town.claims[seat] if other != seat and role in town.claims[other]]:
            shift = float(_shifts(town.worlds.evil, against_both(town, seat, other))[seat])
            if shift > SPEAKS:
                found[Reason("both_claim", (seat, other), (role,))] = shift
    return tuple((shift, reason) for reason, shift in found.items())


def _implied(town: Town, speaker: int, said: Said, seat: int) -> Reason | None:
    """The reason that this player, or one of few with them, is evil if the speaker is who they say they are."""
    group = _one_is_evil(town, speaker, said) if isinstance(said, Report) else ()
    if seat not in group or not isinstance(said, Report):
        return None
    return then_evil(speaker, group, said.by)


def _one_is_evil(town: Town, speaker: int, said: Said) -> tuple[int, ...]:
    """The smallest group of whom one is evil wherever this is true and its speaker good; () if there is none."""
    mask = where(town, speaker, said)
    if mask is None or not (true := mask & ~town.worlds.evil[speaker]).any():
        return ()
    evil = town.worlds.evil[:, true]
    likeliest = sorted(town.residents, key=lambda seat: -int(evil[seat].sum()))[:LIKELIEST]
    for size in range(1, MOST_OF_WHOM + 1):
        for group in combinations(sorted(likeliest), size):
            if evil[list(group)].any(axis=0).all():
                return group
    return ()


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


def proof(town: Town, seat: int) -> Reason:
    """What everybody saw that shows who this player is, of whom there is such a thing."""
    return Reason("proven", (seat,), (town.proven[seat],))


def speaks_for(town: Town, seat: int) -> tuple[Reason, ...]:
    """Public information of others that speaks for this player, the strongest first."""
    found = [(shifts[seat], told) for by, shifts, told in _informing(town) if by != seat and shifts[seat] > SPEAKS]
    return tuple(reason for _, reason in sorted(found, key=lambda pair: -pair[0]))


@kept(8)
def _informing(town: Town) -> list[tuple[int, tuple[float, ...], Reason]]:
    """Who has reported what of some players, and how strongly it speaks for each of these."""
    reported = [(by, said) for by, said in town.said if isinstance(said, Report) and not _is_of_all(said)]
    return [(by, _against(town, by, said, -1.0), _told(town, by, said)) for by, said in reported]


def _against(town: Town, speaker: int, said: Said, sign: float = 1.0) -> tuple[float, ...]:
    """How strongly it speaks against each player that this was said, more than against most; opinions do not count.

    With the sign -1, how strongly for each.  There is a number of evil players: what speaks for one speaks a little
    against all the others, and is no reason.
    """
    vague = is_accusation(said, speaker, town) or is_praise(speaker, said)
    holds = None if vague else where_packed(town, speaker, said)
    if holds is None:
        return (0.0,) * len(town.alive)
    return _more_than_most(len(town.alive), town.residents, speaker, holds, sign)


@kept(1024)
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
