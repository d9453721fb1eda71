"""What somebody is called at their tables: asked once, changed in the settings or at the table itself."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import STAYS, come_as_host, come_near_the_end, play_to_the_end

LAST_MOVES = 2


def rename_at_the_table(page: Page, name: str) -> None:
    page.get_by_role("button", name="Change name").click()
    page.get_by_role("textbox", name="Your name").fill(name)
    page.keyboard.press("Enter")


def test_a_changed_name_and_face_reach_the_table_before_the_game(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    code = come_as_host(page, server.address, "gotcha", 2)
    page.get_by_role("textbox", name="Your name").fill("Mira")
    page.keyboard.press("Enter")
    rename_at_the_table(page, "Зоя")
    expect(page.locator(".chair.you b")).to_have_text("Зоя")
    face = page.locator(".chair.you .avatar").inner_html()
    page.goto("/settings")
    page.get_by_label("Your name at the table").fill("Otto")
    page.get_by_role("button", name="Surprise me").click()
    page.goto(f"/t/{code}")
    expect(page.locator(".chair.you b")).to_have_text("Otto")
    page.wait_for_function("face => document.querySelector('.chair.you .avatar').innerHTML !== face", arg=face)


def test_a_game_that_has_begun_keeps_the_name_and_the_next_one_has_the_new_one(
    server: Server, visit: Visit
) -> None:
    page = visit(server.address)
    page.add_init_script(STAYS)
    come_near_the_end(page, server, "gotcha", 2, LAST_MOVES)
    page.get_by_role("button", name="Seats").click()
    sheet = page.get_by_role("dialog", name="Seats")
    expect(sheet.get_by_role("button", name="Remove")).to_have_count(0)  # nobody else could take the bot's seat now
    rename_at_the_table(page, "Otto")
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_role("alert")).to_contain_text("From the next game on you are Otto")
    page.get_by_role("button", name="Close: Seats").click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".plate.you .name")).to_have_text("Mira")
    play_to_the_end(page)
    expect(page.locator(".scores")).to_contain_text("Mira (you)")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".plate.you .name")).to_have_text("Otto")
