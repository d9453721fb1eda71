"""The page of scripts: what is added, what is refused and why, and what comes out of the printer."""

import json
import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import press, wait_until

OWN = {"id": "own", "name": "Lamplighter", "team": "townsfolk", "ability": "Learns who walked.", "image": "l.png"}
RULES = {"author": "Cy", "bootlegger": ["Nobody whispers."], "firstNight": ["spy", "nobody", "chef"]}
LAMPS = [{"id": "_meta", "name": "Lamps", **RULES}, "chef", "Imp", OWN, "spy", "alchemist", "cheff"]
CHEF = {"id": "02_chef", "name": "Chef", "team": "townsfolk", "ability": "As printed.", "image": "chef.png"}
JINX = {"id": "j", "name": "Imp & Chef", "team": "jinxes", "ability": "Never both."}
MARKED = {"id": "a", "name": "A" + "\u0301" * 40, "team": "minion", "ability": "-"}


def add(page: Page, script: object) -> None:
    page.get_by_label("The script's JSON").fill(json.dumps(script))
    page.get_by_role("button", name="Add", exact=True).click()


def pages(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4")))


def test_scripts_are_added_or_refused_with_what_is_wrong(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/scripts")
    page.get_by_text("Add a script").click()
    add(page, [f"nobody{i}" for i in range(202)])
    expect(page.get_by_role("alert")).to_contain_text("at most 201 items")
    add(page, [MARKED])
    expect(page.get_by_role("alert")).to_contain_text("signs that cannot be shown")
    add(page, LAMPS)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("heading", name="Lamps, by Cy")).to_be_visible()
    page.get_by_label("Characters as of").select_option("current")
    expect(page.get_by_role("main").get_by_text("Alchemist and Spy:")).to_be_visible()
    expect(page.get_by_text("Run by hand: Lamplighter")).to_be_visible()
    expect(page.get_by_text("Nobody whispers.")).to_be_visible()
    odd = page.get_by_text("What is odd in its file").locator("..").get_by_role("listitem")
    expect(odd).to_contain_text(["did you mean 'chef'?", "names 'nobody'"])
    page.reload()
    page.get_by_role("button", name="Lamps").click()
    page.get_by_role("button", name="Open a table with it").click()
    expect(page.locator("#option-script option:checked")).to_have_text("Lamps, by Cy")
    assert "_meta" not in page.content()


def test_sheets_have_the_pages_that_they_should(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    held: list[Route] = []
    page.route("**/pictures-*", lambda route: held.append(route))
    page.goto("/scripts")
    expect(page.get_by_text("Washerwoman").first).to_be_visible()  # before the heavy pictures are
    wait_until(page, lambda: held, "pictures are asked for")
    held[0].continue_()
    for sheet, most in (("script", 2), ("night", 1)):
        page.locator("#sheet").select_option(sheet)
        for name in ("Trouble Brewing", "Bad Moon Rising", "Sects and Violets"):
            press(page.get_by_role("button", name=name))
            assert pages(page) == most


def test_a_script_is_written_as_it_was_and_goes_by_a_link(server: Server, visit: Visit) -> None:
    """Its file said more than anything here uses; and another one is only called like an edition."""
    page = visit(server.address)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/scripts")
    page.get_by_text("Add a script").click()
    add(page, [{"id": "_meta", "name": "Trouble Brewing", **RULES, "logo": "t.png"}, CHEF, *LAMPS[2:6], JINX])
    expect(page.get_by_role("heading", name="Trouble Brewing, by Cy")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    meta, *characters = json.loads(saved.value.path().read_text())
    assert (meta["logo"], meta["bootlegger"], meta["firstNight"]) == (
        "t.png",
        ["Nobody whispers."],
        ["spy", "chef"],
    )
    assert characters == [CHEF, "imp", OWN, "spy", "alchemist", JINX]
    page.get_by_role("button", name="Copy a link to it").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("/settings")
    page.evaluate("localStorage.clear()")  # as in a browser that does not know it
    page.goto(link.removeprefix(server.address))
    expect(page.get_by_role("heading", name="Trouble Brewing, by Cy")).to_be_visible()
    page.get_by_role("link", name="To the grimoire for one room").click()
    expect(page.get_by_role("combobox", name="Script").locator("option:checked")).to_have_text(
        "Trouble Brewing, by Cy"
    )
    page.get_by_role("link", name="Scripts, also for printing").click()
    page.get_by_role("button", name="Open a table with it").click()
    expect(page.locator("#option-script option:checked")).to_have_text("Trouble Brewing, by Cy")
    caution = page.get_by_text("has rules of its own, which a storyteller has to keep by hand")
    expect(caution).to_be_visible()
    page.get_by_label("How many players?").select_option("5")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", name="Seats").wait_for()
    expect(caution).to_be_visible()
    page.goto("/scripts")
    page.get_by_text("Add a script").click()
    page.get_by_label("The script's JSON").fill("https://example.org/script.json")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Open it in a new tab")
