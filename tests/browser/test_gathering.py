"""Ways to gather at Clocktower's page: a policy tells it, somebody else goes on with it, two want one chair."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.answering import ANSWERS, ONE_OF_EACH, answer
from tests.browser.conftest import Visit
from tests.browser.looking import look
from tests.browser.person import QUIET, SEATS, STAYS, come_as_host, wait_until
from tests.browser.town import PHONE, seat
from tests.server.harness import PATIENCE, UNLIMITED, Person, Server

# Words of the game, of its records and of its moves.
NAMES = ("Mira", "Good", "yes", "go on", "Evil Imp", "Dawn", "Imp or Chef", "Bo is dead", "deal", "for Bo")
STEP = 50  # milliseconds


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("gathering"), LONG_GONE="0", **UNLIMITED)
    server.start()
    yield server
    server.stop()


def sit(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Your name", exact=True).first.fill(name)
    page.keyboard.press("Enter")
    page.get_by_text(name, exact=True).first.wait_for()


def come(server: Server, code: str, seat: int, name: str) -> Person:
    person = Person(server, code)
    person.hello()
    assert person.sit(seat, name)["ok"]
    return person


def plays(person: Person, move: str | None = None) -> None:
    """Make this move, or the first there is, unless somebody at the page has been quicker."""
    answered = person.play(move)
    assert answered["ok"] or answered["why"] in ("late", "stale"), answered


def does(person: Person) -> str:
    """Nominate somebody each day, execute them from the second day on; otherwise the first thing that there is."""
    legal, view = person.legal, person.state["view"]
    if view["question"]["topic"] == "vote":
        return "yes" if view["day"] > 1 else "no"
    if "done" not in legal:
        return str(legal[0])
    living = [one["name"] for one in view["circle"] if one["alive"] and one["seat"] != person.seat]
    named = [name for name in living if f"nominate {name}" in legal]
    return f"nominate {named[0]}" if named and not view["nominations"] else "done"


def test_a_policy_tells_it_from_the_first_minute_to_the_end(hurried: Server, visit: Visit) -> None:
    address = f"http://127.0.0.1:{hurried.port}"
    mira = visit(address, **PHONE)
    code = come_as_host(mira, address, "clocktower", len(NAMES) + 1, script="Trouble Brewing", sweep=0)
    sit(mira, NAMES[0])
    people = [come(hurried, code, seat, name) for seat, name in enumerate(NAMES[1:], start=1)]
    mira.get_by_role("button", name="Start the game with 1 bot").click()
    end = mira.locator("#end-title")
    for _ in range(int(PATIENCE * 1000 / STEP)):
        if end.count():
            break
        if mira.locator(ANSWERS).count():
            answer(mira)
        for person in people:
            if person.say("ping")["ok"] and person.asked and person.legal:
                plays(person, does(person))
        mira.wait_for_timeout(STEP)
    expect(mira.get_by_role("main")).to_contain_text(re.compile("(Good|Evil) has won"))
    # however much there is to tell of it, the circle and what can be done now stay in sight
    circle = mira.get_by_role("list", name="The town, clockwise")
    for stays in (*circle.get_by_role("button").all(), mira.get_by_role("button", name="Play again")):
        expect(stays).to_be_in_viewport(ratio=0.9)
    heard = re.findall(r'button "(.*)"', circle.aria_snapshot())
    assert [one.startswith(f"{name}, ") for one, name in zip(heard, NAMES, strict=True)] == [True] * len(NAMES)
    mira.get_by_role("button", name="Log").click()
    for moment in ("Night 1 falls", "Night 2 falls"):
        expect(mira.get_by_role("dialog", name="What happened")).to_contain_text(moment)


def test_the_story_is_handed_to_somebody_who_is_here_and_they_go_on_with_it(
    hurried: Server, visit: Visit, axe: str
) -> None:
    address = f"http://127.0.0.1:{hurried.port}"
    sue, ann = visit(address, **PHONE), visit(address, **PHONE)
    ann.add_init_script(STAYS)
    code = come_as_host(sue, address, "clocktower", 6, script=ONE_OF_EACH)
    sue.get_by_role("textbox", name="Your name as Storyteller").fill("Sue")
    sue.keyboard.press("Enter")
    ann.goto(f"{address}/t/{code}")
    sit(ann, "Ann 2")
    people = [come(hurried, code, seat, name) for seat, name in enumerate(("Bo", "Cy", "Di", "Ed"), start=1)]
    sue.get_by_role("button", name="Start the game").click()
    grimoire = [page.get_by_role("region", name="The grimoire") for page in (sue, ann)]
    expect(grimoire[0]).to_be_visible()
    while not sue.locator(".time").get_by_text("Night 1").count():
        for page in (sue, ann):
            if page.locator(ANSWERS).count():
                answer(page)
        for person in people:
            if person.say("ping")["ok"] and person.asked:
                plays(person)
        sue.wait_for_timeout(STEP)

    # who has told it until now sees nothing of it any more
    sue.get_by_role("button", name=SEATS).click()
    sue.get_by_role("combobox", name="Hand the storyteller's seat over to").select_option("Ann 2")
    wrong = look(sue, axe, "the seats")
    sue.get_by_role("button", name="Hand over").click()
    expect(grimoire[1]).to_be_visible()
    news = "You have the storyteller's seat from now on."
    expect(ann.get_by_role("group", name="News")).to_contain_text(news)
    expect(sue.locator(".now")).to_contain_text("The town sleeps")
    expect(grimoire[0]).to_have_count(0)
    expect(sue.get_by_role("button", name=re.compile("Poisoner|Imp,"))).to_have_count(0)

    # who tells it now goes on from there, after a reload too, and a bot has their chair
    ann.reload()
    expect(grimoire[1].get_by_role("button", name=re.compile(", Imp, evil"))).to_have_count(1)
    while not ann.locator(".time").get_by_text("Day 1").count():
        if ann.locator(ANSWERS).count():
            answer(ann)
        for person in people:
            if person.say("ping")["ok"] and person.asked and "done" not in person.legal:
                plays(person)
        ann.wait_for_timeout(STEP)
    expect(seat(sue, "Ann 2")).to_have_accessible_name(re.compile("^Ann 2, a bot, alive"))
    assert not wrong


def test_the_first_who_is_here_gives_the_story_on_when_its_teller_has_been_gone_for_long(
    hurried: Server, visit: Visit
) -> None:
    table = hurried.open("clocktower", 6, script=ONE_OF_EACH)
    teller, address = table.host(), f"http://127.0.0.1:{hurried.port}"
    assert teller.sit(5, "Sue")["ok"]
    ann, sue = visit(address, **PHONE), visit(address, **PHONE)
    for page in (ann, sue):
        page.add_init_script(STAYS)
    ann.goto(f"{address}/t/{table.code}")
    sit(ann, "Ann 2")
    bo, *_ = [come(hurried, table.code, seat, name) for seat, name in enumerate(("Bo", "Cy", "Di", "Ed"), start=1)]
    assert teller.say("start")["ok"]
    teller.close()
    ann.get_by_role("button", name=SEATS).click()
    seats = ann.get_by_role("dialog", name="Seats")
    expect(seats).to_contain_text("you can hand the storyteller's seat over here after two minutes")
    assert bo.say("handover", to=1)["text"] == "Since the storyteller is gone, Ann 2 may hand that seat over now."
    seats.get_by_role("combobox", name="Hand the storyteller's seat over to").select_option("Bo")
    seats.get_by_role("button", name="Hand over").click()
    expect(seats.get_by_role("group", name="News")).to_contain_text("Bo has the storyteller's seat from now on.")
    expect(seats).not_to_contain_text("The storyteller is away")
    assert bo.say("ping")["ok"]
    assert bo.state["view"]["storyteller"]

    # who told it until then is told that it is theirs no more
    holds = {
        table.code: {"game": "clocktower", "secret": teller.secret, "host": table.secret, "seat": 5, "last": 0}
    }
    sue.goto(address + QUIET)
    sue.evaluate("known => localStorage.setItem('facedown.tables', JSON.stringify(known))", holds)
    sue.goto(f"{address}/t/{table.code}")
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


def test_of_two_who_take_one_chair_at_the_same_moment_one_is_told_who_has_it(hurried: Server, visit: Visit) -> None:
    address = f"http://127.0.0.1:{hurried.port}"
    bo, ann = visit(address, **PHONE), visit(address, **PHONE)
    line = SlowLine(ann)
    code = come_as_host(bo, address, "clocktower", 6)
    ann.goto(f"{address}/t/{code}")
    field = ann.get_by_role("textbox", name="Your name", exact=True)
    field.fill("Ann 2")
    line.hold()
    sit(bo, "Bo")
    field.press("Enter")
    line.release(2)  # that Bo sat down, and that Ann cannot
    expect(
        ann.get_by_role("group", name="Why not").get_by_text("Bo has this seat; take a free one.")
    ).to_be_visible()
    expect(ann.get_by_role("listitem").filter(has_text="Bo")).to_contain_text("host")
    expect(field).to_have_value("Ann 2")
    field.press("Enter")
    expect(bo.get_by_role("listitem").filter(has_text="Ann 2")).to_contain_text("a person")


def test_whoever_sits_down_while_the_host_fills_the_chairs_is_left_in_peace(hurried: Server, visit: Visit) -> None:
    address = f"http://127.0.0.1:{hurried.port}"
    host, guest = visit(address), visit(address, **PHONE)
    host.add_init_script(STAYS)
    line = SlowLine(host)
    code = come_as_host(host, address, "bayou-boss", 4)
    sit(host, "Mira")
    guest.goto(f"{address}/t/{code}")
    guest.get_by_role("button", name="Sit down").first.wait_for()
    line.hold()
    host.get_by_role("button", name="Fill the").click()
    expect(guest.get_by_role("listitem").nth(1)).to_contain_text("bot")
    sit(guest, "Bo")
    line.release(3)  # that the first bot sits, twice, and that Bo does
    expect(guest.get_by_role("listitem").nth(3)).to_contain_text("bot")
    expect(host.get_by_role("listitem").nth(2)).to_contain_text("a person")
    expect(host.get_by_role("button", name="Start the game", exact=True)).to_be_visible()
    expect(host.get_by_role("group", name="Why not")).to_have_count(0)
