"""Ten people in one room with rules: the storyteller's phone holds every seat, and waits for the server."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Server, Visit
from tests.browser.free_grimoire import NAMES
from tests.browser.in_person import ASKED, TEN, circle, gather, one_step, to_the_floor, what_is_asked
from tests.browser.layouts import TWO_FRAMES
from tests.browser.offline import NO_SERVER, keep
from tests.browser.person import SOON, come_as_host, sideways, wait_until
from tests.server import harness

# The storyteller's own seat, by a second line: this many moves, the one after the other.
BUSY = """([code, moves, most]) => new Promise((resolve, reject) => {
    const { secret } = JSON.parse(localStorage["facedown.tables"])[code];
    const socket = new WebSocket(`ws://${location.host}/api/tables/${code}/socket`);
    let [n, at, done, sent] = [0, 0, 0, -1];
    const send = (said) => socket.send(JSON.stringify({ n: ++n, ...said }));
    socket.onopen = () => send({ do: "hello", secret });
    socket.onmessage = (message) => {
        const told = JSON.parse(message.data);
        if (told.is === "answer" && !told.ok) reject(new Error(told.text));
        if (told.version === undefined || told.version === sent) return;
        at = sent = told.version;
        if (done === most) { socket.close(); resolve(done); }
        else send({ do: "play", at, move: moves[done++ % moves.length] });
    };
})"""
NO_DEMON = "chef, empath, monk, soldier, virgin, mayor, saint, recluse, poisoner, baron, marionette, lilmonsta"


def put_to_the_vote(page: Page, by: str, whom: str, hands: list[str]) -> None:
    """A nomination with its vote: three touches, and one for each seat that is in it."""
    seat = {name: circle(page).nth(i) for i, name in enumerate(TEN)}
    page.get_by_role("button", name="Nominate", exact=True).click()
    seat[by].click()
    seat[whom].click()
    expect(page.get_by_role("region", name="Question")).to_contain_text(f"{whom} is nominated by {by}.")
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.get_by_role("button", name="Count the hands")).to_be_visible()
    for name in hands:
        seat[name].click()
        expect(seat[name]).to_have_accessible_name(re.compile("hand up"))
    page.get_by_role("button", name="Count the hands").click()
    expect(page.get_by_text(f"{whom} is about to die")).to_be_visible()
    takes = f"{len(hands) + 1} votes to execute; {len(hands)} would tie"
    expect(page.locator("[data-circle]")).to_contain_text(takes)


def tokens(page: Page) -> dict[str, str]:
    """What a screen reader hears of each who lives."""
    said = [one.locator(".unseen").first.inner_text() for one in circle(page).all()]
    return {name: words for name, words in zip(TEN, said, strict=True) if "dead" not in words}


def test_an_evening_of_ten_on_one_phone(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    gather(page)
    days = 0
    while to_the_floor(page) == "floor":
        days += 1
        living = tokens(page)
        plain = [name for name, words in living.items() if not re.search("Imp|Virgin|Saint|Butler", words)]
        whom = plain[-1] if days == 1 else next(name for name, words in living.items() if ", Imp, " in words)
        put_to_the_vote(page, plain[0], whom, [name for name in living if name != whom][: len(living) // 2 + 1])
        page.get_by_role("button", name="End day", exact=True).click()
        expect(page.get_by_role("region", name="Question")).not_to_contain_text("Nominations are open")
        assert days < 6, "nobody ever wins"
    expect(page.locator("#end-title")).to_be_visible()
    assert days >= 2


def test_in_one_room_one_touch_opens_nominations_and_asks_who_nominates(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    gather(page, TEN[:5])
    question = page.get_by_role("region", name="Question")
    while "The town talks" not in what_is_asked(page):
        assert one_step(page) == "answered"
    page.get_by_role("button", name="Nominate", exact=True).click()
    expect(page.locator("[data-circle]")).to_contain_text("Nominations are open")
    expect(question).to_contain_text("Who nominates? Touch a token.")


def test_lil_monsta_lies_with_the_storyteller_and_is_told_from_the_page(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    in_person = {"gather": "in person", "deal": "by hand", "sweep": 0}
    come_as_host(page, server.address, "clocktower", 10, script=NO_DEMON, **in_person)
    page.get_by_role("textbox", name="Your name as Storyteller").fill("Mira")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Fill the bag").click()
    bag = page.get_by_role("dialog", name="The bag")
    demon = bag.get_by_role("button", name=re.compile("^Lil' Monsta"))
    demon.click()
    expect(demon).to_have_text("Lil' Monsta with you")
    demon.click()
    expect(demon).to_have_text("Lil' Monsta")
    demon.click()
    expect(demon).to_have_text("Lil' Monsta with you")
    bag.get_by_role("button", name="Marionette").click()
    asks = bag.get_by_role("group", name="The Marionette")
    asks.get_by_role("button", name="Ann").click()
    asks.get_by_role("button", name="Chef").click()
    expect(bag.get_by_role("button", name="Marionette Ann, as Chef")).to_be_visible()
    bag.get_by_role("button", name="Deal, the rest by chance").click()
    expect(circle(page).first).to_have_accessible_name(re.compile("Marionette"))
    assert to_the_floor(page) == "floor"
    expect(page.locator("[data-circle]")).to_contain_text("reminders: is the Demon")  # whoever looks after it


def test_what_is_touched_before_the_server_has_answered_is_done_in_its_turn(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    on_the_way: list[tuple[WebSocketRoute, str | bytes]] = []
    slow = False

    def line(socket: WebSocketRoute) -> None:
        there = socket.connect_to_server()
        there.on_message(lambda told: on_the_way.append((socket, told)) if slow else socket.send(told))

    page.route_web_socket(re.compile("/socket$"), line)
    gather(page)
    page.get_by_role("button", name="Fill the bag").click()
    bag = page.get_by_role("dialog", name="The bag")
    slow = True
    for one in ("Chef", "Empath", "Imp"):
        bag.get_by_role("button", name=one).click()
    wait_until(page, lambda: on_the_way, "a message on its way")
    slow = False
    for socket, told in on_the_way:
        socket.send(told)
    expect(page.get_by_text("3 of 10 tokens are chosen")).to_be_visible()


def test_a_hundred_moves_are_taken_back_to_the_start(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    gather(page)
    code = page.url.rpartition("/")[2]
    page.evaluate(BUSY, [code, ["put Chef into the bag", "take Chef out of the bag"], 101])
    expect(page.get_by_text("1 of 10 tokens are chosen")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="History").click()
    page.get_by_role("button", name="Undo moves").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Undo it").wait_for()  # the list is there
    while (more := dialog.get_by_role("button", name=re.compile("^Earlier moves"))).count():
        more.click()
    dialog.get_by_role("button", name=re.compile("^Undo to here")).last.click()
    dialog.get_by_role("button", name="Undo 101 moves").click()
    expect(page.get_by_text("0 of 10 tokens are chosen")).to_be_visible()
    page.reload()
    expect(page.get_by_text("0 of 10 tokens are chosen")).to_be_visible()


def test_twenty_play_with_rules_on_a_phone_that_lies_on_its_side(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=844, height=390)
    gather(page, NAMES)
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("region", name="Question")).not_to_contain_text("in the bag")
    dealt = [", " in one.locator(".unseen").first.inner_text() for one in circle(page).all()]
    assert sum(dealt) == 15, "Travellers choose their characters later"
    page.evaluate(TWO_FRAMES)  # the circle is laid out by the room that it has
    boxes = [one.bounding_box() for one in circle(page).all()]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)
    assert sideways(page) == 0


def test_with_rules_it_waits_for_the_server_and_goes_on(frail_server: harness.Server, visit: Visit) -> None:
    page = visit(frail_server.address, keeps=True, expected=NO_SERVER, width=390, height=844)
    keep(page)
    gather(page)
    page.wait_for_function(ASKED, timeout=SOON)
    frail_server.kill()
    expect(page.get_by_text("Connection lost. Reconnecting …")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Waiting for the server")).to_be_visible()
    frail_server.start()
    assert to_the_floor(page) == "floor"
    assert len(tokens(page)) == len(TEN)
