"""Nothing on a table lies on anything else or leaves the screen, on whatever screen, in whatever state.

The states are those of `web/src/games/gallery`, which draws tables that were made up; nothing of it is shipped.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.layouts import (
    BAR,
    CARD_GAMES,
    EVERYTHING,
    ON_PLATES,
    OVERLAPS,
    SCREENS,
    TIGHT,
    TOO_SMALL,
    Look,
    Still,
    show,
    some,
    table_at,
    turn,
    wrong_on,
)
from tests.browser.person import SEATS, STAYS, come_back, press, settled, sit_and_start
from tests.how_much import count
from tools import staged

# What is too small to be touched.
SMALL = """() => [...document.querySelectorAll(".shell button")].flatMap((node) => {
    const { width, height } = node.getBoundingClientRect();
    const words = (node.getAttribute("aria-label") || node.textContent || "").trim().slice(0, 24);
    return width > 0 && Math.min(width, height) < 43.5 ? [`"${words}" is ${width | 0} x ${height | 0}`] : [];
})"""

AIM_CUT = """() => [...document.querySelectorAll(".shell > .aim")]
    .filter((aim) => aim.clientHeight && aim.scrollWidth > aim.clientWidth)
    .map((aim) => `${aim.textContent} is cut`)"""

# What the arena says lies within its ring, whose corners are round.  A line is some pixels higher than its letters.
OUTSIDE_RING = """() => {
    const ring = document.querySelector(".cable"), box = ring.getBoundingClientRect();
    const { borderTopWidth, borderTopLeftRadius } = getComputedStyle(ring), rim = parseFloat(borderTopWidth);
    const radius = Math.min(parseFloat(borderTopLeftRadius), box.height / 2);
    const beyond = (at, low, high) => Math.max(low + radius - at, at - (high - radius), 0);
    return [...ring.querySelectorAll(".says:not(.fault)")].filter((says) => {
        if (getComputedStyle(says).clipPath !== "none") return false; // where there is no room, it is only read out
        const range = document.createRange();
        range.selectNodeContents(says);
        return [...range.getClientRects()].some(({ left, right, top, bottom }) => [left, right].some((x) =>
            [top + 3, bottom - 3].some((y) =>
                Math.hypot(beyond(x, box.left, box.right), beyond(y, box.top, box.bottom)) > radius - rim)));
    }).map((says) => says.textContent);
}"""

# The foot of a rival's card, where its name stands, shows.
UNNAMED = """() => [...document.querySelectorAll(".chair:not(.own) .card")].flatMap((card) => {
    const { left, right, bottom } = card.getBoundingClientRect();
    return card.contains(document.elementFromPoint((left + right) / 2, bottom - 8)) ? [] : [card.dataset.card];
})"""

TINY = """() => [...document.querySelectorAll(".table .card")].filter((card) => card.offsetWidth < 48)
    .map((card) => `${card.dataset.card} is ${card.offsetWidth} pixels wide`)"""

EVERYWHERE = Look(SCREENS, (OVERLAPS, ON_PLATES))
LOW = ((360, 640), (390, 664))  # phones' browsers with their bars
ON_PHONES = Look(some(((390, 844), (375, 667)), 2), (ON_PLATES, AIM_CUT))  # on a tall one other rules hold
LEGIBLE = Look((*TIGHT, *LOW, (390, 844)) if EVERYTHING else TIGHT, (TOO_SMALL,))
CROWDED = Look(some(((360, 740), (390, 844)), 2), (OVERLAPS,), tuple(some(("sixCall", "eightCall"), 2)))
IN_THE_RING = Look((*TIGHT, (360, 740)) if EVERYTHING else TIGHT, (OUTSIDE_RING,))
SQUARES = (*SCREENS, (360, 740)) if EVERYTHING else SCREENS
PLAYERS = ("talk5", "talk", "talk15", "talk20", "vote", "vote20", "voteLast", "awake", "awake20")
LOOKS = {
    "bayou-boss": (EVERYWHERE, LEGIBLE, ON_PHONES, Look(((1280, 800),), (TINY,))),
    "botch": (EVERYWHERE, LEGIBLE, ON_PHONES, CROWDED),
    "bots-battleground": (EVERYWHERE, LEGIBLE, ON_PHONES, IN_THE_RING),
    "gotcha": (EVERYWHERE, LEGIBLE, ON_PHONES),
    "clocktower": (EVERYWHERE, Look(SQUARES, (OVERLAPS, SMALL), PLAYERS)),
    "storyteller": (Look(SQUARES, (OVERLAPS, SMALL)),),
}
# What stands still in every state, and a state in which all of it is there.
STILL = {
    "bots-battleground": Still(
        "red", (".cable", ".die svg", ".chair:not(.own) .plate", ".chair.own .plate", ".dock")
    ),
    "botch": Still("turn", (BAR, ".bank", ".chair .plate", ".mat > .side", ".dock")),
    "gotcha": Still("place", (".piles", ".plate", ".victory", ".dock")),
}
# What is asked has one height on a tall phone, too, also where it is long.
LONG = {"gotcha": ("order",)}

# States that had too little room on one screen alone: `make test` does not come by it there.
CLOSE = {
    "botch": (
        Look(((820, 1180),), (ON_PLATES,), ("turn",)),
        Look(((1366, 768),), (OVERLAPS,), ("callLong",)),
        Look(((320, 568),), (OVERLAPS, ON_PLATES), ("seven", "sevenLook", "sevenSpoil", "eightCall")),
        Look(((844, 390),), (OVERLAPS,), ("sevenFirst",)),
    ),
    "bots-battleground": (
        Look(((820, 1180),), (ON_PLATES,), ("longHand",)),
        Look(((320, 568),), (OVERLAPS,), ("crowd",)),
        Look(((390, 664),), (OVERLAPS, UNNAMED), ("ability",)),
        Look(((844, 390),), (OVERLAPS, OUTSIDE_RING), ("clapMany", "clapAgain", "crowd")),
    ),
    "gotcha": (
        Look(((320, 568),), (OVERLAPS,), ("throwAgain", "place6")),
        Look(((844, 390),), (OVERLAPS,), ("order",)),
    ),
    "storyteller": (
        Look(((1280, 800),), (OVERLAPS,), ("bag10",)),
        Look(((844, 390),), (OVERLAPS, SMALL), ("asked20",)),
    ),
}


PARTS = count(1, 8)  # where every state is looked at on every screen, one test of them would seem to hang


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("table", LOOKS)
def test_nothing_lies_on_anything_else(page: Page, gallery: str, table: str, part: int) -> None:
    """On phones plates, the aim and, at a table of cards, every text can be read, and seats of a circle touched.

    What is no matter of the moment lies where it lies in every state.
    """
    states, looks = table_at(page, gallery, table), LOOKS[table]
    assert {state for look in looks for state in look.states} <= set(states)
    wrong = wrong_on(page, some(states, 4)[part::PARTS], *looks, still=STILL.get(table))
    long, close = LONG.get(table, ())[part::PARTS], CLOSE.get(table, ())[part::PARTS]
    wrong += wrong_on(page, long, Look(((390, 844),), (ON_PLATES,)), still=STILL.get(table))
    wrong += [one for look in close for one in wrong_on(page, look.states, look)]
    assert not wrong, "\n".join(wrong)


# The broadest names of those that bots have, and one that a person may choose.
CREW = (
    "Mira",
    "Metronome",
    "Captain Clank",
    "Tante Sidonie",
    "Boudreaux",
    "Dame Nocturne",
    "Madam Feldspar",
    "Wilhelmina",
)
CUT_NAMES = """() => [...document.querySelectorAll(".chair:not(.own) .plate .name")]
    .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2)
    .map((name) => `${name.textContent} is cut: ${name.scrollWidth} in ${name.clientWidth}`)"""

# What somebody who watches a fight reads of it: what is not there whole is not there at all.
HALF_A_SENTENCE = """() => [...document.querySelectorAll(".stake span")].filter((one) => {
    const sentence = one.getBoundingClientRect(), room = one.parentElement.getBoundingClientRect();
    return sentence.left < room.right && sentence.bottom > room.bottom + 1;
}).map((one) => `${one.textContent} is cut`)"""


@pytest.mark.parametrize("game", some(("bots-battleground", "botch", "bayou-boss"), 2))
def test_no_name_is_cut_on_small_phones(page: Page, gallery: str, game: str) -> None:
    states = table_at(page, gallery, game, f"&named={','.join(CREW)}")
    wrong = wrong_on(page, some(states, 10), Look(((320, 568), (844, 390)), (CUT_NAMES, ON_PLATES, OVERLAPS)))
    watched = [state for state in states if state == "watch"]
    wrong += wrong_on(page, watched, Look(((320, 568), (390, 844)), (HALF_A_SENTENCE,)))
    assert not wrong, "\n".join(wrong)


RIM = 11  # pixels of a card's tab and rim
ABOVE_PICKED = f"""() => document.querySelector(".hand .picked").getBoundingClientRect().top - {RIM} -
    document.getElementById("question").getBoundingClientRect().bottom"""

BESIDE_PICKED = """() => {
    const card = document.querySelector(".hand .picked"), { left, right } = card.getBoundingClientRect();
    const rim = Math.max(...getComputedStyle(card).boxShadow.match(/[\\d.]+px/g)
        .map(parseFloat).filter((_, i) => i % 4 === 3).slice(0, 2));
    return Math.min(left, innerWidth - right) - rim;
}"""


def test_a_picked_card_lies_on_nothing_that_is_asked_and_its_rim_is_whole_at_both_ends_of_a_hand(
    page: Page, gallery: str
) -> None:
    table_at(page, gallery, "bayou-boss")
    for screen in ((320, 568), (390, 844)):  # the question takes two lines
        turn(page, screen)
        show(page, "lead")
        show(page, "eight")
        press(page.locator(".hand .lit").last)
        assert page.evaluate(ABOVE_PICKED) >= -1, screen
    for screen, state in some(list(product(((320, 568), (375, 667), (390, 844)), ("long", "lead"))), 6):
        turn(page, screen)
        show(page, state)
        for card in (page.locator(".hand .lit").first, page.locator(".hand .lit").last):
            card.click(position={"x": 12, "y": 20})
            expect(card).to_have_class(re.compile("picked"))
            settled(page)
            assert page.evaluate(BESIDE_PICKED) >= 0, (screen, state)


def test_cards_of_a_draft_say_which_way_they_swap(page: Page, gallery: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    table_at(page, gallery, "gotcha", "&state=draft")
    swaps = page.locator(".draft .card[data-card^=Swap]")
    assert swaps.count()
    for card in swaps.all():
        way = (card.get_attribute("data-card") or "").split()[-1]
        printed = card.locator(".card-print.name:visible").all_inner_texts()
        assert any(way in line for line in printed), printed


CUT = """() => [...document.querySelectorAll(".end .name")].filter((name) => name.scrollWidth > name.clientWidth)
    .map((name) => name.textContent)"""


@pytest.mark.parametrize("game", some(("botch", "bayou-boss", "gotcha", "clocktower", "bots-battleground"), 3))
def test_the_end_lies_beside_its_result(page: Page, gallery: str, game: str) -> None:
    """It can be read, and no name is cut where there is room for it."""
    states = table_at(page, gallery, game, "&over")
    wrong = wrong_on(page, [states[-1], states[0]], EVERYWHERE, *([LEGIBLE] if game in CARD_GAMES else []))
    if game in ("bayou-boss", "botch", "bots-battleground"):
        wrong += wrong_on(page, some(states, 15), Look(((1280, 800),), (CUT,)))
    assert not wrong, "\n".join(wrong)


IN_ONE_LINE = """() => {
    document.querySelector(".chair:not(.own) .name").classList.add("longer");
    const plates = [...document.querySelectorAll(".chair:not(.own) .plate .top")];
    const heights = new Set(plates.map((plate) => plate.offsetHeight));
    return heights.size === 1 ? [] : [[...heights].join(", ")];
}"""


def test_cards_below_plates_lie_in_one_line_whatever_the_names(page: Page, gallery: str) -> None:
    wrong = wrong_on(page, some(table_at(page, gallery, "botch"), 15), Look(((390, 844),), (IN_ONE_LINE,)))
    assert not wrong, "\n".join(wrong)


# Where somebody still holds cards when the game is over, and they do not lie open by themselves.
HANDS_LEFT = ("bots-battleground",)
MOST_SEATS = {"bayou-boss": 8, "botch": 5, "bots-battleground": 6, "gotcha": 2}


def ended(server: Server, game: str) -> staged.Staged:
    """A table with the most seats whose game is over."""

    def play() -> staged.Staged:
        return staged.put(server.data, staged.found(game, MOST_SEATS[game], lambda table: table.over))

    with ThreadPoolExecutor(1) as thread:  # the browser has an event loop in this one
        return thread.submit(play).result()


TO_MOMENT = """(slider, at) => {
    slider.value = at;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def wrong_in_the_replay(page: Page) -> list[str]:
    """On a narrow phone, of six seats; it asks for no clap."""
    turn(page, (360, 740))
    slider = page.get_by_role("slider", name="Moment")
    wrong: list[str] = []
    seen: set[int] = set()
    for moment in range(0, int(slider.get_attribute("max") or 0), count(8, 4)):
        slider.evaluate(TO_MOMENT, str(moment))
        settled(page)
        wrong += [f"{moment}: {one}" for one in page.evaluate(OVERLAPS)]
        seen.add(page.locator(".meetings li").count())
        if page.get_by_role("button", name="Clap for real").count():
            wrong.append(f"{moment}: it wants to hear claps")
    assert max(seen) > 2, "nobody fought against many"
    return wrong


# The end is one drawing for all games; here it has the most people, and hands to look at.
@pytest.mark.parametrize("game", some(("bots-battleground", "bayou-boss", "botch", "gotcha"), 4))
def test_the_end_of_a_game_that_was_played_covers_nothing(server: Server, visit: Visit, game: str) -> None:
    page, seat = visit(server.address), ended(server, game)
    # as if we had taken part in its deal: what is then said of it is as long as it can be
    page.evaluate("name => localStorage.setItem('deals', JSON.stringify({ [name]: {} }))", f"{seat.code} 1")
    come_back(page, seat)
    wrong: list[str] = []

    def on_all_screens(what: str) -> None:
        for screen in SCREENS if EVERYTHING else ((1366, 768), (320, 568)):
            turn(page, screen)
            wrong.extend(f"{screen} {what}: {one}" for one in page.evaluate(OVERLAPS))

    on_all_screens("the end")
    for screen in some(SCREENS, 4):
        turn(page, screen)
        press(page.get_by_role("button", name="Check the deal"))
        wrong += [f"{screen}, the deal: {one}" for one in page.evaluate(SHEET)]
        page.keyboard.press("Escape")
        if (tells := page.get_by_role("button", name="How it went")).is_visible():
            press(tells)
            wrong += [f"{screen}, how it went: {one}" for one in page.evaluate(SHEET)]
            page.keyboard.press("Escape")
    assert page.get_by_role("group", name="Choose whose view to see").count() == (game in HANDS_LEFT)
    page.goto(f"/t/{seat.code}/replay?at=20")
    on_all_screens("the replay")
    if game == "bots-battleground":
        wrong += wrong_in_the_replay(page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", some(CARD_GAMES, 4))
def test_a_refusal_lies_on_nothing(own_page: Page, gallery: str, game: str) -> None:
    own_page.add_init_script(STAYS)
    states = table_at(own_page, gallery, game, "&refused")[:2]
    expect(own_page.get_by_role("group", name="Why not")).to_be_visible()
    wrong = wrong_on(own_page, states, Look(SCREENS, (OVERLAPS,)))
    assert not wrong, "\n".join(wrong)


# In a sheet everything that can be pressed lies beside everything else, and nothing leaves it to the side.
SHEET = """() => {
    const sheet = document.querySelector("dialog[open]"), room = sheet.getBoundingClientRect();
    const shown = [...sheet.querySelectorAll("button, .button, input, select")].filter((node) =>
        node.getClientRects().length && !node.closest(".unseen, [inert], [data-scrolls]"));
    const name = (node) => (node.getAttribute("aria-label") || node.textContent || node.id).trim().slice(0, 30);
    const wrong = [];
    if (room.left < -1 || room.top < -1 || room.right > innerWidth + 1 || room.bottom > innerHeight + 1)
        wrong.push("the sheet leaves the screen");
    for (const [i, node] of shown.entries()) {
        const a = node.getBoundingClientRect();
        if (a.left < room.left - 1 || a.right > room.right + 1) wrong.push(`${name(node)} leaves the sheet`);
        for (const other of shown.slice(i + 1)) {
            const b = other.getBoundingClientRect();
            const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (x > 3 && y > 3 && !node.contains(other)) wrong.push(`${name(node)} and ${name(other)} overlap`);
        }
    }
    const words = document.querySelector("dialog[open] #talk-words")?.getBoundingClientRect();
    if (words && (words.bottom > innerHeight || words.width < 120)) wrong.push("no room for words");
    return wrong;
}"""


def test_sheets_and_the_replay_have_room(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    code = sit_and_start(page, server.address, "bayou-boss", 4)
    wrong: list[str] = []
    for screen in TIGHT:
        turn(page, screen)
        for key, title in (("r", "Bayou Boss: the rules"), ("l", "What happened"), ("t", "Talk"), ("?", "Keys")):
            page.keyboard.press(key)
            expect(page.get_by_role("dialog", name=title)).to_be_visible()
            settled(page)
            wrong += [f"{screen}, {title}: {one}" for one in page.evaluate(SHEET)]
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)
        press(page.get_by_role("button", name=SEATS))
        wrong += [f"{screen}, seats: {one}" for one in page.evaluate(SHEET)]
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(f"{server.address}/t/{code}/replay")
    for screen in SCREENS:
        turn(page, screen)
        wrong += [f"{screen}, replay: {one}" for one in page.evaluate(OVERLAPS)]
    assert not wrong, "\n".join(wrong)


ON_THE_NEXT_PLATE = """() => {
    const [one, next] = [...document.querySelectorAll(".plate")].map((plate) => plate.getBoundingClientRect());
    document.querySelector(".plate").style.transform = `translate(${next.x - one.x}px, ${next.y - one.y}px)`;
}"""


def test_a_card_on_a_card_is_found(page: Page, gallery: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    table_at(page, gallery, "bayou-boss")
    assert page.evaluate(OVERLAPS) == []
    page.evaluate(ON_THE_NEXT_PLATE)
    assert any("overlap" in one for one in page.evaluate(OVERLAPS))
