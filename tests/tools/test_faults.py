"""The tool behind `make faults`: it refuses what is not as its list has it."""

from __future__ import annotations

import msgspec
import pytest

from tools.faults import listed


def test_what_does_not_stand_there_just_once_is_refused() -> None:
    fault = msgspec.structs.replace(listed()[0], text="twice", faulty="once")
    for text in ("twice and twice", "never"):
        with pytest.raises(ValueError, match=f"'twice' stands {text.count('twice')} times in "):
            fault.planted(text)
    assert fault.planted("twice, or not") == "once, or not"
