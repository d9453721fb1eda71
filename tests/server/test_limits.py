"""Limits by themselves: buckets, households, and what the environment may say."""

from __future__ import annotations

import pytest

from facedown import BadOption
from facedown.server.limits import ADDRESSES_KEPT, Addresses, Bucket, Limits, limits_from
from facedown.server.rooms.secrets import ALPHABET, matches, new_code, new_secret, new_seed
from facedown.server.rooms.secrets import hashed as hash_of


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_so_much_at_once_and_then_so_much_a_second() -> None:
    clock = Clock()
    bucket = Bucket(2, 3, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 1000
    assert [bucket.take(2) for _ in range(2)] == [True, False]
    assert bucket.take()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        (None, "", True),
    ],
)
def test_a_household_is_one_address(one: str | None, other: str | None, same: bool) -> None:
    addresses = Addresses(Limits())
    assert (addresses.of(one) is addresses.of(other)) == same


def test_those_longest_silent_are_forgotten_but_not_those_connected() -> None:
    addresses = Addresses(Limits())
    connected, silent = addresses.of("192.0.2.1"), addresses.of("192.0.2.2")
    connected.connections = 1
    for number in range(ADDRESSES_KEPT):
        addresses.of(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert addresses.of("192.0.2.1") is connected
    assert addresses.of("192.0.2.2") is not silent


def test_the_environment_sets_limits_and_nonsense_is_refused() -> None:
    assert limits_from({"FACEDOWN_CONNECTIONS": "7", "OTHER": "x"}) == Limits(connections=7)
    for wrong in ("many", "0", "-1", ""):
        with pytest.raises(BadOption, match=r"FACEDOWN_|limit"):
            limits_from({"FACEDOWN_CONNECTIONS": wrong})


def test_secrets_and_codes_cannot_be_guessed() -> None:
    codes, secrets = {new_code() for _ in range(200)}, {new_secret() for _ in range(200)}
    assert len(codes) == len(secrets) == 200
    assert all(len(code) == 10 and set(code) <= set(ALPHABET) for code in codes)
    assert len(ALPHABET) ** 10 > 2**49
    assert min(map(len, secrets)) * 6 >= 128
    assert len(new_seed()) * 4 >= 128


def test_only_the_secret_itself_opens() -> None:
    secret = new_secret()
    assert matches(secret, hash_of(secret))
    assert secret not in hash_of(secret)
    for wrong in (None, "", hash_of(secret), secret[:-1]):
        assert not matches(wrong, hash_of(secret))
    assert not matches(None, None)
    assert not matches("", None)
