"""The almanac's second half, as far as records cannot show it: set-up, falsehood, who must not notice what."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from facedown.core.errors import FacedownError
from facedown.core.table import Table
from facedown.games.clocktower import impairment, information, queries, scripts
from facedown.games.clocktower.day import DONE, acts
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.questions import Act, Question
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.script import RULES
from facedown.games.clocktower.setup import new_state, team_counts
from facedown.games.clocktower.state import Ability, Player, State
from tests.games.clocktower import laws
from tests.games.clocktower.dealt import GOOD, dealt
from tests.games.clocktower.laid_out import NAMES, state_of, town

HALF = [
    *("huntsman", "king", "legion", "leviathan", "lilmonsta", "lleech", "lycanthrope", "magician", "marionette"),
    *("mezepheles", "nightwatchman", "noble", "pixie", "politician", "poppygrower", "preacher", "psychopath"),
    *("puzzlemaster", "riot", "snitch", "stormcatcher", "widow"),
]


def teams(state: State) -> Counter[str]:
    return Counter(player.character.team for player in state.players)


# -- set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.covers("clocktower legion.1")
@pytest.mark.parametrize("players", [5, 8, 12, 15])
def test_more_than_half_are_legion_and_nobody_is_a_minion(players: int) -> None:
    for seed in range(5):
        counts = teams(dealt(players, seed, f"legion,{GOOD},goblin,baron"))
        assert counts["demon"] * 2 > players
        assert counts["minion"] == 0
        assert counts["demon"] < players


@pytest.mark.covers("clocktower riot.1")
@pytest.mark.parametrize("players", [5, 10, 14])
def test_riot_takes_the_place_of_every_minion(players: int) -> None:
    usual = team_counts(players)
    counts = teams(dealt(players, players, f"riot,{GOOD},goblin,poisoner,spy"))
    assert counts["demon"] == usual["minion"] + 1
    assert counts["minion"] == 0
    assert teams(dealt(players, players, f"riot,{GOOD},goblin,poisoner,spy", version="current"))["demon"] == 1


@pytest.mark.covers("clocktower lilmonsta.2")
@pytest.mark.parametrize("players", [5, 9, 13])
def test_nobody_is_lil_monsta_and_there_is_a_minion_more(players: int) -> None:
    state = dealt(players, players, f"lilmonsta,{GOOD},goblin,poisoner,spy,scarletwoman")
    assert teams(state)["minion"] == team_counts(players)["minion"] + 1
    assert teams(state)["demon"] == 0
    assert queries.in_play(state, "lilmonsta")
    assert not queries.demons(state)


def test_an_atheist_keeps_those_away_whose_token_nobody_holds() -> None:
    for seed in range(5):
        state = dealt(7, seed, f"atheist,lilmonsta,marionette,{GOOD}", "Ann Atheist")
        assert not any(player.evil for player in state.players)
        assert not queries.in_play(state, "lilmonsta")


def test_no_player_can_be_laid_out_as_lil_monsta() -> None:
    script = f"lilmonsta,{GOOD},goblin,poisoner"
    with pytest.raises(FacedownError, match="no player is Lil' Monsta; lay the token before the storyteller"):
        town(5, 0, script, "Ann Lil' Monsta")
    with pytest.raises(FacedownError, match="Slayer lies before a player"):
        town(5, 0, script, "Storyteller Slayer")


@pytest.mark.covers("clocktower marionette.1", "clocktower marionette.2", "clocktower marionette.3")
@pytest.mark.parametrize("players", [5, 8, 11, 13, 15])
def test_the_marionette_is_a_neighbour_of_the_demon_and_no_minion_is_missing(players: int) -> None:
    for seed in range(6):
        state = dealt(players, seed, f"marionette,{GOOD},scarletwoman,poisoner,imp", "Storyteller Marionette")
        (puppet,) = queries.holders(state, "marionette")
        (demon,) = queries.demons(state)
        assert puppet in queries.neighbours(state, demon)
        assert puppet.evil
        assert puppet.believed.good
        assert puppet.believed_side == "good"
        assert teams(state)["minion"] == team_counts(players)["minion"]
        assert sum(player.evil for player in state.players) == team_counts(players)["minion"] + 1


@pytest.mark.covers("clocktower huntsman.1")
@pytest.mark.parametrize("players", [5, 7, 9, 12])
def test_where_a_huntsman_is_there_is_a_damsel_and_no_team_grows(players: int) -> None:
    for seed in range(6):
        state = dealt(players, seed, f"huntsman,damsel,{GOOD},goblin,poisoner,imp", "Ann Huntsman")
        assert queries.in_play(state, "damsel")
        usual, counts = team_counts(players), teams(state)
        assert counts["outsider"] == max(1, usual["outsider"])
        assert (counts["minion"], counts["demon"]) == (usual["minion"], usual["demon"])


# -- information that must be false ------------------------------------------------------------------------------


@pytest.fixture
def lies(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that abilities tell must be false.  The Vortox does so to Townsfolk alone; rules speak of others."""
    monkeypatch.setattr(information, "must_lie", lambda state, me: True)


