"""docs/programs.md: its program plays, and its table names every message."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import facedown
from facedown.agents import player
from facedown.programs import ProcessPlayer, process

PAGE = (Path(__file__).parents[2] / "docs" / "programs.md").read_text(encoding="utf-8")


def test_the_program_of_the_page_plays_a_whole_game(tmp_path: Path) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)
    (tmp_path / "bot.py").write_text(program)
    game = facedown.game("bayou-boss")
    table, bot = game.new(4, seed=1), player(game, "sensible")
    with ProcessPlayer(table, 1, [sys.executable, str(tmp_path / "bot.py")], seconds=60) as one:
        while table.asked:
            seat = table.asked[0]
            chooser = one if seat == 1 else bot
            table.play(seat, chooser.choose(table.observation(seat), table.legal(seat)))
    assert one.made_for_it == 0


def test_the_page_names_every_message() -> None:
    named = set(re.findall(r"`([a-z ]+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE, re.M))))
    source = Path(process.__file__).read_text(encoding="utf-8")
    assert named - {"type"} == set(re.findall(r'_say\(\s*"([a-z ]+)"', source)) | {"over", "stopped"}
