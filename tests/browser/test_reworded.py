"""Pages read fields only: one whose every sentence was reworded offers the same, and plays whole games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser import answering, newcomer, patient_dice
from tests.browser.conftest import Patient, Server, Visit
from tests.browser.crew import answer_for, play_out
from tests.browser.layouts import EVERYTHING
from tests.browser.person import our_turn, press, remember, settled, sit_and_start, wait_until
from tests.browser.reworded import REWORDED
from tests.browser.town import Town, came, dealt, play_on

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
TOKENS = ("Chef", "Empath", "Slayer", "Poisoner", "Imp")

# The moment that is shown, and all that stands for moves, may be touched or may not, what lies where, and what is
# drawn on it.  People come and go without a new version, so a moment is a version and who is away.
OFFERED = """() => {
    const OWN = /^(longer|fresh|svelte-.*)$/;  // "fresh": a token that was not looked at in this browser
    const classes = (node) => [...node.classList].filter((one) => !OWN.test(one)).sort();
    const drawn = (node) => [node.tagName, classes(node), node.getAttribute("d")];
    const wanted = "[data-move], [data-moves], [data-key], .card, .seat, .plate, .shell button:not(.chip)";
    const all = [...document.querySelectorAll(wanted)].filter((node) => !node.closest("dialog")).map((node) => {
        const { move, moves, key, card, where, seat } = node.dataset;
        const signs = node.matches(".seat") ? [...node.querySelectorAll("*")].map(drawn) : [];
        return JSON.stringify([drawn(node), node.disabled, move, moves, key, card, where, seat, signs]);
    });
    const away = [...document.querySelectorAll(".seat.gone")].map((node) => node.dataset.seat);
    return [`${document.documentElement.dataset.shown} without ${away.sort()}`, all.sort()];
}"""


CHOOSING = "fortuneteller, dreamer, chambermaid, snakecharmer, sailor, butler, poisoner, imp"


class Game(NamedTuple):
    name: str
    players: int
    options: Mapping[str, object] = MappingProxyType({})


GAMES = (
    Game("bayou-boss", 3),
    Game("botch", 3),
    Game("gotcha", 2),
    # In a small town bots find the Demon in a few moves.  Whoever we are, we name players by night.
    Game("clocktower", 9, {"sweep": 0, "script": CHOOSING}),
)
MOVES, HINTS = (16, 4) if EVERYTHING else (2, 1)  # of each game are made at the page; then it goes on by itself
ENDS = tuple(game.name for game in GAMES) if EVERYTHING else ("gotcha",)  # are looked at: one drawing for all games


def beside(page: Page, visit: Visit, address: str, code: str, height: int = 800) -> Page:
    """A second page in the same seat, whose sentences nobody could read."""
    other = visit(address, height=height)
    other.add_init_script(REWORDED)
    remember(other, page.evaluate("JSON.parse(localStorage['facedown.tables'])"))
    other.goto(f"/t/{code}")
    settled(other)
    return other


def offer_the_same(plain: Page, reworded: Page) -> None:
    """At one moment, however others go on meanwhile."""
    pages: dict[Page, list[str]] = {}

    def alike() -> bool:
        moments = set()
        for page in (plain, reworded):
            settled(page)
            moment, pages[page] = page.evaluate(OFFERED)
            moments.add(moment)
        return len(moments) == 1

    wait_until(plain, alike, "both pages show the same moment")
    offered, there = pages[reworded], pages[plain]
    assert [one for one in offered if one not in there] == [one for one in there if one not in offered]
    assert offered == there


def first_offered(page: Page) -> None:
    """A card is touched twice."""
    newcomer.do_something(page)
    while page.locator(".card.picked").count():
        newcomer.do_something(page)


def plays(plain: Page, reworded: Page, move: Callable[[Page], None]) -> int:
    """Make moves at the reworded page, as long as both offer the same; how many."""
    for made in range(MOVES):
        if not our_turn(reworded):
            return made
        if not reworded.locator(".seat.chosen").count():  # the first of two players, which is no move yet
            offer_the_same(plain, reworded)
        said = newcomer.hint(reworded) if made < HINTS else None
        if said is None:
            move(reworded)
        else:
            newcomer.do(reworded, said)
    return MOVES


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_a_player_needs_no_sentence(server: Server, visit: Visit, game: Game) -> None:
    plain = visit(server.address)
    code = sit_and_start(plain, server.address, game.name, game.players, **game.options)
    reworded = beside(plain, visit, server.address, code)
    assert plays(plain, reworded, answering.answer if game.name == "clocktower" else first_offered) >= MOVES // 2
    if game.name not in ENDS:
        return
    plain.goto("/settings")  # what it takes to draw the rest of the game twice tells nothing
    play_out(code, reworded)
    plain.goto(f"/t/{code}")
    for page in (plain, reworded):
        expect(page.locator("#end-title")).to_be_visible()
    offer_the_same(plain, reworded)


# What is touched in a round of Bots Battleground, one after the other; then the dice glow.
ROUND = ("button.clap", ".button[data-move]:not(.clap)", ".hand .card.lit")


def test_a_round_in_real_time_needs_no_sentence(patient: Patient, visit: Visit) -> None:
    patient_dice.deal(patient.data, 4, clap_starts="always")
    tall = 1000  # where seats go round the table even below reworded sentences, which are longer
    plain = visit(patient.address, height=tall)
    code = sit_and_start(plain, patient.address, patient_dice.GAME, 4, clap_starts="always")
    reworded = beside(plain, visit, patient.address, code, tall)
    for wanted in ROUND:
        reworded.locator(wanted).first.wait_for()
        offer_the_same(plain, reworded)
        reworded.locator(wanted).first.click()
    reworded.locator(".arena.red").wait_for()
    plain.locator(".arena.red").wait_for()
    offer_the_same(plain, reworded)
    first_offered(reworded)  # a second bot, which is one too many: the round is lost, and both go home
    for page in (plain, reworded):
        expect(page.locator(".hand .card")).to_have_count(4)


STEPS = 25 if EVERYTHING else 4  # of the storyteller: a night and the day after it; or how it begins


def test_a_storyteller_needs_no_sentence(server: Server, visit: Visit) -> None:
    table = play_on(dealt(NAMES, TOKENS, script=answering.ONE_OF_EACH, sweep=0), came("night"))
    town = Town(server, visit, table)
    plain = town.page(width=1280, height=800)
    reworded = beside(plain, visit, server.address, town.code)
    answer_for(plain, town)
    day = reworded.locator(".storyteller .time")
    for _ in range(STEPS):
        reworded.wait_for_function(answering.OURS)
        offer_the_same(plain, reworded)
        press(reworded.locator(".ask.ours [data-move]").first)
        if day.inner_text() == "Day 1":
            break
    if not EVERYTHING:
        return
    expect(day).to_have_text("Day 1")
    press(reworded.get_by_role("button", name="End day", exact=True))
    reworded.wait_for_function(answering.OURS)
    offer_the_same(plain, reworded)
