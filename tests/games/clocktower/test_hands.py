"""Hands that go up and down until they are counted, and what everybody sees of a vote."""

from __future__ import annotations

from pathlib import Path

import pytest

import facedown
from facedown.core.errors import FacedownError
from facedown.core.record.checks import paused
from facedown.core.table import Table
from tests.games.clocktower.laid_out import GAME

TOWN = """game: clocktower
seats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Sue
script: chef, saint, soldier, slayer, monk, cultleader, poisoner, imp, {script}
sweep: {sweep}
results: {results}
tokens: Ann Slayer, Bo Imp, Cy Soldier, Di Poisoner, Ed Chef, Flo {flo}, Gus Empath
"""

RECORDS = Path(__file__).parents[2] / "records" / "clocktower"


def town(*moves: str, sweep: int = 2, results: str = "at once", script: str = "empath", flo: str = "Monk") -> Table:
    """A town on its first day, its nominations open, in which this has been done."""
    table = facedown.read(TOWN.format(sweep=sweep, results=results, script=script, flo=flo))
    while table.view(None).phase != "day":
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0])
    for move in ("Sue: to nominations", *moves):
        name, _, words = move.partition(": ")
        table.play(name, words)
        while (waiting := paused(table)) is not None:
            table.play(waiting, "go on")
    return table


def vote(table: Table, by: str, nominee: str, *hands: str) -> None:
    """A vote in which these hands are raised at once, and nobody does anything more."""
    table.play(by, f"nominate {nominee}")
    for name in hands:
        table.play(name, "hand up" if name not in map(table.names.__getitem__, table.asked) else "yes")
    while table.view(None).sweep is not None:
        table.wait()


@pytest.mark.covers("clocktower 4.10")
def test_hands_of_those_who_are_away_have_two_seconds_at_tables_and_all_have_time_without_seconds() -> None:
    assert GAME.new(6, 0).options["sweep"] == 2
    without = town("Ann: nominate Bo", sweep=0).timing
    assert (without.seconds, without.attended) == (None, None)
    timing = town("Ann: nominate Bo", "Cy: no", sweep=3).timing
    assert (timing.seconds, timing.attended) == (3, 20)
    assert town("Ann: nominate Bo", "Di: hand up", "Cy: no").timing.attended is None


def test_a_hand_waits_while_the_storyteller_is_asked_about_a_death_by_hand() -> None:
    table = town("Ann: nominate Bo", "Sue: kill Flo", script="empath, sweetheart", flo="Sweetheart")
    assert table.asked == (7,)
    assert (table.timing.seconds, table.timing.attended) == (None, None)
    while table.asked == (7,):
        table.play("Sue", table.legal("Sue")[0])
    assert (table.asked, table.timing.attended) == ((2,), 20)


@pytest.mark.covers("clocktower 4.10")
def test_a_hand_that_was_raised_counts_in_silence_and_one_never_touched_does_not() -> None:
    table = town()
    vote(table, "Ann", "Bo", "Ed", "Flo", "Gus")
    (tally,) = table.view(None).nominations
    assert (tally.tally, tally.hands) == (3, (4, 5, 6))


@pytest.mark.covers("clocktower 4.10")
def test_what_a_player_answers_when_it_is_their_turn_counts_more_than_their_hand() -> None:
    table = town("Ann: nominate Bo", "Cy: hand up", "Cy: no")
    assert table.view(None).sweep.locked == (2,)
    assert table.view(None).sweep.up == ()


@pytest.mark.covers("clocktower 4.10")
def test_without_seconds_the_storyteller_counts_the_hands_that_are_up() -> None:
    table = town("Ann: nominate Bo", "Cy: yes", sweep=0)
    for name in ("Ed", "Gus", "Bo"):
        table.play("Sue", f"hand {name} up")
    table.play("Sue", "hand Bo down")
    with pytest.raises(FacedownError):
        table.play("Ed", "hand up")
    table.play("Sue", "go on with the vote")
    assert table.view(None).nominations[0].hands == (2, 4, 6)
    assert facedown.read(table.record()).view(None) == table.view(None)


def test_the_storyteller_sees_for_how_many_votes_hands_stand_and_players_once_they_are_counted() -> None:
    record = (RECORDS / "bureaucrat_stamps.txt").read_text(encoding="utf-8")
    table = facedown.read(record.partition("Ed: no")[0])
    table.play("Storyteller", table.legal("Storyteller")[0])
    table.play("Storyteller", "hand Ann up")
    for name in ("Ed", "Flo"):
        assert [table.view(seat).sweep.votes for seat in ("Storyteller", "Bo", None)] == [3, 1, 1]
        table.play(name, "no")
    table.play("Ann", "yes")
    assert {table.view(seat).sweep.votes for seat in ("Storyteller", "Bo", None)} == {3}
    assert {table.view(seat).sweep.weights for seat in ("Storyteller", "Bo", None)} == {(1, 1, 3)}
    assert table.log("Bo")[-1].text == "Ann votes: ×3."


def test_a_hand_that_is_down_shows_nobody_for_how_many_votes_it_would_have_counted() -> None:
    record = (RECORDS / "bureaucrat_stamps.txt").read_text(encoding="utf-8")
    table = facedown.read(record.partition("Ed: no")[0])
    table.play("Storyteller", table.legal("Storyteller")[0])
    for name in ("Ed", "Flo", "Ann"):
        table.play(name, "no")
    assert {table.view(seat).sweep.weights for seat in ("Bo", None)} == {(1, 1, 1)}


@pytest.mark.covers("clocktower 4.10")
def test_while_the_storyteller_holds_the_vote_no_clock_runs() -> None:
    table = town("Ann: nominate Bo", "Sue: hold the vote")
    assert table.timing.seconds is None
    assert table.view("Cy").sweep.held
    table.play("Ed", "hand up")
    table.play("Sue", "go on with the vote")
    assert table.timing.seconds is not None
    assert table.view("Cy").sweep.up == (4,)


