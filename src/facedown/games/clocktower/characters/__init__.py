"""The characters, in the order of editions and almanacs; importing this folder registers them."""

from facedown.games.clocktower.characters import (
    bad_moon_rising,
    bad_moon_rising_evil,
    base_travellers,
    experimental_demons,
    experimental_fabled,
    experimental_minions,
    experimental_outsiders,
    experimental_townsfolk_acting,
    experimental_townsfolk_borrowing,
    experimental_townsfolk_learning,
    experimental_travellers,
    jinxes,
    jinxes_of_demons,
    sects_and_violets,
    sects_and_violets_evil,
    trouble_brewing,
)

__all__ = [
    "bad_moon_rising",
    "bad_moon_rising_evil",
    "base_travellers",
    "experimental_demons",
    "experimental_fabled",
    "experimental_minions",
    "experimental_outsiders",
    "experimental_townsfolk_acting",
    "experimental_townsfolk_borrowing",
    "experimental_townsfolk_learning",
    "experimental_travellers",
    "jinxes",
    "jinxes_of_demons",
    "sects_and_violets",
    "sects_and_violets_evil",
    "trouble_brewing",
]
