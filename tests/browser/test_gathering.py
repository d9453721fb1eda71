"""Ways to gather at Clocktower's page, and to part: two want one chair, somebody comes late, the story goes on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.answering import ONE_OF_EACH
from tests.browser.conftest import Server, Visit
from tests.browser.looking import look
from tests.browser.person import SEATS, STAYS, come_as_host, come_to, press, settled, wait_until
from tests.browser.town import (
    IMP,
    MIRA,
    NAMES,
    PHONE,
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
from tests.server.harness import Person

FIVE = ("Ann 2", "Bo", "Cy", "Di", "Ed")
TOKENS = ("Chef", "Empath", "Slayer", "Poisoner", "Imp")


def sit(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Your name", exact=True).first.fill(name)
    page.keyboard.press("Enter")
    settled(page)


def come(server: Server, code: str) -> Person:
    person = Person(server, code)
    person.hello()
    return person


def test_the_end_of_an_evening_is_heard_clockwise_and_keeps_the_circle_in_sight(
    server: Server, visit: Visit
) -> None:
    """The longest names are those that people give, a home-made character's among them."""
    lamplighter = (
        '{"id": "lamplighter", "name": "Lamplighter", "team": "townsfolk", "ability": "Asks for a light."}'
    )
    script = f'["fortuneteller","empath","chef","monk","slayer","virgin","poisoner","baron","imp",{lamplighter}]'
    tokens = [
        *("Fortune Teller", "Empath", "Chef", "Monk", "Lamplighter", "Slayer", "Virgin", "Poisoner"),
        *("Baron", "Imp"),
    ]
    table = play_on(dealt(NAMES, tokens, script=script, sweep=0), came("day"))
    play(table, (TELLER, "to nominations"), (MIRA, f"nominate {NAMES[IMP]}"), (TELLER, "go on"))
    play(
        table,
        *((TELLER, f"hand {name} up") for name in NAMES[:9]),
        (TELLER, "go on with the vote"),
        (TELLER, "end the day"),
    )
    mira = Town(server, visit, play_on(table, lambda table: table.over), host=MIRA).page(MIRA)
    expect(mira.get_by_role("main")).to_contain_text("Good has won")
    expect(mira.get_by_role("main")).to_contain_text("Lamplighter")
    circle = mira.get_by_role("list", name="The town, clockwise")
    again = mira.get_by_role("button", name="Play again")
    for stays in (*circle.get_by_role("button").all(), again):
        expect(stays).to_be_in_viewport(ratio=0.9)
    mira.set_viewport_size({"width": 844, "height": 390})
    expect(again).to_be_in_viewport(ratio=1)
    mira.set_viewport_size(PHONE)
    heard = re.findall(r'button "(.*)"', circle.aria_snapshot())
    assert [one.split(", ")[0] for one in heard] == list(NAMES)
    assert heard[ZOE] == f"{NAMES[ZOE]}, the Empath, good, alive, away"
    assert heard[IMP] == f"{NAMES[IMP]}, the Imp, evil, dead, executed on day 1, away"
    mira.get_by_role("button", name="Log").click()
    expect(mira.get_by_role("dialog", name="What happened")).to_contain_text("Night 1 falls")


def test_a_traveller_who_comes_late_sits_down_by_the_link_and_may_be_exiled(server: Server, visit: Visit) -> None:
    town = Town(server, visit, play_on(dealt(), came("day")), host=MIRA)
    mira, uma = town.page(MIRA), visit(server.address, **PHONE)
    teller = town.person(TELLER)
    uma.goto(f"/t/{town.code}")
    uma.get_by_role("button", name="Talk").click()
    expect(uma.get_by_role("dialog")).to_contain_text("Only those who have a seat can talk here")
    uma.keyboard.press("Escape")
    for _ in range(2):  # whoever was refused may ask again
        uma.get_by_role("button", name="Ask for a chair …").click()
        uma.get_by_role("textbox", name="Your name").fill("Uma 2")
        uma.keyboard.press("Enter")
        mira.get_by_role("button", name="Not now").click()
        uma.get_by_role("button", name="Ask no longer").click()
    press(mira.get_by_role("button", name=SEATS))
    mira.get_by_role("textbox", name="A chair for somebody who comes late").fill("Uma 2")
    mira.keyboard.press("Enter")
    expect(mira.get_by_role("dialog").get_by_text("Uma 2")).to_be_visible()
    mira.keyboard.press("Escape")
    teller.wait(lambda: teller.seat == TELLER + 1)
    expect(uma.get_by_text("There is a chair for you")).to_be_visible()
    press(uma.get_by_role("button", name="Sit down as Uma 2"))
    expect(uma.locator(".now")).to_contain_text("The storyteller decides when you come to town")
    does(teller, "Uma 2 arrives as evil Beggar")
    press(uma.get_by_role("button", name="My token"))
    uma.get_by_role("button", name="Turn it over").click()
    expect(uma.get_by_role("dialog")).to_contain_text("you are evil")
    expect(seat(mira, "Uma 2")).to_have_accessible_name(re.compile("the Traveller Beggar"))
    seat(mira, "Uma 2").click()
    press(mira.get_by_role("button", name="Call for the exile of Uma 2"))
    teller.wait(lambda: teller.asked or teller.state["view"]["sweep"] is not None)


