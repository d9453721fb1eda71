"""Clocktower by keyboard alone: whole games of a player and of a storyteller, and what a screen reader hears.

Nothing is ever pressed here but keys, into whatever has the focus.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from facedown.core.table import Table
from tests.browser.answering import ONE_OF_EACH, STEPS, asked
from tests.browser.conftest import Server, Visit
from tests.browser.crew import play_out
from tests.browser.layouts import EVERYTHING
from tests.browser.person import SOON, come_as_host, settled
from tests.browser.town import (
    DOOMED,
    IMP,
    MIRA,
    TELLER,
    ZOE,
    Town,
    came,
    dealt,
    does,
    is_asked,
    play,
    play_on,
    seat,
)
from tests.browser.town import NAMES as TOWN

FOCUSED = "node => node === document.activeElement"
ASKED_AND_FOCUSED = """() => {
    const first = document.querySelector(".ask [data-move]");
    return first && first === document.activeElement;
}"""
# The game is over, or another question is asked than before.
ANOTHER = """(asked) => document.querySelector("#end-title")
    || document.querySelector(".ask")?.innerText !== asked"""
MOST_TABS = 150
ANN = 2  # and Bo
NOMINATE = '"verb":"nominate"'  # in the key of a move
NAMES = ("Ann", "Ann and Bo", "Chef", "Zoë 2", "O’Brien")
TOKENS = ("Chef", "Empath", "Slayer", "Poisoner", "Imp")


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until this has the focus."""
    wanted.wait_for()
    for _ in range(MOST_TABS):
        if wanted.evaluate(FOCUSED):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def press(page: Page, wanted: Locator) -> None:
    tab_to(page, wanted)
    page.keyboard.press("Enter")


def arrow_to(page: Page, circle: Locator, fits: Callable[[Locator], bool]) -> None:
    """Tab into the circle, and walk clockwise to the first token that fits."""
    tokens = circle.get_by_role("button")
    tab_to(page, tokens.first)
    for token in tokens.all():
        expect(token).to_be_focused()
        if fits(token):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError("nobody fits")


def heard(circle: Locator) -> list[str]:
    """What a screen reader hears of each token, in its order."""
    return re.findall(r'button "(.*)"', circle.aria_snapshot())


# -- a player -----------------------------------------------------------------------------------------------------


def town(page: Page) -> Locator:
    return page.get_by_role("list", name="The town, clockwise")


def reach(page: Page, wanted: Locator) -> bool:
    """Press Tab until this has the focus; False where it is gone, for others do not wait until we are there."""
    for _ in range(MOST_TABS):
        there: bool | None = wanted.evaluate_all("([node]) => (node ? node === document.activeElement : null)")
        if there is not False:
            return bool(there)
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def press_if_there(page: Page, wanted: Locator) -> None:
    if reach(page, wanted):
        page.keyboard.press("Enter")


def choose(page: Page) -> None:
    """What is asked is answered in the circle: who may be chosen stands out, and Enter takes them."""
    choice = page.locator(".answer button")
    while choice.is_disabled():
        arrow_to(page, town(page), lambda token: "lit" in (token.get_attribute("class") or "").split())
    expect(choice).to_be_focused()
    page.keyboard.press("Enter")


def nominate(page: Page) -> None:
    """Nominate the first who can be, unless somebody else is quicker."""
    tokens = town(page).get_by_role("button")
    tab_to(page, tokens.first)
    for token in tokens.all():
        expect(token).to_be_focused()
        if NOMINATE in (token.get_attribute("data-moves") or "") and "you," not in token.inner_text():
            page.keyboard.press("Enter")
            page.get_by_role("dialog").wait_for()
            press_if_there(page, page.get_by_role("dialog").get_by_role("button", name=re.compile("^Nominate ")))
            break
        page.keyboard.press("ArrowRight")
    if page.get_by_role("dialog").count():
        page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def respond(page: Page) -> None:
    done = page.get_by_role("button", name=re.compile("^Done( for today)?$"))
    if (read := page.get_by_role("dialog").get_by_role("button", name="I have read it")).count():
        press_if_there(page, read)
    elif (token := page.get_by_role("dialog", name="Your token")).count():
        for name in ("Turn it over", "Put it away"):
            press(page, token.get_by_role("button", name=name))
        token.wait_for(state="detached")
    elif page.locator(".answer button").count():
        choose(page)
    elif page.locator(".vote .big").count():
        press_if_there(page, page.locator(".vote .big").first)
    elif not done.count():
        press_if_there(page, page.locator(".prompt .moves button").first)
    elif page.locator(f".seat[data-moves*='{NOMINATE}']:not(.own)").count():
        nominate(page)
    else:
        press_if_there(page, done)


