"""A newcomer opens the page, comes by the lesson that Play now leads to, and makes the first move of a real game.

What the lesson taught is asked here: each first move is chosen from nothing but what stands on the screen, as the
lesson said that one should choose.  `make recordings` keeps what happened, to be looked at step by step.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import facedown
from tests.browser import newcomer, patient_dice
from tests.browser.conftest import Patient, Server, Visit
from tests.browser.person import look_at_token, our_turn, press, settled

RECORDINGS = os.environ.get("FACEDOWN_RECORDINGS")
AS_USUAL = {"pace": "brisk", "motion": "full"} if RECORDINGS else {}
FIRST = {"clap_starts": "always"}  # options of Bots Battleground with which one seat alone may clap first
LIKES = f"localStorage['facedown.liking'] = JSON.stringify({json.dumps({patient_dice.GAME: FIRST})})"
MOST = 60  # things that may be asked before the one that the lesson was about
SUIT_CARD = re.compile(r"(\w+) (\d+)")

Names = list[str]


@contextmanager
def recorded(page: Page, name: str) -> Iterator[None]:
    """Where recordings are wanted, keep what is done and seen: `playwright show-trace FILE` shows it."""
    if RECORDINGS is None:
        yield
        return
    tracing = page.context.tracing
    tracing.start(title=name, screenshots=True, snapshots=True)
    try:
        yield
    finally:
        tracing.stop(path=Path(RECORDINGS) / f"{name}.zip")


def offered(page: Page) -> Names:
    """The names of the cards that one may play, as they are said aloud."""
    names = page.get_by_role("button", name=re.compile("you may play it")).evaluate_all(
        "(cards) => cards.map((card) => card.textContent.trim())"
    )
    return [name.partition(",")[0] for name in names]


def play(page: Page, card: str) -> None:
    """Touch the card, and touch it again unless there was nothing else to do."""
    found = page.get_by_role("button", name=re.compile(rf"^{re.escape(card)}, .*you may play it")).first
    found.click()
    settled(page)
    again = page.get_by_role("button", name=re.compile(rf"^{re.escape(card)}, .*choose it again"))
    if again.count():
        again.first.click()


def question(page: Page) -> str:
    return page.locator("#question").inner_text()


# -- Bayou Boss: stay below ----------------------------------------------------------------------------------


def number(card: str) -> int:
    found = SUIT_CARD.fullmatch(card)
    return int(found[2]) if found else -1  # a Character is low


def stays_below(page: Page) -> str:
    """The highest card that does not win; where all would win, or none is led, the lowest."""
    mine = offered(page)
    winning = page.get_by_role("button", name=re.compile("is winning the trick"))
    if winning.count():
        high = SUIT_CARD.fullmatch((winning.first.text_content() or "").strip().partition(",")[0])
        below = [card for card in mine if high and card.startswith(high[1]) and number(card) < int(high[2])]
        if below:
            return max(below, key=number)
    return min(mine, key=number)


def bayou(page: Page) -> None:
    while "our card" not in question(page):
        newcomer.do_something(page)
        assert our_turn(page)
    card = stays_below(page)
    play(page, card)
    expect(page.get_by_role("region", name="What happened")).to_contain_text(f"Guest plays {card}")


# -- GotchaCards: face every card, and keep some -------------------------------------------------------------


def gotcha(page: Page) -> None:
    table = page.request.get("/api/tables/" + page.url.rpartition("/")[2]).json()
    assert table["options"]["tier"] == "starter", "the first game is of the kind that the lesson taught"
    for _ in range(MOST):
        assert our_turn(page)
        if "lace" in question(page):
            break
        newcomer.do_something(page)  # the draft
    lanes = page.get_by_role("listitem", name=re.compile(r"^Lane \d"))
    against = lanes.filter(has=page.get_by_role("img")).count()
    before = len(offered(page))
    for _ in range(max(1, against)):
        assert our_turn(page)
        play(page, offered(page)[0])
    page.get_by_role("button", name="Done").click()
    left = before - max(1, against)
    expect(page.get_by_role("region", name="What happened")).to_contain_text(
        re.compile("Guest (places|is done|put)")
    )
    assert left > 0, "some are left for the turns to come"


# -- The Botch is Back: swap, and keep; call where one has the very card -------------------------------------


def botch(page: Page) -> None:
    mine = re.search(r"You are (.+?) and your item is (.+?)\.", question(page).replace("\n", " "))
    assert mine, question(page)
    have = {mine[1].strip(), mine[2].strip()}
    page.get_by_role("button", name="I will remember").click()
    for _ in range(MOST):
        assert our_turn(page)
        claimed = re.search(r"claims to use (.+?)\s*\.", question(page))
        if "Your first turn" in question(page):
            break
        if claimed:
            call = claimed[1].strip() in have
            page.get_by_role("button", name=re.compile("^Call" if call else "^Pass")).click()
        else:
            newcomer.do_something(page)
        settled(page)
    press(page.get_by_role("button", name=re.compile("^swap with ")).first)
    page.get_by_role("button", name="Keep as it was").click()
    expect(page.get_by_role("region", name="What happened")).to_contain_text("item under the table, with their own")


# -- Bots Battleground: clap, attack, and send the strongest -------------------------------------------------


def read(page: Page, bot: str) -> int:
    """With how much a bot in hand attacks, by its text, which a touch opens as long as it cannot be sent."""
    page.get_by_role("button", name=f"{bot}, in your hand").first.click()
    text = page.get_by_role("complementary", name=f"What {bot} does")
    worth = re.search(r"Attack (\d+), Defense (\d+)", text.inner_text())
    assert worth, text.inner_text()
    page.keyboard.press("Escape")
    expect(text).to_have_count(0)
    return int(worth[1])


def battleground(page: Page) -> None:
    page.get_by_role("button", name="Clap", exact=True).wait_for()
    hand = page.get_by_role("button", name=re.compile(", in your hand$")).all_text_contents()
    worth = {bot: read(page, bot) for bot in (card.strip().partition(",")[0] for card in hand)}
    page.get_by_role("button", name="Clap", exact=True).click()
    page.get_by_role("button", name=re.compile("^Attack")).first.click()
    expect(page.get_by_role("group", name="Guest, you")).to_contain_text("attacks")
    strongest = max(worth, key=lambda bot: worth[bot])
    page.get_by_role("button", name=re.compile(f"^{re.escape(strongest)}, .*you may play it")).first.click()
    ours = page.get_by_role("list", name="Your bots on the table").get_by_role("button")
    expect(ours).to_have_accessible_name(re.compile(f"^{re.escape(strongest)}, "))


# -- Clocktower: look at the token, and tell the town --------------------------------------------------------


def clocktower(page: Page) -> None:
    page.get_by_role("button", name="Turn it over").click()
    page.reload()  # it was not put away: it is shown again
    who = re.search(r"You are (?:the )?(.+), and you are (good|evil)", look_at_token(page))
    assert who
    pretend = page.get_by_text("Say who you are, or pretend to be")
    # What the night tells comes over all else, whatever is being done.
    page.add_locator_handler(page.get_by_role("button", name="I have read it"), Locator.click)
    press(page.get_by_role("button", name="Talk"))
    while not pretend.is_visible():
        assert our_turn(page)
        page.evaluate(
            "() => document.querySelector('.answer button:not([disabled]), .seat.lit:not(.chosen)')?.click()"
        )
        settled(page)
    pretend.click()
    if who[2] == "good":  # evil has nothing true to say: it takes the first that it finds
        page.get_by_role("radio", name=who[1], exact=True).check()
    else:
        page.get_by_role("radio").first.check()
    page.get_by_role("button", name=re.compile("^Say “I am")).click()
    page.keyboard.press("Escape")
    said = f"Guest claims to be the {who[1] if who[2] == 'good' else ''}"
    expect(page.get_by_role("region", name="What happened")).to_contain_text(said)


# How the table shows what the lesson taught, and what a newcomer then does.
TAUGHT: dict[str, tuple[str, str, Callable[[Page], None]]] = {
    "bayou-boss": ("Bayou Boss", "Each trick is a point, fewest win", bayou),
    "gotcha": ("GotchaCards", "Win two rounds", gotcha),
    "botch": ("The Botch is Back", "First to declare 10 diamonds", botch),
    "bots-battleground": ("Bots Battleground", "First to 10 tokens", battleground),
    "clocktower": ("Clocktower", "Good wins if the Demon dies", clocktower),
}


@pytest.mark.parametrize("game", TAUGHT)
def test_after_the_lesson_a_newcomer_makes_the_first_move_of_a_real_game_with_understanding(
    request: pytest.FixtureRequest, visit: Visit, game: str
) -> None:
    title, shown, first_move = TAUGHT[game]
    server: Server | Patient = request.getfixturevalue("patient" if game == patient_dice.GAME else "server")
    if isinstance(server, Patient):  # a newcomer claps first, and has time to read the bots in hand
        patient_dice.deal(server.data, facedown.game(game).contract.usual_seats, **FIRST)
    page = visit(server.address, newcomer=True, **AS_USUAL)
    page.add_init_script(LIKES)
    newcomer.with_quick_bots(page)
    with recorded(page, game):
        page.goto("/")
        page.get_by_role("button", name=f"Play now {title}").click()
        page.get_by_role("link", name=f"Learn first {title}").click()
        if RECORDINGS is not None:  # else each lesson is taken in test_lessons
            newcomer.learn(page)
        page.get_by_role("button", name=re.compile("^(Skip the lesson|Play now)$")).click()
        page.wait_for_url("**/t/*")
        assert our_turn(page)
        expect(page.locator("p.aim").first).to_contain_text(shown)
        first_move(page)
