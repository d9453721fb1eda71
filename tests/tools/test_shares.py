"""How the tests are shared out among processes."""

from typing import NamedTuple

from tests.shares import shared_out


class Named(NamedTuple):
    nodeid: str


def test_each_share_begins_with_long_tests_and_ends_with_short_ones() -> None:
    tests = [Named(f"tests/{folder}/{i}") for folder in ("browser", "core", "records", "tools") for i in range(5)]
    shares = shared_out(tests, 2)
    assert sorted(shares) == sorted(tests)
    assert [one.nodeid.split("/")[1][0] for one in shares] == [*"bbbcccccrr", *"bbtttttrrr"]
