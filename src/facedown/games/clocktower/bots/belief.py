"""How likely each player is to be evil, or the Demon: a weighing of all possible evil teams.

A world weighs the more, the better it explains what was said, who voted and who died: the good mostly say what is
true, evil mostly what is not and clears their own, and they hardly vote for each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import log
from operator import add, or_
from typing import NamedTuple, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from facedown.core.kept import kept
from facedown.games.clocktower.bots.town import Town, as_played, is_late, worlds_of
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.public import Said, Tally
from facedown.games.clocktower.speech.statements import Evil, Is, Not, Report, Statement, without_reason
from facedown.games.clocktower.speech.truth import holds
from facedown.games.clocktower.speech.worlds import Mask

Weights: TypeAlias = NDArray[np.float64]  # logarithms, world by world

WRONG = 0.2  # how often a good player's report is false: drunk, poisoned, misled
FALSIFIED = 0.97  # the same with a Demon with whom Townsfolk learn nothing true
TRUE_LIE = 0.35  # how much less often an evil player's invented report is true
TRUE_VAGUE_LIE = 1.0  # the same of a report that can hardly be false when it is about evil players
SECOND_CLAIM = log(0.15)  # two good players claim one character: one is drunk, say
SURELY_SECOND = log(0.02)  # the same where all good players know who they are
EVIL_DIES_AT_NIGHT, DEMON_DIES_AT_NIGHT = log(0.3), log(0.03)
EVIL_SURVIVES = log(0.4)  # an execution, which hardly tells
EVIL_SAVED = log(0.2)  # the same where somebody claims a character that may have saved them
EVIL_SAVES = log(2.0)  # the same where nobody does, and evil may save anybody
EVIL_PROVEN = log(0.003)  # to be good, by what everybody saw
EVIL_LENT = log(0.15)  # the same where evil may have a good character's ability
CLAIMS_LITTLE = log(1.6)  # evil, to be who does nothing night after night, where few have anything to tell
DEMON_SECOND = log(0.2)  # the Demon claims what another does, being shown what nobody is
DEAD_DEMON = log(0.001)  # while the game goes on
SEEMINGLY_DEAD_DEMON = log(0.15)  # the same, where a Demon of the script may only seem dead
AGAINST_ONE_OF_THEM = log(0.15)  # evil say of evil that they are
VOTE_FOR_ONE_OF_THEM = log(0.3)  # evil vote to execute evil
VOTE_FOR_OTHERS = log(1.3)  # the same for good, beside how often good do
NOMINATES_ONE_OF_THEM = log(0.2)  # evil nominate evil
EVIL_RETURNS = log(0.1)  # evil come back to life: whose ability does that looks for Townsfolk, or undoes a kill
LULL = log(2.0)  # a night without a death after a day with one, where a Demon of the script may only seem dead
QUIET = log(3.0)  # a night in which nobody dies, where the game may go on without the Demon
NEVER = -np.inf


class Guess(NamedTuple):
    """The probabilities of each seat to be evil and to be the Demon, and the likeliest world."""

    evil: list[float]
    demon: list[float]
    world: int


@kept(8)
def common(town: Town) -> Weights:
    """How well each world explains what everybody knows."""
    weights = np.zeros(town.worlds.evil.shape[1])
    for seat, said in town.said:
        found = _worth_of_saying(town, seat, said)
        if found is not None:
            weights += found
    if town.characters.falsifying:
        weights += _of_falsehood(town)
    weights += _of_votes(len(town.alive), town.residents, town.nominated)
    for seat in town.proven:
        weights += (EVIL_LENT if town.characters.lent else EVIL_PROVEN) * town.worlds.evil[seat]
    for seat in town.residents:
        if town.characters.tells_little and town.claims[seat] and _claims_little(town, seat):
            weights += CLAIMS_LITTLE * town.worlds.evil[seat]
        if town.same_claims and (found := _of_double_claims(town, seat)) is not None:
            weights += found
        if not town.alive[seat]:
            weights += _of_death(town, seat)
        if town.survived[seat]:
            weights += _of_survival(town, seat) * town.worlds.evil[seat]
    for seat, _, _ in town.returned:
        weights += EVIL_RETURNS * town.worlds.evil[seat]
    return weights


def _claims_little(town: Town, seat: int) -> bool:
    """Whether they say that they are Townsfolk who do nothing on most nights."""
    id = town.claims[seat][-1]
    return town.team_of(id) == "townsfolk" and not is_late(id)


def _of_survival(town: Town, seat: int) -> float:
    """How much likelier it makes that somebody is evil that an execution has not killed them."""
    if town.is_kept_alive(seat):
        return EVIL_SAVED
    untold = not all(town.claims[other] for other in town.residents)
    return EVIL_SURVIVES if untold or not town.characters.evil_saves else EVIL_SAVES


def _worth_of_saying(town: Town, seat: int, said: Statement) -> Weights | None:
    """How well each world explains that this was said; None if it does not depend on the world."""
    if is_accusation(said, seat, town):  # an opinion mostly repeats what others know as well
        return _of_opinion(len(town.alive), town.residents, seat, said.seat)
    holds = None if is_praise(seat, said) else _meant(town, seat, said)
    if holds is None:
        return None
    vague = isinstance(said, Report) and kind_of(said.by).finds.of_claims
    return worth(town, seat, holds, WRONG, TRUE_VAGUE_LIE if vague else TRUE_LIE)


def is_accusation(said: Said, by: int, town: Town) -> TypeGuard[Evil | Is]:
    """Whether it only says that somebody is evil, or that somebody else is a character that is."""
    if isinstance(said, Is):
        return said.seat != by and town.team_of(said.role) in ("minion", "demon")
    return isinstance(said, Evil)


def is_praise(by: int, said: Said) -> bool:
    """Whether it only says of somebody else that they are good: all can say that, and it weighs nothing."""
    if isinstance(said, Is):
        return said.seat != by and not as_played(said.role).tactics.is_hunted  # evil know of whom they say that
    return isinstance(said, Not) and isinstance(said.said, Evil) and said.said.seat != by


@kept(64)  # each takes up to 40 kB
def _of_opinion(seats: int, residents: tuple[int, ...], seat: int, other: int) -> Weights:
    evil = worlds_of(seats, residents).evil
    weights: Weights = AGAINST_ONE_OF_THEM * (evil[seat] & evil[other])
    return weights


def _of_falsehood(town: Town) -> Weights:
    """How much better each world explains the reports where all that Townsfolk learn may be false."""
    shift = np.zeros(town.worlds.evil.shape[1])
    for seat, said in town.said:
        if (
            not isinstance(said, Report)
            or town.team_of(said.by) != "townsfolk"
            or kind_of(said.by).finds.of_sayings
        ):
            continue
        holds = _meant(town, seat, said)
        if holds is not None:
            known = len(town.alive), town.residents, seat, holds
            shift += worth_of(*known, FALSIFIED) - worth_of(*known, WRONG)
    chance = town.characters.falsifying
    return np.logaddexp(log(1.0 - chance), log(chance) + shift)


@kept(8)
def _of_votes(seats: int, residents: tuple[int, ...], nominated: tuple[Tally, ...]) -> Weights:
    """How well each world explains the votes: evil players rarely vote against their own, unless these are lost."""
    evil = worlds_of(seats, residents).evil
    weights = np.zeros(evil.shape[1])
    for nomination in nominated:
        if nomination.nominee is None:
            continue
        if nomination.hands:
            hands = evil[[seat for seat in nomination.hands if seat != nomination.nominee]].sum(axis=0)
            weights += np.where(evil[nomination.nominee], VOTE_FOR_ONE_OF_THEM, VOTE_FOR_OTHERS) * hands
        if nomination.by is not None:
            weights += NOMINATES_ONE_OF_THEM * (evil[nomination.by] & evil[nomination.nominee])
    return weights


def where(town: Town, by: int, said: Said) -> Mask | None:
    """The worlds in which this holds; None if it does not depend on the world."""
    found = where_packed(town, by, said)
    return None if found is None else _unpacked(found, len(town.nowhere))


def is_so(town: Town, by: int, said: Said, world: int) -> bool | None:
    """Whether this holds in one of the worlds; None if it does not depend on the world."""
    found = where_packed(town, by, said)
    return None if found is None else bool(found[world >> 3] >> (7 - world % 8) & 1)


def where_packed(town: Town, by: int, said: Said) -> bytes | None:
    """The same, with a bit for each world."""
    what = without_reason(said)
    return None if what is None else _meant(town, by, what)


def _meant(town: Town, by: int, said: Statement) -> bytes | None:
    """The same of a plain statement."""
    known = by, said
    for masks in (town.meant, town.meant_now):
        if known in masks:
            return masks[known]
    mask = holds(said, town, by)
    found = None if mask is None else np.packbits(mask if np.ndim(mask) else town.nowhere | mask).tobytes()
    changes = isinstance(said, Report) and kind_of(said.by).finds.of_sayings  # when more is said
    (town.meant_now if changes else town.meant)[known] = found
    return found


@kept(128)  # each takes up to 5 kB
def _unpacked(holds: bytes, worlds: int) -> Mask:
    return np.unpackbits(np.frombuffer(holds, np.uint8), count=worlds).view(np.bool_)


def worth(town: Town, seat: int, holds: bytes, wrong: float, lie: float = TRUE_LIE) -> Weights:
    """How well each world explains a statement that holds in these worlds, depending on who made it.

    Evil say what good would say, but less of it, and what they say is likelier to be false.
    """
    return worth_of(len(town.alive), town.residents, seat, holds, wrong, lie)


@kept(1024)
def odds(
    seats: int, residents: tuple[int, ...], seat: int, holds: bytes, wrong: float, lie: float = TRUE_LIE
) -> Weights:
    """The same for four kinds of worlds: where the player is good, and where they are evil, if it is false or true.

    `holds` has a bit for each world.
    """
    evil = worlds_of(seats, residents).evil[seat]
    mask = _unpacked(holds, len(evil))
    by_good = np.where(mask, 1 - wrong, wrong)
    by_evil = (by_good * ~evil).sum() / max(1, len(evil) - evil.sum())
    found: Weights = np.log(np.array([wrong, 1 - wrong, by_evil, by_evil * lie]))
    return found


@kept(64)  # each takes up to 40 kB
def worth_of(
    seats: int, residents: tuple[int, ...], seat: int, holds: bytes, wrong: float, lie: float = TRUE_LIE
) -> Weights:
    """The same in each world."""
    evil = worlds_of(seats, residents).evil[seat]
    mask = _unpacked(holds, len(evil))
    weights: Weights = np.take(odds(seats, residents, seat, holds, wrong, lie), 2 * evil.view(np.int8) + mask)
    return weights


def _of_double_claims(town: Town, seat: int) -> Weights | None:
    """How well each world explains double claims: two who claim the same character are rarely both good."""
    before = (other for other in town.residents if other < seat)
    alike = [other for other in before if _claim_alike(town.claims[seat], town.claims[other])]
    return reduce(add, [against_both(town, seat, other) for other in alike]) if alike else None


def _claim_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two claim one character as what they were dealt, or as what they are now: others changed hands."""
    return bool(one and other) and (one[0] == other[0] or one[-1] == other[-1])


