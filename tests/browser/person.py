"""What a person at the page does, for tests that only want it done."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, Page, expect

import facedown
from facedown.core.table import Table
from facedown.server.rooms.seating import bot_names
from tools import staged
from tools.staged import Staged

if TYPE_CHECKING:
    from tests.browser.conftest import Server

LAST_MOVES = 12
SOON = 60_000  # milliseconds: whatever happens at all has happened by then, on the slowest machine
QUIET = "/manifest.webmanifest"  # an address of every server, without a page
HELD = ".card[style*='translate:']"  # in the hand that drags it

# The button, also where it says that somebody is away; but not "Fill the 6 empty seats" in the lobby.
SEATS = re.compile("^Seats")

READY = """() => document.querySelector("#end-title")
    || document.querySelector(".card.lit, .moves:not([aria-busy=true]) button, .table [data-move]:not(.card)")"""


# What is shown for some seconds stays, so that a slow machine does not look too late.
STAYS = """{
    const wait = window.setTimeout;
    window.setTimeout = (does, after, ...more) => wait(does, after >= 2000 ? 2 ** 31 - 1 : after, ...more);
}"""


# Says the page itself (web/src/settled.ts).  Where another page is loaded meanwhile, that one is asked.
SETTLED = "() => window.facedown?.settled().then(() => true)"
OUR_TURN = """() => window.facedown && (async () => {
    const turn = () => document.querySelector("html:is([data-turn=ours], [data-turn=over])")?.dataset.turn;
    do {
        while (!turn()) await new Promise((changed) => {
            const watch = new MutationObserver(() => { watch.disconnect(); changed(); });
            watch.observe(document.documentElement, { attributes: true });
        });
        await facedown.settled();
    } while (!turn());
    return turn();
})()"""


def settled(page: Page) -> None:
    """Wait until what the page has asked for is there and shown, what was done has taken effect, and nothing moves.

    What bots and other people do next is not waited for: `our_turn` does.
    """
    page.wait_for_function(SETTLED, timeout=SOON)


def press(what: Locator) -> None:
    """Click, and wait for what that brings."""
    what.click()
    settled(what.page)


def our_turn(page: Page) -> bool:
    """Wait until something is asked of us; False where the game is over."""
    turn = page.wait_for_function(OUR_TURN, timeout=SOON).json_value()
    return bool(turn == "ours")


def shown(page: Page) -> int:
    """The version of the table that the page shows, once it is settled."""
    settled(page)
    return int(page.locator("html").get_attribute("data-shown") or 0)


def open_table(address: str, game: str, seats: int, **options: object) -> tuple[str, str]:
    """A table whose bots answer at once: its code, and the secret of its host."""
    wish = {"game": game, "seats": seats, "pace": "instant", "options": options}
    request = urllib.request.Request(
        address + "/api/tables", json.dumps(wish).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=SOON / 1000) as answer:
        opened: dict[str, Any] = json.load(answer)
    return opened["table"], opened["host"]


def remember(page: Page, tables: Mapping[str, object], address: str = "") -> None:
    """Let the browser know these tables and no others when the page is next opened."""
    if not page.url.endswith(QUIET):
        page.goto(address + QUIET)
    page.evaluate("(known) => localStorage.setItem('facedown.tables', known)", json.dumps(tables))


def come_as_host(page: Page, address: str, game: str, seats: int, **options: object) -> str:
    """Open a table as the host whose browser remembers it, and go there: its code."""
    code, host = open_table(address, game, seats, **options)
    remember(page, {code: {"game": game, "host": host, "last": 0}}, address)
    page.goto(f"{address}/t/{code}")
    settled(page)
    return code


def come_near_the_end(
    page: Page, server: Server, game: str, seats: int, left: int = LAST_MOVES, **options: Any
) -> str:
    """Come to a game that bots have played for us until few moves are left: the table's code."""

    return come_to_what(page, server, lambda: staged.nearly_over(game, seats, left, **options))


def come_to_what(page: Page, server: Server, played: Callable[[], Table], *, people: bool = False) -> str:
    """Come to a table at which bots have played for us until now: its code.

    The others are bots, or `people` who are away: among bots alone no clock runs.
    """
    with ThreadPoolExecutor(1) as thread:  # the browser has an event loop in this one
        seat = thread.submit(lambda: staged.put(server.data, played(), people=people)).result()
    come_back(page, seat)
    return seat.code


