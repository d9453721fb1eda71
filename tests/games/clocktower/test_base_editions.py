"""The three base editions and their Travellers: what records cannot show."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from facedown.games.clocktower import acting, day, deaths, effects, queries, scripts
from facedown.games.clocktower.changeable_rules import IsKeptFromWinning
from facedown.games.clocktower.character import CLASSES, character
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.questions import Act, Question
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.script import Script
from facedown.games.clocktower.setup import new_state, team_counts
from facedown.games.clocktower.state import DRUNK, State

EDITIONS = ("tb", "bmr", "snv")
BASE = [fact.id for fact in FACTS.values() if fact.edition in EDITIONS]


def begun(script: Script, players: int, seed: object, travellers: int = 0) -> tuple[State, Engine]:
    """A game that has got as far as its first night, with a storyteller who picks at random."""
    state = new_state(script, players, travellers, seed)
    state.traveller_list = scripts.travellers_of(script) if travellers else ()
    engine, luck = Engine(state), Random(str(seed))
    while state.phase == "set-up":
        if not engine.questions:
            engine.proceed()
        else:
            question = engine.questions[0]
            engine.answer(question, question.seats[0], luck.choice(question.options))
    return state, engine


def answered(state: State, question: Question, seat: int, luck: Random) -> Any:
    """Anything that may be answered."""
    if question.floor:
        if luck.random() < 0.75:
            return day.DONE
        acts = list(day.acts(state, seat))
        verb = luck.choice(sorted({act.verb for act in acts}))
        act = luck.choice([act for act in acts if act.verb == verb])
        needs_words = act.character is not None and act.character.asks_declarer == "text"
        return Act(act.verb, act.player, act.character, "words") if needs_words and verb == "use" else act
    if question.free_text:
        return "words"
    if question.topic in ("madness", "tinker"):
        return luck.random() < 0.1
    return luck.choice(question.options)


def played(state: State, engine: Engine, luck: Random) -> None:
    """To the end, looking at every step whether the town is in order."""
    for _ in range(100_000):
        if state.over:
            return
        if engine.questions:
            question = luck.choice(engine.questions)
            seat = luck.choice(question.seats)
            if question.floor:
                is_held(state)
            engine.answer(question, seat, answered(state, question, seat, luck))
        else:
            engine.proceed()
        is_in_order(state)
    pytest.fail("the game does not end")


def is_in_order(state: State) -> None:
    """No ability and no marker is left behind by what is gone."""
    for player in state.players:
        assert all(ability.player is player and not ability.gone for ability in player.abilities)
    for marker in state.markers:
        assert marker.by is None or marker.outlives or not marker.by.gone


def is_held(state: State) -> None:
    """While the town talks there is a Demon to be found, or a card that keeps the game going without."""
    assert any(queries.is_demon(state, p) and p.alive for p in queries.here(state)) or acting.working(
        state, IsKeptFromWinning
    )


@pytest.mark.parametrize("id", BASE)
def test_every_base_character_is_played_and_says_what_it_does(id: str) -> None:
    assert (id, "") in CLASSES
    assert character(id).text.endswith(".")
    assert character(id).team == FACTS[id].team


@pytest.mark.parametrize("id", [id for id in BASE if FACTS[id].first or FACTS[id].other])
def test_whoever_has_a_place_in_the_night_does_something_in_it(id: str) -> None:
    """Two have a place in the lists as a reminder alone: what they do, they do when it happens."""
    at_night = {"first_night", "each_night", "other_nights", "info_step"}
    assert character(id).moments & at_night or id in ("scarletwoman", "sweetheart")


@pytest.mark.covers("clocktower baron.1", "clocktower fanggu.1", "clocktower vigormortis.1")
@pytest.mark.parametrize("id", ["baron", "fanggu", "vigormortis", "godfather", "poisoner"])
@pytest.mark.parametrize("players", [7, 8, 9, 12, 15])
def test_set_up_deals_as_many_of_each_team_as_it_should(id: str, players: int) -> None:
    """Outsiders more or fewer make room with the Townsfolk, and nobody comes twice."""
    others = [
        f for f in BASE if FACTS[f].edition in EDITIONS and f not in ("baron", "fanggu", "vigormortis", "godfather")
    ]
    script = scripts.of_ids("all", [id, *(f for f in others if FACTS[f].team != "traveller")])
    table = team_counts(players)
    seen = False
    for seed in range(30):
        state, _ = begun(script, players, seed)
        tokens = [p.character for p in state.players]
        assert len(set(tokens)) == players
        counts = Counter(token.team for token in tokens)
        assert counts["minion"] == table["minion"]
        assert counts["demon"] == 1
        more = counts["outsider"] - table["outsider"]
        if character(id) not in tokens:
            assert more == 0
            continue
        seen = True
        fewest = -min(1, table["outsider"])
        allowed = {"baron": {2}, "fanggu": {1}, "vigormortis": {fewest}, "poisoner": {0}}
        assert more in allowed.get(id, {fewest or 1, 1})
    assert seen


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "travellers"), [(5, 1), (7, 0), (10, 5), (15, 2)])
def test_random_games_stay_in_order_and_end(edition: str, players: int, travellers: int) -> None:
    for seed in range(3):
        state, engine = begun(scripts.named(edition), players, seed, travellers)
        played(state, engine, Random(seed))


def test_random_games_of_all_editions_together_stay_in_order_and_end() -> None:
    luck = Random("editions")
    for seed in range(8):
        ids = [
            id
            for team, number in (("townsfolk", 14), ("outsider", 5), ("minion", 5), ("demon", 4))
            for id in luck.sample([f for f in BASE if FACTS[f].team == team], number)
        ]
        state, engine = begun(scripts.of_ids("a mixture", ids), 10, seed, 3)
        played(state, engine, Random(seed))


WITNESSES = ("soldier", "virgin", "saint", "baron", "imp")  # who sits beside somebody and does nothing much
AT_NIGHT = [
    id for id in BASE if character(id).moments & {"first_night", "each_night", "other_nights"} and id != "vortox"
]  # a sober Vortox ends the game on the first quiet day


@pytest.mark.covers("clocktower 3.1")
@pytest.mark.parametrize("id", AT_NIGHT)
def test_the_drunk_and_poisoned_are_asked_and_told_as_the_sober_are(id: str) -> None:
    """In two nights with a death between them: the same questions, word for word, and as much news."""
    assert experience(id, impaired=True) == experience(id, impaired=False)


@pytest.mark.covers("clocktower drunk.2", "clocktower lunatic.1")
@pytest.mark.parametrize("id", [id for id in AT_NIGHT if FACTS[id].team in ("townsfolk", "demon")])
def test_whoever_does_not_know_their_token_is_asked_and_told_as_if_it_were_theirs(id: str) -> None:
    """Nothing tells the Drunk that they are not a Townsfolk, nor the Lunatic that they are not the Demon."""
    believer = "drunk" if FACTS[id].team == "townsfolk" else "lunatic"
    assert experience(id, believer=believer) == experience(id)


@pytest.mark.covers("clocktower ravenkeeper.2", "clocktower sage.2", "clocktower moonchild.2", "clocktower klutz.2")
@pytest.mark.parametrize("id", ["ravenkeeper", "sage", "moonchild", "klutz", "sweetheart", "grandmother"])
def test_death_is_the_same_for_the_drunk(id: str) -> None:
    """Killed by the Imp in the second night, drunk or sober: asked and told the same."""
    drunk, sober = (experience(id, impaired=impaired, killed=True) for impaired in (True, False))
    assert drunk == sober


def experience(id: str, impaired: bool = False, believer: str | None = None, killed: bool = False) -> list[Any]:
    """What the first seat is asked, and how often it is told something, as `id` or as one who thinks they are it.

    `killed`: the Imp picks it.
    """
    is_the_demon = FACTS[id].team == "demon" and believer is None
    neighbours = [*WITNESSES[:-1], "chef" if is_the_demon else "imp"]
    script = scripts.of_ids(
        "a small town", dict.fromkeys((id, "drunk", "lunatic", *WITNESSES, "chef", "fool", "mayor"))
    )
    state = new_state(script, len(neighbours) + 1, 0, 1)
    state.laid = {0: (character(believer or id), character(id) if believer else None, None)}
    state.laid |= {seat: (character(w), None, None) for seat, w in enumerate(neighbours, 1)}
    engine = Engine(state)
    lived: list[Any] = []
    while state.night < 3 and not state.over:
        if impaired and state.night == 1 and not queries.impaired(state, state.players[0]):
            effects.mark(state, state.players[0], DRUNK)
        if not engine.questions:
            engine.proceed()
            continue
        question = engine.questions[0]
        if question.floor and state.players[1].alive:
            engine.interrupt(deaths.kill(state, state.players[1]))
            engine.proceed()
        elif question.floor:
            engine.answer(question, question.seats[0], day.DONE)
        else:
            if question.seats == [0]:
                lived.append((state.night, question.what, len(question.options)))
            imp_kills = killed and question.seats == [len(neighbours)]
            answer = state.players[0] if imp_kills else quiet_answer(question)
            engine.answer(question, question.seats[0], answer)
    assert not (killed and state.players[0].alive)
    return [*lived, Counter((told.night, told.character) for told in state.players[0].told)]


def quiet_answer(question: Question) -> Any:
    """Nobody in particular: not the Demon, who sits last, and not oneself, who sits first."""
    others = [o for o in question.options if getattr(o, "seat", None) in (2, 3)]
    return others[0] if others else question.options[0]
