"""Simulating many games and reporting who wins, with confidence intervals, and how long games take."""

from __future__ import annotations

from facedown.core.extras import not_installed

try:
    from facedown.lab.counted import CardReport, Counted, MoveReport, Never
    from facedown.lab.course import Course, Pair, Resource, course
    from facedown.lab.intervals import Estimate
    from facedown.lab.paired import Change, Changes, compare
    from facedown.lab.report import Drama, Length, Measured, PlayerReport, SeatReport, SimulationReport
    from facedown.lab.simulate import simulate
    from facedown.lab.tuning import Tuned, furthest, tune, unevenness, with_values
except ModuleNotFoundError as missing:
    raise not_installed(missing, "lab") from None

__all__ = [
    "CardReport",
    "Change",
    "Changes",
    "Counted",
    "Course",
    "Drama",
    "Estimate",
    "Length",
    "Measured",
    "MoveReport",
    "Never",
    "Pair",
    "PlayerReport",
    "Resource",
    "SeatReport",
    "SimulationReport",
    "Tuned",
    "compare",
    "course",
    "furthest",
    "simulate",
    "tune",
    "unevenness",
    "with_values",
]  # fmt: skip
