"""Towns of Clocktower, put on a server at the moment that a test is about; who is needed comes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Locator, Page, ViewportSize, expect

import facedown
from facedown.core.table import Table
from tests.browser.conftest import Server, Visit
from tests.browser.person import come_to
from tests.server.harness import Person
from tools import staged

PHONE: ViewportSize = {"width": 390, "height": 844}
NAMES = ("Mira", "Zoë & Ed", "Ann and Bo", "李小龍", "Chef", "O'Brien", "Sam the 2nd", "é", "Night 2", "Ivo")
TOKENS = ("Fortune Teller", "Empath", "Chef", "Monk", "Mayor", "Slayer", "Virgin", "Poisoner", "Baron", "Imp")
MIRA, ZOE, DOOMED, SLAYER, POISONER, IMP, TELLER = 0, 1, 3, 5, 7, 9, 10


def laid_out(names: Sequence[str], tokens: Sequence[str], /, **options: object) -> Table:
    """A game before the deal, with a token for each; Sue, in the last seat, tells the story."""
    table = facedown.game("clocktower").new([*names, "Sue"], 1, deal="by hand", **options)
    for name, token in zip(names, tokens, strict=True):
        table.play(len(names), f"token {name} {token}")
    return table


def dealt(names: Sequence[str] = NAMES, tokens: Sequence[str] = TOKENS, /, **options: object) -> Table:
    """The same after the deal."""
    table = laid_out(names, tokens, **options)
    table.play(len(names), "deal")
    return table


def play(table: Table, *moves: tuple[int, str]) -> Table:
    for seat, move in moves:
        table.play(seat, move)
    return table


def play_on(table: Table, until: Callable[[Table], bool], chosen: Mapping[int, str] | None = None) -> Table:
    """Whoever is asked takes the first answer that there is, or what is chosen for their seat."""
    while not until(table):
        seat = table.asked[0]
        legal = [move.text for move in table.legal(seat)]
        table.play(seat, choice if (choice := (chosen or {}).get(seat)) in legal else legal[0])
    return table


def is_asked(seat: int, phase: str = "night", after: int = 0) -> Callable[[Table], bool]:
    """Is this seat asked in such a phase, of the night or day after so many?"""
    return lambda table: seat in table.asked and came(phase, after + 1)(table)


def came(phase: str, number: int = 1) -> Callable[[Table], bool]:
    """Has this night or day come?"""

    def has(table: Table) -> bool:
        view = table.view(None)
        return bool(view.phase == phase and (view.night if phase == "night" else view.day) >= number)

    return has


class Town:
    """The people of a game that was put on a server."""

    def __init__(self, server: Server, visit: Visit, table: Table, host: int | None = None) -> None:
        """The host is who tells the story, where nobody else is named."""
        self._visit, self._server = visit, server
        self._names, self._teller = table.names, len(table.names) - 1
        with ThreadPoolExecutor(1) as thread:  # the browser has an event loop in this one
            put = thread.submit(staged.put, server.data, table, self._teller if host is None else host, people=True)
        self._put = put.result()
        self.code = self._put.code

    def page(self, seat: int | None = None, **wishes: object) -> Page:
        """Whoever has this seat comes back at a page, on a phone unless it is wished otherwise."""
        page = self._visit(self._server.address, **{**PHONE, **wishes})
        come_to(page, self.staged_at(seat))
        return page

    def person(self, seat: int | None = None) -> Person:
        """They come back at a socket."""
        person = Person(self._server, self.code)
        assert person.hello(secret=self.staged_at(seat).secret)["ok"]
        return person

    def staged_at(self, seat: int | None) -> staged.Staged:
        at = self._teller if seat is None else seat
        return self._put if at == self._put.seat else self._put.at(at)

    def players(self) -> Iterator[tuple[str, str]]:
        """Each player's name, and what opens their seat."""
        return zip(self._names[: self._teller], self._put.secrets, strict=False)


def does(person: Person, *moves: str) -> None:
    """Somebody at a socket does this, one after the other, by what they see then."""
    for move in moves:
        assert person.say("ping")["ok"]
        answer = person.play(move)
        assert answer["ok"], (move, answer)


def goes_on(teller: Person, phase: str) -> None:
    """The storyteller takes what comes first, for whoever is asked, until it is day or night."""
    while teller.say("ping")["ok"] and teller.state["view"]["phase"] != phase:
        awaited = [one for one in teller.state["view"]["awaited"] or () if one["options"]]
        if teller.asked:
            assert teller.play()["ok"]
        elif awaited:
            who, act = {"type": "seat", "seat": awaited[0]["seat"]}, awaited[0]["options"][0]["move"]
            at = teller.state["version"]
            assert teller.say("play", at=at, move={"type": "for", "who": who, "act": act})["ok"]


def seat(page: Page, name: str) -> Locator:
    """A seat of the players' circle."""
    circle = page.get_by_role("list", name="The town, clockwise")
    return circle.get_by_role("button", name=re.compile(f"^{re.escape(name)}, "))


def choose_by_keyboard(page: Page, *names: str) -> None:
    """One after the other, as it is asked: Enter on the seat, and then on the button that has the focus."""
    for which, name in zip(("first", "second"), names, strict=True):
        expect(page.locator("#question")).to_contain_text(which)
        seat(page, name).press("Enter")
        expect(page.get_by_role("button", name=f"Choose {name}", exact=True)).to_be_focused()
        page.keyboard.press("Enter")
