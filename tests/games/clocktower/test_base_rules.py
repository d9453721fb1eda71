"""The base rules that no single record can show: numbers of teams, and what holds in every town."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import facedown
from facedown.core import record
from facedown.core.errors import BadOption, RecordError
from facedown.games.clocktower import queries
from facedown.games.clocktower.game import Clocktower
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.state import State
from tests.games.clocktower.told import told

GAME = facedown.game("clocktower")
TABLE = {
    5: (3, 0, 1, 1), 6: (3, 1, 1, 1), 7: (5, 0, 1, 1), 8: (5, 1, 1, 1), 9: (5, 2, 1, 1), 10: (7, 0, 2, 1),
    11: (7, 1, 2, 1), 12: (7, 2, 2, 1), 13: (9, 0, 3, 1), 14: (9, 1, 3, 1), 15: (9, 2, 3, 1),
}  # fmt: skip


def state_of(seats: int, seed: int, **options: object) -> State:
    table = GAME.new(seats, seed, **options)
    assert table.asked
    state: State = table.position().picture.state
    return state


@pytest.mark.covers("clocktower 1.2")
def test_how_many_of_each_team() -> None:
    for players, numbers in TABLE.items():
        assert tuple(team_counts(players).values()) == numbers


@pytest.mark.covers("clocktower 1.1 1.2 1.3")
@pytest.mark.parametrize("players", TABLE)
def test_the_bag_holds_what_the_table_says_and_the_baron_changes(players: int) -> None:
    for seed in range(12):
        state = state_of(players + 1, seed, script="tb")
        teams = Counter(player.character.team for player in state.players)
        townsfolk, outsiders, minions, demons = TABLE[players]
        more = min(2, 4 - outsiders) if queries.in_play(state, "baron") else 0
        assert teams["outsider"] == outsiders + more
        assert teams["townsfolk"] == townsfolk - more
        assert (teams["minion"], teams["demon"]) == (minions, demons)
        assert len({player.character.id for player in state.players}) == players
        for player in state.players:
            assert player.evil == (player.character.team in ("minion", "demon"))


@pytest.mark.parametrize("options", [{"travellers": 5}, {"script": "tb", "travellers": 2}])
def test_too_few_players_beside_the_travellers_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOption, match=r"there must be 5 to 15 of these$"):
        GAME.new(7, 0, **options)


def test_whoever_wants_more_than_fifteen_is_told_how_many_travellers_that_takes() -> None:
    with pytest.raises(BadOption, match=r"there must be 5 to 15 of these: choose 2 more Travellers$"):
        GAME.new(19, 0, travellers=1)


@pytest.mark.covers("clocktower 6.4")
def test_a_game_in_which_nothing_happens_ends_after_sixty_days() -> None:
    text = "\n".join([
        "game: clocktower", "seats: Ann, Bo, Cy, Di, Ed, Sue",
        "script: chef, saint, soldier, slayer, monk, poisoner, imp",
        "tokens: Ann Slayer, Bo Imp, Cy Soldier, Di Poisoner, Ed Saint",
    ])  # fmt: skip
    table = facedown.read(text)
    for day in range(60):
        assert not table.over, f"day {day}"
        table.play("Di", "Ed")
        if day:
            table.play("Bo", "Cy")
        table.play("Sue", "end the day")
    assert table.standing.winners == (1, 3)
    assert "run out of days" in table.standing.summary


@pytest.mark.covers("clocktower 2.1 4.4 4.8")
@pytest.mark.parametrize("script", ["tb", "bmr", "snv"])
def test_no_dead_player_acts_and_nobody_votes_twice_when_dead(script: str) -> None:
    """Whoever is asked at night lives, unless their card lets the dead act; ghost votes are spent once."""
    luck = random.Random(script)
    for seed in range(2):
        table = GAME.new(luck.randrange(8, 14), seed, script=script)
        spent: set[int] = set()
        while not table.over:
            state = table.position().picture.state
            for player in state.players:
                if not player.ghost_vote and player.seen_alive is False:
                    spent.add(player.seat)
            seat = luck.choice(table.asked)
            move = luck.choice(table.legal(seat))
            question = table.view(seat).question
            if question and question.topic == "vote" and seat in spent:
                raised = [p for p in state.players if p.seat == seat and p.alive]
                assert raised, "the dead have one vote"
            done = next((m for m in table.legal(seat) if m.text == "done"), None)
            table.play(seat, done if done is not None and luck.random() < 0.8 else move)


def test_the_cast_is_found_by_id() -> None:
    names = {character.id: character for character in Clocktower().characters}
    almanac = [fact.id for fact in FACTS.values() if fact.almanac]
    assert len(almanac) == 44
    assert not set(almanac) - set(names)
    for edition in ("tb", "bmr", "snv"):
        assert not {fact.id for fact in FACTS.values() if fact.edition == edition} - set(names)
    for character in names.values():
        assert character.text, character.id


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("winners: good", None),
        ("winners: evil", "winners: good"),
        ("winners: Ann", "winners: Ann, Bo, Cy"),
    ],
)
def test_a_record_may_name_the_side_that_has_won(line: str, wrong: str | None) -> None:
    told = (
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: chef, slayer, virgin, goblin, imp\n"
        f"tokens: Ann Chef, Bo Slayer, Cy Virgin, Di Imp, Ed Goblin\nSue: good wins\n{line}\n"
    )
    assert [problem.message for problem in record.check(told, facedown.game)] == ([wrong] if wrong else [])


@pytest.mark.parametrize("rest", ["", "\nSue: Noble", "\nasked: Sue", "\nFlo: Bo, Cy"])
def test_an_answer_at_set_up_that_fits_nothing_is_refused_where_it_stands(rest: str) -> None:
    town = "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Sue\n"
    script = "script: fortune teller, noble, mayor, saint, baron, imp\n"
    tokens = "tokens: Ann Noble, Bo Imp, Cy Baron, Di Mayor, Ed Saint, Flo Fortune Teller\n"
    with pytest.raises(RecordError, match="the question: who seems to be the Demon to Flo") as refused:
        facedown.read(f"{town}{script}{tokens}Sue: Bo and Cy and Di\nSue: Di{rest}")
    assert refused.value.line == 5


@pytest.mark.parametrize(
    ("line", "message"),
    [("Sue: Bo becoms Imp", "did you mean 'Bo becomes Imp'?"), ("Ed: yes", "nothing is asked of Ed now")],
)
def test_a_record_says_of_whom_it_took_a_move_to_be(line: str, message: str) -> None:
    town = "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: slayer, chef, poisoner, imp\n"
    with pytest.raises(RecordError, match=message):
        told(town + "tokens: Ann Slayer, Bo Slayer, Cy Chef, Di Poisoner, Ed Imp\n" + line)


@pytest.mark.covers("clocktower 4.3")
@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("for Anna: nominate Cy", "Anna has nominated today"),
        ("for Cy: nominate Gus B.", "Gus B. was nominated today"),
        ("for Di: nominate Cy", "Di is dead, and the dead do not nominate"),
    ],
)
def test_a_storyteller_hears_of_whom_it_is_true_that_they_may_not_nominate(act: str, why: str) -> None:
    table = facedown.read(
        "game: clocktower\nseats: Anna, Gus B., Cy, Di, Ed, Sue\nscript: tb\ngather: in person\nsweep: 0\n"
        "tokens: Anna Chef, Gus B. Imp, Cy Poisoner, Di Virgin, Ed Soldier\n"
    )
    while table.view(5).phase != "day":
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    for move in ("kill Di", "to nominations", "for Anna: nominate Gus B."):
        table.play("Sue", move)
        while not table.timing.continuous:
            table.play(table.asked[0], "no" if table.asked[0] != 5 else "go on")
    with pytest.raises(facedown.Illegal, match=re.escape(why)):
        table.play("Sue", act)
