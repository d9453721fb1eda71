"""Many games, and what they say: who wins, how surely, how long it takes."""

from __future__ import annotations

from facedown.lab.paired import Change, Changes, compare_games
from facedown.lab.report import Estimate, Length, Measured, PlayerReport, Report, SeatReport
from facedown.lab.simulate import Comparison, compare, simulate

__all__ = [
    "Change", "Changes", "Comparison", "Estimate", "Length", "Measured", "PlayerReport", "Report", "SeatReport",
    "compare", "compare_games", "simulate",
]  # fmt: skip
