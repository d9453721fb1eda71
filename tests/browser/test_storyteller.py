"""The storyteller's table: the circle, what is asked on it, what is done by hand, and how many touches it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from facedown.core.table import Table as State
from tests.browser.conftest import Server, Visit
from tests.browser.crew import says, take_seats
from tests.browser.looking import look
from tests.browser.person import SEATS, SOON, come_as_host, come_back
from tests.browser.storyteller import FULLEST, token
from tools import staged

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
SCREENS = {"phone": (390, 844), "desktop": (1440, 900)}
# The town is not waited for by touching: its players answer by themselves, before or after the page shows it.
ASKED = """() => document.querySelector("#end-title")
    || !document.querySelector(".ask")?.innerText.startsWith("Waiting for")
        && (document.querySelector(".ask [data-move]")
            || document.querySelector(".storyteller .time")?.textContent.startsWith("Day"))"""

Table = Callable[..., tuple[Page, Page]]
ByDay = Callable[..., Page]


@pytest.fixture(params=list(SCREENS), ids=list(SCREENS))
def screen(request: pytest.FixtureRequest) -> tuple[int, int]:
    return SCREENS[request.param]


@pytest.fixture
def table(server: Server, visit: Visit) -> Table:
    """A storyteller on a screen of this size, and a town of people with odd names."""

    def begin(
        screen: tuple[int, int] = SCREENS["phone"], names: tuple[str, ...] = NAMES, **options: object
    ) -> tuple[Page, Page]:
        width, height = screen
        teller, town = visit(server.address, width=width, height=height), visit(server.address)
        code = come_as_host(teller, server.address, "clocktower", len(names) + 1, **options)
        take_seats(town, server.address, code, names)
        teller.get_by_role("textbox", name="Your name as Storyteller").fill("Mira")
        teller.keyboard.press("Enter")
        teller.get_by_role("button", name="Start the game").click()
        teller.locator(".storyteller").wait_for()
        return teller, town

    return begin


@pytest.fixture(scope="module")
def dawn() -> State:
    """A town after its first night, and a storyteller who is asked nothing: played once for several tests."""
    teller = len(NAMES)

    def wanted(state: State) -> bool:
        return state.view(None).phase == "day" and teller not in state.asked

    return staged.found_among("clocktower", (*NAMES, staged.NAME), wanted, script="Trouble Brewing")


@pytest.fixture
def by_day(server: Server, visit: Visit, dawn: State) -> ByDay:
    """The storyteller on the first day, on a screen of this size; everybody else is away."""

    def begin(screen: tuple[int, int] = SCREENS["phone"]) -> Page:
        width, height = screen
        teller = visit(server.address, width=width, height=height)
        with ThreadPoolExecutor(1) as thread:  # the browser has an event loop in this one
            put = thread.submit(staged.put, server.folder, dawn, len(NAMES), people=True)
        come_back(teller, put.result())
        teller.get_by_role("button", name="Open nominations").wait_for()
        return teller

    return begin


def touch(page: Page) -> None:
    """One touch at the thumb: what is suggested, or to go on, until something else is asked or waited for."""
    asked = page.locator(".ask").inner_text()
    page.locator(".ask [data-move]").first.click()
    page.wait_for_function("(asked) => document.querySelector('.ask')?.innerText !== asked", arg=asked)


def by_night(page: Page, until: str = "Day") -> int:
    """Take what is suggested until the day breaks: how many touches that took."""
    time, touches = page.locator(".storyteller .time"), 0
    while True:
        page.wait_for_function(ASKED, timeout=SOON)
        if time.inner_text().startswith(until):
            return touches
        touch(page)
        touches += 1
        assert touches < 40, "the day never breaks"


def test_the_first_night_takes_one_touch_for_each_who_wakes(table: Table, screen: tuple[int, int]) -> None:
    teller, _ = table(screen, script="Trouble Brewing")
    touches = by_night(teller)
    assert 5 <= touches <= 13, f"{touches} touches with the suggestions of a night of ten"


def test_nights_of_the_fullest_cast_take_thirteen_and_ten_touches(table: Table, screen: tuple[int, int]) -> None:
    teller, _ = table(screen, script=FULLEST)
    assert by_night(teller) <= 13
    teller.get_by_role("button", name="End day", exact=True).click()
    expect(teller.get_by_role("region", name="Question")).not_to_contain_text("The town talks")
    assert by_night(teller, until="Day 2") <= 10


def test_the_three_that_the_demon_is_shown_are_chosen_together(table: Table) -> None:
    teller, _ = table(script="Trouble Brewing")
    asked = teller.locator(".ask")
    for _ in range(40):
        teller.wait_for_function(ASKED, timeout=SOON)
        if "shown to the Demon" in asked.inner_text():
            break
        touch(teller)
    teller.get_by_role("button", name="Choose something else").click()
    sheet = teller.get_by_role("dialog")
    expect(sheet).to_contain_text("Pick 3")
    chips = sheet.locator(".chip")
    names = [chips.nth(at).locator("span").first.inner_text() for at in (1, 3, 5)]
    show = sheet.get_by_role("button", name="Show these three to the Demon")
    for name in names:
        expect(show).to_be_disabled()
        chips.filter(has_text=name).click()
    show.click()
    expect(asked).not_to_contain_text("shown to the Demon")
    teller.get_by_role("button", name="More", exact=True).click()
    expect(teller.get_by_role("dialog")).to_contain_text(f"as not in play: {', '.join(names)}")


def test_a_nomination_with_its_vote_takes_three_touches_at_most(table: Table, screen: tuple[int, int]) -> None:
    teller, town = table(screen, script="Trouble Brewing", sweep=1)
    by_night(teller)
    teller.get_by_role("button", name="Open nominations").click()
    expect(teller.locator(".middle").get_by_text("Nominations are open")).to_be_visible()
    says(town, NAMES[1], f"nominate {NAMES[4]}")
    asked = teller.locator(".ask [data-move]")
    counted = teller.locator(".storyteller .middle").filter(has_text=re.compile(r": \d+ votes?"))
    touches = 0
    while True:
        asked.or_(counted).first.wait_for()
        if counted.count():
            break
        touch(teller)
        touches += 1
        assert touches <= 3, "a nomination takes more than three touches"


def test_a_kill_by_hand_takes_two_touches_and_undo_one(by_day: ByDay, screen: tuple[int, int]) -> None:
    teller = by_day(screen)
    name = NAMES[3]
    token(teller, name).click()
    teller.get_by_role("button", name="Kill", exact=True).click()
    expect(token(teller, name)).to_have_accessible_name(re.compile("dead"))
    teller.get_by_role("button", name="Undo", exact=True).click()
    expect(token(teller, name)).not_to_have_accessible_name(re.compile("dead"))


def test_a_chair_for_somebody_late_is_free_and_the_storyteller_stays_the_storyteller(by_day: ByDay) -> None:
    teller = by_day()
    teller.get_by_role("button", name=SEATS).click()
    teller.get_by_role("textbox", name="A chair for somebody who comes late").fill("Ann the 2nd")
    teller.keyboard.press("Enter")
    chair = teller.get_by_role("dialog").get_by_role("listitem").filter(has_text="Ann the 2nd")
    expect(chair).to_contain_text("nobody has taken this seat yet")
    expect(teller.get_by_text("seat from now on")).to_have_count(0)


def test_reminders_are_put_down_by_touch_by_dragging_and_by_keys(by_day: ByDay) -> None:
    teller = by_day()
    first, second = token(teller, NAMES[0]), token(teller, NAMES[5])
    teller.get_by_role("button", name="Reminder", exact=True).click()
    own = teller.get_by_role("textbox", name="A reminder in your own words")
    own.fill("Is this the “Demon”?")
    own.press("Enter")
    first.click()
    expect(first).to_have_accessible_name(re.compile("Is this the “Demon”"))
    start, end = first.bounding_box(), second.bounding_box()
    assert start
    assert end
    teller.mouse.move(start["x"] + 30, start["y"] + 30)
    teller.mouse.down()
    teller.mouse.move(end["x"] + 30, end["y"] + 30, steps=5)
    teller.mouse.up()
    expect(second).to_have_accessible_name(re.compile("Is this the “Demon”"))
    expect(first).not_to_have_accessible_name(re.compile("Is this the “Demon”"))
    teller.get_by_role("button", name="Done", exact=True).click()
    second.focus()
    teller.keyboard.press("Enter")
    teller.get_by_role("button", name=re.compile("^Remove: Is this")).focus()
    teller.keyboard.press("Enter")
    expect(second).not_to_have_accessible_name(re.compile("Is this the “Demon”"))


def test_a_veil_hides_everything_and_a_card_fills_the_screen(by_day: ByDay) -> None:
    teller = by_day()
    teller.get_by_role("button", name="Hide", exact=True).click()
    veil = teller.get_by_role("dialog", name="Hidden")
    assert veil.bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 844}
    teller.keyboard.press("Enter")
    expect(veil).to_have_count(0)
    teller.get_by_role("button", name="Card", exact=True).click()
    teller.get_by_role("button", name="Do you use your ability?").click()
    card = teller.get_by_role("dialog", name="Do you use your ability?")
    assert card.bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 844}
    card.click()
    expect(card).to_have_count(0)
    token(teller, NAMES[0]).click()
    teller.get_by_role("button", name="Show a card …").click()
    expect(teller.get_by_role("radio", name="On Ann’s device")).to_be_checked()
    teller.get_by_role("button", name="Did you vote today?").click()
    expect(teller.get_by_role("dialog")).to_have_count(0)
    expect(teller.get_by_text("shows you a card: “Did you vote today?”").first).to_be_attached()


def whispers(town: Page, name: str, to_whom: str) -> None:
    """Somebody whispers, as soon as they may."""
    town.wait_for_function("(name) => crew.find((one) => one.name === name).legal.includes('done')", arg=name)
    says = "([name, move]) => crew.find((one) => one.name === name).play(move)"
    town.evaluate(says, [name, f"whisper {to_whom}"])


def test_whispers_to_the_storyteller_are_read_and_answered_in_threads(table: Table) -> None:
    teller, town = table(names=NAMES[:5], script="chef, empath, slayer, poisoner, imp")
    by_night(teller)
    talk = teller.locator(".strip").get_by_role("button", name="Talk 1 new")
    whispers(town, NAMES[3], 'the storyteller "Am I drunk?"')
    expect(talk).to_be_visible()
    whispers(town, NAMES[1], f'{NAMES[0]} "I am the Chef"')
    talk.click()
    sheet = teller.get_by_role("dialog", name="Talk")
    sheet.get_by_text("What players whisper to each other (1)").click()
    expect(sheet).to_contain_text("Ann and Bo to Ann: I am the Chef")
    sheet.get_by_role("button", name=f"{NAMES[3]} 1 new").click()
    thread = sheet.get_by_role("list", name=f"Whispered with {NAMES[3]}")
    expect(thread).to_contain_text("Am I drunk?")
    sheet.get_by_role("button", name="“I cannot tell you that.”").click()
    expect(thread).to_contain_text("I cannot tell you that.")
    teller.keyboard.press("Escape")
    expect(talk).to_have_count(0)
    teller.get_by_role("button", name="Undo", exact=True).click()
    teller.locator(".strip").get_by_role("button", name="Talk", exact=True).click()
    expect(thread).not_to_contain_text("I cannot tell you that.")


def test_tokens_are_laid_out_before_the_deal(table: Table) -> None:
    teller, town = table(script="Trouble Brewing", deal="by hand")
    teller.get_by_role("button", name="Fill the bag …").click()
    bag = teller.get_by_role("dialog", name="The bag")
    bag.get_by_role("button", name=f"{NAMES[2]} by chance").click()
    bag.locator(".choose").get_by_role("button", name="Empath", exact=True).first.click()
    expect(bag.get_by_role("button", name=f"{NAMES[2]} Empath")).to_be_visible()
    # without saying for whom
    mayor = bag.get_by_role("button", name="Mayor", exact=True)
    for pressed in ("true", "false", "true"):
        mayor.click()
        expect(mayor).to_have_attribute("aria-pressed", pressed)
    expect(bag.get_by_role("heading", name="Townsfolk 2 of 7")).to_be_visible()
    bag.get_by_role("button", name=re.compile("^Deal")).click()
    expect(token(teller, NAMES[2])).to_have_accessible_name(re.compile(f"^{NAMES[2]}, Empath, good"))
    circle = teller.get_by_role("list", name="The circle, clockwise")
    expect(circle.get_by_role("button", name=re.compile(", Mayor, good"))).to_have_count(1)
    assert town.evaluate("crew.every((one) => one.seated)")


def test_a_token_of_the_bag_is_given_by_touch_and_the_drunk_asks_at_once_what_they_believe(table: Table) -> None:
    teller, _ = table(names=NAMES[:8], script="Trouble Brewing", deal="by hand")
    teller.get_by_role("button", name="Fill the bag …").click()
    bag = teller.get_by_role("dialog", name="The bag")
    bag.get_by_role("button", name="Chef", exact=True).click()
    bag.get_by_role("button", name="Drunk", exact=True).click()
    asked = bag.get_by_role("group", name="The Drunk")
    expect(asked).to_be_in_viewport()
    expect(asked.get_by_role("button", name="Saint", exact=True)).to_have_count(0)
    asked.get_by_role("button", name="Slayer", exact=True).click()
    expect(bag.get_by_role("button", name="Drunk as Slayer")).to_have_attribute("aria-pressed", "true")
    bag.get_by_role("button", name="Give the Drunk to somebody").click()
    token_of = teller.locator("[data-seat='3']")
    token_of.click()
    expect(token_of).to_contain_text(", Drunk")
    teller.get_by_role("button", name="Fill the bag …").click()
    expect(bag.get_by_role("button", name=f"{NAMES[3]} Drunk, thinks they are the Slayer")).to_be_visible()
    bag.get_by_role("button", name="Fill as suggested").click()
    expect(bag.get_by_role("button", name="Deal", exact=True)).to_be_enabled()
    teller.reload()
    teller.get_by_role("button", name="Fill the bag …").click()
    bag.get_by_role("button", name="Shuffle who has which").click()
    bag.get_by_role("button", name="Leave them").click()
    expect(bag.get_by_role("button", name=f"{NAMES[3]} Drunk, thinks they are the Slayer")).to_be_visible()


# How far above the name the light round a token ends.
ABOVE_NAME = """() => [...document.querySelectorAll(".seat.lit")].map((seat) => {
    const { clipPath, height, top } = getComputedStyle(seat, "::before");
    const cut = parseFloat(/^inset\\(\\S+ \\S+ ([\\d.]+)px/.exec(clipPath)?.[1] ?? -9);
    const end = seat.getBoundingClientRect().top + parseFloat(top) + parseFloat(height) - cut;
    return seat.querySelector(".name").getBoundingClientRect().top - end;
})"""


def test_the_light_round_a_token_ends_above_the_name(table: Table) -> None:
    teller, _ = table(
        names=NAMES[:8], script="fortuneteller, chef, empath, monk, soldier, virgin, poisoner, imp, saint"
    )
    teller.locator(".seat.lit").first.wait_for()
    assert all(gap >= -0.5 for gap in teller.evaluate(ABOVE_NAME))


def test_any_token_of_the_bag_may_be_laid_out_as_another(table: Table) -> None:
    script = "alchemist, chef, empath, monk, soldier, virgin, slayer, mayor, saint, recluse, poisoner, baron, imp"
    teller, _ = table(names=NAMES[:8], script=script, deal="by hand", late=1)
    expect(teller.get_by_text("0 of 7 tokens are chosen")).to_be_visible()  # whoever comes late has no token yet
    teller.get_by_role("button", name="Fill the bag …").click()
    bag = teller.get_by_role("dialog", name="The bag")
    bag.get_by_role("button", name="Alchemist", exact=True).click()
    asked = bag.get_by_role("group", name="The Alchemist")
    expect(asked).to_contain_text("has another character's ability, and knows it")
    expect(asked.get_by_role("button", name="Chef", exact=True)).to_have_count(0)
    asked.get_by_role("button", name="Poisoner", exact=True).click()
    expect(bag.get_by_role("button", name="Alchemist as Poisoner")).to_have_attribute("aria-pressed", "true")
    bag.get_by_text("Somebody thinks they are another character …").click()
    bag.get_by_role("group").get_by_role("button", name="Mayor", exact=True).last.click()
    mistaken = bag.get_by_role("group", name="The Mayor")
    expect(mistaken).to_be_in_viewport()
    mistaken.get_by_role("button", name="Slayer", exact=True).click()
    expect(bag.get_by_role("button", name="Mayor as Slayer")).to_have_attribute("aria-pressed", "true")


def test_the_storyteller_answers_on_the_circle_for_somebody_who_is_away(table: Table) -> None:
    teller, town = table(names=("Ann", "Bo", "Cy", "Di", "Ed"), script="chef, empath, slayer, poisoner, imp")
    touch(teller)
    expect(teller.locator(".storyteller .time")).to_contain_text("Night")  # all have looked at their tokens
    town.evaluate("crew.forEach((one) => (one.play = () => {}))")  # nobody answers any more
    stand_in = teller.get_by_role("button", name="Answer for them", exact=True)
    asked = teller.locator(".ask [data-move]")
    for _ in range(40):
        stand_in.or_(asked).first.wait_for()
        if stand_in.count():
            break
        touch(teller)
    stand_in.click()
    token(teller, "Cy").click()
    expect(token(teller, "Cy")).to_have_accessible_name(re.compile("reminders: .*poisoned"))


def test_one_of_many_who_are_waited_for_is_nudged(by_day: ByDay) -> None:
    teller = by_day()
    teller.get_by_role("button", name="Who has to answer …").click()
    sheet = teller.get_by_role("dialog", name="Who has to answer")
    sheet.get_by_role("button", name=f"Nudge {NAMES[3]}").click()
    expect(sheet.get_by_role("button", name="Nudged")).to_have_count(1)
    teller.keyboard.press("Escape")
    teller.get_by_role("button", name="Log", exact=True).click()
    told = f"Told {NAMES[3]}: The storyteller: The town waits for your answer."
    expect(teller.get_by_role("dialog", name="What happened")).to_contain_text(told)


def test_a_screen_reader_hears_the_circle_in_order_and_arrows_walk_round_it(by_day: ByDay) -> None:
    teller = by_day()
    circle = teller.get_by_role("list", name="The circle, clockwise").get_by_role("button")
    heard = [one.locator(".unseen").first.inner_text() for one in circle.all()]
    assert [said.startswith(f"{name}, ") for said, name in zip(heard, NAMES, strict=True)] == [True] * len(NAMES)
    assert all(re.search(", (good|evil)", said) for said in heard)
    circle.first.focus()
    teller.keyboard.press("ArrowRight")
    expect(circle.nth(1)).to_be_focused()
    teller.keyboard.press("ArrowLeft")
    teller.keyboard.press("ArrowLeft")
    expect(circle.last).to_be_focused()


def test_nobody_stumbles_at_the_storyteller_s_table(table: Table, axe: str) -> None:
    teller, _ = table((360, 640), tuple(f"Player {n}" for n in range(1, 21)), travellers=5)
    wrong: list[str] = []
    teller.wait_for_function(ASKED, timeout=SOON)
    wrong += look(teller, axe, "set-up")
    touch(teller)
    teller.wait_for_function(ASKED, timeout=SOON)
    wrong += look(teller, axe, "night")
    for button in ("Card", "More", "Timer"):
        teller.get_by_role("button", name=button, exact=True).click()
        teller.get_by_role("dialog").wait_for()
        wrong += look(teller, axe, button)
        teller.keyboard.press("Escape")
    token(teller, "Player 7").click()
    wrong += look(teller, axe, "a token")
    teller.keyboard.press("Escape")
    teller.get_by_role("button", name="Reminder", exact=True).click()
    wrong += look(teller, axe, "reminders")
    assert not wrong
