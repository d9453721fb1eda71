"""Puzzles that cannot be, cannot be read, or are too large."""

from __future__ import annotations

from typing import Any

import pytest

from facedown.games.clocktower.worlds import layouts as dealing
from facedown.games.clocktower.worlds.puzzle import BadPuzzle, NotModelled, puzzle, read
from facedown.games.clocktower.worlds.solve import solve
from facedown.games.clocktower.worlds.why import contradiction

TOWN = {
    "claims": ["chef", "empath", "washerwoman", "librarian", "investigator", "monk", "soldier"],
    "unclaimed_on_script": ["imp", "poisoner", "spy"],
}


def town(*reports: dict[str, Any], **more: Any) -> Any:
    return puzzle({**TOWN, "reports": [{"when": "N1", **report} for report in reports], **more})


def test_reports_that_cannot_all_be_so_are_named() -> None:
    one = town(
        {"seat": 0, "by": "chef", "count": 0},
        {"seat": 1, "by": "empath", "count": 2},
        {"seat": 6, "by": "knight", "pair": [0, 2]},
        claims=["chef", "empath", "steward", "librarian", "investigator", "monk", "knight"],
        unclaimed_on_script=["imp", "spy"],
        narrator=1,
    )
    assert [report.by for report in contradiction(one) or ()] == ["empath", "knight"]


@pytest.mark.parametrize(
    ("report", "why"),
    [
        ({"seat": 1, "by": "empath", "count": 3}, "it has only two neighbours"),
        ({"seat": 0, "by": "chef"}, 'it lacks "count"'),
        ({"seat": 2, "by": "washerwoman", "pair": [0, 1], "role": "spy"}, "it learns of a Townsfolk"),
        ({"seat": 2, "by": "washerwoman", "pair": [0, 0], "role": "chef"}, "two different seats"),
        ({"seat": 0, "by": "oracle", "count": 1}, "nothing in the first night"),
        ({"seat": 1, "by": "empath", "count": True}, "must be a number"),
    ],
)
def test_a_report_that_its_character_cannot_make_is_refused(report: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPuzzle, match=why) as refused:
        solve(town(report))
    assert "Clue 0 (seat" in str(refused.value)


def test_an_unknown_character_is_refused_by_name() -> None:
    with pytest.raises(NotModelled, match="banshee"):
        solve(town(also_on_script=["banshee"]))
    with pytest.raises(BadPuzzle, match="chief"):
        town(also_on_script=["chief"])


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("[", "not JSON"),
        ("{}", "not complete"),
        ('{"claims": ["chef"]}', "1 players"),
        ('{"claims": ["chef", "chef", "chef", "chef", "chef"], "reports": [{"seat": 9}]}', "seat 9"),
        ('{"claims": ["chef", "chef", "chef", "chef", "chef"], "reports": [{"seat": 1, "when": "X"}]}', "when"),
    ],
)
def test_what_is_no_puzzle_is_refused(broken: str, why: str) -> None:
    with pytest.raises(BadPuzzle, match=why):
        read(broken)


def test_a_gangster_kills_neighbours_alone_and_a_psychopath_may_survive() -> None:
    claims = [*TOWN["claims"], "gangster"]
    killed = {"when": "D1", "type": "day_death", "cause": "gangster", "by": 7}
    fits = [solve(town(claims=claims, events=[{**killed, "seat": seat}])).count > 0 for seat in (0, 1, 6)]
    assert fits == [True, False, True]
    script = [*TOWN["unclaimed_on_script"], "psychopath"]
    lives = town(unclaimed_on_script=script, events=[{"when": "D1", "type": "execution", "seat": 2, "died": False}])
    assert {world.start[2] for world in solve(lives).worlds} == {"psychopath"}


def test_who_drinks_sober_coffee_is_told_the_truth_and_who_acts_twice_may_learn_two_things() -> None:
    lies = {"seat": 1, "by": "empath", "count": 2}
    honest: dict[str, Any] = {"claims": [*TOWN["claims"], "barista"], "narrator": 1}
    honest["given"] = [["good", 0], ["good", 2]]
    nobody_else_poisoned = [["is", 6, "imp"], ["poisoner_self_target", 5]]
    assert solve(town(lies, **honest)).count
    assert not solve(town(lies, {"seat": 1, "by": "barista", "sober": True}, **honest)).count
    twice = {"seat": 1, "by": "barista", "sober": False}
    empath = {"seat": 1, "by": "empath", "count": 0}
    assert solve(town(lies, twice, empath, **honest)).count
    honest["given"] += nobody_else_poisoned
    assert not solve(town(lies, twice, empath, **honest)).count
    hers, other = {"seat": 7, "by": "barista", "sober": False}, {"seat": 0, "by": "barista", "sober": True}
    honest["given"] += [["good", 7]]
    assert solve(town(twice, hers, **honest)).count, "who acts twice herself serves two"
    assert not solve(town(twice, other, **honest)).count


