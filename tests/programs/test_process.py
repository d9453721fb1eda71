"""Programs on seats: what they are told, and what happens on nonsense, silence and an end."""

from __future__ import annotations

import gc
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
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


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def play(table: Table, one: ProcessPlayer, moves: int) -> None:
    """So many moves, by the program on its seat and a bot on every other."""
    bot = player(facedown.game(table.contract.id), "random", 3)
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
        '{"number": -1, "move": "Done"}',
        '{"number": NaN, "move": "Done"}',
        '{"number": true, "move": "Done"}',
        '{"number": ' + "9" * 5000 + ', "move": "Done"}',
        '{"number": 1, "move": "\\u0000"}',
        '{"number": 1, "move": "\\ud800"}',
        '{"number": 1, "move": {"seat": 2}}',
        "\0",
        "",
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
    "text",
    [
        "import time; time.sleep(60)",
        "raise SystemExit(3)",
        "import sys; sys.stdin.close()",
        "import os, time; os.close(1); time.sleep(60)",
        'import time; print(\'{"number": 1, "mo\', end="", flush=True); time.sleep(60)',
    ],
)
def test_who_says_nothing_or_has_ended_does_not_stop_the_game(tmp_path: Path, text: str) -> None:
    table = facedown.game("gotcha").new(2, seed=8)
    with ProcessPlayer(table, 0, program(tmp_path, text), seconds=0.05) as one:
        play(table, one, 12)
        assert one.made_for_it == sum(played.seat == 0 for played in table.history) > 0
        one.close()


def test_who_never_reads_what_it_is_told_does_not_stop_the_game(tmp_path: Path) -> None:
    table = facedown.game("gotcha").new(2, seed=5)
    with ProcessPlayer(table, 0, program(tmp_path, "import time; time.sleep(600)"), seconds=0.001) as one:
        for _ in range(200):  # more than a pipe holds
            one.choose(table.observation(table.asked[0]), table.legal(table.asked[0]))
        assert one.made_for_it == 200


@pytest.mark.parametrize("words", ["xx", "x\n"])
def test_who_writes_more_than_is_asked_waits_until_it_is_read(tmp_path: Path, words: str) -> None:
    floods = f"import sys\nsys.stdout.write({words!r} * 10_000_000)\nopen(sys.argv[1], 'w').close()"
    table = facedown.game("bayou-boss").new(4, seed=2)
    with ProcessPlayer(table, 0, program(tmp_path, floods)) as one:
        play(table, one, 60)
        assert one.made_for_it == sum(played.seat == 0 for played in table.history) > 0
        assert not wait_for((tmp_path / "heard").exists, 1)


def test_what_it_writes_to_standard_error_is_not_in_the_way(tmp_path: Path) -> None:
    talks = """
import sys, threading
def talk():
    while True:
        sys.stderr.write("e" * 9999)
threading.Thread(target=talk, daemon=True).start()
"""
    table = facedown.game("bayou-boss").new(4, seed=2)
    with ProcessPlayer(table, 0, program(tmp_path, talks + ANSWERS_LAST)) as one:
        play(table, one, 40)
        assert one.made_for_it == 0


def told(fifo: int) -> bytes | None:
    """What somebody has written; b"" when nobody is left who could."""
    with suppress(BlockingIOError):
        return os.read(fifo, 2)
    return None


STARTS_A_CHILD = """
import subprocess, sys
child = '''
import sys, time
alive = open(sys.argv[1], "w")
print(1, file=alive, flush=True)
print()
time.sleep(600)
'''
started = subprocess.Popen([sys.executable, "-u", "-c", child, sys.argv[1] + " alive"], stdout=subprocess.PIPE)
started.stdout.read(1)
"""


