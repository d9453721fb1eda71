"""Cards that somebody has written, at a table that is set up in the browser."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import READY, SOON, sideways

RENAMED = ('name = "Common {type}"', 'name = "Zorb {type}"')


def test_cards_are_written_explained_and_played_with(server: Server, visit: Visit, tmp_path: Path) -> None:
    page = visit(server.address, width=390, height=844, expected="400")
    page.goto("/new/gotcha")
    page.get_by_text("Your own cards").click()
    page.get_by_role("button", name="Start from the game's cards").click()
    editor = page.get_by_label("Your cards", exact=True)
    text = editor.input_value()
    told = page.get_by_role("status").filter(has_text="kinds")
    expect(told).to_contain_text("57 cards")

    before, _, after = text.rpartition('does = "cut"')
    editor.fill(f'{before}does = "cutt"{after}')
    page.get_by_role("button", name="Go to line").click()
    assert "cutt" in editor.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Line ")

    file = tmp_path / "mine.toml"
    file.write_text(text.replace(*RENAMED))
    page.get_by_label("Open a file").set_input_files(file)
    expect(page.get_by_role("term").filter(has_text="Zorb Rock")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert sideways(page) <= 0
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Print them").click()
    expect(opened.value.get_by_text("Zorb Rock").first).to_be_visible()
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")
    with page.expect_popup():  # before an answer comes: browsers block what opens later
        page.get_by_role("button", name="Print them").click()
    page.reload()
    page.get_by_text("Your own cards").click()
    assert "Zorb" in editor.input_value(), "what was written is kept on this device"
    page.get_by_label("Play with these cards").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/t/*")
    page.wait_for_function(READY, timeout=SOON)
    cards = page.request.get(f"{server.address}/api/tables/{page.url.rsplit('/', 1)[1]}/game").json()["cards"]
    assert "Zorb Rock" in [card["name"] for card in cards]
