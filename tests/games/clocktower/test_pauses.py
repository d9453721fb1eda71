"""By day the town waits for the storyteller at the same moments, whether or not there is something to decide."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import facedown
from facedown.core import record
from facedown.core.record.checks import paused
from facedown.core.table import Table
from facedown.games.clocktower import scripts
from facedown.games.clocktower.character import character
from facedown.games.clocktower.roster import FACTS
from tests.games.clocktower.told import told

TELLER = 6
DECLARED = [id for id in scripts.all_modelled() if character(id, "2022").declares]
REST = ("soldier", "chef", "monk", "imp", "scarletwoman", "sweetheart", "minstrel", "recluse", "virgin", "spy")


def town(tokens: str, *more: str) -> Table:
    """Six players by day, with nothing said yet; the storyteller takes the first of what there is to choose."""
    table = facedown.read(
        f"game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Teller\n"
        f"script: {', '.join(dict.fromkeys((*more, *REST)))}\ntokens: {tokens}\n"
    )
    while not table.timing.continuous:
        play_first(table, table.asked[0])
    return table


def play_first(table: Table, seat: int) -> None:
    move = table.legal(seat)[0]
    table.play(seat, '"words"' if move.text == '"..."' else move)


def looks(table: Table) -> tuple[object, ...]:
    """What somebody who only watches sees of who is waited for."""
    known = table.known[None].asked, table.known[None].free, table.timing.seconds
    return *known, table.prompt(None), table.log(None)[-1].text, table.view(None)


def same(tables: Sequence[Table]) -> None:
    """All wait for the storyteller, and nobody who watches can tell one from the other."""
    for table in tables:
        assert table.asked == (TELLER,)
    assert len({looks(table) for table in tables}) == 1


@pytest.mark.covers("clocktower 4.9")
@pytest.mark.parametrize("id", DECLARED)
def test_who_has_an_ability_and_who_pretends_to_are_waited_for_alike(id: str) -> None:
    """Psychopaths are known to all, and a Minion's guess at the Damsel costs nothing to anybody else."""
    whose = FACTS[id].name
    demon = "Ed Imp" if FACTS[id].team != "demon" else "Ed Soldier"
    real = town(f"Ann {whose}, Bo Soldier, Cy Monk, Di Scarlet Woman, {demon}, Flo Recluse", id)
    pretended = town(f"Ann Chef, Bo Soldier, Cy Monk, Di Scarlet Woman, {demon}, Flo Recluse", id)
    tables = (real, pretended)
    for table in tables:
        use = next(move for move in table.legal(0) if move.text.startswith(f"use {whose}"))
        table.play(0, use if FACTS[id].id != "gossip" else f'{use.text} "Di is evil"')
    same(tables)


@pytest.mark.covers("clocktower 4.9")
@pytest.mark.parametrize("id", DECLARED)
def test_who_was_given_an_ability_by_hand_and_who_pretends_to_are_waited_for_alike(id: str) -> None:
    """The script has no such character; who was given it finds it among their moves, the others may say it too."""
    tables, whose = [], FACTS[id].name
    for given in ("Ann", "Bo"):
        table = told(
            "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Teller\nscript: chef, soldier, poisoner, imp\n"
            "tokens: Ann Chef, Bo Soldier, Cy Chef, Di Poisoner, Ed Imp, Flo Soldier\nDi: Cy\n"
        )
        for seat in (0, 1):
            table.play(TELLER, f"{table.names[seat]} becomes {'Soldier' if table.names[seat] != given else whose}")
            while not table.timing.continuous:
                play_first(table, table.asked[0])
        listed = any(move.text.startswith(f"use {whose}") for move in table.legal(0))
        assert listed == (given == "Ann")
        aim = {"player": " on Ed", "text": ' "Di is evil"'}.get(character(id, "2022").asks_declarer, "")
        table.play("Ann", f"use {whose}{aim}")
        tables.append(table)
    same(tables)


@pytest.mark.covers("clocktower 4.9")
def test_a_virgin_nominated_by_a_spy_is_waited_for_as_anybody_is() -> None:
    tables = [
        town(f"Ann {token}, Bo Soldier, Cy Virgin, Di Scarlet Woman, Ed Imp, Flo Monk")
        for token in ("Spy", "Sweetheart")
    ]
    for table in tables:
        table.play(TELLER, "to nominations")
        if paused(table) is not None:
            table.play(TELLER, "go on")
        table.play("Ann", "nominate Cy")
    same(tables)
    for table in tables:
        table.play(TELLER, "go on")
    assert [move.text for move in tables[0].legal(TELLER)] == ["yes", "no"]
    assert tables[1].asked != (TELLER,)