LAST = "Night 2" if EVERYTHING else "Day 1"


def test_a_player_s_game(server: Server, visit: Visit) -> None:
    """From the lobby to the first day, and its end; nominations and votes have tests of their own below."""
    page = visit(server.address, name="")
    code = come_as_host(page, server.address, "clocktower", 6, script=ONE_OF_EACH, sweep=0)
    tab_to(page, page.get_by_role("textbox", name="Your name", exact=True))
    page.keyboard.type("Mira")
    page.keyboard.press("Enter")
    press(page, page.get_by_role("button", name="Fill the"))
    press(page, page.get_by_role("button", name="Start the game"))
    town(page).wait_for()
    first = heard(town(page))
    assert first[0].startswith("Mira, you, alive")
    # by now bots may have drawn their tokens, and claimed something aloud
    others = r"[^,]+, a bot, alive(, claims [^,]+(, then [^,]+)*)?(, is not ready yet)?"
    assert all(re.fullmatch(others, one) for one in first[1:]), first
    for _ in range(STEPS):
        if not asked(page) or page.locator(".time").get_by_text(LAST).count():
            break
        respond(page)
        expect(page.locator(":focus")).to_have_count(1)
    play_out(code, page)
    expect(page.locator("#end-title")).to_be_focused()
    last = heard(town(page))
    assert [one.split(",")[0] for one in last] == [one.split(",")[0] for one in first]
    assert any(", dead, " in one for one in last)


def on_day_two(server: Server, visit: Visit, *moves: tuple[int, str], until: Callable[[Table], bool]) -> Town:
    """The Imp has killed Zoë; nominations are open, and these moves have been made."""
    table = play(play_on(dealt(sweep=0), came("day")), (TELLER, "end the day"))
    table = play(play_on(table, came("day", 2), {IMP: TOWN[ZOE]}), (TELLER, "to nominations"), *moves)
    return Town(server, visit, play_on(table, until))


def test_a_second_day_s_nomination(server: Server, visit: Visit) -> None:
    people = on_day_two(server, visit, until=came("day", 2))
    page, teller = people.page(MIRA), people.person(TELLER)
    offers = page.locator(f".seat[data-moves*='{NOMINATE}']")
    expect(offers).not_to_have_count(0)
    arrow_to(page, town(page), lambda token: token.inner_text().startswith(f"{TOWN[DOOMED]},"))
    press(page, page.get_by_role("dialog").get_by_role("button", name=f"Nominate {TOWN[DOOMED]}"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".now")).to_contain_text(f"Mira nominates {TOWN[DOOMED]}")
    expect(page.locator(":focus")).to_have_count(1)
    does(teller, "go on", "go on with the vote")
    expect(page.locator(".now")).to_contain_text("Nominations are open")
    expect(offers).to_have_count(0)


def test_a_ghost_has_one_vote(server: Server, visit: Visit) -> None:
    people = on_day_two(server, visit, (MIRA, f"nominate {TOWN[IMP]}"), until=is_asked(ZOE, "day", 1))
    page, teller = people.page(ZOE), people.person(TELLER)
    own, vote = seat(page, TOWN[ZOE]), page.locator("section.vote")
    expect(own).to_have_accessible_name(re.compile("dead, one vote left"))
    press(page, vote.get_by_role("button", name="Raise your hand: this is your last vote"))
    expect(vote).to_contain_text("Your vote is counted.")
    does(teller, "go on with the vote")
    expect(own).to_have_accessible_name(re.compile("dead, no vote left"))
    does(people.person(ANN), f"nominate {TOWN[DOOMED]}")
    does(teller, "go on")
    expect(vote).to_contain_text("You have no vote here.")
    expect(vote.get_by_role("button")).to_have_count(0)
    expect(page.locator(":focus")).to_have_count(1)


# -- a storyteller ------------------------------------------------------------------------------------------------


def grimoire(page: Page) -> Locator:
    return page.get_by_role("list", name="The circle, clockwise")


