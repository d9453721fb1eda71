"""The tool behind `make rules`: what counts as covering a rule, and what it finds missing."""

from pathlib import Path

import pytest

from facedown.core.rulebook import Rule
from tools.rule_coverage import Cited, all_cited, report

TEST = """
import pytest

pytestmark = pytest.mark.covers("marsh 1.1")

@pytest.mark.covers("marsh 2.1", "hamlet 1.1 1.2")
def test_reeds_bend(): ...

@pytest.mark.parametrize("kind", [pytest.param(1, marks=pytest.mark.covers("marsh 2.2"))])
def test_kinds(kind): ...
"""
RULES = {"marsh": [Rule("1.1", "Cards", "", False), Rule("2.1", "Reeds", "", True)]}


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_marks_of_tests_and_headers_of_records_are_found(tmp_path: Path) -> None:
    write(tmp_path, "games/test_marsh.py", TEST)
    write(tmp_path, "records/marsh/a_reed_bends.txt", "game: marsh\nseats: 2\nrules: 2.1, 3.1\n")
    assert [(one.game, one.number, one.by) for one in all_cited(tmp_path)] == [
        ("marsh", "1.1", "test_marsh"),
        ("marsh", "2.1", "test_reeds_bend"),
        ("hamlet", "1.1", "test_reeds_bend"),
        ("hamlet", "1.2", "test_reeds_bend"),
        ("marsh", "2.2", "test_kinds"),
        ("marsh", "2.1", "a_reed_bends.txt"),
        ("marsh", "3.1", "a_reed_bends.txt"),
    ]


def test_a_rule_without_a_test_and_a_number_without_a_rule_are_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = report(RULES, [Cited("marsh", "1.1", "test_a", "x.py:3"), Cited("marsh", "9.9", "b.txt", "b.txt")])
    assert wrong == ["marsh 2.1 is covered by no test and no record", "b.txt: marsh has no rule 9.9"]
    assert "marsh: 1 of 2" in capsys.readouterr().out


def test_nothing_is_wrong_where_every_rule_is_covered() -> None:
    assert report(RULES, [Cited("marsh", number, "test_a", "x.py:3") for number in ("1.1", "2.1")]) == []


def test_a_mark_that_no_tool_can_read_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "test_marsh.py", "import pytest\n\n@pytest.mark.covers('2.1')\ndef test_it(): ...\n")
    with pytest.raises(SystemExit, match=r"test_marsh\.py:3: write covers"):
        all_cited(tmp_path)
