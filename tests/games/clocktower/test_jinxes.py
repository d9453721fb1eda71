"""The rules of two characters together that the rules keep by themselves; `jinx_...` records tell more of them."""

from __future__ import annotations

import pytest

from facedown.core.record.checks import paused
from facedown.core.table import Table
from facedown.games.clocktower import queries, scripts
from facedown.games.clocktower.characters.jinxes import OF_THEMSELVES
from facedown.games.clocktower.jinx_rules import JINX_RULES
from facedown.games.clocktower.roster import FACTS, JINXES
from tests.games.clocktower.laid_out import state_of, town

GOOD = "chef, slayer, virgin"


@pytest.mark.covers("clocktower 1.6")
def test_of_every_jinx_it_is_known_how_it_is_kept() -> None:
    """By each version of the rules that tells it, it has a class, or none because it needs none."""
    told = {(jinx.a, jinx.b, jinx.version) for jinx in JINXES}
    unkept = set(OF_THEMSELVES)
    for a, b, version in told:
        has_class = not {(a, b, version), (a, b, "")}.isdisjoint(JINX_RULES)
        assert has_class != ((a, b) in unkept), (a, b, version)
    assert unkept | {(a, b) for a, b, _ in JINX_RULES} == {(a, b) for a, b, _ in told}


@pytest.mark.covers("clocktower 1.6")
@pytest.mark.parametrize(
    ("looks", "version", "missed"),
    [("Spy", "2022", True), ("Spy", "current", True), ("Widow", "2022", False), ("Widow", "current", True)],
)
def test_whoever_sees_the_grimoire_beside_a_magician_misses_two_tokens(
    looks: str, version: str, missed: bool
) -> None:
    """But for a Widow of 2022, to whom the almanac shows the grimoire."""
    script = f"{GOOD}, magician, spy, widow, imp"
    table = town(5, 0, script, f"Ann Magician, Bo Slayer, Cy {looks}, Di Imp, Ed Virgin", version)
    texts = [told.text for told in table.view("Cy").me.told if told.text.startswith("You see the grimoire")]
    assert len(texts) == 1
    assert all(f"{name} is [" in texts[0] for name in ("Bo", "Cy", "Ed"))
    assert [f"{name} is [" in texts[0] for name in ("Ann", "Di")] == [not missed] * 2


AGAINST_THE_ALMANAC = {
    ("cannibal", "butler"): "the Cannibal is not told what ability it has",
    ("leviathan", "king"): "the King wakes when more are dead than alive",
    ("leviathan", "mayor"): "day five is evil's",
    ("legion", "politician"): "one good hand is enough",
    ("magician", "widow"): "the Widow is shown the grimoire",
    ("pithag", "cultleader"): "the Cult Leader takes the side of the neighbour",
    ("pithag", "politician"): "the Politician changes sides with the winners",
    ("riot", "king"): "the King wakes when more are dead than alive",
    ("widow", "poppygrower"): "the Widow is shown the grimoire",
}


@pytest.mark.covers("clocktower 1.6")
@pytest.mark.parametrize(("a", "b"), AGAINST_THE_ALMANAC)
def test_what_an_entry_of_the_almanac_says_stands_by_the_rules_of_2022(a: str, b: str) -> None:
    assert not scripts.of_ids("", (a, b), "2022").jinxes
    assert len(scripts.of_ids("", (a, b), "current").jinxes) == 1


def cursed(table: Table, seat: int) -> bool:
    """Has the Cerenovus driven this player mad?"""
    return any(m.player.seat == seat and m.by and m.by.character.id == "cerenovus" for m in state_of(table).markers)


@pytest.mark.covers("clocktower 1.6")
@pytest.mark.parametrize("demon", ["leviathan", "riot", "imp"])
@pytest.mark.parametrize("protector", ["monk", "innkeeper", "soldier"])
def test_beside_the_leviathan_and_riot_protection_is_against_all_evil(demon: str, protector: str) -> None:
    """Bo is guarded, or is the Soldier; the Cerenovus picks Bo in the second night."""
    names = FACTS[protector].name, FACTS[demon].name
    script = f"{GOOD}, soldier, {protector}, cerenovus, {demon}"
    tokens = (
        f"Ann {names[0] if protector != 'soldier' else 'Chef'}, Bo Soldier, Cy Cerenovus, Di {names[1]}, Ed Slayer"
    )
    if protector != "soldier":
        tokens = tokens.replace("Bo Soldier", "Bo Virgin")
    table = town(5, 0, script, tokens)
    night(table, "Ed")
    table.play("Storyteller", "end the day")
    night(table, "Bo")
    assert cursed(table, 1) == (demon == "imp")


def night(table: Table, target: str) -> None:
    """Whoever wakes picks this player, and a second guest is Ann; the Demon picks itself no more than it must."""
    while not table.timing.continuous and not table.over:
        seat = table.asked[0]
        texts = [move.text for move in table.legal(seat)]
        killing = seat == 3
        pick = "Ann" if killing or target not in texts else target
        table.play(seat, pick if pick in texts else texts[-1])