def against_both(town: Town, seat: int, other: int) -> Weights:
    evil, demon = town.worlds.evil, town.worlds.demon
    if town.characters.misled:
        return np.where(evil[seat] | evil[other], 0.0, SECOND_CLAIM)
    return np.where(evil[seat] | evil[other], DEMON_SECOND * (demon[seat] | demon[other]), SURELY_SECOND)


def _of_death(town: Town, seat: int) -> Weights:
    """How well each world explains a death: the Demon rarely kills its own, and is alive while the game goes on."""
    by_night = town.died[seat].startswith("N")
    alive = SEEMINGLY_DEAD_DEMON + LULL * town.lulls if town.may_seem_dead(seat) else DEAD_DEMON
    if town.twinned:
        alive = min(0.0, SEEMINGLY_DEAD_DEMON + QUIET * town.quiet)
    as_demon, as_evil = alive + DEMON_DIES_AT_NIGHT * by_night, EVIL_DIES_AT_NIGHT * by_night
    return _by_team(len(town.alive), town.residents, seat, as_demon, as_evil)


@kept(64)  # each takes up to 40 kB
def _by_team(seats: int, residents: tuple[int, ...], seat: int, as_demon: float, as_evil: float) -> Weights:
    """What weighs so much where this player is the Demon, or evil beside them."""
    worlds = worlds_of(seats, residents)
    evil, demon = worlds.evil[seat], worlds.demon[seat]
    weights: Weights = np.where(demon, as_demon, 0.0)
    return weights + np.where(evil & ~demon, as_evil, 0.0)


