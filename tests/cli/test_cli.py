"""The command line: what it prints, where, and how it exits."""

import errno
import json
import re
import socket
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import facedown
import facedown.server
from facedown.core import record
from facedown.core.extras import EXTRAS
from tests.cli.conftest import Run

TIMEOUT = 120


def written(tmp_path: Path, *, expects: str = "") -> Path:
    """A record of two moves that chance dealt, and what it expects after them."""
    table = facedown.game("bayou-boss").new(seats=2, seed=5)
    for _ in range(2):
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    path = tmp_path / "a record.txt"
    path.write_text(table.record() + expects, encoding="utf-8")
    return path


# -- help, and what is there ---------------------------------------------------------------------------------------


def test_the_package_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "facedown", "rules", "gotcha", "1.3"],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\n1.3 (ruling) There are 57 cards" in done.stdout


def test_help_needs_neither_numba_nor_the_server() -> None:
    program = (
        "import sys, facedown.cli as cli\ntry: cli.main()\nexcept SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--help"], capture_output=True, text=True, check=True, timeout=TIMEOUT
    )
    assert not {"numba", "litestar", "scipy", "facedown.lab"} & set(done.stderr.split())
    assert not re.search(r"^ +\w+ +\.$", done.stdout, re.MULTILINE), "every command is explained"


