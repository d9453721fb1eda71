"""Clocktower's square as its players meet it: a day, a vote with hands, whispers, a reload at night, odd names."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looking import look
from tests.browser.town import DOOMED, IMP, MIRA, NAMES, TELLER, TOKENS, ZOE, Town, choose_by_keyboard, seat
from tests.server.harness import UNLIMITED, Server


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("square"), **UNLIMITED, HANDS="0.2")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def town(hurried: Server, visit: Visit) -> Town:
    town = Town(hurried, visit)
    town.tells(*(f"token {name} {token}" for name, token in zip(NAMES, TOKENS, strict=True)), "deal")
    return town


def test_a_card_comes_to_one_player_alone_and_waits_until_it_is_looked_at(town: Town) -> None:
    town.looks()
    town.tells('show Mira Chef and good "You are"')
    waits = "The storyteller shows you a card: look at it"
    town.mira.get_by_role("button", name=waits).click()
    card = town.mira.get_by_role("dialog", name="You are")
    expect(card).to_contain_text("Chef")
    expect(card).to_contain_text("good")
    card.click()
    town.mira.reload()
    town.mira.get_by_role("button", name="My token").click()
    town.mira.get_by_role("button", name="Turn it over").click()
    town.mira.get_by_role("button", name="Look at it again").click()
    expect(card).to_contain_text("Chef")
    for page in (town.mira, town.zoe):
        expect(page.get_by_role("button", name=waits)).to_have_count(0)


def is_woken_on_the_first_night(town: Town, axe: str) -> list[str]:
    """The first night: a question is answered in the circle, and a reload loses nothing of it."""
    mira, zoe = town.mira, town.zoe
    wrong: list[str] = []
    town.looks()
    town.goes_on(lambda: MIRA in town.teller.state["asked"])
    expect(mira.locator(".now")).to_contain_text("You are awake")
    expect(zoe.locator(".now")).to_contain_text("The town sleeps")
    wrong += look(mira, axe, "awake") + look(zoe, axe, "asleep")
    mira.reload()
    expect(mira.locator(".now")).to_contain_text("You are awake")
    choose_by_keyboard(mira, NAMES[DOOMED], NAMES[IMP])
    town.goes_on(lambda: town.phase == "day")
    return wrong


def holds_the_token(town: Town) -> None:
    """One's token lies face down until it is held."""
    mira = town.mira
    expect(mira.locator(".now")).to_contain_text("Day 1")
    expect(mira.locator("main")).not_to_contain_text("Fortune Teller")
    seat(mira, "Mira").focus()
    mira.keyboard.down("Space")
    expect(mira.locator(".peek")).to_contain_text("Fortune Teller")
    mira.keyboard.up("Space")
    expect(mira.locator(".peek")).to_have_count(0)


def says_what_was_told(town: Town, axe: str) -> list[str]:
    """What was told is said aloud with one touch, and stands in everybody's notebook."""
    mira, zoe = town.mira, town.zoe
    wrong: list[str] = []
    mira.get_by_role("button", name="Notebook").click()
    mira.get_by_role("button", name="Say this").click()
    expect(mira.get_by_text("You have said so.")).to_be_visible()
    wrong += look(mira, axe, "the notebook")
    mira.keyboard.press("Escape")
    zoe.get_by_role("button", name="Notebook").click()
    expect(zoe.get_by_role("row").filter(has_text="Mira")).to_contain_text("yes")
    zoe.keyboard.press("Escape")
    return wrong


def whispers(town: Town, axe: str) -> list[str]:
    """Whispers are threads, with the storyteller too."""
    mira, zoe = town.mira, town.zoe
    wrong: list[str] = []
    mira.get_by_role("button", name="Talk").click()
    sheet = mira.get_by_role("dialog", name="Talk")
    whom = sheet.get_by_role("combobox", name="To")
    whom.select_option(f"{NAMES[ZOE]}, in private")
    mira.get_by_role("textbox", name=f"Whisper to {NAMES[ZOE]}").fill('I am the "Fortune Teller"')
    mira.keyboard.press("Enter")
    expect(mira.get_by_role("list", name=f"Whispered with {NAMES[ZOE]}")).to_contain_text("Fortune Teller")
    whom.select_option("the storyteller, in private")
    mira.get_by_role("textbox", name="Whisper to the storyteller").fill("Am I drunk?")
    mira.keyboard.press("Enter")
    expect(mira.get_by_role("list", name="Whispered with the storyteller")).to_contain_text("Am I drunk?")
    wrong += look(mira, axe, "whispers")
    mira.keyboard.press("Escape")
    town.teller.wait(lambda: len(town.teller.state["view"]["whispers"]) == 2)
    expect(zoe.get_by_role("button", name="Talk 1 new")).to_be_visible()
    zoe.reload()
    zoe.get_by_role("button", name="Talk 1 new").click()
    zoe.get_by_role("dialog", name="Talk").get_by_role("button", name="Mira 1 new").click()
    expect(zoe.get_by_role("list", name="Whispered with Mira")).to_contain_text("I am the “Fortune Teller”")
    zoe.keyboard.press("Escape")
    expect(zoe.get_by_role("button", name="Talk", exact=True)).to_be_visible()
    return wrong