def supposing(town: Town, weights: Weights, good: Iterable[int] = (), evil: Iterable[int] = ()) -> Weights:
    """The weights under the condition that these players are good and those evil."""
    against = [town.worlds.evil[seat] for seat in good] + [~town.worlds.evil[seat] for seat in evil]
    return np.where(reduce(or_, against), NEVER, weights) if against else weights


def guess(town: Town, weights: Weights) -> Guess:
    """The probabilities that follow from the weights; if no world is possible, nothing is known."""
    likeliest = int(weights.argmax())
    top = weights[likeliest]
    if top == NEVER:
        weights, top = np.zeros_like(weights), 0.0
    shares = np.exp(weights - top)
    shares /= np.add.reduce(shares)
    of_each, demon = shares.take(town.worlds.where), len(weights) // max(1, len(town.residents))
    return Guess(_by_seat(town, of_each), _by_seat(town, of_each[:demon]), likeliest)


def _by_seat(town: Town, shares: Weights) -> list[float]:
    """The sums of the residents' shares; those of Travellers are 0."""
    sums: list[float] = np.add.reduce(shares).tolist()
    if len(sums) == len(town.alive):
        return sums
    known = dict(zip(town.residents, sums, strict=True))
    return [known.get(seat, 0.0) for seat in range(len(town.alive))]