def test_a_hand_that_was_counted_wrongly_is_set_right_while_the_vote_goes_on() -> None:
    table = town("Ann: nominate Bo", "Cy: yes", "Di: no", "Ed: yes")
    assert table.view(None).sweep.locked == (2, 3, 4)
    table.play("Sue", "hand Cy down")
    table.play("Sue", "hand Di up")
    table.play("Sue", "hand Gus up")
    assert table.view(None).sweep.up == (3, 4, 6)
    while table.view(None).sweep is not None:
        table.wait()
    (nomination,) = table.view(None).nominations
    assert (nomination.tally, sorted(nomination.hands)) == (3, [3, 4, 6])
    said = [event.text for event in table.log("Ann")]
    assert "Cy does not vote: the hand was counted wrongly." in said
    assert said.count("Di votes.") == 1


def test_a_last_vote_that_was_counted_wrongly_is_had_again_and_the_other_way_round() -> None:
    table = town("Sue: kill Cy", "Ann: nominate Bo", "Cy: yes")
    assert not table.view(None).circle[2].ghost_vote
    table.play("Sue", "hand Cy down")
    assert table.view(None).circle[2].ghost_vote
    table.play("Sue", "hand Cy up")
    assert not table.view(None).circle[2].ghost_vote
    table.undo()
    assert table.view(None).circle[2].ghost_vote


def test_supporters_of_an_exile_are_counted_as_the_storyteller_sets_them_right() -> None:
    table = facedown.read(
        TOWN.format(sweep=0, results="at once", script="empath, gunslinger", flo="Monk")
        .replace("Gus, Sue", "Gus, Zoë, Sue")
        .replace("sweep: 0", "sweep: 0\ntravellers: 1")
        .replace("Gus Empath", "Gus Empath, Zoë Gunslinger")
    )
    while not table.timing.continuous:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    table.play("Ann", "exile Zoë")
    for name in ("Ann", "Bo", "Cy", "Di"):
        table.play(name, "yes")
    table.play("Sue", "hand Bo down")
    for name in ("Ed", "Flo", "Gus", "Zoë"):
        table.play(name, "no")
    assert "Zoë stays." in [event.text for event in table.log(None)], "three of eight are not enough"


def test_a_nominee_who_is_away_is_asked_for_their_claim_for_some_seconds_only() -> None:
    table = town("Ann: nominate Bo", script="goblin")
    assert table.view("Bo").question.topic == "claim"
    table.wait()
    assert table.view(None).sweep is not None


def test_undo_takes_back_a_hand_and_all_that_was_counted_since() -> None:
    table = town("Ann: nominate Bo")
    before = [table.view(seat) for seat in (None, *range(8))]
    table.play("Ed", "hand up")
    table.wait(3)
    table.undo()
    assert [table.view(seat) for seat in (None, *range(8))] == before


def test_after_a_tally_of_three_four_are_wanted_and_three_tie() -> None:
    table = town()
    assert (table.view(None).to_beat, table.view(None).ties) == (4, None)
    vote(table, "Ann", "Bo", "Ed", "Flo", "Gus", "Di", "Cy")
    assert (table.view(None).block, table.view(None).to_beat, table.view(None).ties) == (1, 6, 5)
    table.play("Bo", "nominate Cy")
    assert "it takes 6" in table.prompt("Di")


def test_where_results_are_told_at_dusk_only_the_storyteller_sees_how_many_would_be_enough_now() -> None:
    table = town(results="at dusk")
    vote(table, "Ann", "Bo", "Ed", "Flo", "Gus", "Di", "Cy")
    assert [(view.to_beat, view.ties) for view in map(table.view, (None, "Ann", "Sue"))] == [
        (4, None), (4, None), (6, 5)
    ]  # fmt: skip


@pytest.mark.parametrize("sweep", [0, 2])
def test_the_dead_are_told_that_it_is_their_last_vote(sweep: int) -> None:
    table = town("Sue: kill Cy", "Ann: nominate Bo", sweep=sweep)
    assert table.view(None).sweep.spends == (2,)
    assert "your last vote" in table.prompt("Cy")
    table.play("Cy", "no")
    assert "your last vote" not in table.prompt("Di")
    assert table.view(None).circle[2].ghost_vote


def test_nobody_has_hands_at_an_exile_or_a_poll_that_spend_a_last_vote() -> None:
    table = town("Sue: kill Cy", "Flo: use Cult Leader", flo="Cult Leader")
    sweep = table.view(None).sweep
    assert (sweep.kind, sweep.nominee, sweep.up, sweep.spends) == ("poll", 5, (5,), ())
    table.play("Cy", "hand up")
    table.wait(len(sweep.order))
    assert [event.text for event in table.log(None) if event.kind == "joins"] == [
        "Cy joins the cult of Flo.", "Flo joins the cult of Flo."
    ]  # fmt: skip


def test_a_storyteller_who_counts_twice_is_told_that_no_hands_are_being_counted() -> None:
    table = town("Ann: nominate Bo", "Sue: go on with the vote", sweep=0)
    assert table.view(None).sweep is None
    with pytest.raises(FacedownError) as refused:
        table.play("Sue", "go on with the vote")
    assert str(refused.value) == "No hands are being counted now."


def test_a_nominee_who_makes_the_claim_that_they_are_asked_about_has_answered() -> None:
    table = town("Ann: nominate Bo", "Bo: claim Goblin", script="goblin", sweep=0)
    assert table.names[table.asked[0]] == "Cy"
    assert "Bo claims to be the [Goblin]." in [event.text for event in table.log(None)]
