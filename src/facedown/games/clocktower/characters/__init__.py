"""The characters, in the order of editions and almanacs; importing this folder registers them."""

from facedown.games.clocktower.characters import (
    almanac_a,
    almanac_b_to_c,
    almanac_d_to_h,
    almanac_h_to_m,
    almanac_n_to_w,
    bad_moon_rising,
    bad_moon_rising_evil,
    base_travellers,
    jinxes,
    jinxes_of_demons,
    sects_and_violets,
    sects_and_violets_evil,
    trouble_brewing,
    unmodelled,
)

__all__ = [
    "almanac_a",
    "almanac_b_to_c",
    "almanac_d_to_h",
    "almanac_h_to_m",
    "almanac_n_to_w",
    "bad_moon_rising",
    "bad_moon_rising_evil",
    "base_travellers",
    "jinxes",
    "jinxes_of_demons",
    "sects_and_violets",
    "sects_and_violets_evil",
    "trouble_brewing",
    "unmodelled",
]
