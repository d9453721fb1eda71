"""Matches by keyboard alone, and by what a screen reader is told alone: how they begin, and how they end."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.crew import play_out
from tests.browser.keyboard import tab_to
from tests.browser.layouts import table_at
from tests.browser.person import come_as_host, come_near_the_end, drag, our_turn, press, settled, sit_and_start

MOVES = 2  # that show how one plays; the others are made in the same way
LAST_MOVES = 2


def play_by_keyboard(page: Page) -> None:
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    if page.locator(".card.picked").count():
        page.keyboard.press("Enter")
    settled(page)
    assert page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"


def test_a_match_by_keyboard_alone(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    come_as_host(page, server.address, "bayou-boss", 2)
    tab_to(page, "Your name")
    page.keyboard.type("Mira")
    page.keyboard.press("Enter")
    for name in ("Fill the empty seat with a bot", "Start the game"):
        tab_to(page, name)
        page.keyboard.press("Enter")
    for _ in range(MOVES):
        assert our_turn(page)
        play_by_keyboard(page)
    come_near_the_end(page, server, "bayou-boss", 2, LAST_MOVES)
    while our_turn(page):
        play_by_keyboard(page)
    tab_to(page, "Play again")
    page.keyboard.press("Enter")
    expect(page.locator("#end-title")).to_have_count(0)
    assert our_turn(page)


def test_a_card_is_played_by_two_touches_or_where_somebody_says_so_by_one(own_page: Page, gallery: str) -> None:
    table_at(own_page, gallery, "bayou-boss", "&state=lead")
    played: list[str] = []
    own_page.on("console", lambda said: played.append(said.text) if said.text.startswith("choose") else None)
    first, other = (own_page.locator(".hand .card.lit").nth(which) for which in (0, 1))
    first.click()
    once = own_page.get_by_role("switch", name="Always one touch")
    once.click()
    expect(once).to_be_checked()
    expect(own_page.locator("#question")).to_have_text(re.compile("^One touch on .* is enough.$"))
    assert not played
    with own_page.expect_console_message(lambda said: said.text.startswith("choose")):
        other.click()
    expect(once).to_have_count(0)


IN_HASTE = """() => new Promise(resolve => {
    const drawer = document.querySelector("dialog[open]");
    drawer.addEventListener("close", () => setTimeout(resolve));
    drawer.close();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "t", bubbles: true }));
})"""  # puts a drawer away and opens the next, before the browser has said that the first is closed


def test_the_keys_of_the_table(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=900)
    sit_and_start(page, server.address, "bayou-boss", 2)
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
    for button in ("Sit down", "Fill the empty seat with a bot", "Start the game"):
        press(page.get_by_role("button", name=button))
    card = page.get_by_role("button", name=re.compile("you may play it|choose it again"))
    may = card.or_(page.get_by_role("group", name="Your options").get_by_role("button")).first
    end = page.get_by_role("heading", name=re.compile(r"\b(wins?|win)\b"))
    heard: set[str] = set()
    for _ in range(MOVES):
        assert our_turn(page)
        heard.add(page.get_by_role("status").last.inner_text())
        press(may)
    assert len(heard) >= MOVES / 2, "what happens is told in the live region"
    play_out(code, page)
    end.wait_for()
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
    assert our_turn(page)
    expect(may).to_be_visible()


def test_a_card_is_played_by_dragging_it_onto_the_table(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    sit_and_start(page, server.address, "bayou-boss", 2)
    lit = ".hand .card.lit"
    name = page.locator(lit).first.get_attribute("data-card")
    drag(page, lit, 0, -30)
    expect(page.locator(f".hand [data-card='{name}']")).to_have_count(1)  # too little: it falls back
    drag(page, lit, 20, -200)
    expect(page.locator(f".hand [data-card='{name}']")).to_have_count(0)
