"""Runs what compares compiled with interpreted games on the lowest and the highest Numba of pyproject.toml.

    python -m tools.numba_versions [PYTEST ARGUMENT ...]

Each version gets an environment of its own in a temporary folder, and a cache of its own for machine code.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tools.build_client import ROOT, VENV_BIN

# What these tests need beside the package; NumPy comes as each version of Numba allows it.
NEEDED = (
    "pytest",
    "pytest-timeout",
    "pytest-xdist",
    "hypothesis",
    "psutil",
    "gymnasium",
    "pettingzoo",
    "cloudpickle",
)
TESTS = ("core/test_compiling.py", "laws/test_lockstep.py", "games/test_own_cards.py", "envs/test_vector.py")


def wanted() -> tuple[str, str]:
    """The lowest version that pyproject.toml allows, and whatever is the highest, as requirements."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    fast = "".join(project["optional-dependencies"]["fast"])
    bounds = re.fullmatch(r"numba>=([\d.]+),<([\d.]+)", fast)
    if bounds is None:
        sys.exit(f"pyproject.toml does not bound Numba on both sides: {fast!r}")
    lowest, beyond = bounds.groups()
    return f"numba=={lowest}.0", f"numba>={lowest},<{beyond}"


def run(version: str, arguments: list[str]) -> bool:
    """Run the tests with this version; returns whether they pass."""
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        subprocess.run([VENV_BIN / "uv", "venv", "--quiet", "--python", sys.executable, folder], check=True)
        install = [str(VENV_BIN / "uv"), "pip", "install", "--quiet", "--python", str(python)]
        subprocess.run([*install, "-e", f"{ROOT}[lab]", version, *NEEDED], check=True)
        subprocess.run([python, "-c", "import numba; print('== Numba', numba.__version__, flush=True)"], check=True)
        tests = [str(ROOT / "tests" / name) for name in TESTS]
        command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, *arguments]
        cache = {"FACEDOWN_CACHE": f"{folder}/machine-code", "NUMBA_DISABLE_JIT": "0"}
        return subprocess.run(command, cwd=ROOT, env=os.environ | cache).returncode == 0


def main() -> None:
    passed = [run(version, sys.argv[1:]) for version in wanted()]
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