def named(name: str) -> Callable[[Locator], bool]:
    return lambda token: token.locator(".unseen").first.inner_text().startswith(f"{name},")


def press_what_is_asked(page: Page) -> None:
    """Press the first answer that is offered at the thumb, if it is still there when Tab comes to it.

    Then wait until something else is asked or waited for: what is on its way is not pressed again.
    """
    asked = page.locator(".ask").inner_text()
    for _ in range(MOST_TABS):
        there: bool | None = page.evaluate(ASKED_AND_FOCUSED)
        if there:
            page.keyboard.press("Enter")
            page.wait_for_function(ANOTHER, arg=asked)
        if there is not False:
            settled(page)
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead to what is asked")


def tell_until(page: Page, time: str) -> None:
    """Take what is suggested, or go on, until it is this day or night."""
    now = page.locator(".storyteller .time")
    for _ in range(STEPS):
        page.wait_for_function(
            """time => document.querySelector(".storyteller .time")?.textContent.startsWith(time)
                || document.querySelector(".ask [data-move]")""",
            arg=time,
            timeout=SOON,
        )
        if now.inner_text().startswith(time):
            return
        press_what_is_asked(page)
    raise AssertionError(f"it never is {time}")


def tool(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="At any time").get_by_role("button", name=name, exact=True)


def test_a_storyteller_s_game(server: Server, visit: Visit) -> None:
    """From what a player is told by night to the end; nobody else is there, and the storyteller sets hands."""
    teller = len(NAMES)
    table = dealt(NAMES, TOKENS, script=ONE_OF_EACH, sweep=1)
    people = Town(server, visit, play_on(table, lambda table: "has answered" in table.prompt(teller)))
    page = people.page(width=1280, height=800, name="")

    # the first night, and what a screen reader hears of the circle: who they truly are
    tell_until(page, "Day 1")
    first = heard(grimoire(page))
    assert [one.startswith(f"{name}, ") for one, name in zip(first, NAMES, strict=True)] == [True] * len(NAMES)
    assert sum(bool(re.search(", Imp, (demon, )?evil", one)) for one in first) == 1
    imp = NAMES[next(seat for seat, one in enumerate(first) if ", Imp, " in one)]
    bo = [name for name in NAMES if name != imp][1]

    # by hand: a reminder, drunk, taken back
    press(page, tool(page, "Reminder"))
    tab_to(page, page.get_by_role("textbox", name="A reminder in your own words"))
    page.keyboard.type("Watch her")
    page.keyboard.press("Enter")
    arrow_to(page, grimoire(page), named(bo))
    token = grimoire(page).get_by_role("button", name=re.compile(f"^{re.escape(bo)},"))
    expect(token).to_have_accessible_name(re.compile("Watch her"))
    press(page, page.get_by_role("button", name="Done", exact=True))
    press(page, tool(page, "Undo"))
    expect(token).not_to_have_accessible_name(re.compile("Watch her"))

    # what is known to all is heard of everybody, and no more
    public = visit(server.address, name="")
    public.goto(f"/t/{people.code}")
    assert heard(town(public)) == [f"{name}, alive, away" for name in NAMES]

    # a vote with hands
    while not page.locator(".ask").get_by_text("Nominations are open").count():
        press_what_is_asked(page)
    press(page, tool(page, "Nominate"))
    living = [one.split(",")[0] for one in heard(town(public)) if ", alive" in one]
    by = next(name for name in living if name != imp)
    arrow_to(page, grimoire(page), named(by))
    arrow_to(page, grimoire(page), named(imp))
    press(page, page.get_by_role("button", name="Hold", exact=True))
    for name in living:
        arrow_to(page, grimoire(page), named(name))
        for circle in (grimoire(page), town(public)):
            expect(circle.get_by_role("button", name=re.compile(f"^{re.escape(name)},.*hand up"))).to_be_visible()
    assert [", hand up" in one for one in heard(town(public))] == [name in living for name in NAMES]
    press(page, page.get_by_role("button", name="Go on", exact=True))
    expect(page.get_by_text(f"{imp} is about to die")).to_be_visible()
    press(page, tool(page, "End day"))
    while not page.locator("#end-title").count():
        press_what_is_asked(page)
    expect(page.get_by_role("main")).to_contain_text("Good has won")
