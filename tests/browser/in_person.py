"""A storyteller who answers for everybody in one room."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.browser.free_grimoire import NAMES
from tests.browser.person import SOON

ASKED = """() => document.querySelector("#end-title, .ask [data-move], .seat.lit")
    || document.querySelector("[data-circle]")?.textContent.includes("Nominations are open")
    || document.querySelector(".ask")?.textContent.includes("Nominations are open")"""
SETTLED = "(before) => document.querySelector('.storyteller')?.innerText !== before"
TEN = NAMES[:10]


def gather(page: Page, names: list[str] = TEN) -> None:
    page.goto("/new/clocktower")
    page.get_by_role("link", name="Play in person").click()
    page.get_by_label("Names, with commas").fill(", ".join(names))
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Play with rules").click()
    page.get_by_text(f"0 of {len(names)} tokens are chosen").wait_for()


def circle(page: Page) -> Locator:
    return page.get_by_label("The circle, clockwise").get_by_role("button")


def what_is_asked(page: Page) -> str:
    """The question as it stands when the last answer has arrived."""
    page.wait_for_function(ASKED, timeout=SOON)
    return page.get_by_role("region", name="Question").inner_text()


def one_step(page: Page) -> str:
    """Answer what is asked, for whoever it is asked; "floor" where the town talks, "end" where the game is over."""
    page.wait_for_function(ASKED, timeout=SOON)
    before = page.locator(".storyteller").inner_text()
    if page.locator("#end-title").count():
        return "end"
    if (asked := page.locator(".ask [data-move]")).count():
        asked.first.click()
    elif (lit := page.locator(".seat.lit")).count():
        lit.last.click()
    else:
        return "floor"
    page.wait_for_function(SETTLED, arg=before, timeout=SOON)
    return "answered"


def to_the_floor(page: Page) -> str:
    """Until nominations are open; how the steps ended."""
    for _ in range(60):
        if (step := one_step(page)) != "answered":
            return step
    raise AssertionError("the night does not end")
