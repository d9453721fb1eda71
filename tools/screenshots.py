"""Takes the pictures in docs/screenshots: the games, at phone and desktop width, played by bots and by nobody.

python -m tools.screenshots [word ...]      only the pictures whose names have one of the words in them
"""

import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools.browser import find as find_browser
from tools.build_client import ROOT, VENV_BIN

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desktop": DESKTOP}
FOLDER = ROOT / "docs" / "screenshots"
SETTLED = 1200  # milliseconds until nothing moves any more

ASKED = ".card.lit, .moves button, .table [data-move]:not(.card)"
# At The Botch is Back: what answers or opens a sheet; a deal, which is always open, does not.
BOTCH_ASKED = ".stage [data-move], .stage [data-moves], .aim, .actions button"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(address: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            urlopen(address, timeout=5).close()
            return
        except OSError:
            if time.monotonic() > end:
                sys.exit(f"Nothing answers at {address}.")
            time.sleep(0.1)


def squeezed(png: bytes) -> bytes:
    """The same picture, its pixels packed as tightly as zlib can; browsers pack in haste."""
    packed, rest, at = b"", b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        chunk = png[at : at + 12 + length]
        if chunk[4:8] == b"IDAT":
            packed += chunk[8:-4]
        else:
            rest += chunk
        at += 12 + length
    pixels = b"IDAT" + zlib.compress(zlib.decompress(packed), 9)
    head, tail = rest[:-12], rest[-12:]  # the last chunk, IEND, has 12 bytes
    whole = struct.pack(">I", len(pixels) - 4) + pixels + struct.pack(">I", zlib.crc32(pixels))
    return png[:8] + head + whole + tail


class Camera:
    """One person's browser, and where the pictures go."""

    def __init__(self, address: str, browser: Browser, wanted: list[str]) -> None:
        self.address, self.browser, self.wanted = address, browser, wanted

    def take(self, name: str, get_there: Callable[[Page], None], theme: str = "dark") -> None:
        for size, viewport in SIZES.items():
            file = FOLDER / f"{name}-{size}.png"
            if self.wanted and not any(word in file.stem for word in self.wanted):
                continue
            context = self.browser.new_context(
                viewport=viewport, color_scheme="light" if theme == "light" else "dark", base_url=self.address
            )
            settings = json.dumps({"pace": "at once", "name": "Mira"})
            context.add_init_script(f"localStorage['facedown.settings'] ??= {settings!r}")
            page = context.new_page()
            get_there(page)
            page.mouse.move(2, 2)
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=file)
            file.write_bytes(squeezed(file.read_bytes()))
            print(f"{file.relative_to(ROOT)}  {file.stat().st_size // 1024} KB", flush=True)
            context.close()

    def sit(self, page: Page, game: str, seats: int, **options: object) -> None:
        """Sit down to a game against bots that answer at once."""
        wish = json.dumps({"game": game, "seats": seats, "pace": "instant", "options": options}).encode()
        request = Request(self.address + "/api/tables", wish, {"Content-Type": "application/json"})
        with urlopen(request, timeout=10) as answer:
            opened = json.load(answer)
        known = json.dumps({opened["table"]: {"game": game, "host": opened["host"], "last": 0}})
        page.goto("/settings")
        page.evaluate("known => localStorage.setItem('facedown.tables', known)", known)
        page.goto(f"/t/{opened['table']}")
        for button in ("Sit down", "Fill the", "Start the game"):
            page.get_by_role("button", name=button).click()
        page.locator(ASKED).first.wait_for()


def play(page: Page, moves: int) -> None:
    """Make the first legal move, so many times, until something is asked again or the game is over."""
    answered = f"() => document.querySelector('#end-title, {ASKED}')"
    for _ in range(moves):
        if page.locator("#end-title").count():
            return
        page.evaluate(f"() => document.querySelector('{ASKED}').click()")
        page.evaluate("() => document.querySelector('.card.picked')?.click()")
        page.wait_for_function("() => !document.querySelector('.card.picked')")
        page.wait_for_function(answered, timeout=20_000)


def play_botch(page: Page, wanted: str, most: int = 300) -> None:
    """Answer with what comes first, until this is there to be seen; in another game if it must be."""
    for _ in range(most):
        page.wait_for_function(f"() => document.querySelector('#end-title, {BOTCH_ASKED}')", timeout=20_000)
        if page.locator(wanted).count():
            break
        if page.locator("#end-title").count():
            page.get_by_role("button", name="Play again").click()
            page.locator("#end-title").wait_for(state="detached")
            continue
        page.locator(BOTCH_ASKED).first.click()
        for part in ("dialog .pick", "dialog [data-move]"):
            if page.locator(part).count():
                page.locator(part).first.click()
    page.locator(wanted).first.wait_for()


