"""What cannot all be true, of what was said aloud and what one was told: found in the worlds that bots think in."""

from __future__ import annotations

import pytest

from facedown.core.table import Table
from tests.games.clocktower.evenings import evening
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told


def after(*moves: str, script: str = "Trouble Brewing") -> Table:
    return told(first_day(script=script) + "\n".join(moves) + "\n")


def found(table: Table, seat: int | None = None) -> list[tuple[str, ...]]:
    names = table.names
    return [
        tuple(f"{'told' if line.by is None else names[line.by]}: {line.text}" for line in one.lines)
        for one in table.view(seat).contradictions
    ]


ALL_GOOD = "Flo: say = report N1 empath count 0"
ONE_EVIL = "Bo: say = report N1 investigator pair 2 Ed Gus role spy"


def test_nothing_that_fits_together_is_named() -> None:
    assert found(after()) == []
    assert found(after(ALL_GOOD, "Bo: say = report N1 investigator pair 2 Ann Cy role spy")) == []


def test_two_who_cannot_both_be_right_are_named_with_what_they_said() -> None:
    assert found(after(ALL_GOOD, 'Cy: say "Ed or Gus is here."', ONE_EVIL)) == [
        (
            "Bo: I am the Investigator: Ed or Gus is the Spy.",
            "Flo: I am the Empath: on night 1, neither of my living neighbours is evil.",
        )
    ]


def test_three_are_named_where_any_two_of_them_could_be_right() -> None:
    said = (
        "Ann: say = report N1 investigator pair 2 Bo Cy role spy",
        "Ed: say = report N1 fortuneteller pair 2 Flo Gus yes yes",
        "Di: say = report N1 chef count 1",
    )
    assert found(after(*said[:2])) == []
    assert [len(one) for one in found(after(*said))] == [3]


def test_one_is_named_who_speaks_against_the_claims_of_those_whom_they_name() -> None:
    said = "Ann: say = report N1 librarian pair 2 Bo Cy role saint"
    assert found(after("Bo: claim Monk", said)) == []
    assert found(after("Bo: claim Monk", "Cy: claim Empath", said)) == [
        ("Ann: I am the Librarian: Bo or Cy is the Saint.", "Bo: I am the Monk.", "Cy: I am the Empath.")
    ]


def test_what_is_only_thought_is_no_claim() -> None:
    assert found(after(ALL_GOOD, "Bo: say = suspicion Ed", "Cy: say = evil Gus")) == []


def test_what_one_was_told_counts_for_oneself_alone() -> None:
    """Ann has learned that one pair of evil players sits side by side."""
    table = after("Bo: say = report N1 chef count 0")
    assert table.view(0).me.told[-1].report
    assert found(table, 0) == [(
        "Bo: I am the Chef: no evil players sit side by side.",
        "told: I am the Chef: one pair of evil players sits side by side.",
    )]  # fmt: skip
    assert all(found(table, seat) == [] for seat in (None, 1, 2, 3, 4, 5, 6, 7))


def test_who_is_good_knows_it_and_who_is_evil_sees_what_everybody_sees() -> None:
    table = after("Bo: say = report N1 investigator pair 2 Gus Flo role spy", "Cy: say = team Flo demon")
    one = ("Bo: I am the Investigator: Gus or Flo is the Spy.", "Cy: Flo is the Demon.")
    assert found(table) == found(table, 4) == []
    assert found(table, 6) == [one]


def test_nothing_is_said_where_nobody_knows_how_many_are_evil() -> None:
    told = ALL_GOOD, ONE_EVIL
    assert found(after(*told))
    assert not found(
        after(*told, script="chef, monk, empath, spy, imp, saint, virgin, recluse, mayor, slayer, atheist")
    )


def test_at_the_end_all_lies_open_and_nothing_is_reckoned() -> None:
    assert found(after(ALL_GOOD, ONE_EVIL, "Storyteller: evil wins")) == []


@pytest.mark.parametrize("script", ["tb", "snv"])  # in the third edition bots hardly say what can be checked
def test_what_is_named_in_whole_evenings_was_said_aloud_or_told_to_oneself(script: str) -> None:
    seen, table = 0, None
    for turn in evening(script, 8, 2):
        table = turn.table
        if table.view(None).phase != "day" or len(table.history) % 25:
            continue
        said = {(place.seat, one.text) for place in table.view(None).circle for one in place.said}
        told = {seat: {one.report.text for one in table.view(seat).me.told if one.report} for seat in range(8)}
        for seat in range(8):
            for one in table.view(seat).contradictions:
                seen += 1
                for line in one.lines:
                    if line.by is None:
                        assert line.text in told[seat]
                    else:
                        claims = {f"I am the {claim}." for claim in table.view(None).circle[line.by].claims}
                        assert (line.by, line.text) in said or line.text in claims
    assert seen, "it happens"


def test_whoever_survives_a_shot_that_was_announced_is_at_once_not_the_demon() -> None:
    table = after("Ann: say = report D1 slayer chose Flo")
    table.play("Bo", "say = team Flo demon")
    assert found(table) == []
    table.play("Ann", "use Slayer on Flo")
    while table.asked == (7,):
        table.play("Storyteller", "go on")
    assert [line.partition(":")[0] for one in found(table) for line in one] == ["Ann", "Bo"]
