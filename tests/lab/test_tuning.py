"""Searching for values of cards: the best of those that may be played, each tried once with the same deals."""

from __future__ import annotations

import msgspec
import pytest

import facedown
from facedown.core.errors import BadOption, CardsError
from facedown.lab import SimulationReport, furthest, simulate, tune, tuning, unevenness, with_values

GAME, STARTER = facedown.game("gotcha"), {"tier": "starter"}
COPIES, DRAWN = "Draw {type}.copies", "Draw {type}.effects.0.cards"


def test_the_values_nearest_to_the_aim_are_found() -> None:
    found = tune(
        GAME, {DRAWN: [1, 2], COPIES: [2, 3, 10]}, lambda report: abs(report.length.mean - 40), ["random"],
        games=50, rounds=3, options=STARTER,
    )  # fmt: skip
    assert found.score == min(score for _, score in found.tried)
    assert (found.values, found.score) in found.tried
    assert len({str(values) for values, _ in found.tried}) == len(found.tried)
    assert all(values[COPIES] < 10 for values, _ in found.tried), "nine copies are the most"
    assert found.cards == with_values(GAME, found.values).cards_file()
    assert found.report.made is not None
    assert found.report.made.cards == found.cards


def test_a_game_is_as_uneven_as_the_card_that_is_furthest_off() -> None:
    found = tune(GAME, {COPIES: [3]}, agents=["random"], games=50, rounds=1, options=STARTER)
    assert len(found.tried) == 1
    assert found.score == unevenness(found.report) > 0
    card, off = furthest(found.report)
    others = [one for one in found.report.cards if one.card != card]
    assert abs(off) == found.score
    assert unevenness(msgspec.structs.replace(found.report, cards=tuple(others))) < found.score


def test_what_is_no_value_is_refused() -> None:
    with pytest.raises(BadOption, match="name at least one value"):
        tune(GAME, {})
    with pytest.raises(BadOption, match="names nothing in the cards file"):
        tune(GAME, {"Draw {type}.effects.7.cards": [1]})
    with pytest.raises(CardsError, match="copies cannot be 10"):
        tune(GAME, {COPIES: [10]})


def test_whoever_stops_the_search_gets_the_best_so_far() -> None:
    done = []

    def stop_at_the_second(report: SimulationReport) -> float:
        done.append(report)
        if len(done) == 2:
            raise KeyboardInterrupt
        return 1.0

    found = tune(GAME, {COPIES: [1, 2, 3]}, stop_at_the_second, ["random"], games=20, options=STARTER)
    assert (len(found.tried), len(done)) == (1, 2)


def test_a_simulation_that_was_stopped_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = msgspec.structs.replace(simulate(GAME, 2, options=STARTER), finished=False)
    monkeypatch.setattr(tuning, "simulate", lambda *_: stopped)
    with pytest.raises(KeyboardInterrupt):
        tune(GAME, {COPIES: [1, 2]}, options=STARTER)
