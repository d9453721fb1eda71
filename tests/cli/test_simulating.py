"""Simulating and comparing on the command line."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest

import facedown
import facedown.server
from facedown.cli import simulating, simulation_runs
from facedown.cli.reporting import print_report
from facedown.core.batch import Batch
from facedown.lab import simulate
from tests import sample_game
from tests.cli.conftest import Run

TIMEOUT = 120


def test_a_simulation_reports_and_writes_json(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facedown, "game", lambda name, **_: sample_game.GAME)  # it compiles soonest
    path = tmp_path / "report.json"
    words = ["simulate", "high-card", "-n", "300", "--agents", "highest,random", "--seed", "7", "--json", path]
    done = run(*words)
    assert done.code == 0
    assert "300 games" in done.out
    report = json.loads(path.read_text(encoding="utf-8"))
    assert (report["game"], report["games"], report["finished"]) == ("high-card", 300, True)
    again = json.loads(run(*words[:-1], "-").out)
    assert again["players"] == report["players"]
    before = path.read_bytes()
    path.with_name("report.json.part").symlink_to("/dev/full")
    done = run(*words)
    assert "report.json: No space left on device" in done.err
    assert "300 games" in done.out
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("report.json", before)]


def test_who_stops_reading_has_the_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facedown, "game", lambda name, **_: sample_game.GAME)
    monkeypatch.setattr(simulating, "print_report", Mock(side_effect=BrokenPipeError))  # as by `| head`
    page, report = tmp_path / "report.html", tmp_path / "report.json"
    run("simulate", "high-card", "-n", "20", "--json", report, "--report", page)
    assert page.stat().st_size
    assert json.loads(report.read_text(encoding="utf-8"))["games"] == 20


def test_standings_are_printed_although_the_disk_is_full(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facedown, "game", lambda name, **_: sample_game.GAME)
    path = tmp_path / "arena.json"
    words = ["arena", "high-card", "-a", "highest,random", "-n", "4", "--file", path]
    assert run(*words).code == 0
    before = path.read_bytes()
    path.with_name("arena.json.part").symlink_to("/dev/full")
    done = run(*words[:4], "-n", "6", "--file", path)
    assert (done.code, path.read_bytes()) == (2, before)
    assert "arena.json: No space left on device" in done.err
    assert "highest" in done.out


def test_what_was_played_is_printed_although_the_disk_is_full(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    path.with_name("games.parquet.part").symlink_to("/dev/full")
    done = run("simulate", "gotcha", "-n", "20", "--cores", "1", "--vary", "tier=starter,advanced", "--out", path)
    assert done.code == 2
    assert f"{path}: No space left on device; what could be written is in the journal beside it" in done.err
    assert "20 games" in done.out
    assert not path.exists()


def test_a_long_name_is_broken_and_no_interval(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    report = simulate(sample_game.GAME, 50, agents=["highest", "random"])
    first, *others = report.players
    name = f"program:python {'bots/' * 12}mine.py"
    print_report(msgspec.structs.replace(report, players=(msgspec.structs.replace(first, name=name), *others)))
    printed = capsys.readouterr().out.splitlines()
    assert max(map(len, printed)) <= 80
    for share in (first.share, others[0].share, *(seat.wins for seat in report.by_seat)):
        assert any(f"({share.low:.4f} to {share.high:.4f})" in line for line in printed)
    assert name.replace(" ", "") in "".join(line.partition("  ")[0].strip() for line in printed).replace(" ", "")


def test_a_simulation_prints_what_the_game_counts(run: Run) -> None:
    words = ["simulate", "clocktower", "-n", 20, "--players", 7, "--cores", 1]
    days = json.loads(run(*words, "--json", "-").out)["measures"]["days"]
    assert f" days a game, {days['least']} to {days['most']}\n" in run(*words).out


def test_variants_go_into_one_file_and_one_page(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["simulate", "gotcha", "-n", 20, "-a", "sensible", "--vary", "tier=starter,advanced", "--cores", 1]
    done = run(*words, "--out", "games.parquet", "--report", "report.html", "--json", "-")
    assert (done.code, [one["options"]["tier"] for one in json.loads(done.out)]) == (0, ["starter", "advanced"])
    assert (tmp_path / "games.parquet").exists()
    assert "tier starter" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert run(*words, "--out", "games.parquet", "--seed", 1).code == 2


def test_a_value_of_a_card_is_varied(run: Run) -> None:
    words = ["simulate", "gotcha", "-n", 20, "-o", "tier=starter", "--cores", 1, "--json", "-"]
    reports = json.loads(run(*words, "--vary", "Draw {type}.effects.0.cards=1,2").out)
    assert [one["varied"] for one in reports] == [{"Draw {type}.effects.0.cards": value} for value in "12"]
    assert reports[0]["length"] == json.loads(run(*words).out)["length"] != reports[1]["length"]
    assert reports[0]["made"]["cards_hash"] != reports[1]["made"]["cards_hash"]


def test_values_of_cards_are_searched_for_and_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tuned.toml"
    words = ["tune", "gotcha", "-o", "tier=starter", "-a", "random", "-n", "50", "--rounds", "1"]
    done = run(*words, "--vary", "Draw {type}.copies=3", "--out", file)
    assert (done.code, done.out.splitlines()[0]) == (0, "Draw {type}.copies = 3")
    assert re.search(r"Furthest off is \w.*: it wins [\d.]+ % (more|less) than all together", done.out)
    assert facedown.game("gotcha", cards=file).own_cards
    alone = run(*words, "--vary", "Draw {type}.copies=3", "--out", "-").out
    assert alone == file.read_text(encoding="utf-8")
    for wrong in ("many", "--5"):
        assert f"takes whole numbers, not '{wrong}'" in run(*words, "--vary", f"Draw {{type}}.copies={wrong}").err


def test_the_course_of_games_is_told_with_minutes_and_as_json(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "course.json"
    words = ["course", "gotcha", "-n", "3", "-a", "random", "--resource", "hand_count", "--seconds", "6"]
    done = run(*words, "--json", file)
    told, whole = done.out, json.loads(file.read_text(encoding="utf-8"))
    assert f"{whole['choices']['value'] / 10:.4g} (" in told.splitlines()[-1]
    assert json.loads(run(*words, "--json", "-").out) == whole
    assert "is not a card game" in run("course", "clocktower").err
    for command in ("course", "tune"):
        assert "(sensible)" in run(command, "--help").out


def test_without_a_device_a_simulation_on_a_gpu_says_so_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facedown.core.batch.gpu_is_there", lambda: False)
    done = run("simulate", "gotcha", "--gpu")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("facedown: there is no CUDA device here")
    assert done.err.count("\n") == 1


# A parent that runs in the background may hand down deafness to Ctrl-C; a terminal does not.
STOPPED = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import facedown
from facedown.cli import main
from tests.sample_game import GAME

facedown.game = lambda name, cards=None: GAME
main()
"""


