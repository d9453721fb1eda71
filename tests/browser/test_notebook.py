"""A player's notebook, on tables that were made up: what cannot be true together stands there with who said it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.layouts import table_at
from tests.browser.looking import PHONE, look
from tests.browser.person import settled


def test_the_notebook_lists_what_cannot_be_true_together(gallery: str, visit: Visit, axe: str) -> None:
    page = visit(gallery.partition("/src/")[0])
    table_at(page, gallery, "clocktower", "&state=contradictions")
    page.get_by_role("button", name="Notebook").click()
    notebook = page.get_by_role("dialog", name="Notebook")
    first, second = (notebook.get_by_role("group", name=name) for name in ("These cannot all", "This cannot be"))
    expect(first.get_by_role("listitem")).to_have_text(
        [
            "You were told: 1 of your living neighbours is evil.",
            "O'Brien-Smythe: I am the Fortune Teller: neither Mira nor Bartholomew is the Demon.",
            "Bartholomew: I am the Washerwoman: Zoë or Ed is the Soldier.",
        ]
    )
    expect(second.get_by_role("listitem")).to_have_count(1)
    first.scroll_into_view_if_needed()
    expect(notebook).to_contain_text("that you are good")
    wrong = look(page, axe, "the notebook, beside the table")
    page.set_viewport_size(PHONE)
    settled(page)
    assert not wrong + look(page, axe, "the notebook, on a phone")
