"""The gallery of `web/src/games/gallery`, built once for all tests, and served from its files.

`python -m tests.browser.built_gallery` builds it before the tests need it.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools.build_client import VENV_BIN, WEB, sources
from tools.stamps import digest

FOLDER = Path(".gallery")  # one in it, named after what it was built from
PAGE = "src/games/gallery/index.html"


def built() -> Path:
    """The folder of the gallery as its sources are now; it is built if there is none.

    Tests in several processes may build it at the same time; then the first is kept.
    """
    folder = FOLDER / digest(sources())
    if (folder / PAGE).exists():
        return folder
    FOLDER.mkdir(exist_ok=True)
    old = [path for path in FOLDER.iterdir() if not path.name.startswith("new-")]
    new = Path(tempfile.mkdtemp(prefix="new-", dir=FOLDER))
    _build(new)
    try:
        new.rename(folder)
    except OSError:  # there is one now
        shutil.rmtree(new)
    for path in old:
        if path != folder:
            shutil.rmtree(path, ignore_errors=True)
    return folder


def _build(folder: Path) -> None:
    node = shutil.which("node") or str((VENV_BIN / "node").absolute())
    wishes = ("--config", "gallery.config.ts", "--outDir", str(folder.absolute()), "--logLevel", "error")
    command = [node, "node_modules/vite/bin/vite.js", "build", *wishes]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what goes wrong the tests see."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the gallery in this folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/{PAGE}"
        finally:
            server.shutdown()
            thread.join()


if __name__ == "__main__":
    built()
