"""Why a player is suspected: what in all that was said and learned speaks against them, the strongest first.

A reason is a statement in the language of claims: who says why they accuse somebody says one of these.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from facedown.games.clocktower.bots.belief import WRONG, Weights, against_both, where, worth
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.town import Town
from facedown.games.clocktower.observe import Said
from facedown.games.clocktower.sayings import Report, Statement

SPEAKS = 0.1  # so much more must be said for it than against it, as a logarithm, to be a reason
TRUST_OTHERS = ("trust_others",)  # nothing of its own: somebody must be the likeliest
HAVE_LEARNED = ("have_learned",)  # what they have been told and not said yet


def reasons(mind: Mind, seat: int) -> list[Statement]:
    """Why they suspect this player; empty where nothing speaks against them but that somebody must be evil."""
    town = mind.town
    own = () if mind.evil else mind.unsaid
    shifts = (_against(town, mind.seat, said, seat) for said in own)
    found = [*_public(town, seat), *((shift, HAVE_LEARNED) for shift in shifts if shift > SPEAKS)]
    return [reason for _, reason in sorted(found, key=lambda pair: -pair[0])]


def accusation(mind: Mind, seat: int) -> Statement:
    """That somebody is evil, with the best reason for it."""
    return ("because", ("evil", seat), next(iter(reasons(mind, seat)), TRUST_OTHERS))


@lru_cache(maxsize=512)
def _public(town: Town, seat: int) -> tuple[tuple[float, Statement], ...]:
    """What everybody has heard that speaks against this player, and how strongly."""
    found: dict[Statement, float] = {}
    for speaker, said in town.said:
        shift = _against(town, speaker, said, seat) if speaker != seat else 0.0
        if shift > SPEAKS:
            by = ("said_as", speaker, said.by) if isinstance(said, Report) else ("said", speaker)
            found[by] = max(shift, found.get(by, 0.0))
    for other in town.residents:
        for role in set(town.claims[seat]) & set(town.claims[other]) if other != seat else ():
            shift = _shift(town, against_both(town, seat, other), seat)
            if shift > SPEAKS:
                found["both_claim", seat, other, role] = shift
    return tuple((shift, reason) for reason, shift in found.items())


def _against(town: Town, speaker: int, said: Said, seat: int) -> float:
    """How strongly it speaks against somebody that this was said; opinions do not count."""
    if not isinstance(said, Report) and said[0] == "evil":
        return 0.0
    mask = where(town, speaker, said)
    return 0.0 if mask is None else _shift(town, worth(town, speaker, mask, WRONG), seat)


def _shift(town: Town, weights: Weights, seat: int) -> float:
    """By how much the odds grow that a player is evil, as a logarithm."""
    evil, odds = town.worlds.evil[seat], np.exp(weights)
    guilty, innocent = odds[evil].mean(), odds[~evil].mean()
    return float(np.log(guilty / innocent)) if guilty > 0 and innocent > 0 else 0.0
