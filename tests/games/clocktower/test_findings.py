"""What a character finds out is declared with it and nowhere else: how it is said, what it means, what evil say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from facedown.core import kept
from facedown.core.table import Table
from facedown.games.clocktower import bots
from facedown.games.clocktower.bots import belief
from facedown.games.clocktower.bots.false_reports import tells, tells_anew
from facedown.games.clocktower.bots.town import town_of
from facedown.games.clocktower.characters import findings
from facedown.games.clocktower.characters.experimental_townsfolk_learning import HighPriestess
from facedown.games.clocktower.moves import Deed, act_of
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.finding import Finding
from facedown.games.clocktower.speech.statements import Report
from facedown.games.clocktower.speech.worlds import Mask, Worlds
from tests.games.clocktower.told import told

CLOCKTOWER = Path(bots.__file__).parents[1]
GENERAL_WORDS = {"drunk", "judge"}  # kinds of questions that are called as characters are


def near_evil(worlds: Worlds, by: int, night: int, learned: dict[str, int]) -> Mask:
    """How many of the two next on each side are evil."""
    ring = worlds.public.ring
    near = [ring[(ring.index(by) + steps) % len(ring)] for steps in (-2, -1, 1, 2)]
    evil: list[Any] = [worlds.is_evil(seat) for seat in near]
    return sum(evil) == learned["count"]


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A High Priestess who learns another thing, declared with her own class and nowhere else."""
    finds = Finding(
        near_evil,  # type: ignore[arg-type]  # its parts are numbers
        "count",
        nights="other",
        possible=findings.up_to(4),
        words={"count": "{count} of my neighbours and theirs is evil"},
    )
    monkeypatch.setattr(HighPriestess, "finds", finds)
    kept.forget_all()
    yield
    kept.forget_all()


def on_day_two(*moves: str) -> Table:
    record = (
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Storyteller\n"
        "script: highpriestess, chef, soldier, mayor, virgin, saint, recluse, scarletwoman, imp, slayer\n\n"
        "tokens: Ann Chef, Bo Soldier, Cy Mayor, Di Scarlet Woman, Ed Imp, Flo Virgin, Gus Slayer\n"
    )
    table = told(record)
    while table.view(None).day < 2:
        if table.timing.continuous:
            table.play(7, "end the day")
            continue
        seat = table.asked[0]
        legal = [move.text for move in table.legal(seat)]
        table.play(seat, "Gus" if seat == 4 and "Gus" in legal and table.view(None).night > 1 else legal[0])
    for move in moves:
        name, _, text = move.partition(": ")
        table.play(name, text)
    return table


@pytest.mark.usefixtures("declared")
def test_a_character_that_declares_what_it_finds_is_said_weighed_and_made_up() -> None:
    table = on_day_two("Ed: claim High Priestess")
    assert tells("highpriestess")
    assert tells_anew("highpriestess")
    act = act_of(bots.choose(table.observation(4), table.legal(4), Random(1)))
    assert isinstance(act, Deed)
    (made_up,) = act.says
    assert isinstance(made_up, Report)
    assert (made_up.by, made_up.when) == ("highpriestess", "N2")
    table.play(0, "say = report N2 highpriestess count 1")
    assert table.observation(None).circle[0].says[-1] == Report("N2", "highpriestess", (("count", 1),))
    town = town_of(table.observation(None))
    evil = belief.guess(town, belief.common(town)).evil
    assert min(evil[seat] for seat in (1, 2, 5, 6)) != evil[4]


def test_nothing_is_declared_of_who_declares_nothing() -> None:
    assert not tells("highpriestess")
    assert not tells("unicorn")


@pytest.mark.parametrize("folder", ["bots", "speech"])
def test_no_bot_and_no_language_names_a_character(folder: str) -> None:
    names = {*FACTS, *(fact.name for fact in FACTS.values())} - GENERAL_WORDS
    found = [
        f"{path.name}:{node.lineno} {node.value}"
        for path in (CLOCKTOWER / folder).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert not found