@pytest.mark.covers("clocktower snitch.3")
@pytest.mark.usefixtures("lies")
def test_a_lying_snitch_tells_of_characters_in_play() -> None:
    table = town(6, 0, "snitch,soldier,slayer,virgin,sage,artist,baron,imp",
                 "Ann Snitch, Bo Imp, Cy Soldier, Di Slayer, Ed Virgin, Flo Baron")  # fmt: skip
    assert {move.text for move in table.legal("Storyteller")} == {
        "Snitch", "Imp", "Soldier", "Slayer", "Virgin", "Baron"
    }  # fmt: skip


@pytest.mark.covers("clocktower puzzlemaster.6")
@pytest.mark.usefixtures("lies")
@pytest.mark.parametrize(("guess", "names"), [("Cy", {"Di"}), ("Bo", {"Ann", "Bo", "Cy", "Ed"})])
def test_a_lying_puzzlemaster_is_told_the_demon_after_a_wrong_guess_alone(guess: str, names: set[str]) -> None:
    table = town(5, 0, "puzzlemaster,soldier,slayer,baron,imp",
                 "Ann Puzzlemaster, Bo Slayer, Cy Soldier, Di Imp, Ed Baron")  # fmt: skip
    table.play("Storyteller", "Bo")
    table.play("Ann", f"use Puzzlemaster on {guess}")
    table.play("Storyteller", "go on")
    if len(names) > 1:
        assert {move.text for move in table.legal("Storyteller")} == names
        table.play("Storyteller", "Ed")
        names = {"Ed"}
    (told,) = state_of(table).players[0].told[-1:]
    assert isinstance(told.report, Player)
    assert {NAMES[told.report.seat]} == names


@pytest.mark.covers("clocktower mezepheles.5")
@pytest.mark.usefixtures("lies")
def test_a_mezepheles_who_must_be_misled_is_shown_another_word() -> None:
    table = town(
        5, 0, "mezepheles,soldier,slayer,virgin,imp", "Ann Mezepheles, Bo Slayer, Cy Soldier, Di Imp, Ed Virgin"
    )
    table.play("Storyteller", '"rhubarb"')
    table.play("Storyteller", '"Rhubarb"')  # the same: another is taken
    told = state_of(table).players[0].told[-1]
    assert str(told.report).casefold() != "rhubarb"
    assert not told.true


# -- who must not notice -----------------------------------------------------------------------------------------

BELIEVED = [
    *("huntsman", "king", "lycanthrope", "nightwatchman", "noble", "pixie", "poppygrower", "preacher", "magician"),
    *("puzzlemaster", "snitch", "politician", "fortuneteller", "ravenkeeper", "slayer", "empath", "butler"),
]


@pytest.mark.covers("clocktower marionette.6", "clocktower preacher.2")
@pytest.mark.parametrize("version", RULES)
@pytest.mark.parametrize("id", BELIEVED)
def test_a_marionette_is_asked_and_told_as_what_they_take_themselves_for(id: str, version: str) -> None:
    name = FACTS[id].name
    real = noticed_by_bo(id, f"Bo {name}", version)
    assert real == noticed_by_bo(id, f"Bo Marionette as {name}", version)
    assert real == noticed_by_bo(id, f"Bo Marionette as {name}", version, preached=True)


@pytest.mark.covers("clocktower 3.1")
@pytest.mark.parametrize("id", [id for id in BELIEVED if FACTS[id].team == "townsfolk"])
def test_a_drunk_is_asked_and_told_as_what_they_take_themselves_for(id: str) -> None:
    name = FACTS[id].name
    assert noticed_by_bo(id, f"Bo {name}", "2022") == noticed_by_bo(id, f"Bo Drunk as {name}", "2022")


