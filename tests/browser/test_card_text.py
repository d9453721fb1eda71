"""What stands on cards and around them can be read, on every phone: it is large enough, or it is a touch away."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layouts import CARD_GAMES, Look, table_at, turn, wrong_on
from tests.browser.person import settled

PHONES = ((320, 568), (360, 640), (390, 664), (390, 844), (844, 390))

# Every text that shows, with the size in which it is drawn: a picture's texts grow and shrink with it.
TOO_SMALL = """() => {
    const LEAST = 10.95, found = new Map();
    const shows = (node) => {
        for (let at = node; at; at = at.parentElement)
            if (at.matches(".unseen, select") || getComputedStyle(at).clipPath === "inset(50%)") return false;
        return node.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
    };
    const scale = (node) => {
        if (node instanceof SVGElement) {
            const { a, b, c, d } = node.getScreenCTM();
            return Math.min(Math.hypot(a, b), Math.hypot(c, d));
        }
        let times = 1;
        for (let at = node; at; at = at.parentElement) {
            const { transform, scale } = getComputedStyle(at);
            if (transform !== "none") {
                const { a, b, c, d } = new DOMMatrix(transform);
                times *= Math.min(Math.hypot(a, b) || 1, Math.hypot(c, d));
            }
            if (scale !== "none") times *= Math.min(...scale.split(" ").map(Number));
        }
        return times;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const node = text.parentElement, range = document.createRange();
        range.selectNodeContents(text);
        const { width, height } = range.getBoundingClientRect();
        if (!text.data.trim() || width < 1 || height < 1 || !shows(node)) continue;
        const size = parseFloat(getComputedStyle(node).fontSize) * scale(node);
        if (size < LEAST) found.set(node.className, `"${text.data.trim()}" has ${size.toFixed(1)} px`);
    }
    return [...found.values()];
}"""


def test_every_text_on_a_phone_has_eleven_pixels_to_the_end(page: Page, gallery: str) -> None:
    wrong: list[str] = []
    for game in CARD_GAMES:
        wrong += wrong_on(page, table_at(page, gallery, game), Look(PHONES, (TOO_SMALL,)))
        states = table_at(page, gallery, game, "&over")
        wrong += wrong_on(page, [states[0], states[-1]], Look(PHONES, (TOO_SMALL,)))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("game", "state"), [("bots-battleground", "red"), ("gotcha", "place"), ("gotcha", "keep")])
def test_a_finger_that_rests_on_a_card_reads_it_and_plays_nothing(
    page: Page, gallery: str, game: str, state: str
) -> None:
    played: list[str] = []
    page.on("console", lambda said: played.append(said.text) if said.text.startswith("choose") else None)
    table_at(page, gallery, game, f"&state={state}")
    turn(page, (390, 844))
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    card = page.locator(".card.lit").first
    box = card.bounding_box()
    assert box
    at = {"x": box["x"] + 12, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    text = page.get_by_role("complementary", name=re.compile("^What .+ does$"))
    expect(text).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settled(page)
    expect(text).to_be_visible()
    expect(card).not_to_have_class(re.compile("picked"))
    assert not played


# What the text of a card lies on, of that which the card is about, and of the question.
COVERED = """() => {
    const text = document.querySelector("aside.text").getBoundingClientRect();
    return [...document.querySelectorAll("[data-about], #question")].filter((node) => {
        const box = node.getBoundingClientRect();
        const across = Math.min(text.right, box.right) - Math.max(text.left, box.left);
        return across > 2 && Math.min(text.bottom, box.bottom) - Math.max(text.top, box.top) > 2;
    }).map((node) => node.textContent.trim().slice(0, 40));
}"""


@pytest.mark.parametrize("screen", [(320, 568), (390, 844), (844, 390), (1280, 800)], ids=str)
def test_a_card_s_text_lies_on_nothing_that_it_is_about(page: Page, gallery: str, screen: tuple[int, int]) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    for game, state in (("bots-battleground", "red"), ("gotcha", "place")):
        table_at(page, gallery, game, f"&state={state}")
        for card in page.locator(".hand .card").all():
            card.evaluate("card => card.focus({ focusVisible: true })")
            page.locator("aside.text").wait_for()
            assert page.evaluate("() => document.querySelectorAll('[data-about]').length")
            assert page.evaluate(COVERED) == []
