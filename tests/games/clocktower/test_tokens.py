"""Tokens beside players: what the rules lay and what the storyteller has at hand are one list, with numbers."""

from __future__ import annotations

from itertools import chain, islice
from random import Random

import pytest

import facedown
from facedown.core.errors import Illegal
from facedown.core.table import Table
from facedown.games.clocktower.roster import FACTS, REMINDERS, reminders_of
from facedown.games.clocktower.script import RULES
from facedown.games.clocktower.storytelling.tokens import markers_on
from tests.games.clocktower.held_together import HeldTogether
from tests.games.clocktower.laid_out import town
from tests.games.clocktower.told import told
from tests.games.clocktower.turned_towns import Town, drawn, towns

STATES = {"drunk", "poisoned", "sober", "no ability", "seems dead"}  # of a player, whoever made them so
WITHOUT_TOKENS = "Buddhist"  # what it lays is for the storyteller's eyes alone
TELLER = "Storyteller"


def beside(table: Table, seat: int) -> list[tuple[str, str | None]]:
    return [(marker.word, marker.by) for marker in table.view(TELLER).grimoire[seat].markers]


def at_hand(table: Table, word: str) -> dict[str, int]:
    return {one.by: one.left for one in table.view(TELLER).reminders_at_hand if one.word == word}


def test_what_the_rules_lay_is_on_a_token_of_whoever_has_laid_it() -> None:
    found, names = set(), {fact.name: id for id, fact in FACTS.items()}
    for seed, ids in towns(0, 42, HeldTogether()):
        script, order, sides = drawn(ids, Random(f"turned {seed}"))
        for state in islice(Town(script, order, 0, seed, sides).played(), 0, None, 5):
            for marker in chain.from_iterable(markers_on(state)):
                if marker.by not in (None, WITHOUT_TOKENS) and marker.word not in STATES | {"used"}:
                    found.add(marker.word)
                    assert marker.word in reminders_of(names[str(marker.by)], script.rules).all, marker
    assert len(found) > 40


def test_every_row_of_the_list_is_of_a_character_and_a_version_of_the_rules() -> None:
    for id, version in REMINDERS:
        assert id in FACTS
        assert version in ("", *RULES)
        assert (version == "") == ((id, "2022") not in REMINDERS and (id, "current") not in REMINDERS)
        if version == "2022":
            assert (id, "current") in REMINDERS, id


def test_a_token_can_be_put_down_as_often_as_there_are_tokens() -> None:
    """The Lunatic has three of a kind, in play or not; other words are not counted."""
    table = town(5, 0, "lunatic, soldier, slayer, virgin, baron, imp",
                 "Ann Virgin, Bo Soldier, Cy Slayer, Di Baron, Ed Imp")  # fmt: skip
    table.play(TELLER, 'remind Ed "chosen"')
    assert at_hand(table, "chosen") == {"Lunatic": 2}
    table.play(TELLER, 'remind Ann "chosen"')
    table.play(TELLER, 'remind Bo "chosen"')
    assert at_hand(table, "chosen") == {"Lunatic": 0}
    with pytest.raises(Illegal, match="all its tokens lie on the circle"):
        table.play(TELLER, 'remind Di "chosen"')
    for name in ("Ann", "Bo", "Cy", "Di", "Ed"):
        table.play(TELLER, f'remind {name} "ask them"')
    table.play(TELLER, 'unremind Ann "chosen"')
    table.play(TELLER, 'remind Di "chosen"')


def test_what_the_rules_have_laid_is_not_at_hand() -> None:
    table = told(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Storyteller\n"
        "script: steward, butler, slayer, virgin, baron, imp\n"
        "tokens: Ann Steward, Bo Imp, Cy Butler, Di Slayer, Ed Baron\nCy: Ann\nStoryteller: Di\n"
    )
    assert beside(table, 3) == [("know", "Steward")]
    assert at_hand(table, "know") == {"Steward": 0}
    assert at_hand(table, "master") == {"Butler": 0}


def test_until_dawn_a_token_says_whose_ability_has_killed() -> None:
    table = told(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Storyteller\n"
        "script: lleech, soldier, slayer, virgin, baron, fortuneteller\n"
        "tokens: Ann Soldier, Bo Lleech, Cy Slayer, Di Virgin, Ed Baron, Flo Fortune Teller\n"
        "Storyteller: Ann\nBo: Ann\nFlo: Ann, Cy\nStoryteller: end the day\nBo: Di\n"
    )
    assert table.asked == (5,)
    assert beside(table, 3) == [("die", "Lleech")]
    table.play("Flo", "Ann")
    table.play("Flo", "Cy")
    assert table.view(TELLER).day == 2
    assert beside(table, 3) == []


def test_a_token_of_legion_marks_who_is_about_to_be_executed() -> None:
    table = told(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Storyteller\n"
        "script: legion, soldier, slayer, virgin, baron\n"
        "tokens: Ann Legion, Bo Legion, Cy Soldier, Di Legion, Ed Slayer, Flo Legion, Gus Legion\n"
        "Storyteller: to nominations\nCy: nominate Ann\n"
        "Bo: yes\nCy: yes\nDi: yes\nEd: yes\nFlo: no\nGus: no\nAnn: no\nStoryteller: go on\n"
    )
    assert ("to be executed", "Legion") in beside(table, 0)


def test_a_pixie_s_second_token_follows_the_first() -> None:
    begun = (
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Storyteller\nscript: pixie, slayer, soldier, baron, imp\n"
        "tokens: Ann Pixie, Bo Imp, Cy Slayer, Di Soldier, Ed Baron\nStoryteller: Cy\n"
    )
    assert beside(told(begun), 2) == [("gain ability if mad", "Pixie")]
    assert beside(told(f"{begun}Storyteller: kill Cy\nStoryteller: yes\n"), 2) == [("has this ability", "Pixie")]


def test_the_courtier_s_token_counts_down() -> None:
    table = told(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Storyteller\nscript: courtier, slayer, soldier, baron, imp\n"
        "tokens: Ann Courtier, Bo Imp, Cy Slayer, Di Soldier, Ed Baron\nAnn: Slayer\n"
    )
    assert ("drunk 3", "Courtier") in beside(table, 2)
    assert ("no ability", "Courtier") in beside(table, 0)


@pytest.mark.parametrize(
    ("laid", "column", "said"),
    [
        ("tokens: Ann", 9, "'Ann' is not a player and a token, like `Ann Chef`"),
        ("tokens: Ann poisond Chef", 13, "there is no character 'poisond Chef'; did you mean 'poisoned Chef'?"),
        ("tokens: Ann Chef, Bo Impp", 22, "there is no character 'Impp'; did you mean 'Imp'?"),
        ("tokens: Ann Chef, Ann Imp", 19, "Ann has a token already"),
        ("poisoned: Ann, Zed", 16, "no player is called 'Zed'; did you mean 'Ed'?"),
    ],
)
def test_tokens_laid_out_wrongly_are_refused_with_place_and_mend(laid: str, column: int, said: str) -> None:
    with pytest.raises(facedown.RecordError) as wrong:
        facedown.read(f"game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\n{laid}\n")
    assert (wrong.value.column, wrong.value.message) == (column, said)


def test_whom_a_demon_poisons_all_the_time_have_its_tokens_while_that_works() -> None:
    table = town(5, 0, "sage, artist, oracle, witch, nodashii",
                 "Ann Artist, Bo Sage, Cy No Dashii, Di Oracle, Ed Witch")  # fmt: skip
    assert ["poisoned" in dict(beside(table, seat)) for seat in range(5)] == [False, True, False, True, False]
