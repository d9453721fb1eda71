"""The storyteller's table: the circle, what is asked on it, what is done by hand, and how many touches it takes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import facedown
from facedown.core.table import Table
from tests.browser.conftest import Server, Visit
from tests.browser.crew import answer_for
from tests.browser.layouts import EVERYTHING, some
from tests.browser.looking import look
from tests.browser.person import SEATS, press, settled
from tests.browser.storyteller import token
from tests.browser.town import Town, came, dealt, does, is_asked, play_on

# Names that nobody planned for: of two words with an "and", of a character, long, of another script.
NAMES = (
    "Ann",
    "Ann and Bo",
    "Chef",
    "Zoë 🦊",
    "Maximilian-Alexander von und zu",
    "Ed",
    "لیلا",
    "Wins",
    "O’Brien",
    "Imp",
)
# As many as can be wake on the first night, and on the second.
FULLEST = (
    *("Washerwoman", "Librarian", "Investigator", "Chef", "Empath"),
    *("Fortune Teller", "Monk", "Poisoner", "Spy", "Imp"),
)
FIVE = ("Chef", "Empath", "Slayer", "Poisoner", "Imp")
SCREENS = ((390, 844), (1440, 900))
SUE = len(NAMES)


def fullest() -> Table:
    return dealt(NAMES, FULLEST, sweep=0)


@pytest.fixture
def by_day(server: Server, visit: Visit) -> Page:
    """The storyteller on the first day; everybody else is away."""
    return Town(server, visit, play_on(fullest(), came("day"))).page()


def bag(server: Server, visit: Visit, players: int = SUE, **options: object) -> Page:
    """The storyteller's page with the bag, which is empty."""
    table = facedown.game("clocktower").new([*NAMES[:players], "Sue"], 1, deal="by hand", **options)
    page = Town(server, visit, table).page()
    press(page.get_by_role("button", name="Fill the bag …"))
    return page


def touches_until(page: Page, day: str) -> list[str]:
    """Take what is suggested, or go on, until this day breaks: what was asked at each touch."""
    asked: list[str] = []
    while len(asked) < 40:
        our_turn_or(page, day)
        if page.locator(".storyteller .time").inner_text() == day:
            return asked
        asked.append(page.locator(".ask").first.inner_text())
        press(page.locator(".ask [data-move]").first)
    raise AssertionError(f"the day never breaks: {asked}")


def our_turn_or(page: Page, day: str) -> None:
    """Wait until something is asked of the storyteller, or the day has broken."""
    settled(page)
    page.wait_for_function(
        """(day) => document.querySelector(".storyteller .time")?.textContent === day
            || document.querySelector(".ask.ours [data-move]")""",
        arg=day,
    )
    settled(page)


# How far above the letters of the name the light round a token ends; a line is some pixels higher than its letters.
ABOVE_NAME = """() => [...document.querySelectorAll(".seat.lit")].map((seat) => {
    const { clipPath, height, top } = getComputedStyle(seat, "::before");
    const end = seat.getBoundingClientRect().top + parseFloat(top) + parseFloat(height);
    return [clipPath, seat.querySelector(".name").getBoundingClientRect().top + 3 - end];
})"""


def test_nights_of_the_fullest_cast_take_thirteen_and_ten_touches_and_a_vote_three(
    server: Server, visit: Visit
) -> None:
    town = Town(server, visit, fullest())
    page = town.page()
    lights = page.evaluate(ABOVE_NAME)  # of those among whom the Fortune Teller's red herring is chosen
    assert lights
    assert all(clip == "none" and gap >= -0.5 for clip, gap in lights)
    answer_for(page, town)
    first = touches_until(page, "Day 1")
    assert 5 <= len(first) <= 13, first
    press(page.get_by_role("button", name="Open nominations"))
    expect(page.locator(".middle").get_by_text("Nominations are open")).to_be_visible()
    does(town.person(1), f"nominate {NAMES[4]}")
    asked = page.locator(".ask.ours [data-move]")
    counted = page.locator(".storyteller .middle").filter(has_text=re.compile(r": \d+ votes?"))
    for _ in range(3):
        asked.or_(counted).first.wait_for()
        if not counted.count():
            press(asked.first)
    expect(counted.first).to_be_visible()
    if EVERYTHING:  # what is answered in one touch in the first night is so in the second
        press(page.get_by_role("button", name="End day", exact=True))
        second = touches_until(page, "Day 2")
        assert 5 <= len(second) <= 10, second