@pytest.mark.covers("clocktower 4.9")
@pytest.mark.parametrize("by_hand", [True, False])
def test_the_death_of_a_sweetheart_is_waited_for_as_any_death_is(by_hand: bool) -> None:
    tables = [town(f"Ann {token}, Bo Soldier, Cy Virgin, Di Scarlet Woman, Ed Imp, Flo Monk")
              for token in ("Sweetheart", "Chef")]  # fmt: skip
    for table in tables:
        if by_hand:
            table.play(TELLER, "kill Ann")
        else:
            is_executed(table, "Ann")
    same(tables)
    for table in tables:
        with pytest.raises(facedown.Illegal, match="choose `go on` first"):
            table.play(TELLER, "kill Bo")
        table.play(TELLER, "go on")
    same(tables[:1])


@pytest.mark.covers("clocktower 4.9")
def test_what_is_done_by_hand_before_going_on_nobody_sees() -> None:
    """Neither the Sweetheart's choice nor a marker put down by hand is seen by anybody but the storyteller."""
    tables = [town(f"Ann {token}, Bo Soldier, Cy Virgin, Di Scarlet Woman, Ed Imp, Flo Monk")
              for token in ("Sweetheart", "Sweetheart", "Chef")]  # fmt: skip
    for table in tables:
        table.play(TELLER, "kill Ann")
    seen = [views(table) for table in tables]
    for table in tables[1:]:
        table.play(TELLER, "first mark Bo drunk")
        table.play(TELLER, "first Cy turns evil")
        assert paused(table) == TELLER
    same(tables)
    assert [views(table) for table in tables] == seen
    for table in tables:
        while not table.timing.continuous:
            play_first(table, TELLER)
    marked = [[marker.word for marker in table.view(TELLER).grimoire[1].markers] for table in tables]
    assert marked == [[], ["drunk"], ["drunk"]]
    assert [table.view(TELLER).grimoire[2].alignment for table in tables] == ["good", "evil", "evil"]


def views(table: Table) -> list[object]:
    """What everybody sees but the storyteller, and Cy, who is told of the new side."""
    return [table.view(seat) for seat in (None, *range(TELLER)) if seat != 2]


@pytest.mark.covers("clocktower 4.9")
def test_a_death_by_hand_before_going_on_is_waited_for_in_its_turn() -> None:
    table = town("Ann Sweetheart, Bo Soldier, Cy Virgin, Di Scarlet Woman, Ed Imp, Flo Monk")
    table.play(TELLER, "kill Ann")
    table.play(TELLER, "first kill Bo")
    assert [event.text for event in table.log(None)[-2:]] == ["Ann dies.", "Bo dies."]
    for who in ("Bo", "Ann"):
        assert table.prompt(TELLER) == f"{who} is dead. The town waits for you."
        table.play(TELLER, "go on")
    assert table.prompt(TELLER).startswith("Sweetheart:")
    with pytest.raises(facedown.Illegal):
        table.play(TELLER, "first kill Cy")  # nothing is about to come
    table.play(TELLER, "kill Cy")
    assert facedown.read(table.record()).record() == table.record()


def is_executed(table: Table, who: str) -> None:
    """All vote, and the storyteller ends the day."""
    table.play(TELLER, "to nominations")
    nominated = False
    while table.view(None).circle[0].alive:
        if table.timing.continuous and not nominated:
            table.play("Bo", f"nominate {who}")
            nominated = True
        elif table.timing.continuous:
            table.play(TELLER, "end the day")
        else:
            table.play(table.asked[0], "go on" if paused(table) is not None else "yes")


@pytest.mark.covers("clocktower 4.9")
def test_where_nobody_could_have_something_to_say_nobody_waits() -> None:
    table = facedown.game("clocktower").new(6, script="chef, soldier, monk, empath, poisoner, imp")
    while not table.timing.continuous:
        play_first(table, table.asked[0])
    table.play(5, "to nominations")
    assert table.timing.continuous
    table.play("Ann", "nominate Bo")
    assert paused(table) is None
    assert 5 not in table.asked


def test_a_record_that_goes_wrong_at_night_says_who_is_asked() -> None:
    """Whoever writes it sees everything, also who is awake; at the table the same refusal names nobody."""
    header = "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: chef, slayer, soldier, imp, poisoner\n"
    tokens = "tokens: Ann Chef, Bo Imp, Cy Slayer, Di Poisoner, Ed Soldier\n"
    (problem, wrong) = record.check(f"{header}{tokens}may Cy: Ed\nCy: Ed\n", facedown.game)
    assert problem.message == wrong.message == "nothing is asked of Cy now; waiting for Di"
    with pytest.raises(facedown.WrongSeat, match="waiting for others"):
        facedown.read(header + tokens + "asked: Di\n").play("Cy", "Ed")


