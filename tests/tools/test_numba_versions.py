"""Which versions of Numba the project is tested on."""

from __future__ import annotations

import re

from tools import numba_versions
from tools.build_client import ROOT


def test_the_lowest_and_the_highest_version_are_tested_and_the_pinned_one_lies_between() -> None:
    lowest, highest = numba_versions.wanted()
    low, beyond = re.findall(r"\d+\.\d+", highest)
    assert lowest == f"numba=={low}.0"
    for file in ("play", "dev"):
        pinned = re.search(r"^numba==(\d+)\.(\d+)", (ROOT / f"requirements/{file}.txt").read_text(), re.MULTILINE)
        assert pinned is not None
        bounds = [tuple(map(int, bound.split("."))) for bound in (low, beyond)]
        assert bounds[0] <= (int(pinned[1]), int(pinned[2])) < bounds[1]
