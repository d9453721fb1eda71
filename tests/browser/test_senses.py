"""What is heard and felt, and what tells somebody who looks elsewhere: sounds, captions, title, the tab's sign."""

import re
from itertools import takewhile

from playwright.sync_api import Page, expect

from tests.browser.answering import ONE_OF_EACH, answer
from tests.browser.conftest import Server, Visit
from tests.browser.person import (
    STAYS,
    come_to,
    our_turn,
    play_on,
    press,
    settled,
    sit_and_start,
)
from tests.browser.town import Town, came, dealt, does, goes_on, seat
from tests.browser.town import play_on as played

# Writes down whatever could be heard, felt, or seen from outside the page.
LISTEN = """() => {
    window.signs = [];
    const sign = (...what) => window.signs.push(what.join(" ") + (window.dark?.() ? " by night" : ""));
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
        sign("sound", this.buffer.length);
        return start.apply(this, when);
    };
    Navigator.prototype.vibrate = (pattern) => sign("shakes", pattern) || true;
    Navigator.prototype.setAppBadge = async (n) => sign("badge", n);
    Navigator.prototype.clearAppBadge = async () => sign("no badge");
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title) { sign("notice", title); }
        close() { sign("no notice"); }
    };
    const watch = () => {
        const look = () => {
            const now = `${document.title} ${document.querySelector('link[rel="icon"]')?.href.includes("turn")}`;
            if (now !== window.outside) sign("outside", window.outside = now);
        };
        new MutationObserver(look).observe(document.head, { subtree: true, childList: true, attributes: true });
    };
    if (document.head) watch(); else addEventListener("DOMContentLoaded", watch);
}"""


# From here on it is night until the next day is on the page.
BY_NIGHT = """() => {
    window.signs = [];
    window.dark = () => !document.querySelector(".time")?.textContent.includes("Day 2");
}"""
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
TOKENS = ("Chef", "Empath", "Slayer", "Poisoner", "Imp")
KILLED, TOLD, WOKEN = 0, 1, 3
DUSK, BELL = "sound 59535", "sound 94550"  # samples of what sounds at dusk, and of the dawn bell
HEARD = "sound => window.signs.some((sign) => sign.startsWith(sound))"


def listen(page: Page) -> None:
    page.context.add_init_script(f"({LISTEN})()")


def signs(page: Page, kind: str = "") -> list[str]:
    heard: list[str] = page.evaluate("() => window.signs")
    return [sign for sign in heard if sign.startswith(kind)]


def test_a_muted_page_loads_no_sound_and_sounds_come_after_the_first_touch_each_with_its_caption(
    server: Server, visit: Visit
) -> None:
    page = visit(server.address, sound="off", captions=True)
    loaded: list[str] = []
    page.on("request", lambda asked: loaded.append(asked.url))
    page.add_init_script(STAYS)
    listen(page)
    sit_and_start(page, server.address, "bayou-boss", 3)
    play_on(page, 3)
    assert signs(page, "sound") == []
    assert not [url for url in loaded if "zzfx" in url.lower()]
    for now in ("off", "low"):
        page.get_by_role("button", name=f"Sound: {now}").click()
    page.reload()
    assert our_turn(page)
    page.evaluate("() => document.querySelector('.card.lit, .moves button').click()")  # a touch that is none
    page.evaluate("() => document.querySelector('.card.picked')?.click()")
    expect(page.locator(".captions p").first).to_have_text(re.compile("^♪ [A-Z][a-z ]+$"))
    assert signs(page, "sound") == []
    for now in ("on", "off", "low"):  # the first touch: off
        page.get_by_role("button", name=f"Sound: {now}").click()
    while not signs(page, "sound"):
        play_on(page)
    assert page.locator(".captions").get_attribute("aria-hidden") == "true"
    page.reload()
    expect(page.get_by_role("button", name="Sound: on")).to_be_visible()


HIDDEN = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_who_looks_elsewhere_is_asked_once_and_told_by_title_sign_and_notice(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    listen(page)
    sit_and_start(page, server.address, "gotcha", 2)
    expect(page).to_have_title("Your turn · GotchaCards")
    expect(page.locator('link[rel="icon"][href*="turn"]')).to_have_count(1)
    page.evaluate(HIDDEN, True)
    question = page.get_by_role("group", name="Notifications")
    while not question.count():
        play_on(page)
    assert signs(page, "notice") == []
    question.get_by_role("button", name="Notify me").click()
    expect(question).to_have_count(0)
    while not signs(page, "notice"):
        play_on(page)
    assert signs(page, "notice")[0] == "notice GotchaCards"
    assert "badge 1" in signs(page)
    assert question.count() == 0
    page.evaluate(HIDDEN, False)
    page.wait_for_function("() => window.signs.includes('no notice')")
    watcher = visit(server.address)
    watcher.goto(page.url)
    expect(watcher).to_have_title("GotchaCards · Facedown")


def test_by_night_every_page_sounds_and_looks_alike_from_outside(server: Server, visit: Visit) -> None:
    """Whoever is woken, told something or killed: until dawn each page has given the same signs, and as many."""
    town = Town(server, visit, played(dealt(NAMES, TOKENS, script=ONE_OF_EACH), came("day")))
    pages = [visit(server.address, sound="on", notices="yes") for _ in (KILLED, TOLD, WOKEN)]
    for page, who in zip(pages, (KILLED, TOLD, WOKEN), strict=True):
        listen(page)
        come_to(page, town.staged_at(who))
        press(page.get_by_role("button", name="My token"))  # the first touch
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    teller = town.person()
    does(teller, "end the day")
    for page in pages:
        page.wait_for_function(HEARD, arg=DUSK)
        page.evaluate(BY_NIGHT)
    does(teller, "go on")
    expect(pages[2].locator(".now")).to_contain_text("You are awake")
    answer(pages[2])
    settled(pages[2])
    goes_on(teller, "day")  # and lets the Imp choose the first
    for page in pages:
        page.wait_for_function(HEARD, arg=BELL)
        expect(page.locator(".time")).to_contain_text("Day 2")
        expect(seat(page, NAMES[KILLED])).to_have_accessible_name(re.compile("dead"))
    # the bell, and after it the death, may sound just before the page shows the day, or just after
    night = [list(takewhile(lambda sign: not sign.startswith(BELL), signs(page))) for page in pages]
    assert all(heard == night[0] for heard in night), night
    assert not [sign for sign in night[0] if not sign.startswith(("sound", "outside Clocktower"))]
    assert all(len(signs(page, BELL)) == 1 for page in pages)
