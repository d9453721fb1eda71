"""Twin towns with bots and a policy, in virtual time: when does somebody hear what, who may not know the secret?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from tests.secrecy.towns import GAME, NAMES, TELLER
from tests.secrecy.virtual_time import Evening, TimedTable, spend

THINKING = 1.0  # seconds that a person takes to answer
A_MOMENT = 0.02  # seconds in which all comes that is sent at once


class Pair(NamedTuple):
    """Two towns, and who compares them: a seat, which a person has, or None for a spectator."""

    title: str
    towns: tuple[str, str]
    observer: int | None = None
    script: str = "Trouble Brewing"
    whisper: bool = False  # in the second one, two people whisper by day, and nobody else is to see it


SLEEPERS = "soldier mayor virgin scarletwoman imp|"

PAIRS = (
    Pair(
        "set-up: is there a Fortune Teller?",
        ("fortuneteller chef virgin baron imp|", "empath chef virgin baron imp|"),
    ),
    Pair("set-up: is there a Drunk?", ("empath chef drunk=virgin baron imp|", "empath chef virgin baron imp|")),
    Pair(
        "is the Fortune Teller poisoned?",
        ("fortuneteller chef virgin baron imp|", "fortuneteller chef virgin baron imp|0p"),
        0,
    ),
    Pair("is the Empath poisoned?", ("empath chef virgin baron imp|", "empath chef virgin baron imp|0p"), 0),
    Pair(
        "does anybody wake before the Empath?",
        ("empath chef virgin poisoner imp|", "empath chef virgin baron imp|"),
        0,
    ),
    Pair(
        "does anybody wake after the Empath?",
        ("empath chef butler baron imp|", "empath chef saint baron imp|"),
        0,
    ),
    Pair("does anybody wake at all?", (SLEEPERS, "monk chef empath poisoner imp|")),
    Pair(
        "is it a Lunatic?",
        ("lunatic=po sailor tealady assassin po|", "po sailor tealady assassin fool|"),
        0,
        "Bad Moon Rising",
    ),
    Pair("does somebody whisper?", (SLEEPERS, SLEEPERS), whisper=True),
)  # fmt: skip


def gaps(pair: Pair, which: int, luck: Random | None = None) -> list[float]:
    """The seconds between what the observer is sent from the start of the game to the first act of its first day.

    `luck` None: every pause is the middle one of those that it could be.
    """
    people = [0, 1] if pair.whisper else [] if pair.observer is None else [pair.observer]
    bots = [None if seat in people else "random" for seat in range(5)] + ["balanced"]
    options = {"script": pair.script, "whispers": "hidden"}
    table = TimedTable(GAME, f"1|{pair.towns[which]}", options, (*NAMES[:5], TELLER), bots)
    whispers = pair.whisper and which == 1
    evening = spend(table, lambda evening: first_day(evening, people, whispers=whispers), luck)
    watcher = evening.watcher if pair.observer is None else evening.people[pair.observer]
    times = [moment.at for moment in watcher.sent if json.loads(moment.said)["is"] in ("table", "update")]
    return [after - before for before, after in pairwise(times)]


async def first_day(evening: Evening, people: Sequence[int], *, whispers: bool) -> None:
    """Play until the first act of the first day."""
    watcher = evening.watcher
    for seat in evening.people:
        await looks(evening, seat)
    answering = [asyncio.ensure_future(answers(evening, seat)) for seat in people]
    await evening.until(lambda: watcher.state.get("view", {}).get("day") == 1)
    dawn = watcher.sent[-1].at
    if whispers:
        await asyncio.sleep(THINKING / 2)
        await evening.plays(0, f'whisper {NAMES[1]} "Between us."')
    await evening.until(lambda: watcher.sent[-1].at > dawn + A_MOMENT)
    for task in answering:
        task.cancel()


async def looks(evening: Evening, seat: int) -> None:
    """A person who looks at their token."""
    state = evening.people[seat].state
    await evening.until(lambda: seat in state.get("asked", ()))
    await evening.plays(seat, "ready")


async def answers(evening: Evening, seat: int) -> None:
    """A person who answers by night, always after the same time."""
    state = evening.people[seat].state
    while True:
        await evening.until(lambda: seat in state.get("asked", ()) and state["view"]["phase"] == "night", 1e9)
        await asyncio.sleep(THINKING)
        await evening.plays(seat, state["legal"][0]["text"])
