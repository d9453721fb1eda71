"""A phone sleeps and wakes: its socket died without a word, and the table is back within two seconds.

The page's clock stands still but for those two seconds, so nothing else that waits can bring it back.
"""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import open_table, wait_until
from tests.server.harness import Person

WORDS = "Are you still there?"
TWO_SECONDS = 2000  # milliseconds


class Wire:
    """Stands between a page and the server, and can swallow everything that goes over the sockets there are."""

    def __init__(self, page: Page) -> None:
        self.sockets = 0
        self.dead = 0  # so many of the sockets, the first ones, carry nothing any more
        self.unanswered = set[int]()  # messages of the page, by their numbers
        page.route_web_socket(re.compile("/socket$"), self._connect)

    def cut(self) -> None:
        self.dead = self.sockets

    def _connect(self, here: WebSocketRoute) -> None:
        self.sockets += 1
        number, there = self.sockets, here.connect_to_server()

        def ask(text: str | bytes) -> None:
            if number > self.dead:
                self.unanswered.add(json.loads(text)["n"])
                there.send(text)

        def tell(text: str | bytes) -> None:
            if number > self.dead:
                self.unanswered.discard(json.loads(text).get("n"))
                here.send(text)

        here.on_message(ask)
        there.on_message(tell)
        here.on_close(lambda code, reason: there.close() if number > self.dead else None)


def freeze(page: Page) -> Callable[[], None]:
    """As phones do with pages that nobody looks at; a headless browser's pages are always looked at."""
    return lambda: page.evaluate("() => document.dispatchEvent(new Event('resume'))")


def lose_network(page: Page) -> Callable[[], None]:
    page.context.set_offline(True)
    return lambda: page.context.set_offline(False)


def look_away(page: Page) -> Callable[[], None]:
    hide = "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
    tell = "document.dispatchEvent(new Event('visibilitychange')) }"
    page.evaluate(hide + tell, True)
    return lambda: page.evaluate(hide + tell, False)


@pytest.mark.parametrize("sleep", [freeze, lose_network, look_away])
def test_the_table_is_back_at_once(
    server: Server, visit: Visit, sleep: Callable[[Page], Callable[[], None]]
) -> None:
    page = visit(server.address, expected="ERR_INTERNET_DISCONNECTED")
    wire = Wire(page)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    code, _ = open_table(server.address, "bayou-boss", 4)
    page.goto(f"/t/{code}")
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    other = Person(server, code)
    other.hello()
    assert other.sit(0, "Brent")["ok"]
    page.clock.run_for(TWO_SECONDS)
    wait_until(page, lambda: not wire.unanswered, "answers to the first pings")
    wake = sleep(page)
    wire.cut()
    assert other.say("say", text=WORDS, key="still-there")["ok"]
    wake()
    page.clock.run_for(TWO_SECONDS)
    expect(page.get_by_text(WORDS)).to_be_visible()
    assert wire.sockets == 2
