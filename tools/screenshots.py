"""Takes the pictures in docs/screenshots, at phone and desktop width.

    python -m tools.screenshots [word ...]      only the pictures whose names have one of the words in them

The moments are found by playing games without a server (tools/staged.py): each picture shows what it is for.
"""

import io
import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from facedown.core.table import Table
from tools import staged
from tools.browser import find as find_browser
from tools.build_client import ROOT

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desktop": DESKTOP}
FOLDER = ROOT / "docs" / "screenshots"
SETTLED = 1200  # milliseconds until nothing moves any more
COLOURS = 255

Look = Callable[[Page], None]


def as_it_is(page: Page) -> None:
    """Leave the page as it is."""


class Picture(NamedTuple):
    """A moment of a game, and what to do on the page before the picture is taken."""

    name: str
    game: str
    seats: int
    wanted: staged.Wanted
    then: Look = as_it_is
    theme: str = "dark"
    us: int = staged.US
    options: Mapping[str, object] = MappingProxyType({})


# -- the moments ---------------------------------------------------------------------------------------------------


def asked(question: str, more: Callable[[Any], bool] = lambda view: True) -> staged.Wanted:
    """A condition: this player is asked this question, so that the table waits for the picture."""

    def wanted(table: Table) -> bool:
        return staged.US in table.asked and (view := table.view(staged.US)).question == question and more(view)

    return wanted


def over(table: Table) -> bool:
    return table.over


def refusing(table: Table) -> bool:
    return asked("play")(table) and bool(table.contract.unplayable(table.view(staged.US), table.names))


def lost_lies(table: Table) -> bool:
    """Whether the game is over and somebody was caught lying."""
    told = (table.told_at(frame, None) for frame in range(1, len(table.frames))) if table.over else ()
    return any(event is not None and event.kind == "judge" for event in told)


def fighting(table: Table) -> bool:
    """Whether it is this player's attack, with a bot down on both sides and time left."""
    view = table.view(staged.US)
    return (
        view.phase == "red"
        and view.attacker == staged.US
        and bool(view.tables[staged.US])
        and all(view.tables[seat] for seat in view.defenders)
        and sum(view.tokens) > len(view.tokens)
    )


def talking(table: Table) -> bool:
    """Whether it is day, somebody has died, nobody is nominated yet, and this player may speak."""
    view = table.view(staged.US)
    dead = any(not place.alive for place in view.circle)
    return view.phase == "day" and dead and not view.nominations and staged.US in table.asked


def woken(seat: int) -> staged.Wanted:
    """A condition: this seat is asked at night to choose between several things."""

    def wanted(table: Table) -> bool:
        night = seat in table.asked and table.view(seat).phase == "night"
        return night and len(table.legal(seat)) > 2

    return wanted


def touch_a_refused_card(page: Page) -> None:
    page.locator(".hand .refused").first.click()


def claim(page: Page) -> None:
    page.locator(".actions .main").click()
    page.locator("dialog .pick").nth(1).click()


def watch_a_lie(page: Page) -> None:
    page.get_by_role("link", name="Watch the replay").click()
    page.locator(".moment:has(.bad)").first.click()


BAYOU = [
    Picture("bayou-boss", "bayou-boss", 4, asked("play", lambda view: len(view.table) == 3 and view.round == 2)),
    Picture("bayou-boss-by-day", "bayou-boss", 4, asked("pick", lambda view: len(view.swamp) > 2), theme="light"),
    Picture("bayou-boss-eight", "bayou-boss", 8, asked("play", lambda view: len(view.table) == 6)),
    Picture("bayou-boss-refused", "bayou-boss", 5, refusing, touch_a_refused_card),
    Picture("bayou-boss-end", "bayou-boss", 2, over),
]
GOTCHA = [
    Picture("gotcha-draft", "gotcha", 2, asked("draft")),
    Picture("gotcha", "gotcha", 2, asked("place", lambda view: len(view.lanes) > 2 and view.turn > 1)),
    Picture("gotcha-by-day", "gotcha", 2, asked("cut"), theme="light"),
    Picture("gotcha-end", "gotcha", 2, over),
]
BOTCH = [
    Picture("botch", "botch", 4, asked("turn", lambda view: view.turns > 8 and any(view.item_up))),
    Picture("botch-call", "botch", 4, asked("call")),
    Picture("botch-claims", "botch", 4, asked("turn", lambda view: not view.first), claim),
    Picture("botch-by-day", "botch", 5, asked("swap"), theme="light"),
    Picture("botch-hidden", "botch", 5, asked("turn", lambda view: any(view.role_up)), options={"cast": "hidden"}),
    Picture("botch-lies", "botch", 4, lost_lies, watch_a_lie),
]
BATTLEGROUND = [
    Picture("battleground-clap", "bots-battleground", 4, asked("clap")),
    Picture("battleground", "bots-battleground", 4, fighting),
    Picture("battleground-by-day", "bots-battleground", 6, fighting, theme="light", options={"dice": 2}),
]
TOWN = 10  # nine players, and who tells the story
CLOCKTOWER = [
    Picture("clocktower", "clocktower", TOWN, talking),
    Picture("clocktower-by-day", "clocktower", TOWN, talking, theme="light"),
    Picture("clocktower-night", "clocktower", TOWN, woken(staged.US)),
    Picture("clocktower-storyteller", "clocktower", TOWN, woken(TOWN - 1), us=TOWN - 1),
    Picture("clocktower-end", "clocktower", TOWN, over),
]
MOMENTS = [*BAYOU, *GOTCHA, *BOTCH, *BATTLEGROUND, *CLOCKTOWER]


