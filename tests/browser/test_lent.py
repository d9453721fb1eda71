"""Who is lent a page that somebody else had finds nothing of theirs."""

from playwright.sync_api import Browser

from tests.browser.conftest import Server
from tests.browser.lent import Pages


def test_a_page_is_lent_again_without_what_was_done_on_it(server: Server, browser: Browser) -> None:
    pages = Pages(browser)  # in which nobody else's waits
    first = pages.lend(server.address)
    first.become("light", 390, 844, {"left": "something"}, ("all",))
    first.goto("/")
    pages.take_back(first, anew=False)
    again = pages.lend(server.address)
    again.become("dark", 1280, 800, {"mine": "1"}, ())
    assert again is first
    again.goto("/settings")
    assert again.evaluate("() => [localStorage.mine, localStorage.left]") == ["1", None]
    assert again.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches")
    pages.take_back(again, anew=True)


def test_a_page_on_which_a_reload_leaves_something_is_not_lent_again(server: Server, browser: Browser) -> None:
    pages = Pages(browser)
    first = pages.lend(server.address)
    first.become("dark", 390, 844, {}, ())
    first.add_init_script("window.left = true")
    pages.take_back(first, anew=False)
    assert first.is_closed()
    assert first not in pages.idle