def test_the_three_that_the_demon_is_shown_are_chosen_together(server: Server, visit: Visit) -> None:
    table = play_on(
        fullest(), lambda table: (asked := table.view(SUE).question) is not None and asked.topic == "bluff"
    )
    page = Town(server, visit, table).page()
    asked = page.locator(".ask")
    press(page.get_by_role("button", name="Choose something else"))
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Pick 3")
    chips = sheet.locator(".chip")
    names = [chips.nth(at).locator("span").first.inner_text() for at in (1, 3, 5)]
    show = sheet.get_by_role("button", name="Show these three to the Demon")
    for name in names:
        expect(show).to_be_disabled()
        press(chips.filter(has_text=name))
    press(show)
    expect(asked).not_to_contain_text("shown to the Demon")
    press(page.get_by_role("button", name="More", exact=True))
    expect(page.get_by_role("dialog")).to_contain_text(f"as not in play: {', '.join(names)}")


def test_the_circle_is_heard_in_order_and_used_by_touch_by_dragging_and_by_keys(by_day: Page) -> None:
    circle = by_day.get_by_role("list", name="The circle, clockwise").get_by_role("button")
    heard = [one.locator(".unseen").first.inner_text() for one in circle.all()]
    assert [said.startswith(f"{name}, ") for said, name in zip(heard, NAMES, strict=True)] == [True] * SUE
    assert all(re.search(", (good|evil)", said) for said in heard)
    circle.first.focus()
    by_day.keyboard.press("ArrowRight")
    expect(circle.nth(1)).to_be_focused()
    by_day.keyboard.press("ArrowLeft")
    by_day.keyboard.press("ArrowLeft")
    expect(circle.last).to_be_focused()

    # killed in two touches, and undone in one
    ed = token(by_day, "Ed")
    for width, height in SCREENS if EVERYTHING else SCREENS[:1]:
        by_day.set_viewport_size({"width": width, "height": height})
        press(ed)
        press(by_day.get_by_role("button", name="Kill", exact=True))
        expect(ed).to_have_accessible_name(re.compile("dead"))
        press(by_day.get_by_role("button", name="Undo", exact=True))
        expect(ed).not_to_have_accessible_name(re.compile("dead"))

    # reminders
    asks = re.compile("Is this the “Demon”")
    first, second = token(by_day, "Ann"), token(by_day, "Ed")
    press(by_day.get_by_role("button", name="Reminder", exact=True))
    own = by_day.get_by_role("textbox", name="A reminder in your own words")
    own.fill("Is this the “Demon”?")
    own.press("Enter")
    press(first)
    expect(first).to_have_accessible_name(asks)
    start, end = first.bounding_box(), second.bounding_box()
    assert start
    assert end
    by_day.mouse.move(start["x"] + 30, start["y"] + 30)
    by_day.mouse.down()
    by_day.mouse.move(end["x"] + 30, end["y"] + 30, steps=5)
    by_day.mouse.up()
    expect(second).to_have_accessible_name(asks)
    expect(first).not_to_have_accessible_name(asks)
    press(by_day.get_by_role("button", name="Done", exact=True))
    second.press("Enter")
    by_day.get_by_role("button", name=re.compile("^Remove: Is this")).press("Enter")
    expect(second).not_to_have_accessible_name(asks)


def test_a_veil_hides_everything_and_a_card_fills_the_screen(by_day: Page) -> None:
    whole = {"x": 0, "y": 0, "width": 390, "height": 844}
    press(by_day.get_by_role("button", name="Hide", exact=True))
    veil = by_day.get_by_role("dialog", name="Hidden")
    assert veil.bounding_box() == whole
    by_day.keyboard.press("Enter")
    expect(veil).to_have_count(0)
    press(by_day.get_by_role("button", name="Card", exact=True))
    press(by_day.get_by_role("button", name="Do you use your ability?"))
    card = by_day.get_by_role("dialog", name="Do you use your ability?")
    assert card.bounding_box() == whole
    by_day.keyboard.press("Enter")
    expect(card).to_have_count(0)
    press(token(by_day, "Ann"))
    press(by_day.get_by_role("button", name="Show a card …"))
    expect(by_day.get_by_role("radio", name="On Ann’s device")).to_be_checked()
    press(by_day.get_by_role("button", name="Did you vote today?"))
    expect(by_day.get_by_role("dialog")).to_have_count(0)
    expect(by_day.get_by_text("shows you a card: “Did you vote today?”").first).to_be_attached()


