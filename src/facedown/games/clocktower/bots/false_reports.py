"""What evil players say: what they would have learned in the likeliest of the worlds in which they are good.

So what they say fits what everybody knows, and what they have said before.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from facedown.games.clocktower.bots.belief import WRONG, common, guess, is_so, where_packed, worth
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.public import Said
from facedown.games.clocktower.speech.statements import Report

TRIED = 24  # how many of the reports that fit are weighed


def reports(mind: Mind, luck: Random, whispered_as: str = "") -> list[Said]:
    """The next report that the player would have to give if their claim were true; aloud, what they have whispered.

    `whispered_as`: who they claim to be in private.
    """
    role = whispered_as or (mind.claimed.id if mind.claimed is not None else "")
    if not role or role == mind.mad:
        return []
    finds = kind_of(role).finds
    if finds.possible is None:
        return []
    said = {(report.by, report.when) for report in mind.stated if isinstance(report, Report)}
    private = {(one.by, one.when): one for one in mind.told_others if isinstance(one, Report)}
    for night in _nights(mind, finds.nights):
        key = role, f"N{night}"
        if key in said or (key in private and whispered_as):
            continue
        if key in private:
            return [private[key]]
        possible = [Report(key[1], role, learned) for learned in finds.possible(mind.town, mind.seat, night)]
        fitting = [report for report in possible if fits(mind, report)]
        if fitting:
            return [_best(mind, luck.sample(fitting, min(TRIED, len(fitting))))]
    return []


def _best(mind: Mind, fitting: list[Report]) -> Report:
    """The report after which the town suspects evil players least, above all the Demon."""

    def suspected(report: Report) -> float:
        holds = where_packed(mind.town, mind.seat, report)
        if holds is None:
            return 0.0
        seen = guess(mind.town, common(mind.town) + worth(mind.town, mind.seat, holds, WRONG))
        return sum(seen.demon[seat] for seat in mind.demons) + sum(seen.evil[seat] for seat in mind.friends) / 4

    return min(fitting, key=suspected)


def fits(mind: Mind, report: Report) -> bool:
    """Whether it is so in the world that they pretend to live in."""
    return is_so(mind.town, mind.seat, report, mind.guess.world) is not False


def tells(id: str) -> bool:
    """Whether an evil player who claims to be this character has something to tell."""
    return kind_of(id).finds.possible is not None


def can_tell(mind: Mind, id: str) -> bool:
    """Whether an evil player could make up by now what this character has learned, if it has anything to tell."""
    finds = kind_of(id).finds
    return finds.possible is None or any(True for _ in finds.possible(mind.town, mind.seat, mind.view.night))


def tells_anew(id: str) -> bool:
    """Whether such a player has something to tell night after night."""
    return tells(id) and kind_of(id).finds.nights != "first"


def _nights(mind: Mind, owed: str) -> Iterator[int]:
    """The nights on which they would have learned something."""
    if owed == "first":
        yield 1
        return
    first = 1 if owed == "every" else 2
    yield from (night for night in range(first, mind.view.night + 1) if mind.town.alive_in(mind.seat, night))
