"""Measures the page with Lighthouse, as a phone on a slow line opens it: speed and access, 0 to 100.

    python -m tools.lighthouse

Needs Node and a Chromium; npx fetches Lighthouse, of which nothing else here has need, when it is first run.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import staged
from tools.browser import find as find_browser
from tools.build_client import path_with_venv
from tools.screenshots import asked
from tools.staged import served

LIGHTHOUSE = "lighthouse@12.8.2"  # the last for Node 20
GAMES = ("bayou-boss", "botch", "bots-battleground", "clocktower", "gotcha")
SPEED, ACCESS = 90, 95  # what is wanted at least
LONGEST = 300  # seconds for one page
CHROME = "--headless=new --no-sandbox --disable-gpu"


def measure(address: str, browser: Path, report: Path) -> dict[str, float]:
    """Lighthouse's scores of the page at this address.  Raises CalledProcessError."""
    npx = shutil.which("npx", path=path_with_venv())
    if npx is None:
        sys.exit("Lighthouse needs Node: `make play` brings its own.")
    wishes = ("--quiet", "--output=json", f"--output-path={report}", f"--chrome-flags={CHROME}")
    only = "--only-categories=performance,accessibility"
    subprocess.run(
        [npx, "--yes", LIGHTHOUSE, address, only, *wishes],
        env={**os.environ, "PATH": path_with_venv(), "CHROME_PATH": str(browser)},
        stdin=subprocess.DEVNULL,
        check=True,
        timeout=LONGEST,
    )
    found = json.loads(report.read_text())
    for audit in found["audits"].values():
        if audit.get("scoreDisplayMode") == "binary" and audit["score"] == 0:
            print(f"    {audit['id']}: {audit['title']}")
    scores = {name: 100 * category["score"] for name, category in found["categories"].items()}
    return {**scores, "seconds": found["audits"]["largest-contentful-paint"]["numericValue"] / 1000}


def main() -> None:
    browser = find_browser()
    if browser is None:
        sys.exit("Lighthouse needs Chromium or Chrome; install one, for example with `apt-get install chromium`.")
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        table = staged.put(Path(folder), staged.found("bayou-boss", 4, asked("play")))
        paths = [
            "/",
            f"/t/{table.code}",
            *(f"/{kind}/{game}" for kind in ("new", "learn", "rules") for game in GAMES),
        ]
        low = 0
        with served(Path(folder)) as address:
            for path in paths:
                if wanted and not any(word in path for word in wanted):
                    continue
                scores = measure(address + path, browser, Path(folder) / "report.json")
                low += scores["performance"] < SPEED or scores["accessibility"] < ACCESS
                speed, access, seconds = scores["performance"], scores["accessibility"], scores["seconds"]
                print(
                    f"{path:28} speed {speed:3.0f}   access {access:3.0f}   largest paint {seconds:.1f} s",
                    flush=True,
                )
    sys.exit(f"{low} pages fall short of speed {SPEED} or access {ACCESS}." if low else 0)


if __name__ == "__main__":
    main()
