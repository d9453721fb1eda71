"""Builds web/ into src/facedown/server/static/, when something in web/ has changed since the last time.

    python -m tools.build_client

Needs Node and npm on the PATH or in .venv (`make play` sees to that). Standard library only: it runs
before anything is installed, and from the hook that builds wheels.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.stamps import digest, is_fresh, leave

ROOT = Path(__file__).resolve().parents[1]
WEB = Path("web")
MODULES = WEB / "node_modules"
STATIC = Path("src/facedown/server/static")

VENV_BIN = ROOT / ".venv" / ("Scripts" if sys.platform == "win32" else "bin")


def path_with_venv() -> str:
    return os.pathsep.join([str(VENV_BIN), os.environ.get("PATH", "")])


def has_node() -> bool:
    """Whether npm is there, and a Node that Vite runs on: 20.19 and up, 22.12 and up."""
    node, npm = (shutil.which(name, path=path_with_venv()) for name in ("node", "npm"))
    if not node or not npm:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)\.(\d+)", said)
    if not match:
        return False
    version = int(match[1]), int(match[2])
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def npm(*arguments: str) -> None:
    path = path_with_venv()
    program = shutil.which("npm", path=path)
    assert program, "has_node() was not asked"
    done = subprocess.run(
        [program, *arguments],
        cwd=ROOT / WEB,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
        sys.exit(f"`npm {' '.join(arguments)}` failed in web/; what it said is above.")


def install_modules() -> None:
    """Install what web/package-lock.json pins."""
    stamp = MODULES / ".installed-from"
    wanted = digest([WEB / "package-lock.json"])
    if is_fresh(stamp, wanted):
        return
    if MODULES.is_symlink():
        sys.exit(
            f"{MODULES} is a link to {MODULES.resolve()}, which was not made from this web/package-lock.json.\n"
            "Installing would rewrite that folder for everything else that uses it. Remove the link and run this\n"
            "again, or build with what is there: `npm --prefix web run build`."
        )
    print("Fetching the page's parts ...", flush=True)
    npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    leave(stamp, wanted)


def sources() -> list[Path]:
    """All files of web/ except node_modules/, for which the lock file stands."""
    roots = [path for path in WEB.iterdir() if path != MODULES]
    return [file for root in roots for file in [root, *root.rglob("*")] if file.is_file()]


def is_built() -> bool:
    return (STATIC / "index.html").is_file() and is_fresh(STATIC / ".built-from", digest(sources()))


def build() -> None:
    """Build the client into the package."""
    if is_built():
        return
    install_modules()
    print("Building the page ...", flush=True)
    made_from = digest(sources())
    npm("run", "build", "--loglevel=error")
    leave(STATIC / ".built-from", made_from)


if __name__ == "__main__":
    os.chdir(ROOT)
    if not is_built() and not has_node():
        sys.exit("Building the page needs Node 20.19 or newer, with npm. `make play` brings its own.")
    build()
