"""Ten people in one room with rules: the storyteller's phone holds every seat, and waits for the server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import facedown
from tests.browser.conftest import Server, Visit
from tests.browser.free_grimoire import NAMES
from tests.browser.in_person import IN_PERSON, TEN, circle, gather, to_the_floor
from tests.browser.offline import NO_SERVER, keep
from tests.browser.person import come_to, press, settled, sideways, wait_until
from tests.browser.storyteller import token
from tests.browser.town import TOKENS, Town, came, dealt, play_on
from tests.server import harness

NO_DEMON = "chef, empath, monk, soldier, virgin, mayor, saint, recluse, poisoner, baron, marionette, lilmonsta"


def before_the_deal(server: Server, visit: Visit, names: list[str] = TEN, **options: object) -> Town:
    table = facedown.game("clocktower").new([*names, "Sue"], 1, deal="by hand", **IN_PERSON, **options)
    return Town(server, visit, table)


def test_a_nomination_a_vote_and_the_end_on_one_phone(server: Server, visit: Visit) -> None:
    page = Town(server, visit, play_on(dealt(TEN, TOKENS, **IN_PERSON), came("day"))).page()
    question, middle = page.get_by_role("region", name="Question"), page.locator("[data-circle]")
    slayer = TEN[TOKENS.index("Slayer")]
    press(token(page, slayer))
    press(page.get_by_role("dialog", name=slayer).get_by_role("button", name="Use the Slayer on …"))
    expect(question).to_contain_text(f"{slayer}: Use the Slayer on … Touch a token.")
    expect(token(page, "Bo")).to_have_accessible_name(re.compile("may be chosen"))
    press(token(page, "Bo"))
    expect(question).to_contain_text("The town talks.")
    press(page.get_by_role("button", name="Nominate", exact=True))
    expect(middle).to_contain_text("Nominations are open")
    expect(question).to_contain_text("Who nominates? Touch a token.")
    for name in ("Ann", "Jo"):
        press(token(page, name))
    for name in TEN[:6]:
        press(token(page, name))
        expect(token(page, name)).to_have_accessible_name(re.compile("hand up"))
    press(page.get_by_role("button", name="Count the hands"))
    expect(page.get_by_text("Jo is about to die")).to_be_visible()
    expect(middle).to_contain_text("7 votes to execute; 6 would tie")
    press(page.get_by_role("button", name="Nominate", exact=True))
    expect(token(page, "Bo")).to_have_accessible_name(re.compile("may be chosen"))
    expect(token(page, "Ann")).not_to_have_accessible_name(re.compile("may be chosen"))
    press(token(page, "Ann"))
    expect(question.get_by_role("alert")).to_contain_text("Ann has nominated today.")
    for name in ("Bo", "Jo"):
        press(token(page, name))
    expect(question.get_by_role("alert")).to_contain_text("Jo was nominated today.")
    page.keyboard.press("Escape")
    press(page.get_by_role("button", name="More", exact=True))
    press(page.get_by_role("button", name="Script …"))
    expect(page.get_by_role("dialog", name="Trouble Brewing")).to_contain_text("First night")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Trouble Brewing")).to_have_count(0)
    page.get_by_text("Options of this table").click()
    expect(page.get_by_role("dialog", name="More")).to_contain_text("Characters as of")
    page.keyboard.press("Escape")
    press(page.get_by_role("button", name="End day", exact=True))
    assert to_the_floor(page) == "end"
    expect(page.get_by_role("main")).to_contain_text("Good has won")

    # the list of moves is asked for once as long as nothing happens, and stays open
    page.clock.install()
    page.evaluate("""() => {
        const { send } = WebSocket.prototype;
        window.lists = 0;
        WebSocket.prototype.send = function (said) { lists += said.includes("undoable"); send.call(this, said); };
    }""")
    page.get_by_role("button", name="Undo …").click()
    for _ in range(3):
        page.clock.run_for(1000)
        expect(page.get_by_role("dialog", name="Undo")).to_contain_text("Or undo more")
    assert page.evaluate("lists") == 1


def test_lil_monsta_lies_with_the_storyteller_and_a_marionette_is_told_from_the_page(
    server: Server, visit: Visit
) -> None:
    page = before_the_deal(server, visit, TEN[:9], script=NO_DEMON).page()
    press(page.get_by_role("button", name="Fill the bag"))
    bag = page.get_by_role("dialog", name="The bag")
    demon = bag.get_by_role("button", name=re.compile("^Lil' Monsta"))
    for text in ("Lil' Monsta with you", "Lil' Monsta", "Lil' Monsta with you"):
        press(demon)
        expect(demon).to_have_text(text)
    press(bag.get_by_role("button", name="Marionette"))
    asks = bag.get_by_role("group", name="The Marionette")
    press(asks.get_by_role("button", name="Ann", exact=True))
    press(asks.get_by_role("button", name="Chef", exact=True))
    expect(bag.get_by_role("button", name="Marionette Ann, as Chef")).to_be_visible()
    press(bag.get_by_role("button", name="Deal, the rest by chance"))
    expect(circle(page).first).to_have_accessible_name(re.compile("Marionette"))


def test_what_is_touched_before_the_server_has_answered_is_done_in_its_turn(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    on_the_way: list[tuple[WebSocketRoute, str | bytes]] = []
    slow = False

    def line(socket: WebSocketRoute) -> None:
        there = socket.connect_to_server()
        there.on_message(lambda told: on_the_way.append((socket, told)) if slow else socket.send(told))

    page.route_web_socket(re.compile("/socket$"), line)
    come_to(page, before_the_deal(server, visit).staged_at(None))
    press(page.get_by_role("button", name="Fill the bag"))
    bag = page.get_by_role("dialog", name="The bag")
    slow = True
    for one in ("Chef", "Empath", "Imp"):
        bag.get_by_role("button", name=one).click()
    wait_until(page, lambda: on_the_way, "a message on its way")
    slow = False
    for socket, told in on_the_way:
        socket.send(told)
    expect(page.get_by_text("3 of 10 tokens are chosen")).to_be_visible()


@pytest.mark.sweep  # in `make test` twenty tokens of the gallery are looked at on this screen
def test_twenty_play_with_rules_on_a_phone_that_lies_on_its_side(server: Server, visit: Visit) -> None:
    page = before_the_deal(server, visit, NAMES, travellers=5).page(width=844, height=390)
    press(page.get_by_role("button", name=re.compile("^Deal")))
    expect(page.get_by_role("region", name="Question")).not_to_contain_text("in the bag")
    dealt = [", " in one.locator(".unseen").first.inner_text() for one in circle(page).all()]
    assert sum(dealt) == 15, "Travellers choose their characters later"
    boxes = [one.bounding_box() for one in circle(page).all()]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)
    assert sideways(page) == 0


def test_without_the_server_a_game_with_rules_waits_for_it_or_goes_on_as_a_free_grimoire(
    frail_server: harness.Server, visit: Visit
) -> None:
    page = visit(frail_server.address, keeps=True, expected=NO_SERVER, width=390, height=844)
    keep(page)
    gather(page)
    settled(page)
    frail_server.kill()
    expect(page.get_by_text("Connection lost. Reconnecting …")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Waiting for the server")).to_be_visible()
    frail_server.start()
    press(page.get_by_role("button", name=re.compile("^Deal")))
    assert tokens(page) == len(TEN)
    true = [one.inner_text().split(", ")[:2] for one in circle(page).all()]
    frail_server.kill()
    expect(page.get_by_text("Connection lost. Reconnecting …")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Carry on as a free grimoire").click()
    expect(page.get_by_role("heading", name=re.compile("^Night 1"))).to_be_visible()
    there = [one.inner_text().split("\n")[0].split(", ")[:2] for one in circle(page).all()]
    assert there == [[one[0], one[1].split("\n")[0]] for one in true]
    page.reload()
    expect(circle(page)).to_have_count(len(TEN))
    for dies in (3, 4):
        circle(page).nth(dies).click()
        page.get_by_role("button", name="Dies").click()
    frail_server.start()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="Back to the table with rules").click()
    settled(page)
    press(page.get_by_role("button", name="More", exact=True))
    expect(page.get_by_text("2 changes, each by hand.")).to_be_visible()
    press(page.get_by_role("button", name="Read in what was done there"))
    for dies in (3, 4):
        expect(circle(page).nth(dies)).to_have_accessible_name(re.compile(", dead"))
    expect(page.get_by_text("each by hand.")).to_have_count(0)


def tokens(page: Page) -> int:
    """How many of the circle have a character and a side."""
    return sum(bool(re.search(", (good|evil)", one.inner_text())) for one in circle(page).all())
