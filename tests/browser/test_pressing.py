"""What is asked against the clock is seen over whatever lies open."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.crew import play_along
from tests.browser.person import come_as_host, our_turn, play_on, press
from tests.server.harness import Person


def asked_whether_we_call(page: Page, server: Server, window: str) -> None:
    """Play with Bo and a bot until somebody claims a card; among bots alone no clock would run."""
    code = come_as_host(page, server.address, "botch", 3, window=window)
    page.get_by_role("textbox", name="Your name", exact=True).fill("Mira")
    press(page.get_by_role("button", name="Sit down", exact=True))
    bo = Person(server, code)
    bo.hello()
    assert bo.sit(1, "Bo")["ok"]
    assert bo.secret
    for button in ("Fill the", "Start the game"):
        press(page.get_by_role("button", name=button))
    play_along(page, code, bo.secret)
    our_turn(page)
    while not page.locator("#question").inner_text().endswith("or pass?"):
        play_on(page)


def test_what_is_asked_against_the_clock_shows_over_the_rules_and_closes_them(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    asked_whether_we_call(page, server, window="20")
    timer = page.get_by_role("timer")
    expect(timer).to_have_count(1)
    for key in ("r", "l", "t"):
        page.keyboard.press(key)
        sheet = page.get_by_role("dialog")
        expect(sheet.locator(".asked:not(.plate)")).to_contain_text("or pass?")
        expect(sheet.get_by_role("timer")).to_have_count(1)
        press(sheet.get_by_role("button", name="Answer", exact=True))
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert our_turn(page)


def test_whose_time_runs_out_is_told_over_what_is_open(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    asked_whether_we_call(page, server, window="5")
    page.keyboard.press("r")
    expect(page.get_by_role("alert")).to_contain_text("Your time ran out. ")
    press(page.get_by_role("alert").get_by_role("button", name="Close"))
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(1)
