"""What stands on cards and around them can be read, on every phone: it is large enough, or it is a touch away."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layouts import show, table_at, turn
from tests.browser.person import settled


@pytest.mark.parametrize(("game", "state"), [("bots-battleground", "red"), ("gotcha", "place"), ("gotcha", "keep")])
def test_a_finger_that_rests_on_a_card_reads_it_and_plays_nothing(
    own_page: Page, gallery: str, game: str, state: str
) -> None:
    played: list[str] = []
    own_page.on("console", lambda said: played.append(said.text) if said.text.startswith("choose") else None)
    table_at(own_page, gallery, game, f"&state={state}")
    turn(own_page, (390, 844))
    finger = own_page.context.new_cdp_session(own_page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    card = own_page.locator(".card.lit").first
    box = card.bounding_box()
    assert box
    at = {"x": box["x"] + 12, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    text = own_page.get_by_role("complementary", name=re.compile("^What .+ does$"))
    expect(text).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settled(own_page)
    expect(text).to_be_visible()
    expect(card).not_to_have_class(re.compile("picked"))
    assert not played


def test_a_card_s_text_opens_by_itself_when_the_card_is_touched_first(own_page: Page, gallery: str) -> None:
    table_at(own_page, gallery, "gotcha", "&state=place")
    card, text = own_page.locator(".hand .card.lit").first, own_page.locator("aside.text")
    for opens in (1, 0):
        card.click(position={"x": 12, "y": 60})
        expect(card).to_have_class(re.compile("picked"))
        expect(text).to_have_count(opens)
        own_page.mouse.move(0, 0)
        own_page.keyboard.press("Escape")
        expect(card).not_to_have_class(re.compile("picked"))


# What the text of a card lies on, of that which the card is about, and of the question.
COVERED = """() => {
    const text = document.querySelector("aside.text").getBoundingClientRect();
    return [...document.querySelectorAll("[data-about], #question")].filter((node) => {
        const box = node.getBoundingClientRect();
        const across = Math.min(text.right, box.right) - Math.max(text.left, box.left);
        return across > 2 && Math.min(text.bottom, box.bottom) - Math.max(text.top, box.top) > 2;
    }).map((node) => node.textContent.trim().slice(0, 40));
}"""


@pytest.mark.parametrize(("game", "state"), [("bots-battleground", "red"), ("gotcha", "place")])
def test_a_card_s_text_lies_on_nothing_that_it_is_about(page: Page, gallery: str, game: str, state: str) -> None:
    table_at(page, gallery, game, f"&state={state}")
    for screen in ((320, 568), (390, 844), (844, 390), (1280, 800)):
        turn(page, screen)
        for card in page.locator(".hand .card").all():
            card.evaluate("card => { card.blur(); card.focus({ focusVisible: true }); }")
            page.locator("aside.text").wait_for()
            assert page.evaluate("() => document.querySelectorAll('[data-about]').length")
            assert page.evaluate(COVERED) == [], screen


def test_on_phones_the_drafts_cards_show_their_names_and_cards_beside_the_table_lie_whole(
    own_page: Page, gallery: str
) -> None:
    table_at(own_page, gallery, "gotcha", "&state=draft")
    turn(own_page, (390, 575))  # as much height as a lesson leaves on a phone
    expect(own_page.locator(".draft .name.brief").first).to_be_visible()
    turn(own_page, (844, 390))
    show(own_page, "place")
    places = [card.bounding_box() for card in own_page.locator(".hand .card").all()]
    assert len(places) == 5
    assert all(a and b and a["x"] + a["width"] < b["x"] + 1 for a, b in pairwise(places))
