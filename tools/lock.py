"""Pins every package again: requirements/*.txt from pyproject.toml, web/package-lock.json from package.json.

    python -m tools.lock [--upgrade]

The lock files hold versions and hashes, and name no registry: whoever installs chooses where from.
"""

import argparse
import os
import re
import subprocess
import sys

from tools import build_client
from tools.build_client import ROOT, VENV_BIN

PROJECT = ["pyproject.toml"]
EXTRAS = ["--extra", "lab", "--extra", "server"]  # what the commands of the README use
LOCKS = {
    "play": [*PROJECT, *EXTRAS, "--group", "build"],
    "postgres": [*PROJECT, "--extra", "postgres", "--group", "build", "--constraints", "requirements/play.txt"],
    "dev": [*PROJECT, *EXTRAS, "--extra", "report", "--group", "dev", "--constraints", "requirements/play.txt"],
    "uv": ["--group", "uv", "--constraints", "requirements/dev.txt"],
    "node": ["--group", "node"],
}
OPTIONS = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-config"]
HEADER = ["--custom-compile-command", "make lock"]
ADDRESS = re.compile(r"https?://|file:|\s@\s|--(index|extra|find)")


def lock_python(upgrade: bool) -> None:
    for name, what in LOCKS.items():
        file = ROOT / "requirements" / f"{name}.txt"
        command = [
            str(VENV_BIN / "uv"),
            "pip",
            "compile",
            "--quiet",
            *what,
            *OPTIONS,
            *HEADER,
            "--no-emit-index-url",
        ]
        subprocess.run([*command, *(["--upgrade"] if upgrade else []), "-o", str(file)], cwd=ROOT, check=True)
        if found := ADDRESS.search(file.read_text(encoding="utf-8")):
            sys.exit(f"{file.relative_to(ROOT)} names an address: {found[0]}")
        print(f"Pinned {file.relative_to(ROOT)}.")


def lock_client(upgrade: bool) -> None:
    if not build_client.has_node():
        sys.exit("No Node here to pin the client's packages with: see requirements/node.txt.")
    build_client.npm("update" if upgrade else "install", "--package-lock-only", "--ignore-scripts", "--no-audit")
    if '"resolved"' in (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"):
        sys.exit("web/package-lock.json names an address.")
    print("Pinned web/package-lock.json.")


def main() -> None:
    parser = argparse.ArgumentParser(description="Pin every package again.")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions allowed")
    wished = parser.parse_args()
    os.chdir(ROOT)
    lock_python(wished.upgrade)
    lock_client(wished.upgrade)


if __name__ == "__main__":
    main()
