"""Where the tests get their browser: each way is tried with programs that only pretend to be one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import browser, build_client, set_up

WORKS, BROKEN = "exit 0", "echo requires the snap >&2; exit 1"
SHELL = "chromium_headless_shell-9/chrome-linux/headless_shell"

Program = Callable[[str, str], Path]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Makes a program below a folder of the test's own, in which alone browsers are looked for."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(browser, "ON_MACOS", [tmp_path / "Applications" / "Chrome"])
    monkeypatch.setattr(browser, "DOWNLOADS", tmp_path / "downloads")
    monkeypatch.setattr(browser, "VENV_BIN", tmp_path / "venv")

    def make(name: str, does: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)
        return path

    return make


def got() -> list[str]:
    said: list[str] = []
    browser.get(said.append)
    return said


def no_download(program: Program) -> None:
    program("venv/python", "echo no network >&2; exit 1")


@pytest.mark.parametrize("name", browser.NAMES)
def test_the_systems_browser_is_used_and_nothing_is_downloaded(program: Program, name: str) -> None:
    wanted = program(f"bin/{name}", WORKS)
    program("venv/python", "touch $0.asked")
    assert got() == []
    assert browser.find() == wanted
    assert not wanted.parents[1].joinpath("venv/python.asked").exists()


def test_a_mac_keeps_it_among_its_applications(program: Program) -> None:
    wanted = program("Applications/Chrome", WORKS)
    assert browser.find() == wanted


def test_one_that_does_not_start_is_passed_over(program: Program) -> None:
    program("bin/chromium", BROKEN)
    wanted = program("bin/chromium-browser", WORKS)
    assert browser.find() == wanted


def test_where_there_is_none_playwright_downloads_one(program: Program, tmp_path: Path) -> None:
    source = program("source", WORKS)
    target = tmp_path / "downloads" / SHELL
    program(
        "venv/python",
        f'test "$*" = "-m playwright install --only-shell chromium" || exit 2\n'
        f'test "$PLAYWRIGHT_BROWSERS_PATH" = "{tmp_path / "downloads"}" || exit 3\n'
        f"/bin/mkdir -p {target.parent} && /bin/cp {source} {target}",
    )
    (said,) = got()
    assert said.startswith("No Chromium or Chrome here: downloading one")
    assert browser.find() == target
    assert got() == [], "the next time it is there"


def test_the_newest_download_is_used(program: Program) -> None:
    program("downloads/chromium_headless_shell-8/chrome-linux/headless_shell", WORKS)
    wanted = program(f"downloads/{SHELL}", WORKS)
    assert browser.find() == wanted


@pytest.mark.parametrize("why", ["no network", "no playwright", "libraries are missing"])
def test_where_none_can_be_had_one_line_says_what_is_left_out(program: Program, why: str) -> None:
    if why == "no network":
        no_download(program)
    elif why == "libraries are missing":
        no_download(program)
        program(f"downloads/{SHELL}", "exit 127")
    *_, last = got()
    assert "\n" not in last
    assert "tests in a browser are skipped" in last
    assert "apt-get install chromium" in last


def test_a_download_that_hangs_is_given_up(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    program("venv/python", "exec /bin/sleep 600")
    monkeypatch.setattr(browser, "LONGEST_DOWNLOAD", 0.2)
    assert got()[-1] == browser.MISSING


def test_set_up_gets_a_browser_only_where_one_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    did: list[str] = []
    for name in ("make_venv", "install", "install_project", "prepare_page"):
        monkeypatch.setattr(set_up, name, lambda *_, name=name, **__: did.append(name))
    monkeypatch.setattr(build_client, "has_node", lambda: True)
    monkeypatch.setattr(browser, "get", lambda say: did.append("browser"))
    set_up.set_up("dev", page=True)
    assert "browser" not in did
    set_up.set_up("dev", page=True, wants_browser=True)
    assert did[-1] == "browser", "Playwright is installed before"


def test_make_test_asks_for_one() -> None:
    # a make that runs these tests would have this one print where it is first
    environment = {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    }
    said = subprocess.run(
        ["make", "--dry-run", "test"],
        cwd=build_client.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.splitlines()[0].endswith("tools/set-up.sh dev page browser")