def test_whispers_to_the_storyteller_are_read_and_answered_in_threads(server: Server, visit: Visit) -> None:
    town = Town(server, visit, play_on(fullest(), came("day")))
    page = town.page()
    talk = page.locator(".strip").get_by_role("button", name="Talk 1 new")
    does(town.person(3), 'whisper the storyteller "Am I drunk?"')
    expect(talk).to_be_visible()
    does(town.person(1), f'whisper {NAMES[0]} "I am the Chef"')
    press(talk)
    sheet = page.get_by_role("dialog", name="Talk")
    sheet.get_by_text("What players whisper to each other (1)").click()
    expect(sheet).to_contain_text("Ann and Bo to Ann: I am the Chef")
    press(sheet.get_by_role("button", name=f"{NAMES[3]} 1 new"))
    thread = sheet.get_by_role("list", name=f"Whispered with {NAMES[3]}")
    expect(thread).to_contain_text("Am I drunk?")
    press(sheet.get_by_role("button", name="“I cannot tell you that.”"))
    expect(thread).to_contain_text("I cannot tell you that.")
    page.keyboard.press("Escape")
    expect(talk).to_have_count(0)
    press(page.get_by_role("button", name="Undo", exact=True))
    press(page.locator(".strip").get_by_role("button", name="Talk", exact=True))
    expect(thread).not_to_contain_text("I cannot tell you that.")
    page.keyboard.press("Escape")
    does(town.person(1), f'say "I am quiet {"and say why " * 20}"')
    for width, height in ((390, 664), (844, 390)):  # however low the phone is and long the line
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".heard li").first).to_be_in_viewport(ratio=1)
    expect(talk).to_be_visible()


def test_tokens_are_laid_out_before_the_deal(server: Server, visit: Visit) -> None:
    page = bag(server, visit)
    sheet = page.get_by_role("dialog", name="The bag")
    press(sheet.get_by_role("button", name="Chef by chance"))
    press(sheet.locator(".choose").get_by_role("button", name="Empath", exact=True).first)
    expect(sheet.get_by_role("button", name="Chef Empath")).to_be_visible()
    # without saying for whom
    mayor = sheet.get_by_role("button", name="Mayor", exact=True)
    for pressed in ("true", "false", "true"):
        press(mayor)
        expect(mayor).to_have_attribute("aria-pressed", pressed)
    expect(sheet.get_by_role("heading", name="Townsfolk 2 of 7")).to_be_visible()
    press(sheet.get_by_role("button", name=re.compile("^Deal")))
    expect(token(page, "Chef")).to_have_accessible_name(re.compile("^Chef, Empath, good"))
    circle = page.get_by_role("list", name="The circle, clockwise")
    expect(circle.get_by_role("button", name=re.compile(", Mayor, good"))).to_have_count(1)


def test_a_token_of_the_bag_is_given_by_touch_and_the_drunk_asks_at_once_what_they_believe(
    server: Server, visit: Visit
) -> None:
    page = bag(server, visit, 8)
    sheet = page.get_by_role("dialog", name="The bag")
    press(sheet.get_by_role("button", name="Chef", exact=True))
    press(sheet.get_by_role("button", name="Drunk", exact=True))
    asked = sheet.get_by_role("group", name="The Drunk")
    expect(asked).to_be_in_viewport()
    expect(asked.get_by_role("button", name="Saint", exact=True)).to_have_count(0)
    press(asked.get_by_role("button", name="Slayer", exact=True))
    expect(sheet.get_by_role("button", name="Drunk as Slayer")).to_have_attribute("aria-pressed", "true")
    press(sheet.get_by_role("button", name="Give the Drunk to somebody"))
    press(page.locator("[data-seat='3']"))
    expect(page.locator("[data-seat='3']")).to_contain_text(", Drunk")
    press(page.get_by_role("button", name="Fill the bag …"))
    drunk = sheet.get_by_role("button", name=f"{NAMES[3]} Drunk, thinks they are the Slayer")
    expect(drunk).to_be_visible()
    press(sheet.get_by_role("button", name="Fill as suggested"))
    expect(sheet.get_by_role("button", name="Deal", exact=True)).to_be_enabled()
    page.reload()
    press(page.get_by_role("button", name="Fill the bag …"))
    press(sheet.get_by_role("button", name="Shuffle who has which"))
    press(sheet.get_by_role("button", name="Leave them"))
    expect(drunk).to_be_visible()