def test_the_story_is_handed_to_somebody_who_is_here_and_they_go_on_with_it(
    server: Server, visit: Visit, axe: str
) -> None:
    town = Town(server, visit, play_on(dealt(FIVE, TOKENS, script=ONE_OF_EACH), is_asked(3)))
    sue, ann = town.page(), visit(server.address, **PHONE)
    ann.add_init_script(STAYS)
    come_to(ann, town.staged_at(0))
    grimoire = [page.get_by_role("region", name="The grimoire") for page in (sue, ann)]
    expect(grimoire[0]).to_be_visible()
    press(sue.get_by_role("button", name=SEATS))
    sue.get_by_role("combobox", name="Hand the storyteller's seat over to").select_option("Ann 2")
    wrong = look(sue, axe, "the seats", "dialog")
    press(sue.get_by_role("button", name="Hand over"))

    # who has told it until now sees nothing of it any more
    expect(sue.locator(".now")).to_contain_text("The town sleeps")
    expect(grimoire[0]).to_have_count(0)
    expect(sue.get_by_role("button", name=re.compile("Poisoner|Imp,"))).to_have_count(0)
    expect(seat(sue, "Ann 2")).to_have_accessible_name(re.compile("^Ann 2, a bot, alive"))

    # who tells it now goes on from there, after a reload too
    expect(grimoire[1]).to_be_visible()
    expect(ann.get_by_role("group", name="News")).to_contain_text("You have the storyteller's seat from now on.")
    ann.reload()
    expect(grimoire[1].get_by_role("button", name=re.compile(", Imp, evil"))).to_have_count(1)
    assert not wrong


def test_the_host_hands_the_story_to_a_bot_and_who_told_it_is_told_that_it_is_theirs_no_more(
    server: Server, visit: Visit
) -> None:
    town = Town(server, visit, play_on(dealt(FIVE, TOKENS, script=ONE_OF_EACH), is_asked(3)), host=0)
    ann, sue = town.page(0), visit(server.address, **PHONE)
    sue.add_init_script(STAYS)
    press(ann.get_by_role("button", name=SEATS))
    seats = ann.get_by_role("dialog", name="Seats")
    seats.get_by_role("combobox", name="Hand the storyteller's seat over to").select_option("a bot")
    press(seats.get_by_role("button", name="Hand over"))
    expect(seats).to_contain_text("Storyteller, bot")
    come_to(sue, town.staged_at(5))
    expect(sue.get_by_role("group", name="News")).to_contain_text("Somebody else has your seat from now on.")


class SlowLine:
    """What the server says to a page waits on the way, from `hold` until `release`."""

    def __init__(self, page: Page) -> None:
        self.page, self._holds = page, False
        self._waiting: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket(re.compile("/socket$"), self._between)

    def _between(self, here: WebSocketRoute) -> None:
        there = here.connect_to_server()
        there.on_message(lambda said: self._waiting.append((here, said)) if self._holds else here.send(said))

    def hold(self) -> None:
        self._holds = True

    def release(self, most: int) -> None:
        """Let go what was said, once it is so many messages."""
        wait_until(self.page, lambda: len(self._waiting) >= most, f"{most} messages")
        self._holds = False
        for here, said in self._waiting:
            here.send(said)


def test_of_two_who_take_one_chair_at_the_same_moment_one_is_told_who_has_it(server: Server, visit: Visit) -> None:
    ann = visit(server.address, **PHONE)
    line = SlowLine(ann)
    code = come_as_host(ann, server.address, "clocktower", 6)
    bo = come(server, code)
    field = ann.get_by_role("textbox", name="Your name", exact=True)
    field.fill("Ann 2")
    line.hold()
    assert bo.sit(0, "Bo")["ok"]
    field.press("Enter")
    line.release(2)  # that Bo sat down, and that Ann cannot
    refusal = ann.get_by_role("group", name="Why not").get_by_text("Bo has this seat; take a free one.")
    expect(refusal).to_be_visible()
    expect(ann.get_by_role("listitem").first).to_contain_text("a person")
    expect(field).to_have_value("Ann 2")
    field.press("Enter")
    expect(ann.get_by_role("listitem").nth(1)).to_contain_text("Ann 2")


def test_whoever_sits_down_while_the_host_fills_the_chairs_is_left_in_peace(server: Server, visit: Visit) -> None:
    host = visit(server.address)
    host.add_init_script(STAYS)
    line = SlowLine(host)
    code = come_as_host(host, server.address, "bayou-boss", 4)
    sit(host, "Mira")
    guest = come(server, code)
    line.hold()
    host.get_by_role("button", name="Fill the").click()
    sits(guest, host, 1)
    assert guest.sit(2, "Bo")["ok"]
    line.release(3)  # that the first bot sits, twice, and that Bo does
    sits(guest, host, 3)
    expect(host.get_by_role("listitem").nth(2)).to_contain_text("a person")
    expect(host.get_by_role("button", name="Start the game", exact=True)).to_be_visible()
    expect(host.get_by_role("group", name="Why not")).to_have_count(0)


def sits(guest: Person, host: Page, seat: int) -> None:
    """Wait until the guest hears that a bot sits there; what the host's page says passes through here meanwhile."""

    def heard() -> bool:
        assert guest.say("ping")["ok"]
        return bool(guest.state["seats"][seat]["kind"] == "bot")

    wait_until(host, heard, f"a bot in seat {seat}")