def take_botch(camera: Camera) -> None:
    def scene(wanted: str, seats: int = 4, *then: str, **options: object) -> Callable[[Page], None]:
        def get_there(page: Page) -> None:
            camera.sit(page, "botch", seats, **options)
            play_botch(page, wanted)
            for press in then:
                page.locator(press).first.click()

        return get_there

    def lies(page: Page) -> None:
        camera.sit(page, "botch", 4, window="none")
        play_botch(page, "#end-title")
        page.get_by_role("link", name="Watch the replay").click()
        page.locator(".moment:has(.bad)").first.click()

    camera.take("botch", scene(".stage [data-move=call]"))
    camera.take("botch-claims", scene(".actions .main", 4, ".actions .main", "dialog .pick >> nth=1"))
    camera.take("botch-by-day", scene(".actions .main", 5, window="none"), "light")
    camera.take("botch-swap", scene(".aim", 4, ".aim"))
    camera.take("botch-hidden", scene(".stage [data-moves]", 5, cast="hidden"))
    camera.take("botch-lies", lies)


def take_battleground(camera: Camera) -> None:
    def clap(seats: int, **options: object) -> Callable[[Page], None]:
        def get_there(page: Page) -> None:
            for _ in range(40):  # until the lot says that we clap first
                camera.sit(page, "bots-battleground", seats, clap_starts="always", **options)
                if page.locator("button.clap").count():
                    return

        return get_there

    def fight(seats: int, **options: object) -> Callable[[Page], None]:
        def get_there(page: Page) -> None:
            clap(seats, **options)(page)
            page.locator("button.clap").click()
            page.locator("[data-move^=Attack]").first.click()
            page.locator(".hand .card.lit").first.click()
            page.locator(".arena.red").wait_for()
            page.locator(".chair:not(.own) .lying .card").first.wait_for(timeout=20_000)

        return get_there

    camera.take("battleground-clap", clap(4))
    camera.take("battleground", fight(4))
    camera.take("battleground-by-day", fight(6, dice=2), "light")


def take_all(camera: Camera) -> None:
    take_botch(camera)
    take_battleground(camera)

    def table(game: str, seats: int, moves: int) -> Callable[[Page], None]:
        def get_there(page: Page) -> None:
            camera.sit(page, game, seats)
            play(page, moves)

        return get_there

    def refused(page: Page) -> None:
        camera.sit(page, "bayou-boss", 5)
        for _ in range(40):
            if page.locator(".hand .refused").count():
                break
            play(page, 1)
        page.locator(".hand .refused").first.click()

    def home(page: Page) -> None:
        page.goto("/")
        page.get_by_role("link", name="Play").first.focus()

    camera.take("home", home)
    camera.take("bayou-boss", table("bayou-boss", 4, 3))
    camera.take("bayou-boss-by-day", table("bayou-boss", 4, 5), "light")
    camera.take("bayou-boss-eight", table("bayou-boss", 8, 2))
    camera.take("bayou-boss-refused", refused)
    camera.take("bayou-boss-end", table("bayou-boss", 2, 400))
    camera.take("gotcha-draft", table("gotcha", 2, 0))
    camera.take("gotcha", table("gotcha", 2, 7))
    camera.take("gotcha-by-day", table("gotcha", 2, 8), "light")
    camera.take("gotcha-end", table("gotcha", 2, 400))


@contextmanager
def served() -> Iterator[str]:
    """A server with an empty store, for as long as it is needed."""
    port = free_port()
    limits = ("MESSAGES_A_SECOND", "MESSAGES_AT_ONCE", "TABLES_AT_ONCE")
    hurry = {"FACEDOWN_COMPILE": "0", **{f"FACEDOWN_{limit}": "100000" for limit in limits}}
    with tempfile.TemporaryDirectory() as folder:
        command = [str(VENV_BIN / "facedown"), "serve", "--port", str(port), "--data", folder]
        with subprocess.Popen(command, env={**os.environ, **hurry}) as server:
            try:
                wait_for(f"http://127.0.0.1:{port}/api/games")
                yield f"http://127.0.0.1:{port}"
            finally:
                server.terminate()


def main() -> None:
    browser_path = find_browser()
    if browser_path is None:
        sys.exit("Screenshots need Chromium or Chrome; install one, for example with `apt-get install chromium`.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        take_all(Camera(address, browser, sys.argv[1:]))
        browser.close()


if __name__ == "__main__":
    main()
