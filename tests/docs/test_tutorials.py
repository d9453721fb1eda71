"""The tutorials: their Python runs, from top to bottom, and prints what is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from facedown.core.compiling import interpreted
from facedown.core.flat import FlatGame
from facedown.envs import vector

DOCS = Path(__file__).parents[2] / "docs"
SAID = {
    "tutorial-designer.md": (
        r"Draw Rock - .*two|Draw Rock - .*2",
        r"4 games of \d+ decisions\n.*Draw",
        r"\d",
        r"cards': [12]}",
        r"gotcha: 4 games, .* choices",
    ),
    "tutorial-learning.md": (
        r"<Vector gotcha: 8 games",
        r"^$",
        r"wins while it learns: \[0\.\d+, 0\.\d+, ",
        "True",
    ),
    "from-openspiel.md": ("winners", "True", "True 100"),
    "from-pettingzoo.md": (r"\[\]", "winners", r"256 \(256, 3\)"),
}
FEWER = {"games=64": "games=8", "learn(100)": "learn(40)", ", 200,": ", 4,", "games=200": "games=20"}


@pytest.mark.parametrize("page", SAID)
def test_the_python_of_a_tutorial_runs(
    page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Interpreted and with fewer games, as it is seen elsewhere that compiled games are the same."""
    monkeypatch.setattr(vector, "compiled", interpreted)
    monkeypatch.setattr(FlatGame, "compile", lambda game: None)
    monkeypatch.chdir(tmp_path)
    snippets = re.findall(r"^```python\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"), re.M | re.S)
    names: dict[str, object] = {}
    for snippet, said in zip(snippets, SAID[page], strict=True):
        for many, few in FEWER.items():
            snippet = snippet.replace(many, few)
        exec(compile(snippet, page, "exec"), names)
        assert re.search(said, capsys.readouterr().out, re.S)
