"""A hint is what a bot would do by this seat's view; who plays against bots alone gets it, and nobody else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

import facedown
from facedown.server import wire
from facedown.server.bots import hints
from facedown.server.seats.seating import SeatState
from facedown.server.wire import Refused
from tests.games.clocktower.ready import all_look
from tests.server.harness import Server

BOT, PERSON = (cast(SeatState, SimpleNamespace(bot=bot)) for bot in ("sensible", None))
MOVES = 60


@pytest.mark.parametrize("game", ["bayou-boss", "gotcha", "botch"])
def test_a_hint_is_a_legal_move_and_depends_on_nothing_that_the_seat_cannot_see(game: str) -> None:
    table = facedown.game(game).new(seed=4)
    seat = table.asked[0]
    seating = [PERSON if other == seat else BOT for other in range(len(table.names))]
    told = hints.hint(facedown.game(game), table, seating, seat)
    assert told.move in [move.text for move in table.legal(seat)]
    for seed in range(5):
        other = table.copy()
        other._position = table.determinized(seat, seed).position()
        other._views, other._found = {}, {}
        assert hints.hint(facedown.game(game), other, seating, seat) == told


def test_what_is_the_only_legal_move_is_not_weighed() -> None:
    game = facedown.game("bayou-boss")
    table = game.new(seed=4)
    while len(table.legal(table.asked[0])) > 1:
        table.play(table.asked[0], table.legal(table.asked[0])[0].text)
    seat = table.asked[0]
    told = hints.hint(game, table, [PERSON if other == seat else BOT for other in range(len(table.names))], seat)
    assert told == wire.Hint(table.legal(seat)[0].text, "Nothing else is allowed now.")


@pytest.mark.parametrize("seed", range(12))
def test_no_hint_praises_a_card_for_losing_points(seed: int) -> None:
    game = facedown.game("gotcha")
    table = game.new(seed=seed, tier="starter")
    while not table.over and "draft" in table.aim(table.asked[0]):
        seat = table.asked[0]
        told = hints.hint(game, table, [PERSON if other == seat else BOT for other in range(2)], seat)
        assert "−" not in told.why
        table.play(seat, told.move)


def test_nobody_is_helped_at_a_table_of_people_or_when_it_is_not_their_turn() -> None:
    table = facedown.game("bayou-boss").new(seed=4)
    seat = table.asked[0]
    asked: list[tuple[list[Any], int | None]] = [
        ([PERSON] * len(table.names), seat),
        ([BOT] * len(table.names), 1 - seat),
        ([BOT] * len(table.names), None),
    ]
    for seating, who in asked:
        with pytest.raises(Refused) as refused:
            hints.hint(facedown.game("bayou-boss"), table, seating, who)
        assert refused.value.why == "not_yours"


@pytest.mark.parametrize("game", ["bayou-boss", "botch", "bots-battleground", "gotcha"])
def test_every_hint_has_a_reason_of_its_own(game: str) -> None:
    """Who follows hints for long enough is told why each time, and not always the same."""
    table = facedown.game(game).new(seed=3)
    reasons = set()
    for _ in range(MOVES):
        if table.over:
            break
        for seat in table.asked:
            seating = [PERSON if other == seat else BOT for other in range(len(table.names))]
            if table.continuous:
                table.play(seat, table.silence(seat))
                continue
            told = hints.hint(facedown.game(game), table, seating, seat)
            assert "would do" not in told.why, told
            assert told.why.endswith("."), told
            reasons.add(told.why)
            table.play(seat, told.move)
            break
    assert len(reasons) >= (1 if game == "bots-battleground" else 8), reasons


def test_whoever_tells_the_story_may_ask_at_a_table_of_people() -> None:
    game = facedown.game("clocktower")
    table = game.new(8, seed=4)
    teller = len(table.names) - 1
    while teller not in table.asked or len(table.legal(teller)) == 1:
        all_look(table)
        if teller in table.asked:
            table.play(teller, "go on")
    told = hints.hint(game, table, [PERSON] * len(table.names), teller)
    assert {told.move, *told.then} <= {move.text for move in table.legal(teller)}
    with pytest.raises(Refused):
        hints.hint(game, table, [PERSON] * len(table.names), 0)


def test_it_is_asked_for_over_the_socket(server: Server) -> None:
    table = server.open("bayou-boss", 2)
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    assert host.say("start")["ok"]
    host.wait(lambda: host.asked)
    answer = host.say("hint")
    assert answer["ok"]
    assert answer["hint"]["move"] in host.state["legal"]
