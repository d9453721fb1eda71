"""The first page: a game at once, a game with friends, the tables where somebody waits for us."""

import json
import urllib.request

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Server, Visit
from tests.browser.layouts import TIGHT
from tests.browser.person import SOON, come_as_host, our_turn, settled, sideways

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL: ViewportSize = {"width": 320, "height": 568}


def card(page: Page, title: str) -> Page:
    page.get_by_role("heading", name=title).wait_for()
    return page


def test_play_now_leads_a_newcomer_through_the_lesson_once_and_home_marks_that_it_is_our_turn(
    server: Server, visit: Visit
) -> None:
    page = visit(server.address, newcomer=True, **PHONE)
    page.goto("/")
    card(page, "Bayou Boss").get_by_role("button", name="Play now Bayou Boss").click()
    page.get_by_label("Your name at the table").fill("Mira")
    expect(page.get_by_text("First a lesson of")).to_be_visible()
    expect(page.get_by_role("button", name="Play without it")).to_be_visible()
    page.get_by_role("link", name="Learn first Bayou Boss").click()
    page.wait_for_url("**/learn/bayou-boss?play")
    page.get_by_role("button", name="Skip the lesson").click()
    page.wait_for_url("**/t/*")
    assert our_turn(page)
    expect(page.locator(".plate.you .name")).to_have_text("Mira")
    expect(page.locator(".plate")).to_have_count(4)  # ours, and as many bots as a usual game has
    code = page.url.rpartition("/")[2]
    page.goto("/")
    ours = page.get_by_role("region", name="Your tables").get_by_role("link", name="Bayou Boss")
    expect(ours).to_contain_text("Your turn")
    assert sideways(page) <= 0
    expect(ours).to_have_attribute("href", f"/t/{code}")
    card(page, "GotchaCards").get_by_role("button", name="Play now GotchaCards").click()
    expect(page.get_by_role("link", name="Learn first GotchaCards")).to_be_visible()  # it is another game
    card(page, "Bayou Boss").get_by_role("button", name="Play now Bayou Boss").click()
    page.wait_for_url("**/t/*")


def wrong_with_cards(page: Page) -> list[str]:
    """The first page needs no scroll bar on the commonest laptop; on a phone every card shows all that it says."""
    expect(page.get_by_role("button", name="Play now Bayou Boss")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    below = page.evaluate("() => document.documentElement.scrollHeight - innerHeight")
    page.set_viewport_size(PHONE)
    card(page, "Bots Battleground")
    cut = page.locator(".front").evaluate_all(
        "all => all.filter((one) => one.scrollHeight > one.clientHeight).length"
    )
    return [*(["the first page scrolls"] if below > 0 else []), *(["a card is cut"] if cut else [])]


def test_a_table_with_friends_from_the_first_page_to_a_game_that_has_begun(server: Server, visit: Visit) -> None:
    host, guest = visit(server.address, **SMALL), visit(server.address, **PHONE)
    host.goto("/")
    assert not wrong_with_cards(host)
    host.set_viewport_size(SMALL)
    card(host, "GotchaCards").get_by_role("link", name="With friends GotchaCards").click()
    go = host.get_by_role("button", name="Open the table")
    expect(go).to_be_in_viewport(ratio=1)
    host.get_by_label("Your name").fill("Mira")
    go.click()
    code = host.get_by_label("Link to this table").input_value().rpartition("/")[2]
    expect(host.get_by_role("note")).to_contain_text("This link works on this computer only")
    guest.goto("/")
    guest.get_by_label("Code or link").fill(f" {code[:5].upper()} {code[5:]}")  # as somebody says it aloud
    guest.get_by_role("button", name="Join").click()
    guest.get_by_role("textbox", name="Your name").fill("Bo")
    guest.get_by_role("button", name="Sit down").click()
    host.get_by_role("button", name="Start the game", exact=True).click()
    for page in (host, guest):
        page.locator(".shell").wait_for(timeout=SOON)
        assert sideways(page) <= 0
    guest.get_by_role("button", name="Talk").click()
    guest.get_by_label("Say something").fill("Hello, Mira!")
    guest.keyboard.press("Enter")
    host.get_by_text("Hello, Mira!").first.wait_for()
    for page in (host, guest):
        assert "secret" in page.evaluate("() => localStorage['facedown.tables']")
        assert "secret" not in page.url


def listed(page: Page) -> str:
    """Open a table that anybody may join, and return its code."""
    page.goto("/new/bayou-boss?friends")
    page.get_by_label("Anybody on this server may join").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("heading", name="Seats").wait_for()
    return page.url.rpartition("/")[2]


def test_a_listed_table_is_found_by_somebody_who_has_no_link(server: Server, visit: Visit) -> None:
    host, guest = visit(server.address), visit(server.address, **PHONE)
    code = listed(host)
    guest.goto("/")
    found = guest.get_by_role("region", name="Open tables").locator(f"a[href='/t/{code}']")
    expect(found).to_contain_text("3 of 4 seats free")
    found.click()
    guest.get_by_role("button", name="Sit down").wait_for()
    asked = urllib.request.urlopen(server.address + "/api/tables", timeout=SOON / 1000)
    with asked as answer:
        assert code in [table["code"] for table in json.load(answer)]


SEAM = """() => document.documentElement.scrollHeight - scrollY
    - document.body.getBoundingClientRect().bottom > 1"""


def test_the_quiet_pages_fit_all_screens_and_the_button_to_play_is_always_in_sight(
    server: Server, visit: Visit
) -> None:
    page = visit(server.address, name="Mira")
    lobby = come_as_host(page, server.address, "bayou-boss", 8)
    wrong: list[str] = []
    for path, button in (
        ("/", None),
        ("/you", None),
        ("/settings", None),
        ("/rules/botch", None),
        ("/new/gotcha", "Play"),
        ("/new/clocktower", "Play"),
        ("/new/bayou-boss?friends", "Open"),
        (f"/t/{lobby}", None),
    ):
        page.goto(path)
        settled(page)
        for width, height in TIGHT:
            page.set_viewport_size({"width": width, "height": height})
            if (wider := sideways(page)) > 0:
                wrong.append(f"{path} at {width}x{height} is {wider} pixels too wide")
            if page.evaluate(SEAM):
                wrong.append(f"{path} at {width}x{height}: its background ends above its end")
            if button is not None:
                expect(page.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
    assert not wrong
