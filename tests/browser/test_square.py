"""Clocktower's square as its players meet it: a night, a day, a vote with hands, whispers, a reload, odd names."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

import facedown
from facedown.core.table import Table
from tests.browser.conftest import Server, Visit
from tests.browser.looking import look
from tests.browser.town import (
    DOOMED,
    IMP,
    MIRA,
    NAMES,
    SLAYER,
    TELLER,
    ZOE,
    Town,
    came,
    choose_by_keyboard,
    dealt,
    does,
    goes_on,
    is_asked,
    play,
    play_on,
    seat,
)
from tests.server.harness import Person

LAMPLIGHTER = {
    "id": "lamplighter",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Once, by day, asks for a light.",
}
CAST = ("fortuneteller", "empath", "chef", "monk", "mayor", "slayer", "virgin", "poisoner", "baron", "imp")
SCRIPT = json.dumps([{"id": "_meta", "name": "Odd lamps", "author": "Flo"}, *CAST, LAMPLIGHTER])


def by_day(server: Server, visit: Visit, **options: object) -> Town:
    """After the first night, in which Mira has chosen."""
    return Town(server, visit, play_on(dealt(**options), came("day")), host=MIRA)


def held(table: Table, by: int, whom: int) -> Table:
    """A vote that the storyteller holds."""
    return play(
        table,
        (TELLER, "to nominations"),
        (by, f"nominate {NAMES[whom]}"),
        (TELLER, "go on"),
        (TELLER, "hold the vote"),
    )


def is_awaited(teller: Person, seat: int) -> bool:
    return any(one["seat"] == seat for one in teller.state["view"]["awaited"])


def test_what_one_player_learns_fills_their_screen_until_it_is_read_and_is_marked_in_the_notebook(
    server: Server, visit: Visit
) -> None:
    town = by_day(server, visit)
    mira = town.page(MIRA)
    mira.get_by_role("button", name="My token").click()
    mira.get_by_role("button", name="Turn it over").click()
    mira.keyboard.press("Escape")
    expect(mira.get_by_role("dialog", name="Night 1")).to_be_visible()  # what her ability told her
    mira.get_by_role("button", name="I have read it").click()
    does(town.person(TELLER), 'show Mira Chef and good "You are"', 'show Mira "Not you"')
    card, waits = mira.get_by_role("dialog", name="You are"), mira.get_by_role("button", name="You learn something")
    waits.click()  # by day the town goes on
    expect(card).to_contain_text("Chef")
    expect(card).to_contain_text("good")
    mira.reload()
    waits.click()
    for title in ("You are", "Not you"):  # one after the other
        expect(mira.get_by_role("dialog", name=title)).to_be_visible()
        for _ in range(2):  # whoever has not read it cannot put it away by chance
            mira.keyboard.press("Escape")
        expect(mira.get_by_role("dialog", name=title)).to_be_visible()
        mira.get_by_role("button", name="I have read it").click()
    expect(mira.get_by_role("dialog")).to_have_count(0)
    mira.get_by_role("button", name="Notebook 3 new").click()
    expect(mira.get_by_role("dialog").get_by_text("New", exact=True)).to_have_count(3)
    mira.keyboard.press("Escape")
    mira.reload()
    mira.get_by_role("button", name="My token").click()
    mira.get_by_role("button", name="Turn it over").click()
    mira.get_by_role("button", name="Look at it again").last.click()  # the first card
    expect(card).to_contain_text("Chef")
    mira.get_by_role("button", name="I have read it").click()
    mira.keyboard.press("Escape")
    expect(mira.get_by_role("dialog")).to_have_count(0)


def test_who_is_woken_answers_in_the_circle_and_a_reload_loses_nothing(
    server: Server, visit: Visit, axe: str
) -> None:
    town = Town(server, visit, play_on(dealt(), is_asked(MIRA)), host=MIRA)
    mira, teller = town.page(MIRA), town.person(TELLER)
    expect(mira.locator(".now")).to_contain_text("You are awake")
    mira.reload()
    choose_by_keyboard(mira, NAMES[DOOMED], NAMES[IMP])
    expect(mira.locator(".now")).to_contain_text("The town sleeps")
    goes_on(teller, "day")
    expect(mira.locator(".now")).to_contain_text("Day 1")
    expect(mira.locator("main")).not_to_contain_text("Fortune Teller")  # until she says so herself
    says_what_was_told(mira, town.person(ZOE))
    wrong = look(mira, axe, "the notebook", "dialog")
    mira.keyboard.press("Escape")
    holds_the_token(mira)
    assert not wrong


def says_what_was_told(mira: Page, zoe: Person) -> None:
    """What was told is said aloud with one touch, and what others say so stands in the notebook."""
    mira.get_by_role("button", name="Notebook").click()
    mira.get_by_role("button", name="Say this").click()
    expect(mira.get_by_text("You have said so.")).to_be_visible()
    assert zoe.say("ping")["ok"]
    learned = zoe.state["view"]["circle"][MIRA]["said"][0]["learned"]
    assert learned.endswith("is the Demon")
    assert not learned.startswith("neither")
    does(zoe, "say = report N1 empath count 0")
    expect(mira.get_by_role("row").filter(has_text=NAMES[ZOE])).to_contain_text("neither of my living neighbours")


def holds_the_token(mira: Page) -> None:
    """One's token lies face down until it is held."""
    expect(mira.get_by_role("list", name="The town, clockwise")).not_to_contain_text("Fortune Teller")
    seat(mira, "Mira").focus()
    mira.keyboard.down("Space")
    expect(mira.locator(".peek")).to_contain_text("Fortune Teller")
    mira.keyboard.up("Space")
    expect(mira.locator(".peek")).to_have_count(0)


