"""Takes pictures of the page at phone and desktop width, for a person to look at.

python -m tools.screenshots [path ...]      default: /
"""

import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

from tools.build_client import ROOT, VENV_BIN

WIDTHS = {"phone": (390, 844), "desktop": (1440, 900)}
FOLDER = ROOT / "screenshots"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(address: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            urlopen(address, timeout=5).close()
            return
        except (URLError, ConnectionError):
            if time.monotonic() > end:
                sys.exit(f"Nothing answers at {address}.")
            time.sleep(0.1)


def take(address: str, pages: list[str], browser_path: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for width, (across, down) in WIDTHS.items():
            page = browser.new_page(viewport={"width": across, "height": down})
            for path in pages:
                page.goto(address + path)
                page.wait_for_timeout(1000)
                file = FOLDER / f"{path.strip('/').replace('/', '-') or 'home'}-{width}.png"
                page.screenshot(path=file)
                print(Path(file).relative_to(ROOT))
        browser.close()


def main() -> None:
    browser_path = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-browser"))), None)
    if not browser_path:
        sys.exit("Pictures need Chromium or Chrome: for example `apt-get install chromium`.")
    port = free_port()
    with subprocess.Popen([VENV_BIN / "facedown", "serve", "--port", str(port)]) as server:
        try:
            wait_for(f"http://127.0.0.1:{port}/")
            take(f"http://127.0.0.1:{port}", sys.argv[1:] or ["/"], browser_path)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
