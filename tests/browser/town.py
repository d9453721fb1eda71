"""A town of ten players and their storyteller, on one server: two of them at the page, the others at a socket."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.person import come_as_host, look_at_token
from tests.server.harness import Person, Server

PHONE: ViewportSize = {"width": 390, "height": 844}
NAMES = ["Mira", "Zoë & Ed", "Ann and Bo", "李小龍", "Chef", "O'Brien", "Sam the 2nd", "é", "Night 2", "Ivo"]
TOKENS = ["Fortune Teller", "Empath", "Chef", "Monk", "Mayor", "Slayer", "Virgin", "Poisoner", "Baron", "Imp"]
MIRA, ZOE, DOOMED, IMP, TELLER = 0, 1, 3, 9, 10


class Town:
    """Ten players and their storyteller: two of them at the page, the others at a socket."""

    def __init__(self, server: Server, visit: Visit, **options: object) -> None:
        address = f"http://127.0.0.1:{server.port}"
        self.mira = visit(address, **PHONE)
        code = come_as_host(self.mira, address, "clocktower", 11, deal="by hand", sweep=1, **options)
        self.link = f"{address}/t/{code}"
        self._sit(self.mira, MIRA)
        self.zoe = visit(address, **PHONE)
        self.zoe.goto(self.link)
        self._sit(self.zoe, ZOE)
        self.others = {seat: self._come(server, code, seat, NAMES[seat]) for seat in range(2, 10)}
        self.teller = self._come(server, code, TELLER, "Sue")
        self.mira.get_by_role("button", name="Start the game").click()
        self.teller.wait(self.teller.begun)

    @staticmethod
    def _sit(page: Page, seat: int) -> None:
        page.get_by_role("textbox", name="Your name", exact=True).first.fill(NAMES[seat])
        page.keyboard.press("Enter")
        page.get_by_text(NAMES[seat], exact=True).first.wait_for()

    @staticmethod
    def _come(server: Server, code: str, seat: int, name: str) -> Person:
        person = Person(server, code)
        person.hello()
        assert person.sit(seat, name)["ok"]
        return person

    def tells(self, *moves: str) -> None:
        """The storyteller does this; what was said in between is heard first."""
        for move in moves:
            while not self._tells(move):
                pass

    def _tells(self, move: str) -> bool:
        seen = self.teller.state["version"]
        answer = self.teller.play(move)
        if answer["ok"]:
            self.teller.reach(seen + 1)
        assert answer["ok"] or answer["why"] in ("late", "stale"), (move, answer)
        return bool(answer["ok"])

    def goes_on(self, until: Callable[[], bool], **chosen: str) -> None:
        """Until this is so, whoever is asked at a socket answers, the first thing or what is chosen for them."""
        while not until():
            self.teller.wait(lambda: until() or self._may_tell or self._next is not None)
            if until():
                return
            if self._may_tell:
                legal = self.teller.legal
                self._tells("go on" if "go on" in legal else str(legal[0]))
            elif (seat := self._next) is not None:
                self._answers(seat, chosen.get(TOKENS[seat]))

    def looks(self) -> None:
        """Everybody looks at their token, and night falls."""
        self.goes_on(lambda: MIRA in self.teller.state["asked"])
        for page in (self.mira, self.zoe):
            look_at_token(page)
        self.goes_on(lambda: self.phase == "night")

    @property
    def _may_tell(self) -> bool:
        return self.teller.seat in self.teller.state["asked"] and bool(self.teller.legal)

    @property
    def _next(self) -> int | None:
        """Who is asked at a socket, but to speak, and but for hands, which are counted as they stand."""
        if self.teller.state["view"]["sweep"] is not None:
            return None
        rows = self.teller.state["view"]["awaited"] or []
        return next((row["seat"] for row in rows if row["options"] and row["seat"] in self.others), None)

    def _answers(self, seat: int, answer: str | None) -> None:
        person = self.others[seat]
        person.wait(lambda: person.asked and self._when(person) == self._when(self.teller))
        said = person.play(answer)
        if said["ok"]:
            self.teller.wait(lambda: self._next != seat or self._may_tell)
        else:  # somebody at a page was faster: they try again
            assert said["why"] in ("late", "stale"), (answer, said)
            assert person.say("ping")["ok"]

    @staticmethod
    def _when(person: Person) -> tuple[str, int, int]:
        view = person.state["view"]
        return view["phase"], view["night"], view["day"]

    @property
    def phase(self) -> str:
        return str(self.teller.state["view"]["phase"])


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="The town, clockwise").get_by_role(
        "button", name=re.compile(f"^{re.escape(name)}, ")
    )


def choose_by_keyboard(page: Page, *names: str) -> None:
    """One after the other, as it is asked: Enter on the seat, and then on the button that has the focus."""
    for which, name in zip(("first", "second"), names, strict=True):
        expect(page.locator("#question")).to_contain_text(which)
        seat(page, name).press("Enter")
        expect(page.get_by_role("button", name=f"Choose {name}", exact=True)).to_be_focused()
        page.keyboard.press("Enter")
