"""Clocktower at the page, told plainly: forms on the floor, words that stay, moves taken back, the end."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.answering import ONE_OF_EACH
from tests.browser.conftest import Server, Visit
from tests.browser.keyboard import tab_to
from tests.browser.layouts import EVERYTHING, show, some, table_at
from tests.browser.looking import PHONE, look
from tests.browser.person import press as touch
from tests.browser.person import settled
from tests.browser.storyteller import by_hand
from tests.browser.town import Town, came, dealt, does, is_asked, play_on

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
TOKENS = ("Chef", "Empath", "Slayer", "Poisoner", "Imp")
ANN, BO, DI = 0, 1, 3
# The line breaks the next time that the page asks in which words something would be told.
BREAKS = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).do !== "words") return send.call(this, text);
    WebSocket.prototype.send = send;
    this.close();
  };
}"""


def town(server: Server, visit: Visit, phase: str) -> Town:
    """Five people and Sue on the first day, or in the first night, in which the Poisoner is asked."""
    until = is_asked(DI) if phase == "night" else came(phase)
    return Town(server, visit, play_on(dealt(NAMES, TOKENS, script=ONE_OF_EACH), until))


def told(page: Page) -> Locator:
    return page.get_by_role("region", name="What happened")


def press(page: Page, name: str) -> None:
    tab_to(page, name)
    page.keyboard.press("Enter")


def test_a_token_is_turned_and_a_claim_made_by_keyboard_while_others_speak(server: Server, visit: Visit) -> None:
    people = town(server, visit, "day")
    page, bo = people.page(ANN, width=1280, height=800), people.person(BO)
    press(page, "My token")
    press(page, "Turn it over")
    expect(page.get_by_role("dialog", name="Your token")).to_contain_text("You are the Chef")
    page.keyboard.press("Escape")
    learned = page.get_by_role("dialog", name="Night 1")
    expect(learned).to_contain_text("0 pairs of neighbours are evil.")
    press(page, "I have read it")
    press(page, "Talk")
    say = page.get_by_role("textbox", name="Say to everybody")
    expect(say).to_be_focused()
    page.keyboard.type("I am ")
    does(bo, "say Wait")
    expect(told(page)).to_contain_text("Bo: Wait")
    page.keyboard.type('"the Chef"')  # into what has the focus, still
    page.keyboard.press("Enter")
    expect(told(page)).to_contain_text("Ann: I am “the Chef”")
    expect(say).to_have_value("")
    page.evaluate(BREAKS)
    say.fill("I don't trust Bo")
    expect(page.get_by_text("Understood: “I suspect Bo.”")).to_be_visible()  # as the table tells it
    say.fill("Hi all, I'm the Chef. Bo, how is the weather?")
    expect(page.get_by_text("Bots will not understand")).to_have_count(0)  # Bo is a person
    page.keyboard.press("Enter")
    expect(told(page)).to_contain_text("Ann: Hi all, I'm the Chef")
    expect(told(page)).to_contain_text("Ann claims to be the Chef")
    form = page.get_by_text("Say who you are, or pretend to be")
    form.press("Enter")
    page.get_by_role("radio", name="Empath").focus()
    page.keyboard.press("Space")
    press(page, "Say “I am the Empath”")
    expect(told(page)).to_contain_text("Ann claims to be the Empath")
    expect(page.locator(".seat.own .sign")).to_have_text("“Empath”")
    expect(page.get_by_role("radio", name="Empath")).to_be_hidden()  # what was chosen has been said
    form.press("Enter")
    page.get_by_role("radio", name="Chef").focus()
    page.keyboard.press("Space")
    page.get_by_label("Number").fill("2")
    page.keyboard.press("Tab")
    does(bo, 'say "Let me speak first"')
    expect(told(page)).to_contain_text("Bo: Let me speak first")
    press(page, "Say that I learned this")
    expect(told(page)).to_contain_text("Ann: I am the Chef: 2 pairs of evil players sit side by side.")


