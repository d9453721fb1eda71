"""Files of results: what was stopped goes on from them, and the report's page needs nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from pyarrow import parquet

import facedown
from facedown.core.errors import BadOption
from facedown.lab import Estimate, SimulationReport, simulate
from facedown.lab.page import page
from facedown.lab.results import Results, Simulated

GOTCHA = facedown.game("gotcha")
CLOCKTOWER = facedown.game("clocktower")
ASKED = Simulated("gotcha", 1, "", 2, ("sensible",), "0")
SPEED = {"seconds", "decisions_per_second", "made"}


def what_is_found(report: SimulationReport) -> dict[str, object]:
    return {name: getattr(report, name) for name in SimulationReport.__struct_fields__ if name not in SPEED}


def test_a_simulation_that_is_stopped_goes_on_to_the_same_report(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with Results(path, ASKED) as results:
        stopped = simulate(GOTCHA, 5000, ["sensible"], progress=lambda *_: False, cores=1, results=results)
    assert (stopped.games, stopped.finished) == (2000, False)
    assert parquet.read_table(path).num_rows == 2000
    for games in (4500, 5000):
        with Results(path, ASKED) as results:
            report = simulate(GOTCHA, games, ["sensible"], cores=2, results=results)
    whole = simulate(GOTCHA, 5000, ["sensible"], cores=1)
    assert what_is_found(report) == what_is_found(whole)
    rows = parquet.read_table(path)
    assert rows["game"].to_pylist() == list(range(5000))
    assert sum(rows["won_1"].to_pylist()) == round(5000 * whole.by_seat[0].wins.value)
    assert not list(tmp_path.glob("*.part"))


def test_variants_share_a_file_and_games_without_a_record_are_kept_as_well(tmp_path: Path) -> None:
    path, asked = tmp_path / "towns.parquet", Simulated("clocktower", 1, "", 8, ("random",), "0")
    for games in (6, 9):
        with Results(path, asked) as results:
            reports = [
                simulate(CLOCKTOWER, games, seats=8, options={"script": script}, cores=1, results=results)
                for script in ("tb", "bmr")
            ]
    assert parquet.read_table(path).num_rows == 18
    for report, script in zip(reports, ("tb", "bmr"), strict=True):
        whole = simulate(CLOCKTOWER, 9, seats=8, options={"script": script}, cores=1)
        assert what_is_found(report) == what_is_found(whole)


def test_a_disk_that_is_full_is_named_and_what_was_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with Results(path, ASKED) as results:
        simulate(GOTCHA, 10, ["sensible"], cores=1, results=results)
    before = path.read_bytes()
    (tmp_path / "games.parquet.part").symlink_to("/dev/full")
    with (
        pytest.raises(OSError, match=f"No space left on device: '{re.escape(str(path))}'"),
        Results(path, ASKED) as results,
    ):
        report = simulate(GOTCHA, 20, ["sensible"], cores=1, results=results)
    assert report.games == 20, "what was played is reported before"
    assert path.read_bytes() == before
    with Results(path, ASKED) as results:
        assert sum(len(piece.scores) for piece in results.kept(GOTCHA.checked_options({}))) == 20


def test_a_simulation_that_is_killed_goes_on_from_its_journal(tmp_path: Path) -> None:
    path, journal = tmp_path / "games.parquet", tmp_path / "games.parquet.journal"
    whole = simulate(GOTCHA, 5000, ["sensible"], cores=1)
    for games in (2000, 4000):
        killed = Results(path, ASKED)  # its block is never left
        simulate(GOTCHA, games, ["sensible"], cores=1, results=killed)
    del killed
    with journal.open("r+b") as half:
        half.truncate(journal.stat().st_size - 100)  # it was being written to
    with Results(path, ASKED) as results:
        assert parquet.read_table(path).num_rows == 2000
        report = simulate(GOTCHA, 5000, ["sensible"], cores=1, results=results)
    assert what_is_found(report) == what_is_found(whole)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_file_of_other_games_is_refused_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with Results(path, ASKED) as results:
        simulate(GOTCHA, 10, ["sensible"], cores=1, results=results)
    before = path.read_bytes()
    with pytest.raises(BadOption, match="holds other games: seed '0', not '7'"):
        Results(path, Simulated("gotcha", 1, "", 2, ("sensible",), "7"))
    assert path.read_bytes() == before
    path.write_text("game,winner", encoding="utf-8")
    with pytest.raises(BadOption, match="is not a file of results"):
        Results(path, ASKED)
    with pytest.raises(BadOption, match="is a folder or a device"):
        Results(tmp_path, ASKED)


def test_a_page_stands_alone_and_has_the_numbers_behind_each_plot() -> None:
    report = simulate(GOTCHA, 200, ["sensible"], cores=1)
    html = page([report], "facedown simulate gotcha '<n>'", [report])
    assert "facedown simulate gotcha &#x27;&lt;n&gt;&#x27;" in html
    assert not re.search(r"(src|href)=[\"']?(https?:|//)|@import|<script", html)
    plots, tables = html.count("<svg"), html.count("<table>")
    assert plots == 6  # seats, cards, length, decided when, lead, skill
    assert tables == plots + 1  # and the rules
    assert "Common Rock" in html
    assert "#0102" not in html  # every colour is the page's own
    ids = re.findall(r'<clipPath id="([^"]+)"', html)
    assert len(set(ids)) == len(ids)
    assert page([report], "x", [report]) == page([report], "x", [report])


def test_where_wins_are_shared_seats_are_measured_by_their_mean() -> None:
    """Bayou Boss has more winners than games: that a seat wins more than a quarter says nothing yet."""
    report = simulate(facedown.game("bayou-boss"), 200, ["sensible"], seats=4, cores=1)
    assert report.shared > 0
    even = msgspec.structs.replace(report, by_seat=tuple(report.by_seat[:1]) * 4)
    assert "No seat is found to win more or less than another." in page([even], "x")
    winning = msgspec.structs.replace(report.by_seat[0], wins=Estimate(0.9, 0.85, 0.95))
    odd = msgspec.structs.replace(report, by_seat=(winning, *report.by_seat[1:]))
    assert "Seat 1 wins 90.0 % (85.0 to 95.0)" in page([odd], "x")
