"""Finds a browser for the tests of the page: the system's Chromium or Chrome, else one that Playwright downloads.

Standard library only: `tools.set_up` uses it before anything is installed.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tools.build_client import ROOT, VENV_BIN

# The one without a window first: the tests take half the time with it.
NAMES = ("chromium-headless-shell", "chromium", "google-chrome", "chromium-browser", "google-chrome-stable")
ON_MACOS = [Path(f"/Applications/{name}.app/Contents/MacOS/{name}") for name in ("Chromium", "Google Chrome")]
DOWNLOADS = ROOT / ".venv" / "browsers"
DOWNLOADED_AS = ("chrome-headless-shell", "headless_shell", "chrome-headless-shell.exe", "headless_shell.exe")
LONGEST_DOWNLOAD = 900  # seconds

MISSING = (
    "No Chromium or Chrome here, and Playwright could not download one, so the tests in a browser are skipped; "
    "install one (for example with `apt-get install chromium`) and run this again."
)


def works(browser: Path) -> bool:
    """Whether it starts; a download may lack system libraries, and Ubuntu's chromium-browser may be a stub."""
    try:
        return subprocess.run([browser, "--version"], capture_output=True, check=False, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def find() -> Path | None:
    """A browser that works, the system's before a downloaded one; None if there is none."""
    installed = [Path(path) for path in map(shutil.which, NAMES) if path is not None]
    downloaded = sorted(path for name in DOWNLOADED_AS for path in DOWNLOADS.glob(f"*/*/{name}"))
    candidates = [*installed, *ON_MACOS, *reversed(downloaded)]
    return next((path for path in candidates if path.exists() and works(path)), None)


def download() -> None:
    """Let Playwright, which is installed in .venv, download a Chromium; does nothing without a network."""
    python = VENV_BIN / ("python.exe" if sys.platform == "win32" else "python")
    quick = {"PLAYWRIGHT_BROWSERS_PATH": str(DOWNLOADS), "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"}
    try:
        subprocess.run(
            [python, "-m", "playwright", "install", "--only-shell", "chromium"],
            env={**os.environ, **quick},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=LONGEST_DOWNLOAD,
        )
    except (OSError, subprocess.TimeoutExpired):
        return


def get(say: Callable[[str], None]) -> None:
    """Make sure that there is a browser, or print in one line what is left out and how to get one."""
    if find() is not None:
        return
    say("No Chromium or Chrome here: downloading one into .venv (a minute or more) ...")
    download()
    if find() is None:
        say(MISSING)
