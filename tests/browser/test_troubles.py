"""What goes wrong at tables, and how the page bears it."""

import re
import sqlite3
from collections.abc import Sequence
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from facedown.core.table import Table
from tests.browser.conftest import Server, Visit
from tests.browser.layouts import some
from tests.browser.person import (
    QUIET,
    SOON,
    STAYS,
    come_to_what,
    our_turn,
    play_on,
    press,
    sideways,
    sit_and_start,
)
from tests.server import harness
from tools import staged


def hand(page: Page) -> list[str]:
    cards: list[str] = page.locator(".hand [data-card]").evaluate_all("nodes => nodes.map(n => n.dataset.card)")
    return cards


def some_may_not_be_played(table: Table) -> bool:
    """We are asked, and may not play every card that we hold."""
    return staged.US in table.asked and bool(table.contract.unplayable(table.view(staged.US), table.names))


def test_a_refusal_says_why_and_opens_the_rule(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.add_init_script(STAYS)
    come_to_what(page, server, partial(staged.found, "bayou-boss", 4, some_may_not_be_played))
    before = hand(page)
    page.locator(".hand .refused").first.click()
    why = page.get_by_role("group", name="Why not")
    why.wait_for()
    number = re.sub(r"[^\d.]", "", why.get_by_role("button", name="Rule").inner_text())
    why.get_by_role("button", name="Rule").click()
    drawer = page.get_by_role("dialog")
    expect(drawer.locator("[aria-current=location]")).to_have_text(number)
    page.keyboard.press("Escape")
    assert hand(page) == before


def test_reload_and_a_killed_server_lose_nothing(frail_server: harness.Server, visit: Visit) -> None:
    page = visit(frail_server.address, expected="WebSocket")
    sit_and_start(page, frail_server.address, "bayou-boss", 3)
    play_on(page, 3)
    held, asked = hand(page), page.locator("#question").inner_text()
    page.reload()
    assert our_turn(page)
    assert (hand(page), page.locator("#question").inner_text()) == (held, asked)

    place = page.locator(".swamp").bounding_box()
    frail_server.kill()
    page.get_by_text("Connection lost").wait_for()
    assert hand(page) == held, "the table stays to be looked at"
    assert page.locator(".swamp").bounding_box() == place, "it stays where it was"
    frail_server.start()
    page.get_by_text("Connection lost").wait_for(state="detached", timeout=SOON)
    assert (hand(page), page.locator("#question").inner_text()) == (held, asked)
    play_on(page, 2)


def test_a_game_whose_drawing_is_lost_is_played_as_text_until_it_is_found(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=360, height=740, expected="Failed to load resource")
    page.route(re.compile(r"/assets/bayou-boss-"), lambda route: route.abort())
    sit_and_start(page, server.address, "bayou-boss", 3)
    expect(page.locator("dl.view")).to_contain_text("trump")
    before = hand(page)
    play_on(page, 2)
    assert hand(page) != before
    assert sideways(page) <= 0
    page.unroute_all()
    press(page.get_by_role("button", name="Try again"))
    expect(page.locator(".swamp")).to_be_visible()
    expect(page.get_by_text("could not be loaded")).to_have_count(0)


def test_addresses_titles_and_the_way_back(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.goto(server.address + "/")
    expect(page).to_have_title(re.compile("^Facedown"))
    page.get_by_role("link", name="Rules of Bayou Boss").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_title(re.compile("Bayou Boss: the rules"))
    page.get_by_role("link", name="3.2", exact=True).click()
    expect(page).to_have_title(re.compile("rule 3.2"))
    assert page.url.endswith("/rules/bayou-boss/3.2")
    page.go_back()
    page.go_back()
    expect(page).to_have_title(re.compile("^Facedown"))
    page.get_by_role("button", name="Play now Bayou Boss").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    page.locator("#question").wait_for(timeout=SOON)


GO = """path => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""


PLACES = (
    ("/t/{}", "botch", ".bank .box"),
    ("/t/{}/replay", "botch", ".bank .box"),
    ("/learn/botch", "botch", ".bank .box"),
    ("/rules/botch", "botch", ".pictures .bank .box"),
    ("/rules/botch", "RulesPage", "h1"),
    ("/t/{}", "table", ".bank .box"),
)


# Each place asks again by itself, whatever was lost.
@pytest.mark.parametrize(("kind", "places"), [("js", some(PLACES, 2)), ("css", some(PLACES, 6))], ids=["js", "css"])
def test_what_could_not_be_loaded_is_asked_for_again(
    server: Server, visit: Visit, kind: str, places: Sequence[tuple[str, str, str]]
) -> None:
    """Of a table, a replay, a lesson, the rules, and of a page itself, without loading the page anew."""
    page = visit(server.address, expected=("Failed to load resource", "Unable to preload"))
    code = sit_and_start(page, server.address, "botch", 3)
    for path, lost, there in places:
        page.goto("/settings")
        page.evaluate("() => { window.before = true }")
        wanted = re.compile(f"/assets/{lost}-[^/]*[.]{kind}$")
        page.route(wanted, lambda route: route.abort())
        page.evaluate(GO, path.format(code))
        again = page.get_by_role("button", name="Try again").first
        press(again)  # what is still asked for in vain is lost before the next can be had
        again.wait_for()
        page.unroute(wanted)
        again.click()
        drawn = page.locator(there).first
        expect(drawn).to_be_visible()
        assert page.evaluate("() => window.before"), "the page was loaded anew"
        if there != "h1":
            assert drawn.evaluate("node => getComputedStyle(node).display") == "grid", "it has no styles"


def test_after_a_game_whose_rules_have_changed_another_can_be_played(
    frail_server: harness.Server, visit: Visit
) -> None:
    page = visit(frail_server.address, expected="WebSocket")
    sit_and_start(page, frail_server.address, "gotcha", 2)
    play_on(page, 2)
    address = page.url
    page.goto(frail_server.address + QUIET)
    database = sqlite3.connect(frail_server.database, isolation_level=None, timeout=SOON / 1000)
    frail_server.kill()
    database.execute("UPDATE games SET version = 0")
    database.close()
    frail_server.start()
    page.goto(address)
    expect(page.get_by_text("The rules of GotchaCards have changed since this game was played")).to_be_visible()
    press(page.get_by_role("button", name="Play again"))
    assert our_turn(page)
    expect(page.locator(".card.lit").first).to_be_visible()
