"""The characters, in the order of editions and almanacs; importing this folder fills the cast."""

from facedown.games.clocktower.characters import (
    almanac_a,
    almanac_b_to_c,
    almanac_d_to_h,
    trouble_brewing,
)

__all__ = [
    "almanac_a",
    "almanac_b_to_c",
    "almanac_d_to_h",
    "trouble_brewing",
]
