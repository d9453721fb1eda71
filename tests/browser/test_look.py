"""What every page must be: reachable for all, no wider than a phone, small to load."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server, Visit
from tests.browser.person import come_as_host, play_on, play_to_the_end, sideways, sit_and_start

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}
MOST = 200_000  # bytes of the first load, as they come over the wire

GAMES = ("bayou-boss", "gotcha")


def look(page: Page, axe: str, name: str) -> list[str]:
    """What axe finds on the page as it is now, and whether it is too wide."""
    page.evaluate("async () => { await document.fonts.ready }")
    page.evaluate(f"() => {{ {axe} }}")
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    wrong = [f"{name}: {one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
    if (wider := sideways(page)) > 0:
        wrong.append(f"{name}: {wider} pixels too wide")
    return wrong


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_nobody_stumbles_on_the_quiet_pages(server: Server, visit: Visit, axe: str, theme: str) -> None:
    wrong: list[str] = []
    page = visit(server.address, theme=theme, **PHONE)
    paths = ["/", "/new/gotcha", "/rules/bayou-boss/3.2", "/settings", "/nowhere", "/t/no-such-table"]
    for path in paths:
        page.goto(server.address + path)
        page.get_by_role("heading", level=1).first.wait_for()
        page.wait_for_load_state("networkidle")
        wrong += look(page, axe, path)
    come_as_host(page, server.address, "bayou-boss", 8)
    page.get_by_role("heading", name="Chairs").wait_for()
    wrong += look(page, axe, "lobby")
    assert not wrong


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_stumbles_at_a_table(server: Server, visit: Visit, axe: str, theme: str, game: str) -> None:
    wrong: list[str] = []
    page = visit(server.address, theme=theme, **PHONE)
    sit_and_start(page, server.address, game, 2)
    for moves in (0, 3, 3):
        play_on(page, moves)
        wrong += look(page, axe, f"{game} after {moves} more")
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    wrong += look(page, axe, f"{game} on a desktop")
    page.keyboard.press("r")
    page.get_by_role("dialog").wait_for()
    wrong += look(page, axe, "rules at hand")
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    play_to_the_end(page)
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        wrong += look(page, axe, f"{game} at the end")
    page.get_by_role("link", name="Watch it").click()
    page.get_by_role("slider", name="Moment").wait_for()
    wrong += look(page, axe, f"{game} watched")
    assert not wrong


def test_eight_seats_fit_a_phone(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, **PHONE)
    sit_and_start(page, server.address, "bayou-boss", 8)
    assert not look(page, axe, "eight seats")
    page.set_viewport_size({"width": 740, "height": 360})
    assert not look(page, axe, "a phone on its side")


def test_the_first_load_is_small(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    sizes: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"])))
    page.goto(server.address + "/")
    page.get_by_role("article").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert len(sizes) >= 4
    assert sum(sizes) < MOST


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
