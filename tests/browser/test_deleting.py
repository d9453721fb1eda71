"""What the server keeps is deleted on the page: what somebody said by themselves, a whole table by its host."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import SEATS, come_as_host, press, settled

GUEST = "Зоя Őrsi"


def sit(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Your name").first.fill(name)
    page.keyboard.press("Enter")
    settled(page)


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Say something").fill(text)
    page.keyboard.press("Enter")
    settled(page)


def test_people_delete_what_they_said_and_the_host_the_table(server: Server, visit: Visit) -> None:
    host, guest = visit(server.address), visit(server.address, width=390, height=844)
    code = come_as_host(host, server.address, "gotcha", 2)
    sit(host, "Mira")
    guest.goto(f"/t/{code}")
    sit(guest, GUEST)
    say(guest, "What nobody should know")
    say(host, "I have read it")
    expect(host.get_by_label("What was said")).to_contain_text("What nobody should know")
    expect(guest.get_by_role("button", name="Delete this table")).to_have_count(0)  # only the host may

    press(guest.get_by_role("button", name="Delete what I said …"))
    press(guest.get_by_role("button", name="Keep it"))
    expect(host.get_by_label("What was said")).to_contain_text("What nobody should know")
    press(guest.get_by_role("button", name="Delete what I said …"))
    press(guest.get_by_role("button", name="Delete what I said", exact=True))
    for page in (host, guest):
        expect(page.get_by_text("What nobody should know")).to_have_count(0)
        expect(page.get_by_label("What was said")).to_contain_text("I have read it")
    expect(guest.get_by_role("button", name="Delete what I said")).to_have_count(0)

    press(host.get_by_role("button", name="Start the game"))
    press(host.get_by_role("button", name=SEATS))
    press(host.get_by_role("button", name="Delete this table …"))
    expect(host.get_by_text("the game that is being played, its replays")).to_be_visible()
    press(host.get_by_role("button", name="Delete the table"))
    expect(guest.get_by_text("The host has deleted this table.")).to_be_visible()
    for page in (host, guest):
        page.goto("/")
        settled(page)
        expect(page.get_by_role("link", name="GotchaCards").first).to_be_visible()
        expect(page.get_by_text("Your tables")).to_have_count(0)
    guest.goto(f"/t/{code}")
    expect(guest.get_by_text("There is no table")).to_be_visible()
