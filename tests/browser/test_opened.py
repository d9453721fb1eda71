"""What is opened over a table or beside it leaves clear what is asked, and the screen holds all of it.

A card's text, a face that somebody makes, the host's menu of a seat; the lobby, whatever is open in it.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.layouts import CARD_GAMES, EVERYTHING, SCREENS, TIGHT, Look, some, table_at, turn, wrong_on
from tests.browser.person import SEATS, come_as_host, press

WIDE = SCREENS if EVERYTHING else (*SCREENS, (1920, 1080))  # where a text has room beside everything
# Beside the table of a phone on its side what is asked stands above the button that does without the second touch.
BESIDE = {"gotcha": ("place",)}

# Open the text of one card of each place where cards lie, and see what it lies on.
OPENED = """async () => {
    const ANSWERS = "#question, .prompt .button, .answers button, .actions button, " +
        "[data-move]:not(.card), [data-moves]";
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const name = (node) => (node.getAttribute("aria-label") || node.textContent || "").trim().slice(0, 30);
    const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const places = new Map(), wrong = [];
    let opened = 0;
    for (const card of document.querySelectorAll(".shell button.card[data-card]")) {
        if (!card.getClientRects().length || card.closest("[inert]")) continue;
        const where = card.closest(".hand") ? "hand" : card.closest(".own") ? "own" : "table";
        if (!places.has(where) || where === "hand") places.set(where + (places.has(where) ? " last" : ""), card);
    }
    for (const card of places.values()) {
        card.focus();
        card.click();
        await frames();
        const panel = document.querySelector("aside.text");
        if (!panel) continue;
        opened += 1;
        const a = panel.getBoundingClientRect();
        if (a.left < 0 || a.top < 0 || a.right > innerWidth || a.bottom > innerHeight)
            wrong.push(`${name(panel)} leaves the screen`);
        if (panel.scrollHeight > panel.clientHeight + 1) wrong.push(`${name(panel)} is cut off`);
        for (const node of [...document.querySelectorAll(ANSWERS), ...(card.matches(".lit") ? [card] : [])]) {
            const b = node.getBoundingClientRect();
            const asks = node.id !== "question" || node.textContent.trim();
            if (asks && b.width > 1 && b.height > 1 && across(a, b) > 3 && down(a, b) > 3)
                wrong.push(`${name(panel)} lies on ${name(node)}`);
        }
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
        document.activeElement?.blur();
        await frames();
    }
    window.opened = (window.opened ?? 0) + opened;
    return wrong;
}"""

# Touch a card that may be played, and see whether the button beside the question leaves it its width.
ASKED_AGAIN = """async () => {
    document.querySelector(".hand .card.lit").click();
    await facedown.settled();
    const question = document.getElementById("question");
    const lines = Math.round(question.clientHeight / parseFloat(getComputedStyle(question).lineHeight));
    return lines > 2 ? [`"${question.textContent.trim()}" takes ${lines} lines`] : [];
}"""

COVER = '<div id="cover" style="position: fixed; inset: 0; z-index: 99"></div>'

# Faces that are made lie on plates for a moment, and on nothing else that is to be read or pressed.
FACES = """() => {
    const made = [...document.querySelectorAll(".plate .made .avatar")].map((node) => node.getBoundingClientRect());
    const asked = [...document.querySelectorAll("#question, .shell button:not(:disabled)")].filter((node) =>
        node.getClientRects().length && !node.closest(".plate, [data-over], [inert]"));
    const wrong = made.length ? [] : ["no face"];
    for (const a of made) {
        if (a.left < -1 || a.top < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1)
            wrong.push("a face leaves the screen");
        for (const node of asked) {
            const b = node.getBoundingClientRect();
            const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            // a finger's width of what is pressed stays clear, and the whole of what is narrower than a finger
            if (x > Math.max(1, b.width - 30) && y > Math.max(1, b.height - 30))
                wrong.push(`a face hides ${node.getAttribute("aria-label") || node.textContent}`);
        }
    }
    return wrong;
}"""

# On a page that scrolls by itself, or a sheet: nothing that is pressed or read as a title lies on anything else.
PAGE = """(root) => {
    const whole = document.querySelector(root);
    const clipped = (node) => {
        const box = node.getBoundingClientRect(), room = node.closest("main")?.getBoundingClientRect();
        const top = Math.max(box.top, room?.top ?? 0), bottom = Math.min(box.bottom, room?.bottom ?? innerHeight);
        return { left: box.left, right: box.right, top, bottom };
    };
    const THINGS = "button, .button, input, select, textarea, h1, h2, .avatar, [role=img]";
    const shown = [...whole.querySelectorAll(THINGS)].filter((node) =>
        node.checkVisibility() && !node.closest(".unseen, [inert], [data-scrolls]"));
    const name = (node) => (node.getAttribute("aria-label") || node.textContent || node.id).trim().slice(0, 30);
    const wrong = [];
    for (const [i, node] of shown.entries()) {
        const a = clipped(node);
        if (a.left < -1 || a.right > innerWidth + 1) wrong.push(`${name(node)} leaves the screen`);
        for (const other of shown.slice(i + 1)) {
            if (node.contains(other)) continue;
            const b = clipped(other);
            const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (x > 3 && y > 3) wrong.push(`${name(node)} and ${name(other)} overlap`);
        }
    }
    for (const node of whole.querySelectorAll(".page-actions > .button.main")) {
        const box = node.getBoundingClientRect();
        if (node.closest("footer") && (box.bottom > innerHeight || box.top < 0))
            wrong.push(`${name(node)} is not in sight`);
    }
    return wrong;
}"""


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_cards_text_leaves_clear_what_is_asked(page: Page, gallery: str, game: str) -> None:
    states = some(table_at(page, gallery, game), 4)
    wrong = wrong_on(page, states, Look(WIDE, (OPENED,)))
    wrong += wrong_on(page, BESIDE.get(game, ()), Look(((844, 390),), (OPENED, ASKED_AGAIN)))
    assert not wrong, "\n".join(wrong)
    assert page.evaluate("() => window.opened") >= len(WIDE)


def test_a_card_that_comes_to_lie_under_a_still_mouse_does_not_open(own_page: Page, gallery: str) -> None:
    own_page.clock.install()
    own_page.set_viewport_size({"width": 1280, "height": 800})
    table_at(own_page, gallery, "bots-battleground")
    own_page.evaluate(f"document.body.insertAdjacentHTML('beforeend', {COVER!r})")
    card = own_page.locator(".hand .card").first
    box = card.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    own_page.mouse.move(x, y)
    own_page.locator("#cover").evaluate("cover => cover.remove()")
    own_page.wait_for_function("() => document.querySelector('.hand .card').matches(':hover')")
    own_page.clock.fast_forward(1000)
    expect(own_page.locator("aside.text")).to_have_count(0)
    own_page.mouse.move(x + 2, y + 2)
    own_page.clock.fast_forward(1000)
    expect(own_page.locator("aside.text")).to_be_visible()


@pytest.mark.parametrize("game", some(CARD_GAMES, 2))
def test_faces_that_are_made_stay_on_the_screen_and_hide_no_answer(page: Page, gallery: str, game: str) -> None:
    states = some(table_at(page, gallery, game, "&faces"), 8)
    wrong = wrong_on(page, states, Look(SCREENS, (FACES,)))
    assert not wrong, "\n".join(wrong)


def test_the_lobby_and_the_hosts_menu_have_room(server: Server, visit: Visit) -> None:
    """With the code as a picture, somebody who has come, and all that can be done about them."""
    host, guest = visit(server.address), visit(server.address)
    code = come_as_host(host, server.address, "bayou-boss", 8)
    guest.goto(f"/t/{code}")
    for page, name in ((host, "Mira"), (guest, "Maximilian the Second")):
        page.get_by_role("textbox", name="Your name").fill(name)
        press(page.get_by_role("button", name="Sit down"))
    wrong: list[str] = []

    def on_all_screens(what: str, root: str) -> None:
        for width, height in TIGHT:
            turn(host, (width, height))
            wrong.extend(f"{what} at {width}x{height}: {one}" for one in host.evaluate(PAGE, root))

    more = host.get_by_label("More about Maximilian the Second")
    on_all_screens("lobby", ".page")
    host.get_by_role("button", name="QR").click()
    host.get_by_role("img", name="QR code").wait_for()
    more.click()
    press(host.get_by_role("button", name="Report"))
    expect(host.get_by_role("button", name="Send the report")).to_be_visible()
    on_all_screens("lobby with everything open", ".page")
    turn(host, (1280, 800))  # so that nothing of the sheet is scrolled under its title
    press(host.get_by_role("button", name="Start the game with 6 bots"))
    press(host.get_by_role("button", name=SEATS))
    more.click()
    host.get_by_role("button", name="Report").click()
    expect(host.get_by_role("dialog", name="Seats").get_by_role("button", name="Send the report")).to_be_visible()
    on_all_screens("seats", "dialog[open]")
    assert not wrong, "\n".join(wrong)


def test_a_text_on_the_question_is_found(page: Page, gallery: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    table_at(page, gallery, "gotcha", "&state=place6")
    assert page.evaluate(OPENED) == []
    page.add_style_tag(content="aside.text { inset: auto 0 0 0 !important; width: 100% !important; }")
    assert any("lies on" in one for one in page.evaluate(OPENED))
