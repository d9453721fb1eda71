"""What the storyteller's policy chooses says nothing of the town beyond the rules, even to whoever knows it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from facedown.core.game import Move
from facedown.core.table import Table
from facedown.games.clocktower import bots
from facedown.games.clocktower.bots.grimoire import Grimoire, one
from facedown.games.clocktower.bots.storyteller import likely_choices, suggestion
from facedown.games.clocktower.moves import Answer, InSeat, act_of
from tests.frequencies import check_even
from tests.games.clocktower.laid_out import GAME, first_day
from tests.games.clocktower.told import told

SEATS = "Ann, Bo, Cy, Di, Ed, Flo, Gus, Hal, Ida, Storyteller"
HEAD = f"game: clocktower\nseats: {SEATS}\nscript: Trouble Brewing\n\ntokens: "
GOOD = "Ann {}, Bo Chef, Cy Monk, Di Virgin, "
TWINS = (
    "Ed Soldier, Flo Mayor, Gus Imp, Hal Poisoner, Ida Saint",
    "Ed Imp, Flo Poisoner, Gus Soldier, Hal Mayor, Ida Saint",
)
TELLER = 9


def until(table: Table, id: str) -> Table:
    """The table when the storyteller is asked this; before, players take the last of what they may."""
    while (question := table.observation(TELLER).question) is None or question.id != id:
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0 if seat == TELLER else -1])
    return table


def until_first_asked(table: Table, teller: int) -> Table:
    """The table when the storyteller is asked something in the first night."""
    while table.view(None).phase != "night" or teller not in table.asked:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    return table


def seat_of(move: Move) -> int:
    """The player whom a move names."""
    act = act_of(move)
    part = one(act.parts) if isinstance(act, Answer) else None
    assert isinstance(part, InSeat)
    return part.seat


def odds(table: Table) -> dict[int, float]:
    """How likely the policy is to choose each player."""
    view = table.observation(TELLER)
    assert view.question is not None
    choices = likely_choices(Grimoire(view, view.question), table.legal(TELLER))
    return {seat_of(move): likely for move, likely in choices.items()}


@pytest.mark.parametrize(
    ("role", "id", "among"),
    [
        ("Washerwoman", "washerwoman.tell.beside", {2, 3, 4, 5, 6, 7, 8}),
        ("Librarian", "librarian.tell.beside", {1, 2, 3, 4, 5, 6, 7}),
        ("Investigator", "investigator.tell.beside", {1, 2, 3, 4, 5, 6, 7, 8}),
    ],
)
def test_who_is_shown_beside_another_is_as_likely_good_as_evil(role: str, id: str, among: set[int]) -> None:
    for twin, minion in zip(TWINS, (7, 5), strict=True):
        found = odds(until(told(HEAD + GOOD.format(role) + twin), id))
        assert found.keys() == among - ({minion} if role == "Investigator" else set())
        assert len(set(found.values())) == 1


def test_the_red_herring_may_be_any_good_player() -> None:
    for twin, evil in zip(TWINS, ({6, 7}, {4, 5}), strict=True):
        found = odds(until(told(HEAD + GOOD.format("Fortune Teller") + twin), "herring.demon"))
        assert found.keys() == set(range(9)) - evil
        assert len({likely for seat, likely in found.items() if seat}) == 1


def test_one_bag_brings_other_bluffs_each_time() -> None:
    table = told(first_day().split("Storyteller: Recluse")[0])
    seen: Counter[str] = Counter()
    for seed in range(200):
        view, legal = table.observation(7), table.legal(7)
        drawn = suggestion(view, legal, Random(seed))
        assert drawn == suggestion(view, legal, Random(seed)), "the same table suggests the same"
        seen[drawn.text] += 1
    assert len(seen) >= 8
    assert max(seen.values()) < 60


@pytest.mark.parametrize("neighbours", ["Bo Chef, Cy Empath, Di Monk", "Bo Baron, Cy Empath, Di Imp"])
def test_a_poisoned_empath_is_told_now_the_truth_and_now_something_else(neighbours: str) -> None:
    others = "Ed Imp, Flo Poisoner" if "Imp" not in neighbours else "Ed Soldier, Flo Poisoner"
    tokens = f"Ann Saint, {neighbours}, {others}, Gus Mayor, Hal Virgin, Ida Slayer"
    table = told(HEAD + tokens)
    while table.asked != (5,):
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    table.play(5, "Cy")
    until(table, "empath.tell")
    view, legal = table.observation(TELLER), table.legal(TELLER)
    said = {bots.choose(view, legal, Random(seed)).text for seed in range(60)}
    assert said == {"0", "1", "2"}


def test_evil_players_are_beside_another_as_often_as_chance_has_it() -> None:
    """In towns that are dealt by chance: the place of whoever is shown, among all who could be, is even."""
    places: Counter[int] = Counter()
    for seed in range(250):
        table = GAME.new(9, f"beside/{seed}", script="tb")
        luck = Random(seed)
        while table.view(None).phase != "day":
            seat = table.asked[0]
            view, legal = table.observation(seat), table.legal(seat)
            move = bots.choose(view, legal, luck)
            if seat == 8 and view.question is not None and view.question.step == "beside" and len(legal) == 6:
                others = sorted(map(seat_of, legal), key=lambda one: view.grimoire[one].alignment)
                places[others.index(seat_of(move)) // 2] += 1
            table.play(seat, move)
    assert sum(places.values()) > 50
    check_even(places[place] for place in range(3))


@pytest.mark.parametrize("script", ["tb", "bmr"])  # where deals are counted, and where they are not
@pytest.mark.parametrize(
    "players", [6, 7, 13]
)  # six have the worst chance before anything is known, thirteen the best
def test_before_anything_is_known_no_side_is_helped(script: str, players: int) -> None:
    """Otherwise whoever is shown in the first night would rather be of one side."""
    table = GAME.new(players + 1, script=script)
    view = until_first_asked(table, players).observation(players)
    assert view.question is not None
    assert Grimoire(view, view.question).behind == ""