def test_the_storyteller_takes_moves_back_by_keyboard(server: Server, visit: Visit) -> None:
    page = town(server, visit, "night").page(width=1280, height=800)
    spoken = page.locator("[role=status].unseen")
    drunk = re.compile("reminders: .*drunk")
    marks = page.get_by_role("region", name="The grimoire").get_by_role("button", name=drunk)
    for count, name in enumerate(("Ann", "Bo"), start=1):
        by_hand(page, name, "Drunk")
        expect(marks).to_have_count(count)
    page.keyboard.press("b")
    sheet = page.get_by_role("dialog", name="Undo")
    expect(sheet).to_contain_text("Bo is drunk.")
    expect(sheet.get_by_role("button", name="Undo it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(marks).to_have_count(1)
    expect(sheet).to_have_count(0)
    expect(spoken).to_contain_text("Sue undid 1 move.")
    by_hand(page, "Cy", "Drunk")
    expect(marks).to_have_count(2)
    page.keyboard.press("b")
    sheet.get_by_role("button", name="Undo to here: You: Ann is drunk.").focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("button", name="Undo 2 moves")).to_be_focused()
    expect(marks).to_have_count(2)
    page.keyboard.press("Enter")
    expect(marks).to_have_count(0)
    expect(spoken).to_contain_text("Sue undid 2 moves.")


def test_at_the_end_the_storyteller_sees_the_grimoire_and_may_still_take_the_end_back(
    server: Server, visit: Visit
) -> None:
    people = town(server, visit, "night")
    teller, ann = people.page(width=1280, height=800), people.page(ANN, width=1280, height=800)
    grimoire = [page.get_by_role("region", name="The grimoire") for page in (teller, ann)]
    touch(teller.get_by_role("button", name="More", exact=True))
    touch(teller.get_by_role("button", name="End the game …"))
    touch(teller.get_by_role("button", name="Evil wins"))
    expect(teller.get_by_role("heading", name="Evil has won")).to_be_visible()
    own = teller.get_by_role("group", name="Choose whose view to see").get_by_role(
        "button", name="Sue, storyteller"
    )
    expect(own).to_have_attribute("aria-pressed", "true")
    teller.get_by_role("group", name="Choose whose view to see").get_by_role("button", name="Ann").click()
    expect(grimoire[0]).to_have_count(0)
    own.click()
    expect(grimoire[0]).to_be_visible()
    ann.get_by_role("button", name="Sue, storyteller").click()
    expect(grimoire[1]).to_be_visible()
    teller.get_by_role("link", name="Watch the replay").click()
    expect(teller.get_by_role("combobox", name="Seen by")).to_have_value("everything")
    teller.get_by_role("slider", name="Moment").fill("1")
    moments = teller.get_by_role("region", name="Moments of the game")
    expect(moments).to_contain_text("Told Ann: You are the")
    expect(teller.get_by_role("group", name="At any time")).to_have_count(0)  # there is nothing to be done
    teller.go_back()
    expect(teller.get_by_role("heading", name="Evil has won")).to_be_visible()
    teller.keyboard.press("b")
    touch(teller.get_by_role("button", name="Undo it"))
    for page in (teller, ann):
        expect(page.locator("#end-title")).to_have_count(0)
        expect(page.locator(".time")).to_contain_text("Night 1")
    expect(grimoire[1]).to_have_count(0)
    expect(told(ann)).to_contain_text("The game continues from an earlier moment.")


def test_nobody_stumbles_on_a_phone(server: Server, visit: Visit, axe: str) -> None:
    names = [f"Player {n}" for n in range(1, 16)]
    tokens = ("Slayer", "Empath", "Chef", "Monk", "Mayor", "Virgin", "Soldier", "Ravenkeeper", "Undertaker")
    more = ("Butler", "Saint", "Poisoner", "Spy", "Baron", "Imp")
    page = Town(server, visit, play_on(dealt(names, (*tokens, *more)), came("day"))).page(0, **PHONE)
    touch(page.get_by_role("button", name="My token", exact=True))
    wrong = look(page, axe, "My token", "dialog")
    page.keyboard.press("Escape")
    long = "0123456789" * 30
    touch(page.get_by_role("button", name="Talk"))
    page.get_by_text("Say who you are, or pretend to be").click()
    wrong += look(page, axe, "the talk", "dialog")
    page.get_by_role("textbox", name="Say to everybody").fill(long)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_text(long)).to_be_visible()
    page.keyboard.press("Escape")
    for number, sheet in enumerate((page.locator(".seat.own"), page.get_by_role("button", name="Log"))):
        touch(sheet)
        page.get_by_role("dialog").get_by_text(long).wait_for()
        wrong += look(page, axe, "long words", "dialog") if EVERYTHING or number else []
        page.keyboard.press("Escape")
    touch(page.locator(".seat").nth(3))
    touch(page.get_by_role("dialog").get_by_role("button", name="Use the Slayer"))
    again = page.get_by_role("dialog").get_by_role("button", name="Touch again: Use the Slayer on")
    expect(again).to_be_focused()
    wrong += look(page, axe, "what may be done to a player", "dialog")
    again.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("region", name="Question")).to_contain_text("Slayer")
    assert not wrong