def noticed_by_bo(id: str, token: str, version: str, *, preached: bool = False) -> list[str]:
    """All that Bo is asked and told in three nights and the days between, but for what the storyteller makes up.

    The others are Soldiers, a Preacher who may choose Bo, and a Demon who chooses Soldiers.  On day two Bo declares
    what they take themselves for, if that can be declared; in the last night they die.
    """
    table = town(
        6, 1, f"{id},soldier,preacher,saint,virgin,sage,imp,marionette,drunk",
        f"Ann Imp, {token}, Cy Soldier, Di Preacher, Ed Soldier, Flo Soldier", version,
    )  # fmt: skip
    noticed = []
    while table.asked and state_of(table).day < 3:
        state = state_of(table)
        if state.phase == "day" and table.asked != (6,):
            declares = [move for move in table.legal("Bo") if move.text == f"use {FACTS[id].name} on Ann"]
            if declares and state.day == 2:
                table.play("Bo", declares[0])
            else:
                table.play("Storyteller", "end the day")
            continue
        seat = table.asked[0]
        if seat == 1:
            noticed.append(table.prompt(1))
        table.play(seat, answer(table, seat, preached))
    return noticed + [told.words for told in state_of(table).players[1].told]


def answer(table: Table, seat: int, preached: bool) -> str:
    """The Demon takes a Soldier, and Bo at last; the Preacher Bo or a Soldier; others, the first that goes."""
    if seat == 0:
        return "Bo" if state_of(table).night == 3 else "Cy"
    if seat == 3:
        return "Bo" if preached else "Cy"
    texts = [move.text for move in table.legal(seat)]
    return "no" if "no" in texts else texts[0]


@pytest.mark.parametrize("demon", ["legion", "riot", "lilmonsta"])
def test_the_laws_hold_where_the_demon_is_several_or_nobody(demon: str) -> None:
    """On a script of everything these are hardly ever drawn."""
    script = ",".join([id for id in HALF if FACTS[id].team in ("townsfolk", "outsider", "minion")])
    town = 9, {"script": f"{script},damsel,drunk,soldier,empath,{demon}"}
    laws.check_hidden(town, demon)
    laws.check_rebuilt(town)


# -- whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", RULES)
def test_random_towns_of_the_second_half_keep_their_invariants(version: str) -> None:
    for seed in range(40):
        luck = random.Random(f"{version}/{seed}")
        play_out(luck.choice((5, 7, 10, 13, 15)), luck, version)


def play_out(players: int, luck: random.Random, version: str) -> None:
    state = new_state(scripts.of_ids("half", script_of(luck), version), players, 0, luck.random())
    engine = Engine(state)
    while not state.over:
        if engine.questions:
            question = luck.choice(engine.questions)
            seat = luck.choice(question.seats)
            check_asked(state, seat, question.about if question.topic == "choice" else None)
            engine.answer(question, seat, any_answer(state, question, seat, luck))
        else:
            engine.proceed()
            check_markers(state)
    assert state.day <= 60


def script_of(luck: random.Random) -> list[str]:
    """Characters of this half, with others of the editions to fill the teams."""
    demons = [id for id in HALF if FACTS[id].team == "demon"]
    others = [id for id in HALF if FACTS[id].team != "demon"]
    chosen = luck.sample(demons, luck.randint(1, 3)) + luck.sample(others, 12) + ["damsel", "imp"]
    return [*chosen, *GOOD.split(","), "poisoner", "scarletwoman", "spy", "pukka", "philosopher", "courtier"]


def check_asked(state: State, seat: int, about: object) -> None:
    """At night nobody chooses for an ability that has left play, nor the dead for one that ends with them."""
    if state.phase != "night" or not isinstance(about, Ability) or about.player.seat != seat:
        return
    player = about.player
    assert about in player.abilities
    lasts = about.works_in_death or about.character.acts_when_dead or player.seat in impairment.now(state).keeping
    assert player.alive or lasts or player in state.died_tonight


def check_markers(state: State) -> None:
    """No marker is left of an ability that has left play, unless it outlives it; and only living Demons go on."""
    assert all(marker.outlives or marker.by is None or not marker.by.gone for marker in state.markers)
    told = [(player.seat, told.words, told.args) for player in state.players for told in player.told
            if told.words in ("{0} is the [King].", "The [Widow] is in play.")]  # fmt: skip
    assert len(set(map(repr, told))) == len(told), "nobody is told twice what is told once"


def any_answer(state: State, question: Question, seat: int, luck: random.Random) -> object:
    if question.floor:
        if luck.random() < 0.6:
            return DONE
        act = luck.choice([act for act in acts(state, seat) if act.verb != "claim"])
        return Act(act.verb, act.player, act.character, "rhubarb")
    return luck.choice(("rhubarb", "gooseberry")) if question.free_text else luck.choice(question.options)
