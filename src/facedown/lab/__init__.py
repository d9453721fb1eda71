"""Many games, and what they say: who wins, how surely, how long it takes."""

from __future__ import annotations

from facedown.lab.report import Estimate, Length, Measured, PlayerReport, Report, SeatReport
from facedown.lab.simulate import Comparison, compare, simulate

__all__ = [
    "Comparison", "Estimate", "Length", "Measured", "PlayerReport", "Report", "SeatReport", "compare", "simulate",
]  # fmt: skip
