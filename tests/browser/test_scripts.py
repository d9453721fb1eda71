"""The page of scripts: what is added, what is refused and why, and what comes out of the printer."""

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import press

LAMPS = [{"id": "_meta", "name": "Lamps", "author": "Cy"}, "chef", "imp", "boffin", "spy", "alchemist"]
MARKED = {"id": "a", "name": "A" + "\u0301" * 40, "team": "minion", "ability": "-"}


def add(page: Page, script: object) -> None:
    page.get_by_label("The script's JSON").fill(json.dumps(script))
    page.get_by_role("button", name="Add", exact=True).click()


def pages(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4")))


def test_scripts_are_added_or_refused_with_what_is_wrong(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/scripts")
    page.get_by_text("Add a script").click()
    add(page, [f"nobody{i}" for i in range(201)])
    expect(page.get_by_role("alert")).to_contain_text("and 197 more items")
    add(page, [MARKED])
    expect(page.get_by_role("alert")).to_contain_text("too many marks")
    add(page, LAMPS)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("heading", name="Lamps, by Cy")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Alchemist and Spy:")).to_be_visible()
    expect(page.get_by_text("Run by hand:")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Lamps").click()
    page.get_by_role("button", name="Open a table with it").click()
    expect(page.get_by_text("Lamps, by Cy")).to_be_visible()
    assert "_meta" not in page.content()


def test_sheets_have_the_pages_that_they_should(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/scripts")
    press(page.get_by_role("button", name="Trouble Brewing"))
    assert not [url for url in asked if "/pictures-" in url], "they are the heaviest, and only printed here"
    for sheet, most in (("script", 2), ("night", 1)):
        page.locator("#sheet").select_option(sheet)
        for name in ("Trouble Brewing", "Bad Moon Rising", "Sects and Violets"):
            press(page.get_by_role("button", name=name))
            assert pages(page) == most
