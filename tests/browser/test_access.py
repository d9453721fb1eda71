"""Nobody stumbles in any state of any game's table: axe finds nothing, by lamplight or by day.

Some of the states are looked at each time; `make sweep PART=pages` looks at every one, which takes minutes.
"""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Server, Visit
from tests.browser.layouts import CARD_GAMES, EVERYTHING, GAMES, show, some, table_at
from tests.browser.looking import AT_REST, look
from tests.browser.person import SEATS, come_as_host, press, settled, sit_and_start

# Where plates and cards lie, pixel by pixel.
PLACES = """() => [...document.querySelectorAll(".shell .plate, .shell .card")].flatMap((node) => {
    const { left, top, width } = node.getBoundingClientRect();
    return [left, top, width];
})"""
PHONE: ViewportSize = {"width": 390, "height": 844}

# In the themes nothing differs but colours.  The page around a table is the gallery's own, and not looked at.
THEMES = """async (by_day) => {
    const shell = document.querySelector(".shell"), found = [];
    for (const [theme, wishes] of [["dark", {}], ["light", { runOnly: ["color-contrast"] }]].slice(0, 1 + by_day)) {
        document.documentElement.dataset.theme = theme;
        const { violations } = await axe.run(shell, { resultTypes: ["violations"], preload: false, ...wishes });
        for (const one of violations)
            for (const node of one.nodes) found.push(`${theme}: ${one.id}: ${node.html.slice(0, 160)}`);
    }
    return found;
}"""

# In these, and in those of test_botch, most of what tables draw is seen.
SEEN = {
    "bayou-boss": ("marks",),
    "botch": ("declare", "eightCall", "die"),
    "bots-battleground": ("borrowed", "counted"),
    "gotcha": ("fight", "throwAgain", "order"),
    "clocktower": ("voteLocked", "block20", "asleep"),
}


@pytest.mark.parametrize(
    ("game", "over"),
    [(game, over) for game in GAMES for over in (False, True) if EVERYTHING or not over or game == "botch"],
)
def test_in_every_state_of_a_table(page: Page, gallery: str, axe: str, game: str, over: bool) -> None:
    page.set_viewport_size(PHONE)
    states = table_at(page, gallery, game, "&over" if over else "")
    page.evaluate(f"() => {{ {axe} }}")
    wrong: list[str] = []
    for number, state in enumerate(states[:1] if over else states if EVERYTHING else SEEN[game]):
        show(page, state)
        page.evaluate(AT_REST)
        wrong += [f"{state}, {one}" for one in page.evaluate(THEMES, EVERYTHING or number % 2 == 0)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", some(("clocktower", *CARD_GAMES), 5))
def test_where_a_table_is_set_up(server: Server, visit: Visit, axe: str, game: str) -> None:
    page = visit(server.address, **PHONE)
    page.goto(f"/new/{game}")
    settled(page)
    for fold in page.locator(".folds > details > summary").all():
        press(fold)
    assert not look(page, axe, "set-up", by_day=True)


def test_in_the_lobby(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, **PHONE)
    come_as_host(page, server.address, "bayou-boss", 8)
    assert not look(page, axe, "lobby", by_day=True)


def test_in_every_sheet_of_a_table_and_with_a_hint(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, **PHONE)
    code = sit_and_start(page, server.address, "bayou-boss", 4)
    wrong: list[str] = []
    before = page.evaluate(PLACES)
    press(page.get_by_role("button", name="Hint", exact=True))
    expect(page.locator(".hint")).to_contain_text("Hint: ")
    after = page.evaluate(PLACES)
    moved = [(was, now) for was, now in zip(before, after, strict=True) if abs(was - now) > 1]
    assert not moved, "a hint moves no card under the finger"
    wrong += look(page, axe, "hint", by_day=True)
    for key in "lt?r":
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        wrong += look(page, axe, f"the sheet of {key}", within="dialog")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    press(page.get_by_role("button", name=SEATS))
    wrong += look(page, axe, "seats", within="dialog")
    page.goto(f"/t/{code}/replay")
    wrong += look(page, axe, "replay")
    assert not wrong, "\n".join(wrong)
