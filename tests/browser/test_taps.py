"""How many touches an evening in one room takes, with rules and free: counted as the page hears them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.finger import hand, lift, middle, touch
from tests.browser.free_grimoire import NAMES, player, sit
from tests.browser.in_person import IN_PERSON
from tests.browser.person import settled
from tests.browser.storyteller import FULLEST, token
from tests.browser.town import PHONE, Town, came, dealt, play_on

COUNT = "() => { window.touches = 0; addEventListener('click', (event) => { touches += event.isTrusted }, true) }"

HANDS = ("Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def touches(page: Page) -> int:
    """How many there were since this was asked last."""
    since: int = page.evaluate("() => { const since = touches; touches = 0; return since; }")
    return since


ROOM = ("Ann", "Bo", *HANDS, "Ivy", "Jo")
CAST = (
    *("Washerwoman", "Librarian", "Investigator", "Chef", "Empath"),
    *("Fortune Teller", "Monk", "Poisoner", "Spy", "Imp"),
)


def test_in_one_room_with_rules_by_day(server: Server, visit: Visit) -> None:
    """How many touches the nights of such a town take is counted in test_storyteller."""
    page = Town(server, visit, play_on(dealt(ROOM, CAST, script=FULLEST, **IN_PERSON), came("day"))).page()
    page.evaluate(COUNT)

    # a nomination with its vote, who nominates whom, and the hands that are up
    page.get_by_role("button", name="Nominate", exact=True).click()
    whom = next(
        name for name in ("Bo", "Cy") if ", Imp, " not in token(page, name).inner_text()
    )  # the game goes on
    for name in ("Ann", whom):
        token(page, name).click()
    expect(page.get_by_role("button", name="Count the hands")).to_be_visible()
    for name in HANDS:
        token(page, name).click()
        expect(token(page, name)).to_have_accessible_name(re.compile("hand up"))
    page.get_by_role("button", name="Count the hands").click()
    expect(page.get_by_text(f"{whom} is about to die")).to_be_visible()
    assert touches(page) == 4 + len(HANDS)

    # by hand, and taken back
    who = next(name for name in HANDS if ", good" in token(page, name).inner_text())
    token(page, who).click()
    page.get_by_role("button", name="Kill", exact=True).click()
    expect(token(page, who)).to_have_accessible_name(re.compile("dead"))
    assert touches(page) == 2
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(token(page, who)).not_to_have_accessible_name(re.compile("dead"))
    assert touches(page) == 1

    # to the end of the day in one touch, where nobody is about to die; otherwise that is told first
    page.get_by_role("button", name="End day", exact=True).click()
    expect(page.get_by_role("region", name="Question")).not_to_contain_text("Nominations are open")
    settled(page)
    touches(page)
    if "Night 2" not in page.locator(".strip").inner_text():
        page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator(".strip")).to_contain_text("Night 2")
    assert touches(page) <= 1


def test_tokens_are_looked_at_in_one_touch_each(server: Server, visit: Visit) -> None:
    page = visit(server.address, **PHONE)
    page.clock.install()
    page.goto("/grimoire")
    sit(page, NAMES[:5])
    page.get_by_role("button", name="Deal by chance").click()
    page.get_by_role("button", name="Pass the phone").click()
    see, finger = page.get_by_role("button", name="See my token"), hand(page)
    touch(finger, "touchStart", *middle(see))
    expect(page.get_by_role("heading", name=f"{NAMES[0]}, you are")).to_be_visible()
    page.clock.run_for(900)  # long for a touch, and too short to have read it
    lift(finger)
    expect(page.get_by_role("heading", name=f"Hand this to {NAMES[0]}")).to_be_visible()
    for name in NAMES[:5]:
        expect(see).not_to_have_attribute("aria-disabled", "true")
        box = see.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 2)  # a heading of two lines moves the button away
        page.mouse.down()
        expect(page.get_by_role("heading", name=f"{name}, you are")).to_be_visible()
        page.clock.run_for(2000)
        page.mouse.up()
        expect(page.get_by_role("heading", name=f"{name}, you are")).to_have_count(0)
        page.clock.run_for(1000)
    page.get_by_role("button", name="To the circle").press("Enter")
    expect(player(page, NAMES[0])).to_have_accessible_name(re.compile("alive"))


def test_in_one_room_free(server: Server, visit: Visit) -> None:
    page = visit(server.address, **PHONE)
    page.goto("/grimoire")
    sit(page, NAMES[:10])
    page.evaluate(COUNT)
    page.get_by_role("button", name="Deal by chance").click()
    expect(player(page, "Ann")).not_to_have_accessible_name(re.compile("no token"))
    assert touches(page) == 1

    # a kill by hand, and taken back
    player(page, "Ann").click()
    page.get_by_role("button", name="Dies", exact=True).click()
    expect(player(page, "Ann")).to_have_accessible_name(re.compile("dead"))
    assert touches(page) == 2
    page.get_by_role("button", name="Undo").click()
    expect(player(page, "Ann")).not_to_have_accessible_name(re.compile("dead"))
    assert touches(page) == 1

    # a reminder: the tray, the reminder, the token; two for the next one
    page.get_by_role("button", name="Reminders").click()
    for name, taken in (("Bo", 3), ("Cy", 2)):
        chip = page.locator("[data-reminder]").first
        chip.click()
        player(page, name).click()
        expect(player(page, name)).to_have_accessible_name(re.compile(re.escape(chip.inner_text().split("\n")[0])))
        assert touches(page) == taken
    page.get_by_role("button", name="Done", exact=True).click()

    # somebody's token held up, and put away
    touches(page)
    player(page, "Dee").click()
    page.get_by_role("button", name="Show “You are”").click()
    page.get_by_role("button", name="Hold to close").press("Enter")
    assert touches(page) == 3

    # a day with a vote of six hands, whose token names the nominee; who is about to die dies at one touch
    page.get_by_role("button", name="Dawn", exact=True).click()
    page.get_by_role("button", name="Vote", exact=True).click()
    for name in NAMES[:6]:
        player(page, name).click()
    page.get_by_role("button", name="Done voting").click()
    player(page, "Flo").click()
    assert touches(page) == 1 + 9
    page.get_by_role("button", name="Execute Flo").click()
    expect(player(page, "Flo")).to_have_accessible_name(re.compile("dead"))
    assert touches(page) == 1

    # and the night that follows, with its list
    page.get_by_role("button", name="Dusk", exact=True).click()
    page.get_by_role("checkbox", name=re.compile("^Dusk")).check()
    assert touches(page) == 2
