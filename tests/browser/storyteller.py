"""The storyteller's page: the fullest cast, and tokens by name."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

# Ten of whom as many as can be wake, on the first night and on the second.
FULLEST = "washerwoman, librarian, investigator, chef, empath, fortuneteller, monk, poisoner, spy, imp"


def token(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="The circle, clockwise").get_by_role(
        "button", name=re.compile(f"^{re.escape(name)},")
    )


def by_hand(page: Page, whom: str, what: str) -> None:
    """Two touches: a token, and what is done with it."""
    token(page, whom).click()
    page.get_by_role("group", name="By hand").get_by_role("button", name=what, exact=True).click()
