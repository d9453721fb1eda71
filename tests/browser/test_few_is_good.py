"""Where few points win, nothing on the page shows many as good; where many win, nothing shows few so.

Read is what everybody meets: the standing line, the plates, the end, and what is said aloud.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from facedown.core.table import Table
from facedown.core.turning_point import turning_point
from tests.browser import newcomer
from tests.browser.conftest import Server, Visit
from tests.browser.layouts import EVERYTHING, some, table_at
from tests.browser.person import come_back
from tools import staged

GAMES = ("bayou-boss", "gotcha", "botch", "bots-battleground")
SEATS = {"gotcha": 2}  # elsewhere four


class Shown(NamedTuple):
    """A stored table, and how it stands."""

    seat: staged.Staged
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    few: bool  # few points win
    turned: bool  # a moment is told from which it stayed so


def apart(table: Table) -> bool:
    """The game goes on, and one seat is ahead of all others."""
    scores = sorted(table.standing.scores)
    ends = (scores[0] < scores[1], scores[-2] < scores[-1])
    return not table.over and staged.US in table.asked and all(ends)


def won(table: Table) -> bool:
    return table.over and staged.US in table.standing.winners


def lost(table: Table) -> bool:
    return table.over and bool(table.standing.winners) and staged.US not in table.standing.winners


# One drawing for all games: `make sweep PART=pages` looks at each.
ENDS = (
    [(game, how) for game in GAMES for how in (won, lost)]
    if EVERYTHING
    else [("bayou-boss", won), ("gotcha", lost)]
)


def stand(server: Server, game: str, wanted: Callable[[Table], bool]) -> Shown:
    """A table that stands so, put on the server."""

    def stage() -> Shown:
        table = staged.found(game, SEATS.get(game, 4), wanted)
        now = table.standing
        seat = staged.put(server.data, table)
        turned = turning_point(table, staged.US) is not None
        return Shown(seat, table.names, tuple(now.scores), tuple(now.winners), not now.high_wins, turned)

    with ThreadPoolExecutor(1) as thread:  # the browser has an event loop in this one
        return thread.submit(stage).result()


AIMS = {
    "bayou-boss": "Each trick is a point, fewest win",
    "gotcha": "Win two rounds",
    "botch": "First to declare 10 diamonds wins",
    "bots-battleground": "First to 10 tokens",
}


# Where few points win, and where many do.
@pytest.mark.parametrize("game", some(GAMES, 3))
def test_scores_stand_on_the_plates_alone_below_what_wins(server: Server, visit: Visit, game: str) -> None:
    page, shown = visit(server.address), stand(server, game, apart)
    come_back(page, shown.seat)
    aim = page.locator("p.aim").filter(visible=True)
    expect(aim).to_contain_text(AIMS[game])
    said = {
        plate.locator(".name").inner_text(): plate.inner_text().replace("\n", " ")
        for plate in page.locator(".plate").all()
    }
    assert all(("fewest win" in words) == shown.few for words in said.values()), said
    assert all(str(score) in said[name] for name, score in zip(shown.names, shown.scores, strict=True)), said
    above = page.locator(".bar").inner_text() + aim.inner_text()
    assert not [name for name in shown.names if name in above]


@pytest.mark.parametrize(("game", "how"), ENDS)
def test_at_the_end_the_winner_stands_first_lit_and_is_told_why(
    server: Server, visit: Visit, game: str, how: Callable[[Table], bool]
) -> None:
    page, shown = visit(server.address), stand(server, game, how)
    come_back(page, shown.seat)
    few = shown.few
    title = page.locator("#end-title")
    expect(title).to_have_text(re.compile("You (win|share the win)") if how is won else re.compile(r"\bwins?$"))
    rows = page.locator(".end .scores li")
    winners = [shown.names[seat] for seat in shown.winners]
    listed = [name.removesuffix(" (you)") for name in rows.locator(".name").all_inner_texts()]
    assert sorted(listed[: len(winners)]) == sorted(winners)
    rest = [int(words) for words in rows.locator(".score").all_inner_texts()][len(winners) :]
    assert rest == sorted(rest, reverse=not few)
    expect(rows.locator(".flag")).to_have_text(["winner"] * len(winners))
    lights = rows.evaluate_all("(rows) => rows.map((row) => getComputedStyle(row).backgroundColor)")
    assert set(lights[: len(winners)]).isdisjoint(lights[len(winners) :])
    assert len(set(lights)) == 2
    crowned = page.locator(".plate.won .name").all_inner_texts()
    assert sorted(crowned) == sorted(winners)
    expect(page.locator(".end .why")).to_have_text(newcomer.WHY)
    expect(page.locator(".end .turned")).to_have_text([newcomer.TURNED] * shown.turned)
    why = page.locator(".end .why").inner_text().lower()
    assert ("fewest" in why) == few
    assert not (few and "most" in why.replace("fewest", ""))


# How light the piles of tricks are drawn, by how many tricks they have: red, green and blue together.
PILES = """() => [...document.querySelectorAll(".pile")].flatMap((pile) => {
    const back = pile.querySelector("rect[fill^='color-mix']");
    const colour = back && getComputedStyle(back).fill.match(/[\\d.]+(?=[ )])/g).slice(-3);
    return [[parseInt(pile.innerText), colour && colour.reduce((sum, part) => sum + Number(part), 0)]];
})"""


def test_the_more_tricks_a_pile_has_the_darker_and_heavier_it_is_drawn(page: Page, gallery: str) -> None:
    """In Bayou Boss, where each trick is a point."""
    page.set_viewport_size({"width": 1280, "height": 800})
    table_at(page, gallery, "bayou-boss", "&state=eight")
    drawn = dict(sorted(page.evaluate(PILES)))
    assert drawn.pop(0) is None  # an empty place
    assert len(drawn) > 3
    assert list(drawn.values()) == sorted(drawn.values(), reverse=True)
    assert len(set(drawn.values())) == len(drawn)
