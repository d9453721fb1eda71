"""The page as an app: it opens without network, keeps the screen on, and is brought up to date when asked."""

import functools
import http.server
import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from facedown.server.site.page import STATIC
from tests.browser.conftest import Server, Visit
from tests.browser.offline import NO_SERVER, keep
from tests.browser.person import come_as_host, sit_and_start, wait_until
from tests.server import harness

ABOVE_THE_NOTICE = """() => {
    const [page, notice] = [".page", ".notices"].map((one) => document.querySelector(one)?.getBoundingClientRect());
    return page && notice && page.bottom <= notice.top + 1;
}"""
ALL_KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).map((request) => request.url)))).flat()"""


def test_home_rules_and_lessons_open_without_the_server_and_a_table_waits_for_it(
    frail_server: harness.Server, visit: Visit
) -> None:
    page = visit(frail_server.address, keeps=True, expected=NO_SERVER)
    keep(page)
    code = come_as_host(page, frail_server.address, "gotcha", 2)
    frail_server.kill()
    page.goto("/")
    expect(page.get_by_role("article")).to_have_count(5)
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    page.goto("/rules/gotcha")
    expect(page.get_by_role("heading", level=1)).to_contain_text("GotchaCards")
    page.goto("/learn/gotcha")
    page.locator(".balloon .acts").wait_for()
    page.wait_for_function(ABOVE_THE_NOTICE)
    page.goto(f"/t/{code}")
    expect(page.get_by_role("heading", name="Waiting for the server")).to_be_visible()
    frail_server.start()
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    expect(page.get_by_text("The server does not answer.")).to_have_count(0)


def test_nothing_of_a_table_is_kept(server: Server, visit: Visit) -> None:
    page = visit(server.address, keeps=True)
    keep(page)
    code = sit_and_start(page, server.address, "gotcha", 2)
    page.goto(f"/t/{code}/replay")
    page.get_by_role("slider", name="Moment").wait_for()
    kept: list[str] = page.evaluate(ALL_KEPT)
    assert any(url.endswith("/api/games") for url in kept)
    assert not [url for url in kept if "/api/tables" in url or "/t/" in url or code in url]


def test_it_can_be_installed(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.goto("/")
    manifest = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    assert told["display"] == "standalone"
    for icon in told["icons"]:
        answer = page.request.get(icon["src"])
        assert (answer.status, answer.headers["content-type"]) == (200, "image/png")


LOCKS = """() => {
    window.locks = [];
    const lock = { release: async () => window.locks.pop() };
    const request = async (what) => (window.locks.push(what), lock);
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
}"""
SEEN = """(seen) => {
    Object.defineProperty(document, "hidden", { value: !seen, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_the_screen_stays_on_while_a_game_is_played(server: Server, visit: Visit) -> None:
    page = visit(server.address)
    page.add_init_script(f"({LOCKS})()")
    come_as_host(page, server.address, "gotcha", 2)
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()
    assert page.evaluate("() => window.locks") == []
    sit_and_start(page, server.address, "gotcha", 2)
    page.wait_for_function("() => window.locks.join() === 'screen'")
    page.evaluate("() => window.locks.pop()")  # the browser takes it when nobody looks
    page.evaluate(SEEN, False)
    page.evaluate(SEEN, True)
    page.wait_for_function("() => window.locks.join() === 'screen'")
    page.get_by_role("link", name="Facedown, home").click()
    page.wait_for_function("() => window.locks.length === 0")


# A notice as the browser would hand it to the worker; browsers without a window show none.
TOUCHED = """async () => {
    const opened = new Promise((done) => (clients.openWindow = async (path) => done(path)));
    let put_away = 0;
    const notification = { data: "/t/abc", close: () => (put_away += 1) };
    dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
    return [await opened, put_away];
}"""


def test_settings_say_what_the_server_keeps_and_for_how_long(server: Server, visit: Visit) -> None:
    page = visit(server.address, width=390, height=844)
    page.goto("/settings")
    kept = page.get_by_role("region", name="What the server keeps")
    about = page.request.get("/api/about").json()
    for days in (about["finished"], about["unfinished"], about["unbegun"]):
        expect(kept).to_contain_text(f"{days:g} day")


def test_a_touch_on_the_notice_of_a_turn_opens_its_table(server: Server, visit: Visit) -> None:
    page = visit(server.address, keeps=True)
    page.goto("/settings")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    assert page.context.service_workers[0].evaluate(TOUCHED) == ["/t/abc", 1]


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Any address is the page; there is no API."""

    def translate_path(self, path: str) -> str:
        found = super().translate_path(path)
        return found if Path(found).is_file() else str(Path(self.directory) / "index.html")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A copy of the built page to be changed, and where it is served."""
    folder = tmp_path / "page"
    shutil.copytree(STATIC, folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", folder
    server.shutdown()
    server.server_close()


def renew(folder: Path) -> None:
    """A newer page: its script has another name."""
    index = folder / "index.html"
    page = index.read_text()
    script = next(file for file in folder.glob("assets/*.js") if f'src="/assets/{file.name}"' in page)
    shutil.copy(script, script.with_name("index-newer.js"))
    index.write_text(page.replace(script.name, "index-newer.js"))
    worker = folder / "sw.js"
    worker.write_text(worker.read_text() + "// newer")


def in_charge(page: Page) -> Callable[[], object]:
    """Stops the worker that is in charge now: a newer one waits until it is idle, which it may never be while it is
    watched from outside.  The newer one goes on: it may be about to hear that it need not wait.  Whatever the page
    asks for meanwhile starts the old one again, so it is to be stopped until the newer page is there.
    """
    session, status = page.context.new_cdp_session(page), dict[str, str]()

    def told(about: dict[str, list[dict[str, str]]]) -> None:
        status.update({one["versionId"]: one["status"] for one in about["versions"]})

    session.on("ServiceWorker.workerVersionUpdated", told)
    session.send("ServiceWorker.enable")
    wait_until(page, lambda: "activated" in status.values(), "a worker in charge")
    (old,) = (version for version, is_now in status.items() if is_now == "activated")
    return functools.partial(session.send, "ServiceWorker.stopWorker", {"versionId": old})


UPDATE = "async () => { await (await navigator.serviceWorker.ready).update() }"


def test_a_newer_page_is_offered_but_not_at_a_table(served: tuple[str, Path], visit: Visit) -> None:
    address, folder = served
    page = visit(address, keeps=True, expected="")
    page.goto("/settings")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    stop_old_worker = in_charge(page)
    renew(folder)
    page.evaluate(UPDATE)
    offer = page.get_by_role("button", name="Update")
    expect(offer).to_be_visible()
    page.evaluate("() => { history.pushState(null, '', '/t/x'); dispatchEvent(new PopStateEvent('popstate')) }")
    expect(offer).to_have_count(0)
    page.go_back()
    offer.click()

    def is_newer() -> bool:
        stop_old_worker()
        with suppress(Error):  # the page is just being loaded anew
            return page.locator("script[src*=index-newer]").count() == 1
        return False

    wait_until(page, is_newer, "the newer page")
    expect(offer).to_have_count(0)


def test_a_page_loaded_anew_with_shift_gives_way_to_a_newer_one(served: tuple[str, Path], visit: Visit) -> None:
    address, folder = served
    page = visit(address, keeps=True, expected="")
    page.goto("/settings")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    page.wait_for_function("() => document.readyState === 'complete' && !navigator.serviceWorker.controller")
    renew(folder)
    page.evaluate(UPDATE)  # nothing is under the old worker's control: the newer one need not wait
    expect(page.locator("script[src*=index-newer]")).to_have_count(1)
