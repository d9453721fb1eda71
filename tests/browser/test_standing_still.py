"""Each thing on a table has one place for the length of a game; test_layout compares the states of a table."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Server, Visit
from tests.browser.layouts import AT_REST, BAR, EVERYTHING, some
from tests.browser.person import come_near_the_end, play_to_the_end, settled, sit_and_start

# What stands still, by what it is: all that lies on the table but what the table is about just now.
PARTS = {
    "botch": [BAR, ".bank", ".chair .plate", ".chair .lay", ".mat > .side", ".dock"],
    "bayou-boss": [BAR, ".bar .pace", ".stack", ".swamp", ".chair .plate", ".chair .trick", ".bog dl", ".dock"],
}
MOVES = 32  # the last ones of a game, when most lies on the table; all of them where all is wanted

# Looks at every frame that is drawn where each of these things lies, until the game is over.
WATCH = """(parts) => {
    const seen = window.places = {};
    const look = () => {
        if (document.querySelector("#end-title, .bog.over")) return;
        for (const part of parts) document.querySelectorAll(part).forEach((node, i) => {
            const { left, top, right, bottom } = node.getBoundingClientRect();
            if (!node.checkVisibility() || right === left) return;
            const name = `${part} ${i}`, at = [left, top, right, bottom];
            const known = seen[name] ??= { least: [...at], most: [...at], last: at, moves: 0 };
            known.moves += at.some((edge, k) => Math.abs(edge - known.last[k]) > 1);
            if (known.moves) window.shown ??= document.body.innerText; // when something moved first
            known.last = at;
            at.forEach((edge, k) => {
                known.least[k] = Math.min(known.least[k], edge);
                known.most[k] = Math.max(known.most[k], edge);
            });
        });
        requestAnimationFrame(look);
    };
    look();
}"""
MOVED = """(rest) => Object.entries(window.places).flatMap(([name, { least, most, moves }]) => {
    const span = Math.max(...least.map((edge, k) => most[k] - edge));
    return span > rest ? [`${name} moved ${moves} times, over ${Math.round(span)} pixels`] : [];
})"""


@pytest.mark.parametrize(
    ("game", "seats", "screen"),
    some([("bayou-boss", 4, (390, 664)), ("botch", 4, (390, 664)), ("bayou-boss", 4, (1280, 800))], 3),
)
def test_each_thing_has_one_place_for_the_length_of_a_game(
    server: Server, visit: Visit, game: str, seats: int, screen: tuple[int, int]
) -> None:
    page = visit(server.address, width=screen[0], height=screen[1])
    if EVERYTHING:
        sit_and_start(page, server.address, game, seats)
    else:
        come_near_the_end(page, server, game, seats, MOVES)
    settled(page)
    page.evaluate(WATCH, PARTS[game])
    play_to_the_end(page)
    places: dict[str, object] = page.evaluate("window.places")
    assert {part for part in PARTS[game] if any(name.startswith(part) for name in places)} == set(PARTS[game])
    moved = page.evaluate(MOVED, AT_REST)
    assert not moved, "\n".join([*moved, page.evaluate("window.shown")])
