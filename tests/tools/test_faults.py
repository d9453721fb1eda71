"""The tool behind `make faults`: it refuses what is not as its list has it."""

from __future__ import annotations

import msgspec
import pytest

from tools.build_client import ROOT
from tools.faults import listed


def test_what_does_not_stand_there_just_once_is_refused() -> None:
    fault = msgspec.structs.replace(listed()[0], text="twice", faulty="once")
    for text in ("twice and twice", "never"):
        with pytest.raises(ValueError, match=f"'twice' stands {text.count('twice')} times in "):
            fault.planted(text)
    assert fault.planted("twice, or not") == "once, or not"


def test_every_fault_can_be_planted() -> None:
    for fault in listed():
        assert fault.planted((ROOT / fault.file).read_text(encoding="utf-8")), fault.what
