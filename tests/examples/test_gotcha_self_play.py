"""The example that learns GotchaCards: it runs from the shell, and what it learned is as good as it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPT = EXAMPLES / "gotcha_self_play.py"


TWICE = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import gotcha_self_play
gotcha_self_play.GAMES, gotcha_self_play.BATCH = 64, 512
*given, first, second = sys.argv
for out in (first, second):
    sys.argv = [*given, "--out", out]
    gotcha_self_play.main()
"""


def run(*command: str | Path) -> str:
    """In a process of its own: JAX's threads do not get along with tests that fork."""
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True).stdout


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    few = ("--updates", "1", "--check-games", "50", "--games", "50", "--seed", "5")
    told = run("-c", TWICE, EXAMPLES, *few, first, second)
    assert "update 1 of 1, 4,096 decisions: wins 0." in told
    assert first.read_bytes() == second.read_bytes()


def test_the_network_in_the_repository_beats_the_bot() -> None:
    """Trained with `python examples/gotcha_self_play.py --updates 45`; train it anew if views or actions change."""
    told = run(SCRIPT, "--evaluate", EXAMPLES / "gotcha.npz", "--games", "2000")
    found = re.fullmatch(r"wins (0\.\d+) ± (0\.\d+) \(95 %\) of 2,000 games against sensible-1\n", told)
    assert found is not None, told
    assert float(found[1]) - float(found[2]) > 0.65