def votes(town: Town, axe: str) -> list[str]:
    """A nomination, and hands until they are counted."""
    mira, zoe = town.mira, town.zoe
    wrong: list[str] = []
    town.tells("to nominations")
    seat(mira, NAMES[DOOMED]).click()
    wrong += look(mira, axe, "a seat")
    mira.get_by_role("button", name=f"Nominate {NAMES[DOOMED]}").click()
    town.teller.wait(lambda: TELLER in town.teller.state["asked"])
    town.tells("go on")
    town.tells("hold the vote")
    expect(mira.locator("[aria-live]").filter(has_text="You can raise your hand now.")).to_have_count(1)
    mira.get_by_role("button", name="Raise your hand").click()
    lower = mira.get_by_role("button", name="Your hand is up: lower it")
    expect(lower).to_be_visible()
    expect(seat(zoe, "Mira")).to_have_accessible_name(re.compile("hand up"))
    lower.click()
    expect(seat(zoe, "Mira")).not_to_have_accessible_name(re.compile("hand up"))
    mira.get_by_role("button", name="Raise your hand").click()
    expect(lower).to_be_visible()
    wrong += look(mira, axe, "the vote")
    town.tells(*(f"hand {NAMES[one]} up" for one in range(4, 9)), "go on with the vote")
    town.teller.wait(lambda: town.teller.state["view"]["sweep"] is None)
    town.goes_on(lambda: town.teller.state["view"]["block"] == DOOMED)
    expect(mira.locator(".now")).to_contain_text("李小龍 is about to die, with 6 votes")
    expect(mira.locator(".now")).to_contain_text("7 votes to execute; 6 would tie")
    town.tells("end the day")
    return wrong


def second_night(town: Town) -> None:
    """The second night: yesterday's vote stands nowhere; the Demon kills Zoë."""
    mira, zoe = town.mira, town.zoe
    town.goes_on(lambda: town.phase == "night")
    expect(zoe.locator(".now")).to_have_text(re.compile("Night 2\\s*The town sleeps", re.S))
    town.goes_on(lambda: MIRA in town.teller.state["asked"], Imp=NAMES[ZOE])
    choose_by_keyboard(mira, NAMES[DOOMED], NAMES[IMP])
    town.goes_on(lambda: town.phase == "day", Imp=NAMES[ZOE])
    expect(mira.locator(".now")).to_contain_text("Day 2")
    expect(seat(mira, NAMES[ZOE])).to_have_accessible_name(re.compile("dead, one vote left"))


def last_vote(town: Town, axe: str) -> list[str]:
    """A dead player's last vote says so, and is gone when it is counted."""
    mira, zoe = town.mira, town.zoe
    wrong: list[str] = []
    town.tells("to nominations")
    seat(mira, NAMES[IMP]).click()
    mira.get_by_role("button", name=f"Nominate {NAMES[IMP]}").click()
    town.teller.wait(lambda: TELLER in town.teller.state["asked"])
    town.tells("go on")
    town.tells("hold the vote")
    zoe.get_by_role("button", name="Raise your hand: this is your last vote").click()
    expect(zoe.get_by_role("button", name="Your hand is up: lower it")).to_be_visible()
    wrong += look(zoe, axe, "the last vote")
    town.tells("go on with the vote")
    town.goes_on(lambda: town.teller.state["view"]["sweep"] is None)
    expect(seat(mira, NAMES[ZOE])).to_have_accessible_name(re.compile("dead, no vote left"))
    for page in (mira, zoe):
        page.get_by_role("button", name="Script", exact=True).click()
        wrong += look(page, axe, "the script")
        page.get_by_role("tab", name="Other nights").click()
        order = page.get_by_role("tabpanel").get_by_role("listitem")
        steps = order.locator("b").filter(has_text=re.compile("^(Poisoner|Monk|Imp|Dusk|Dawn)$"))
        expect(steps).to_have_text(["Dusk", "Poisoner", "Monk", "Imp", "Dawn"])
        expect(order.filter(has_text="Imp").first).to_contain_text("Wake the Imp.")
        wrong += look(page, axe, "the order of the night")
        page.keyboard.press("Escape")
    return wrong


def test_a_day_a_vote_a_last_vote_and_a_reload_at_night(town: Town, axe: str) -> None:
    wrong: list[str] = []
    wrong += is_woken_on_the_first_night(town, axe)
    holds_the_token(town)
    wrong += says_what_was_told(town, axe)
    wrong += whispers(town, axe)
    wrong += votes(town, axe)
    second_night(town)
    wrong += last_vote(town, axe)
    assert not wrong


def test_the_bag_goes_round_and_the_storyteller_sees_who_has_drawn(hurried: Server, visit: Visit) -> None:
    town = Town(hurried, visit)
    town.tells("suggested tokens", "draw tokens", "deal")
    town.goes_on(lambda: MIRA in town.teller.state["asked"])
    expect(town.mira.locator(".now")).to_contain_text("Touch your seat to draw your token.")
    expect(seat(town.zoe, "Mira")).to_have_accessible_name(re.compile("is not ready yet"))
    assert town.mira.get_by_role("button", name="My token").count() == 0
    seat(town.mira, "Mira").press("Enter")
    expect(town.mira.get_by_role("dialog", name="Your token")).to_contain_text(
        "You have drawn a token from the bag."
    )
    expect(seat(town.zoe, "Mira")).not_to_have_accessible_name(re.compile("is not ready yet"))
    town.teller.wait(lambda: MIRA not in [row["seat"] for row in town.teller.state["view"]["awaited"]])
    town.mira.get_by_role("button", name="Turn it over").click()
    town.mira.keyboard.press("Escape")
    # who has looked at their token is not asked to look once more; who has not is
    seat(town.zoe, NAMES[ZOE]).press("Enter")
    zoe = town.zoe.get_by_role("dialog", name="Your token")
    expect(zoe).to_contain_text("You have drawn a token from the bag.")
    town.zoe.keyboard.press("Escape")
    town.goes_on(lambda: any(row["topic"] == "look" for row in town.teller.state["view"]["awaited"] or []))
    expect(zoe).to_contain_text("Who are you tonight?")
    town.goes_on(lambda: town.teller.state["asked"] == [ZOE])
    expect(town.mira.get_by_role("dialog")).to_have_count(0)