def test_any_token_of_the_bag_may_be_laid_out_as_another(server: Server, visit: Visit) -> None:
    script = "alchemist, chef, empath, monk, soldier, virgin, slayer, mayor, saint, recluse, poisoner, baron, imp"
    page = bag(server, visit, 8, script=script, late=1)
    expect(page.get_by_text("0 of 7 tokens are chosen")).to_be_visible()  # whoever comes late has no token yet
    sheet = page.get_by_role("dialog", name="The bag")
    press(sheet.get_by_role("button", name="Alchemist", exact=True))
    asked = sheet.get_by_role("group", name="The Alchemist")
    expect(asked).to_contain_text("has another character's ability, and knows it")
    expect(asked.get_by_role("button", name="Chef", exact=True)).to_have_count(0)
    press(asked.get_by_role("button", name="Poisoner", exact=True))
    expect(sheet.get_by_role("button", name="Alchemist as Poisoner")).to_have_attribute("aria-pressed", "true")
    sheet.get_by_text("Somebody thinks they are another character …").click()
    press(sheet.get_by_role("group").get_by_role("button", name="Mayor", exact=True).last)
    mistaken = sheet.get_by_role("group", name="The Mayor")
    expect(mistaken).to_be_in_viewport()
    press(mistaken.get_by_role("button", name="Slayer", exact=True))
    expect(sheet.get_by_role("button", name="Mayor as Slayer")).to_have_attribute("aria-pressed", "true")


def test_the_storyteller_answers_on_the_circle_for_somebody_who_is_away(server: Server, visit: Visit) -> None:
    names = ("Ann", "Bo", "Cy", "Di", "Ed")
    page = Town(server, visit, play_on(dealt(names, FIVE), is_asked(3))).page()
    press(page.get_by_role("button", name="Answer for them", exact=True))
    press(token(page, "Cy"))
    expect(token(page, "Cy")).to_have_accessible_name(re.compile("reminders: .*poisoned"))


def test_one_of_many_who_are_waited_for_is_nudged_and_a_chair_is_brought_for_somebody_late(by_day: Page) -> None:
    press(by_day.get_by_role("button", name="Who has to answer …"))
    sheet = by_day.get_by_role("dialog", name="Who has to answer")
    press(sheet.get_by_role("button", name=f"Nudge {NAMES[3]}"))
    expect(sheet.get_by_role("button", name="Nudged")).to_have_count(1)
    by_day.keyboard.press("Escape")
    press(by_day.get_by_role("button", name="Log", exact=True))
    told = f"Told {NAMES[3]}: The storyteller: The town waits for your answer."
    expect(by_day.get_by_role("dialog", name="What happened")).to_contain_text(told)
    by_day.keyboard.press("Escape")
    press(by_day.get_by_role("button", name=SEATS))
    by_day.get_by_role("textbox", name="A chair for somebody who comes late").fill("Ann the 2nd")
    by_day.keyboard.press("Enter")
    chair = by_day.get_by_role("dialog").get_by_role("listitem").filter(has_text="Ann the 2nd")
    expect(chair).to_contain_text("nobody has taken this seat yet")
    expect(by_day.get_by_text("seat from now on")).to_have_count(0)  # the storyteller's is another, and theirs


def test_nobody_stumbles_at_the_storyteller_s_table(server: Server, visit: Visit, axe: str) -> None:
    names, screen = [f"Player {n}" for n in range(1, 21)], {"width": 360, "height": 640}
    table = facedown.game("clocktower").new([*names, "Sue"], 1, travellers=5)
    page = Town(server, visit, play_on(table, lambda table: asks(table, 20))).page(**screen)
    wrong = look(page, axe, "a question by night", by_day=True)
    for button in some(("More", "Card", "Timer"), 3):
        press(page.get_by_role("button", name=button, exact=True))
        wrong += look(page, axe, button, "dialog")
        page.keyboard.press("Escape")
    press(token(page, "Player 7"))
    wrong += look(page, axe, "a token", "dialog")
    press(page.get_by_role("button", name="Character …"))
    page.get_by_role("searchbox", name="Find a character").fill("chef")
    wrong += look(page, axe, "another character", "dialog")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(token(page, "Player 7")).to_have_accessible_name(re.compile(", Chef,"))
    page.keyboard.press("b")  # a phone's bar has no room for the button; Undo stands among the tools
    page.get_by_role("button", name="Undo it").wait_for()
    wrong += look(page, axe, "taking back", "dialog")
    page.keyboard.press("Escape")
    press(page.get_by_role("button", name="Reminder", exact=True))
    wrong += look(page, axe, "reminders")
    assert not wrong


def asks(table: Table, teller: int) -> bool:
    """Is the storyteller asked by night to choose?"""
    return table.view(None).phase == "night" and teller in table.asked and len(table.legal(teller)) > 2
