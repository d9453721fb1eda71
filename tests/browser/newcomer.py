"""Somebody who never saw these games: they do what the screen offers, and read nothing else."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.browser.person import SOON

END = "#end-title"
SENTENCE = re.compile(r"^[A-Z].+[.!]$")
# Something is asked of us, or the game is over; what is still being shown is waited for.  A card that may not be
# touched keeps its name, also while our last move is on its way to the server: only lit ones count.
ASKED = """() => document.querySelector("#end-title") || (!document.querySelector(".prompt .skip")
    && document.querySelector(".prompt.ours, dialog[open] [data-move], .stage [data-move], .stage [data-moves]")
    && document.querySelector(".card.lit, .moves button, .shell [data-move]:not(.card), .shell [data-moves]"))"""

# Touch what is offered: this move, or what opens the way to it; without a move, whatever is offered first.
TOUCH = """(move) => {
    const within = document.querySelector("dialog[open]") ?? document.querySelector(".shell");
    const all = (wanted) => [...within.querySelectorAll(wanted)].filter((node) =>
        node.getClientRects().length && !node.disabled && !node.closest("[inert]"));
    const says = (node) => node.textContent.trim().toLowerCase();
    const meant = move === null
        ? all(".card.picked")[0] ?? all(".card.lit")[0] ?? all(".moves button")[0]
            ?? all("[data-move]:not(.card)")[0] ?? all("[data-moves]")[0] ?? all(".pick")[0]
        : all("[data-move]").find((node) => node.dataset.move === move)
            ?? all(".moves button").find((node) => says(node) === move.toLowerCase())
            ?? all("[data-moves]").find((node) => node.dataset.moves.split("\\n").includes(move));
    meant?.click();
    return Boolean(meant);
}"""


def is_asked(page: Page) -> bool:
    """Wait until something is asked of us; False where the game is over."""
    page.wait_for_function(ASKED, timeout=SOON)
    return not page.locator(END).count()


def hint(page: Page) -> str | None:
    """The move that the hint names, if the page offers hints."""
    ask = page.get_by_role("button", name="Hint", exact=True)
    if not ask.is_visible():
        return None
    ask.click()
    told = page.locator(".hint b")
    told.wait_for()
    return told.inner_text().removeprefix("Hint: ").removesuffix(".")


def do(page: Page, move: str) -> None:
    """Make this move by touching what stands for it: a card twice, or a button, or a sheet and then a button."""
    told = page.locator(".hint")
    for _ in range(8):
        assert page.evaluate(TOUCH, move), f"nothing on the page stands for {move}"
        page.wait_for_timeout(30)
        if not told.count():
            return
    raise AssertionError(f"{move} is not made")


def do_something(page: Page) -> None:
    """What is offered first."""
    page.evaluate(TOUCH, None)
    page.wait_for_timeout(15)


def learn(page: Page, most: int = 40) -> str:
    """Do what the lesson says until it says no more; all that it said."""
    heard: list[str] = []
    for _ in range(most):
        page.locator(".balloon .acts").wait_for()
        if (note := page.locator(".balloon .says p").last.inner_text()) not in heard:
            heard.append(note)
        if page.get_by_role("button", name="Play now").count():
            return "\n".join(heard)
        if (on := page.get_by_role("button", name="Go on")).count():
            on.click()
        else:
            page.locator("[data-pointed]").wait_for()
            page.evaluate("() => document.querySelector('[data-pointed]').click()")
        page.wait_for_timeout(30)
    raise AssertionError(f"the lesson does not end: {heard[-1]}")
