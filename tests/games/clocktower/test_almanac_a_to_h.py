"""The almanac's first half, as far as records cannot show it: set-up, what nobody may notice, whole games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from facedown.core.record.checks import paused
from facedown.core.table import Table
from facedown.games.clocktower import queries, scripts
from facedown.games.clocktower.day import DONE, LONGEST_GAME, acts
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.questions import Act
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.script import RULES
from facedown.games.clocktower.setup import new_state, team_counts
from facedown.games.clocktower.state import State
from tests.games.clocktower.laid_out import state_of, town

HALF = [
    *("acrobat", "alhadikhia", "alchemist", "amnesiac", "atheist", "balloonist", "boomdandy", "bountyhunter"),
    *("cannibal", "choirboy", "cultleader", "damsel", "engineer", "farmer", "fearmonger", "fisherman", "general"),
    *("goblin", "golem", "heretic"),
]
GOOD = "soldier,slayer,virgin,mayor,monk,saint,recluse,butler"
EVIL = "goblin,poisoner,imp"


def teams(table: Table) -> Counter[str]:
    return Counter(player.character.team for player in state_of(table).players)


def answer_at_random(table: Table, luck: random.Random) -> None:
    seat = luck.choice(table.asked)
    table.play(seat, luck.choice(table.legal(seat)))


def until_dealt(table: Table, luck: random.Random) -> Table:
    while table.asked and state_of(table).phase == "set-up":
        answer_at_random(table, luck)
    return table


def dealt(script: str, tokens: str, version: str = "2022") -> Iterator[Counter[str]]:
    """The teams of ten towns of seven with these tokens among others."""
    for seed in range(10):
        yield teams(until_dealt(town(7, seed, script, tokens, version), random.Random(seed)))


@pytest.mark.covers("clocktower balloonist.1", "clocktower balloonist.8")
def test_the_balloonist_brings_an_outsider() -> None:
    script = f"balloonist,{GOOD},goblin,imp"
    assert {counts["outsider"] for counts in dealt(script, "Ann Balloonist")} == {1}
    assert {counts["outsider"] for counts in dealt(script, "Ann Balloonist", "current")} == {0, 1}


@pytest.mark.covers("clocktower balloonist.1")
def test_the_balloonist_brings_an_outsider_however_late_it_is_drawn() -> None:
    drawn = 0
    for seed in range(20):
        table = town(7, seed, f"balloonist,{GOOD},goblin,imp", "Ann Imp")
        drawn += queries.in_play(state_of(table), "balloonist")
        assert teams(table)["outsider"] == queries.in_play(state_of(table), "balloonist")
    assert 0 < drawn < 20


@pytest.mark.covers("clocktower alchemist.1")
def test_the_alchemist_with_the_barons_art_brings_two_outsiders() -> None:
    script = f"alchemist,{GOOD},goblin,baron,imp"
    assert {counts["outsider"] for counts in dealt(script, "Ann Alchemist, Bo Goblin")} == {2}


@pytest.mark.covers("clocktower alchemist.9")
def test_the_alchemist_is_never_offered_an_art_of_believing() -> None:
    table = town(5, 0, f"alchemist,{GOOD},marionette,goblin,poisoner,imp", "Ann Alchemist, Bo Imp, Cy Goblin")
    until_dealt(table, random.Random(0))
    power = state_of(table).players[0].abilities[-1].character
    assert power.id == "poisoner"


@pytest.mark.covers("clocktower atheist.2")
def test_there_is_nobody_evil_with_the_atheist() -> None:
    for counts in dealt(f"atheist,{GOOD},{EVIL}", "Ann Atheist"):
        assert counts == {"townsfolk": 7 - counts["outsider"], "outsider": counts["outsider"]}


@pytest.mark.covers("clocktower atheist.2")
def test_who_is_drawn_for_an_outsider_too_few_is_no_atheist_beside_the_demon() -> None:
    script = "atheist,soldier,slayer,virgin,mayor,monk,hermit,saint,recluse,goblin,imp"
    for seed in range(30, 46):
        table = town(9, seed, script, "Ann Hermit")
        until_dealt(table, random.Random(seed))
        assert queries.in_play(state_of(table), "atheist") != queries.in_play(state_of(table), "imp")


@pytest.mark.covers("clocktower choirboy.1")
def test_the_king_is_dealt_with_the_choirboy() -> None:
    for seed in range(10):
        table = until_dealt(town(8, seed, f"choirboy,king,{GOOD},{EVIL}", "Ann Choirboy"), random.Random(seed))
        assert queries.in_play(state_of(table), "king")
        usual = team_counts(8)
        assert teams(table) == usual


@pytest.mark.covers("clocktower 3.1")
@pytest.mark.parametrize("id", HALF)
def test_the_poisoned_are_asked_as_others_are(id: str) -> None:
    """The same town twice, once with this character poisoned for good: its player gets the same questions."""
    name = FACTS[id].name
    assert asked_of_ann(id, name) == asked_of_ann(id, name, poisoned=True)


@pytest.mark.covers("clocktower 3.1")
@pytest.mark.parametrize("id", [id for id in HALF if FACTS[id].team == "townsfolk" and id != "acrobat"])
def test_the_drunk_are_asked_as_those_whom_they_take_themselves_for(id: str) -> None:
    name = FACTS[id].name
    assert asked_of_ann(id, name) == asked_of_ann(id, f"Drunk as {name}")


def asked_of_ann(id: str, token: str, *, poisoned: bool = False) -> list[tuple[str, list[str]]]:
    """What Ann is asked, and what she may answer, until the third day breaks; nobody dies, and nobody talks."""
    table = town(
        6, 1, f"{id},soldier,slayer,fool,drunk,goblin,poisoner,imp,nodashii",
        f"Ann {token}, Bo Soldier, Cy Soldier, Di Soldier, Ed Goblin, Flo Imp",
    )  # fmt: skip
    asked = []
    while table.asked and state_of(table).day < 3:
        state, seat = state_of(table), table.asked[0]
        if poisoned and state.phase != "set-up" and not queries.impaired(state, state.players[0]):
            table.play(6, "mark Ann poisoned")
        elif state.phase == "day":
            table.play(6, "end the day")
        else:
            legal = [move.text for move in table.legal(seat)]
            if seat == 0:
                asked.append((table.prompt(0), legal))
            table.play(seat, harmless(legal))
    return asked


def harmless(legal: list[str]) -> str:
    """Nothing, where that may be chosen; a Soldier, whom no Demon harms; else the first, which is the truth."""
    if not legal:
        return '"words"'
    return next((text for text in ("go on", "nobody", "no", "Bo", "Cy", "Di") if text in legal), legal[0])


def test_a_secret_ability_is_never_named_to_its_player() -> None:
    """The Cannibal eats a Monk, and guards somebody without hearing what for."""
    table = town(5, 0, f"cannibal,{GOOD},imp", "Ann Cannibal, Bo Monk, Cy Soldier, Di Imp, Ed Soldier")
    table.play(5, "to nominations")
    table.play(0, "nominate Bo")
    while table.asked and state_of(table).nominations and not state_of(table).nominations[0].done:
        table.play(table.asked[0], "yes" if paused(table) is None else "go on")
    table.play(5, "end the day")
    while (waiting := paused(table)) is not None:
        table.play(waiting, "go on")
    assert table.asked == (0,)
    assert table.prompt(0) == "make your choice"
    assert (table.view(0).question.id, table.view(0).question.args) == ("choice", ())
    table.play(0, "Cy")
    state = state_of(table)
    assert queries.is_marked(state, state.players[2], "safe from the Demon")


@pytest.mark.parametrize("version", RULES)
@pytest.mark.parametrize("id", HALF)
def test_whole_games_end_and_leave_nothing_behind(id: str, version: str) -> None:
    others = [i for i in scripts.all_modelled() if FACTS[i].team != "traveller" and i != id]
    for seed in range(4):
        luck = random.Random(f"{id} {version} {seed}")
        ids = [id, "imp", "poisoner", "soldier", "chef", *luck.sample(others, 24)]
        state = new_state(scripts.of_ids("a mixture", ids, version), luck.randint(5, 12), seed=seed)
        state.laid = {0: (state.script.character(id), None, None)}
        for _ in told_at_random(state, luck):
            check_abilities(state)
        assert state.day <= LONGEST_GAME
        assert state.winner in ("good", "evil")


def told_at_random(state: State, luck: random.Random) -> Iterator[None]:
    """One game in which all answer at random; stops whenever something has happened."""
    engine = Engine(state)
    while not state.over:
        if not engine.questions:
            engine.proceed()
            yield
            continue
        question = luck.choice(engine.questions)
        seat = luck.choice(question.seats)
        if question.floor:
            act = luck.choice(list(acts(state, seat))) if luck.random() < 0.4 else DONE
            engine.answer(question, seat, Act(act.verb, act.player, act.character, "words"))
        else:
            engine.answer(question, seat, "words" if question.free_text else luck.choice(list(question.options)))


def check_abilities(state: State) -> None:
    """Nothing is left of an ability that is gone."""
    for marker in state.markers:
        assert marker.by is None or marker.outlives or not marker.by.gone
    for player in state.players:
        for ability in player.abilities:
            assert ability.player is player
            assert not ability.gone
            assert ability.by is None or not ability.by.gone
