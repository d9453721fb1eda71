"""What is heard and felt, and what tells somebody who looks elsewhere: sounds, captions, title, the tab's sign."""

from playwright.sync_api import Page, expect

from tests.browser.answering import ANSWERS, ONE_OF_EACH, answer
from tests.browser.conftest import Server, Visit
from tests.browser.person import (
    STAYS,
    come_as_host,
    look_at_token,
    our_turn,
    play_on,
    press,
    settled,
    sit_and_start,
)

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


# From here on it is night until the day is on the page.
BY_NIGHT = """() => {
    window.signs = [];
    window.dark = () => !document.querySelector(".time")?.textContent.includes("Day");
}"""
NAMES = ("Mira", "Otto", "Nora", "Lena", "Emil")
BELL = "sound 94550"  # samples of the dawn bell


def listen(page: Page) -> None:
    page.context.add_init_script(f"({LISTEN})()")


def signs(page: Page, kind: str = "") -> list[str]:
    heard: list[str] = page.evaluate("() => window.signs")
    return [sign for sign in heard if sign.startswith(kind)]


def test_a_muted_page_makes_no_sound_and_loads_none(server: Server, visit: Visit) -> None:
    page = visit(server.address, sound="off", captions=True)
    loaded: list[str] = []
    page.on("request", lambda asked: loaded.append(asked.url))
    listen(page)
    sit_and_start(page, server.address, "bayou-boss", 3)
    play_on(page, 3)
    assert signs(page, "sound") == []
    assert not [url for url in loaded if "zzfx" in url.lower()]


def test_sounds_come_after_the_first_touch_and_each_has_its_caption(server: Server, visit: Visit) -> None:
    page = visit(server.address, sound="on", captions=True)
    page.add_init_script(STAYS)
    listen(page)
    sit_and_start(page, server.address, "bayou-boss", 3)
    page.reload()
    assert our_turn(page)
    page.evaluate("() => document.querySelector('.card.lit, .moves button').click()")  # a touch that is none
    page.evaluate("() => document.querySelector('.card.picked')?.click()")
    expect(page.locator(".captions p").first).to_be_visible()
    assert signs(page, "sound") == []
    page.get_by_role("button", name="Sound: on").click()  # the first touch: off
    page.get_by_role("button", name="Sound: off").click()
    page.get_by_role("button", name="Sound: low").click()
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
    """Whoever is woken: until dawn each page has given the same signs, and the same number of them."""
    pages = [visit(server.address, sound="on", notices="yes") for _ in NAMES]
    code = ""
    for page, name in zip(pages, NAMES, strict=True):
        listen(page)
        if not code:
            code = come_as_host(page, server.address, "clocktower", 6, script=ONE_OF_EACH)
        page.goto(f"{server.address}/t/{code}")
        page.get_by_role("textbox", name="Your name", exact=True).fill(name)
        page.keyboard.press("Enter")
        page.get_by_text(name, exact=True).wait_for()
    host = pages[0]
    press(host.get_by_role("button", name="Fill the"))
    for page in pages:
        page.evaluate(BY_NIGHT)
    host.get_by_role("button", name="Start the game").click()
    for page in pages:
        look_at_token(page)
    asked = 0
    while not all(page.locator(".time").get_by_text("Day 1").count() for page in pages):
        for page in pages:
            settled(page)
            if page.locator(".time").get_by_text("Night 1").count() and page.locator(ANSWERS).count():
                answer(page)
                asked += 1
    assert asked, "the Poisoner is one of them"
    for page in pages:
        page.wait_for_function("bell => window.signs.some((sign) => sign.startsWith(bell))", arg=BELL)
    # the bell may sound just before the page shows the day, or just after
    night = [[s for s in signs(page) if s.endswith("by night") and not s.startswith(BELL)] for page in pages]
    assert all(heard == night[0] for heard in night), night
    assert not [sign for sign in night[0] if not sign.startswith(("sound", "outside Clocktower"))]
    assert all(len(signs(page, BELL)) == 1 for page in pages)
