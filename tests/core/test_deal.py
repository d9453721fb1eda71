"""A deal that people can check: from known numbers a known seed, and every change of a record is found."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facedown
from facedown.core.deal import LENGTH, MARK, BadDeal, Deal, check, commitment_to

# The test vector of docs/deals.md.
KNOWN = Deal("k3qwz8hm2v", 1, bytes(range(32)), {0: bytes([0xAA] * 32), 2: bytes([0xBB] * 32)}, 1)
COMMITMENT = "f74a0f3f99e85e3e3c6b7da06b8109f78f66081337574bc3a7dd34c92cbae6c0"
PUBLISHED = "53a2d52180ef4f5926aa71e8a967310fa5533899ef6fb2b320b5b43686db0085"
SEED = "7990d737c551b806f7e4691f54ebd035"
NUMBERS = st.binary(min_size=LENGTH, max_size=LENGTH)
DEALS = st.builds(
    Deal,
    st.text("abcdefgh23456789", min_size=10, max_size=10),
    st.integers(1, 1000),
    NUMBERS,
    st.dictionaries(st.integers(0, 20), NUMBERS, min_size=2, max_size=6),
    st.integers(0, 5),
)


def record(deal: Deal) -> str:
    return facedown.game("gotcha").new(2, seed=deal.seed).record() + deal.line() + "\n"


def test_the_test_vector() -> None:
    assert commitment_to(KNOWN.table, KNOWN.numbers[0]).hex() == COMMITMENT
    assert KNOWN.published.hex() == PUBLISHED
    assert KNOWN.seed == SEED


@given(DEALS)
def test_a_record_of_a_deal_is_found_right_and_still_is_a_record(deal: Deal) -> None:
    assert check(record(deal)) == deal
    assert str(facedown.read(record(deal)).seed) in (deal.seed, str(int(deal.seed)) if deal.seed.isdigit() else "")


@given(DEALS, st.data())
def test_whatever_is_changed_is_found(deal: Deal, data: st.DataObject) -> None:
    text = record(deal)
    told = json.loads(deal.line().removeprefix(MARK))
    part = data.draw(st.sampled_from(["secret", "published", "numbers", "commitments", "game", "table", "seat"]))
    seat = data.draw(st.sampled_from(sorted(told["numbers"])))
    if part in ("secret", "published"):
        told[part] = data.draw(NUMBERS.map(bytes.hex).filter(lambda other: other != told[part]))
    elif part in ("numbers", "commitments"):
        told[part][seat] = data.draw(NUMBERS.map(bytes.hex).filter(lambda other: other != told[part][seat]))
    elif part == "seat":
        told["numbers"]["62"] = told["numbers"].pop(seat)
        told["commitments"]["62"] = told["commitments"].pop(seat)
    else:
        told[part] = told[part] + (1 if part == "game" else "x")
    with pytest.raises(BadDeal):
        check(text.replace(deal.line(), MARK + json.dumps(told)))
    with pytest.raises(BadDeal):
        check(text.replace(f"seed: {deal.seed}", f"seed: {deal.seed[::-1]}x"))


@pytest.mark.parametrize("line", ["{}", "[]", "null", "x", '{"numbers": 3}', "[" * 100_000])
def test_a_line_that_says_nothing_is_refused(line: str) -> None:
    with pytest.raises(BadDeal):
        check(f"seed: 1\n\n{MARK}{line}\n")


def test_a_record_without_a_deal_is_told_so() -> None:
    with pytest.raises(BadDeal, match="fewer than two"):
        check(facedown.game("gotcha").new(2).record())
