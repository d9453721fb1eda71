"""A town ends alike wherever its circle begins; `make sweep PART=turns` turns five thousand."""

from __future__ import annotations

import pytest

from facedown.games.clocktower import moments, scripts
from tests.games.clocktower.turned_towns import GUESTS, check, check_town

TOWNS, PIECES = 300, 4


@pytest.mark.parametrize("piece", range(PIECES))
def test_towns_that_are_turned_end_alike(piece: int) -> None:
    each = TOWNS // PIECES
    played = sum(check(seed, seed % GUESTS) for seed in range(piece * each, (piece + 1) * each))
    assert played > each / 2


def test_who_acts_by_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A town in which abilities react in the order of the seats, as they once did."""
    monkeypatch.setattr(moments, "_turn", lambda ability: 0)
    with pytest.raises(AssertionError, match="town 451, turned by 2"):
        check(451)


def test_of_two_demons_of_one_kind_the_older_acts_first() -> None:
    """A Summoner makes a second Pukka: who acts first did not go by the game, but by the seats."""
    seats = "summoner poppygrower cerenovus exorcist minstrel soldier princess pukka cannibal noble"
    tokens = seats.split()
    others = "professor", "bountyhunter", "snitch", "goon", "baron", "spy", "vigormortis", "legion"
    script = scripts.of_ids("a town of ten", (*tokens, *others), "current")
    check_town(script, [script.character(id) for id in tokens], 8, 3188)


@pytest.mark.parametrize("seed", [1220, 1653, 1764, 2100, 3488, 5591, 9303])
def test_of_two_abilities_of_one_kind_and_age_the_one_that_was_given_acts_first(seed: int) -> None:
    """A Philosopher's beside the Lycanthrope's, an Alchemist's beside the Harpy's; of two such, by holders."""
    assert check(seed)
