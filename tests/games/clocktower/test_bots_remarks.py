"""What bots say to what was said today: they ask, take up a reason, and speak up for somebody."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from facedown.core.table import Table
from facedown.games.clocktower.bots import defence
from facedown.games.clocktower.bots.defence import reasons_for
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.moves import say_aloud
from facedown.games.clocktower.bots.remarks import grounds, objection_due, opening_due, question_due, remark_due
from facedown.games.clocktower.bots.suspicion import thin
from facedown.games.clocktower.bots.votes import leaning
from facedown.games.clocktower.speech.statements import Question, Reason
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told

CLAIMS = ("Ann: claim Chef", "Bo: claim Washerwoman", "Cy: claim Empath", "Di: claim Monk")
HEARD = (*CLAIMS, "Bo: say = report N1 washerwoman pair 2 Cy Gus role empath")


def after(*moves: str) -> Table:
    return told(first_day() + "\n".join(moves) + "\n")


def mind_of(table: Table, seat: int) -> Mind:
    view = table.observation(seat)
    assert view.me is not None
    return Mind(view, view.me, seat)


def test_who_has_not_said_who_they_are_is_asked_once_and_blamed_for_no_answer() -> None:
    asks = Question("self")
    assert question_due(mind_of(after(*CLAIMS[:3]), 1)) is None, "too few have said it"
    table = after(*CLAIMS)
    assert question_due(mind_of(table, 1)) == (4, asks)
    table.play("Bo", "say = to Ed = ask self")
    assert question_due(mind_of(table, 1)) is None
    assert question_due(mind_of(table, 3)) == (5, asks)
    refused = Reason("refused", (4, 1))
    assert refused not in thin(mind_of(table, 0), 4)
    table.play("Ed", "say = to Bo = phrase not_yet")
    assert refused in thin(mind_of(table, 0), 4)
    table.play("Ann", "say = to Ed = suspicion Ed because refused Ed Bo")
    assert table.log(None)[-1].text.endswith("because you named no character when Bo asked.")


def test_who_uses_an_ability_has_said_who_they_are() -> None:
    assert Reason("silent", (6,)) not in thin(mind_of(after(*CLAIMS[:3]), 3), 6), "most are silent"
    silent, used = after(*CLAIMS), after(*CLAIMS, "Gus: use Slayer on Ed", "Storyteller: go on")
    assert [Reason("silent", (6,)) in thin(mind_of(table, 0), 6) for table in (silent, used)] == [True, False]
    assert mind_of(used, 0).town.claims[6] == ["slayer"]
    used.play("Gus", "claim Monk")
    assert mind_of(used, 0).town.claims[6] == ["monk"]


def test_on_a_day_on_which_nobody_has_spoken_whoever_has_nothing_to_say_asks_something() -> None:
    for heard in ("Gus: claim Chef", 'Gus: say "Hm."'):
        table = after()
        asks = opening_due(mind_of(table, 2))
        assert asks is not None
        assert asks.text == "say = to Bo = ask suspect"
        table.play(*heard.split(": "))
        assert opening_due(mind_of(table, 2)) is None


def test_who_nominates_says_why_or_who_has_convinced_them() -> None:
    accused = "Ann: say = suspicion Ed because silent Ed"
    table = after(*CLAIMS, accused, "Bo: say = suspicion Flo because silent Flo")
    mine = grounds(mind_of(table, 2), 4)
    assert mine is not None
    assert mine.because == Reason("convinced", (0,)), "that Ed is silent was said, and the like of Flo"
    table.play("Cy", "say = suspicion Ed because convinced Ann")
    assert grounds(mind_of(table, 2), 4) is None
    assert table.log(None)[-1].text == "Cy: I do not trust Ed, because I think that Ann is right."


def test_nobody_is_convinced_by_a_reason_that_is_none() -> None:
    table = after(*CLAIMS, "Ann: say = suspicion Ed because least Ed", "Bo: say = suspicion Flo because silent Flo")
    mine = grounds(mind_of(table, 2), 4)
    assert mine is not None
    assert mine.because == Reason("silent", (4,))


def test_somebody_whom_all_may_believe_is_spoken_for_once() -> None:
    table = after(*HEARD, "Di: say = suspicion Cy because silent Cy")
    words = objection_due(mind_of(table, 0))
    assert words is not None
    assert words.seat == 2
    assert objection_due(mind_of(table, 3)) is None, "who has accused somebody does not"
    evil = objection_due(mind_of(table, 4))
    assert evil == words, "an Imp, who knows more, speaks up as the good do"
    table.play(0, say_aloud(mind_of(table, 0), words))
    assert not [seat for seat in range(7) if objection_due(mind_of(table, seat)) is not None]
    again = mind_of(after(*HEARD, "Di: say = suspicion Cy because silent Cy"), 0)
    places = [msgspec.structs.replace(place, said_before=(words,)) for place in again.view.circle]
    again.view = msgspec.structs.replace(again.view, circle=tuple(places))
    assert objection_due(again) is None, "it was said on an earlier day"


def test_the_same_reason_is_put_otherwise_each_time_that_it_is_given_as_long_as_there_are_ways() -> None:
    table = after(*CLAIMS)
    said = []
    for _ in range(2):
        for by in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"):
            of = "Ann" if by == "Gus" else "Gus"
            table.play(by, f"say = suspicion {of} because silent {of}")
            said.append(table.log(None)[-1].text.partition(f": {of} ")[2])
    assert len(set(said[:5])) == 5
    assert len(set(said[5:10])) == 5


def test_what_is_said_for_others_weighs_nothing() -> None:
    before = mind_of(after(*HEARD), 2).seen
    table = after(*HEARD, "Di: say = defence Ann because learns_more Ann chef")
    assert mind_of(table, 2).seen == before


def test_where_nobody_reads_nobody_asks() -> None:
    mind = mind_of(after(*CLAIMS), 1)
    assert remark_due(mind) is not None
    mind.view = msgspec.structs.replace(mind.view, names=())
    assert remark_due(mind) is None


def test_on_the_first_day_bots_differ_about_whom_nobody_knows_and_stand_by_their_own_word() -> None:
    table = after("Ann: say = suspicion Ed because silent Ed")
    assert {leaning(mind_of(table, 0), 4, Random(luck)) for luck in range(5)} == {1.1}
    drawn = [leaning(mind_of(table, 1), 4, Random(luck)) for luck in range(200)]
    assert min(drawn) < 0.6
    assert max(drawn) > 1.4
    assert sum(drawn) / len(drawn) == pytest.approx(1.0, abs=0.1), "else the town executes more, or fewer"


def test_nobody_speaks_up_for_somebody_because_they_voted_to_execute_the_speaker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(defence, "DUBIOUS", -1.0)
    votes = "; ".join(f"{name}: yes" for name in ("Cy", "Di", "Ed", "Flo", "Gus", "Ann", "Bo"))
    table = after("Storyteller: to nominations", "Ann: nominate Bo", votes, "Storyteller: end the day", "Ed: Ann")
    of_vote = Reason("voted_well", (2, 1))
    assert of_vote in reasons_for(mind_of(table, 0), 2)
    assert of_vote not in reasons_for(mind_of(table, 1), 2)
