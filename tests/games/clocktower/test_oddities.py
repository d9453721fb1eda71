"""What does not fit together of what people claim, tell and were seen to do, and what does."""

from __future__ import annotations

import pytest

from facedown.core.table import Table
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told


def after(*moves: str) -> Table:
    return told(first_day() + "\n".join(moves) + "\n")


def found(table: Table, seat: int | None = None) -> tuple[str, ...]:
    odd: tuple[str, ...] = table.view(seat).oddities
    return odd


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        (("Ann: claim Monk", "Bo: claim Monk"), "Ann and Bo both claim to be the Monk. Only one of them can be."),
        (("Ann: claim Monk", "Ann: claim Chef"), "Ann has claimed to be the Monk, and then the Chef."),
        (("Ann: claim Monk", "Ann: say = report N1 chef count 1"),
         "Ann claims to be the Monk, but tells what the Chef learns."),
        (("Flo: claim Virgin", "Storyteller: to nominations", "Ed: nominate Flo"), None),
        (("Ann: claim Monk", "Bo: claim Empath", "Ann: say = suspicion Bo"), None),
    ],
)  # fmt: skip
def test_what_is_odd_is_said_to_everybody_alike(moves: tuple[str, ...], says: str | None) -> None:
    table = after(*moves)
    assert (says in found(table)) if says else found(table) == ()
    assert all(found(table, seat) == found(table) for seat in range(7))


def test_nobody_can_learn_who_was_executed_on_a_day_without_a_nomination() -> None:
    table = after("Storyteller: end the day")
    while not table.timing.continuous:
        moves = [move.text for move in table.legal(table.asked[0])]
        table.play(table.asked[0], "nobody" if "nobody" in moves else moves[0])
    table.play("Ann", "say = report N2 undertaker player Bo role monk")
    says = "Ann tells who was executed on day 1, but nobody was nominated on that day, and nobody died."
    assert all(says in found(table, seat) for seat in (None, *range(7)))


def test_who_everybody_was_is_said_when_the_grimoire_lies_open_and_not_before() -> None:
    claims = ("Ed: claim Monk", "Ann: claim Chef")
    assert found(after(*claims), 7) == ()
    table = after(*claims, "Storyteller: evil wins")
    assert found(table, 0) == ()
    assert found(table, 7) == ("Ed claimed to be the Monk, but was the Imp.",)
