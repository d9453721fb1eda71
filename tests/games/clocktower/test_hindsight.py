"""When the town could have known: from what was said and true, only when the game is over."""

from __future__ import annotations

import pytest

from facedown.core.table import Table
from facedown.games.clocktower.hindsight import Hindsight
from tests.games.clocktower.evenings import GAME, evening
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told

END = ("Storyteller: evil wins",)
ALL_BUT_ED = tuple(f"Ann: say = not team {name} demon" for name in ("Bo", "Cy", "Di", "Flo", "Gus"))


def of(table: Table) -> Hindsight | None:
    assert table.over
    found = GAME.contract.revealed(table.position(), table.names).hindsight
    assert found is None or isinstance(found, Hindsight)
    return found


def after(*moves: str) -> Hindsight:
    found = of(told(first_day() + "\n".join((*moves, *END)) + "\n"))
    assert found is not None
    return found


def test_nothing_said_leaves_everybody() -> None:
    found = after()
    assert (found.demon, found.day, found.by, found.text) == (4, 0, None, "")
    assert [(one.day, one.teams, one.demons) for one in found.days] == [(1, 42, (0, 1, 2, 3, 4, 5, 6))]


def test_the_last_true_word_that_it_took_is_named() -> None:
    found = after(*ALL_BUT_ED, "Ann: say = not evil Gus")
    assert (found.day, found.by, found.text) == (1, 0, "Gus is not the Demon.")
    assert found.days[-1].demons == (4,)


@pytest.mark.parametrize("words", ["Di: say = not team Bo demon", "Ann: say = not team Ed demon"])
def test_what_evil_said_and_what_was_not_so_tells_nothing(words: str) -> None:
    assert after(words).days == after().days


@pytest.mark.parametrize(
    "words", ["suspicion Ed because have_learned", "defence Bo because have_learned", "not evil Gus"]
)
def test_opinions_tell_nothing(words: str) -> None:
    assert after(f"Ann: say = {words}").days == after().days


def test_who_died_is_not_the_demon_from_the_next_day_on() -> None:
    night = ("Storyteller: end the day", "Bo: Ann", "Ed: Gus", "Storyteller: 0")
    found = after(*ALL_BUT_ED[:-1], *night)
    assert [(one.day, one.demons) for one in found.days] == [(1, (4, 6)), (2, (4,))]
    assert (found.day, found.by, found.text) == (2, None, "")


@pytest.mark.parametrize("script", ["tb", "bmr", "snv"])
def test_the_demon_is_never_ruled_out_and_nobody_comes_back(script: str) -> None:
    told = 0
    for seed in range(4):
        table = None
        for turn in evening(script, 8, seed):
            table = turn.table
        assert table is not None
        found = of(table)
        if found is None:
            continue
        assert all(found.demon in one.demons for one in found.days)
        counts = [one.teams for one in found.days]
        assert counts == sorted(counts, reverse=True)
        told += 1
    assert told > 0


def test_nobody_sees_it_before_the_end_but_in_the_open_grimoire_after_it() -> None:
    table = told(first_day())
    assert all(table.view(seat).hindsight is None for seat in (*range(8), None))
    table.play("Storyteller", "evil wins")
    assert all(table.view(seat).hindsight is None for seat in (*range(7), None))
    assert table.view(7).hindsight is not None
