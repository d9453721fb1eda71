"""An evening of three, of whom each leaves once, and which goes on."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import SEATS, SOON, come_to, press, settled
from tools import staged


def finish(*pages: Page) -> None:
    """Play to the end, whoever's turn it is."""
    for _ in range(400):
        for page in pages:
            settled(page)
            turn = page.locator("html").get_attribute("data-turn")
            if turn == "over":
                return
            if turn == "ours":
                one_move(page)
    raise AssertionError("the game does not end")


def one_move(page: Page) -> None:
    page.locator(".card.lit, .table [data-move]:not(.card)").first.click()
    if (picked := page.locator(".card.picked")).count():
        picked.first.click()
    settled(page)


def test_of_three_people_each_leaves_once_and_the_evening_goes_on(server: Server, visit: Visit) -> None:
    def stage() -> tuple[staged.Staged, tuple[str, ...]]:
        table = staged.nearly_over("bayou-boss", 3, 2)
        return staged.put(server.data, table, people=True), table.names

    with ThreadPoolExecutor(1) as thread:  # the browser has an event loop in this one
        seat, (_, bo_name, cy_name) = thread.submit(stage).result()
    mira, bo, cy = (visit(server.address) for _ in range(3))
    come_to(mira, seat)
    come_to(bo, seat.at(1))
    come_to(cy, seat.at(2))

    # The third goes; the second, who is not the host, has a bot play for them until they are back.
    cy.goto("/")
    press(bo.get_by_role("button", name=SEATS))
    sheet = bo.get_by_role("dialog")
    expect(sheet).to_contain_text("away just now", timeout=SOON)
    press(sheet.get_by_role("button", name=f"Call for a bot: {cy_name}"))
    expect(sheet).to_contain_text("bot: ")
    come_to(cy, seat.at(2))
    expect(sheet).not_to_contain_text("bot: ", timeout=SOON)
    bo.keyboard.press("Escape")

    # The host goes, and hands that on before.
    press(mira.get_by_role("button", name=SEATS))
    mira.get_by_label(f"More about {bo_name}").click()
    press(mira.get_by_role("button", name=f"Make {bo_name} the host"))
    expect(bo.get_by_text("You are the host of this table now.").first).to_be_visible(timeout=SOON)
    mira.get_by_role("button", name="Leave the table").click()
    press(bo.get_by_role("button", name=SEATS))
    press(bo.get_by_role("button", name="Let a bot stand in"))
    expect(bo.get_by_role("button", name="Give the seat back")).to_be_visible()
    bo.keyboard.press("Escape")
    finish(bo, cy)

    # The second goes when all is over: the result stays theirs, and somebody who comes takes their chair.
    press(bo.get_by_role("button", name=SEATS))
    bo.get_by_role("button", name="Leave the table").click()
    ulla = visit(server.address)
    ulla.goto(f"/t/{seat.code}")
    settled(ulla)
    for page in (cy, ulla):
        expect(page.locator("section.end")).to_contain_text(bo_name)
    press(ulla.get_by_role("button", name=SEATS))
    ulla.get_by_label("Your name").fill("Ulla")
    press(ulla.get_by_role("button", name="Sit down"))
    ulla.keyboard.press("Escape")
    expect(ulla.locator("section.end")).to_contain_text(bo_name)
    expect(ulla.locator("#end-title")).to_contain_text(re.compile("wins?$"))
    expect(ulla.locator("#end-title")).not_to_contain_text("You")
    expect(ulla.locator("section.end .scores")).not_to_contain_text("(you)")
    press(cy.get_by_role("button", name="Play again"))
    press(ulla.get_by_role("button", name="Accept"))
    expect(ulla.locator("#question")).to_be_visible(timeout=SOON)
    expect(ulla.locator(".shell")).to_contain_text(re.compile("Ulla"))
