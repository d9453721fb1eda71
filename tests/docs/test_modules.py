"""The lists of modules in the documentation name every module that there is, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import facedown.server


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
