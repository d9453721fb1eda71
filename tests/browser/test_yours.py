"""What is yours: the games that you played, as a list and as a file; another game that a guest proposes."""

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import Server, Visit
from tests.browser.crew import play_out
from tests.browser.person import (
    SOON,
    come_near_the_end,
    open_table,
    play_on,
    play_to_the_end,
    remember,
    sideways,
    sit_and_start,
)

PHONE: ViewportSize = {"width": 390, "height": 844}


def sit(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def test_a_game_that_was_played_is_listed_and_taken_to_another_device(
    server: Server, visit: Visit, tmp_path: Path
) -> None:
    page = visit(server.address, name="Mira", **PHONE)
    code = come_near_the_end(page, server, "gotcha", 2, 1)
    play_to_the_end(page)
    page.goto("/you")
    listed = page.get_by_role("region", name="Games and replays").get_by_role("listitem")
    expect(listed).to_have_count(1)
    expect(page.get_by_role("region", name="Cards you played most").get_by_role("listitem").first).to_be_visible()
    assert sideways(page) <= 0
    file = tmp_path / "facedown.json"
    for _ in range(2):
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a file").click()
        download.value.save_as(file)
        saved = json.loads(file.read_text())
        assert [game["code"] for game in saved["history"]] == [code]
        assert "game: gotcha" in saved["history"][0]["record"]
        assert "secret" not in file.read_text()
        # Once more as if the table had been left before the record had come.
        page.evaluate("""for (const [key, text] of Object.entries(localStorage))
            localStorage[key] = text.replace(/"record":"[^"]+/, '"record":"')""")
        page.reload()

    other = visit(server.address)
    other.goto("/you")
    (tmp_path / "other.json").write_text("{}")
    other.get_by_label("Load from a file").set_input_files(tmp_path / "other.json")
    expect(other.get_by_role("status")).to_contain_text("not a Facedown file")
    other.get_by_label("Load from a file").set_input_files(file)
    expect(other.get_by_role("status")).to_contain_text("Loaded: 1 game")
    expect(other.get_by_role("heading", level=1)).to_have_text("Mira")
    other.get_by_role("link", name="Replay of GotchaCards").click()
    other.get_by_role("slider", name="Moment").wait_for()


def choose_by_its_text(page: Page) -> Locator:
    """Touch a card, read what it does beside it, and choose it there."""
    card = page.locator(".draft .card.lit").first
    card.click()
    told = page.get_by_role("complementary", name=re.compile("^What "))
    at, place = told.bounding_box(), card.bounding_box()
    assert at
    assert place
    assert at["y"] >= place["y"] + place["height"] or at["y"] + at["height"] <= place["y"]
    told.get_by_role("button", name="Choose it").click()
    return told


def test_a_card_placed_by_mistake_is_taken_back_until_the_other_has_moved(server: Server, visit: Visit) -> None:
    page = visit(server.address, **PHONE)
    sit_and_start(page, server.address, "gotcha", 2, tier="starter")
    expect(page.locator(".draft .card.lit").first).to_be_visible()
    told = choose_by_its_text(page)
    expect(told).to_have_count(0)  # the moment has passed
    undo = page.get_by_role("button", name="Undo", exact=True)
    while not undo.count():
        play_on(page)
    held = page.locator(".hand .card").count()
    undo.click()
    expect(page.locator(".hand .card")).to_have_count(held + 1)
    expect(undo).to_have_count(0)
    page.locator(".hand .card").first.focus()
    page.keyboard.press("Tab")
    expect(page.locator(".hand .card").nth(1)).to_be_focused()
    play_on(page)
    expect(undo).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator(".hand .card")).to_have_count(held + 1)
    play_on(page)
    page.get_by_role("button", name="Done").click()
    expect(undo).to_have_count(0, timeout=SOON)  # the bot has moved


