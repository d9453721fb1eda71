"""The pages that people are lent: to open a browser anew costs twice what it costs to load one's page in it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from playwright.sync_api import Browser, Error, Page

from tests.browser.person import QUIET, SOON

SKIPPED = json.dumps(["bayou-boss", "botch", "bots-battleground", "clocktower", "gotcha"])  # lessons
NOT_KEPT = "Service Worker registration blocked by Playwright"  # what it says of browsers that keep nothing

# No test looks at pixels, and to paint them takes a quarter of the browser's time: pages are laid out, and stay
# transparent.  Those on which axe looks at contrasts are painted.
TRANSPARENT = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { opacity: 0 !important }");
    document.adoptedStyleSheets = [sheet];
}"""

# Whoever uses these may leave what outlives a load of the page: then nobody else is lent it.
LASTING = frozenset(
    {
        *("add_init_script", "add_locator_handler", "clock", "context", "emulate_media", "expose_binding"),
        *("expose_function", "on", "once", "route", "route_from_har", "route_web_socket"),
        *("set_default_navigation_timeout", "set_default_timeout", "set_extra_http_headers"),
    }
)

REMEMBER = "(all) => { localStorage.clear(); sessionStorage.clear(); Object.assign(localStorage, all); }"
IDLE = 3  # pages that wait for somebody, at most


class Lent(Page):
    """A person's page for as long as a test lasts; it may ask nobody but its own server for anything."""

    address: str
    expected: tuple[str, ...]  # what a test brings about on purpose
    complaints: list[str]  # what else has gone wrong
    lasting: bool  # something was done to it that a load of the page does not undo

    @staticmethod
    def opened(browser: Browser, address: str, *, keeps: bool) -> Lent:
        context = browser.new_context(base_url=address, service_workers="allow" if keeps else "block")
        context.set_default_timeout(SOON)
        context.add_init_script(TRANSPARENT)
        page = context.new_page()
        page.__class__ = Lent
        assert isinstance(page, Lent)
        page.address, page.expected, page.complaints = address, (), []
        page.on("pageerror", lambda error: page.complain(str(error)))
        page.on("console", lambda said: page.complain(said.text) if said.type in ("error", "warning") else None)
        page.on("request", lambda asked: page.ask(asked.url))
        return page

    def __getattribute__(self, name: str) -> object:
        if name in LASTING:
            self.lasting = True
        return super().__getattribute__(name)

    def complain(self, text: str) -> None:
        if not any(part in text for part in self.expected) and text != NOT_KEPT:
            self.complaints.append(text)

    def ask(self, url: str) -> None:
        if not url.startswith((self.address, "data:")):
            self.complain(url)

    def become(
        self, theme: str, width: int, height: int, known: Mapping[str, str], expected: tuple[str, ...]
    ) -> None:
        """From now on this is the page of somebody whose browser knows this."""
        self.emulate_media(color_scheme="light" if theme == "light" else "dark")
        self.set_viewport_size({"width": width, "height": height})
        if not self.url.endswith(QUIET):
            self.goto(QUIET)
        self.evaluate(REMEMBER, known)
        self.expected, self.complaints, self.lasting = expected, [], False

    def leave(self) -> bool:
        """Stop what goes on here; may somebody else be lent it?"""
        if self.lasting or self.is_closed() or len(self.context.pages) > 1:
            return False
        try:
            self.goto(QUIET)
        except Error:  # its server has ended
            return False
        self.mouse.up()
        self.mouse.move(0, 0)
        return True


class Pages:
    """The pages of a browser, of which some wait until somebody comes to the same server."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.idle: list[Lent] = []

    def lend(self, address: str, *, keeps: bool = False) -> Lent:
        if not keeps:
            for page in self.idle:
                if page.address == address:
                    self.idle.remove(page)
                    return page
        return Lent.opened(self.browser, address, keeps=keeps)

    def take_back(self, page: Lent, *, anew: bool) -> None:
        """Keep it for the next, unless they must have theirs `anew`."""
        if anew or not page.leave():
            page.context.close()
            return
        self.idle.append(page)
        if len(self.idle) > IDLE:
            self.idle.pop(0).context.close()
