"""A finger on Clocktower's circle: reminders and people are dragged by real touches, which might scroll instead."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Server, Visit
from tests.browser.finger import drag, hand, lift, middle, touch
from tests.browser.free_grimoire import NAMES, player, sit
from tests.browser.storyteller import token
from tests.browser.town import Town, came, dealt, play_on


def test_a_finger_drags_reminders_in_the_free_grimoire(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/grimoire")
    sit(page, NAMES[:7])
    player(page, "Ann").click()
    page.get_by_label("Find any character").fill("Poisoner")
    page.get_by_label("Find any character").press("Enter")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Reminders").click()
    finger, poisoned = hand(page), re.compile("Poisoned")
    drag(finger, page.get_by_role("button", name="Poisoned"), player(page, "Bo"))
    expect(player(page, "Bo")).to_have_accessible_name(poisoned)
    drag(finger, player(page, "Bo"), player(page, "Gus"))
    expect(player(page, "Gus")).to_have_accessible_name(poisoned)
    expect(player(page, "Bo")).not_to_have_accessible_name(poisoned)
    drag(finger, player(page, "Gus"), page.get_by_role("button", name="Dawn"))
    expect(player(page, "Gus")).not_to_have_accessible_name(poisoned)


def test_a_hold_that_shows_the_circle_again_touches_nothing_of_it(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/grimoire")
    sit(page, NAMES[:7])
    finger, (ann, bo) = hand(page), [middle(player(page, name)) for name in ("Ann", "Bo")]
    page.get_by_role("button", name="Hide").click()
    touch(finger, "touchStart", *ann)
    expect(page.get_by_role("dialog", name="Hidden")).to_have_count(0)
    lift(finger)
    touch(finger, "touchStart", *bo)  # what this opens comes after all that the hold might have opened
    lift(finger)
    expect(page.get_by_role("dialog")).to_have_accessible_name(re.compile("^Bo"))


def test_a_finger_drags_reminders_at_the_storyteller_s_table(server: Server, visit: Visit) -> None:
    teller = Town(server, visit, play_on(dealt(), came("day"))).page()
    teller.get_by_role("button", name="Reminder", exact=True).click()
    chip = teller.locator("[data-reminder]").first
    word = re.compile(re.escape(chip.inner_text().split("\n")[0]))
    finger, (first, second) = hand(teller), (token(teller, name) for name in ("Mira", "O'Brien"))
    drag(finger, chip, first)
    expect(first).to_have_accessible_name(word)
    drag(finger, first, second)
    expect(second).to_have_accessible_name(word)
    drag(finger, second, teller.get_by_text("The town talks"))
    expect(second).not_to_have_accessible_name(word)


def test_a_finger_drags_people_into_order(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/grimoire")
    page.get_by_label("Names, with commas").fill(", ".join(NAMES[:5]))
    page.get_by_role("button", name="Add").click()
    grips = page.locator(".row-grip")
    expect(grips).to_have_count(5)
    drag(hand(page), grips.nth(0), grips.nth(3))
    names = page.get_by_role("textbox", name=re.compile("^Name of seat"))
    expect(names.nth(3)).to_have_value("Ann")
    assert [one.input_value() for one in names.all()] == ["Bo", "Cy", "Dee", "Ann", "Ed"]
