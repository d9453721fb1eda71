"""What every page must be: reachable for all, no wider than a phone, small to load."""

import gzip
from urllib.parse import urlparse

from playwright.sync_api import expect

from facedown.server.site import page as static
from tests.browser.conftest import Server, Visit
from tests.browser.looking import DESKTOP, PHONE, look
from tests.browser.person import come_near_the_end, open_table, play_on, play_to_the_end, press, sit_and_start

MOST = 170_000  # bytes of the first load, compressed
FEW = 16  # files that a page is made of: each is a way to the server and back


def test_nobody_stumbles_on_the_quiet_pages(server: Server, visit: Visit, axe: str) -> None:
    """Set-up, the rules and the lobby are looked at in test_access and test_lessons, and there by day, too."""
    wrong: list[str] = []
    page = visit(server.address, expected="404", **PHONE)
    for path in ("/", "/rules/gotcha/3.2", "/settings", "/you", "/t/no-such-table"):
        page.goto(path)
        wrong += look(page, axe, path)
    assert not wrong


def test_a_throw_of_three_hands_says_who_goes_first(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, **PHONE)
    sit_and_start(page, server.address, "gotcha", 2, start="throw")
    hands = page.get_by_role("group", name="What you throw").get_by_role("button")
    expect(hands).to_have_text(["Throw Rock", "Throw Scissors", "Throw Paper"])
    assert not look(page, axe, "the throw")
    while hands.count():  # as often as both throw alike
        play_on(page)
    expect(page.get_by_role("list", name="The cards to choose from")).to_be_visible()
    page.keyboard.press("l")
    expect(page.get_by_role("dialog", name="What happened")).to_contain_text("goes first")


def test_nobody_stumbles_at_a_table_on_a_desktop(server: Server, visit: Visit, axe: str) -> None:
    """What stands beside a table there; the tables themselves are looked at in test_access."""
    page = visit(server.address, **DESKTOP)
    come_near_the_end(page, server, "gotcha", 2, 1)
    play_to_the_end(page)
    wrong = look(page, axe, "the end")
    press(page.get_by_role("link", name="Watch the replay"))
    wrong += look(page, axe, "watched")
    assert not wrong
    page.locator(".plate .name").first.evaluate("(name) => { name.style.color = '#444' }")
    assert any("color-contrast" in one for one in look(page, axe, "a name that is too faint"))


def test_the_first_load_is_small_and_no_page_is_made_of_many_files(server: Server, visit: Visit) -> None:
    """What home asks for, fonts included, and its size as the built files have it: no server's timing."""
    page = visit(server.address)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlparse(request.url).path))
    page.goto(server.address + "/")
    page.get_by_role("article").first.wait_for()
    page.evaluate("async () => { await document.fonts.ready }")  # on a slow machine they are asked for late
    page.wait_for_load_state("networkidle")
    files = [static.index() if path == "/" else static.find(path.removeprefix("/")) for path in asked]
    sizes = {path: len(file.zipped or file.body) for path, file in zip(asked, files, strict=True) if file}
    assert any(path.endswith(".woff2") for path in sizes)
    sizes["/api/games"] = len(gzip.compress(page.request.get("/api/games").body()))
    assert sum(sizes.values()) < MOST, sizes
    for path in ("/learn/bayou-boss", "/rules/bayou-boss", f"/t/{open_table(server.address, 'bayou-boss', 3)[0]}"):
        asked.clear()
        page.goto(server.address + path)
        page.get_by_role("heading", level=1).first.wait_for()
        page.wait_for_load_state("networkidle")
        assert len([one for one in asked if one.startswith("/assets/")]) <= FEW, asked


def test_less_movement_is_honoured(server: Server, visit: Visit) -> None:
    page = visit(server.address, motion="less")
    sit_and_start(page, server.address, "bayou-boss", 2)
    page.evaluate(
        """() => {
            window.flown = 0;
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, timing) {
                if (JSON.stringify(frames).includes("transform")) window.flown += 1;
                return animate.call(this, frames, timing);
            };
        }"""
    )
    play_on(page, 4)
    assert page.evaluate("() => window.flown") == 0
