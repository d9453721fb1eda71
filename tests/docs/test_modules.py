"""The lists of modules in the documentation name every module that there is, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import facedown.server


def test_the_server_s_modules_are_listed() -> None:
    table = Path("docs/server.md").read_text().partition("## How it is built")[2]
    listed = re.findall(r"`([a-z_]+\.py|[a-z_]+/)`", table)
    folder = Path(facedown.server.__file__).parent
    modules = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    packages = {f"{path.parent.name}/" for path in folder.glob("*/__init__.py")}
    assert sorted(listed) == sorted(modules | packages | {"migrations/"})
