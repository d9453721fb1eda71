"""Clocktower at the page, told plainly: forms on the floor, the storyteller's questions and hand."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.answering import ANSWERS, ONE_OF_EACH, STEPS, answer, asked
from tests.browser.conftest import Server, Visit
from tests.browser.keyboard import tab_to
from tests.browser.looking import PHONE, look
from tests.browser.person import SOON, come_as_host


def start(
    page: Page, server: Server, players: int, role: str = "", script: str = "Trouble Brewing", **options: object
) -> None:
    """A game among bots that answer at once; we are the first player, or have the seat of this role."""
    come_as_host(page, server.address, "clocktower", players + 1, script=script, **options)
    seat = f"Your name as {role}" if role else "Your name"
    page.get_by_role("textbox", name=seat, exact=True).fill("Mira")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Fill the").click()
    page.get_by_role("button", name="Start the game").click()


def told(page: Page) -> Locator:
    return page.get_by_role("region", name="What happened")


def press(page: Page, name: str) -> None:
    tab_to(page, name)
    page.keyboard.press("Enter")


def play_until_the_floor_is_open(page: Page) -> Locator:
    done = page.get_by_role("group", name="Your options").get_by_role("button", name="Done")
    for _ in range(STEPS):
        assert asked(page), "the first day never breaks"
        if done.count():
            return done
        answer(page)
    raise AssertionError("nobody asks us to speak")


def test_a_player_s_day_and_night_by_keyboard(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    start(page, server, 5, script=ONE_OF_EACH)
    play_until_the_floor_is_open(page)
    press(page, "My token")
    press(page, "Turn it over")
    expect(page.get_by_role("dialog", name="Your token")).to_contain_text("You are ")
    page.keyboard.press("Escape")
    press(page, "Talk")
    expect(page.get_by_role("textbox", name="Say to everybody")).to_be_focused()
    page.keyboard.type('I am "the Chef"')
    page.keyboard.press("Enter")
    expect(told(page)).to_contain_text("Mira: I am “the Chef”")
    page.get_by_text("Say who you are, or pretend to be").press("Enter")
    page.get_by_role("radio", name="Chef").focus()
    page.keyboard.press("Space")
    press(page, "Say “I am the Chef”")
    expect(told(page)).to_contain_text("Mira claims to be the Chef")
    second = page.locator(".time").get_by_text(re.compile("Day 2|The game is over"))
    for _ in range(STEPS):
        if not asked(page) or second.count():
            break
        answer(page)
    expect(second.or_(page.locator("#end-title")).first).to_be_visible()
    expect(told(page)).to_contain_text(re.compile("Night 2 falls|wins"))


def test_what_is_being_written_stays_while_others_speak(server: Server, visit: Visit) -> None:
    writer, speaker = visit(server.address), visit(server.address)
    code = come_as_host(writer, server.address, "clocktower", 6, script=ONE_OF_EACH)
    for page, name in ((writer, "Mira"), (speaker, "Otto")):
        page.goto(f"{server.address}/t/{code}")
        page.get_by_role("textbox", name="Your name", exact=True).fill(name)
        page.keyboard.press("Enter")
        page.get_by_text(name, exact=True).wait_for()
    writer.get_by_role("button", name="Fill the").click()
    writer.get_by_role("button", name="Start the game").click()
    say = [page.get_by_role("textbox", name="Say to everybody") for page in (writer, speaker)]
    done = [page.get_by_role("button", name="Done", exact=True) for page in (writer, speaker)]
    end = time.monotonic() + SOON / 1000
    while not all(button.count() for button in done):
        assert time.monotonic() < end, "nobody asks the two to speak"
        for page in (writer, speaker):
            if page.locator(ANSWERS).count() and not page.get_by_role("button", name="Done").count():
                answer(page)
        writer.wait_for_timeout(20)
    say[0].press_sequentially("I would ")
    say[1].fill("Let me speak first")
    speaker.keyboard.press("Enter")
    expect(told(writer)).to_contain_text("Otto: Let me speak first")
    writer.keyboard.type("nominate Otto")  # into what has the focus, still
    writer.keyboard.press("Enter")
    expect(told(speaker)).to_contain_text("Mira: I would nominate Otto")
    expect(say[0]).to_have_value("")


def test_the_storyteller_answers_and_kills_by_hand(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    start(page, server, 7, role="Storyteller")
    night = page.locator(".time").get_by_text("Night 1")
    for _ in range(STEPS):
        assert asked(page), "the game is over before night falls"
        if night.count():
            break
        answer(page)
    dead = somebody_good(page)
    by_hand(page, dead, "Kill")
    expect(token(page, dead)).to_have_accessible_name(re.compile(", dead"))
    for _ in range(3):
        assert asked(page)
        answer(page)


def somebody_good(page: Page) -> str:
    """Whoever is first among the good, as the grimoire has it: with the Demon the game would end."""
    good = page.get_by_role("region", name="The grimoire").get_by_role("button", name=re.compile(", good"))
    return good.first.locator(".unseen").first.inner_text().split(",")[0]


def token(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name="The grimoire").get_by_role("button", name=re.compile(f"^{name},"))


def by_hand(page: Page, whom: str, what: str) -> None:
    """Two touches: a token, and what is done with it."""
    token(page, whom).click()
    page.get_by_role("group", name="By hand").get_by_role("button", name=what, exact=True).click()


def test_the_storyteller_takes_moves_back_by_keyboard(server: Server, visit: Visit) -> None:
    """In a night in which everybody waits for the Poisoner, who is a person and takes all the time there is."""
    teller, players = night(server, visit)
    spoken = teller.locator("[role=status].unseen")
    drunk = re.compile("reminders: .*drunk")
    marks = teller.get_by_role("region", name="The grimoire").get_by_role("button", name=drunk)
    by_hand(teller, "Ann", "Drunk")
    expect(marks).to_have_count(1)
    by_hand(teller, "Bo", "Drunk")
    expect(marks).to_have_count(2)
    seen = [player.locator("main").inner_text() for player in players]
    press(teller, "Undo …")
    sheet = teller.get_by_role("dialog", name="Undo")
    expect(sheet).to_contain_text("mark Bo drunk")
    expect(sheet.get_by_role("button", name="Undo it")).to_be_focused()
    teller.keyboard.press("Enter")
    expect(marks).to_have_count(1)
    expect(sheet).to_have_count(0)
    expect(spoken).to_contain_text("Mira undid 1 move.")
    by_hand(teller, "Cy", "Drunk")
    expect(marks).to_have_count(2)
    teller.keyboard.press("b")
    sheet.get_by_role("button", name="Undo to here: Mira: mark Ann drunk").focus()
    teller.keyboard.press("Enter")
    sure = sheet.get_by_role("button", name="Undo 2 moves")
    expect(sure).to_be_focused()
    expect(marks).to_have_count(2)
    teller.keyboard.press("Enter")
    expect(marks).to_have_count(0)
    expect(spoken).to_contain_text("Mira undid 2 moves.")
    assert [player.locator("main").inner_text() for player in players] == seen


def test_at_the_end_the_storyteller_sees_the_grimoire_and_may_still_take_the_end_back(
    server: Server, visit: Visit
) -> None:
    teller, (ann, *_) = night(server, visit)
    teller.get_by_role("button", name="More", exact=True).click()
    teller.get_by_role("button", name="History …").click()
    expect(teller.get_by_role("dialog", name="History")).to_contain_text("Told Ann: You are the")
    teller.keyboard.press("Escape")
    teller.get_by_role("button", name="More", exact=True).click()
    teller.get_by_role("button", name="End the game …").click()
    teller.get_by_role("button", name="Evil wins").click()
    expect(teller.get_by_role("heading", name="Evil has won")).to_be_visible()
    eyes = teller.get_by_role("group", name="Choose whose view to see")
    own = eyes.get_by_role("button", name="Mira, storyteller")
    expect(own).to_have_attribute("aria-pressed", "true")
    eyes.get_by_role("button", name="Ann").click()
    expect(teller.get_by_role("region", name="The grimoire")).to_have_count(0)
    own.click()
    expect(teller.get_by_role("region", name="The grimoire")).to_be_visible()
    ann.get_by_role("button", name="Mira, storyteller").click()
    expect(ann.get_by_role("region", name="The grimoire")).to_be_visible()
    teller.get_by_role("link", name="Watch the replay").click()
    expect(teller.get_by_role("combobox", name="Seen by")).to_have_value("everything")
    teller.get_by_role("slider", name="Moment").fill("1")
    expect(teller.get_by_role("region", name="Moments of the game")).to_contain_text("Told Ann: You are the")
    expect(teller.get_by_role("group", name="At any time")).to_have_count(0)  # there is nothing to be done
    teller.go_back()
    expect(teller.get_by_role("heading", name="Evil has won")).to_be_visible()
    teller.keyboard.press("b")
    teller.get_by_role("button", name="Undo it").click()
    for page in (teller, ann):
        expect(page.locator("#end-title")).to_have_count(0)
        expect(page.locator(".time")).to_contain_text("Night 1")
    expect(ann.get_by_role("region", name="The grimoire")).to_have_count(0)
    expect(told(ann)).to_contain_text("The game continues from an earlier moment.")


def night(server: Server, visit: Visit) -> tuple[Page, list[Page]]:
    """Five people in their first night, in which the Poisoner is asked, and their storyteller."""
    names = ("Mira", "Ann", "Bo", "Cy", "Di", "Ed")
    teller, *players = pages = [visit(server.address) for _ in names]
    code = come_as_host(teller, server.address, "clocktower", 6, script=ONE_OF_EACH)
    for page, name in zip(pages, names, strict=True):
        page.goto(f"{server.address}/t/{code}")
        field = "Your name as Storyteller" if page is teller else "Your name"
        page.get_by_role("textbox", name=field, exact=True).first.fill(name)
        page.keyboard.press("Enter")
        page.get_by_text(name, exact=True).first.wait_for()
    teller.get_by_role("button", name="Start the game").click()
    end = time.monotonic() + SOON / 1000
    night = teller.locator(".time").get_by_text("Night 1")
    while not (night.count() and any(player.locator(ANSWERS).count() for player in players)):
        assert time.monotonic() < end, "nobody is asked by night"
        for page in pages:
            if page.locator(ANSWERS).count() and not (night.count() and page is not teller):
                answer(page)  # before night falls, and when it begins
        teller.wait_for_timeout(20)
    for page in pages:
        expect(page.locator(".time")).to_contain_text("Night 1")
    return teller, players


def test_nobody_stumbles_on_a_phone(server: Server, visit: Visit, axe: str) -> None:
    wrong: list[str] = []
    page = visit(server.address, **PHONE)
    start(page, server, 15)
    play_until_the_floor_is_open(page)
    wrong += look(page, axe, "the floor")
    page.get_by_role("button", name="Use …").click()
    wrong += look(page, axe, "Use …")
    for sheet in ("My token", "Notebook", "Script"):
        page.get_by_role("button", name=sheet, exact=True).click()
        wrong += look(page, axe, sheet)
        page.keyboard.press("Escape")
    long = "0123456789" * 30
    page.get_by_role("button", name="Talk").click()
    page.get_by_text("Say who you are, or pretend to be").click()
    wrong += look(page, axe, "the talk")
    page.get_by_role("textbox", name="Say to everybody").fill(long)
    page.keyboard.press("Enter")
    expect(page.get_by_text(long).first).to_be_visible()
    page.get_by_role("combobox", name="To").select_option("the storyteller, in private")
    wrong += look(page, axe, "in private")
    page.keyboard.press("Escape")
    page.locator(".seat.own").click()
    page.get_by_role("dialog").get_by_text(long).wait_for()
    wrong += look(page, axe, "long words")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Log").click()
    page.get_by_role("dialog").get_by_text(long).wait_for()
    wrong += look(page, axe, "the log")
    assert not wrong


def test_nobody_stumbles_over_the_grimoire_on_a_phone(server: Server, visit: Visit, axe: str) -> None:
    wrong: list[str] = []
    page = visit(server.address, **PHONE)
    come_as_host(page, server.address, "clocktower", 21, travellers=5)
    page.get_by_role("heading", name="Seats").wait_for()
    wrong += look(page, axe, "the lobby")
    start(page, server, 7, role="Storyteller")
    assert asked(page)
    answer(page)
    assert asked(page)
    wrong += look(page, axe, "a question")
    changed = somebody_good(page)
    by_hand(page, changed, "Character …")
    page.get_by_role("searchbox", name="Find a character").fill("chef")
    wrong += look(page, axe, "by hand")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(token(page, changed)).to_have_accessible_name(re.compile(", Chef,"))
    page.keyboard.press("b")  # a phone's bar has no room for the button; Undo stands among the tools
    page.get_by_role("button", name="Undo it").wait_for()
    wrong += look(page, axe, "taking back")
    assert not wrong


def test_a_table_with_another_script(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, expected="400", **PHONE)
    page.goto(server.address + "/new/clocktower")
    page.get_by_label("How many players?").select_option("5")
    page.get_by_role("radiogroup", name="Your role").get_by_role("radio", name="Storyteller").check(force=True)
    page.get_by_label("Script", exact=True).select_option("Other …")
    script = page.get_by_role("textbox", name="Script: another")
    assert not look(page, axe, "a new table")
    script.fill("chef, imp, nobody at all")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text("nobody at all")
    script.fill(ONE_OF_EACH)
    page.get_by_role("button", name="Play").click()
    expect(
        page.get_by_role("region", name="The grimoire").get_by_role("button", name=re.compile(", Chef,"))
    ).to_have_count(1)


CIRCLE = "() => JSON.stringify(document.querySelector('.circle').getBoundingClientRect())"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (390, 664), (844, 390), (1280, 800)])
def test_the_players_circle_keeps_its_size_by_night_by_day_and_in_a_vote(
    server: Server, visit: Visit, width: int, height: int
) -> None:
    page = visit(server.address, width=width, height=height)
    start(page, server, 5, sweep=1)
    page.locator(".circle").wait_for()
    circle, wanted = page.evaluate(CIRCLE), {".answer", ".vote", ".prompt .moves"}
    for _ in range(STEPS):
        if not wanted or not asked(page):
            break
        assert page.evaluate(CIRCLE) == circle, page.locator(".prompt").inner_text()
        wanted -= {what for what in wanted if page.locator(what).count()}
        answer(page)
    assert not wanted
