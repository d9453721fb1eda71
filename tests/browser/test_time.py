"""Time on the page: how much is left is shown by the server's clock, told to all, and calm where calm is wanted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.person import SOON, come_as_host, press
from tests.sample_game import GAME
from tests.server.harness import UNLIMITED, Person, Server

SECONDS = 600  # nobody hurries
EDGE = 50  # milliseconds: three frames


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which High Card can be played, with some seconds to choose."""
    server = Server(tmp_path_factory.mktemp("hurried"), SECONDS=str(SECONDS), **UNLIMITED)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def table(browser: Browser, hurried: Server) -> Iterator[str]:
    """The address of a table at which the clock runs."""
    page = browser.new_page()
    page.set_default_timeout(SOON)
    code = come_as_host(page, f"http://127.0.0.1:{hurried.port}", GAME.id, 2, time="short")
    page.get_by_role("textbox", name="Your name").fill("Mira")
    press(page.get_by_role("button", name="Sit down"))
    bo = Person(hurried, code)
    bo.hello()
    assert bo.sit(1, "Bo")["ok"]
    press(page.get_by_role("button", name="Start the game"))
    page.wait_for_selector(".clock .number")
    yield f"http://127.0.0.1:{hurried.port}/t/{code}"
    page.close()


# Sends one ping alone.  What its answer says of the server's clock stands on the page, and when the time is over.
ONE_PING = """{
    const Socket = window.WebSocket;
    let pings = 0;
    window.WebSocket = class extends Socket {
        constructor(address) {
            super(address);
            this.addEventListener("message", ({ data }) => {
                const { now, clock } = JSON.parse(data), { dataset } = document.documentElement;
                if (clock) dataset.ends = clock.ends;
                if (now) dataset.now = now;
            });
        }
        send(text) {
            if (JSON.parse(text).do !== "ping" || !pings++) super.send(text);
        }
    };
}"""


class Still:
    """A page on which no time goes by but when it is told to, and which knows the server's clock from one ping."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.set_default_timeout(SOON)
        page.clock.install(time=0)
        page.clock.pause_at(1)
        page.add_init_script(ONE_PING)
        page.goto(address)
        page.locator(".clock .number").first.wait_for()
        page.clock.run_for(1)  # the ping is sent, and answered in no time
        page.locator("html[data-now]").wait_for()
        ends, now = (float(page.locator("html").get_attribute(f"data-{name}") or 0) for name in ("ends", "now"))
        self._left = ends - now
        self.go_on(EDGE)

    def go_on(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)
        self._left -= milliseconds / 1000

    def left_becomes(self, seconds: float) -> None:
        """Let time go by until so much is left by the server's clock."""
        self.go_on(round((self._left - seconds) * 1000))

    @property
    def number(self) -> int:
        return int(self.page.locator(".clock .number").inner_text())


def test_the_seconds_that_are_left_are_the_servers(browser: Browser, table: str) -> None:
    still = Still(browser.new_page(), table)
    for seconds in range(still.number - 2, still.number - 6, -1):
        still.left_becomes(seconds + EDGE / 1000)
        assert still.number == seconds + 1
        still.left_becomes(seconds - EDGE / 1000)
        assert still.number == seconds
    still.page.close()


def test_time_is_said_and_goes_by_whole_seconds_where_motion_is_not_wanted(browser: Browser, table: str) -> None:
    still = Still(browser.new_page(reduced_motion="reduce"), table)
    assert still.page.get_by_role("timer").inner_text().endswith("left")
    ring = still.page.locator(".clock:not(.small) .left")
    still.go_on(1000)  # the second that was shown first was begun before the page knew the server's clock
    seen: dict[int, set[str | None]] = {}
    for _ in range(30):
        seen.setdefault(still.number, set()).add(ring.get_attribute("stroke-dashoffset"))
        still.go_on(100)
    assert len(seen) in (3, 4)
    assert all(len(offsets) == 1 for offsets in seen.values())
    still.page.close()
