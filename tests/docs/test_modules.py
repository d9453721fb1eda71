"""The documentation names modules that there are; where it lists them, it lists all."""

from __future__ import annotations

import re
from pathlib import Path

import facedown.server

PAGES = [Path("README.md"), Path("CONTRIBUTING.md"), Path("tests/README.md"), *Path("docs").rglob("*.md")]
FOLDERS = ("src", "web/src", "tests", "tools", "benchmarks", "docs", "deploy", "examples")
NAMED = re.compile(r"`([\w./-]+\.(?:py|ts|svelte))`")


def test_the_server_s_modules_are_listed() -> None:
    table = Path("docs/server.md").read_text().partition("## How it is built")[2]
    listed, folder = set(), ""
    for row in re.findall(r"^\|(.*)\|.*\|$", table.partition("| --- |")[2], re.MULTILINE):
        place, names = row.split("|")
        folder = place.strip("` ") or folder
        listed |= {f"{folder}{name}" for name in re.findall(r"`([a-z0-9_]+\.py|[a-z_]+/)`", names)}
    root = Path(facedown.server.__file__).parent
    modules = {path.relative_to(root).as_posix() for path in [*root.glob("*.py"), *root.glob("*/*.py")]}
    assert listed == {module for module in modules if not module.endswith("__init__.py")}


def test_each_file_of_which_a_page_speaks_is_there() -> None:
    files = {f"/{path.as_posix()}" for folder in FOLDERS for path in Path(folder).rglob("*.*")}
    named = {(str(page), name) for page in PAGES for name in NAMED.findall(page.read_text(encoding="utf-8"))}
    assert [one for one in named if not any(file.endswith(f"/{one[1]}") for file in files)] == []
