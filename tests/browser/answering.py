"""A player of Clocktower at the page, who takes the first answer that there is."""

from playwright.sync_api import Page

from tests.browser.person import SOON, look_at_token, settled

ANSWERS = (
    ".prompt.ours .moves:not([aria-busy=true]) button, .answer button, .vote .big:not([disabled]),"
    " .finish [data-move], .ask.ours [data-move]"
)
OURS = f"() => document.querySelector('#end-title, {ANSWERS}')"
STEPS = 150
ONE_OF_EACH = "chef, empath, slayer, poisoner, imp"  # with five players everybody is known to be one of these


def asked(page: Page) -> bool:
    """Wait until something is asked of us; False where the game is over."""
    page.wait_for_function(OURS, timeout=SOON)
    settled(page)
    return not page.locator("#end-title").count()


def answer(page: Page) -> None:
    """The first answer that there is, by keyboard: in the circle, with one's hand, or a button."""
    if page.get_by_role("dialog", name="Your token").count():
        look_at_token(page)
        return
    choice, button = (
        page.locator(".answer button"),
        page.locator(".vote .big, .prompt .moves button, .finish [data-move]"),
    )
    if not choice.count():
        if button.count():
            button.first.focus()
        else:
            page.keyboard.press("h")
        page.keyboard.press("Enter")
        return
    while choice.is_disabled():
        page.locator(".seat.lit:not(.chosen)").first.press("Enter")
    choice.press("Enter")