def test_whispers_are_threads_with_the_storyteller_too(server: Server, visit: Visit, axe: str) -> None:
    town = by_day(server, visit)
    mira, zoe = town.page(MIRA), town.person(ZOE)
    mira.get_by_role("button", name="Talk").click()
    sheet = mira.get_by_role("dialog", name="Talk")
    whom = sheet.get_by_role("combobox", name="To")
    for to, name, words in (
        (f"{NAMES[ZOE]}, in private", NAMES[ZOE], 'I am the "Fortune Teller"'),
        ("the storyteller, in private", "the storyteller", "Am I drunk?"),
    ):
        whom.select_option(to)
        mira.get_by_role("textbox", name=f"Whisper to {name}").fill(words)
        mira.keyboard.press("Enter")
        expect(mira.get_by_role("list", name=f"Whispered with {name}")).to_contain_text(words[:5])
    whom.select_option("several, in private …")
    expect(sheet.get_by_role("textbox")).to_have_count(0)  # nobody is to hear yet what is for nobody else
    for seat_ in (IMP, ZOE):
        sheet.get_by_role("group", name="Who is to hear it").get_by_role("button", name=NAMES[seat_]).click()
    both = " and ".join(NAMES[one] for one in sorted((IMP, ZOE)))
    sheet.get_by_role("textbox", name=f"Whisper to {both}").fill("We three")
    mira.keyboard.press("Enter")
    expect(mira.get_by_role("list", name=f"Whispered with {both}")).to_contain_text("We three")
    wrong = look(mira, axe, "whispers", "dialog")
    phone = mira.viewport_size
    assert phone
    mira.set_viewport_size({"width": 1280, "height": 800})
    expect(mira.locator(".rail form input")).to_be_in_viewport(ratio=1)
    mira.set_viewport_size(phone)
    sheet.get_by_role("textbox").fill("For the three of us")
    whom.select_option("everybody")
    expect(sheet.get_by_role("textbox")).to_have_value("")  # what was typed for some is not said to all
    mira.keyboard.press("Escape")
    does(zoe, 'whisper Mira "So am I"')
    expect(mira.get_by_role("button", name="Talk 1 new")).to_be_visible()
    mira.reload()
    mira.get_by_role("button", name="Talk 1 new").click()
    sheet.get_by_role("button", name=f"{NAMES[ZOE]} 1 new").click()
    thread = mira.get_by_role("list", name=f"Whispered with {NAMES[ZOE]}")
    expect(thread).to_contain_text("I am the “Fortune Teller”")
    expect(thread).to_contain_text("So am I")
    mira.keyboard.press("Escape")
    expect(mira.get_by_role("button", name="Talk", exact=True)).to_be_visible()
    assert not wrong


