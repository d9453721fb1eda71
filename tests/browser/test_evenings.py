"""Whole evenings at Clocktower's page: ten people, from set-up to the end, and what goes wrong on the way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.person import SEATS
from tests.browser.town import IMP, MIRA, NAMES, PHONE, TOKENS, ZOE, Town, choose_by_keyboard, seat
from tests.server.harness import PATIENCE, UNLIMITED, Person, Server

LAMPLIGHTER = {
    "id": "lamplighter",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Once, by day, asks for a light.",
}
CAST = ("fortuneteller", "empath", "noble", "monk", "slayer", "virgin", "balloonist", "poisoner", "goblin", "imp")
SCRIPT = json.dumps([{"id": "_meta", "name": "Odd lamps", "author": "Flo"}, *CAST, LAMPLIGHTER])
# Some of them experimental, one home-made.
DEALT = [{"Chef": "Noble", "Mayor": "Lamplighter", "Baron": "Goblin"}.get(token, token) for token in TOKENS]


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("evenings"), **UNLIMITED)
    server.start()
    yield server
    server.stop()


def everybody(town: Town, moves: Callable[[Person], str | None], until: Callable[[], bool]) -> None:
    """Those at sockets do what this says whenever they are asked, until this is so."""
    for _ in range(int(PATIENCE * 20)):
        if until():
            return
        for person in town.others.values():
            assert person.say("ping")["ok"]  # what was said before is heard now
            move = moves(person) if person.asked else None
            if move is not None:
                answer = person.play(move)
                assert answer["ok"] or answer["why"] in ("late", "stale"), (move, answer)
        town.mira.wait_for_timeout(50)
    pytest.fail("the town does not go on")


def asleep(person: Person) -> str | None:
    """By night the Demon kills somebody at a socket; the others do the first thing that they may."""
    legal = person.legal
    if person.state["view"]["phase"] != "night" or not legal:
        return None
    return NAMES[4] if person.seat == IMP and NAMES[4] in legal else legal[0]


def done(person: Person) -> str | None:
    return "done" if "done" in person.legal else None


def now(page: Page, text: str) -> Callable[[], bool]:
    return lambda: text in page.locator(".now").inner_text()


def vote(town: Town, hands: int) -> None:
    """The storyteller goes on to the hands, of which so many are up, and lets them be counted."""
    teller = town.teller
    teller.wait(lambda: teller.seat in teller.state["asked"] or teller.state["view"]["sweep"] is not None)
    if teller.state["view"]["sweep"] is None:
        town.tells("go on")
    up = [f"hand {NAMES[one]} up" for one in range(2, 2 + hands)]
    town.tells("hold the vote", *up, "go on with the vote")
    teller.wait(lambda: teller.state["view"]["sweep"] is None)


def test_a_storyteller_tells_it_until_they_leave_at_night_and_the_policy_goes_on_to_the_end(
    hurried: Server, visit: Visit
) -> None:
    town = Town(hurried, visit, script=SCRIPT)
    mira, zoe = town.mira, town.zoe
    town.tells(*(f"token {name} {token}" for name, token in zip(NAMES, DEALT, strict=True)), "deal")

    # night: a phone reloads, and is back where it was
    town.looks()
    town.goes_on(lambda: MIRA in town.teller.state["asked"])
    zoe.reload()
    expect(zoe.locator(".now")).to_contain_text("The town sleeps")
    choose_by_keyboard(mira, NAMES[2], NAMES[IMP])
    town.goes_on(lambda: town.phase == "day")

    # the script is known by its name, the home-made character by its words
    zoe.get_by_role("button", name="Script", exact=True).click()
    expect(zoe.get_by_role("dialog")).to_contain_text("Odd lamps")
    expect(zoe.get_by_role("dialog")).to_contain_text(LAMPLIGHTER["ability"])
    zoe.keyboard.press("Escape")

    # a Traveller comes late, sits down on a new chair by the link, and is exiled
    mira.get_by_role("button", name=SEATS).click()
    mira.get_by_role("textbox", name="A chair for somebody who comes late").fill("Uma 2")
    mira.keyboard.press("Enter")
    expect(mira.get_by_role("dialog").get_by_text("Uma 2")).to_be_visible()
    mira.keyboard.press("Escape")
    town.teller.wait(lambda: town.teller.seat == 11)
    uma = visit(town.link.partition("/t/")[0], **PHONE)
    uma.goto(town.link)
    uma.get_by_role("button", name=SEATS).click()
    uma.get_by_role("button", name="Sit down as Uma 2").click()
    uma.keyboard.press("Escape")
    expect(uma.locator(".now")).to_contain_text("The storyteller decides when you come to town")
    town.tells("Uma 2 arrives as evil Beggar")
    expect(seat(mira, "Uma 2")).to_have_accessible_name(re.compile("the Traveller Beggar"))
    uma.get_by_role("button", name="My token").click()
    uma.get_by_role("button", name="Turn it over").click()
    expect(uma.get_by_role("dialog")).to_contain_text("you are evil")
    uma.keyboard.press("Escape")
    seat(mira, "Uma 2").click()
    mira.get_by_role("button", name="Call for the exile of Uma 2").click()
    vote(town, 7)
    town.goes_on(lambda: "to nominations" in town.teller.legal)
    expect(seat(mira, "Uma 2")).to_have_accessible_name(re.compile("dead"))

    # whoever is away holds no vote up
    zoe.close()
    town.tells("to nominations")
    seat(mira, NAMES[5]).click()
    mira.get_by_role("button", name=f"Nominate {NAMES[5]}").click()
    vote(town, 2)
    town.goes_on(
        lambda: town.teller.state["view"]["nominations"][-1]["done"] and "end the day" in town.teller.legal
    )
    assert town.teller.state["view"]["block"] is None
    town.tells("end the day")

    # by night the storyteller leaves for good: the host lets the policy go on
    town.goes_on(lambda: town.phase == "night")
    town.teller.close()
    mira.get_by_role("button", name=SEATS).click()
    mira.get_by_role("combobox", name="Hand the storyteller's seat over to").select_option("a bot")
    mira.get_by_role("button", name="Hand over").click()
    expect(mira.get_by_role("dialog")).to_contain_text("Storyteller, bot")
    mira.keyboard.press("Escape")
    everybody(town, asleep, lambda: now(mira, "You are awake")() or now(mira, "Day 2")())
    if now(mira, "You are awake")():
        choose_by_keyboard(mira, NAMES[2], NAMES[IMP])
    everybody(town, asleep, now(mira, "Day 2"))

    # the town does not wait for Zoë, who is away, finds the Demon, and good wins
    mira.get_by_role("button", name="Done", exact=True).click()
    uma.get_by_role("button", name="Done", exact=True).click()
    everybody(town, done, now(mira, "Nominations are open"))
    seat(mira, NAMES[IMP]).click()
    mira.get_by_role("button", name=f"Nominate {NAMES[IMP]}").click()
    mira.get_by_role("button", name="Raise your hand").click()
    for person in town.others.values():
        person.send("play", at=person.state["version"], move="hand up")  # all in time, whoever is counted first
    expect(mira.locator(".now")).to_contain_text("is about to die")
    mira.get_by_role("button", name="Done", exact=True).click()
    uma.get_by_role("button", name="Done", exact=True).click()
    everybody(town, done, lambda: mira.locator("#end-title").count() > 0)
    expect(mira.get_by_role("main")).to_contain_text("Good has won")
    expect(mira.get_by_role("main")).to_contain_text("Lamplighter")

    # a screen reader hears the circle clockwise, with who each truly was and how they died
    heard = re.findall(r'button "(.*)"', mira.get_by_role("list", name="The town, clockwise").aria_snapshot())
    assert [one.split(", ")[0] for one in heard] == [*NAMES, "Uma 2"]
    assert heard[ZOE] == f"{NAMES[ZOE]}, the Empath, good, alive, away"
    assert re.fullmatch(f"{NAMES[IMP]}, the Imp, evil, dead, executed on day [1-9]", heard[IMP])
