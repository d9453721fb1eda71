"""A report as a single self-contained HTML page, to read, send and print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from textwrap import shorten

import msgspec

import facedown
from facedown.lab.counted import most_telling
from facedown.lab.intervals import Estimate, proportion
from facedown.lab.plots import bars, intervals
from facedown.lab.report import Measured, SimulationReport

MOST_BARS = 30
LONGEST_LABEL = 34  # characters that fit beside the bars of a plot


class Table(msgspec.Struct):
    """The numbers behind a plot."""

    headings: tuple[str, ...]
    rows: Iterable[tuple[object, ...]]


def page(reports: Sequence[SimulationReport], command: str, by_skill: Sequence[SimulationReport] = ()) -> str:
    """The page for one report, or for several: one for each variant that was simulated.

    `command` is what the page says of how it was made.  `by_skill` holds reports
    of the same game among players of other strengths.
    """
    title = escape(facedown.game(reports[0].game).title)
    style = files("facedown.lab").joinpath("page.css").read_text(encoding="utf-8")
    body = "".join(_body(reports, command, by_skill))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}: {reports[0].games:,} games</title><style>{style}</style></head>"
        f"<body><main><h1>{title}</h1>{body}</main></body></html>\n"
    )


def _body(reports: Sequence[SimulationReport], command: str, by_skill: Sequence[SimulationReport]) -> Iterator[str]:
    if len(reports) > 1:
        yield from _variants(reports)
    for report in reports:
        if len(reports) > 1:
            yield f"<h2>{escape(_options(report))}</h2>"
        yield f'<p class="lead">{escape(_summary(report))}</p>'
        for section in (_seats, _players, _ends, _cards, _length, _drama, _rules, _never):
            yield from section(report)
    yield from _skill(by_skill)
    yield f"<section><h3>How it was made</h3><pre>{escape(command)}</pre>"
    if reports[0].made is not None:
        yield f"<p>{escape(str(reports[0].made))}.</p>"
        if cards := reports[0].made.cards:
            yield f"<details><summary>The cards</summary><pre>{escape(cards)}</pre></details>"
    yield "<p>The same command gives the same games. Taken alone, each interval has 95 % confidence: where there "
    yield "are many, one in twenty of them misses the truth.</p></section>"


def _summary(report: SimulationReport) -> str:
    players = ", ".join(f"{one.seats} × {one.name}" for one in report.players)
    unfair = [one for one in report.by_seat if not one.wins.low <= _fair(report) <= one.wins.high]
    seats = (
        "No seat is found to win more or less than another."
        if not unfair
        else "; ".join(f"seat {one.seat + 1} wins {_percent(one.wins)}" for one in unfair).capitalize() + "."
    )
    return (
        f"{report.games:,} games of {players}. {seats} A game takes {report.length.mean:.0f} decisions, "
        f"{report.length.shortest} to {report.length.longest}."
    )


def _fair(report: SimulationReport) -> float:
    """How often each seat would win if all won equally often; more than 1 / seats if wins are shared."""
    return sum(one.wins.value for one in report.by_seat) / len(report.by_seat)


def _options(report: SimulationReport) -> str:
    return ", ".join(f"{name} {value}" for name, value in {**report.varied, **report.options}.items())


def _percent(one: Estimate) -> str:
    return one.written(".1f", 100, " %")


def _figure(title: str, text: str, plot: str, table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in table.headings)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in table.rows
    )
    return (
        f"<section><h3>{escape(title)}</h3><p>{escape(text)}</p>{f'<figure>{plot}</figure>' if plot else ''}"
        f'<details><summary>The numbers</summary><div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details></section>"
    )


def _seats(report: SimulationReport) -> Iterator[str]:
    rows = [(f"seat {one.seat + 1}", one.wins) for one in report.by_seat]
    table = Table(
        ("seat", "wins", "points"), [(seat.seat + 1, _percent(seat.wins), seat.score) for seat in report.by_seat]
    )
    text = "How often each seat wins, alone or with others. The dashed line is the mean of all seats."
    yield _figure("Seats", text, intervals(rows, _fair(report), "% of games won", "seats"), table)


def _players(report: SimulationReport) -> Iterator[str]:
    if len(report.players) < 2:
        return
    rows = [(one.name, one.share) for one in report.players]
    table = Table(
        ("player", "seats", "share of a win", "points"),
        [(one.name, one.seats, _percent(one.share), one.score) for one in report.players],
    )
    text = "What one seat of each player gets of a win; they change seats from game to game."
    yield _figure("Players", text, intervals(rows, report.players[0].fair, "% of a win a seat", "players"), table)


def _ends(report: SimulationReport) -> Iterator[str]:
    if not report.ends:
        return
    rows = [(end, proportion(times, report.games)) for end, times in report.ends.items()]
    table = Table(
        ("end", "games", "of all"),
        [(end, f"{report.ends[end]:,}", _percent(estimate)) for end, estimate in rows],
    )
    measures = "; ".join(f"{_mean(one)} {name}, {one.least} to {one.most}" for name, one in report.measures.items())
    sides = "".join(f"{one.side.capitalize()} wins {_percent(one.wins)}. " for one in report.sides)
    text = f"{sides}How the games end" + (f". A game takes {measures}." if measures else ".")
    short = [(shorten(end, LONGEST_LABEL, placeholder=" …"), estimate) for end, estimate in rows[:MOST_BARS]]
    yield _figure("Ends", text, intervals(short, None, "% of games", "ends"), table)


def _mean(one: Measured) -> str:
    return one.mean.written(".1f")


def _cards(report: SimulationReport) -> Iterator[str]:
    telling = sorted(most_telling(report.cards), key=lambda one: -one.wins.value)
    if not telling:
        return
    events = sorted({one.event for one in telling})
    rows = [(one.card if len(events) == 1 else f"{one.card} · {one.event}", one.wins) for one in telling]
    table = Table(
        ("card", "group", "event", "times", "games and seats", "of these won"),
        [
            (one.card, one.group, one.event, f"{one.times:,}", f"{one.games:,}", _percent(one.wins))
            for one in sorted(report.cards, key=lambda one: (one.event, -one.wins.value))
        ],
    )
    text = (
        f"How often the seat wins with which this happened at least once in a game ({', '.join(events)}). A "
        "card that is high here need not be too strong: good players may play it when they lead anyway."
    )
    yield _figure("Cards and roles", text, intervals(rows, _fair(report), "% won", "cards"), table)


def _length(report: SimulationReport) -> Iterator[str]:
    if not report.lengths:
        return
    longest, shortest = max(report.lengths), min(report.lengths)
    width = -(-(longest - shortest + 1) // MOST_BARS)
    heights = [0.0] * (1 + (longest - shortest) // width)
    for length, games in report.lengths.items():
        heights[(length - shortest) // width] += 100 * games / report.games
    labels = [str(shortest + width * at) for at in range(len(heights))]
    table = Table(
        ("decisions, from", "% of games"),
        [(*row[:1], f"{row[1]:.2f}") for row in zip(labels, heights, strict=True)],
    )
    plot = bars(labels, heights, "decisions in a game", "length")
    yield _figure("Length", "How many decisions a game takes, of all players together.", plot, table)


def _drama(report: SimulationReport) -> Iterator[str]:
    if (drama := report.drama) is None:
        return
    games = max(1, report.games)
    labels = [f"{10 * tenth}" for tenth in range(10)]
    parts = [100 * n / games for n in drama.decided_tenths]
    table = Table(
        ("from % of the game", "% of games"), [(a, f"{b:.2f}") for a, b in zip(labels, parts, strict=True)]
    )
    text = (
        f"When the winner takes the lead for good: on average after {_percent(drama.decided)} of the decisions. "
        "Bars further right: games that were decided later."
    )
    yield _figure("Decided when?", text, bars(labels, parts, "% of the game", "decided"), table)
    changes = [str(n) for n in range(len(drama.lead_change_games))]
    changes[-1] += "+"
    parts = [100 * n / games for n in drama.lead_change_games]
    table = Table(
        ("changes of the lead", "% of games"), [(a, f"{b:.2f}") for a, b in zip(changes, parts, strict=True)]
    )
    text = (
        f"How often the lead passes from one seat to another. In a decision there are {drama.choices.value:.1f} "
        f"moves to choose from; in {_percent(drama.forced)} of them only one."
    )
    yield _figure("Changes of the lead", text, bars(changes, parts, "changes in a game", "changes"), table)


def _never(report: SimulationReport) -> Iterator[str]:
    lists = (
        ("Events", report.never.events),
        ("Cards that no event was about", report.never.cards),
        ("Moves that could be made, and never were", report.never.moves),
        ("Rules that the log names", report.never.rules),
    )
    items = [f"<dt>{what}</dt><dd>{escape(', '.join(names))}</dd>" for what, names in lists if names]
    if items:
        yield f"<section><h3>What never happened</h3><dl>{''.join(items)}</dl></section>"


def _rules(report: SimulationReport) -> Iterator[str]:
    if not report.rules:
        return
    text_of = {rule.number: rule.text for rule in facedown.game(report.game).rulebook()}
    rows = [
        (one.rule, f"{one.times:,}", f"{one.times / report.games:.3g}", shorten(text_of[one.rule], 90))
        for one in report.rules
    ]
    text = (
        "How often the log named each rule with what had happened. Rules that it never names, or names only "
        "depending on more than the event, are not counted."
    )
    yield _figure("Rules", text, "", Table(("rule", "times", "a game", "it says"), rows))


def _variants(reports: Sequence[SimulationReport]) -> Iterator[str]:
    rows = [(_options(one), one.by_seat[0].wins) for one in reports]
    table = Table(
        ("variant", "seat 1 wins", "decisions a game", "games without a winner"),
        [(_options(one), _percent(one.by_seat[0].wins), f"{one.length.mean:.1f}", one.draws) for one in reports],
    )
    text = "How often the first seat wins in each variant."
    plot = intervals(rows, _fair(reports[0]), "% of games won by seat 1", "variants")
    yield _figure("Variants", text, plot, table)


def _skill(reports: Sequence[SimulationReport]) -> Iterator[str]:
    if not reports:
        return
    rows = [(f"{one.agents[0]}, seat {seat.seat + 1}", seat.wins) for one in reports for seat in one.by_seat]
    table = Table(
        ("players", "games", "seat 1 wins", "decisions a game", "changes of the lead"),
        [
            (
                one.agents[0],
                f"{one.games:,}",
                _percent(one.by_seat[0].wins),
                f"{one.length.mean:.1f}",
                "" if one.drama is None else f"{one.drama.lead_changes.value:.2f}",
            )
            for one in reports
        ],
    )
    text = (
        "The same game with every seat played by one kind of player. What changes from one to the next depends on "
    )
    text += "how well people play, and may be different at your table."
    yield _figure("Does skill matter?", text, intervals(rows, _fair(reports[0]), "% of games won", "skill"), table)
