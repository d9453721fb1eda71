"""The Botch is Back at the page: sheets instead of cards in hand, windows, secrets, and the lies at the end."""

import math
import re

from playwright.sync_api import Locator, Page, expect

from facedown.core.table import Table
from tests.browser.conftest import Server, Visit
from tests.browser.layouts import OVERLAPS, show, some, table_at
from tests.browser.looking import DESKTOP, PHONE, look
from tests.browser.person import SOON, come_near_the_end, come_to_what, our_turn, press, settled, sit_and_start
from tools.staged import US, found

ANSWERS = ".stage [data-move], .stage [data-moves], button.aim, .actions button"
STEPS = 200
LAST_MOVES = 8
EVERYTHING = {"peek", "quiet", "swap", "claim", "request"}  # scenes in the middle of the table
SHEETS = {"Use or threaten": "What do you claim to use?", "Notes": "Your notes", "Deals": "Deals"}


def start(page: Page, server: Server, seats: int) -> str:
    """A game against bots that answer at once, and time enough to look at the page."""
    return sit_and_start(page, server.address, "botch", seats, cast="basic", window="none")


def scene(page: Page) -> str:
    """What the middle of the table is about."""
    found: str = page.evaluate("() => document.querySelector('.stage')?.classList[1] ?? 'quiet'")
    return found


def answer(page: Page) -> None:
    """The first thing that can be done, by mouse: through the claim sheet where that is first."""
    press(page.locator(ANSWERS).first)
    if page.locator(".pick").count():
        press(page.locator(".pick").first)
        press(page.locator(".ways button").first)
    elif page.get_by_role("dialog").count():
        press(page.locator("dialog [data-move]").first)


def play_until(page: Page, wanted: Locator, most: int = 200) -> None:
    for _ in range(most):
        if not our_turn(page) or wanted.count():
            break
        answer(page)
    expect(wanted.first).to_be_visible()


def test_nobody_has_the_turn_while_all_look_at_their_cards(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    start(page, server, 3)
    expect(page.locator(".plate.you .state")).to_have_text("your move")
    play_until(page, page.locator(".plate.you .state", has_text="your turn"))
    expect(page.locator(".mat.own.turn")).to_be_visible()
    page.get_by_role("button", name="Rules").click()
    expect(page.locator("dialog .links")).to_have_text("Learn by playing · Open the rulebook in a new tab")


def answer_by_keyboard(page: Page) -> None:
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    settled(page)
    if page.locator(".pick").count():  # what is claimed: an item, after our own role, then how to use it
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".ways button").first).to_be_focused()
        page.keyboard.press("Enter")
    settled(page)
    assert page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"


def we_are_hurt() -> Table:
    """A game in which we are asked what we do about a hurt, which does not happen in every game."""
    return found("botch", 3, _asks_whether_we_recover, window="none", cast="advanced")


def _asks_whether_we_recover(table: Table) -> bool:
    return US in table.asked and table.view(US).question == "save"


def test_a_match_by_keyboard_alone(server: Server, visit: Visit) -> None:
    """From the beginning until everything has been asked that is asked in a match, and its last moves."""
    page = visit(server.address)
    start(page, server, 3)
    met: set[str] = set()
    for _ in range(STEPS):
        if met >= EVERYTHING:
            break
        if not our_turn(page):  # it was a short game
            page.get_by_role("button", name="Play again").press("Enter")
            settled(page)
            continue
        met.add(scene(page))
        answer_by_keyboard(page)
    assert met >= EVERYTHING
    come_to_what(page, server, we_are_hurt)
    assert scene(page) == "hurt"
    answer_by_keyboard(page)
    come_near_the_end(page, server, "botch", 3, LAST_MOVES, cast="basic", window="none")
    while our_turn(page):
        answer_by_keyboard(page)
    page.get_by_role("heading", name=re.compile(r"\b(wins?|win)\b")).first.wait_for()


def test_nobody_stumbles_on_a_phone(page: Page, gallery: str, axe: str) -> None:
    """In each kind of scene, and over the sheets of a turn."""
    page.set_viewport_size(PHONE)
    table_at(page, gallery, "botch")
    wrong: list[str] = []
    for state in some(("callOn", "peek", "swapOurs", "eyesShut", "turn"), 4):
        show(page, state)
        wrong += look(page, axe, state, within=".shell")
    wrong += look_at_sheets(page, axe)
    assert not wrong


