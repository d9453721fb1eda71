"""A page that is used without its server."""

from playwright.sync_api import Page

# What Chromium says where a server was killed; the second, if that was while it opened a socket.
NO_SERVER = ("net::ERR_", "Connection closed before receiving a handshake response")
KEPT = """async (path) => {
    await navigator.serviceWorker.ready;
    while (!(await caches.match(path))) await new Promise((again) => setTimeout(again, 50));
}"""


def keep(page: Page) -> None:
    """Open home, and wait until everything is kept that opens without network."""
    page.goto("/")
    page.evaluate(KEPT, "/api/lessons/gotcha")  # the last of all
    page.wait_for_function("() => navigator.serviceWorker.controller")
