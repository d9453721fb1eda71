"""What lies on what, on screens of many sizes: for tables of the gallery, and for any page."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

from playwright.sync_api import Page

from tests import how_much
from tests.browser.person import settled

OFTEN = ((320, 568), (844, 390), (1280, 800))
MORE = ((1920, 1080), (375, 667), (390, 844), (820, 1180), (1366, 768), (1440, 900), (2560, 1440))
# With every screen, state, game and theme the tests of pages take an hour: `make sweep PART=pages` looks at all of
# them, and each time one is looked at that shows each fault.
EVERYTHING = how_much.ALL
SCREENS = (*OFTEN, *MORE) if EVERYTHING else OFTEN
TIGHT = SCREENS if EVERYTHING else OFTEN[:2]  # where there is least room
T = TypeVar("T")
CARD_GAMES = ("bayou-boss", "botch", "bots-battleground", "gotcha")
GAMES = (*CARD_GAMES, "clocktower")
# What lies on a table as a thing of its own.  Cards that are held may overlap, and `data-over` says what is put on
# purpose on the thing that holds it (a mark on a card).  What scrolls sideways says so, too: `data-scrolls`.
OVERLAPS = """() => {
    const THINGS = ".plate, .slot, .swamp, .bank, .stage, .card, .toast, " +
        "button, .button, .end h2, input, select, [data-thing]";
    const shown = (node) => {
        const box = node.getBoundingClientRect(), style = getComputedStyle(node);
        return box.width > 1 && box.height > 1 && style.visibility !== "hidden" && !node.closest(".unseen")
            && !node.closest("[data-scrolls]");
    };
    const name = (node) => {
        const words = node.getAttribute("aria-label") || node.textContent || "";
        const kind = [...node.classList].find((one) => !one.startsWith("svelte")) ?? node.tagName;
        return `${kind} "${words.trim().slice(0, 24)}"`;
    };
    const free = (a, b) =>
        a.contains(b) || b.contains(a)
        || [".hand", ".fan", "[data-over]"].some((way) => a.closest(way) && a.closest(way) === b.closest(way))
        || [[a, b], [b, a]].some(([over, under]) => over.closest("[data-over]")?.parentElement.contains(under));
    const wrong = [];
    for (const room of document.querySelectorAll(".shell > *")) {
        const y = room.scrollHeight - room.clientHeight;
        if (y > 1) wrong.push(`${name(room)} scrolls by ${y}`);
    }
    const things = [...document.querySelectorAll(THINGS)].filter((node) => node.closest(".shell") && shown(node));
    const boxes = things.map((node) => node.getBoundingClientRect());
    for (const [i, a] of boxes.entries()) {
        if (a.left < -1 || a.top < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1)
            wrong.push(`${name(things[i])} leaves the screen`);
        const room = things[i].closest(".shell > *").getBoundingClientRect();
        if (!things[i].closest("[data-over]") && (a.top < room.top - 3 || a.bottom > room.bottom + 3))
            wrong.push(`${name(things[i])} is cut off`);
        for (const [j, b] of boxes.entries()) {
            if (j <= i) continue;
            const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (x > 3 && y > 3 && !free(things[i], things[j]))
                wrong.push(`${name(things[i])} and ${name(things[j])} overlap by ${x | 0} x ${y | 0}`);
        }
    }
    return wrong;
}"""
# On a plate nothing that is read or drawn lies on anything else, and no name is cut while there is room for it.
# Of a button that is all of the plate only the word is looked at.
# The box of a line is some pixels higher than its letters.
ON_PLATES = """() => {
    const wrong = [];
    const hidden = (node) => node.closest(".unseen, .made") || getComputedStyle(node).clipPath !== "none";
    const overlap = (a, b) => [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    ];
    const marks = (node, next) => node.parentElement === next.parentElement && node.tagName === "I";
    // Where a line of text shows: what its own box cuts off is not there.
    const shows = (box, node, plate) => {
        let { left, right, top, bottom } = box;
        for (let at = node; at !== plate; at = at.parentElement)
            if (getComputedStyle(at).overflowX !== "visible") {
                const room = at.getBoundingClientRect();
                [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
                [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
            }
        return { left, right, top, bottom };
    };
    for (const plate of document.querySelectorAll(".shell .plate")) {
        const words = document.createTreeWalker(plate, NodeFilter.SHOW_TEXT), things = [];
        for (let text = words.nextNode(); text; text = words.nextNode()) {
            const node = text.parentElement, range = document.createRange();
            if (!text.data.trim() || [node, node.parentElement].some(hidden)) continue;
            range.selectNodeContents(text);
            for (const box of range.getClientRects())
                things.push([text.data.trim(), shows(box, node, plate), node]);
        }
        for (const node of plate.querySelectorAll("button:not(.aim), .sign, .facts svg, .facts i")) {
            if (!node.getClientRects().length || hidden(node)) continue;
            const kind = `${node.tagName} of ${node.parentElement.className}`;
            things.push([kind, node.getBoundingClientRect(), node]);
        }
        const name = plate.querySelector(".name"), whose = `${name.textContent}'s plate`;
        const { right: end, top: rim } = plate.getBoundingClientRect();
        for (const [words, { right }] of things)
            if (right > end + 2) wrong.push(`${whose}: ${words} stands ${right - end | 0} pixels out of it`);
        for (const [i, [a, box, node]] of things.entries())
            for (const [b, other, next] of things.slice(i + 1)) {
                const [x, y] = overlap(box, other);
                const one = node.contains(next) || next.contains(node) || marks(node, next);
                if (x > 1 && y > 5 && !one) wrong.push(`${whose}: ${a} and ${b} overlap by ${x | 0} x ${y | 0}`);
            }
        const whole = document.createRange();
        whole.selectNodeContents(name);
        const below = whole.getBoundingClientRect().top - rim;
        if (below < 2) wrong.push(`${whose}: the name begins ${below.toFixed(1)} pixels below the rim`);
        // A long name may be cut where it has the whole width of its seat.
        const room = Math.min(plate.parentElement.clientWidth, plate.clientWidth) - 16;
        if (name.scrollWidth > name.clientWidth + 1 && name.clientWidth < room)
            wrong.push(`${whose}: the name is cut: ${name.scrollWidth} in ${name.clientWidth} of ${room}`);
    }
    return wrong;
}"""

# Every text that shows, with the size in which it is drawn: a picture's texts grow and shrink with it.
TOO_SMALL = """() => {
    const LEAST = 10.95, found = new Map();
    const shows = (node) => {
        for (let at = node; at; at = at.parentElement)
            if (at.matches(".unseen, select") || getComputedStyle(at).clipPath === "inset(50%)") return false;
        return node.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
    };
    const scale = (node) => {
        if (node instanceof SVGElement) {
            const { a, b, c, d } = node.getScreenCTM();
            return Math.min(Math.hypot(a, b), Math.hypot(c, d));
        }
        let times = 1;
        for (let at = node; at; at = at.parentElement) {
            const { transform, scale } = getComputedStyle(at);
            if (transform !== "none") {
                const { a, b, c, d } = new DOMMatrix(transform);
                times *= Math.min(Math.hypot(a, b) || 1, Math.hypot(c, d));
            }
            if (scale !== "none") times *= Math.min(...scale.split(" ").map(Number));
        }
        return times;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const node = text.parentElement, range = document.createRange();
        range.selectNodeContents(text);
        const { width, height } = range.getBoundingClientRect();
        if (!text.data.trim() || width < 1 || height < 1 || !shows(node)) continue;
        const size = parseFloat(getComputedStyle(node).fontSize) * scale(node);
        if (size < LEAST) found.set(node.className, `"${text.data.trim()}" has ${size.toFixed(1)} px`);
    }
    return [...found.values()];
}"""


def some(all_of_them: Sequence[T], one_in: int) -> Sequence[T]:
    """One in so many, with the first among them; all where all is wanted."""
    return all_of_them if EVERYTHING else all_of_them[::one_in]


def table_at(page: Page, gallery: str, game: str, how: str = "") -> list[str]:
    """Open the gallery at this game; the names of the states that it has there."""
    page.goto(f"{gallery}?table={game}&fresh{how}")
    settled(page)
    return page.get_by_label("State").locator("option").all_inner_texts()


# In one call: to find an element as people do is most of what a script costs the browser here.
SHOW = """async (state) => {
    const states = document.querySelector("select[aria-label=State]");
    states.value = state;
    if (states.value !== state) throw new Error(`there is no state ${state}`);
    states.dispatchEvent(new Event("change", { bubbles: true }));
    await facedown.settled();
}"""


def show(page: Page, state: str) -> None:
    """Draw the table anew in this state."""
    page.evaluate(SHOW, state)


def turn(page: Page, screen: tuple[int, int]) -> None:
    """Let the page have a screen of this size, on which it lays itself out."""
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    settled(page)


class Look(NamedTuple):
    """What is looked for on these screens, in these states of a table; in every state, where none is named."""

    screens: Sequence[tuple[int, int]]
    checks: tuple[str, ...]
    states: tuple[str, ...] = ()


BAR = ".bar .own > :nth-last-child(4)"  # of a table; left of it is Hint, which comes and goes
AT_REST = 1.5  # pixels by which rounding may move something

# Where these lie, in whatever state: what is drawn anew finds the place that it had.
AT = """(parts) => {
    const at = (node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const all = (part) => [...document.querySelectorAll(part)].map((node, i) => [`${part} ${i}`, at(node)]);
    return Object.fromEntries(parts.flatMap(all));
}"""


class Still(NamedTuple):
    """What stands still in whatever state, and the state in which it is looked up where that is."""

    state: str
    parts: tuple[str, ...]


class Places:
    """Where a table's parts lie on the screen that is looked at; `compared` counts states of as many parts."""

    def __init__(self, page: Page, still: Still | None) -> None:
        self.page, self.still, self.compared = page, still, 0
        self.there: dict[str, list[float]] = {}

    def look_up(self) -> None:
        if self.still:
            show(self.page, self.still.state)
            self.there = self._now(self.still)

    def _now(self, still: Still) -> dict[str, list[float]]:
        found: dict[str, list[float]] = self.page.evaluate(AT, list(still.parts))
        return found

    def moved(self, state: str) -> list[str]:
        """What has another place now."""
        if not self.still or state.endswith(("Over", "ranOut")):  # the game does not go on
            return []
        here = self._now(self.still)
        if here.keys() != self.there.keys():  # more seats, or fewer dice
            return []
        self.compared += 1
        by = {name: max(abs(a - b) for a, b in zip(at, self.there[name], strict=True)) for name, at in here.items()}
        return [f"{name} moved by {far:.0f}" for name, far in by.items() if far > AT_REST]


def wrong_on(page: Page, states: Sequence[str], *looks: Look, still: Still | None = None) -> list[str]:
    """What these looks find on their screens, on which each state is drawn anew, and once for all of the looks.

    The screens take turns: each state is looked at on one of those that are meant for it, or on all of them.
    """
    plan: dict[tuple[int, int], list[str]] = {}
    for number, state in enumerate(states):
        meant = [one for one in looks if not one.states or state in one.states]
        screens = list(dict.fromkeys(screen for look in meant for screen in look.screens))
        for screen in screens if EVERYTHING else screens[number % len(screens) :][:1]:
            plan.setdefault(screen, []).append(state)
    wrong: list[str] = []
    places = Places(page, still)
    for screen, shown in plan.items():
        page.set_viewport_size({"width": screen[0], "height": screen[1]})
        places.look_up()
        for state in shown:
            show(page, state)
            here = [
                one.checks for one in looks if screen in one.screens and (not one.states or state in one.states)
            ]
            found = [one for check in dict.fromkeys(chain(*here)) for one in page.evaluate(check)]
            wrong += [f"{screen[0]}x{screen[1]}, {state}: {one}" for one in (*found, *places.moved(state))]
    if still and places.compared < len(states) / 3:
        wrong.append(f"with these parts only {places.compared} of {len(states)} states are compared")
    return wrong