@pytest.mark.parametrize("by_service", [False, True])
def test_who_stops_it_keeps_what_is_done(tmp_path: Path, by_service: bool) -> None:
    path = tmp_path / "report.json"
    words = ["simulate", "high-card", "-a", "highest,random", "-n", "9" * 9, "--cores", "1", "--json", str(path)]
    running = subprocess.Popen(
        [sys.executable, "-c", STOPPED, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "100"},
    )
    try:
        assert running.stderr is not None
        while "playing" not in (running.stderr.read(20) or "playing"):
            pass
        running.send_signal(signal.SIGTERM if by_service else signal.SIGINT)
        out, _ = running.communicate(timeout=TIMEOUT)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "games, seed 0" in out
    assert json.loads(path.read_text(encoding="utf-8"))["finished"] is False


@pytest.mark.parametrize("command", ["simulate high-card", "compare high-card -o hand=4 --against-option hand=3"])
def test_who_stops_it_while_the_rules_compile_need_not_wait(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def compiles(*_: object) -> None:
        signal.raise_signal(signal.SIGTERM)
        pytest.fail("it goes on to compile")

    monkeypatch.setattr(facedown, "game", lambda name, **_: sample_game.GAME)
    monkeypatch.setattr(Batch, "play", compiles)
    done = run(*command.split(), "-a", "highest")
    assert (done.code, done.out) == (130, "")
    assert done.err.endswith("Stopped before the first game was over.\n")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            "compare high-card -a highest -o hand=4 --against-option hand=3 -n 9999",
            "Stopped after 100 of 9,999 pairs",
        ),
        ("course gotcha -a random -n 9999", "Stopped after 1 of 9,999 games"),
        ("tune gotcha -a random -n 20 --vary Gotcha.copies=1,2", ""),
    ],
)
def test_whoever_stops_a_study_is_told_what_it_has_found(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, told: str
) -> None:
    @contextmanager
    def bar() -> Iterator[Callable[[int, int], None]]:
        yield lambda done, total: signal.raise_signal(signal.SIGTERM) if done in (1, 20, 100) else None

    if "high-card" in command:
        monkeypatch.setattr(facedown, "game", lambda name, **_: sample_game.GAME)
    monkeypatch.setattr(simulation_runs, "progress_bar", bar)
    done = run(*command.split())
    assert (done.code, told in done.err) == (130, True), done
    assert done.out


