"""The puzzle of the day on a small phone, by keyboard: a wrong answer, why it is wrong, and the right one."""

from __future__ import annotations

import json

from playwright.sync_api import Route, expect

from tests.browser.conftest import Server, Visit
from tests.browser.looking import look

NAMES = ("Zoë", "Bo", "Cy", "Di", "Eve", "Finn", "Gus", "Hal")
POSED = {
    "title": "Clocktower", "day": "2030-12-31", "asks": "Who is the Demon?", "grade": "hard", "tried": 3,
    "solved": 2, "known": ["Demon: Imp"],
    "choices": [{"name": name, "known": ["Claims to be the Saint", "Day 1: was executed"]} for name in NAMES],
}  # fmt: skip


def respond(route: Route) -> None:
    """As the server does; Bo is the Demon."""
    if route.request.method == "GET":
        return route.fulfill(json=POSED)
    choice = json.loads(route.request.post_data or "")["choice"]
    why = [
        [f"{NAMES[choice]} cannot be the Demon, because these cannot all be so:", "Bo counted 1 evil neighbour."]
    ]
    return route.fulfill(json={"right": choice == 1, "why": why, "tried": 4, "solved": 2})


def test_the_puzzle_of_the_day_is_solved_by_keyboard(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, width=390, height=664)
    page.route("**/api/games/clocktower/puzzle", respond)
    page.goto("/")
    page.get_by_role("link", name="Puzzle of today: Clocktower").press("Enter")
    expect(page.get_by_text("67 % of 3 people")).to_be_visible()
    page.get_by_role("radio", name="Zoë", exact=True).press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("It is not Zoë.")
    page.get_by_text("Why?").press("Enter")
    expect(page.get_by_text("Bo counted 1 evil neighbour.")).to_be_visible()
    assert not look(page, axe, "the puzzle", within="main")
    page.get_by_role("radio", name="Zoë tried").press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Right: it is Bo.")
    expect(page.get_by_text("50 % of 4 people")).to_be_visible()
    page.reload()
    expect(page.get_by_role("radio", name="Bo tried")).to_be_visible()
