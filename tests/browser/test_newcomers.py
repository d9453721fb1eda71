"""A newcomer's first whole game: from home past the lesson to the end, and what the end then says."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import newcomer, quick_dice
from tests.browser.conftest import Server, Visit

HINTS = 6  # of the first moves; after these a newcomer does what is offered first
MOST = 1500


class Evening(NamedTuple):
    """Who plays what, with how many others, on which screen."""

    game: str
    title: str
    name: str
    players: int
    screen: tuple[int, int]
    theme: str


EVENINGS = (
    Evening("bayou-boss", "Bayou Boss", "Zoë <b>O'Brien</b>", 3, (1280, 800), "dark"),
    Evening("gotcha", "GotchaCards", "李小龙 🐉", 2, (390, 844), "light"),
    Evening("botch", "The Botch is Back", "You & Yours", 5, (390, 844), "dark"),
    Evening("bots-battleground", "Bots Battleground", "Ünï-cørn 2000", 3, (1280, 800), "light"),
)


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    serving = Server(tmp_path_factory.mktemp("newcomers"), (sys.executable, "-m", quick_dice.__name__))
    serving.start()
    yield serving
    serving.kill()


def with_quick_bots(route: Route) -> None:
    """Open the table as the page wishes it, with bots that answer at once."""
    if route.request.method == "POST":
        route.continue_(post_data={**(route.request.post_data_json or {}), "pace": "instant"})
    else:
        route.continue_()


def come_by_the_lesson(page: Page, evening: Evening) -> None:
    """From home to the lesson, which is skipped, and on to the set-up and the table."""
    page.route("**/api/tables", with_quick_bots)
    page.goto("/")
    page.get_by_role("link", name=f"Learn {evening.title} by playing").click()
    page.get_by_role("button", name="Skip the lesson").click()
    page.get_by_role("textbox", name="Your name").fill(evening.name)
    if evening.game != "gotcha":
        page.get_by_role("radiogroup", name="How many players?").get_by_text(str(evening.players)).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")


def play_by_hints(page: Page) -> None:
    """The first moves as the hint says, where there is one; then whatever is offered first."""
    for move in range(MOST):
        if not newcomer.is_asked(page):
            return
        said = newcomer.hint(page) if move < HINTS else None
        if said is None:
            newcomer.do_something(page)
        else:
            newcomer.do(page, said)
    raise AssertionError("the game does not end")


# Clap when the die blinks, attack the first who is offered, and have one bot down: what the lesson taught.
CLAP_AND_FIGHT = """() => {
    const one = (wanted) => [...document.querySelectorAll(wanted)].find((node) => node.getClientRects().length);
    const down = document.querySelector(".lying.ours .card");
    const what = one("button.clap") ?? one("[data-move^='Attack ']") ?? one("[data-move^='Choose ']")
        ?? (down ? null : one(".hand .card.lit"));
    what?.click();
}"""


TURNED = re.compile("The turning point, (round|turn) [0-9].*: .|It was open until the end.")


def play_in_haste(page: Page) -> None:
    for _ in range(4 * MOST):
        if page.locator(newcomer.END).count():
            return
        page.evaluate(CLAP_AND_FIGHT)
        page.wait_for_timeout(60)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("evening", EVENINGS, ids=[evening.game for evening in EVENINGS])
def test_a_newcomer_plays_a_whole_game_and_is_told_why_it_ended_so(
    quick: Server, visit: Visit, evening: Evening
) -> None:
    width, height = evening.screen
    page = visit(quick.address, newcomer=True, width=width, height=height, theme=evening.theme)
    come_by_the_lesson(page, evening)
    (play_in_haste if evening.game == "bots-battleground" else play_by_hints)(page)
    end = page.locator(".end")
    headline = end.get_by_role("heading").inner_text()
    assert "win" in headline
    expect(end.locator(".why")).to_have_text(newcomer.SENTENCE)
    expect(end.get_by_role("button", name="Play again")).to_be_visible()
    turned = end.locator(".turned")
    expect(turned).to_contain_text(TURNED)
    turned.get_by_role("link", name="See it").click()
    expect(page.get_by_role("slider", name="Moment")).not_to_have_value("0")
    page.get_by_role("link", name="Table", exact=True).click()
    expect(page.locator(newcomer.END)).to_have_text(headline)
    page.get_by_role("link", name="Facedown, home").click()
    page.get_by_role("link", name="You", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(evening.name)
    played = page.get_by_role("region", name="Games and replays").get_by_role("listitem")
    expect(played).to_have_count(1)
    expect(played).to_contain_text(evening.title)
    expect(played).to_contain_text("Won" if headline.startswith("You") else "Lost")
