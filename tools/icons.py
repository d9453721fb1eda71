"""Draws the icons that phones want as pictures, web/public/*.png, from web/src/icon.svg.

python -m tools.icons
"""

import sys

from playwright.sync_api import Page, sync_playwright

from tools.browser import find as find_browser
from tools.build_client import ROOT

DRAWING = ROOT / "web" / "src" / "icon.svg"
FOLDER = ROOT / "web" / "public"
CLOTH = "#113329"
# name: pixels, how much of them the card takes, whether cloth lies behind it (phones cut such icons round)
ICONS = {
    "icon-192": (192, 1.0, False),
    "icon-512": (512, 1.0, False),
    "icon-maskable": (512, 0.66, True),
    "apple-touch-icon": (180, 0.8, True),
}


def draw(page: Page, name: str, pixels: int, share: float, on_cloth: bool) -> None:
    """Write this icon's file."""
    cloth = CLOTH if on_cloth else "transparent"
    style = f"margin:0;display:grid;place-items:center;height:100vh;background:{cloth}"
    picture = DRAWING.read_text(encoding="utf-8").replace("<svg ", f'<svg width="{pixels * share}" ', 1)
    page.set_viewport_size({"width": pixels, "height": pixels})
    page.set_content(f'<body style="{style}">{picture}</body>')
    page.screenshot(path=FOLDER / f"{name}.png", omit_background=not on_cloth)


def main() -> None:
    browser_path = find_browser()
    if browser_path is None:
        sys.exit("Icons need Chromium or Chrome; install one, for example with `apt-get install chromium`.")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for name, (pixels, share, on_cloth) in ICONS.items():
            draw(browser.new_page(), name, pixels, share, on_cloth)
        browser.close()


if __name__ == "__main__":
    main()
