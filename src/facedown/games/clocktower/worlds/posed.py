"""A puzzle as people are asked it, on a page of its own."""

from __future__ import annotations

from facedown.core.values import Choice
from facedown.core.values import Puzzle as Posed
from facedown.games.clocktower.worlds import sentences
from facedown.games.clocktower.worlds.compose import Composed, compose
from facedown.games.clocktower.worlds.layouts import base_counts
from facedown.games.clocktower.worlds.puzzle import Puzzle

PLAYERS = 8  # with more it can take minutes to make one
ASSUMED = (
    "They sit in a circle, in this order. No character is in play twice.",
    "Whoever is good tells the truth and all that they learned; whoever is evil may say anything.",
    "The Drunk does not know it and claims one of the Townsfolk. What the drunk or poisoned learn may be false.",
)


def pose(script: list[str], seed: str) -> Posed:
    """The puzzle of this script that belongs to this seed."""
    made = compose(script, PLAYERS, seed)
    return Posed(
        asks="Who is the Demon?",
        grade=made.grade,
        known=(*sentences.in_play(made.puzzle), _numbers(), *ASSUMED),
        choices=tuple(Choice(name, _known(made.puzzle, seat)) for seat, name in enumerate(made.puzzle.seats)),
        answer=next(seat for seat in range(PLAYERS) if seat not in made.cleared),
        why=tuple(tuple(_why(made, seat)) for seat in range(PLAYERS)),
    )


def _numbers() -> str:
    townsfolk, outsiders, minions = base_counts(PLAYERS)
    return (
        f"Of the {PLAYERS} players {townsfolk} are Townsfolk, {outsiders} is an Outsider, {minions} a Minion and 1 "
        "the Demon; with a Baron, two of the Townsfolk are Outsiders instead."
    )


def _known(puzzle: Puzzle, seat: int) -> tuple[str, ...]:
    """What somebody claims and reports, and what became of them."""
    claim = puzzle.claims[seat]
    told = [(one.when, sentences.reported(puzzle, one)) for one in puzzle.reports if one.seat == seat]
    told += [(one.when, sentences.happened(one)) for one in puzzle.events if one.fields["seat"] == seat]
    lines = [f"{sentences.moment(when).capitalize()}: {what}" for when, what in sorted(told)]
    return (f"Claims to be the {sentences.role_name(claim or '')}", *lines)


def _why(made: Composed, seat: int) -> list[str]:
    if seat in made.cleared:
        return [line.strip() for line in sentences.why(made.puzzle, seat, made.cleared[seat])]
    held = zip(made.puzzle.seats, map(sentences.role_name, made.world), strict=True)
    return [f"This is the one town that fits: {', '.join(f'{name} {role}' for name, role in held)}."]