def test_hands_go_up_and_down_until_they_are_counted(server: Server, visit: Visit, axe: str) -> None:
    town = Town(server, visit, held(play_on(dealt(sweep=1), came("day")), ZOE, DOOMED))
    mira, teller = town.page(MIRA), town.person()
    raises, lowers = (
        mira.get_by_role("button", name=name) for name in ("Raise your hand", "Your hand is up: lower it")
    )
    expect(mira.locator("[aria-live]").filter(has_text="You can raise your hand now.")).to_have_count(1)
    seat(mira, NAMES[4]).click()
    sheet = mira.get_by_role("dialog", name=NAMES[4])
    expect(sheet.get_by_role("status")).to_have_text("Execute 李小龍? 0 hands up; 5 votes to execute")
    sheet.get_by_label("My note").press_sequentially("Twice the Ch")
    sheet.get_by_role("button", name="Raise your hand").click()
    teller.wait(lambda: teller.state["view"]["sweep"]["up"] == [MIRA])
    expect(sheet.get_by_role("status")).to_contain_text("1 hand up")
    expect(sheet.get_by_role("button", name="Your hand is up: lower it")).to_be_focused()
    expect(sheet.get_by_label("My note")).to_have_value("Twice the Ch")
    wrong = look(mira, axe, "a sheet over the vote", "dialog")
    mira.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    lowers.click()
    teller.wait(lambda: teller.state["view"]["sweep"]["up"] == [])
    expect(raises).to_be_visible()
    does(teller, f"hand {NAMES[4]} up")
    expect(seat(mira, NAMES[4])).to_have_accessible_name(re.compile("hand up"))
    expect(seat(mira, "Mira")).not_to_have_accessible_name(re.compile("hand up"))
    assert not wrong


def test_somebody_is_nominated_at_their_seat_and_it_is_said_who_is_about_to_die(
    server: Server, visit: Visit, axe: str
) -> None:
    table = play(play_on(dealt(sweep=0), came("day")), (TELLER, "to nominations"))
    town = Town(server, visit, table, host=MIRA)
    mira, teller = town.page(MIRA), town.person(TELLER)
    seat(mira, NAMES[DOOMED]).click()
    nominate = mira.get_by_role("button", name=f"Nominate {NAMES[DOOMED]}")
    nominate.wait_for()
    wrong = look(mira, axe, "a seat", "dialog")
    nominate.click()
    teller.wait(lambda: teller.asked)
    seat(mira, NAMES[4]).click()
    expect(mira.get_by_role("dialog").get_by_role("status")).to_have_text("Mira nominates 李小龍.")
    mira.get_by_role("dialog").get_by_role("button", name="Look", exact=True).click()
    expect(mira.get_by_role("dialog")).to_have_count(0)
    does(teller, "go on", *(f"hand {NAMES[one]} up" for one in range(4, 10)), "go on with the vote")
    expect(mira.locator(".now")).to_contain_text("李小龍 is about to die, with 6 votes")
    expect(mira.locator(".now")).to_contain_text("7 votes to execute; 6 would tie")

    # who is done for today says so once, whatever is nominated after it; the next day it is asked anew
    done = mira.get_by_role("button", name="Done for today")
    done.click()
    teller.wait(lambda: not is_awaited(teller, MIRA))
    expect(done).to_have_attribute("aria-pressed", "true")
    does(town.person(ZOE), f"nominate {NAMES[IMP]}")
    does(teller, "go on", "go on with the vote")
    teller.wait(lambda: is_awaited(teller, ZOE) and not is_awaited(teller, MIRA))
    does(teller, "end the day")
    goes_on(teller, "night")
    expect(mira.locator(".now")).to_have_text(re.compile("Night 2\\s*The town sleeps", re.S))
    goes_on(teller, "day")
    expect(done).to_have_attribute("aria-pressed", "false")
    done.click()  # while the town talks
    does(teller, "to nominations")
    teller.wait(lambda: is_awaited(teller, ZOE) and not is_awaited(teller, MIRA))
    assert not wrong


