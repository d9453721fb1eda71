"""The example that learns GotchaCards: it runs from the shell, and what it learned is as good as it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.how_much import ALL

EXAMPLES = Path(__file__).parents[2] / "examples"

# Whom the networks meet, and the least share that the repository's wins.  Compiling the driver that asks the game's
# own bot takes eight seconds; the one for random players is there.
BOT, SHARE = ("sensible-1", 0.65) if ALL else ("random", 0.9)

# In a process of its own, as JAX and tests that fork do not get along; and in one, as loading JAX takes long.
THREE_RUNS = """
import sys
examples, first, second, bot = sys.argv[1:]
sys.path.insert(0, examples)
import gotcha_self_play
gotcha_self_play.BOT = bot
gotcha_self_play.GAMES, gotcha_self_play.BATCH = 64, 512
few = ["--updates", "1", "--check-games", "50", "--games", "50", "--seed", "5"]
for words in ([*few, "--out", first], [*few, "--out", second],
              ["--evaluate", examples + "/gotcha.npz", "--games", "2000"]):
    sys.argv[1:] = words
    gotcha_self_play.main()
"""


def test_the_same_seed_learns_the_same_and_the_network_in_the_repository_beats_the_bot(tmp_path: Path) -> None:
    """Trained with `python examples/gotcha_self_play.py --updates 45`; train it anew if views or actions change."""
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    told = subprocess.run(
        [sys.executable, "-c", THREE_RUNS, str(EXAMPLES), str(first), str(second), BOT],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.count("update 1 of 1, 4,096 decisions: wins 0.") == 2
    assert first.read_bytes() == second.read_bytes()
    found = re.search(rf"^wins (0\.\d+) ± (0\.\d+) \(95 %\) of 2,000 games against {BOT}$", told, re.M)
    assert found is not None, told
    assert float(found[1]) - float(found[2]) > SHARE
