"""The grimoire for one room and the page of scripts: reachable for all, nothing on anything else, on any screen."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.conftest import Server, Visit
from tests.browser.free_grimoire import NAMES, player, sit
from tests.browser.layouts import EVERYTHING, TIGHT
from tests.browser.looking import look
from tests.browser.person import press, settled, sideways

# What can be pressed is large enough, lies on the screen (what scrolls apart) and beside everything else.
TARGETS = """() => {
    const room = document.querySelector("dialog[open]") ?? document.body;
    const pressed = "button, .button, input:not([type=checkbox]), select, textarea";
    const shown = [...room.querySelectorAll(pressed)].filter((node) => node.checkVisibility()
        && !node.closest(".unseen, [data-scrolls], summary") && !node.classList.contains("unseen"));
    const name = (node) => (node.getAttribute("aria-label") || node.textContent || node.id).trim().slice(0, 30);
    const boxes = shown.map((node) => node.getBoundingClientRect());
    const wrong = [];
    for (const [i, a] of boxes.entries()) {
        if (a.width < 43.5 || a.height < 43.5) wrong.push(`${name(shown[i])} is ${a.width | 0} x ${a.height | 0}`);
        if (a.left < -1 || a.right > innerWidth + 1) wrong.push(`${name(shown[i])} leaves the screen`);
        for (const [j, b] of boxes.entries()) {
            const both = [shown[i], shown[j]];
            if (j <= i || shown[i].contains(shown[j]) || both.some((one) => one.closest("footer"))) continue;
            const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (x > 3 && y > 3) wrong.push(`${both.map(name).join(" and ")} overlap by ${x | 0} x ${y | 0}`);
        }
    }
    return wrong;
}"""


def faults(page: Page, axe: str, state: str, within: str = "html") -> list[str]:
    """What is wrong with the page as it is now, on each screen, and, on the last one, here."""
    wrong: list[str] = []
    for width, height in TIGHT:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        found = [*page.evaluate(TARGETS), *([f"{sideways(page)} pixels too wide"] if sideways(page) > 0 else [])]
        found += look(page, axe, "axe", within) if EVERYTHING or (width, height) == TIGHT[-1] else []
        wrong += [f"{width}x{height}, {state}: {one}" for one in found]
    return wrong


def test_nobody_stumbles_in_the_grimoire_or_among_the_scripts(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address)
    page.goto("/scripts")
    wrong = faults(page, axe, "scripts")
    page.goto("/grimoire")
    wrong += faults(page, axe, "people")
    sit(page, NAMES)
    press(page.get_by_role("button", name="Deal by chance"))
    wrong += faults(page, axe, "night")
    press(player(page, "Kim"))
    wrong += faults(page, axe, "a player", "dialog")
    page.keyboard.press("Escape")
    for name in ("Night list", "Cards", "More"):
        press(page.get_by_role("button", name=name, exact=True))
        wrong += faults(page, axe, name, "dialog")
        page.keyboard.press("Escape")
    press(page.get_by_role("button", name="Reminders"))
    wrong += faults(page, axe, "reminders")
    press(page.get_by_role("button", name="Done", exact=True))
    press(page.get_by_role("button", name="Dawn", exact=True))
    wrong += faults(page, axe, "day")
    assert not wrong, "\n".join(dict.fromkeys(wrong))