def test_a_file_that_is_read_is_not_written_over_and_a_link_goes_on_leading_there(run: Run, tmp_path: Path) -> None:
    mine, link = tmp_path / "mine.toml", tmp_path / "link"
    before = facedown.game("gotcha").cards_file()
    mine.write_text(before)
    link.symlink_to(mine)
    for command in ("simulate", "compare", "course"):
        assert "link is named twice" in run(command, "gotcha", "--cards", mine, "--json", link).err
    assert mine.read_text() == before
    run("tune", "gotcha", "--cards", mine, "--out", link, "-n", 20, "-a", "random", "--vary", "Gotcha.copies=1")
    assert facedown.game("gotcha", cards=mine).own_cards != before
    assert link.is_symlink()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("-n", "1e12"), "--games is a whole number without an exponent or a point; write 1000000000000, not 1e12"),
        (("-n", "many"), "--games is a whole number, not 'many'"),
        (("-n", "0"), "--games is at least 1, not 0"),
        (("-n", "1", "-n", "2"), "--games is given twice"),
        (("-o", "tier=starter", "-o", "tier=advanced"), "the option tier is given twice"),
        (("--report", "-"), "--report writes a page to a file; to print the report as JSON: --json -"),
        (("--report", "/tmp"), "/tmp is a folder; name a file in it"),
        (("--report", "it.html", "--json", "it.html"), "it.html is named twice"),
        (("--json", "/tmp"), "/tmp is a folder; name a file in it"),
        (("--json", "/proc/it.json"), "/proc/it.json: nothing can be written to the folder /proc: "),
        (("--report", "../it.html", "--json", "../a/../it.html"), "it.html is named twice"),
        (("-a", "sensibel"), "no player 'sensibel'; did you mean 'sensible'?"),
        (("-a", "nobody"), "no player 'nobody'; it has: random, sensible, sensible-1, easy, steady, hard"),
        (("--option", "tier=starter", "--vary", "tier=starter,advanced"), "tier is given by --vary, and again"),
        (("--vary", "tier=starter", "--vary", "tier=advanced"), "--vary tier=A,B"),
        (("--vary", "seats=two"), "--vary seats takes numbers, not 'two'"),
        (("--vary", "seats=3"), "GotchaCards is for 2 seats, not 3"),
        (("--vary", "Drow {type}.copies=1"), "no card 'Drow {type}'; did you mean 'Draw {type}'?"),
        (("--vary", "Draw {type}.copys=1"), "'Draw {type}.copys' names nothing in the cards file"),
        (("--vary", "Draw {type}.copies=1", "--out", "games.parquet"), "--out keeps games of one set of cards"),
        (("--vary", "tier=starter,advanced,Starter"), "plays the same games twice, with tier=Starter"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(run: Run, words: tuple[str, ...], says: str) -> None:
    done = run("simulate", "gotcha", *words)
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert done.err.startswith("facedown: ")
    assert done.err.count("\n") == 1


def test_a_file_that_holds_more_games_than_were_asked_for_is_said_to(run: Run, tmp_path: Path) -> None:
    words = ["simulate", "gotcha", "--cores", 1, "--out", tmp_path / "games.parquet", "-n"]
    run(*words, 30)
    done = run(*words, 20)
    assert done.code == 0
    assert "games.parquet already held 30 games, more than 20" in done.err.replace("\n", " ")
    assert "30 games, seed 0" in done.out
    assert "decisions, none of them played in this run." in done.out
    assert "a second" not in done.out


# -- comparing -----------------------------------------------------------------------------------------------


def test_the_command_compares_and_fails_where_it_is_told_to(run: Run) -> None:
    words = ["compare", "gotcha", "--agents", "random", "--option", "tier=starter"]
    words += ["--against-option", "tier=advanced", "-n", "1000"]
    done = run(*words)
    assert done.code == 0
    assert "Decisions a game: " in done.out
    assert "1,000 pairs of games" in done.out
    assert run(*words, "--fail-if", "40%").code == 0
    failed = run(*words, "--fail-if", "0%", "--json", "-")
    changed = [change for change in json.loads(failed.out)["changes"] if change["of_games"]]
    surely = any(change["more"]["low"] > 0 or change["more"]["high"] < 0 for change in changed)
    assert failed.code == (1 if surely else 0)
    looked_twice = json.loads(run(*words, "--until", "0.1%", "--json", "-").out)["changes"]
    one_look = json.loads(run(*words, "--json", "-").out)["changes"]
    for once, twice in zip(one_look, looked_twice, strict=True):
        assert once["more"]["high"] - once["more"]["low"] <= twice["more"]["high"] - twice["more"]["low"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "both versions are the same"),
        (("--option", "tier=starter", "--until", "often"), "write 0.5%"),
        (("--cards", "nowhere.toml"), "nowhere.toml"),
        (("--cards", "bad.toml"), "bad.toml:3: Heavy {type}: types cannot be 'Stone'"),
        (("--against", "bad.toml"), "bad.toml:3: Heavy {type}: types cannot be 'Stone'"),
    ],
)
def test_the_command_says_what_was_wrong(
    run: Run, words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.toml").write_text('[[card]]\nname = "Heavy {type}"\ntypes = ["Stone"]\ntier = "starter"\n')
    monkeypatch.chdir(tmp_path)
    done = run("compare", "gotcha", *words)
    assert done.code == 2
    assert says in done.err


OWN = {
    name: {"id": name, "name": name, "team": team, "ability": "Does something that nobody has written rules for."}
    for name, team in (("Moth", "townsfolk"), ("Ogopogo", "demon"))
}
SCRIPT = json.dumps([*OWN.values(), "chef", "slayer", "monk", "virgin", "saint", "poisoner", "imp"])


def test_characters_without_rules_are_named_before_a_game(run: Run) -> None:
    said = "Moth and Ogopogo have no rules here"
    for words in (("simulate", "-n", "1"), ("play", "--seats", "8")):
        command, *more = words
        done = run(command, "clocktower", "--option", f"script={SCRIPT}", *more)
        assert done.err.count(said) == 1
    assert "no rules here" not in run("simulate", "clocktower", "-n", "1").err


@pytest.mark.parametrize("words", [("--script", "{}"), ("--option", "script={}"), ("--option", "script=@{}")])
def test_a_script_is_read_from_its_file(run: Run, tmp_path: Path, words: tuple[str, str]) -> None:
    file = tmp_path / "town.json"
    file.write_text(SCRIPT, encoding="utf-8")
    done = run("simulate", "clocktower", "-n", "1", words[0], words[1].format(file))
    assert (done.code, done.err.count("Moth and Ogopogo have no rules here")) == (0, 1)
