"""The arena: the better player is rated higher, on every seat as often, and more can be played later."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import facedown
from facedown.agents import player
from facedown.cli import main
from facedown.core.errors import BadOption, Stuck
from facedown.lab.arena import Rated, Standings, arena

GOTCHA = facedown.game("gotcha")


def test_nobody_may_win_more_than_all_games_or_fewer_than_none() -> None:
    best, worst = Rated("one", 30, 2, 40, 38, 38), Rated("other", 20, 2, 40, 2, 2)
    assert 0 < worst.wins.low < worst.wins.high < best.wins.low < best.wins.high < 1


def test_the_better_player_is_rated_higher_and_a_newcomer_meets_everybody() -> None:
    first = arena(GOTCHA, ["random", "sensible"], 60)
    best, worst = first.ranked()
    assert (best.name, worst.name) == ("sensible", "random")
    assert best.rating.low > worst.rating.high
    assert best.wins.low > 0.5 > worst.wins.high
    assert best.share + worst.share == pytest.approx(60)
    again = msgspec.json.decode(first.json(), type=Standings)
    assert arena(GOTCHA, ["sensible", "random"], 60, before=again) == first  # nothing is left to play
    own = {"other": lambda table, seat: player(table.contract, "random", f"{table.seed} {seat}")}
    more = arena(
        GOTCHA, ["random", "sensible", "other"], 60, own=own, before=again, progress=lambda done, _: done < 65
    )
    assert {one.name: one.games for one in more.players}["other"] > 0
    with pytest.raises(BadOption, match="standings of other games: seed '0', not '1'"):
        arena(GOTCHA, ["random", "sensible"], 60, seed=1, before=more)
    with pytest.raises(BadOption, match="at least two players"):
        arena(GOTCHA, ["random"], 60)


def fails(view: Any, moves: Any, luck: Any) -> Any:
    raise KeyError("a diamond")


def answers_nonsense(view: Any, moves: Any, luck: Any) -> Any:
    return 987654


@pytest.mark.parametrize("game", ["gotcha", "clocktower"])
@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (fails, r"'fails'.* raises test_arena.py:\d+: KeyError: 'a diamond'"),
        (answers_nonsense, r"'answers_nonsense'.* answered with .*987654, which is not legal here"),
    ],
)
def test_what_is_wrong_with_a_bot_of_ones_own_is_said_with_its_name_and_line(
    game: str, bot: Callable[..., Any], why: str
) -> None:
    with pytest.raises(Stuck, match=f"^game 0 of the batch: the bot {why}$"):
        arena(facedown.game(game), [bot, "random"], 2)


def test_the_command_takes_programs_and_keeps_standings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot, file = tmp_path / "bot.py", tmp_path / "arena.json"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'asked':\n"
        "        print(json.dumps({'number': message['number'], 'move': message['legal'][0]}), flush=True)\n",
        encoding="utf-8",
    )
    program = f"program:{sys.executable} {bot}"
    words = ["facedown", "arena", "gotcha", "-a", "random", "-a", program, "--file", str(file), "--json"]
    for games in (1, 2):
        monkeypatch.setattr(sys, "argv", [*words, "-n", str(games)])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 0
        standings = json.loads(capsys.readouterr().out)
        assert {one["name"]: one["games"] for one in standings["players"]} == {"random": games, program: games}
        assert json.loads(file.read_text(encoding="utf-8")) == standings


def test_the_command_says_that_moves_were_made_for_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit", encoding="utf-8")
    program = f"program:{sys.executable} {tmp_path / 'bot.py'}"
    monkeypatch.setattr(sys, "argv", ["facedown", "arena", "gotcha", "-a", "random", "-a", program, "-n", "2"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    said = capsys.readouterr().err
    assert "random moves were made for program:" in said
    assert said.rstrip().endswith("the last because it had ended")
