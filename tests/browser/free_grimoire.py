"""The free grimoire: people sit down, and their tokens are found."""

import re

from playwright.sync_api import Locator, Page, expect

NAMES = [
    *("Ann", "Bo", "Cy", "Dee", "Ed", "Flo", "Gus", "Hanna-Maria", "Ida", "Jo"),
    *("Kim", "Lea", "Max", "Nia", "Ole", "Pia", "Quentin", "Ria", "Sam", "Tom"),
]


def sit(page: Page, names: list[str]) -> None:
    field = page.get_by_label("Names, with commas")
    field.fill(", ".join(names[:-1]))
    field.press("Enter")
    field.fill(names[-1])  # whose name is typed comes along, too
    page.get_by_role("button", name="Open the free grimoire").click()
    expect(page.get_by_label("The circle, clockwise").get_by_role("button")).to_have_count(len(names))


def player(page: Page, name: str) -> Locator:
    return page.get_by_label("The circle, clockwise").get_by_role("button", name=re.compile(f"^{re.escape(name)},"))