def test_by_day_an_ability_is_used_on_who_is_touched_in_the_circle(server: Server, visit: Visit) -> None:
    town = by_day(server, visit)
    page, teller = town.page(SLAYER), town.person(TELLER)
    uses = page.get_by_role("button", name="Use your ability on …")
    uses.click()
    seat(page, NAMES[ZOE]).click()
    page.get_by_role("button", name="Not now").click()
    uses.click()
    seat(page, NAMES[IMP]).click()
    page.get_by_role("button", name=f"Use your ability on {NAMES[IMP]}").click()
    teller.wait(lambda: teller.asked)
    expect(uses).to_have_count(0)  # it is used but once


def test_the_dead_are_told_that_it_is_their_last_vote(server: Server, visit: Visit) -> None:
    table = play_on(dealt(script=SCRIPT, sweep=1), came("day"))
    play(table, (TELLER, "end the day"))
    town = Town(server, visit, held(play_on(table, came("day", 2), {IMP: NAMES[ZOE]}), MIRA, IMP))
    zoe = town.page(ZOE)
    expect(seat(zoe, NAMES[ZOE])).to_have_accessible_name(re.compile("dead, one vote left"))
    zoe.get_by_role("button", name="Raise your hand: this is your last vote").click()
    expect(zoe.get_by_role("button", name="Your hand is up: lower it")).to_be_visible()


def test_the_script_is_known_by_its_name_with_home_made_characters_and_the_night_in_its_order(
    server: Server, visit: Visit, axe: str
) -> None:
    page = by_day(server, visit, script=SCRIPT).page(MIRA)
    page.get_by_role("button", name="Script", exact=True).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Odd lamps")
    expect(sheet).to_contain_text(LAMPLIGHTER["ability"])
    wrong = look(page, axe, "the script", "dialog")
    page.get_by_role("tab", name="Other nights").click()
    order = page.get_by_role("tabpanel").get_by_role("listitem")
    steps = order.locator("b").filter(has_text=re.compile("^(Poisoner|Monk|Imp|Dusk|Dawn)$"))
    expect(steps).to_have_text(["Dusk", "Poisoner", "Monk", "Imp", "Dawn"])
    expect(order.filter(has_text="Imp").first).to_contain_text("Wake the Imp.")
    wrong += look(page, axe, "the order of the night", "dialog")
    assert not wrong


def test_the_bag_goes_round_and_who_has_drawn_is_not_asked_to_look_once_more(server: Server, visit: Visit) -> None:
    table = facedown.game("clocktower").new([*NAMES, "Sue"], 1, deal="by hand")
    play(table, (TELLER, "suggested tokens"), (TELLER, "draw tokens"), (TELLER, "deal"))
    town = Town(server, visit, play_on(table, is_asked(MIRA, "set-up", -1)))
    mira, zoe = town.page(MIRA), town.person(ZOE)
    expect(mira.locator(".now")).to_contain_text("Touch your seat to draw your token.")
    expect(mira.get_by_role("button", name="My token")).to_have_count(0)
    seat(mira, "Mira").press("Enter")
    token = mira.get_by_role("dialog", name="Your token")
    expect(token).to_contain_text("You have been given a token.")
    mira.get_by_role("button", name="Turn it over").click()
    mira.keyboard.press("Escape")
    expect(seat(mira, NAMES[ZOE])).to_have_accessible_name(re.compile("is not ready yet"))
    does(zoe, zoe.legal[0])
    expect(seat(mira, NAMES[ZOE])).not_to_have_accessible_name(re.compile("is not ready yet"))
    expect(mira.get_by_role("dialog")).to_have_count(0)
