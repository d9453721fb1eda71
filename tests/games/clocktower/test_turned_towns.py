"""A town ends alike wherever its circle begins; `make sweep PART=turns` turns five thousand, with all triples."""

from __future__ import annotations

import pytest

from facedown.games.clocktower import moments, scripts
from tests.games.clocktower.held_together import HeldTogether
from tests.games.clocktower.turned_towns import check, check_town, towns
from tests.how_much import count

TOWNS, PIECES = count(20, 80), 2
BY_THE_SWEEP = [  # to name them takes less time than to draw all towns before them
    (
        87,  # a Lord of Typhon's row
        "leviathan lordoftyphon duchess alchemist lycanthrope barber bootlegger poisoner king professor knight "
        "courtier sweetheart lunatic tor gangster scapegoat voudon",
    ),
    (
        348,  # Riot beside Lil' Monsta
        "alhadikhia recluse ojo bountyhunter fisherman organgrinder goblin witch gossip snakecharmer pithag "
        "lilmonsta grandmother riot vizier godofug toymaker zenomancer gunslinger beggar scapegoat",
    ),
    (
        2468,  # Al-Hadikhias of one day
        "alhadikhia butcher deviant revolutionary tealady towncrier puzzlemaster witch noble slayer damsel snitch "
        "snakecharmer chambermaid alsaahir alchemist summoner virgin gardener fiddler judge",
    ),
    (
        4721,  # a Damsel and a Hermit as one
        "legion fearmonger moonchild djinn heretic shabaloth poppygrower stormcatcher po damsel pacifist thief "
        "princess ferryman hermit vizier bonecollector beggar",
    ),
]
FOUND = 69  # a town that goes by the seats if abilities react in their order
ONCE_OTHERWISE = [  # who acted first went by the seats: rules, turn, number, tokens, others on the script
    (
        "current", 8, 3188,  # a Summoner makes a second Pukka: of two of one kind, the older acts first
        "summoner poppygrower cerenovus exorcist minstrel soldier princess pukka cannibal noble",
        "professor bountyhunter snitch goon baron spy vigormortis legion",
    ),
    (
        "2022", 4, 1653,  # a Philosopher's beside the owner's: the one that was given acts first
        "innkeeper balloonist chef yaggababble philosopher poppygrower vizier",
        "amnesiac mathematician hermit ogre devilsadvocate goblin lordoftyphon nodashii hellslibrarian gardener",
    ),
    (
        "2022", 4, 9303,  # a Philosopher's and a Boffin's: of two that were given, the holders' names decide
        "boffin professor philosopher alsaahir poppygrower noble vigormortis",
        "gambler princess puzzlemaster saint wizard goblin pukka alhadikhia buddhist ventriloquist",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("seed", "ids"), BY_THE_SWEEP)
def test_towns_that_the_sweep_has_found_end_alike(seed: int, ids: str) -> None:
    check(seed, ids.split())


@pytest.mark.parametrize("piece", range(PIECES))
def test_towns_that_are_turned_end_alike(piece: int) -> None:
    each = TOWNS // PIECES
    for seed, ids in towns(piece * each, each, HeldTogether()):
        check(seed, ids)


def test_a_slice_of_the_sweep_holds_all_pairs_together() -> None:
    held = HeldTogether()
    assert len(list(towns(0, 300, held))) == 300
    assert "181 of 181 characters, 16,290 of 16,290 pairs, 24" in held.told()


def test_who_acts_by_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A town in which abilities react in the order of the seats, as they once did."""
    ((seed, ids),) = towns(FOUND, 1, HeldTogether())
    check(seed, ids)
    monkeypatch.setattr(moments, "_turn", lambda ability: 0)
    with pytest.raises(AssertionError, match=f"town {FOUND}, turned by"):
        check(seed, ids)


@pytest.mark.parametrize(("rules", "turn", "seed", "tokens", "others"), ONCE_OTHERWISE)
def test_abilities_of_one_kind_do_not_go_by_the_seats(
    rules: str, turn: int, seed: int, tokens: str, others: str
) -> None:
    script = scripts.of_ids("a town", (*tokens.split(), *others.split()), rules)
    check_town(script, [script.character(id) for id in tokens.split()], turn, seed)
