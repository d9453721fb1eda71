"""The lock files pin everything, and say nothing about where it comes from."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=lambda path: path.stem)
def test_every_package_has_a_version_and_a_hash(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8"))
    for entry in (e for e in entries if not e.startswith("#")):
        assert re.match(r"[a-z0-9-]+==[\w.+]+ ", entry)
        assert "--hash=sha256:" in entry
        assert not re.search(r"://|file:| @ ", entry)


def test_the_clients_lock_names_no_registry() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        assert not name or "integrity" in package, name


def test_the_same_package_has_the_same_version_to_play_and_to_test() -> None:
    play, dev = (
        set(re.findall(r"^[^ ;]+==[^ ;]+", (ROOT / "requirements" / name).read_text(encoding="utf-8"), re.M))
        for name in ("play.txt", "dev.txt")
    )
    assert play <= dev
