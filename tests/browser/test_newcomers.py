"""A newcomer's first evening: from home past the lesson into a game, and what its end then says."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser import newcomer
from tests.browser.conftest import Server, Visit
from tests.browser.crew import play_out
from tests.browser.layouts import EVERYTHING, some
from tests.browser.person import our_turn

HINTS = 3 if EVERYTHING else 1  # moves that a newcomer makes as the hint says, before doing what is offered first


class Evening(NamedTuple):
    """Who plays what, with how many others, on which screen."""

    game: str
    title: str
    name: str
    players: int
    screen: tuple[int, int]
    theme: str


# Bots Battleground goes on by itself: its first moves are in test_battleground, its end in test_few_is_good.
EVENINGS = (
    Evening("gotcha", "GotchaCards", "Zoë <b>O'Brien</b>", 2, (390, 844), "light"),
    Evening("bayou-boss", "Bayou Boss", "李小龙 🐉", 3, (1280, 800), "dark"),
    Evening("botch", "The Botch is Back", "You & Yours", 5, (390, 844), "dark"),
)


def come_by_the_lesson(page: Page, evening: Evening) -> None:
    """From home to the lesson, which is skipped, and on to the set-up and the table."""
    newcomer.with_quick_bots(page)
    page.goto("/")
    page.get_by_role("link", name=f"Learn {evening.title} by playing").click()
    page.get_by_role("button", name="Skip the lesson").click()
    page.get_by_role("textbox", name="Your name").fill(evening.name)
    if evening.game != "gotcha":
        page.get_by_role("radiogroup", name="How many players?").get_by_text(str(evening.players)).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")


def play_by_hints(page: Page) -> None:
    """The first moves as the hint says, then some that are offered first."""
    for move in range(2 * HINTS):
        assert our_turn(page)
        said = newcomer.hint(page) if move < HINTS else None
        if said is None:
            newcomer.do_something(page)
        else:
            newcomer.do(page, said)


@pytest.mark.parametrize("evening", some(EVENINGS, 3), ids=lambda evening: evening.game)
def test_a_newcomer_comes_into_a_game_and_is_told_why_it_ended_so(
    server: Server, visit: Visit, evening: Evening
) -> None:
    width, height = evening.screen
    page = visit(server.address, newcomer=True, width=width, height=height, theme=evening.theme)
    come_by_the_lesson(page, evening)
    play_by_hints(page)
    code = page.url.rpartition("/")[2]
    play_out(code, page)  # as anybody would
    assert not our_turn(page)
    end = page.locator(".end")
    headline = end.get_by_role("heading").inner_text()
    assert "win" in headline
    expect(end.locator(".why")).to_have_text(newcomer.WHY)
    expect(end.get_by_role("button", name="Play again")).to_be_visible()
    turned = end.locator(".turned")
    if page.request.get(f"/api/tables/{code}/story?seat=0").json()["event"] is None:
        expect(turned).to_have_count(0)
    else:
        expect(turned).to_contain_text(newcomer.TURNED)
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
