"""Time on the page: how much is left is shown by the server's clock, told to all, and calm where calm is wanted."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.person import come_as_host
from tests.sample_game import GAME
from tests.server.harness import UNLIMITED, Opened, Server

SECONDS = 6
SOON = 20_000  # milliseconds
CLOSE = 0.25  # seconds: a busy machine draws late; on a quiet one it is 0.02

CHANGES = """() => new Promise((done) => {
  const seen = [];
  const look = () => {
    const number = document.querySelector(".clock .number")?.textContent;
    const now = (performance.timeOrigin + performance.now()) / 1000;
    if (number && number !== seen.at(-1)?.[0]) seen.push([number, now]);
    if (seen.length === 4) done(seen.slice(1));
    else requestAnimationFrame(look);
  };
  look();
})"""


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which High Card can be played, with some seconds to choose."""
    server = Server(tmp_path_factory.mktemp("hurried"), SECONDS=str(SECONDS), **UNLIMITED)
    server.start()
    yield server
    server.stop()


def sit_down(page: Page, server: Server) -> str:
    code = come_as_host(page, f"http://127.0.0.1:{server.port}", GAME.id, 2, time="short")
    page.get_by_role("textbox", name="Your name").fill("Mira")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Let bots take").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".clock .number", timeout=SOON)
    return code


def test_the_seconds_that_are_left_are_the_servers(browser: Browser, hurried: Server) -> None:
    page = browser.new_page()
    code = sit_down(page, hurried)
    other = Opened(hurried, code, "").person()
    quickest = (1.0, 0.0)
    for _ in range(8):
        sent = time.time()
        now = other.say("ping")["now"]
        quickest = min(quickest, (time.time() - sent, now - (sent + time.time()) / 2))
    ends = other.state["clock"]["ends"]
    for number, at in page.evaluate(CHANGES):
        assert abs(ends - (at + quickest[1]) - int(number)) < CLOSE
    page.close()


def test_time_is_said_and_goes_by_whole_seconds_where_motion_is_not_wanted(
    browser: Browser, hurried: Server
) -> None:
    page = browser.new_page(reduced_motion="reduce")
    sit_down(page, hurried)
    assert page.get_by_role("timer").inner_text().endswith("left")
    rings = page.evaluate(
        """() => new Promise((done) => {
          const ring = document.querySelector(".clock:not(.small) .left");
          const seen = new Set(), began = performance.now();
          const look = () => {
            seen.add(ring.getAttribute("stroke-dashoffset"));
            if (performance.now() - began > 1500) done(seen.size);
            else requestAnimationFrame(look);
          };
          look();
        })"""
    )
    assert rings <= 3
    page.close()
