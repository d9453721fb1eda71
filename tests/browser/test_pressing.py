"""What is asked against the clock is seen over whatever lies open."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import our_turn, play_on, press, sit_and_start


def test_what_is_asked_against_the_clock_shows_over_the_rules_and_closes_them(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    sit_and_start(page, server.address, "botch", 3, window="20")
    while not page.locator("#question").inner_text().endswith("or pass?"):
        play_on(page)
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
    sit_and_start(page, server.address, "botch", 3, window="5")
    while not page.locator("#question").inner_text().endswith("or pass?"):
        play_on(page)
    page.keyboard.press("r")
    expect(page.get_by_role("alert")).to_contain_text("Your time ran out. ")
    press(page.get_by_role("alert").get_by_role("button", name="Look"))
    expect(page.get_by_role("dialog")).to_have_count(0)