@pytest.mark.parametrize("then", [ANSWERS_LAST, "", "import time; time.sleep(600)"])
def test_nothing_that_it_has_started_outlives_it(tmp_path: Path, then: str) -> None:
    os.mkfifo(tmp_path / "heard alive")
    alive = os.open(tmp_path / "heard alive", os.O_RDONLY | os.O_NONBLOCK)

    table = facedown.game("gotcha").new(2, seed=8)
    with ProcessPlayer(table, 0, program(tmp_path, STARTS_A_CHILD + then), seconds=0.05) as one:
        assert wait_for(lambda: told(alive) == b"1\n")
        play(table, one, 12)
    assert wait_for(lambda: told(alive) == b"")
    os.close(alive)


@pytest.mark.parametrize(
    ("words", "told_to_leave"),
    [
        (("play", "gotcha", "--program", "2={}"), signal.SIGHUP),  # the terminal is closed
        (("arena", "gotcha", "--agents", "random", "--agents", "program:{}"), signal.SIGTERM),
    ],
)
def test_a_program_ends_with_the_command(tmp_path: Path, words: tuple[str, ...], told_to_leave: int) -> None:
    os.mkfifo(tmp_path / "heard")
    alive = os.open(tmp_path / "heard", os.O_RDONLY | os.O_NONBLOCK)
    text = "import sys, time; alive = open(sys.argv[1], 'w'); print(1, file=alive, flush=True); time.sleep(600)"
    command = shlex.join(program(tmp_path, text))
    call = [sys.executable, "-m", "facedown", *(word.format(command) for word in words)]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as running:
        try:
            assert wait_for(lambda: told(alive) == b"1\n", 120)
            running.send_signal(told_to_leave)
            assert running.wait(120) == 128 + told_to_leave
        finally:
            running.kill()
    assert wait_for(lambda: told(alive) == b"")
    os.close(alive)


def test_who_was_late_for_long_is_heard_again(tmp_path: Path) -> None:
    """Its answers to earlier questions do not count as tries for this one."""
    waits = "import os, sys, time\nwhile not os.path.exists(sys.argv[1] + ' go'): time.sleep(0.01)\n"
    table = facedown.game("gotcha").new(2, seed=8)
    seat = table.asked[0]
    with ProcessPlayer(table, seat, program(tmp_path, waits + ANSWERS_LAST), seconds=0.01) as one:
        for _ in range(7):
            one.choose(None, table.legal(seat))
        assert one.made_for_it == 7
        (tmp_path / "heard go").touch()
        one.seconds = 20
        legal = table.legal(seat)
        assert one.choose(None, legal) == legal[-1]
        assert one.made_for_it == 7


def test_whoever_is_given_no_time_to_leave_leaves_no_open_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facedown.programs.process.SECONDS_TO_LEAVE", 0.0)
    before = set(threading.enumerate())
    table = facedown.game("gotcha").new(2, seed=8)
    ProcessPlayer(table, table.asked[0], program(tmp_path, ANSWERS_LAST)).close()
    for thread in set(threading.enumerate()) - before:
        thread.join()
    gc.collect()  # a file that is still open warns then, and fails this test


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_question(tmp_path: Path) -> None:
    waits = "import os, time\n        while not os.path.exists(sys.argv[1] + ' go'): time.sleep(0.01)\n"
    late = ANSWERS_LAST.replace("        print(", f"        {waits}        print(")
    table = facedown.game("gotcha").new(2, seed=8)
    seat = table.asked[0]
    with ProcessPlayer(table, seat, program(tmp_path, late), seconds=0.01) as one:
        one.choose(None, table.legal(seat))
        assert one.made_for_it == 1
        one.seconds = 20
        (tmp_path / "heard go").touch()
        legal = table.legal(seat)
        assert one.choose(None, legal) == legal[-1]
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    assert any(message["type"] == "refused" and "number 2" in message["why"] for message in heard)


def test_what_cannot_be_started_is_refused() -> None:
    table = facedown.game("gotcha").new(2)
    for wrong in (["/no/such/program"], [], ["a\0b"], [""], ["/"]):
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
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    views = [message["view"] for message in heard if message["type"] == "asked"]
    assert views
    for view in views:
        assert view["grimoire"] is None
        assert all(told["grimoire"] == [] for told in view["me"]["told"])
