"""Sets up what is missing, and says so in a few words. `make` calls it before everything else.

    python -m tools.set_up play page    what playing needs: .venv, the pinned packages, the built page
    python -m tools.set_up dev          what the checks and the benchmarks need
    python -m tools.set_up dev page browser    that, the built page, and a browser: what the tests need

Standard library only: it runs before anything is installed.
"""

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from tools import browser, build_client
from tools.build_client import ROOT, VENV_BIN
from tools.stamps import digest, is_fresh, leave

VENV = ROOT / ".venv"
PYTHON = VENV_BIN / ("python.exe" if sys.platform == "win32" else "python")
UV = VENV_BIN / ("uv.exe" if sys.platform == "win32" else "uv")
STAMPS = VENV / "stamps"

WORDS = {
    "play": "Installing what the game needs (half a minute or more) ...",
    "dev": "Installing what the game, the tests and the benchmarks need (a minute or more) ...",
}


def say(words: str) -> None:
    print(words, flush=True)


def version_in_venv() -> tuple[int, int] | None:
    """The Python version of .venv; None if there is none that works."""
    asked = [str(PYTHON), "-c", "import sys, pip; print(*sys.version_info[:2])"]
    try:
        said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    major, minor = said.split()
    return int(major), int(minor)


def make_venv() -> None:
    mine = sys.version_info[:2]
    there = version_in_venv()
    asked_for_another = bool(os.environ.get("PYTHON")) and there != mine
    if there and (3, 11) <= there <= (3, 14) and not asked_for_another:
        return
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        package = f"python{mine[0]}.{mine[1]}-venv"
        sys.exit(
            f"{sys.executable} cannot make a virtual environment: its `venv` or `ensurepip` is missing.\n"
            f"On Debian and Ubuntu, `apt-get install {package}` brings both."
        )
    say(f"Making .venv with Python {mine[0]}.{mine[1]} ...")
    subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True, stdin=subprocess.DEVNULL)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={**os.environ, "VIRTUAL_ENV": str(VENV)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def pip_install(*arguments: str) -> None:
    done = run(
        *(str(PYTHON), "-m", "pip", "install"),
        *("--quiet", "--no-input", "--disable-pip-version-check", "--prefer-binary"),
        *arguments,
    )
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        sys.exit("Installing packages failed; what pip said is above.")


def fast_install(*arguments: str) -> None:
    """Install with uv, which takes a third of the time, or with pip if uv fails, as behind some mirrors."""
    done = run(str(UV), "pip", "install", "--quiet", "--compile-bytecode", *arguments)
    if done.returncode:
        say("uv did not manage; trying pip, which takes longer ...")
        pip_install(*arguments)


def lock_file(name: str) -> Path:
    return Path("requirements") / f"{name}.txt"


def is_installed(name: str) -> bool:
    return is_fresh(STAMPS / name, digest([lock_file(name)]))


def install(name: str, words: str = "", by: Callable[..., None] = fast_install) -> None:
    """Install what requirements/`name`.txt pins, each file checked against its hash."""
    if is_installed(name):
        return
    if words:
        say(words)
    by("--require-hashes", "-r", str(lock_file(name)))
    leave(STAMPS / name, digest([lock_file(name)]))


def install_project() -> None:
    """Put `facedown` itself into .venv, running from src/."""
    stamp, wanted = STAMPS / "project", digest([Path("pyproject.toml")], str(ROOT))
    if is_fresh(stamp, wanted):
        return
    fast_install("--no-deps", "--no-build-isolation", "--editable", ".")
    leave(stamp, wanted)


def prepare_page(*, checks: bool, page: bool) -> None:
    """Fetch what the checks of web/ need, build the page, or both."""
    if checks:
        build_client.install_modules()
    if page:
        build_client.build()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let a second set-up in the same checkout wait for the first."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    folder = os.open(ROOT / "tools", os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another set-up is at work here; waiting for it ...")
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def set_up(wish: str, page: bool, wants_browser: bool = False) -> None:
    checks = wish == "dev"
    make_venv()
    install("uv", by=pip_install)
    if (checks or not build_client.is_built()) and not build_client.has_node():
        install("node", "No Node here: fetching one into .venv ...")
    with ThreadPoolExecutor() as pool:  # the page needs npm, not pip: do both at once
        prepared = pool.submit(prepare_page, checks=checks, page=page)
        if not is_installed("dev"):  # it holds all that playing needs
            install(wish, WORDS[wish])
        install_project()
        prepared.result()
    if wants_browser:
        browser.get(say)


def main() -> None:
    os.chdir(ROOT)
    started = time.monotonic()
    with one_at_a_time():
        set_up(sys.argv[1], page="page" in sys.argv, wants_browser="browser" in sys.argv)
    took = time.monotonic() - started
    if took > 2:
        say(f"Set up in {took:.0f} s.")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nSet-up was stopped; the same command goes on from here.")
