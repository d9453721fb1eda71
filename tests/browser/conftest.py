"""A real server and a real browser: the page is tested as people meet it."""

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests import seeded_deals, times
from tests.browser import built_gallery, patient_dice
from tests.browser.lent import SKIPPED, TRANSPARENT, Lent, Pages
from tests.browser.person import SOON
from tests.server import harness

Visit = Callable[..., Page]

LENT = pytest.StashKey[list[tuple[Lent, bool]]]()

expect.set_options(timeout=SOON)

# A script is compiled where it runs: a page lives too short to earn what other threads make of it meanwhile.
FLAGS = ["--no-sandbox", "--js-flags=--single-threaded"]

# The ground of a page is a gradient, on which axe does not judge contrasts: here it is what is hardest to read on.
PAINTED = """
const ground = new CSSStyleSheet();
ground.replaceSync(`body { background: var(--cloth-lit) !important }
    [data-theme=light] body { background: var(--cloth-deep) !important }`);
document.adoptedStyleSheets = [ground];"""


class Server(harness.Server):
    """A server as people start it, but for its deals."""

    program = staticmethod(seeded_deals.serve)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    serving = Server(tmp_path_factory.mktemp("store"), **harness.UNLIMITED)
    serving.start()
    yield serving
    serving.stop()


class Patient(harness.Server):
    """A server on which Bots Battleground waits for people; its next deal is set by `patient_dice.deal`."""

    program = staticmethod(patient_dice.main)


@pytest.fixture(scope="session")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Patient]:
    serving = Patient(tmp_path_factory.mktemp("patient"), **harness.UNLIMITED)
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture
def frail_server(tmp_path: Path) -> Iterator[harness.Server]:
    """A server of a test's own, to be killed."""
    serving = harness.Server(tmp_path / "data", **harness.UNLIMITED)
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture(scope="session")
def browser(chromium: Path, request: pytest.FixtureRequest) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(chromium), args=FLAGS)
        yield running
        times.of(request.config).look()  # nobody counts what its processes have worked once it has ended
        running.close()


@pytest.fixture
def own_page(browser: Browser) -> Iterator[Page]:
    """A page on which nothing moves, in a browser of the test's own."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(TRANSPARENT)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def still(browser: Browser) -> Iterator[Page]:
    """The page that every test with a `page` is lent."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(TRANSPARENT)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(still: Page) -> Iterator[Page]:
    """A page on which nothing moves, such as tests of the gallery need; it knows nothing of what others did on it.

    One for all of them: to open it costs more than most of what they do there.  What outlives a load of the page
    (scripts and clocks that are put in, touch, what listens) needs an `own_page`.
    """
    still.set_viewport_size({"width": 1280, "height": 720})
    still.mouse.move(0, 0)
    yield still
    still.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def visit(pages: Pages, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Gives a person a browser of their own; what goes wrong in any of them fails the test.

    The page may ask nobody but its own server for anything, and may not complain in the console (what a test
    brings about on purpose it names in `expected`).
    A `newcomer` is offered lessons.  Only what `keeps` the page opens it without a server.
    """
    lent = request.node.stash[LENT] = []

    def open_page(
        address: str,
        *,
        width: int = 1280,
        height: int = 800,
        theme: str = "dark",
        expected: str | tuple[str, ...] = (),
        keeps: bool = False,
        newcomer: bool = False,
        **settings: object,
    ) -> Page:
        page = pages.lend(address, keeps=keeps)
        lent.append((page, keeps))
        known = {"facedown.settings": json.dumps({"pace": "at once", "motion": "less", **settings})}
        if not newcomer:  # they have skipped all lessons
            known["facedown.lessons"] = SKIPPED
        page.become(theme, width, height, known, (expected,) if isinstance(expected, str) else expected)
        return page

    yield open_page
    complaints = [one for page, _ in lent for one in page.complaints]
    for page, keeps in lent:
        pages.take_back(page, anew=keeps)
    assert not complaints


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What people's pages showed when a test failed is part of its report: it may fail once in a thousand runs."""
    report = yield
    if report.failed and report.when == "call":
        for page, _ in item.stash.get(LENT, []):
            with suppress(Error):
                report.sections.append((f"page {page.url}", page.inner_text("body", timeout=1000)))
    return report


@pytest.fixture(scope="session")
def gallery() -> Iterator[str]:
    """The address of the gallery: tables, scenes and cards that were made up."""
    with built_gallery.served(built_gallery.built()) as address:
        yield address


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which finds what people with disabilities would stumble over, on a painted page."""
    source = Path("web/node_modules/axe-core/axe.min.js")
    assert source.exists(), "axe-core is missing: `make test` fetches it"
    return source.read_text() + PAINTED
