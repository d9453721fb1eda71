"""Whole matches, by keyboard alone and by what a screen reader is told alone."""

import contextlib
import re

from playwright.sync_api import TimeoutError, expect

from tests.browser.conftest import Server, Visit
from tests.browser.keyboard import tab_to
from tests.browser.person import READY, SOON, come_as_host, drag, sit_and_start

STEPS = 700


def test_a_match_by_keyboard_alone(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    come_as_host(page, server.address, "bayou-boss", 2)
    tab_to(page, "Your name")
    page.keyboard.type("Mira")
    page.keyboard.press("Enter")
    for name in ("Fill the empty seat with a bot", "Start the game"):
        tab_to(page, name)
        page.keyboard.press("Enter")
    for _ in range(STEPS):
        page.wait_for_function(READY, timeout=SOON)
        if page.locator("#end-title").count():
            break
        page.keyboard.press("h")
        page.keyboard.press("Enter")
        if page.locator(".card.picked").count():
            page.keyboard.press("Enter")
            page.wait_for_function("() => !document.querySelector('.card.picked')")
        assert page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"
    tab_to(page, "Play again")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('#end-title')")


IN_HASTE = """() => new Promise(resolve => {
    const drawer = document.querySelector("dialog[open]");
    drawer.addEventListener("close", () => setTimeout(resolve));
    drawer.close();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "t", bubbles: true }));
})"""  # puts a drawer away and opens the next, before the browser has said that the first is closed


def test_the_keys_of_the_table(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=900)
    come_as_host(page, server.address, "bayou-boss", 2)
    page.get_by_label("Your name").fill("Mira")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Fill the").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_function(READY, timeout=SOON)
    for key, title in (("?", "Keys"), ("l", "What happened"), ("t", "Talk"), ("r", "Bayou Boss: the rules")):
        page.keyboard.press(key)
        page.get_by_role("dialog", name=title).wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    page.keyboard.press("l")
    page.get_by_role("dialog", name="What happened").wait_for()
    page.evaluate(IN_HASTE)
    expect(page.get_by_role("dialog", name="Talk")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.keyboard.press("h")
    page.keyboard.press("Home")
    first = page.evaluate("() => document.activeElement.dataset.card")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("() => document.activeElement.dataset.card")
    assert first
    assert second not in (None, first)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("() => document.activeElement.dataset.card") == first


def test_a_match_by_roles_and_names_alone(server: Server, visit: Visit) -> None:
    """Nothing is looked for but what a screen reader announces."""
    page = visit(server.address)
    code = come_as_host(page, server.address, "gotcha", 2)
    page.get_by_role("textbox", name="Your name").fill("Mira")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Fill the empty seat with a bot").click()
    page.get_by_role("button", name="Start the game").click()
    card = page.get_by_role("button", name=re.compile("you may play it|choose it again"))
    may = card.or_(page.get_by_role("group", name="Your options").get_by_role("button")).first
    end = page.get_by_role("heading", name=re.compile(r"\b(wins?|win)\b"))
    heard: set[str] = set()
    for _ in range(STEPS):
        may.or_(end).first.wait_for(timeout=SOON)
        if end.count():
            break
        heard.add(page.get_by_role("status").last.inner_text())
        with contextlib.suppress(TimeoutError):  # another change took it away under the finger
            may.click(timeout=5000)
    end.wait_for()
    assert len(heard) > 10, "what happens is told in the live region"
    link = page.get_by_role("link", name="Download the record")
    record = page.request.get(server.address + (link.get_attribute("href") or "")).text()
    assert "game: gotcha" in record
    page.get_by_role("link", name="Watch the replay").click()
    moment = page.get_by_role("slider", name="Moment")
    moment.wait_for()
    page.get_by_role("button", name="One moment on").click()
    assert moment.input_value() == "1"
    page.get_by_role("combobox", name="Seen by").select_option(index=2)
    page.get_by_role("link", name="Table", exact=True).click()
    end.wait_for()
    assert page.url.endswith(f"/t/{code}")
    page.get_by_role("link", name="Watch the replay").click()
    moment.fill("20")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("combobox", name="You play").select_option(index=1)
    page.get_by_role("button", name="With hidden cards dealt anew").click()
    page.wait_for_url(lambda address: "/t/" in address and "/replay" not in address)
    assert not page.url.endswith(f"/t/{code}"), "at a table of its own"
    may.wait_for(timeout=SOON)


def test_a_card_is_played_by_dragging_it_onto_the_table(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    sit_and_start(page, server.address, "bayou-boss", 2)
    lit = ".hand .card.lit"
    name = page.locator(lit).first.get_attribute("data-card")
    drag(page, lit, 0, -30)
    expect(page.locator(f".hand [data-card='{name}']")).to_have_count(1)  # too little: it falls back
    drag(page, lit, 20, -200)
    expect(page.locator(f".hand [data-card='{name}']")).to_have_count(0)
