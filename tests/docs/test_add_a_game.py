"""docs/add-a-game.md: the files that it prints make a game, to which nothing outside their folder need be added."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import facedown
from facedown.agents import player
from facedown.core.compiling import cache_folder
from facedown.core.flat import FlatGame
from facedown.server.site import catalogue
from tests.docs.add_a_game import FILES, ID, PAGE, ROOT, listed, written
from tests.how_much import ALL, count
from tests.server.harness import UNLIMITED, Server, play_out

GAMES = count(40, 3000)
COMMANDS = [line for line in re.findall(r"^\$ (.*)$", PAGE, re.M) if re.search(r"facedown (?!serve)", line)]
SAID = {"rules": "2.4", "simulate": f"{GAMES:,} games", "play": "The game is over: Bo won"}  # by each of them
# Except in the sweep, where it takes less time than to compile.  The Python of the page is always compiled.
INTERPRETED = {} if ALL else {"NUMBA_DISABLE_JIT": "1"}
(RECORD,) = re.findall(r"^```record\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def folder() -> Path:
    """A folder of games that holds what the page prints: the same each time, as machine code is kept for files."""
    kept = cache_folder() / f"add-a-game-{hashlib.sha256(repr(FILES).encode()).hexdigest()[:16]}"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        new = written(Path(tempfile.mkdtemp(dir=kept.parent)))
        try:
            new.rename(kept)
        except OSError:  # another process was quicker
            shutil.rmtree(new)
    return kept


@pytest.fixture(scope="module")
def game(folder: Path) -> Iterator[FlatGame]:
    """The game, found beside the others."""
    with listed(folder):
        found = facedown.game(ID)
        assert isinstance(found, FlatGame)
        yield found


def run(command: str, folder: Path, **environment: str) -> str:
    """What a line of the page prints."""
    environment = (
        os.environ | {"FACEDOWN_GAMES": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)} | environment
    )
    python = shlex.quote(sys.executable)
    known = f"facedown() {{ {python} -c 'from facedown.cli import main; main()' \"$@\"; }}\n"
    known += f'pytest() {{ {python} -m pytest -q -n 0 "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-c", known + command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_page_prints_all_the_files() -> None:
    assert list(FILES) == [
        "__init__.py",
        "rulebook.md",
        "rules.py",
        "words.py",
        "notation.py",
        "bots.py",
        "encoding.py",
        "lesson.record",
    ]


def test_it_is_there_beside_the_others_and_plays_to_its_end(game: FlatGame) -> None:
    assert ID in facedown.games()
    table = game.new(["Ann", "Bo", "Cy"], seed=7)
    bots = [player(game, name, seat) for seat, name in enumerate(("careful", "random", "careful"))]
    while table.asked:
        (seat,) = table.asked
        table.play(seat, bots[seat].choose(table.observation(seat), table.legal(seat)))
    assert sorted(table.standing.scores)[:2] == [0, 0]
    assert facedown.read(table.record()).position().tobytes() == table.position().tobytes()


def test_nobody_sees_under_the_cup_of_another(game: FlatGame) -> None:
    table = game.new(["Ann", "Bo"], seed=1, dice=3)
    assert [dice.count("?") for dice in table.view("Ann").dice] == [0, 3]
    assert [dice.count("?") for dice in table.view(None).dice] == [3, 3]
    bidder = table.asked[0]
    table.play(bidder, "1 x 6")
    table.play(1 - bidder, "liar")
    told = [table.told_at(frame, "Ann") for frame in range(len(table.frames))]
    (shown,) = [frame for frame, event in enumerate(told) if event is not None and event.kind == "show"]
    assert "?" not in "".join(table.at(shown).view("Ann").dice)


def test_its_record_is_read(game: FlatGame) -> None:
    assert facedown.read(RECORD).standing.scores == (1, 2)
    with pytest.raises(facedown.RecordError, match="line 10, column 13: it is refused by"):
        facedown.read(RECORD.replace("(rule 2.2)", "(rule 2.4)"))


def test_it_is_learned_by_playing(game: FlatGame) -> None:
    lesson = catalogue.lesson(ID)
    assert [step.move and step.move.text for step in lesson.steps] == ["2 x 5", "Liar", None]
    assert lesson.steps[0].turn.aim == "The last with dice wins"


def test_the_laws_hold(folder: Path) -> None:
    """As whoever adds a game runs them."""
    (command,) = re.findall(r"^\$ (pytest .*)$", PAGE, re.M)
    said = run(command, folder, **INTERPRETED)
    passed = re.search(r"^(\d+) passed, \d+ deselected", said, re.M)
    assert passed, said
    assert int(passed[1]) > 25


@pytest.mark.parametrize("command", COMMANDS)
def test_what_the_page_types_runs(command: str, folder: Path) -> None:
    said = run(command.replace("--games 3000", f"--games {GAMES}"), folder, **INTERPRETED)
    assert SAID[command.partition("facedown ")[2].split()[0]] in said


def test_the_python_of_the_page_runs(game: FlatGame, capsys: pytest.CaptureFixture[str]) -> None:
    stepped, played = re.findall(r"^```python\n(import .*?)^```$", PAGE, re.M | re.S)
    exec(compile(played, "docs/add-a-game.md", "exec"), {})
    assert capsys.readouterr().out.startswith("dice left: ")
    exec(compile(stepped, "docs/add-a-game.md", "exec"), {})
    assert re.match(
        r"bidding low wins \d+% of \d\d+ games; 117 numbers, of which slice\(68, 104", capsys.readouterr().out
    )


def test_the_server_lists_and_serves_it(folder: Path, tmp_path: Path) -> None:
    """Its page falls back to plain drawing: it has no folder in web/src/games."""
    server = Server(tmp_path, **UNLIMITED, FACEDOWN_GAMES=str(folder))
    server.start()
    try:
        listed = server.ask("/api/games")[1]
        assert ID in {game["id"] for game in listed}
        host = server.open(ID, seats=3).host()
        host.sit(0, "Ann")
        host.say("bot", seat=1, bot="careful")
        host.say("bot", seat=2, bot="random")
        assert host.say("start")["ok"]
        play_out(host)
        assert host.state["view"]["over"]
    finally:
        server.stop()
