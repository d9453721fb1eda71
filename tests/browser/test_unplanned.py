"""What nobody expects at Clocktower's page: 900 moves taken back, forty marks on a name, a script of strangers."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import come_as_host, press, sideways
from tests.browser.storyteller import token
from tests.browser.town import PHONE, Town, dealt, play

MANY = 900
NAMES = ("Ann", "Bo", "Cy", "Dee", "Ed")
TOKENS = ("Chef", "Empath", "Slayer", "Poisoner", "Imp")
ASK_HER = tuple(f'{verb} Ann "Ask her"' for verb in ("remind", "unremind"))


def test_nine_hundred_moves_are_taken_back_to_the_start(server: Server, visit: Visit) -> None:
    table = play(dealt(NAMES, TOKENS), *((len(NAMES), move) for move in (*ASK_HER * (MANY // 2), ASK_HER[0])))
    page = Town(server, visit, table).page()
    expect(token(page, "Ann")).to_have_accessible_name(re.compile("Ask her"))

    for button in ("More", "History …", "Undo moves …"):
        page.get_by_role("button", name=button, exact=True).click()
    sheet = page.get_by_role("dialog", name="Undo")
    more = sheet.get_by_role("button", name="Earlier moves")
    more.wait_for()
    while more.count():
        press(more)
    sheet.get_by_role("button", name="Undo to here: You: The tokens are dealt.").click()
    sheet.get_by_role("button", name=re.compile(r"^Undo 9\d\d moves$")).click()
    expect(page.get_by_role("button", name="Fill the bag …")).to_be_visible()
    expect(page.get_by_role("list", name="The circle, clockwise")).not_to_contain_text("Ask her")
    page.get_by_role("button", name=re.compile("^Deal")).click()
    expect(page.get_by_role("button", name="Fill the bag …")).to_have_count(0)


def test_a_name_under_forty_marks_is_refused_in_words(server: Server, visit: Visit) -> None:
    page = visit(server.address, **PHONE)
    come_as_host(page, server.address, "clocktower", 6)
    name = page.get_by_role("textbox", name="Your name", exact=True)
    name.fill("Zo" + "\u0301" * 40)
    name.press("Enter")
    expect(page.get_by_role("group", name="Why not")).to_contain_text("may carry at most 2 marks")
    assert sideways(page) <= 0
    name.fill("Zoé")
    name.press("Enter")
    expect(page.get_by_role("listitem").filter(has_text="Zoé")).to_contain_text("you")


def test_a_script_of_201_strangers_opens_no_table_and_says_why(server: Server, visit: Visit) -> None:
    page = visit(server.address, expected="400", **PHONE)
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