def test_whom_a_threat_is_about_is_picked_on_the_table_or_after_all_nobody(page: Page, gallery: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    table_at(page, gallery, "botch", "&state=turnHidden&named=Mira,Metronome,Captain Clank,Tante Sidonie,Boudreaux")
    uses, picks = page.get_by_role("button", name="Use or threaten"), page.locator("button.aim")
    press(uses)
    press(page.locator("dialog .pick").first)
    press(page.get_by_role("button", name=re.compile("^Threaten for 1")))
    expect(picks.first).to_be_focused()
    expect(picks.first).to_have_accessible_name(re.compile("^Threaten Metronome: "))
    assert page.evaluate(OVERLAPS) == []
    page.keyboard.press("Escape")
    expect(picks).to_have_count(0)
    expect(uses).to_be_focused()


def test_how_a_claim_is_used_can_be_pressed_among_eight(page: Page, gallery: str) -> None:
    """Their plates leave the middle less room than four leave it."""
    page.set_viewport_size({"width": 1280, "height": 800})
    table_at(page, gallery, "botch", "&state=eight")
    press(page.get_by_role("button", name="Use or threaten"))
    press(page.locator(".pick").first)
    press(page.locator(".ways button").first)
    expect(page.locator("button.aim").first).to_be_focused()


def look_at_sheets(page: Page, axe: str) -> list[str]:
    wrong = []
    for name, title in SHEETS.items():
        press(page.get_by_role("button", name=name, exact=True))
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        if page.locator("dialog .pick").count():
            press(page.locator("dialog .pick").first)
        wrong += look(page, axe, title, within="dialog")
        page.keyboard.press("Escape")
        settled(page)
    return wrong


def test_there_is_room_to_talk_beside_a_deal(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=1280, height=800)
    start(page, server, 4)
    page.locator("#talk-words").wait_for()
    for said in range(5):  # then what was said scrolls
        page.locator("#talk-words").fill(f"Line {said}")
        page.keyboard.press("Enter")
        expect(page.get_by_label("What was said")).to_contain_text(f"Line {said}")
    expect(page.locator("#talk-words")).to_be_in_viewport(ratio=1)


def test_lies_are_told_when_it_is_over(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, **DESKTOP)
    come_near_the_end(page, server, "botch", 4, LAST_MOVES, cast="hidden", window="none")
    play_until(page, page.locator("#end-title"))
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("combobox", name="Seen by")).to_have_value("everything")
    claims = page.get_by_role("complementary", name="Key moments").get_by_role("button")
    claims.filter(has_text=re.compile("^(true|lie)")).first.click()
    page.get_by_text(re.compile("claims? to use|threatens")).first.wait_for()
    expect(page.locator(".said .stamp")).to_have_text(re.compile("true|a lie", re.IGNORECASE))
    assert not look(page, axe, "looked back at")


def _may_swap(table: Table) -> bool:
    return US in table.asked and any(move.text.startswith("swap with ") for move in table.legal(US))


WATCH_FLIGHTS = """() => {
    window.flights = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        if (this.classList.contains("card")) window.flights.push(frames[0].transform ?? "fade");
        return animate.call(this, frames, timing);
    };
}"""


def _is_far(way: str) -> bool:
    """Whether a card flies between the middle of the table and a player, not aside to make room for a text."""
    found = re.search(r"translate\((.+)px, (.+)px\)", way)
    return found is not None and math.hypot(float(found[1]), float(found[2])) > 100


def test_only_the_swapper_sees_what_was_done_under_the_table(server: Server, visit: Visit) -> None:
    """To everybody else the two cards come back the same way, and the same is told, whatever was done."""
    flown: dict[str, dict[str, list[str]]] = {"Exchange them": {}, "Keep as it was": {}}
    told: list[list[str]] = []
    table = found("botch", 3, _may_swap, window="none", cast="basic")
    for choice, seen in flown.items():
        pages = {who: visit(server.address, motion="full") for who in ("swapper", "watcher")}
        page, watcher = pages.values()
        code = come_to_what(page, server, lambda: table)
        watcher.goto(f"{server.address}/t/{code}")
        for one in pages.values():  # bots are called otherwise at each table: names take the same room here
            one.add_style_tag(content=".plate .name { width: 6ch }")
        swaps = page.locator("button.aim")
        other = (swaps.first.get_attribute("aria-label") or "").removeprefix("Swap with ")
        swaps.first.click()
        for one in pages.values():
            one.get_by_text(re.compile("holds? both items under the table")).wait_for(timeout=SOON)
            settled(one)
            one.evaluate(WATCH_FLIGHTS)
        press(page.get_by_role("button", name=choice))
        for who, one in pages.items():
            whose = "You" if who == "swapper" else "Mira"
            one.get_by_text(f"{whose} and {other} have an item each again").first.wait_for(timeout=SOON)
            settled(one)
            seen[who] = [way for way in one.evaluate("() => window.flights") if _is_far(way)][:2]
        lines = watcher.locator(".log li").all_inner_texts()
        told.append([line.replace(other, "them") for line in lines if line.startswith("Mira") and other in line])
    exchanged, kept = flown.values()
    assert len(kept["watcher"]) == len(kept["swapper"]) == 2
    assert exchanged["watcher"] == kept["watcher"]
    assert exchanged["swapper"] != kept["swapper"]
    assert told[0] == told[1] != []