@pytest.mark.covers("clocktower 2.8")
def test_nobody_is_asked_between_two_choices_that_belong_together() -> None:
    """The Demon is told whom a Lunatic has chosen when both are chosen: a Lunatic who is drunk cannot tell."""
    table = facedown.read(
        "game: clocktower\nseats: Zoë, Bo, Cy, Di, Ed, Flo, Ida, Teller\nscript: Bad Moon Rising\ncovers: asked\n"
        "tokens: Zoë Lunatic as Shabaloth, Bo Gossip, Cy Fool, Di Tea Lady, Ed Assassin, Flo Gambler, Ida Po\n"
    )
    while table.timing.continuous or not any(move.text == "Bo" for move in table.legal("Zoë")):
        seat = table.asked[0]
        if table.timing.continuous:
            table.play(seat, "done")
        else:
            play_first(table, seat)
    table.play("Zoë", "Bo")
    assert table.asked == (0,)
    table.play("Zoë", "Cy")
    assert table.asked == (table.seat("Teller"),)
    table.play("Teller", "go on")
    told = [event.text for event in table.log("Ida")]
    assert told[-2:] == [
        "Zoë, the [Lunatic], has chosen Bo.",
        "Zoë, the [Lunatic], has chosen Cy.",
    ]


@pytest.mark.covers("clocktower 2.8")
def test_in_person_the_storyteller_sees_what_to_tell_before_the_night_goes_on() -> None:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Zoë 🦊, Cy, Di, Ed, Flo, Gus, Teller\ncovers: asked\ngather: in person\n"
        "script: chef, empath, monk, soldier, fortuneteller, virgin, poisoner, imp, mayor, slayer\n"
        "tokens: Ann Chef, Zoë 🦊 Empath, Cy Monk, Di Poisoner, Ed Imp, Flo Soldier, Gus Fortune Teller\n"
    )
    seen = []
    while not table.timing.continuous:
        seat = table.asked[0]
        if seat == TELLER + 1 and [move.text for move in table.legal(seat)] == ["go on"]:
            seen.append(table.prompt(seat))
        play_first(table, seat)
    # Ann is poisoned: what she is told is theirs to choose, and is shown after that; then day breaks
    assert [line.split(" ")[0] for line in seen] == ["Di", "Ed", "Ann", "Zoë", "Gus", "The"]
    assert not paused(table)


@pytest.mark.covers("clocktower 2.8")
def test_in_person_a_step_is_the_present_one_until_it_has_been_shown() -> None:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Teller\ncovers: asked\ngather: in person\n"
        "script: washerwoman, empath, monk, soldier, fortuneteller, virgin, poisoner, imp, mayor, slayer\n"
        "tokens: Ann Washerwoman, Bo Empath, Cy Monk, Di Poisoner, Ed Imp, Flo Soldier, Gus Fortune Teller\n"
    )
    shown = []
    while not table.timing.continuous:
        seat = table.asked[0]
        now = next((one for one in table.view(7).night_list or () if one.state == "now"), None)
        if now is not None and [move.text for move in table.legal(seat)] == ["go on"]:
            shown.append((now.step, now.wakes, now.points, now.chose, now.show))
        play_first(table, seat)
    steps = {step: rest for step, *rest in shown}
    assert list(steps) == ["minioninfo", "demoninfo", "washerwoman", "empath", "fortuneteller", "dawn"]
    assert len(shown) == len(steps), "each is shown once, what the Demon learns too"
    wakes, points, _, show = steps["demoninfo"]
    assert (wakes, points) == ((4,), (3,))
    assert [card.title.split(":")[0] for card in show] == ["This is your Minion", "These are not in play"]
    wakes, points, _, show = steps["washerwoman"]
    assert wakes == (0,)
    assert len(points) == 2
    assert len(show) == 1
    assert len(steps["fortuneteller"][2]) == 2, "whom the player has pointed at stays marked"


def test_in_person_nobody_is_asked_to_go_on_by_night() -> None:
    asked = [facedown.game("clocktower").new(6, 3, gather=gather) for gather in ("online", "in person")]
    assert [bool(paused(table)) for table in asked] == [True, False]


def test_the_storyteller_does_not_read_that_the_town_waits_before_they_are_asked() -> None:
    table = town("Ann Chef, Bo Soldier, Cy Monk, Di Scarlet Woman, Ed Imp, Flo Recluse")
    table.play(TELLER, "to nominations")
    table.play(0, "nominate Bo")
    then = table.at(len(table.frames) - 1)  # the nomination is seen, and nobody is asked about it yet
    assert then.prompt(TELLER) == "The game goes on."
    assert then.prompt(None) == "The town waits for what comes next."
    assert table.prompt(TELLER) == "Bo is nominated by Ann. The town waits for you."