@pytest.mark.covers("clocktower 1.6", "clocktower leviathan.3")
@pytest.mark.parametrize(
    ("version", "mayor", "winner"),
    [("2022", "sober", "evil"), ("current", "sober", "good"), ("current", "drunk", "evil")],
)
def test_a_fifth_day_without_an_execution_is_the_mayors_by_the_current_rules_alone(
    version: str, mayor: str, winner: str
) -> None:
    tokens = "Ann Mayor, Bo Slayer, Cy Baron, Di Leviathan, Ed Virgin, Flo Chef"
    table = town(6, 0, f"{GOOD}, mayor, baron, leviathan", tokens, version)
    if mayor == "drunk":
        table.play("Storyteller", "mark Ann drunk")
    while not table.over:
        table.play("Storyteller", "end the day" if paused(table) is None else "go on")
    assert (table.view(None).winner, table.view(None).day) == (winner, 5)


@pytest.mark.covers("clocktower 1.6")
def test_an_evil_player_whom_the_pithag_makes_a_cult_leader_stays_evil() -> None:
    script = f"{GOOD}, soldier, monk, cultleader, pithag, baron, imp"
    tokens = "Ann Soldier, Bo Baron, Cy Slayer, Di Imp, Ed Virgin, Flo Pit-Hag"
    for made in (False, True):
        table = town(6, 0, script, tokens, "current")
        table.play("Storyteller", "end the day")
        if made:
            table.play("Flo", "Bo")
            table.play("Flo", "Cult Leader")
        else:
            table.play("Storyteller", "Bo becomes Cult Leader")
            table.play("Flo", "Ann")
            table.play("Flo", "Soldier")
        while not table.timing.continuous:
            seat = table.asked[0]
            texts = [move.text for move in table.legal(seat)]
            table.play(seat, "Ann" if "Ann" in texts else texts[0])
        assert state_of(table).players[1].alignment == ("evil" if made else "good")


@pytest.mark.covers("clocktower 1.6")
@pytest.mark.parametrize("believed", ["balloonist", "huntsman"])
def test_what_a_marionette_takes_itself_for_does_its_part_at_set_up(believed: str) -> None:
    """Ten players have no Outsider, unless the Marionette's token brings one."""
    script = f"{GOOD}, soldier, monk, mayor, empath, artist, sage, {believed}, damsel, marionette, goblin, imp"
    with_it = town(10, 3, script, f"Ann Marionette as {FACTS[believed].name}, Bo Imp")
    without = town(10, 3, script, "Ann Marionette as Soldier, Bo Imp")
    states = map(state_of, (with_it, without))
    outsiders = [[p.character.id for p in queries.of_team(state, "outsider")] for state in states]
    assert outsiders[0] == ["damsel"]
    assert outsiders[1] == (["damsel"] if queries.in_play(state_of(without), believed) else [])


@pytest.mark.covers("clocktower 1.6")
@pytest.mark.parametrize("only_one", ["yes", "no"])
def test_beside_a_heretic_the_baron_may_bring_one_outsider_only(only_one: str) -> None:
    script = f"{GOOD}, soldier, monk, mayor, empath, artist, heretic, butler, saint, klutz, baron, imp"
    table = town(7, 5, script, "Ann Heretic, Bo Baron")
    assert "bring one Outsider only" in table.view("Storyteller").question.text
    table.play("Storyteller", only_one)
    assert len(queries.of_team(state_of(table), "outsider")) == (1 if only_one == "yes" else 2)


@pytest.mark.covers("clocktower 1.6")
@pytest.mark.parametrize("nominator", ["Di", "Ed"])
@pytest.mark.parametrize("demon", ["leviathan", "riot"])
@pytest.mark.parametrize("protector", ["monk", "innkeeper", "exorcist", "soldier"])
def test_today_the_leviathan_and_riot_lose_by_executing_who_is_safe_from_them(
    demon: str, protector: str, nominator: str
) -> None:
    """Bo is guarded, or is the Soldier; Di is the Demon."""
    names = FACTS[protector].name, FACTS[demon].name
    bo, first = ("Soldier", "Chef") if protector == "soldier" else ("Virgin", names[0])
    table = town(6, 0, f"{GOOD}, soldier, {protector}, baron, {demon}",
                 f"Ann {first}, Bo {bo}, Cy Baron, Di {names[1]}, Ed Baron, Flo Slayer", "current")  # fmt: skip
    table.play("Storyteller", "end the day")
    night(table, "Bo")
    table.play("Storyteller", "to nominations")
    table.play(nominator, "nominate Bo")
    while table.view(None).nominations[-1].done is False:
        seat = table.asked[0]
        table.play(seat, "go on" if paused(table) is not None else "yes")
    table.play("Storyteller", "end the day")
    while paused(table) is not None:
        table.play("Storyteller", "go on")
    assert table.view(None).winner == ("good" if nominator == "Di" else None)
