"""Nobody stumbles in any state of any game's table: axe finds nothing, by lamplight or by day.

Some of the states are looked at each time; `make access` looks at every one, which takes minutes.
"""

import os

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Server, Visit
from tests.browser.layouts import GAMES, TWO_FRAMES, table_at
from tests.browser.looking import look
from tests.browser.person import SEATS, come_as_host, sit_and_start
from tests.browser.test_lessons import TOUCH

EVERY = os.environ.get("FACEDOWN_STATES") == "all"
SOME = 6  # of the states of a table, and of the steps of a lesson, one in so many

# Where plates and cards lie, pixel by pixel.
PLACES = """() => [...document.querySelectorAll(".shell .plate, .shell .card")].flatMap((node) => {
    const { left, top, width } = node.getBoundingClientRect();
    return [left, top, width];
})"""
PHONE: ViewportSize = {"width": 390, "height": 844}

# In the themes nothing differs but colours.  The page around a table is the gallery's own, and not looked at.
BOTH = """async () => {
    const shell = document.querySelector(".shell"), found = [];
    for (const [theme, wishes] of [["dark", {}], ["light", { runOnly: ["color-contrast"] }]]) {
        document.documentElement.dataset.theme = theme;
        const { violations } = await axe.run(shell, { resultTypes: ["violations"], ...wishes });
        for (const one of violations)
            for (const node of one.nodes) found.push(`${theme}: ${one.id}: ${node.html.slice(0, 160)}`);
    }
    return found;
}"""


@pytest.mark.parametrize("over", [False, True], ids=["played", "over"])
@pytest.mark.parametrize("game", GAMES)
def test_in_every_state_of_a_table(page: Page, gallery: str, axe: str, game: str, over: bool) -> None:
    page.set_viewport_size(PHONE)
    states = table_at(page, gallery, game, "&over" if over else "")
    page.evaluate(f"() => {{ {axe} }}")
    wrong: list[str] = []
    for state in states[:1] if over else states[:: 1 if EVERY else SOME]:
        page.get_by_label("State").select_option(state)
        page.evaluate(TWO_FRAMES)
        wrong += [f"{state}, {one}" for one in page.evaluate(BOTH)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_in_the_lobby_at_every_step_of_the_lesson_and_on_the_quiet_pages(
    server: Server, visit: Visit, axe: str, game: str
) -> None:
    page = visit(server.address, **PHONE)
    wrong: list[str] = []
    for path in (f"/new/{game}", f"/rules/{game}"):
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_load_state("networkidle")
        for fold in page.locator(".folds > details > summary").all():
            fold.click()
        wrong += look(page, axe, path)
    come_as_host(page, server.address, game, 2 if game == "gotcha" else 6 if game == "clocktower" else 4)
    page.get_by_role("heading", name="Seats").wait_for()
    wrong += look(page, axe, "lobby")
    page.goto(f"/learn/{game}")
    for step in range(40):
        page.locator(".balloon .acts").wait_for()
        if EVERY or step % SOME == SOME // 2:
            wrong += look(page, axe, f"step {step}")
        if page.get_by_role("button", name="Play now").count():
            break
        if (on := page.get_by_role("button", name="Go on")).count():
            on.click()
        else:
            page.locator("[data-pointed]").wait_for()
            page.mouse.click(*page.evaluate(TOUCH))
    assert not wrong, "\n".join(wrong)


def test_in_every_sheet_of_a_table_and_with_a_hint(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, **PHONE)
    code = sit_and_start(page, server.address, "bayou-boss", 4)
    wrong: list[str] = []
    page.evaluate("async () => { await document.fonts.ready }")
    page.evaluate(TWO_FRAMES)
    before = page.evaluate(PLACES)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint")).to_contain_text("Hint: ")
    page.evaluate(TWO_FRAMES)
    after = page.evaluate(PLACES)
    moved = [(was, now) for was, now in zip(before, after, strict=True) if abs(was - now) > 1]
    assert not moved, "a hint moves no card under the finger"
    wrong += look(page, axe, "hint")
    for key in "lt?r":
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        wrong += look(page, axe, f"the sheet of {key}")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_role("button", name=SEATS).click()
    page.get_by_role("dialog", name="Seats").wait_for()
    wrong += look(page, axe, "seats")
    page.goto(f"/t/{code}/replay")
    page.get_by_role("slider", name="Moment").wait_for()
    wrong += look(page, axe, "replay")
    assert not wrong, "\n".join(wrong)
