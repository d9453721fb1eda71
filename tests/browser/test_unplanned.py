"""What nobody expects at Clocktower's page: 900 moves taken back, forty marks on a name, a script of strangers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.answering import ONE_OF_EACH
from tests.browser.conftest import Visit
from tests.browser.person import come_as_host, press, sideways
from tests.browser.storyteller import token
from tests.browser.town import PHONE
from tests.server.harness import UNLIMITED, Person, Server

MANY = 900
SECRET = "code => JSON.parse(localStorage['facedown.tables'])[code].secret"


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("odd"), **UNLIMITED)
    server.start()
    yield server
    server.stop()


def makes(person: Person, *moves: str) -> None:
    """Make these moves, each by what there is to see when the one before it has arrived."""
    for move in moves:
        while not (answer := person.play(move))["ok"]:  # a bot has looked at its token meanwhile
            assert answer["why"] == "stale", (move, answer)
            person.say("ping")
        person.say("ping")


def test_nine_hundred_moves_are_taken_back_to_the_start(hurried: Server, visit: Visit) -> None:
    address = f"http://127.0.0.1:{hurried.port}"
    page = visit(address, **PHONE)
    code = come_as_host(page, address, "clocktower", 6, script=ONE_OF_EACH, deal="by hand")
    page.get_by_role("textbox", name="Your name as Storyteller").fill("Mira")
    page.keyboard.press("Enter")
    for button in ("Fill the", "Start the game"):
        press(page.get_by_role("button", name=button))
    expect(page.get_by_role("button", name="Fill the bag …")).to_be_visible()
    again = Person(hurried, code)  # the same storyteller, who is quicker than any hand
    assert again.hello(secret=page.evaluate(SECRET, code))["ok"]
    page.goto("/settings")
    name = again.state["view"]["circle"][0]["name"]
    makes(again, "deal", *(f'{verb} {name} "Ask her"' for verb in ("remind", "unremind") * (MANY // 2)))
    makes(again, f'remind {name} "Ask her"')
    page.go_back()
    expect(token(page, name)).to_have_accessible_name(re.compile("Ask her"))

    for button in ("More", "History …", "Undo moves …"):
        page.get_by_role("button", name=button, exact=True).click()
    sheet = page.get_by_role("dialog", name="Undo")
    more = sheet.get_by_role("button", name="Earlier moves")
    more.wait_for()
    while more.count():
        press(more)
    sheet.get_by_role("button", name="Undo to here: Mira: deal").click()
    sheet.get_by_role("button", name=re.compile(r"^Undo 9\d\d moves$")).click()
    expect(page.get_by_role("button", name="Fill the bag …")).to_be_visible()
    expect(page.get_by_role("list", name="The circle, clockwise")).not_to_contain_text("Ask her")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("button", name="Fill the bag …")).to_have_count(0)


def test_a_name_under_forty_marks_is_refused_in_words(hurried: Server, visit: Visit) -> None:
    address = f"http://127.0.0.1:{hurried.port}"
    page = visit(address, **PHONE)
    come_as_host(page, address, "clocktower", 6)
    name = page.get_by_role("textbox", name="Your name", exact=True)
    name.fill("Zo" + "\u0301" * 40)
    name.press("Enter")
    expect(page.get_by_role("group", name="Why not")).to_contain_text("may carry at most 2 marks")
    assert sideways(page) <= 0
    name.fill("Zoé")
    name.press("Enter")
    expect(page.get_by_role("listitem").filter(has_text="Zoé")).to_contain_text("you")


def test_a_script_of_201_strangers_opens_no_table_and_says_why(hurried: Server, visit: Visit) -> None:
    address = f"http://127.0.0.1:{hurried.port}"
    page = visit(address, expected="400", **PHONE)
    page.goto("/new/clocktower")
    page.get_by_label("Script", exact=True).select_option("Other …")
    script = page.get_by_role("textbox", name="Script: another")
    strangers = [f"nobody{n}" for n in range(201)]
    for written in (", ".join(strangers), json.dumps(strangers)):
        script.fill(written)
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("alert")).to_contain_text("nobody0")
        assert len(page.get_by_role("alert").inner_text()) < 600
        assert sideways(page) <= 0
    page.get_by_role("button", name="Another").click()  # a file's text is not shown as it stands
    expect(script).to_be_visible()