def come_to_the_end(page: Page, server: Server, game: str, seats: int) -> str:
    """Play the last moves of a game that bots have played for us until then: the table's code."""
    code = come_near_the_end(page, server, game, seats)
    play_to_the_end(page)
    return code


def come_back(page: Page, seat: Staged) -> None:
    """Come back to a table that was staged, as somebody whose browser remembers it, and wait for our turn."""
    come_to(page, seat)
    our_turn(page)


def come_to(page: Page, seat: Staged) -> None:
    """The same, whoever's turn it is."""
    holds = {"game": seat.game, "secret": seat.secret, "host": seat.host, "seat": seat.seat, "last": 0}
    remember(page, {seat.code: holds})
    page.goto(f"/t/{seat.code}")
    settled(page)


# Sits down in the first seat, puts this bot in each other, and starts the game: what lobbies are pressed for.
BEGIN = """([code, host, seats, bot]) => new Promise((resolve, reject) => {
    const others = Array.from({ length: seats - 1 }, (_, i) => ({ do: "bot", seat: i + 1, bot }));
    const wishes = [{ do: "hello", host }, { do: "sit", seat: 0, name: "Mira" }, ...others, { do: "start" }];
    const socket = new WebSocket(`ws://${location.host}/api/tables/${code}/socket`);
    let secret;
    const next = (n) => socket.send(JSON.stringify({ n, ...wishes[n] }));
    socket.onopen = () => next(0);
    socket.onmessage = ({ data }) => {
        const told = JSON.parse(data);
        if (told.is !== "answer") return;
        secret ??= told.secret;
        if (!told.ok) reject(new Error(data));
        else if (told.n + 1 < wishes.length) next(told.n + 1);
        else { socket.close(); resolve(secret); }
    };
})"""


def sit_and_start(page: Page, address: str, game: str, seats: int, **options: object) -> str:
    """A game against bots, with our seat the first, that was begun at a socket: the table's code."""
    code, host = open_table(address, game, seats, **options)
    if not page.url.endswith(QUIET):
        page.goto(address + QUIET)
    secret = page.evaluate(BEGIN, [code, host, seats, bot_names(facedown.game(game).contract)[0]])
    come_back(page, Staged(game, code, 0, secret, host))
    return code


def look_at_token(page: Page) -> str:
    """Turn one's token over before the first night, and put it away: what stood there."""
    sheet = page.get_by_role("dialog", name="Your token")
    sheet.get_by_role("button", name="Turn it over").click()
    sheet.get_by_role("button", name="Put it away").wait_for()
    read = sheet.inner_text()
    sheet.get_by_role("button", name="Put it away").click()
    sheet.wait_for(state="detached")
    return read


def play_on(page: Page, moves: int = 1) -> None:
    """Make some moves, the first that may be made, and wait until something is asked again.

    Fails where the game is over: who plays on until something turns up would else do so for ever.
    """
    for _ in range(moves):
        page.evaluate(
            """() => {
                if (document.querySelector("#end-title")) throw new Error("the game is over");
                (document.querySelector(".card.lit")
                    ?? document.querySelector(".moves:not([aria-busy=true]) button, .table [data-move]:not(.card)"))
                    ?.click();
            }"""
        )
        page.evaluate("() => document.querySelector('.card.picked')?.click()")
        our_turn(page)


def play_to_the_end(page: Page, most: int = 800) -> None:
    for _ in range(most):
        if not our_turn(page):
            return
        play_on(page)
    raise AssertionError("the game does not end")


def drag(page: Page, what: str, x: float, y: float) -> None:
    """Drag the first of these cards so far."""
    settled(page)
    box = page.locator(what).first.bounding_box()
    assert box
    left, top = box["x"] + box["width"] / 4, box["y"] + box["height"] / 2
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + x / 2, top + y / 2, steps=3)
    assert page.locator(HELD).count(), "the card cannot be grabbed"
    page.mouse.move(left + x, top + y, steps=3)
    page.mouse.up()
    expect(page.locator(HELD)).to_have_count(0)
    settled(page)


def wait_until(page: Page, so: Callable[[], object], what: str) -> None:
    """Wait while the page goes on; fail, saying what was awaited, when it takes too long."""
    end = time.monotonic() + SOON / 1000
    while not so():
        assert time.monotonic() < end, f"not in time: {what}"
        page.wait_for_timeout(20)


def sideways(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    wider: int = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider
