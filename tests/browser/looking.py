"""A look at a page as it is: for whom is it hard to use, and is it too wide?"""

from playwright.sync_api import Page, ViewportSize

from tests.browser.layouts import EVERYTHING
from tests.browser.person import settled, sideways

PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}

AXE = """async ([within, wishes]) =>
    (await axe.run(within, { resultTypes: ["violations"], preload: false, ...wishes })).violations
    .flatMap((one) => one.nodes.map((node) => one.id + ": " + node.html.slice(0, 160)))"""
# What comes into sight by and by is there: until then its letters are fainter than they will be.
AT_REST = """async () => {
    const ends = (one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity;
    await Promise.all(document.getAnimations().filter(ends).map((one) => one.finished.catch(() => {})));
}"""
BY_DAY = "(theme) => { document.documentElement.dataset.theme = theme }"


def look(page: Page, axe: str, name: str, within: str = "html", *, by_day: bool = EVERYTHING) -> list[str]:
    """What axe finds on the page as it is now, by lamplight and maybe by day, and whether it is too wide."""
    settled(page)
    page.evaluate(AT_REST)
    if not page.evaluate("() => 'axe' in window"):  # it is large: once for each page that is opened
        page.evaluate(f"() => {{ {axe} }}")
    wrong = page.evaluate(AXE, [within, {}])
    if by_day:  # themes differ in contrasts alone, and those come of the same few colours everywhere
        page.evaluate(BY_DAY, "light")
        wrong += page.evaluate(AXE, [within, {"runOnly": ["color-contrast"]}])
        page.evaluate(BY_DAY, "dark")
    if (wider := sideways(page)) > 0:
        wrong.append(f"{wider} pixels too wide")
    return [f"{name}: {one}" for one in wrong]
