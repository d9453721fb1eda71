"""Great moments: each scene is shown, equal as a still picture, and ended at once by a tap or a key."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.layouts import EVERYTHING, some, turn
from tests.browser.person import come_near_the_end, come_to_the_end, play_on, settled

SCENES = {
    "liar": "LIAR!",
    "both lied": "Both lied!",
    "true": "True!",
    "declared": "Otto declares a win",
    "freeze": "Blue!",
    "round": "Otto wins round 1",
    **{
        f"{how}, {game}": title
        for game in ("bayou-boss", "gotcha", "botch", "bots-battleground", "clocktower")
        for how, title in (("win", "You win"), ("lose", "You lose"))
    },
    "over": "Otto and Nora win",
}
WITHOUT_ALIKE = [name for name in SCENES if not name.startswith(("win, ", "lose, ")) or name.endswith("boss")]
SCREENS = ((320, 568), (844, 390), (1280, 800))
# What of a scene leaves the screen, apart from what falls on purpose.
PARTS = ".scene :is(.title, .note, .card, .hero, .sum, .who)"
OUTSIDE = f"""() => [...document.querySelectorAll("{PARTS}")].filter((node) => {{
    const box = node.getBoundingClientRect();
    return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}}).map((node) => node.className)"""

# Is the gap between the sums wider than half a digit?
APART = """() => {
    const [left, right] = [...document.querySelectorAll(".scene .sum")].map((sum) => sum.getBoundingClientRect());
    return right.left - left.right > left.width / 4;
}"""


def open_scenes(page: Page, gallery: str) -> None:
    page.goto(f"{gallery}?scene={next(iter(SCENES))}&stays")
    settled(page)


def choose_scene(page: Page, name: str) -> None:
    page.get_by_label("Scene").select_option(name)
    settled(page)
    expect(page.locator(".scene .title")).to_have_text(SCENES[name])


def test_each_scene_is_a_whole_picture_without_motion(page: Page, gallery: str) -> None:
    open_scenes(page, gallery)
    for number, name in enumerate(SCENES if EVERYTHING else WITHOUT_ALIKE):
        choose_scene(page, name)
        for screen in SCREENS if EVERYTHING else SCREENS[number % len(SCREENS) :][:1]:  # they take turns
            turn(page, screen)
            assert page.evaluate(OUTSIDE) == [], f"{name} leaves the screen at {screen}"
        assert page.evaluate("() => document.getAnimations().length") == 0, f"{name} moves"
        if name == "round":
            assert page.locator(".scene .sum").all_inner_texts() == ["11", "3"]
            assert page.evaluate(APART), "two sums are read as one number"


@pytest.fixture
def pressing(own_page: Page, gallery: str) -> Page:
    """The scenes above a button, which counts in `pressed` how often it was pressed."""
    own_page.set_viewport_size({"width": 390, "height": 844})
    own_page.add_init_script(
        "window.pressed = 0; addEventListener('click', (e) => e.target.matches('button') && window.pressed++)"
    )
    open_scenes(own_page, gallery)
    return own_page


def test_a_key_ends_a_scene_and_does_nothing_else(pressing: Page) -> None:
    for name in some(list(SCENES), 6):
        choose_scene(pressing, name)
        pressing.get_by_role("button", name="What is asked").focus()
        pressing.keyboard.press("Tab")  # looking around ends nothing
        expect(pressing.locator(".scene")).to_have_count(1)
        pressing.get_by_role("button", name="What is asked").focus()
        pressing.keyboard.press("Enter")
        expect(pressing.locator(".scene")).to_have_count(0)
        assert pressing.evaluate("() => window.pressed") == 0, name
    pressing.keyboard.press("Enter")
    assert pressing.evaluate("() => window.pressed") == 1


def test_a_tap_ends_a_scene_and_does_nothing_else(pressing: Page) -> None:
    for number, name in enumerate(some(list(SCENES), 6)):
        choose_scene(pressing, name)
        pressing.mouse.click(20, 12)  # the button lies there, below the scene
        expect(pressing.locator(".scene")).to_have_count(0)
        assert pressing.evaluate("() => window.pressed") == number, name
        pressing.mouse.click(20, 12)
        assert pressing.evaluate("() => window.pressed") == number + 1, name


def test_a_scene_ends_by_itself(browser: Browser, gallery: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(
        """new MutationObserver(() => {
            window.begun ||= document.querySelector(".scene") !== null;
        }).observe(document, { subtree: true, childList: true });"""
    )
    page.goto(f"{gallery}?scene=liar")
    page.wait_for_function("() => window.begun && !document.querySelector('.scene')")
    context.close()


def test_at_the_table_what_lies_under_a_scene_is_right_already(server: Server, visit: Visit) -> None:
    page = visit(server.address, pace="brisk", motion="full")
    page.add_init_script(
        """window.scenes = [];
        addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
            const scene = document.querySelector(".scene");
            if (scene && scene !== window.last) {
                window.last = scene;
                const log = document.querySelector(".rail .happened").textContent;
                const [, kind] = scene.className.split(" ");
                window.scenes.push([kind, scene.querySelector(".title").textContent, log]);
            }
        }).observe(document.body, { subtree: true, childList: true }));"""
    )
    come_near_the_end(page, server, "botch", 3)
    while not page.evaluate("() => window.scenes.length"):
        play_on(page)
    expect(page.locator(".scene")).to_have_count(0)
    kind, title, log = page.evaluate("() => window.scenes[0]")
    assert kind in ("stamp", "declare")
    assert (" declare" in log) if kind == "declare" else ("call" in log or "lie" in log), (title, log)


def test_the_end_says_why_it_was_won(server: Server, visit: Visit) -> None:
    page = visit(server.address, pace="brisk", motion="full")
    page.add_init_script(  # its scene stays
        """const later = window.setTimeout;
        window.setTimeout = (what, after, ...rest) =>
            after >= 1000 && document.querySelector(".scene .ends") ? 0 : later(what, after, ...rest);"""
    )
    come_to_the_end(page, server, "gotcha", 2)
    why = page.locator(".end .why").inner_text()
    assert "won with" in why
    expect(page.locator(".scene .note")).to_have_text(why)
