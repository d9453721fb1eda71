"""The reference of the Python API: every public name is described, and every page can be written."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from pdoc.doc import Class, Module

import facedown
from facedown import Game, Table
from tools import reference


def test_every_public_name_has_a_docstring() -> None:
    assert list(reference.undocumented(reference.PUBLIC)) == []


UNDESCRIBED = '''
"""A module in which much is not described."""


from typing import NamedTuple


class Pair(NamedTuple):
    one: int
    other: int


class Bag:
    size = 3

    def draw(self) -> int:
        return 3

    @property
    def weight(self) -> int:
        return 3

    def _shake(self) -> None:
        pass


def pour() -> None:
    """Described."""


def spill() -> None:
    pass
'''


@pytest.fixture
def undescribed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module in which two classes, a method, a property and a function have no docstring."""
    name = "facedown_undescribed"
    (tmp_path / f"{name}.py").write_text(UNDESCRIBED, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, name, raising=False)
    return name


def test_a_name_without_a_docstring_is_found(undescribed: str) -> None:
    missing = set(reference.undocumented([undescribed]))
    assert missing == {f"{undescribed}.{name}" for name in ("Pair", "Bag", "Bag.draw", "Bag.weight", "spill")}


def test_it_writes_a_page_for_each_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "TO", tmp_path)
    assert reference.main() == 0
    pages = {
        path.relative_to(tmp_path).with_suffix("").as_posix().replace("/", ".") for path in tmp_path.rglob("*.html")
    }
    assert pages == {"index", *reference.PUBLIC}
    page = (tmp_path / "facedown" / "envs.html").read_text(encoding="utf-8")
    assert "float32[n, seats]: 0 except where a game has just ended" in page, "fields have their comments"
    assert "Alias for field" not in page
    assert "ForwardRef" not in page
    encoding = (tmp_path / "facedown" / "core" / "flat" / "encoding.html").read_text(encoding="utf-8")
    assert 'how: Unpack[<a href="#How">How</a>]' in encoding
    assert not [path for path in tmp_path.rglob("*.*") if "&lt;class &#" in path.read_text(encoding="utf-8")]
    links = [link for path in tmp_path.rglob("*.html") for link in dangling(path)]
    assert links == []


def dangling(path: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    page = path.read_text(encoding="utf-8")
    found = set(re.findall(r'href="([^":$]*)"', page))
    broken = []
    for link in found:
        name, _, part = link.partition("#")
        other = (path.parent / name).read_text(encoding="utf-8") if name else page
        if part and f'id="{part}"' not in other:
            broken.append(f"{path.name}: {link}")
    return broken


def test_lists_of_arguments_are_lists_and_nothing_is_taken_for_html() -> None:
    docstring = """Steps games.

seats, names   how many, and
               who
seed           as "<seed>/<number>"; `<this>` is code

    vector = Vector(seed="<seed>")

A sentence.  Another."""
    assert (
        reference.laid_out(docstring)
        == """Steps games.

- `seats`, `names`: how many, and
  who
- `seed`: as "&lt;seed>/&lt;number>"; `<this>` is code

    vector = Vector(seed="<seed>")

A sentence.  Another."""
    )


def test_nothing_is_written_where_something_is_not_described(
    undescribed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reference, "PUBLIC", (undescribed,))
    monkeypatch.setattr(reference, "TO", tmp_path / "reference")
    assert reference.main() == 1
    assert f"{undescribed}.Bag.draw has no docstring." in capsys.readouterr().err
    assert not (tmp_path / "reference").exists()


@pytest.mark.parametrize("kind", [Table, Game])
def test_all_public_names_of_a_class_stand_on_one_page(kind: type) -> None:
    ours = Module(facedown).members[kind.__name__]
    assert isinstance(ours, Class)
    listed = re.findall(rf"- `{kind.__name__}\.(\w+)`", reference.overview(ours))
    public = {name for name in dir(kind) if not name.startswith("_")}
    assert public <= set(listed)
    assert len(listed) == len(set(listed)) == len(reference.overview(ours).split("- `")) - 1
