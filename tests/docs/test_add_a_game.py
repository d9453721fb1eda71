"""docs/add-a-game.md: the files that it prints make a game, to which nothing outside their folder need be added."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import facedown
from facedown.agents import player
from facedown.core.flat import FlatGame
from facedown.server.site import lessons
from tests.envs import test_encodings
from tests.laws import sweep, test_contract, test_lockstep, test_moves_at_the_door, test_secrets
from tests.laws.positions import fast
from tests.server.harness import UNLIMITED, Server, play_out

PAGE = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text(encoding="utf-8")
FILES = {name: text for name, _, text in re.findall(r"^### `([\w.]+)`\n\n(`{3,})\w+\n(.*?)^\2$", PAGE, re.M | re.S)}
COMMANDS = [line for line in re.findall(r"^\$ (.*)$", PAGE, re.M) if re.search(r"facedown (?!serve)", line)]
SAID = {"rules": "2.4", "simulate": "3,000 games", "play": "The game is over: Bo won"}  # by each of them
(RECORD,) = re.findall(r"^```record\n(.*?)^```$", PAGE, re.M | re.S)
ID = "liars-dice"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games that holds what the page prints."""
    folder = tmp_path_factory.mktemp("my-games")
    (folder / "liars_dice").mkdir()
    for name, text in FILES.items():
        (folder / "liars_dice" / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def game(folder: Path) -> Iterator[FlatGame]:
    """The game, found beside the others."""
    places = importlib.import_module("facedown.games").__path__  # which FACEDOWN_GAMES extends when it is imported
    places.append(str(folder))
    found = facedown.game(ID)
    assert isinstance(found, FlatGame)
    yield found
    places.remove(str(folder))
    for module in [name for name in sys.modules if name.startswith("facedown.games.liars_dice")]:
        del sys.modules[module]


def run(command: str, folder: Path) -> str:
    """What a line of the page prints."""
    environment = os.environ | {"FACEDOWN_GAMES": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    facedown = f"facedown() {{ {shlex.quote(sys.executable)} -c 'from facedown.cli import main; main()' \"$@\"; }}"
    done = subprocess.run(
        ["bash", "-c", f"{facedown}\n{command}"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
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
    assert "?" not in "".join(table.view_at(shown, "Ann").dice)


def test_its_record_is_read(game: FlatGame) -> None:
    assert facedown.read(RECORD).standing.scores == (1, 2)
    with pytest.raises(facedown.RecordError, match="line 10, column 13: it is refused by"):
        facedown.read(RECORD.replace("(rule 2.2)", "(rule 2.4)"))


def test_it_is_learned_by_playing(game: FlatGame) -> None:
    lesson = lessons.lesson(ID)
    assert [step.move and step.move.text for step in lesson.steps] == ["2 x 5", "Liar", None]
    assert lesson.steps[0].turn.aim == "The last with dice wins · you 2, Bo 2"
    assert lesson.steps[2].turn.aim == "The last with dice wins · you 2, Bo 1"


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_laws_hold(game: FlatGame, seats: int) -> None:
    test_contract.test_copies_and_undo(game)
    test_contract.test_moves_are_written_and_read(game, seats)
    test_contract.test_what_is_not_legal_is_refused_and_changes_nothing(game)
    test_contract.test_how_it_stands(game, seats)
    test_contract.test_views_are_values_and_looking_changes_nothing(game)
    test_lockstep.test_compiled_rules_take_the_same_steps(game, seats)


def test_numbers_are_looked_up_at_the_door(game: FlatGame) -> None:
    test_moves_at_the_door.test_a_number_that_is_no_move_is_illegal_at_every_door(game)
    test_moves_at_the_door.test_every_move_that_there_is_can_be_asked_about_at_any_time(game)


def test_nothing_hidden_reaches_a_seat(game: FlatGame) -> None:
    found = sweep.sweep(fast(game), 3, seed=11, wanted=1500)
    assert not found.leaks
    assert found.dealt_anew > found.pairs // 2
    test_secrets.test_nothing_that_reaches_a_seat_depends_on_what_is_hidden(game, 3)


def test_its_views_become_numbers(game: FlatGame) -> None:
    test_encodings.test_views_that_differ_differ_in_their_encoding(game)
    test_encodings.test_twins_are_encoded_alike(game)
    test_encodings.test_the_parts_cover_the_whole(game)


def test_a_batch_of_compiled_games_is_the_interpreted_one(game: FlatGame) -> None:
    test_lockstep.test_compiled_and_interpreted_games_end_in_the_same_bytes(game)
    test_lockstep.test_a_game_of_a_batch_can_be_seen_at_a_table(game)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_the_page_types_runs(command: str, folder: Path) -> None:
    said = run(command, folder)
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
