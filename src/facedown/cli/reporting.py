"""What `facedown simulate` prints: who won, what was played and what never happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape

from facedown.cli.console import out, table_of
from facedown.core.spelling import counted

if TYPE_CHECKING:
    from facedown.lab import Estimate, SimulationReport

MOST_NAMES = 12


def print_report(report: SimulationReport) -> None:
    shown = {**report.varied, **report.options}
    shown.pop("seats", None)  # which are named anyway
    options = "".join(f", {name} {value}" for name, value in shown.items())
    out.print(
        f"[bold]{report.game}[/bold], {report.seats} seats{escape(options)}: {counted(report.games, 'game')}, "
        f"seed {escape(report.seed)}"
    )
    _print_players(report)
    for side in report.sides:
        out.print(f"{side.side} wins {figure(side.wins, 4)}")
    for end, times in report.ends.items():
        out.print(f"{times:>8,}  {escape(end)}")
    out.print(
        f"{counted(report.draws, 'game')} without a winner, {report.shared:,} shared; "
        f"{report.length.mean:.1f} decisions a game, {report.length.shortest} to {report.length.longest}"
    )
    for name, measured in report.measures.items():
        out.print(f"{figure(measured.mean, 2)} {name} a game, {measured.least} to {measured.most}")
    _print_drama(report)
    _print_cards(report)
    _print_never(report)
    out.print(f"{_speed(report)} Intervals are 95 % confidence intervals.")
    if report.made is not None:
        out.print(f"{report.made}.", markup=False)


def _speed(report: SimulationReport) -> str:
    """How fast the games were played; those that a results file already held were not."""
    if not report.decisions_per_second:
        return f"{report.decisions:,} decisions, none of them played in this run."
    games = report.decisions_per_second / max(1.0, report.length.mean)
    return (
        f"{report.decisions:,} decisions in {report.seconds:.2f} s: "
        f"{report.decisions_per_second:,.0f} decisions and {games:,.0f} games a second."
    )


def _print_players(report: SimulationReport) -> None:
    table = table_of("player", "seats", "wins a seat", "", "fair", "points")
    for player in report.players:
        share = figure(player.share, 4).split(" ", 1)
        table.add_row(escape(player.name), str(player.seats), *share, f"{player.fair:.4f}", figure(player.score, 2))
    for seat in report.by_seat:
        table.add_row(
            f"[dim]seat {seat.seat + 1}[/dim]", "", *figure(seat.wins, 4).split(" ", 1), "", figure(seat.score, 2)
        )
    out.print(table)


def _print_drama(report: SimulationReport) -> None:
    if (drama := report.drama) is None:
        return
    out.print(
        f"The lead changes {figure(drama.lead_changes, 2)} times a game; "
        f"the winner leads for good after {100 * drama.decided.value:.0f} % of it. "
        f"{figure(drama.choices, 1)} moves to choose from, "
        f"and only one in {100 * drama.forced.value:.0f} % of the decisions."
    )


def _print_cards(report: SimulationReport) -> None:
    """Print one event for each card; all events are in the JSON."""
    from facedown.lab.counted import most_telling

    if not report.cards:
        return
    table = table_of("card", "event", "games and seats", "of these won", "")
    for one in sorted(most_telling(report.cards), key=lambda one: -one.wins.value):
        table.add_row(escape(one.card), one.event, f"{one.games:,}", *figure(one.wins, 3).split(" ", 1))
    out.print(table)


def _print_never(report: SimulationReport) -> None:
    for what, names in (
        ("Events that never happened", report.never.events),
        ("Cards with no events", report.never.cards),
        ("Moves that nobody made", report.never.moves),
    ):
        if names:
            more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
            out.print(f"{what}: {escape(', '.join(names[:MOST_NAMES]))}{more}.")


def figure(estimate: Estimate, digits: int) -> str:
    """The value and its interval, as short as a column of a table needs them."""
    return estimate.written(f".{digits}f").replace("(too few for an interval)", "(too few)")  # a column is narrow