# -- other pages ---------------------------------------------------------------------------------------------------


def home(page: Page) -> None:
    page.goto("/")
    page.get_by_role("article").nth(1).wait_for()


def lesson(page: Page) -> None:
    page.goto("/learn/bayou-boss")
    page.locator(".balloon").first.wait_for()


PAGES: dict[str, Look] = {"home": home, "lesson": lesson}


# -- taking them ---------------------------------------------------------------------------------------------------


def packed(png: bytes) -> bytes:
    """The picture with fewer colours, which takes a quarter of the bytes and looks the same."""
    small = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


class Camera:
    """Takes pictures of one person's browser."""

    def __init__(self, address: str, browser: Browser) -> None:
        self.address, self.browser = address, browser

    def take(self, file: Path, look: Look, theme: str = "dark", seat: staged.Staged | None = None) -> None:
        context = self.browser.new_context(
            viewport=SIZES[file.stem.rpartition("-")[2]],
            color_scheme="light" if theme == "light" else "dark",
            reduced_motion="reduce",
            base_url=self.address,
        )
        kept: dict[str, object] = {
            "facedown.settings": {"pace": "at once", "name": staged.NAME, "face": staged.FACE}
        }
        if seat:
            holds = {"game": seat.game, "secret": seat.secret, "host": seat.secret, "seat": seat.seat, "last": 0}
            kept["facedown.tables"] = {seat.code: holds}
        for key, value in kept.items():
            context.add_init_script(f"localStorage[{key!r}] ??= {json.dumps(value)!r}")
        page = context.new_page()
        if seat:
            page.goto(f"/t/{seat.code}")
            page.locator(".shell .table *, .end").first.wait_for()
        look(page)
        page.mouse.move(2, 2)
        page.wait_for_timeout(SETTLED)
        file.write_bytes(packed(page.screenshot()))
        print(f"{file.relative_to(ROOT)}  {file.stat().st_size // 1024} KB", flush=True)
        context.close()


def files_of(name: str, wanted: list[str]) -> list[Path]:
    """The files of this picture in each size, if it is among those wanted."""
    files = [FOLDER / f"{name}-{size}.png" for size in SIZES]
    return [file for file in files if not wanted or any(word in file.stem for word in wanted)]


def staged_in(folder: Path, wanted: list[str]) -> list[tuple[Path, Picture, staged.Staged]]:
    """Store a table of its own for each picture of a moment, as a table may go on once it is opened."""
    shots = []
    for picture in MOMENTS:
        if files := files_of(picture.name, wanted):
            table = staged.found(picture.game, picture.seats, picture.wanted, picture.us, **picture.options)
            shots += [(file, picture, staged.put(folder, table, picture.us)) for file in files]
    return shots


def main() -> None:
    wanted = sys.argv[1:]
    browser_path = find_browser()
    if browser_path is None:
        sys.exit("Screenshots need Chromium or Chrome; install one, for example with `apt-get install chromium`.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        shots = staged_in(Path(folder), wanted)
        with staged.served(Path(folder)) as address, sync_playwright() as playwright:
            camera = Camera(
                address, playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
            )
            for name, look in PAGES.items():
                for file in files_of(name, wanted):
                    camera.take(file, look)
            for file, picture, seat in shots:
                camera.take(file, picture.then, picture.theme, seat)


if __name__ == "__main__":
    main()
