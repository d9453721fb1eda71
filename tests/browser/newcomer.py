"""Somebody who never saw these games: they do what the screen offers, and read nothing else."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route

from tests.browser.person import press, settled

END = "#end-title"
# What the end says: why it ended so, and when it was decided.
WHY = re.compile(r"^[A-Z].+[.!]$")
TURNED = re.compile("The turning point, (round|turn) [0-9].*: .")
TOUCHES = 4  # for one move, at most: a button that opens a sheet, a card in it, and that card again

# Touch what is offered: this move, or what opens the way to it; without a move, whatever is offered first.
TOUCH = """(move) => {
    const within = document.querySelector("dialog[open]") ?? document.querySelector(".shell");
    const all = (wanted) => [...within.querySelectorAll(wanted)].filter((node) =>
        node.getClientRects().length && !node.disabled && !node.closest("[inert]"));
    const meant = move === null
        ? all(".card.picked")[0] ?? all(".card.lit")[0] ?? all(".moves button")[0]
            ?? all("[data-move]:not(.card)")[0] ?? all("[data-moves]")[0] ?? all(".pick")[0]
        : all("[data-move]").find((node) => node.dataset.move === move)
            ?? all(".moves button").find((node) => node.dataset.key === move)
            ?? all("[data-moves]").find((node) => node.dataset.moves.split("\\n").includes(move));
    meant?.click();
    return Boolean(meant);
}"""


# Every button that stands for the move of a hint is marked, and no other, also in what is opened later.
MARKED = """(move) => {
    const stands = ({ dataset }) => (dataset.moves?.split("\\n") ?? [dataset.move]).includes(move);
    const buttons = [...document.querySelectorAll(".shell button:is([data-move], [data-moves]):not(.card)")];
    return buttons.every((node) => node.hasAttribute("data-hinted") === stands(node));
}"""


# Where something is touched: a card in a fan shows its left edge.
POINTED = """() => {
    const box = document.querySelector("[data-pointed]").getBoundingClientRect();
    return [box.left + Math.min(20, box.width / 2), box.top + box.height / 2];
}"""


def with_quick_bots(page: Page) -> None:
    """Let the tables that this page opens be as it wishes them, but with bots that answer at once."""

    def open_table(route: Route) -> None:
        if route.request.method == "POST":
            route.continue_(post_data={**(route.request.post_data_json or {}), "pace": "instant"})
        else:
            route.continue_()

    page.route("**/api/tables", open_table)


def hint(page: Page) -> str | None:
    """The key of the move that the hint names, if the page offers hints."""
    ask = page.get_by_role("button", name="Hint", exact=True)
    if not ask.is_visible():
        return None
    press(ask)
    return page.locator(".hint[data-key]").get_attribute("data-key")


def do(page: Page, move: str) -> None:
    """Make the move that a hint names by touching what stands for it."""
    for _ in range(TOUCHES):
        assert page.evaluate(MARKED, move), f"what stands for {move} is not marked"
        assert page.evaluate(TOUCH, move), f"nothing on the page stands for {move}"
        settled(page)
        if not page.locator(".hint").count():
            return
    raise AssertionError(f"{move} is not made")


def do_something(page: Page) -> None:
    """What is offered first."""
    page.evaluate(TOUCH, None)
    settled(page)


def touch_what_is_pointed_at(page: Page) -> None:
    """Touch what the lesson says to touch, where it shows."""
    page.locator("[data-pointed]").wait_for()
    page.mouse.click(*page.evaluate(POINTED))
    settled(page)
