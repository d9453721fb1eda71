"""A storyteller who answers for everybody in one room."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.free_grimoire import NAMES
from tests.browser.person import press, settled

TEN = NAMES[:10]
IN_PERSON = {"gather": "in person", "sweep": 0}  # options


def gather(page: Page, names: list[str] = TEN) -> None:
    page.goto("/new/clocktower")
    page.get_by_role("link", name="Play in person").click()
    page.get_by_label("Names, with commas").fill(", ".join(names))
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_label("Travellers from the start")).to_have_value(str(max(0, len(names) - 15)))
    page.get_by_role("button", name="Play with rules").click()
    page.get_by_text(f"0 of {len(names)} tokens are chosen").wait_for()


def circle(page: Page) -> Locator:
    return page.get_by_label("The circle, clockwise").get_by_role("button")


def what_is_asked(page: Page) -> str:
    """The question as it stands when the last answer has arrived."""
    settled(page)
    return page.get_by_role("region", name="Question").inner_text()


def one_step(page: Page) -> str:
    """Answer what is asked, for whoever it is asked; "floor" where the town talks, "end" where the game is over."""
    settled(page)
    if page.locator("#end-title").count():
        return "end"
    if (asked := page.locator(".ask [data-move]:not([data-move*='\"to nominations\"'])")).count():
        press(asked.first)
    elif (lit := page.locator(".seat.lit")).count():
        press(lit.last)
    else:
        return "floor"
    return "answered"


def to_the_floor(page: Page) -> str:
    """Until the town talks; how the steps ended."""
    for _ in range(60):
        if (step := one_step(page)) != "answered":
            return step
    raise AssertionError("the night does not end")
