"""Bots Battleground at the page: in real time, by keyboard, by hand and by ear."""

import math
import random
import re
import struct
import wave
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, Visit
from tests.browser.person import SOON, come_as_host
from tests.browser.test_look import DESKTOP, PHONE, look

RATE = 16_000  # samples a second


def sit_down(page: Page, server: Server, seats: int, **options: object) -> None:
    come_as_host(page, server.address, "bots-battleground", seats, clap_starts="always", **options)
    page.get_by_role("textbox", name="Your name").fill("Mira")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Let bots take").click()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".arena").wait_for(timeout=SOON)


def be_first(page: Page, server: Server, seats: int, **options: object) -> None:
    """Sit down to a game in which the lot says that we clap first."""
    for _ in range(40):
        sit_down(page, server, seats, **options)
        page.wait_for_function("() => document.querySelector('#question')?.innerText.trim()", timeout=SOON)
        if page.locator("button.clap").count():
            return
    raise AssertionError("others always clap first")


def in_hand(page: Page) -> int:
    return page.locator(".hand .card").count()


def test_a_round_by_keyboard_alone(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, **PHONE)
    be_first(page, server, 6, tempo="calm", dice=2)
    wrong = look(page, axe, "clap")
    page.keyboard.press("c")
    page.locator("[data-move^=Attack]").first.wait_for()
    expect(page.get_by_role("timer")).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator(".plate[data-seat='1']")).to_contain_text("defends")
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    page.get_by_role("list", name="Your bots on the table").get_by_role("button").wait_for()
    assert in_hand(page) == 3
    page.locator(".arena.red").wait_for()
    expect(page.get_by_role("timer")).to_have_count(0)  # nobody knows how long it glows
    wrong += look(page, axe, "red")
    for _ in range(8):  # one too many loses the round at once, and bots go home
        for key in ("h", "Enter", "Enter"):
            if page.locator(".arena.red").count():
                page.keyboard.press(key)
        page.wait_for_timeout(250)
    expect(page.locator(".hand .card")).to_have_count(4, timeout=SOON)
    assert page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"
    assert not wrong


def test_bots_are_touched_and_dragged_to_the_table_and_back(server: Server, visit: Visit, axe: str) -> None:
    page = visit(server.address, **DESKTOP)
    be_first(page, server, 4, tempo="calm")
    page.get_by_role("button", name="Clap", exact=True).click()
    page.get_by_role("button", name="Attack").first.click()
    lying = page.locator(".lying.ours .card")
    counted = ".hand .card.lit:not([data-card='Sidecar'])"  # a sidekick takes no room
    drag(page, counted, -160)
    expect(lying).to_have_count(1)
    drag(page, ".lying.ours .card.lit", 160)
    expect(lying).to_have_count(0)
    page.locator(counted).first.click()
    expect(lying).to_have_count(1)
    page.locator(".arena.red").wait_for()
    if "two" not in page.locator(".arena").inner_text().lower():
        one = page.locator(counted).first
        one.click()
        expect(page.get_by_role("alert")).to_contain_text("one too many")
        assert not look(page, axe, "warned")
        expect(lying).to_have_count(1)


def drag(page: Page, what: str, way: float) -> None:
    box = page.locator(what).first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + way / 2, steps=3)
    page.mouse.move(x, y + way, steps=3)
    page.mouse.up()


@pytest.fixture
def claps(tmp_path: Path) -> Path:
    """A sound: a quiet room, a clap, and quiet again."""
    lot = random.Random(5)
    file = tmp_path / "claps.wav"
    samples = [lot.gauss(0, 30) for _ in range(2 * RATE)]
    for i in range(RATE // 20):
        samples[RATE + i] += lot.gauss(0, 12_000) * math.exp(-i / 200)
    with wave.open(str(file), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(b"".join(struct.pack("<h", max(-32768, min(32767, round(s)))) for s in samples))
    return file


def test_a_clap_is_heard(server: Server, browser: Browser, chromium: Path, claps: Path) -> None:
    """The browser is given a sound for a microphone; the page hears the clap in it, and the dice roll."""
    sound = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={claps}",
    ]
    hearing = browser.browser_type.launch(executable_path=str(chromium), args=["--no-sandbox", *sound])
    page = hearing.new_page()
    be_first(page, server, 3)
    expect(page.get_by_role("meter")).to_have_count(0)  # nobody listens before it is wanted
    page.get_by_role("button", name="Clap for real").click()
    page.get_by_text(re.compile("Mira claps")).first.wait_for(timeout=SOON)
    hearing.close()


def test_who_does_not_allow_the_microphone_claps_by_button(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    be_first(page, server, 3)
    page.get_by_role("button", name="Clap for real").click()
    page.get_by_text("The button and the key do as well").wait_for()
    page.get_by_role("button", name="Clap", exact=True).click()
    page.get_by_text(re.compile("Mira claps")).first.wait_for()
