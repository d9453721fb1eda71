"""How evil look for a good player whom they win by finding, such as a Damsel."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.game import Move
from facedown.games.clocktower.bots.mind import LATE, Mind
from facedown.games.clocktower.bots.moves import move_with, say_aloud
from facedown.games.clocktower.bots.town import as_played
from facedown.games.clocktower.moves import Deed, InSeat, Token
from facedown.games.clocktower.speech.statements import Is, Report

LIKELY = 0.4  # how likely a guess must be right to be made early: it shows who makes it
TELLS_LITTLE = 0.25  # how likely somebody is the one who hides, beside another, who reports what they have learned


def guess_hunted(mind: Mind, legal: Sequence[Move]) -> Move | None:
    """A Minion's public guess, announced before; the first of all Minions counts, so that they make no second."""
    if mind.me.team != "minion":
        return None
    known = [token.id for told in mind.me.told for token in told.args if isinstance(token, Token)]
    hunted = next((id for id in known if as_played(id).tactics.is_hunted), None)
    if hunted is None:
        return None
    announced = next((said for said in mind.place.says if isinstance(said, Is) and said.role == hunted), None)
    if announced is not None and hunted not in mind.view.declared:
        return move_with(Deed("use", (Token(hunted), InSeat(announced.seat))), legal)
    chances = likely_hunted(mind)
    if not chances or any(by in mind.friends and isinstance(one, Is) for by, one in mind.town.said):
        return None
    best = max(chances, key=chances.__getitem__)
    late = len(mind.town.living) <= LATE or mind.view.block in mind.demons
    return say_aloud(mind, Is(best, hunted)) if late or chances[best] >= LIKELY else None


def likely_hunted(mind: Mind) -> dict[int, float]:
    """How likely each living player of the other side is to be the one: above all whoever has nothing to tell."""
    town = mind.town
    telling = {by for by, said in town.said if isinstance(said, Report)}
    worth = {
        seat: TELLS_LITTLE if seat in telling else 1.0
        for seat in town.living
        if seat not in mind.friends and seat not in town.proven
    }
    return {seat: one / sum(worth.values()) for seat, one in worth.items()}
