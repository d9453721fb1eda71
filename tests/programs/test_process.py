"""Programs on seats: what they are told, and what happens on nonsense, silence and an end."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

import facedown
from facedown.agents import player
from facedown.core.errors import BadOption
from facedown.core.table import Table
from facedown.programs import ProcessPlayer

ANSWERS_LAST = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    with open(sys.argv[1], "a") as heard:
        heard.write(line)
    if said["type"] == "asked":
        print(json.dumps({"number": said["number"], "move": said["legal"][-1]}), flush=True)
"""


def program(folder: Path, text: str) -> list[str]:
    path = folder / "a bot.py"
    path.write_text(text, encoding="utf-8")
    return [sys.executable, str(path), str(folder / "heard")]


def play(table: Table, one: ProcessPlayer, moves: int) -> None:
    """So many moves, by the program on its seat and a bot on every other."""
    bot = player(facedown.game(table.game.id), "random", 3)
    for _ in range(moves):
        if not table.asked:
            return
        seat = table.asked[0]
        chooser = one if seat == one.seat else bot
        table.play(seat, chooser.choose(table.observation(seat), table.legal(seat)))


def test_a_program_is_told_what_its_seat_sees_and_plays(tmp_path: Path) -> None:
    table = facedown.game("gotcha").new(["Zoë", "Bo the 2nd"], seed=5)
    with ProcessPlayer(table, "Bo the 2nd", program(tmp_path, ANSWERS_LAST)) as one:
        play(table, one, 400)
        assert one.made_for_it == 0
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    assert heard[0]["type"] == "hello"
    assert (heard[0]["game"], heard[0]["seat"], heard[0]["names"]) == ("gotcha", 1, ["Zoë", "Bo the 2nd"])
    assert heard[-1]["type"] == "over"
    assert heard[-1]["winners"] == list(table.standing.winners)
    told = [line for message in heard[1:] for line in message["happened"]]
    assert told == [event.text for event in table.log("Bo the 2nd")]
    asked = [message for message in heard if message["type"] == "asked"]
    assert len(asked) == sum(played.seat == 1 for played in table.history)
    assert all(message["view"]["seat"] == 1 for message in asked)


@pytest.mark.parametrize(
    "answer",
    [
        "not json",
        "[]",
        "{}",
        '{"number": 1}',
        '{"number": 1, "move": 7}',
        '{"number": 1, "move": "fly"}',
        '{"number": 99, "move": "Done"}',
        "[" * 5000,
        "x" * 200_000,
    ],
)
def test_nonsense_is_refused_and_in_the_end_a_legal_move_is_made(tmp_path: Path, answer: str) -> None:
    text = f"""
import sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as heard:
        heard.write(line)
    if '"asked"' in line or '"refused"' in line:
        print({answer!r}, flush=True)
"""
    table = facedown.game("bayou-boss").new(4, seed=2)
    with ProcessPlayer(table, table.asked[0], program(tmp_path, text)) as one:
        play(table, one, 1)
        assert one.made_for_it == 1
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    assert [message["type"] for message in heard][:2] == ["hello", "asked"]
    assert sum(message["type"] == "refused" for message in heard) == 3
    assert (
        next(message["move"] for message in heard if message["type"] == "moved for you") == table.history[-1].text
    )


@pytest.mark.parametrize(
    "text", ["import time; time.sleep(60)", "raise SystemExit(3)", "import sys; sys.stdin.close()"]
)
def test_who_says_nothing_or_has_ended_does_not_stop_the_game(tmp_path: Path, text: str) -> None:
    table = facedown.game("gotcha").new(2, seed=8)
    with ProcessPlayer(table, 0, program(tmp_path, text), seconds=0.2) as one:
        play(table, one, 12)
        assert one.made_for_it == sum(played.seat == 0 for played in table.history) > 0
        one.close()


def test_who_never_reads_what_it_is_told_does_not_stop_the_game(tmp_path: Path) -> None:
    table = facedown.game("gotcha").new(2, seed=5)
    with ProcessPlayer(table, 0, program(tmp_path, "import time; time.sleep(600)"), seconds=0.001) as one:
        for _ in range(200):  # more than a pipe holds
            one.choose(table.observation(table.asked[0]), table.legal(table.asked[0]))
        assert one.made_for_it == 200


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_question(tmp_path: Path) -> None:
    late = ANSWERS_LAST.replace(
        "        print(", "        import time; time.sleep(0.4 * (said['number'] == 1))\n        print("
    )
    table = facedown.game("gotcha").new(2, seed=8)
    seat = table.asked[0]
    with ProcessPlayer(table, seat, program(tmp_path, late), seconds=0.2) as one:
        one.choose(None, table.legal(seat))
        assert one.made_for_it == 1
        one.seconds = 20
        time.sleep(0.4)
        legal = table.legal(seat)
        assert one.choose(None, legal) == legal[-1]
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    assert any(message["type"] == "refused" and "number 2" in message["why"] for message in heard)


def test_what_cannot_be_started_is_refused() -> None:
    table = facedown.game("gotcha").new(2)
    for wrong in (["/no/such/program"], []):
        with pytest.raises(BadOption):
            ProcessPlayer(table, 0, wrong)
    with pytest.raises(BadOption, match="seconds"):
        ProcessPlayer(table, 0, [sys.executable], seconds=0)


def test_a_town_is_played_by_a_program_in_words(tmp_path: Path) -> None:
    table = facedown.game("clocktower").new(["Bo", "Ann the 2nd", "Зоя", "Cy", "Di", "Teller"], seed=4)
    with ProcessPlayer(
        table, "Зоя", program(tmp_path, ANSWERS_LAST.replace('["legal"][-1]', '["legal"][0]'))
    ) as one:
        play(table, one, 80)
    heard = (tmp_path / "heard").read_text()
    assert '"grimoire": null' in heard
    assert '"grimoire": [' not in heard
