"""Plots of a report, made by Matplotlib as SVG that takes its colours and fonts from the page around it."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from facedown.core.extras import not_installed

try:
    import matplotlib as mpl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ModuleNotFoundError as missing:
    raise not_installed(missing, "report") from None

from facedown.lab.intervals import Estimate

INK, MARK, LINE, FAIR = "#010203", "#010204", "#010205", "#010206"  # each stands for a colour of the page
COLOURS = {INK: "currentColor", MARK: "var(--mark)", LINE: "var(--line)", FAIR: "var(--fair)"}
WIDTH = 4.4  # inches
STYLE: Any = {
    "svg.fonttype": "none", "font.size": 10, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": LINE,
    "xtick.color": INK, "ytick.color": INK, "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "grid.color": LINE, "grid.linewidth": 0.6, "axes.axisbelow": True,
}  # fmt: skip


def intervals(rows: Sequence[tuple[str, Estimate]], fair: float | None, label: str, title: str) -> str:
    """A dot with its interval for each row, from the top, and a line at the fair value."""

    def draw(axes: Axes) -> None:
        places = range(len(rows))
        values = [100 * one.value for _, one in rows]
        ends = np.array([(one.low, one.high) if math.isfinite(one.low) else (one.value,) * 2 for _, one in rows])
        off = 100 * np.abs(ends - np.array([[one.value] for _, one in rows]))
        axes.errorbar(values, places, xerr=off.T, fmt="o", color=MARK, ms=4, lw=1.6)
        axes.set_yticks(places, [name for name, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(label)
        axes.grid(axis="y", visible=False)
        if fair is not None:
            axes.axvline(100 * fair, color=FAIR, lw=1.2, ls="--")

    return _svg(draw, 0.75 + 0.22 * max(2, len(rows)), title)


def bars(labels: Sequence[str], heights: Sequence[float], label: str, title: str) -> str:
    """A bar for each label; only as many labels are shown as fit."""

    def draw(axes: Axes) -> None:
        axes.bar(range(len(heights)), heights, color=MARK, width=0.8)
        step = -(-len(labels) // 10)
        axes.set_xticks(range(0, len(labels), step), labels[::step])
        axes.set_xlabel(label)
        axes.set_ylabel("% of games")
        axes.grid(axis="x", visible=False)

    return _svg(draw, 2.4, title)


def _svg(draw: Callable[[Axes], None], height: float, title: str) -> str:
    with mpl.rc_context({**STYLE, "svg.hashsalt": title}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure.subplots())
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = out.getvalue()
    svg = svg[svg.index("<svg") :]
    for stands, colour in COLOURS.items():
        svg = svg.replace(stands, colour)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"'DejaVu Sans'[^;\"]*", "inherit", svg)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    return re.sub(r'(<svg[^>]*?) height="[^"]*"', r'\1 aria-hidden="true"', svg, count=1)