def without(*packages: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs commands where these packages are not installed."""
    hidden = "".join(f"sys.modules[{package!r}] = None; " for package in packages)
    program = f"import sys; {hidden}from facedown.cli import main; main()"

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", program, *words], capture_output=True, text=True, input="\n", timeout=TIMEOUT
        )

    return run


ALL_EXTRAS = ("numba", *(package for packages in EXTRAS.values() for package in packages))


def test_what_reads_rules_and_plays_needs_no_extra(tmp_path: Path) -> None:
    run = without(*ALL_EXTRAS)
    record = tmp_path / "mine.txt"
    record.write_text(facedown.game("gotcha").new(["Зоя", "Ann the 2nd"], seed=5).record(), encoding="utf-8")
    for words in (
        ["rules", "gotcha", "1.1"],
        ["games"],
        ["check", str(record)],
        ["play", "bayou-boss", "--seats", "5"],
    ):
        done = run(*words)
        assert (done.returncode, done.stderr) == (0, ""), words


@pytest.mark.parametrize(
    ("words", "extra"),
    [(["serve", "--port", "0"], "server"), (["simulate", "gotcha", "-n", "5"], "lab"), (["mcp"], "mcp")],
)
def test_a_command_without_its_packages_names_the_extra(words: list[str], extra: str) -> None:
    done = without(*ALL_EXTRAS)(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"is not installed; this needs: pip install 'facedown[{extra}]'\n")
    assert done.stderr.count("\n") == 1


def test_without_numba_rules_are_interpreted_and_give_the_same_games(run: Run) -> None:
    words = ("simulate", "gotcha", "-n", "12", "--seed", "odd", "--agents", "sensible,random", "--json", "-")
    done = without("numba")(*words)
    assert "pip install 'facedown[fast]'" in done.stderr
    interpreted, compiled = json.loads(done.stdout), json.loads(run(*words).out)
    for report in (interpreted, compiled):
        del report["seconds"], report["decisions_per_second"], report["made"]["date"]
    assert interpreted == compiled


def test_each_package_of_an_extra_is_known_to_belong_to_it() -> None:
    modules: dict[str, set[str]] = defaultdict(set)
    for module, distributions in packages_distributions().items():
        for distribution in distributions:
            modules[distribution.lower().replace("_", "-")].add(module)
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    for extra, packages in EXTRAS.items():
        names = {re.split(r"[\[<>=,]", line)[0] for line in project["project"]["optional-dependencies"][extra]}
        for name in names - {"facedown", "numba-cuda"}:
            assert modules[name] & set(packages), f"{name} is missing in EXTRAS"


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").out.startswith("facedown 0.")


def test_games_are_listed(run: Run) -> None:
    assert all(name in run("games").out for name in facedown.games())
    listed = json.loads(run("games", "--json").out)
    assert [game["id"] for game in listed] == list(facedown.games())
    assert listed[0]["seats"] == list(facedown.game(listed[0]["id"]).seats)


@pytest.mark.parametrize("name", facedown.games())
def test_rules_are_shown_whole_by_chapter_and_by_number(run: Run, name: str) -> None:
    rules = facedown.game(name).rulebook()
    shown = json.loads(run("rules", name, "--json").out)
    assert [rule["number"] for rule in shown] == [rule.number for rule in rules]
    chapter = json.loads(run("rules", name, 3, "--json").out)
    assert [rule["number"] for rule in chapter] == [r.number for r in rules if r.number.startswith("3.")]
    (one,) = json.loads(run("rules", name, "3.2", "--json").out)
    assert one["text"] == facedown.game(name).rule("3.2").text
    assert "3.2" in run("rules", name, "3.2").out


@pytest.mark.parametrize("name", facedown.games())
def test_cards_are_shown(run: Run, name: str) -> None:
    shown = json.loads(run("cards", name, "--json").out)
    assert [card["name"] for card in shown] == [card.name for card in facedown.game(name).cards()]


def test_one_card_is_shown_by_its_name(run: Run) -> None:
    assert run("cards", "botch", "sack").out.splitlines()[0] == "Sack  rule 12.4"
    assert [card["name"] for card in json.loads(run("cards", "botch", "Sack", "--json").out)] == ["Sack"]
    assert "no card 'Sakc'; did you mean 'Sack'?" in run("cards", "botch", "Sakc").err


def test_a_game_s_cards_file_is_printed_to_be_changed(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(run("cards", "botch", "--toml").out)
    assert run("cards", "check", mine, "--game", "botch").code == 0
    none = run("cards", "clocktower", "--toml")
    assert (none.code, none.out) == (2, "")
    assert "takes no cards file" in none.err


def test_a_game_is_printed_on_paper_with_cards_of_ones_own(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(run("cards", "botch", "--toml").out.replace('name = "Sack"', 'name = "Zorb 7"'))
    assert "<h3>Sack</h3>" in run("cards", "botch", "--print").out
    sheet = run("cards", "botch", "--print", "--cards", mine).out
    assert "<h3>Zorb 7</h3>" in sheet
    assert "<h3>Sack</h3>" not in sheet


WITH_CARDS = [name for name in facedown.games() if (facedown.game(name).contract.folder / "cards.toml").exists()]


@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_game_s_own_cards_are_fine(run: Run, name: str, tmp_path: Path) -> None:
    own = facedown.game(name).contract.folder / "cards.toml"
    checked = run("cards", "check", own, "--game", name)
    assert checked.code == 0
    assert all(card.name in checked.out for card in facedown.game(name).cards() if card.value is None)
    named = tmp_path / "mine.toml"
    named.write_text(f'# mine\ngame = "{name}"\n' + own.read_text(encoding="utf-8"), encoding="utf-8")
    assert run("cards", "check", named).out == checked.out


# -- check ---------------------------------------------------------------------------------------------------------


def test_a_folder_without_records_is_no_success_and_what_cannot_be_read_stops_nothing(
    run: Run, tmp_path: Path
) -> None:
    code, said, problem = run("check", tmp_path)
    assert (code, said) == (2, "")
    assert "no *.txt file in this folder" in problem
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "b.txt").write_text("game: gotcha\nseats: Zo\u00eb, deck")
    code, said, problem = run("check", tmp_path)
    assert (code, problem) == (1, "")
    assert "a.txt:1:1: this is not text in UTF-8" in said
    assert "b.txt" in said


def test_a_good_record_is_fine(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, expects="over: no\n")
    assert run("check", path) == (0, f"{path}: fine\n", "")
    assert run("check", "--quiet", path) == (0, "", "")
    assert run("check", tmp_path) == (0, f"{path}: fine\n", "")
    assert run("check", "-", stdin=path.read_text(encoding="utf-8")).code == 0


def test_a_wrong_record_is_said_with_its_place(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, expects="  over: yes\nBo: Redd 3\n")
    lines = path.read_text(encoding="utf-8").count("\n")
    done = run("check", path)
    assert done.code == 1
    assert done.out.splitlines()[0] == f"{path}:{lines - 1}:3: the game is not over"
    assert done.out.splitlines()[1].startswith(f"{path}:{lines}:5: 'Redd 3' is not a move of Bayou Boss")
    (told,) = json.loads(run("check", "--json", path).out)
    assert [(problem["line"], problem["column"]) for problem in told["problems"]] == [(lines - 1, 3), (lines, 5)]


def test_what_a_script_loses_is_said_beside_a_record_that_is_fine(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "town.txt"
    script = json.dumps(["chef", "cheff", "empath", "slayer", "imp", "poisoner"])
    path.write_text(f"game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: {script}\n", encoding="utf-8")
    caution = "In the script: Item 2 is left out: there is no character 'cheff'; did you mean 'chef'?"
    assert run("check", path) == (0, f"{path}: {caution}\n{path}: fine\n", "")
    assert json.loads(run("check", "--json", path).out)[0]["cautions"] == [caution]


def test_bytes_that_are_no_text_are_wrong(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x00\xff")
    done = run("check", path)
    assert done.code == 1
    assert "not text" in done.out


# -- cards files that are wrong ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("gotcha", 'does = "cut"', 'does = "cutt"', "cutt"),
        ("gotcha", "copies = 3", "copies = 300", "300"),
        ("gotcha", "[[card]]", "[[card]", ""),
        ("bayou-boss", 'effect = "high"', 'effect = "hihg"', "did you mean 'high'"),
        ("bayou-boss", "copies = 7", 'copies = "seven"', "whole number"),
    ],
)
def test_a_wrong_cards_file_is_said_with_its_line(
    run: Run, tmp_path: Path, name: str, old: str, new: str, words: str
) -> None:
    text = (facedown.game(name).contract.folder / "cards.toml").read_text(encoding="utf-8")
    at = next(n for n, line in enumerate(text.splitlines(), 1) if old in line and not line.startswith("#"))
    lines = text.splitlines()
    lines[at - 1] = lines[at - 1].replace(old, new)
    path = tmp_path / "mine.toml"
    path.write_text(f'game = "{name}"\n' + "\n".join(lines), encoding="utf-8")
    done = run("cards", "check", path)
    assert done.code == 1
    assert done.out.startswith(f"{path}:{at + 1}: ")
    assert words in done.out


def test_a_record_is_checked_with_own_cards(run: Run, tmp_path: Path) -> None:
    cards = tmp_path / "mine.toml"
    own = (facedown.game("bayou-boss").contract.folder / "cards.toml").read_text(encoding="utf-8")
    cards.write_text(own.replace('name = "Heron"', 'name = "Zorb"'), encoding="utf-8")
    path = tmp_path / "a record.txt"
    dealt = "characters: Python, Zorb, Alligator, Manatee, Opossum, Bullfrog"
    path.write_text(f"game: bayou-boss\nseats: Ann, Bo\n{dealt}\n", encoding="utf-8")
    assert run("check", path).code == 1
    assert run("check", path, "--cards", cards) == (0, f"{path}: fine\n", "")


def test_own_cards_are_played_in_the_terminal(run: Run, tmp_path: Path) -> None:
    cards = tmp_path / "mine.toml"
    own = (facedown.game("gotcha").contract.folder / "cards.toml").read_text(encoding="utf-8")
    cards.write_text(own.replace('name = "Common {type}"', 'name = "Zorb {type}"'), encoding="utf-8")
    done = run("play", "gotcha", "--seed", 1, "--cards", cards, "--record", stdin="1\n" * 8)
    assert "Zorb " in done.out.partition("game: gotcha")[0]
    assert 'name = "Zorb {type}"' in done.out
    cards.write_text(own.replace("copies = 3", "copies = 300", 1), encoding="utf-8")
    wrong = run("play", "gotcha", "--cards", cards)
    at = next(n for n, line in enumerate(own.splitlines(), 1) if "copies = 3" in line and line[0] != "#")
    assert wrong.code == 2
    assert f"{cards}:{at}: " in wrong.err


# -- wrong use -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nonsense"], "nonsense"),
        (["play"], "Missing argument"),
        (["play", "bayou"], "did you mean 'bayou-boss'"),
        (["play", "bayou-boss", "--seats", "9"], "2 to 8 seats"),
        (["play", "bayou-boss", "--seat", "3"], "no seat 3"),
        (["play", "bayou-boss", "--bots", "clever"], "no player 'clever'"),
        (["play", "gotcha", "-o", "tier=gold"], "tier cannot be 'gold'; choose one of: starter, advanced"),
        (["play", "gotcha", "-o", "teir=starter"], "no option 'teir'; did you mean 'tier'?"),
        (["play", "botch", "-o", "first=2"], "start (Who begins)"),
        (["play", "gotcha", "--program", "python bot.py"], "seats for it: 2"),
        (["play", "gotcha", "--program", "1=python bot.py"], "seats for it: 2"),
        (["play", "gotcha", "--program", "2=/no/such/bot"], "cannot be started"),
        (["play", "gotcha", "--program", "2='bot"], "No closing quotation"),
        (["play", "gotcha", "--program", "2=true", "--seconds", "0"], "more than 0 seconds"),
        (["play", "gotcha", "-o", "tier"], "NAME=VALUE"),
        (["rules", "gotcha", "99"], "no chapter 99"),
        (["rules", "gotcha", "9.99"], "no rule '9.99'"),
        (["cards", "chess"], "no game 'chess'"),
        (["check", "not there.txt"], "not there.txt: No such file"),
        (["cards", "check", "not there.toml"], "No such file"),
        (["simulate", "bayou-boss", "--games", "0"], "at least 1, not 0"),
        (["simulate", "bayou-boss", "--agents", "clever"], "no player 'clever'"),
        (["simulate", "bayou-boss", "--json", "nowhere/report.json"], "no folder nowhere"),
        (["serve", "--port", "99999"], "at most 65535"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(run: Run, words: list[str], said: str) -> None:
    done = run(*words)
    assert done.code == 2
    assert said in " ".join(done.err.split())
    assert "Traceback" not in done.err
    assert done.out == ""


def test_a_cards_file_that_names_no_game_is_wrong_use(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[[card]]\n", encoding="utf-8")
    assert run("cards", "check", path).code == 2


def test_a_full_disk_is_said_in_one_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, *_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "read_text", full)
    done = run("rules", "gotcha")
    assert (done.code, done.err) == (2, "facedown: No space left on device\n")


# -- play ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", facedown.games())
def test_a_whole_game_is_played_from_a_pipe(run: Run, name: str) -> None:
    done = run("play", name, "--seed", "7", "--record", stdin="1\n" * 1000)
    assert done.code == 0
    assert "The game is over" in done.out
    written = done.out[done.out.index("game: ") :]
    assert record.check(written + "over: yes\n", facedown.game) == []


def test_a_game_with_a_long_script_of_odd_names_is_played_and_its_record_checked(run: Run, tmp_path: Path) -> None:
    names = ("Evil", "67", "Death", "Sam and Ann", "go on # ;")
    own = [
        {"id": f"x{n}", "name": name, "team": "townsfolk", "ability": "Nothing happens to you; # " * 20}
        for n, name in enumerate(names)
    ]
    script = json.dumps([{"id": "_meta", "name": 'Odd, "quoted"'}, *own, "chef", "saint", "poisoner", "imp"])
    assert len(script) > 2_000
    done = run("play", "clocktower", "--seed", "5", "-o", f"script={script}", "--record", stdin="1\n" * 1000)
    assert done.code == 0
    path = tmp_path / "long.txt"
    path.write_text(done.out[done.out.index("game: ") :], encoding="utf-8")
    checked = run("check", path)
    caution, fine = checked.out.splitlines()
    assert "have no rules here: a storyteller has to run them by hand" in caution
    assert fine == f"{path}: fine"
    assert (checked.code, checked.err) == (0, "")


def test_a_player_of_whom_nothing_long_has_changed_keeps_a_row(run: Run) -> None:
    done = run("play", "clocktower", "--seed", "5", stdin="1\n" * 100)
    assert re.search(r"^ +Ed +as before *$", done.out, re.M)


def test_on_an_open_floor_all_get_a_word_in_and_words_are_said_as_they_are(run: Run) -> None:
    done = run("play", "clocktower", "--seed", "3", stdin='ready\nsay "I am new here"\nmoves\nlook\n')
    before, asked = done.out.split('> say "I am new here"')
    said, listed = asked.split("> moves")
    assert " claims to be " in before
    assert "Ann: I am new here" in said
    assert "claim Imp" not in said, "a long list is shortened"
    assert "claim Imp" in listed.split("> look")[0]
    assert "{" not in done.out, "a view is told in words"


def test_a_program_takes_a_seat(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n    said = json.loads(line)\n    if said['type'] == 'asked':\n"
        "        print(json.dumps({'number': said['number'], 'move': said['legal'][-1]}), flush=True)\n"
    )
    program = f"2={sys.executable} '{tmp_path / 'bot.py'}'"
    done = run("play", "gotcha", "--seed", "7", "--program", program, "--record", stdin="1\n" * 1000)
    assert "has won" in done.out or "wins" in done.out


def test_bots_have_the_names_that_they_have_on_the_page(run: Run) -> None:
    names = [run("play", "gotcha", "--bots", bot, stdin="").out.partition(".")[0] for bot in ("easy", "hard")]
    assert names == ["GotchaCards: Ann (you), Scrap", "GotchaCards: Ann (you), Madam Feldspar"]
    usual = [run("play", "gotcha", "--seed", seed, stdin="").out.partition(".")[0] for seed in "abcdefgh"]
    assert len(set(usual)) > 1
    assert not {"GotchaCards: Ann (you), Scrap", "GotchaCards: Ann (you), Bo"} & set(usual)
    assert "Ann (you), Bo, " in run("play", "botch", "--program", "2=cat", stdin="").out


@pytest.mark.parametrize(
    ("seconds", "text", "why"),
    [
        ("60", "raise SystemExit", "it had ended"),
        ("0.3", "import time; time.sleep(600)", "it did not answer within 0.3 s"),
        (
            "60",
            "import sys\nfor line in sys.stdin: print('?', flush=True)",
            "3 answers were refused, the last: an answer",
        ),
    ],
)
def test_it_is_said_why_moves_were_made_for_a_program(
    run: Run, tmp_path: Path, seconds: str, text: str, why: str
) -> None:
    (tmp_path / "bot.py").write_text(text)
    program = f"2={sys.executable} '{tmp_path / 'bot.py'}'"
    done = run("play", "gotcha", "--seed", "7", "--program", program, "--seconds", seconds, stdin="1\n1\n1\n")
    said = rf"\d+ random moves? (was|were) made for the program on seat 2; the last because {why}"
    assert re.search(said, done.err)


def test_the_same_seed_plays_the_same_game(run: Run) -> None:
    first, second = (run("play", "gotcha", "--seed", "x", stdin="1\n" * 40).out for _ in range(2))
    assert first == second


def test_help_refusals_and_leaving(run: Run) -> None:
    lines = ["?", "? heron", "? 3.2", "rules", "log", "? nothing", "Red 99", "999", "0", "Heron", "", "quit", "1"]
    done = run("play", "bayou-boss", "--seed", "3", stdin="\n".join(lines))
    assert done.code == 0
    said = " ".join(done.out.split())
    for words in (
        "Type the number or the words of a move",
        "Heron: The Heron is the high card, which takes the trick and its point",
        "If you hold the suit to follow",
        "deals seven cards",
        "There is no card and no rule 'nothing'",
        "'Red 99' is not a move",
        "There is no move 999",
        "There is no move 0",
        "may not play Heron",
        "You leave the table.",
    ):
        assert words in said


def test_rules_at_the_table_have_their_mark_and_no_stars(run: Run) -> None:
    said = run("play", "gotcha", "--seed", "3", stdin="? 6.5\nrules").out
    assert said.count("6.5 (ruling) Super Scissors: when it is turned up") == 2
    assert "*" not in said
    assert "| --- |" not in said


def test_the_end_of_the_input_leaves_the_table(run: Run) -> None:
    done = run("play", "gotcha", stdin="")
    assert done.code == 0
    assert "You leave the table." in done.out


# -- serve ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "port", "given"),
    [
        ([], "", {"open_page": True}),
        ([], "9000", {"port": 9000, "open_page": True}),
        (["serve"], "9000", {"port": 9000}),
        (["serve", "--https"], "", {"https": True}),
        (
            ["serve", "--port", "0", "--host", "::", "--data", "here", "--open"],
            "9000",
            {"host": "::", "port": 0, "data": Path("here"), "open_page": True},
        ),
    ],
)
def test_the_server_is_told_where_and_whether_to_open_the_page(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], port: str, given: dict[str, object]
) -> None:
    told: list[dict[str, object]] = []
    monkeypatch.setattr(facedown.server, "run", lambda **named: told.append(named))
    monkeypatch.setenv("PORT", port)
    assert run(*words).code == 0
    unless_told = {"host": None, "port": 8000, "data": None, "open_page": False, "https": False}
    assert told == [unless_told | given]


def test_a_port_that_is_taken_is_said_in_one_line(run: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("serve", "--port", taken.getsockname()[1], "--data", tmp_path)
    assert done.code == 2
    assert "choose another with --port" in done.err


def test_what_a_home_made_character_does_is_shown_when_somebody_asks(run: Run) -> None:
    own = {"id": "zz", "name": "Zz", "team": "townsfolk", "ability": "You sing.", "firstNight": 1, "otherNight": 2}
    script = json.dumps(["chef", "empath", "slayer", "imp", "poisoner", own])
    done = run("play", "clocktower", "--seed", 3, "-o", f"script={script}".replace(", ", ","), stdin="? zz\nlook\n")
    shown, asked = done.out.split("> ? zz")
    assert "You sing." not in shown
    assert asked.count("(townsfolk) You sing.") == 2
