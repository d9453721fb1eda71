"""Told texts, each of which is translated into a record that plays what its strict twin in tests/records plays."""

from pathlib import Path

import pytest

import facedown
from facedown.core import record
from tests.records.positions import laid_open

HERE = Path(__file__).parent
STRICT = HERE.parent / "records"
FILES = sorted(HERE.rglob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(HERE)) for path in FILES])
def test_a_told_text_plays_what_its_record_plays(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert record.check(text, facedown.game), "this is a strict record: it tests nothing here"
    translation = record.translate(text, facedown.game)
    assert not translation.problems
    translated = record.read(translation.record, facedown.game)
    twin = facedown.read((STRICT / path.relative_to(HERE)).read_text(encoding="utf-8"))
    assert translated.history == twin.history
    assert laid_open(translated) == laid_open(twin)


@pytest.mark.parametrize("path", FILES[::6], ids=lambda path: path.stem)
def test_a_record_is_translated_into_itself(path: Path) -> None:
    """What is strict already stays as it is, comments and titles too."""
    strict = record.translate(path.read_text(encoding="utf-8"), facedown.game).record
    assert record.translate(strict, facedown.game) == record.Translation(strict, [])
