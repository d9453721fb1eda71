"""What is asked against the clock is seen over whatever lies open."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Page, expect

from facedown.core.table import Table
from tests.browser.conftest import Server, Visit
from tests.browser.person import STAYS, come_to_what, our_turn, press
from tools import staged

US = staged.US
WHO = ("Mira", "Bo", "Cy")


def _asked_whether_we_call(table: Table) -> bool:
    return US in table.asked and table.view(US).question == "call" and len(table.legal(US)) > 1


def come_when_asked(page: Page, server: Server, window: str) -> None:
    """Come to a game of people in which somebody has just claimed a card, at every call with time anew."""
    table = partial(staged.found_among, "botch", WHO, _asked_whether_we_call, window=window)
    come_to_what(page, server, table, people=True)


def test_what_is_asked_against_the_clock_shows_over_the_rules_and_closes_them(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    for key in ("r", "l", "t"):
        come_when_asked(page, server, window="20")
        expect(page.get_by_role("timer")).to_have_count(1)
        page.keyboard.press(key)
        sheet = page.get_by_role("dialog")
        expect(sheet.locator(".asked:not(.plate)")).to_contain_text("or pass")
        expect(sheet.get_by_role("timer")).to_have_count(1)
        press(sheet.get_by_role("button", name="Answer", exact=True))
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert our_turn(page)


def test_whose_time_runs_out_is_told_over_what_is_open(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.add_init_script(STAYS)
    come_when_asked(page, server, window="5")
    page.keyboard.press("r")
    expect(page.get_by_role("alert")).to_contain_text("Your time ran out. ")
    press(page.get_by_role("alert").get_by_role("button", name="Close"))
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(1)