@pytest.mark.parametrize("fits", [True, False])
def test_beside_a_tea_lady_a_spy_may_live_or_die(fits: bool) -> None:
    claims = ["tealady", "soldier", "chef", "monk", "slayer", "virgin", "mayor"]
    given = [["is", 6, "spy" if fits else "poisoner"], ["is", 3, "imp"]]
    lived, died = (
        town(claims=claims, given=given, events=[{"when": "D1", "type": "execution", "seat": 6, "died": died}])
        for died in (False, True)
    )
    assert (solve(lived).count > 0, solve(died).count > 0) == (fits, True)


@pytest.mark.parametrize(("minion", "fits"), [("spy", True), ("scarletwoman", False)])
def test_the_night_after_a_spy_is_executed_the_demon_may_kill_beside_a_minstrel(minion: str, fits: bool) -> None:
    claims = ["minstrel", *TOWN["claims"][1:]]
    events = [
        {"when": "D1", "type": "execution", "seat": 6, "died": True},
        {"when": "N2", "type": "night_death", "seat": 1},
    ]
    given = [["is", 6, minion], ["is", 0, "minstrel"]]
    one = town(claims=claims, unclaimed_on_script=["imp", minion], given=given, events=events)
    assert (solve(one).count > 0) == fits


@pytest.mark.parametrize(("demon", "fits"), [("pukka", True), ("imp", False)])
def test_a_pukka_kills_a_soldier_whom_it_has_poisoned(demon: str, fits: bool) -> None:
    died = [{"when": when, "type": "night_death", "seat": seat} for when, seat in (("N2", 6), ("N3", 2))]
    one = town(unclaimed_on_script=[demon, "spy"], given=[["is", 6, "soldier"]], events=died)
    assert (solve(one).count > 0) == fits


def test_what_is_given_holds_in_every_world() -> None:
    given = [["is", 3, "imp"], ["not", ["in_play", "spy"]]]
    worlds = solve(town(given=given)).worlds
    assert {(world.demons, "spy" in world.start) for world in worlds} == {((3,), False)}
    assert not solve(town(given=[["false"]])).count


@pytest.mark.parametrize("what", ["earthquake", "resurrection", "night_death"])
def test_an_unknown_event_is_refused_by_name(what: str) -> None:
    """Also one of the night by day."""
    with pytest.raises(NotModelled, match=what):
        solve(town(events=[{"when": "D1", "type": what, "seat": 0}]))


def test_twenty_players_of_whom_five_are_travellers_are_counted_and_not_listed() -> None:
    claims = [
        "chef", "empath", "washerwoman", "librarian", "investigator", "monk", "soldier", "slayer", "virgin",
        "mayor", "undertaker", "fortuneteller", "butler", "saint", "ravenkeeper",
        "bureaucrat", "thief", "beggar", "judge", "matron",
    ]  # fmt: skip
    many = puzzle({"claims": claims, "unclaimed_on_script": ["imp", "poisoner", "spy", "scarletwoman"]})
    answer = solve(many, most=10)
    assert answer.complete
    assert answer.count > 1000
    assert len(answer.worlds) == 10
    assert sum(answer.holds[0].values()) == answer.count


def test_an_interrupted_search_says_what_it_has_found() -> None:
    asked = iter([False] * 20 + [True])
    answer = solve(town(), stop=lambda: next(asked))
    assert not answer.complete
    assert 0 < answer.count <= 20
    assert 0 < answer.searched < 1


def test_what_is_dealt_in_pieces_is_dealt_as_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    one = town({"seat": 1, "by": "empath", "count": 1}, also_on_script=["drunk", "baron", "recluse"])
    at_once = solve(one)
    monkeypatch.setattr(dealing, "MOST_PLACED", 20)
    monkeypatch.setattr(dealing, "MOST_TRIED", 2)
    in_pieces = solve(one)
    assert (in_pieces.count, in_pieces.holds) == (at_once.count, at_once.holds)
    assert at_once.count > 50


def test_a_search_through_more_deals_than_fit_into_memory_stops_when_told() -> None:
    """Eight tokens can be put on fifteen seats in 259 million ways."""
    claims = (
        "washerwoman librarian investigator chef empath fortuneteller undertaker monk ravenkeeper virgin slayer"
    )
    hidden = ["imp", "poisoner", "spy", "witch", "drunk", "lunatic", "mutant", "goon"]
    claims += " soldier mayor artist sage"
    many = puzzle({"claims": claims.split(), "unclaimed_on_script": hidden, "choices_untold": True})
    assert max(len(batch.table) for batch, _ in zip(dealing.layouts(many), range(40), strict=False)) < 200_000
    asked = iter(range(200))
    answer = solve(many, stop=lambda: next(asked) > 100)
    assert not answer.complete
    assert 0 < answer.searched < 1
