"""A finger on the page: real touches, which a browser may take for scrolling."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Locator, Page

STEPS = 8


def hand(page: Page) -> CDPSession:
    """A finger for this page."""
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    return finger


def drag(finger: CDPSession, start: Locator, end: Locator) -> None:
    """Put the finger on one thing, and lift it from the other; a browser may take this for scrolling."""
    (x, y), (to_x, to_y) = middle(start), middle(end)
    touch(finger, "touchStart", x, y)
    for step in range(1, STEPS + 1):
        part = step / STEPS
        touch(finger, "touchMove", x + (to_x - x) * part, y + (to_y - y) * part)
    lift(finger)


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lift(finger: CDPSession) -> None:
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def touch(finger: CDPSession, kind: str, x: float, y: float) -> None:
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
