"""What an execution costs: bots weigh it, and execute somebody dear only for a reason that they can state."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

import facedown
from facedown.agents import player
from facedown.core.table import Table
from facedown.games.clocktower import bots
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.suspicion import believes, public, reasons, supposition, thin
from facedown.games.clocktower.bots.talk import may_be_said
from facedown.games.clocktower.bots.town import execution_costs, town_of
from facedown.games.clocktower.bots.votes import GIVEN_UP, gives_up, may_succeed, to_win, votes
from facedown.games.clocktower.moves import Deed, InSeat, act_of
from facedown.games.clocktower.public import Tally
from facedown.games.clocktower.speech.statements import Reason, Report
from tests.games.clocktower.laid_out import TOKENS, first_day
from tests.games.clocktower.told import told

GAME = facedown.game("clocktower")
BLUFFS = "Recluse, Soldier, Slayer"
SAINT, MAYOR = first_day(bluffs=BLUFFS), first_day(TOKENS.replace("Saint", "Mayor"), BLUFFS)
DEAR = 0.5  # of a game


def mind_of(table: Table, seat: int) -> Mind:
    view = table.observation(seat)
    assert view.me is not None
    return Mind(view, view.me, seat)


def nominations(seed: int, players: int = 9) -> Iterator[tuple[Mind, int]]:
    """Every nomination in a game among bots: what the nominator thinks, and whom they nominate."""
    table = GAME.new(players + 1, seed)
    crowd = [player(GAME, "sensible", f"{seed}/{seat}") for seat in range(players + 1)]
    while table.asked:
        seat = table.asked[0]
        move = crowd[seat].choose(table.observation(seat), table.legal(seat))
        act = act_of(move)
        if isinstance(act, Deed) and act.verb == "nominate" and isinstance(act.about[0], InSeat):
            yield mind_of(table, seat), act.about[0].seat
        table.play(seat, move)


def test_who_claims_to_cost_the_game_is_nominated_for_a_reason() -> None:
    dear = 0
    for seed in (*range(6), 20, 55, 74):  # it happens in one game of fourteen: in the last three
        for mind, nominee in nominations(seed):
            voters = sum(place.alive or place.ghost_vote for place in mind.view.circle if place.seat != nominee)
            assert to_win(mind) <= voters, f"game {seed}: {nominee} cannot be executed"
            if any(execution_costs(id) >= DEAR for id in mind.town.claims[nominee]):
                dear += 1
                assert reasons(mind, nominee), f"game {seed}: nothing speaks against {nominee}"
    assert dear, "it happens"


def test_a_town_without_a_reason_does_not_vote_against_a_claimed_saint() -> None:
    table = told(SAINT + "Flo: claim Saint\nBo: claim Monk\nStoryteller: to nominations\nAnn: nominate Flo\n")
    while not table.view(None).nominations[-1].done:
        seat = table.asked[0]
        move = bots.choose(table.observation(seat), table.legal(seat), Random(1))
        assert move.text == ("no" if seat < 7 else "go on")
        table.play(seat, move)


def test_two_who_claim_the_same_are_a_reason() -> None:
    table = told(SAINT + "Flo: claim Saint\nEd: claim Saint\n")
    found = reasons(mind_of(table, 0), 4)
    both = Reason("both_claim", (4, 5), ("saint",))
    assert both in found
    assert both not in reasons(mind_of(table, 0), 6), "nothing was said of Gus"


def test_reasons_come_in_the_order_of_what_was_claimed() -> None:
    """In every run of the program, so that equal games go alike."""
    claims = ("Mayor", "Monk", "Soldier", "Chef", "Virgin", "Empath", "Slayer", "Saint")
    table = told(SAINT + "".join(f"{name}: claim {role}\n" for name in ("Flo", "Ed") for role in claims))
    found = [reason.roles for _, reason in public(town_of(table.observation(None)), 4)]
    assert found == [(role.lower(),) for role in claims]


def test_three_alive_leave_it_to_a_mayor_whom_they_trust() -> None:
    record = MAYOR + "Flo: claim Mayor\n"
    record += "".join(f"Storyteller: kill {name}\n" for name in ("Cy", "Di", "Gus", "Ann"))
    mind = mind_of(told(record), 1)
    assert mind.held > 0.3
    assert mind_of(told(record.replace("Flo: claim Mayor\n", "")), 1).held == 0.0


def test_what_is_about_everybody_is_a_reason_for_nobody() -> None:
    table = told(SAINT + "Ann: say = report N1 chef count 0\nAnn: say = report N1 empath count 2\n")
    found = reasons(mind_of(table, 3), 1)
    assert [role for reason in found for role in reason.roles] == ["empath"]


def test_nobody_says_of_themselves_that_they_are_evil() -> None:
    table = told(SAINT)
    for seat, may in ((0, False), (1, True)):
        assert may_be_said(mind_of(table, 0), Report("N1", "bountyhunter", (("player", seat),))) == may


def test_evil_give_up_a_minion_whom_everybody_suspects_but_never_the_demon() -> None:
    for neighbour, name, suspect in (("Cy", "Imp", 3), ("Flo", "Spy", 4)):
        reports = (
            ("Ann", "investigator pair 2 Di Ed role spy"),
            ("Gus", "fortuneteller pair 2 Di Ed yes yes"),
            (neighbour, "empath count 2"),
        )
        said = "".join(f"{by}: say = report N1 {words}\n" for by, words in reports)
        mind = mind_of(told(SAINT + said), 7 - suspect)
        assert mind.seen.evil[suspect] > GIVEN_UP
        assert gives_up(mind, suspect) == (name == "Imp"), f"the {name} thinks of the other"


def test_nobody_says_that_they_believe_whom_they_accused_or_voted_to_execute() -> None:
    claims = "Ann: claim Chef\nGus: claim Virgin\n"
    record = SAINT + claims + "Flo: say = report N1 washerwoman pair 2 Ann Gus role chef\n"
    for own, may in (("", True), ("Bo: say = suspicion Ann\n", False)):
        assert believes(mind_of(told(record + own), 1), 0) == may
    for hand, may in (("no", True), ("yes", False)):
        votes = f"Bo: {hand}; Cy: no; Di: no; Ed: no; Flo: no; Gus: no; Ann: no"
        voted = f"Storyteller: to nominations\nGus: nominate Ann\n{votes}\n"
        table = told(record + voted)
        table.play(7, "end the day")
        table.play(7, "go on")
        assert believes(mind_of(table, 1), 0) == may


def test_a_supposition_names_a_team_with_which_what_others_say_can_be_true() -> None:
    """An Empath sees nobody evil beside her: she or no neighbour of hers is evil with Ed."""
    mind = mind_of(told(SAINT + "Cy: claim Empath\nCy: say = report N1 empath count 0\n"), 0)
    (found,) = supposition(mind, 4)
    assert found.kind == "if_2"
    assert found.seats[0] == 4
    assert set(found.seats) - {4} <= {2, 5, 6}
    assert next(supposition(mind, 1)).kind in ("if_2", "if_2_but_one")
    imp = mind_of(told(SAINT + "Cy: claim Empath\nCy: say = report N1 empath count 0\n"), 4)
    assert not list(supposition(imp, 3)), "the Spy is evil in no case that an Imp would tell of"


def test_after_the_days_first_nobody_is_nominated_for_whom_too_few_seem_ready_to_vote() -> None:
    claims = "Ann: say = report N1 fortuneteller pair 2 Gus Bo yes yes\nBo: claim Monk\nGus: claim Virgin\n"
    opened = SAINT + claims + "Storyteller: to nominations\n"
    assert may_succeed(mind_of(told(opened), 3), 0), "the first finds out"
    later = mind_of(told(opened + "Ann: nominate Gus\n"), 3)
    assert [seat for seat in later.town.living if may_succeed(later, seat)] == [1, 6]


@pytest.mark.parametrize("poisoned", ["Bo", "Di"])
def test_a_butler_votes_only_where_the_master_they_chose_does(poisoned: str) -> None:
    def bo_votes(master: str, *hands: str) -> bool:
        table = told(
            "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Storyteller\nscript: Trouble Brewing\n"
            "sweep: 1\ntokens: Ann Soldier, Bo Butler, Cy Saint, Di Slayer, Ed Imp, Flo Virgin, Gus Poisoner\n"
            f"Storyteller: Recluse\nStoryteller: Mayor\nStoryteller: Chef\nGus: {poisoned}\nBo: {master}\n"
            "Ann: claim Chef\nEd: claim Chef\nStoryteller: to nominations\nBo: nominate Ed\nStoryteller: go on\n"
            "Flo: no\nGus: no\n" + "\n".join(hands) + "\n"
        )
        return votes(mind_of(table, 1), Random(0))

    assert [bo_votes("Ann", f"Ann: {word}") for word in ("yes", "no")] == [True, False]
    assert [bo_votes("Cy", "Ann: yes"), bo_votes("Cy", "Cy: hand up", "Ann: yes")] == [False, True]


def test_whoever_nominates_votes_for_it_too() -> None:
    claims = "Ann: say = report N1 fortuneteller pair 2 Gus Bo yes yes\nBo: claim Monk\nGus: claim Virgin\n"
    table = told(SAINT + claims + "Storyteller: to nominations\nCy: nominate Gus\n")
    mind = mind_of(table, 2)
    mind.thought.guilt[6] = 0.01  # they have come to doubt it since
    assert votes(mind, Random(1))


def test_who_votes_for_the_first_time_today_has_voted() -> None:
    view = told(SAINT).observation(3)
    before, today = Tally(0, 0, 6, (4,), 1, True), Tally(1, 4, 0, (1,), 1, True)
    view = msgspec.structs.replace(view, nominated_before=(before,), nominations=(today,))
    assert view.me is not None
    mind = Mind(view, view.me, 3)
    assert [seat for seat in range(7) if Reason("never_voted", (seat,)) in thin(mind, seat)] == [2, 3, 5, 6]
