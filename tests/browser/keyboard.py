"""A page that is used by keys alone."""

from playwright.sync_api import Page

from tests.browser.person import settled


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the thing with this name has the focus."""
    wanted = page.get_by_label(name).or_(page.get_by_role("button", name=name)).first
    wanted.wait_for()
    settled(page)
    for _ in range(200):
        if wanted.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {name}")
