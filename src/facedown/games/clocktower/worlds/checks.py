"""Refuses what the solver does not know, and reports that nobody can make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from facedown.games.clocktower.worlds.days import EVENTS
from facedown.games.clocktower.worlds.layouts import MADDENING, Silence, compositions, residents
from facedown.games.clocktower.worlds.model import MODELS, Model
from facedown.games.clocktower.worlds.puzzle import (
    BadPuzzle,
    Clue,
    NotModelled,
    Puzzle,
    is_evil_role,
    name_of,
    team_of,
)
from facedown.games.clocktower.worlds.town import DEATHS

MOST_RESIDENTS = 15
MOST_SILENT = 3  # each may be anybody, which multiplies the layouts
# Of what these do, or who lies because of them, a record says too little: where they may be in play.
MAKES_RIOT = frozenset(("engineer", "hatter", "pithag"))  # of others, whom no record names
HAUNTED = frozenset(("farmer", "king", "ravenkeeper", "sage"))  # with whom Riot does something at night today
BORROWERS = ("alchemist", "apprentice", "philosopher", "pixie")  # who name whose ability they may have
NUMBERS = ("count", "steps")
TRUTHS = ("yes", "same", "evil", "demon_voted", "minion_nominated", "answer", "told_in_play", "sober")
SHOWS = {"washerwoman": "townsfolk", "librarian": "outsider", "investigator": "minion"}
NOT_FIRST = ("oracle", "undertaker", "ravenkeeper", "juggler", "flowergirl", "towncrier", "gambler", "sage")


def check(puzzle: Puzzle) -> None:
    """Raises NotModelled or BadPuzzle, naming the item and the reason."""
    unknown = sorted(puzzle.script - MODELS.keys())
    if unknown:
        raise NotModelled(f"The solver does not know these characters: {', '.join(unknown)}.")
    if residents(puzzle) > MOST_RESIDENTS:
        raise BadPuzzle(f"At most {MOST_RESIDENTS} players are no Travellers; here are {residents(puzzle)}.")
    if (silent := puzzle.claims.count(None)) > MOST_SILENT:
        raise BadPuzzle(f"At most {MOST_SILENT} players may claim nothing; here are {silent}.")
    if unclear := sorted(_unclear(puzzle)):
        raise NotModelled(f"Too little is told of what these characters do, or who lies: {', '.join(unclear)}.")
    if puzzle.choices_untold and Silence(puzzle, list(compositions(puzzle))).may_be_of_three():
        raise NotModelled("Three players or more may be what they have never said, which the solver does not try.")
    for event in puzzle.events:
        if event.type not in EVENTS and event.type not in DEATHS:
            raise NotModelled(f'Event {event.place} is "{event.type}", which the solver does not know.')
        if event.type in DEATHS and event.when % 2:
            raise NotModelled(f"Event {event.place} is a {event.type} by day, which the solver does not know.")
    for report in puzzle.reports:
        for wrong in _wrong_with(puzzle, report):
            who = puzzle.seats[report.seat]
            raise BadPuzzle(f"Clue {report.place} ({who}, {name_of(report.when)}, {report.by}): {wrong}")


def _unclear(puzzle: Puzzle) -> Set[str]:
    """The characters by whom a record may be misread: those that may be in play."""
    if not puzzle.choices_untold:
        return frozenset()
    named = {role for seat in range(puzzle.size) for role in puzzle.claimed(seat)}
    named.update(str(one.learned.get("role")) for one in puzzle.reports if one.by in BORROWERS)
    script = puzzle.script
    mad = puzzle.newly_claimed and not script.isdisjoint(MADDENING)
    hunted = "bountyhunter" in script and not named.isdisjoint(("bountyhunter", "philosopher"))
    # Who became a Fang Gu need not have said that they were an Outsider.
    unsaid = None in puzzle.claims or "philosopher" in named or mad or hunted or "fanggu" in script
    # The solver knows today's Acrobat, who is a Townsfolk, and whose ability no Hermit has.
    may_be = unsaid or "acrobat" in named or "hermit" in script
    unclear = {"acrobat"} if puzzle.rules == "2022" and may_be else set()
    makes_riot = MAKES_RIOT if puzzle.rules == "2022" else MAKES_RIOT | HAUNTED
    return script & (unclear if script.isdisjoint(makes_riot) else {*unclear, "riot"})


def _wrong_with(puzzle: Puzzle, report: Clue) -> Iterator[str]:
    """What is wrong with a report."""
    if report.by == "self":
        if "became" not in report.learned:
            yield 'it says nothing; write "became".'
        return
    model = MODELS.get(report.by)
    if model is None:
        raise NotModelled(f'Clue {report.place} is by "{report.by}", which the solver does not know.')
    yield from _missing(model, report)
    yield from _of_values(puzzle, report.learned)
    yield from _of_roles(report)
    if report.by in NOT_FIRST and report.when == 0:
        yield "it learns nothing in the first night."


def _missing(model: Model, report: Clue) -> Iterator[str]:
    if not model.needs and not report.learned:
        yield "this character learns nothing."
    for part in model.lacks(report.learned):
        yield f'it lacks "{part}".'


def _of_values(puzzle: Puzzle, learned: Mapping[str, Any]) -> Iterator[str]:
    for key in NUMBERS:
        if key in learned and not _is_number(learned[key], puzzle.size):
            yield f'"{key}" is {learned[key]!r}, but must be a number from 0 to {puzzle.size}.'
    for key in TRUTHS:
        if key in learned and not isinstance(learned[key], bool):
            yield f'"{key}" is {learned[key]!r}, but must be true or false.'
    if "pair" in learned and (len(learned["pair"]) != 2 or len(set(learned["pair"])) != 2):
        yield '"pair" must be two different seats.'
    if "players" in learned and len(set(learned["players"])) != 3:
        yield '"players" must be three different seats.'
    if "direction" in learned and learned["direction"] not in ("cw", "ccw"):
        yield '"direction" must be "cw" or "ccw".'


def _is_number(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _of_roles(report: Clue) -> Iterator[str]:
    role, roles = report.learned.get("role"), report.learned.get("roles", ())
    team = SHOWS.get(report.by)
    if team is not None and role is not None and team_of(role) != team:
        yield f"it learns of a {team.capitalize()}, and {role} is none."
    if report.by == "dreamer" and sorted(map(is_evil_role, roles)) != [False, True]:
        yield "it learns one good and one evil character."
    if report.by == "empath" and report.learned["count"] > 2:
        yield "it has only two neighbours."
