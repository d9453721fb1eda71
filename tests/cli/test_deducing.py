"""`facedown clocktower`, as a person calls it."""

from __future__ import annotations

import json
import signal
from typing import Any

import pytest

from facedown.games.clocktower.worlds import solve
from tests.cli.conftest import Run

TOWN = json.dumps({"claims": ["chef", "empath", "monk", "slayer", "mayor"], "unclaimed_on_script": ["imp", "spy"]})


RECORD = """game: clocktower
seats: Ann, Bo, Cy, Di, Ed, Sue
script: soldier, virgin, slayer, mayor, undertaker, imp, scarletwoman

tokens: Ann Soldier, Bo Scarlet Woman, Cy Imp, Di Slayer, Ed Mayor
Ann: claim Soldier
Bo: claim Virgin
Cy: claim Undertaker
Di: claim Slayer
Ed: claim Mayor
"""


def test_a_record_is_solved_by_what_everybody_knows_at_its_end(run: Run) -> None:
    claims = {
        "claims": ["soldier", "virgin", "undertaker", "slayer", "mayor"],
        "seats": ["Ann", "Bo", "Cy", "Di", "Ed"],
    }
    town = json.dumps(claims | {"unclaimed_on_script": ["imp", "scarletwoman"]})
    assert run("clocktower", "solve", "-", stdin=RECORD).out == run("clocktower", "solve", "-", stdin=town).out
    assert "another game" in run("clocktower", "solve", "-", stdin="game: gotcha\nseats: A, B\n").err


def test_what_a_seamstress_reports_counts_as_long_as_she_is_claimed(run: Run) -> None:
    town = RECORD.replace("soldier, v", "soldier, seamstress, v")
    claimed = f"{town}Bo: claim Seamstress\n"
    told = f"{claimed}Bo: say = report N1 seamstress pair 2 Ann Ed same yes\n"
    now = [run("clocktower", "solve", "-", stdin=one).out for one in (told, claimed)]
    assert now[0] != now[1]
    later = [run("clocktower", "solve", "-", stdin=f"{one}Bo: claim Undertaker\n").out for one in (told, town)]
    assert later[0] == later[1] != ""


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is pressed while the first world is played."""
    played = solve.play

    def play(*town: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return played(*town)

    monkeypatch.setattr(solve, "play", play)


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_ends_a_search_with_what_is_known_so_far(run: Run) -> None:
    done = run("clocktower", "solve", "-", stdin=f"[{TOWN}, {TOWN}]")
    assert done.out.startswith("Stopped after 5.0% of the search; what follows is true of that part alone.")
    assert done.out.count("Stopped") == 1, "the next town is not begun"
    assert "1 world fits." in done.out


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize(
    ("name", "known"),
    [("seat 0", "seat 0 can be the Demon."), ("seat 1", "Whether seat 1 can be the Demon is not known yet")],
)
def test_why_says_after_ctrl_c_what_is_known_so_far(name: str, known: str, run: Run) -> None:
    assert known in run("clocktower", "solve", "-", "--why", name, stdin=TOWN).out


def test_a_search_that_has_found_nothing_yet_does_not_say_that_there_is_nothing(run: Run) -> None:
    done = run("clocktower", "solve", "-", "--seconds", 0, stdin=TOWN)
    assert "No world that fits has been found." in done.out
    assert done.code == 0


def test_scenarios_are_listed_and_played_by_name(run: Run) -> None:
    assert "tb-7: Trouble Brewing, 7 players" in run("clocktower", "scenario").out
    played = json.loads(run("clocktower", "scenario", "tb-7", "--games", 1, "--good", "random", "--json").out)
    assert (played["games"], played["good"]) == (1, "random")
    assert "did you mean 'tb-7'" in run("clocktower", "scenario", "tb-8").err