def test_a_table_with_another_script(server: Server, visit: Visit) -> None:
    page = visit(server.address, expected="400", **PHONE)
    page.goto("/new/clocktower")
    page.get_by_label("How many players?").select_option("5")
    page.get_by_role("radiogroup", name="Your role").get_by_role("radio", name="Storyteller").check(force=True)
    page.get_by_label("Script", exact=True).select_option("Other …")
    script = page.get_by_role("textbox", name="Script: another")
    script.fill("chef, imp, nobody at all")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text("nobody at all")
    script.fill(ONE_OF_EACH)
    page.get_by_role("button", name="Play").click()
    grimoire = page.get_by_role("region", name="The grimoire")
    expect(grimoire.get_by_role("button", name=re.compile(", Chef,"))).to_have_count(1)
    expect(grimoire.get_by_role("listitem")).to_have_count(5)  # as many bots as players were wished for


NIGHT = "() => getComputedStyle(document.documentElement).getPropertyValue('--backdrop')"


def test_a_picture_of_a_night_leaves_the_page_by_day(server: Server, visit: Visit) -> None:
    page = visit(server.address, **PHONE)
    page.goto("/new/clocktower")
    day = page.evaluate(NIGHT)
    touch(page.get_by_text("How to play, in five pictures"))
    page.locator(".pictures li").nth(1).scroll_into_view_if_needed()
    page.locator(".scene .by-night").first.wait_for(state="attached")
    settled(page)
    assert page.evaluate(NIGHT) == day
    heights = page.locator(".scene .tools").evaluate_all(
        "all => all.map((one) => one.firstElementChild.offsetHeight)"
    )
    assert heights
    assert max(heights) < 60, "buttons are as high as their words"


CIRCLE = "() => JSON.stringify(document.querySelector('.circle').getBoundingClientRect())"
MOMENTS = ("talk", "nominations", "block", "waiting", "vote", "voteLocked", "voteTurn", "poll", "asleep", "awake")


def test_the_players_circle_keeps_its_size_by_night_by_day_and_in_a_vote(page: Page, gallery: str) -> None:
    """Each moment on one screen or on the other; beside the talk, with which all begins."""
    table_at(page, gallery, "clocktower")
    first, *moments = MOMENTS
    for which, (width, height) in enumerate(some(((390, 664), (844, 390), (390, 844), (1280, 800)), 2)):
        page.set_viewport_size({"width": width, "height": height})
        seen = {}
        for state in (first, *(moments if EVERYTHING else moments[which::2])):
            show(page, state)
            seen[state] = page.evaluate(CIRCLE)
            if (state, height) == ("voteLocked", 664):
                how = page.locator(".vote .how").evaluate("one => one.offsetHeight")
                assert how == 0, "its clock takes the room of why somebody is nominated"
        assert len(set(seen.values())) == 1, (width, height, seen)
