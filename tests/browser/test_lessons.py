"""A newcomer learns each game by playing: what to do is read from the screen, where nothing covers anything."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.layouts import EVERYTHING, MORE, OVERLAPS, some, turn
from tests.browser.layouts import OFTEN as EVERYWHERE
from tests.browser.looking import PHONE, look
from tests.browser.newcomer import touch_what_is_pointed_at
from tests.browser.person import settled

SMALL, NARROW, TALL, LAPTOP = (320, 568), (360, 740), (390, 844), (1280, 800)
LASTS = {"clocktower": "2 minutes"}  # the others 90 seconds
# Where texts of lessons have least room: phones, and their browsers with their bars.
OFTEN = [
    ("bayou-boss", (844, 390)),
    ("botch", SMALL),
    ("gotcha", SMALL),
    ("bots-battleground", (360, 640)),
    ("clocktower", TALL),
]
GAMES = [game for game, _ in OFTEN]
LOW = [("botch", (844, 390)), ("bayou-boss", (375, 667)), ("gotcha", (844, 390))]
# `make sweep PART=pages` looks at every one.
ON_SMALL = [("botch", (390, 664)), ("bayou-boss", SMALL), ("bots-battleground", SMALL)]
OTHERS = [screen for screen in (*EVERYWHERE, *MORE) if screen != SMALL]
EACH = [*ON_SMALL, *LOW, *((game, screen) for game in GAMES for screen in (NARROW, *OTHERS))]
TAKEN = list(dict.fromkeys([*OFTEN, *EACH])) if EVERYTHING else OFTEN[2:]  # the first two are taken below
# What each lesson says of how the game is won.
TAUGHT = {
    "bayou-boss": "the fewest points win",
    "gotcha": "Whoever wins two rounds wins",
    "botch": "Ten diamonds win",
    "bots-battleground": "Ten tokens win",
    "clocktower": "having the Demon executed",
}
TITLES = {
    "bayou-boss": "Bayou Boss",
    "gotcha": "GotchaCards",
    "botch": "The Botch is Back",
    "bots-battleground": "Bots Battleground",
    "clocktower": "Clocktower",
}
MOST = 40  # touches in a lesson
# What a lesson says is whole, or shows that it goes on.
CUT = """() => {
    const says = document.querySelector(".balloon .says");
    if (!says || says.scrollHeight <= says.clientHeight + 4) return [];
    return says.parentElement.querySelector(".on")?.checkVisibility() ? [] : [`${says.textContent} is cut`];
}"""
SHEETS = "dialog[open], aside.text"  # they lie above the table on purpose


def steps(page: Page) -> str:
    return page.locator(".balloon").get_attribute("aria-label") or ""


def read_on_what_is_pointed_at(page: Page) -> str:
    pointed = page.locator("[data-pointed]")
    return " ".join(f"{pointed.inner_text()} {pointed.get_attribute('aria-label') or ''}".split())


def take_the_lesson(page: Page, game: str, axe: str | None = None) -> None:
    """Do what the balloon says until it says how the game is won and no more, and see that nothing covers anything.

    With axe nobody stumbles at its first steps and at its end: at its balloon, for test_access looks at tables.
    """
    expect(page.get_by_role("heading", name=TITLES[game])).to_be_visible()
    asked: list[str] = []
    said: list[str] = []
    for step in range(MOST):
        settled(page)
        said.append(page.locator(".balloon .says").inner_text())
        end = page.get_by_role("button", name="Play now").count()
        if axe and (step == 1 or end or EVERYTHING):
            assert not look(page, axe, steps(page))
        if end:
            assert len({move.split(":")[0] for move in asked}) >= 3
            assert TAUGHT[game] in "\n".join(said)
            return
        if not page.locator(SHEETS).count():
            wrong = page.evaluate(OVERLAPS) + page.evaluate(CUT)
            assert not wrong, "\n".join([steps(page), *wrong])
        if page.get_by_role("button", name="Go on").count():
            page.get_by_role("button", name="Go on").click()
            continue
        move = page.locator("[data-target]").inner_text()
        expect(page.locator("[data-pointed]")).to_have_count(1)
        assert move in read_on_what_is_pointed_at(page)  # it is called what it is called on the page
        asked.append(f"{steps(page)}: {move}")
        touch_what_is_pointed_at(page)
    raise AssertionError(f"the lesson does not end: {asked}")


@pytest.mark.parametrize(("game", "screen"), TAKEN, ids=[f"{game} {w}x{h}" for game, (w, h) in TAKEN])
def test_a_newcomer_learns_the_game_by_doing_what_the_screen_says(
    server: Server, visit: Visit, axe: str, game: str, screen: tuple[int, int]
) -> None:
    page = visit(server.address, width=screen[0], height=screen[1], newcomer=True)
    page.goto(f"/new/{game}")
    page.get_by_role("link", name=f"Learn in {LASTS.get(game, '90 seconds')}").click()
    take_the_lesson(page, game, axe if EVERYTHING else None)
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("link", name="Learn", exact=True)).to_be_visible()  # it is not urged on anybody again


def test_on_a_laptop_the_lesson_stands_beside_the_hand_and_leaves_the_cards_their_size(
    server: Server, visit: Visit
) -> None:
    page = visit(server.address, name="Őrsi", width=LAPTOP[0], height=LAPTOP[1])
    page.goto("/learn/gotcha")
    page.locator(".balloon.right [data-target]").wait_for()
    said, card = page.locator(".balloon").bounding_box(), page.locator(".hand .card").first.bounding_box()
    assert said
    assert card
    assert said["x"] + said["width"] < card["x"]
    assert said["y"] < card["y"]


def test_on_a_phone_who_was_invited_reads_the_whole_title_beside_the_way_back(server: Server, visit: Visit) -> None:
    page = visit(server.address, name="Őrsi", width=TALL[0], height=TALL[1])
    page.goto("/learn/botch?table=sbt7k3qmw2")
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("The Botch is Back")
    assert title.evaluate(
        "node => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1"
    )
    back = page.get_by_role("button", name="To the table")
    assert (
        back.evaluate(
            "node => { const line = new Range(); line.selectNode(node.firstChild); "
            "return line.getClientRects().length }"
        )
        == 1
    )


def test_another_move_is_not_made_but_answered_with_the_reason_for_this_one(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.goto("/learn/bayou-boss")
    page.locator(".balloon .acts").wait_for()
    before = steps(page)
    other = page.locator(".hand .card[data-card='Red 2']")
    other.click()
    other.click()
    expect(page.locator(".balloon")).to_contain_text("You could do that.")
    expect(page.locator("[data-target]")).to_have_text("Red 7")
    assert steps(page) == before


HEAR_THE_STAGE = """() => {
    window.heard = [];
    const hear = () => window.heard.push(document.querySelector(".stage")?.innerText ?? "");
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_what_the_lesson_refused_is_not_said_to_have_been_done(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.goto("/learn/botch")
    refused = page.get_by_role("button", name="Exchange them")
    page.locator(".balloon").wait_for()
    while not refused.count():
        page.get_by_role("button", name="Go on").or_(page.locator("[data-pointed]")).first.wait_for()
        if (on := page.get_by_role("button", name="Go on")).count():
            on.click()
        else:
            touch_what_is_pointed_at(page)
        settled(page)
    refused.click()
    expect(page.locator(".balloon")).to_contain_text("You could do that.")
    page.evaluate(HEAR_THE_STAGE)
    before = steps(page)
    touch_what_is_pointed_at(page)
    expect(page.locator(".balloon")).not_to_have_attribute("aria-label", before)
    heard = page.evaluate("() => window.heard.join()")
    assert "Remember what you did" in heard
    assert "You exchanged them." not in heard


def test_a_lesson_can_be_skipped_and_repeated(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, name="Mira", width=844, height=390)
    page.goto("/learn/bayou-boss")
    page.get_by_role("button", name="Skip").click()
    expect(page).to_have_url(f"{server.address}/new/bayou-boss")
    page.get_by_role("link", name="Learn", exact=True).click()
    take_the_lesson(page, "bayou-boss", axe)
    expect(page.get_by_role("textbox", name="Your name at the table")).to_have_count(0)
    page.get_by_role("button", name="Once more").click()
    expect(page.locator(".balloon")).to_have_attribute("aria-label", "Lesson, step 1 of 5")


def test_who_has_told_no_name_is_asked_for_it_at_the_end_of_the_lesson(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=SMALL[0], height=SMALL[1])  # where its lesson has least room
    page.goto("/learn/botch")
    take_the_lesson(page, "botch")
    turn(page, (390, 664))
    page.get_by_role("textbox", name="Your name at the table").fill("Зоя")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".plate.you .name")).to_have_text("Зоя")


