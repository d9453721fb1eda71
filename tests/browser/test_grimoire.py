"""The grimoire for one room: wholly on the device, with as many as there may be on a small phone."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.test_app import NO_SERVER, keep

NAMES = [
    *("Ann", "Bo", "Cy", "Dee", "Ed", "Flo", "Gus", "Hanna-Maria", "Ida", "Jo"),
    *("Kim", "Lea", "Max", "Nia", "Ole", "Pia", "Quentin", "Ria", "Sam", "Tom"),
]


def sit(page: Page, names: list[str]) -> None:
    page.get_by_label("Names, with commas").fill(", ".join(names))
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Free: to the circle").click()
    expect(page.get_by_label("The circle, clockwise").get_by_role("button")).to_have_count(len(names))


def test_an_evening_without_the_server(frail_server: Server, visit: Visit) -> None:
    page = visit(frail_server.address, keeps=True, expected=NO_SERVER, width=390, height=844)
    keep(page)
    frail_server.kill()
    page.goto("/grimoire")
    sit(page, NAMES[:7])
    page.get_by_role("button", name="Deal by chance").click()
    circle = page.get_by_label("The circle, clockwise")
    circle.get_by_role("button", name="Cy,").click()
    page.get_by_label("A reminder in your own words").fill("Ask her")
    page.get_by_role("dialog").get_by_role("button", name="Put down", exact=True).click()
    page.get_by_role("button", name="Dies").click()
    page.get_by_role("button", name="Last vote is used").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Pass the phone").click()
    page.get_by_role("button", name="See my token").click()
    expect(page.get_by_role("heading", name="Ann, you are")).to_be_visible()
    page.get_by_role("button", name="Hide it").click()
    expect(page.get_by_role("heading", name="Bo, tap to see")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Night list").click()
    page.get_by_role("checkbox", name="Dusk", exact=True).check()
    page.keyboard.press("Escape")
    page.reload()
    expect(circle.get_by_role("button", name="Ask her, dead, no vote left")).to_have_count(1)
    page.get_by_role("button", name="Dawn").click()
    page.get_by_role("button", name="Dusk").click()
    expect(page.get_by_role("heading", name="Night 2")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Day 1")).to_be_visible()
    frail_server.start()


def test_twenty_people_on_a_small_phone(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=360, height=640)
    page.goto("/grimoire")
    sit(page, NAMES)
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
    page.get_by_label("Find a character").fill("Al-Hadikhia")
    page.get_by_role("button", name="Al-Hadikhia").click()
    expect(page.get_by_role("dialog").locator("b").get_by_text("Al-Hadikhia")).to_be_visible()
    page.get_by_role("button", name="Show “You are”").click()
    expect(page.get_by_text("Touch to close")).to_be_visible()
