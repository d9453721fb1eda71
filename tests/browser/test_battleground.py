"""Bots Battleground at the page: in real time, by keyboard, by hand and by ear."""

import math
import random
import re
import struct
import wave
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import patient_dice
from tests.browser.conftest import Patient, Visit
from tests.browser.layouts import table_at
from tests.browser.looking import DESKTOP, PHONE, look
from tests.browser.person import SOON, come_as_host, drag, press

RATE = 16_000  # samples a second


def be_first(page: Page, patient: Patient, seats: int, **options: object) -> None:
    """Sit down to a game in which the lot says that we clap first, and the dice wait for us."""
    patient_dice.deal(patient.data, seats, clap_starts="always", **options)
    come_as_host(page, patient.address, patient_dice.GAME, seats, clap_starts="always", **options)
    page.get_by_role("textbox", name="Your name").fill("Mira")
    for button in ("Sit down", "Fill the", "Start the game"):
        press(page.get_by_role("button", name=button))
    page.locator("button.clap").wait_for()


def test_a_round_by_keyboard_alone(patient: Patient, visit: Visit, axe: str) -> None:
    page = visit(patient.address, **PHONE)
    be_first(page, patient, 6, dice=2)
    page.keyboard.press("c")
    page.get_by_role("button", name="Attack ").first.wait_for()
    expect(page.get_by_role("timer")).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator(".plate[data-seat='1']")).to_contain_text("defends")
    lay_down(page)
    page.get_by_role("list", name="Your bots on the table").get_by_role("button").wait_for()
    expect(page.locator(".hand .card")).to_have_count(3)
    page.locator(".arena.red").wait_for()
    expect(page.get_by_role("timer")).to_have_count(0)  # nobody knows how long it glows
    assert not look(page, axe, "red")
    there = page.get_by_role("list", name="Your bots on the table").get_by_role("button")
    lies = there.get_attribute("data-card")
    lay_down(page)  # the page picks the first one up: with two the round would be lost
    expect(there).not_to_have_attribute("data-card", lies or "")
    expect(there).to_have_count(1)
    assert page.evaluate("() => document.activeElement !== document.body"), "the focus is lost"
    page.keyboard.press("l")
    expect(page.get_by_role("dialog", name="What happened")).to_contain_text(f"You pick {lies} up")


def lay_down(page: Page) -> None:
    """The first bot in hand, by keyboard."""
    page.locator(".hand .card.lit").first.wait_for()
    page.keyboard.press("h")
    page.keyboard.press("Enter")


def test_bots_are_touched_and_dragged_to_the_table_and_back(patient: Patient, visit: Visit) -> None:
    page = visit(patient.address, **DESKTOP)
    be_first(page, patient, 4)
    page.get_by_role("button", name="Clap", exact=True).click()
    page.get_by_role("button", name="Attack").first.click()
    lying = page.locator(".lying.ours .card")
    drag(page, ".hand .card.lit", 0, -160)
    expect(lying).to_have_count(1)
    drag(page, ".lying.ours .card.lit", 0, 160)
    expect(lying).to_have_count(0)
    page.locator(".hand .card.lit").first.click()
    expect(lying).to_have_count(1)
    page.locator(".arena.red").wait_for()
    lies = lying.get_attribute("data-card")
    page.locator(".hand .card.lit").first.click()
    expect(lying).not_to_have_attribute("data-card", lies or "")
    expect(lying).to_have_count(1)


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


def test_a_clap_is_heard(patient: Patient, browser: Browser, chromium: Path, claps: Path) -> None:
    """The browser is given a sound for a microphone; the page hears the clap in it, and the dice roll."""
    sound = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={claps}",
    ]
    hearing = browser.browser_type.launch(executable_path=str(chromium), args=["--no-sandbox", *sound])
    page = hearing.new_page()
    page.set_default_timeout(SOON)
    be_first(page, patient, 3)
    expect(page.get_by_role("meter")).to_have_count(0)  # nobody listens before it is wanted
    page.get_by_role("button", name="Clap for real").click()
    page.get_by_text(re.compile("You clap")).first.wait_for()
    hearing.close()


def test_who_does_not_allow_the_microphone_claps_by_button(patient: Patient, visit: Visit) -> None:
    page = visit(patient.address)
    be_first(page, patient, 3)
    page.get_by_role("button", name="Clap for real").click()
    page.get_by_text("Use the button instead").wait_for()
    page.get_by_role("button", name="Clap", exact=True).click()
    page.get_by_text(re.compile("You clap")).first.wait_for()


def test_a_bot_that_was_touched_for_an_ability_is_called_by_its_name(page: Page, gallery: str) -> None:
    """The move itself knows no more than whose bot it is, and the how manieth."""
    page.set_viewport_size(PHONE)
    table_at(page, gallery, "bots-battleground", "&state=ability")
    press(page.locator('.card[data-card="Static"]'))
    expect(page.locator("#question")).to_have_text("Choose Static again to confirm.")