def test_a_lesson_that_is_not_on_the_device_yet_says_so_without_the_server(server: Server, visit: Visit) -> None:
    page = visit(server.address, expected="ERR_FAILED")
    page.route("**/api/lessons/*", lambda route: route.abort())
    page.goto("/learn/gotcha")
    expect(page.get_by_role("heading", name="No lesson here")).to_be_visible()
    expect(page.get_by_text("This lesson is not on this device yet")).to_be_visible()


# At which widths the full stop after a card's name begins a line of its own.
LONE_STOP = """() => {
    const line = document.getElementById("question"), chip = [...line.querySelectorAll(".chip")].at(-1);
    const words = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let text = words.nextNode(); text; text = words.nextNode())
        if (text.data.startsWith(".")) { range.setStart(text, 0); range.setEnd(text, 1); }
    return Array.from({ length: 200 }, (_, i) => 80 + i).filter((width) => {
        Object.assign(line.style, { flex: "none", width: `${width}px` });
        return range.getBoundingClientRect().top > chip.getBoundingClientRect().bottom - 8;
    });
}"""


def test_a_full_stop_after_a_card_stands_in_the_line_of_the_card(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.goto("/learn/botch")
    expect(page.locator("#question")).to_contain_text("your item is Album. Remember")
    assert page.evaluate(LONE_STOP) == []


# What they show stands in test_lessons of the records.
@pytest.mark.parametrize("game", some(("botch", "bayou-boss", "gotcha", "bots-battleground", "clocktower"), 5))
def test_five_pictures_stand_above_the_rules_with_their_captions(
    server: Server, visit: Visit, axe: str, game: str
) -> None:
    page = visit(server.address, **PHONE)
    page.goto(f"/rules/{game}")
    pictures = page.get_by_role("region", name="How to play, in pictures").get_by_role("img")
    expect(pictures).to_have_count(5)
    for place, title in enumerate(("The aim", "Your turn", "What wins", "The trap", "The end")):
        picture = pictures.nth(place)
        picture.scroll_into_view_if_needed()
        assert (picture.get_attribute("aria-label") or "").startswith(f"{title}: ")
        picture.locator(".scene :is(.plate, .seat)").first.wait_for()
    if (
        EVERYTHING or game == "botch"
    ):  # pictures are tables, and the rules of all games are drawn by the same few parts
        assert not look(page, axe, "the rules")