def test_a_guest_proposes_another_game_and_a_link_leads_to_a_moment_of_the_first(
    server: Server, visit: Visit
) -> None:
    code, host_secret = open_table(server.address, "gotcha", 2)
    host, guest = visit(server.address), visit(server.address, newcomer=True, **PHONE)
    remember(host, {code: {"game": "gotcha", "host": host_secret, "last": 0}})
    host.goto(f"/t/{code}")
    sit(host, "Mira")
    guest.goto(f"/t/{code}")
    expect(guest.get_by_role("heading", name="Mira invites you to GotchaCards")).to_be_visible()
    about = guest.locator(".head p").first
    assert about.evaluate("(line) => line.scrollHeight <= line.clientHeight"), "what the game is about is cut"
    expect(guest.get_by_text("Send this link")).to_have_count(0)
    guest.get_by_role("link", name="Learn in 90 seconds").click()
    guest.get_by_role("button", name="To the table").click()
    sit(guest, "Bo")
    expect(guest.get_by_role("listitem").filter(has_text="Mira")).to_contain_text("host")
    expect(host.get_by_text("Send this link")).to_have_count(0)  # all seats are taken
    host.get_by_role("button", name="Start the game").click()
    talk = guest.get_by_role("button", name=re.compile("^Talk"))
    expect(talk).to_be_visible()  # what is said in the lobby is seen there
    host.get_by_role("textbox", name="Say something").fill("Good luck, Bo!")
    host.keyboard.press("Enter")
    expect(talk).to_have_accessible_name(re.compile("1 new"))
    talk.click()
    expect(guest.get_by_role("dialog", name="Talk")).to_contain_text("Good luck, Bo!")
    guest.keyboard.press("Escape")
    guest.reload()
    expect(talk).to_have_accessible_name("Talk")
    host.get_by_text("Talk aloud in a call …").click()
    host.get_by_role("textbox", name="Link to a call").fill("https://call.example/a")
    host.keyboard.press("Enter")
    call = guest.get_by_role("link", name="Call: talk aloud at call.example")
    expect(call).to_have_attribute("href", "https://call.example/a")
    host.get_by_role("button", name=re.compile("^Seats")).click()
    host.get_by_label("More about Bo").click()
    host.get_by_role("button", name="Remove", exact=True).click()
    expect(host.get_by_text("A bot plays on for Bo")).to_be_visible()
    host.get_by_role("button", name="Keep Bo").click()
    host.keyboard.press("Escape")
    expect(host.get_by_role("button", name="Keep Bo")).to_have_count(0)
    play_out(code, host, guest)
    guest.get_by_role("button", name="Play again").click()
    expect(guest.get_by_role("status").filter(has_text="Waiting for Mira")).to_be_visible()
    proposal = host.get_by_role("status").filter(has_text="Bo would like to play again")
    expect(proposal).to_be_visible()
    asked, answer = (where.bounding_box() for where in (proposal, host.get_by_role("button", name="Accept")))
    assert asked
    assert answer
    assert asked["y"] < answer["y"], "what is proposed is read before it is answered"
    host.get_by_role("button", name="Not now").click()
    expect(host.locator("#end-title")).to_be_visible()
    expect(guest.get_by_role("status").filter(has_text="Mira would rather not play again now")).to_be_visible()
    host.get_by_role("button", name="Play again").click()
    guest.locator("#end-title").wait_for(state="detached", timeout=SOON)
    watcher = visit(server.address)
    watcher.goto(f"/t/{code}/replay?game=1&at=5")
    expect(watcher.get_by_role("slider", name="Moment")).to_have_value("4")
    expect(watcher.get_by_role("button", name="Share this moment")).to_be_visible()
    watcher.get_by_role("combobox", name="Go to a round").select_option("Round 2")
    expect(watcher.get_by_role("slider", name="Moment")).not_to_have_value("4")
    watcher.get_by_role("button", name="Speed 1, change it").click()
    expect(watcher.get_by_role("button", name="Speed 2, change it")).to_be_visible()
