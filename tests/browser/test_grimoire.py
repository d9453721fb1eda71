"""The grimoire for one room: wholly on the device, with as many as there may be on a small phone."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.free_grimoire import NAMES, player, sit
from tests.browser.person import settled


def test_twenty_people_on_a_small_phone(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=360, height=640)
    page.goto("/grimoire")
    sit(page, NAMES)
    settled(page)
    boxes = [one.bounding_box() for one in page.get_by_label("The circle, clockwise").get_by_role("button").all()]
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 361 for box in boxes)
    page.get_by_label("The circle, clockwise").get_by_role("button", name="Ann,").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("The circle, clockwise").get_by_role("button", name="Bo,")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("The circle, clockwise").get_by_role("button", name="Tom,")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_label("Find any character").fill("Al-Hadikhia")
    page.get_by_role("button", name="Al-Hadikhia").click()
    expect(page.get_by_role("dialog").locator("b").get_by_text("Al-Hadikhia")).to_be_visible()
    page.get_by_role("button", name="Show “You are”").click()
    expect(page.get_by_text("Hold to close")).to_be_visible()


def drag(page: Page, start: Locator, end: Locator) -> None:
    here, there = start.bounding_box(), end.bounding_box()
    assert here
    assert there
    page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    page.mouse.down()
    page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=5)
    page.mouse.up()


ASKED = """() => performance.getEntriesByType("resource").map((one) => one.name)
    .filter((url) => url.includes("/api/"))"""


def test_an_evening_from_the_deal_to_the_second_night_stays_on_the_device(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/grimoire")
    sit(page, NAMES[:7])
    page.get_by_role("button", name="Deal by chance").click()
    page.get_by_role("button", name="Characters not in play, for the Demon").click()
    sheet = page.get_by_role("dialog", name="Not in play")
    for which in range(3):
        sheet.get_by_role("group").first.get_by_role("button").nth(which).click()
    sheet.get_by_role("button", name="Show them to the Demon").click()
    expect(page.get_by_role("dialog", name="These characters are not in play")).to_be_visible()
    page.get_by_role("button", name="Hold to close").press("Enter")
    has_reminders(page)
    player(page, "Cy").click()
    page.get_by_role("button", name="Dies").click()
    expect(page.get_by_role("dialog")).to_have_count(0)  # a second touch does not raise them
    player(page, "Cy").click()
    page.get_by_role("button", name="Last vote is used").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Pass the phone").click()
    page.get_by_role("button", name="See my token").click()
    expect(page.get_by_role("heading", name="Ann, you are")).to_be_visible()
    page.get_by_role("button", name="Hide it").click()
    expect(page.get_by_role("heading", name="Hand this to Bo")).to_be_visible()
    page.get_by_role("button", name="Hold to stop").press("Enter")
    page.get_by_role("button", name="To the circle").press("Enter")
    page.get_by_role("button", name="Night list").click()
    page.get_by_role("checkbox", name=re.compile("^Dusk")).check()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Dawn", exact=True).click()
    page.get_by_role("button", name="Vote", exact=True).click()
    for name in ("Ann", "Bo", "Dee", "Bo"):
        player(page, name).click()
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("2 hands, 3 needed")
    expect(player(page, "Cy")).to_have_accessible_name(re.compile("Second, dead, no vote left"))
    page.get_by_role("button", name="Done voting").click()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Timer", exact=True).click()
    page.get_by_role("button", name="5 minutes").click()
    expect(page.get_by_role("timer")).to_contain_text(re.compile("[45]:[0-9][0-9]"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Dusk").click()
    expect(page.get_by_role("heading", name="Night 2")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Day 1")).to_be_visible()
    assert page.evaluate(ASKED) == []


def has_reminders(page: Page) -> None:
    """Each reminder in own words has its place, and goes to another token by itself."""
    words = ["Ask her tonight", "Second", "Third", "Fourth"]
    player(page, "Ann").click()
    for word in words:
        page.get_by_label("A reminder in your own words").fill(word)
        page.get_by_role("dialog").get_by_role("button", name="Put down", exact=True).click()
    page.keyboard.press("Escape")
    laid = player(page, "Ann").locator("[data-laid]")
    expect(laid).to_have_text(words)
    drag(page, laid.nth(1), player(page, "Cy"))
    expect(laid).to_have_text(["Ask her tonight", "Third", "Fourth"])
    expect(player(page, "Cy").locator("[data-laid]")).to_have_text(["Second"])


def test_reminders_by_mouse_by_keys_and_back_again(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/grimoire")
    sit(page, NAMES[:7])
    player(page, "Ann").click()
    page.get_by_label("Find any character").fill("Poisoner")
    page.get_by_label("Find any character").press("Enter")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Reminders").click()
    drag(page, page.get_by_role("button", name="Poisoned"), player(page, "Bo"))
    expect(player(page, "Bo")).to_have_accessible_name(re.compile("Poisoned"))
    drag(page, player(page, "Bo"), player(page, "Cy"))
    expect(player(page, "Cy")).to_have_accessible_name(re.compile("Poisoned"))
    expect(player(page, "Bo")).not_to_have_accessible_name(re.compile("Poisoned"))
    drag(page, player(page, "Cy"), page.get_by_role("button", name="Dawn"))  # in the middle
    expect(player(page, "Cy")).not_to_have_accessible_name(re.compile("Poisoned"))
    page.get_by_role("button", name="Poisoned").press("Enter")
    player(page, "Dee").press("Enter")
    expect(player(page, "Dee")).to_have_accessible_name(re.compile("Poisoned"))
    page.get_by_role("button", name="Done", exact=True).press("Enter")
    player(page, "Dee").press("Enter")
    page.get_by_role("button", name="Back", exact=True).press("Enter")  # she has no token yet
    page.get_by_role("button", name="Move to another token: Poisoned").press("Enter")
    player(page, "Ed").press("Enter")
    expect(player(page, "Ed")).to_have_accessible_name(re.compile("Poisoned"))
    page.reload()
    for name in ("Dee", "Cy", "Bo"):
        page.get_by_role("button", name="Undo").click()
        if name == "Cy":  # it was put down for Dee, and before that removed from Cy
            page.get_by_role("button", name="Undo").click()
        expect(player(page, name)).to_have_accessible_name(re.compile("Poisoned"))

    # tokens go to where people sit, and stay there
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Move tokens to where people sit").click()
    settled(page)
    before = player(page, "Dee").bounding_box()
    drag(page, player(page, "Bo"), page.get_by_text("Drag tokens to where people sit."))
    settled(page)
    put = player(page, "Bo").bounding_box()
    player(page, "Bo").press("Shift+ArrowRight")
    settled(page)
    nudged = player(page, "Bo").bounding_box()
    assert put
    assert nudged
    assert 5 < nudged["x"] - put["x"] < 20
    page.get_by_role("button", name="Done", exact=True).click()
    page.reload()
    settled(page)
    moved, still = player(page, "Bo").bounding_box(), player(page, "Dee").bounding_box()
    assert moved
    assert abs(moved["x"] + moved["width"] / 2 - 195) < 30
    assert still == before


def test_the_first_night_begins_with_what_the_characters_in_play_are_set_up_with(
    server: Server, visit: Visit
) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/grimoire")
    sit(page, NAMES[:7])
    for name, token in (("Ann", "Fortune Teller"), ("Bo", "Baron"), ("Cy", "Imp")):
        player(page, name).click()
        page.get_by_label("Find any character").fill(token)
        page.get_by_label("Find any character").press("Enter")
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Night list").click()
    steps = page.get_by_role("dialog").get_by_role("listitem")
    expect(steps.first).to_contain_text("Who seems to be the Demon to Ann?")
    expect(steps.nth(2)).to_contain_text("Wake Bo (Baron) and let them see each other. Point at Cy (Imp).")
    steps.first.get_by_role("button", name="Red herring").click()
    player(page, "Dee").click()
    expect(player(page, "Dee")).to_have_accessible_name(re.compile("Red herring"))
    expect(steps.first).to_contain_text("done")

    # reminders and cards lie in the rows, and whoever comes back from one reads on
    page.get_by_role("button", name="Show “This is the Demon”").click()
    expect(page.get_by_role("dialog", name="This is the Demon")).to_contain_text("Cy")
    page.get_by_role("button", name="Hold to close").press("Enter")
    expect(steps.nth(2).get_by_role("checkbox")).to_be_checked()
    page.get_by_role("button", name="Choose three not in play").click()
    page.keyboard.press("Escape")
    expect(steps.first).to_be_visible()


def test_a_double_touch_shows_neither_the_next_players_token_nor_the_circle(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.clock.install()
    page.goto("/grimoire")
    sit(page, ["Ann", "Bo"])
    page.get_by_role("button", name="Deal by chance").click()
    page.get_by_role("button", name="Pass the phone").click()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    heading = page.get_by_role("dialog").get_by_role("heading")
    for name, then in (("Ann", "Hand this to Bo"), ("Bo", "Back to the storyteller")):
        page.get_by_role("button", name="See my token").click()
        expect(heading).to_contain_text(f"{name}, you are")
        box = page.get_by_role("button", name="Hide it").bounding_box()
        assert box
        page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.clock.run_for(1000)
        expect(page.get_by_role("dialog").locator(".main")).to_be_enabled()
        expect(heading).to_have_text(then)
    page.get_by_role("button", name="To the circle").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_is_hidden_and_the_phone_that_goes_round_stay_so_after_a_reload(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/new/clocktower")
    page.get_by_role("link", name="Play in person").click()
    sit(page, ["Ann", "Bo"])
    page.get_by_role("button", name="Deal by chance").click()
    page.get_by_role("button", name="Hide", exact=True).click()
    page.reload()
    veil = page.get_by_role("dialog", name="Hidden")
    veil.click()  # a touch that does not last
    page.keyboard.press("Escape")  # for the browser, the same as a phone's "back"
    expect(veil).to_be_visible()
    veil.get_by_role("button").press("Enter")
    page.get_by_role("button", name="Pass the phone").click()
    page.get_by_role("button", name="See my token").click()
    page.get_by_role("button", name="Hide it").click()
    page.get_by_role("button", name="See my token").click()
    heading = page.get_by_role("dialog").get_by_role("heading")
    expect(heading).to_contain_text("Bo, you are")
    page.go_back()
    page.get_by_role("link", name="Play in person").wait_for()
    page.go_forward()
    expect(heading).to_have_text("Hand this to Bo")
    page.get_by_role("button", name="See my token").click()
    page.reload()
    expect(heading).to_have_text("Hand this to Bo")
    page.keyboard.press("Escape")
    expect(heading).to_have_text("Back to the storyteller")
    expect(page.get_by_role("button", name="To the circle")).to_be_focused()
    page.keyboard.press("Enter")
    page.reload()
    expect(player(page, "Ann")).to_have_accessible_name(re.compile("Ann, .+, alive"))
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_on_a_phone_on_its_side_reminders_do_not_lie_on_the_vote(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=844, height=390)
    page.goto("/grimoire")
    sit(page, NAMES[:8])
    page.get_by_role("button", name="Deal by chance").click()
    page.get_by_role("button", name="Dawn", exact=True).click()
    for name, word in ((NAMES[1], "Red herring"), (NAMES[3], "Minion"), (NAMES[5], "Wrong"), (NAMES[7], "Minion")):
        player(page, name).click()
        page.get_by_label("A reminder in your own words").fill(word)
        page.get_by_role("dialog").get_by_role("button", name="Put down", exact=True).click()
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Vote", exact=True).click()
    for name in NAMES[:5]:
        player(page, name).click()
    page.get_by_role("button", name="Done voting").click()
    expect(page.locator(".votes")).to_contain_text("5 voted. On whom?")
    assert page.evaluate(MEETING) == []
    player(page, NAMES[6]).click()
    page.get_by_role("button", name=f"Execute {NAMES[6]}").wait_for()
    assert page.evaluate(MEETING) == []
    page.get_by_role("button", name="Dusk", exact=True).click()  # the night list opens beside the circle
    page.get_by_role("dialog", name="Night list").wait_for()
    player(page, NAMES[2]).click()
    page.get_by_role("dialog", name=NAMES[2]).wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click(trial=True)


MEETING = """() => [...document.querySelectorAll(".middle p, .middle .button")].flatMap((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const a = (one.matches("p") ? range : one).getBoundingClientRect();
    return [...document.querySelectorAll("[data-laid]")].filter((laid) => {
        const b = laid.getBoundingClientRect();
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }).map((laid) => `${laid.innerText} on ${one.innerText}`);
})"""
TOKENS = ("Washerwoman", "Chef", "Empath", "Drunk", "Poisoner", "Imp")


def test_a_bag_is_filled_shuffled_and_drawn_from_and_all_is_there_after_a_reload(
    server: Server, visit: Visit
) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/grimoire")
    sit(page, NAMES[:6])
    page.get_by_role("button", name="Bag …").click()
    bag = page.get_by_role("dialog", name="The bag")
    draw = bag.get_by_role("button", name="Players draw on this phone")
    for name in TOKENS:
        expect(draw).to_be_disabled()
        bag.get_by_label("Find any character").fill(name)
        bag.get_by_role("button", name=re.compile(f"^{name}")).click()
    draw.click()
    drawn = []
    for name in NAMES[:6]:
        page.get_by_role("button", name="See my token").click()
        drawn.append(
            page.get_by_role("heading", name=f"{name}, you are").inner_text().partition(" you are the ")[2]
        )
        page.get_by_role("button", name="Hide it").click()
    page.get_by_role("button", name="To the circle").press("Enter")
    assert len(set(drawn)) == 6
    assert "Drunk" not in drawn
    page.reload()
    true = [player(page, name).locator(".unseen").inner_text().split(", ")[1] for name in NAMES[:6]]
    assert sorted(true) == sorted(TOKENS)
    believes = player(page, NAMES[true.index("Drunk")])
    expect(believes.locator(".believed")).to_contain_text("≠")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Bag …")).to_be_visible()
