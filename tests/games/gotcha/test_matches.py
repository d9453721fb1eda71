"""Whole matches at random: nothing is lost, points are what was taken, and every match ends."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import facedown
from facedown.core.batch import Batch
from facedown.core.flat import FlatGame
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import dtype_of
from facedown.core.questions import become, open_kind
from facedown.core.table import Table
from facedown.games import gotcha
from facedown.games.gotcha import events, rules, steps
from facedown.games.gotcha import position as p
from facedown.games.gotcha.cards import HOUSE
from facedown.games.gotcha.words import EVENTS, QUESTIONS

GAME = gotcha.GAME
RULES = GAME.contract.given_rules
ANN, BO = "Ann", "Bo"
ROCKS = "".join(
    f'[[card]]\nname = "Rock {name}"\ntypes = ["Rock"]\ncopies = 9\ntier = "starter"\ntext = "x"\n'
    for name in "ABCDEF"
)


def cards_of(s: Any) -> Counter[int]:
    """Every card of a position, wherever it lies."""
    found = Counter(s.deck[: s.deck_left].tolist())
    found += Counter(s.deck[p.CARDS - int(s.trash_count) :].tolist())
    found += Counter(s.draft[: s.draft_count].tolist())
    found += Counter(taken(s, 0)) + Counter(taken(s, 1))
    for side in range(2):
        found += Counter(s.under[side, : s.under_count[side]].tolist())
        for kind in range(len(HOUSE)):
            found[kind] += sum(int(copies) >> kind & 1 for copies in s.hand[side])
        found += Counter(int(s.lanes[side, n]) for n in range(p.CARDS) if int(s.there[side]) >> n & 1)
    return found


def taken(s: Any, seat: int) -> list[int]:
    count = int(s.victory_count[seat])
    pile: list[int] = (s.victory if seat == 0 else s.victory[::-1])[:count].tolist()
    return pile


def random_match(seed: int, **options: Any) -> Table:
    table, luck = GAME.new(seed=seed, **options), random.Random(seed)
    while table.asked:
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))
    return table


MATCHES = [
    random_match(seed, tier=("starter", "advanced")[seed % 2], start=("lot", "lot", "throw")[seed % 3])
    for seed in range(24)
]


def test_a_position_is_small() -> None:
    assert isinstance(GAME, FlatGame)
    own = GAME.contract.position_layout.itemsize - dtype_of(FlatPosition).itemsize
    assert own <= 780  # beside what every game has; two piles take 400


@pytest.mark.covers("gotcha 1.3")
def test_the_tiers_have_29_and_57_cards() -> None:
    for tier, many in (("starter", 29), ("advanced", 57)):
        s = GAME.new(tier=tier, seed=1).position()
        assert cards_of(s).total() == many
        assert cards_of(s) == Counter(
            {kind: n for kind in range(len(HOUSE)) if (n := int(GAME.contract.plain_cards.copies_in[s.tier, kind]))}
        )


@pytest.mark.parametrize("match", MATCHES)
def test_no_card_is_lost_or_made(match: Table) -> None:
    every = cards_of(match.frames[0].position)
    for frame in match.frames:
        assert +cards_of(frame.position) == every


@pytest.mark.covers("gotcha 5.8", "gotcha 1.1")
@pytest.mark.parametrize("match", MATCHES)
def test_points_are_what_the_victory_piles_are_worth(match: Table) -> None:
    for frame in match.frames:
        s = frame.position
        for seat in range(2):
            assert s.points[seat] == sum(HOUSE[kind].worth for kind in taken(s, seat))


@pytest.mark.parametrize("match", MATCHES)
def test_every_step_says_one_thing_that_happened(match: Table) -> None:
    counts = [int(frame.position.event_count) for frame in match.frames]
    assert counts == list(range(len(counts)))


@pytest.mark.covers("gotcha 7.5")
@pytest.mark.parametrize("match", MATCHES)
def test_two_rounds_win_the_match(match: Table) -> None:
    won = match.standing.scores
    assert match.over
    assert match.standing.winners == tuple(seat for seat in range(2) if won[seat] == 2)
    assert max(won) == 2


def test_random_matches_meet_every_event_and_every_question_but_the_rarest() -> None:
    met, questions = set(), set()
    for match in MATCHES:
        for frame in match.frames:
            met.add(int(frame.position.event))
            if match.contract.asked(frame.position):
                questions.add(open_kind(frame.position))
    assert questions == set(QUESTIONS)
    assert set(EVENTS) - met <= {
        events.HANDS_DEALT,
        events.ROUND_DRAWN,
        events.SHOWED,
        events.CUT_STOPPED,
        events.DISCARDED,
        events.RAN_OUT,
    }


@pytest.mark.covers("gotcha 1.5")
def test_everybody_may_look_through_the_trash() -> None:
    for match in MATCHES[:4]:
        for frame in match.frames[:: max(1, len(match.frames) // 30)]:
            views: list[Any] = [match.contract.view(frame.position, seat, match.names) for seat in (0, 1, None)]
            assert views[0].trash == views[1].trash == views[2].trash
            assert len(views[0].trash) == frame.position.trash_count


@pytest.mark.covers("gotcha 4.7")
def test_an_empty_deck_is_made_anew_from_the_trash() -> None:
    shuffles = 0
    for match in MATCHES:
        for before, after in zip(match.frames, match.frames[1:], strict=False):
            if after.position.event == events.SHUFFLED:
                shuffles += 1
                assert before.position.deck_left == 0
                assert after.position.deck_left == before.position.trash_count
                assert after.position.trash_count == 0
    assert shuffles > 3


@pytest.mark.covers("gotcha 2.3")
def test_the_nine_are_hidden_while_they_are_dealt_too() -> None:
    """Where the deck runs out among them, some lie there before the trash is shuffled."""
    s = GAME.new((ANN, BO), seed=5).position()
    first, kinds = int(s.first), s.draft[: p.NINE].tolist()
    s.draft_count, s.deck_left = 0, 4
    s.deck[:4], s.deck[4:9] = kinds[:4], 0
    for _ in range(5):
        p.trash(s, 0)
    become(s, steps.DEAL, 0)
    counts = []
    while open_kind(s) == steps.DEAL:
        RULES.proceed(s)
        views: list[Any] = [GAME.contract.view(s, seat, (ANN, BO)) for seat in (first, 1 - first, None)]
        own, other, watching = views
        counts.append(len(own.draft))
        assert other.draft == watching.draft == ()
        for seat in (1 - first, None):
            assert GAME.contract.view(GAME.contract.determinize(s, seat, 1), seat, (ANN, BO)) == GAME.contract.view(
                s, seat, (ANN, BO)
            )
    assert counts == [4, 4, 9]


@pytest.mark.covers("gotcha 7.5")
def test_after_nine_rounds_the_match_is_drawn() -> None:
    table = GAME.new(seed=5)
    s = table.position()
    s.round_number, s.points[:] = rules.MOST_ROUNDS, (4, 3)
    become(s, steps.COUNT, 0)
    RULES.proceed(s)
    assert GAME.contract.over(s)
    standing = GAME.contract.standing(s)
    assert standing.scores == (1, 0)
    assert standing.winners == ()
    assert GAME.contract.words.prompt(GAME.contract.view(s, 0, table.names), table.names) == "The match is drawn."


@pytest.mark.covers("gotcha 7.4", "gotcha 7.6")
def test_a_round_in_which_nobody_can_draw_for_overtime_is_won_by_nobody() -> None:
    table = GAME.new(seed=5)
    s = table.position()
    s.draft_count = s.deck_left = 0
    become(s, steps.OVERTIME, 0)
    RULES.proceed(s)
    assert s.event == events.ROUND_DRAWN
    assert s.rounds_won.tolist() == [0, 0]
    RULES.proceed(s)
    assert s.event == events.TIDIED
    RULES.proceed(s)
    assert s.event == events.LOT_DRAWN


@pytest.mark.covers("gotcha 7.4")
def test_a_round_that_is_still_equal_after_ten_overtimes_is_won_by_nobody() -> None:
    """All cards are Rocks: every lane is a tie, in every overtime."""
    table = facedown.game("gotcha", cards=ROCKS).new(seed=4)
    while table.view(0).round == 1:
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0])
    told = [event.text for event in table.log(0)]
    assert sum(text.endswith("tied 0 to 0: overtime.") for text in told) == 10
    assert "That was the tenth overtime: nobody wins round 1." in told
    assert table.view(0).rounds_won == (0, 0)


@pytest.mark.covers("gotcha 2.6")
def test_after_a_round_that_nobody_won_both_throw_again() -> None:
    s = GAME.new(seed=5, start="throw").position()
    s.draft_count = s.deck_left = 0
    become(s, steps.OVERTIME, 0)
    for _ in range(2):
        RULES.proceed(s)
    assert (s.event, open_kind(s), GAME.contract.asked(s)) == (events.TIDIED, steps.THROW, (0, 1))


@pytest.mark.covers("gotcha 2.6")
def test_nobody_knows_a_throw_before_both_have_thrown() -> None:
    """It may be any of the three to everybody else, also when the table is about to compare the throws."""
    s = GAME.new((ANN, BO), seed=3, start="throw").position()
    RULES.step(s, 0, rules.ROCK)
    check_that_only_the_thrower_knows(s, None)
    RULES.step(s, 1, rules.SCISSORS)
    assert open_kind(s) == steps.COMPARE
    check_that_only_the_thrower_knows(s, rules.SCISSORS - rules.ROCK)


def check_that_only_the_thrower_knows(s: Any, of_bo: int | None) -> None:
    """Ann has thrown rock; Bo has thrown this."""
    for seat, thrown in ((1, of_bo), (None, None)):
        view: Any = GAME.contract.view(s, seat, (ANN, BO))
        assert view.thrown == thrown
        twins = [GAME.contract.determinize(s, seat, seed) for seed in range(40)]
        assert {p.thrown_by(twin, 0) for twin in twins} == {0, 1, 2}
        assert all(GAME.contract.view(twin, seat, (ANN, BO)) == view for twin in twins)
    assert p.thrown_by(GAME.contract.determinize(s, 0, 7), 0) == 0


@pytest.mark.covers("gotcha 4.7")
def test_with_no_card_left_anywhere_fewer_are_drawn() -> None:
    s = GAME.new(["Ann", "Bo"], seed=5).position()
    s.draft_count = s.deck_left = s.trash_count = 0
    s.turn, s.starter, s.lane, s.winner = 1, 0, 0, 0
    p.put(s, 0, 0, [card.name for card in HOUSE].index("Draw Rock"), True)
    become(s, steps.TAKE, 0)
    RULES.proceed(s)
    assert s.hand_count.tolist() == [0, 0]
    assert s.points.tolist() == [1, 0]
    assert s.draws.tolist() == [0, 0]
    assert open_kind(s) == steps.TURN


@pytest.mark.covers("gotcha 4.7", "gotcha 6.12")
def test_the_trash_is_shuffled_before_a_card_is_drawn_on_a_risky_gotcha() -> None:
    s = GAME.new((ANN, BO), seed=5).position()
    s.draft_count = s.deck_left = 0
    s.turn, s.starter, s.lane = 1, 0, 0
    p.put(s, 0, 0, [card.name for card in HOUSE].index("Risky Gotcha"), True)
    p.trash(s, 3)
    become(s, steps.LANE, 0)
    met = []
    for _ in range(2):
        RULES.proceed(s)
        met.append(int(s.event))
    assert met == [events.SHUFFLED, events.COVERED]
    assert (p.card_at(s, 0, 0), s.under_count[0], s.deck_left, s.trash_count) == (3, 1, 0, 0)


def with_nothing_to_draw(turn: int) -> tuple[list[str], p.Position]:
    """The names of the cards, and a position at the first lane of a turn, with neither deck nor trash."""
    s = GAME.new(["Ann", "Bo"], seed=5).position()
    s.draft_count = s.deck_left = s.trash_count = 0
    s.turn, s.starter, s.lane = turn, 0, 0
    return [card.name for card in HOUSE], s


@pytest.mark.covers("gotcha 6.12")
def test_a_risky_gotcha_with_nothing_to_draw_fights_itself() -> None:
    names, s = with_nothing_to_draw(1)
    p.put(s, 0, 0, names.index("Risky Gotcha"), True)
    p.put(s, 1, 0, names.index("Curse"), True)
    become(s, steps.LANE, 0)
    RULES.proceed(s)
    assert (s.event, s.winner) == (events.FOUGHT, 0)


@pytest.mark.covers("gotcha 4.6", "gotcha 6.12")
def test_a_risky_gotcha_with_nothing_to_draw_is_covered_in_the_lane_that_it_is_traded_into() -> None:
    names, s = with_nothing_to_draw(1)
    p.put(s, 0, 0, names.index("Risky Gotcha"), True)
    p.put(s, 0, 1, names.index("Swap Rock Inward"), True)
    p.put(s, 1, 0, names.index("Common Rock"), True)
    become(s, steps.LANE, 0)
    met = []
    for _ in range(6):
        RULES.proceed(s)
        met.append(int(s.event))
    # The swap ties, and both cards go to the trash.
    assert met[:3] == [events.SWAPPED, events.FOUGHT, events.TOOK]
    assert met[3:] == [events.SHUFFLED, events.COVERED, events.FOUGHT]


@pytest.mark.covers("gotcha 6.6", "gotcha 6.12")
def test_what_is_drawn_on_a_risky_gotcha_that_has_lain_there_stays_as_a_new_card() -> None:
    names, s = with_nothing_to_draw(2)
    p.put(s, 0, 0, names.index("Risky Gotcha"), True)
    s.stayed[0] = 1  # it was traded into a lane that was over
    p.trash(s, names.index("Super Rock"))
    become(s, steps.LANE, 0)
    while s.event != events.TOOK:
        RULES.proceed(s)
    assert p.card_at(s, 0, 0) == names.index("Super Rock")
    assert (s.there.tolist(), s.victory_count.tolist()) == ([1, 0], [1, 0])


@pytest.mark.covers("gotcha 7.7")
def test_hands_and_piles_go_to_the_trash_and_the_deck_is_left_alone() -> None:
    tidied = 0
    for match in MATCHES:
        for before, after in zip(match.frames, match.frames[1:], strict=False):
            if after.position.event == events.TIDIED:
                tidied += 1
                left = int(after.position.deck_left)
                assert before.position.deck_left == left
                assert after.position.deck[:left].tolist() == before.position.deck[:left].tolist()
                assert after.position.hand_count.tolist() == [0, 0]
                assert after.position.trash_count + left == cards_of(before.position).total()
    assert tidied > 10


@pytest.mark.parametrize(("tier", "start"), [("starter", "lot"), ("advanced", "lot"), ("advanced", "throw")])
def test_compiled_matches_are_the_interpreted_ones(tier: str, start: str) -> None:
    assert isinstance(GAME, FlatGame)
    options = {"tier": tier, "start": start}
    slow = Batch(GAME.contract, 2, options=options, compiles=False).play("same", 0, 40)
    fast = Batch(GAME.contract, 2, options=options).play("same", 0, 40)
    assert np.array_equal(slow.decisions, fast.decisions)
    assert slow.positions.tobytes() == fast.positions.tobytes()


def test_dealing_anew_changes_the_card_of_a_secret_event_too() -> None:
    changed = 0
    for match in MATCHES:
        for frame in match.frames:
            s = frame.position
            if s.event in (events.PLACED, events.DREW, events.KEPT):
                other = match.contract.determinize(s, 1 - int(s.event_seat), 5)
                changed += other.event_card != s.event_card
                held = [kind for kind in range(len(HOUSE)) if int(other.hand[s.event_seat, 0]) >> kind & 1]
                assert other.event_card in (other.lanes[s.event_seat] if s.event == events.PLACED else held)
    assert changed > 100


def test_dealing_anew_keeps_what_a_seat_sees_and_every_card() -> None:
    luck = random.Random(3)
    for match in MATCHES:
        for frame in [*luck.sample(match.frames, 12), match.frames[-1]]:
            for seat in (0, 1, None):
                other = match.contract.determinize(frame.position, seat, luck.random())
                assert +cards_of(other) == +cards_of(frame.position)
                assert match.contract.view(other, seat, match.names) == match.contract.view(
                    frame.position, seat, match.names
                )


def hidden_from_others(s: Any, side: int) -> Counter[int]:
    """The cards that only this player can see: in hand, and face-down on the field."""
    held = Counter(kind for n in range(p.COPIES) for kind in range(62) if int(s.hand[side, n]) >> kind & 1)
    face_down = int(s.there[side]) & ~int(s.face_up[side])
    return held + Counter(int(s.lanes[side, lane]) for lane in range(p.CARDS) if face_down >> lane & 1)


@pytest.mark.covers("gotcha 2.4")
@pytest.mark.parametrize("match", MATCHES[:6])
def test_what_was_drafted_openly_stays_with_its_player_until_it_is_seen(match: Table) -> None:
    """All else may be otherwise: the other's kept and drawn cards, and which of them lie where."""
    drafted, follows, otherwise = [Counter[int](), Counter[int]()], False, 0
    for number, frame in enumerate(match.frames):
        s = frame.position
        if s.event == events.KEPT:
            drafted, follows = [Counter(), Counter()], True
        elif s.event == events.DRAFTED:
            drafted[int(s.event_seat)][int(s.event_card)] += 1
        elif s.event in (events.REVEALED, events.SHOWED, events.SHUFFLED):
            follows = False
        for seat in range(2) if follows else ():
            twin = match.contract.determinize(s, seat, number)
            here, there = hidden_from_others(s, 1 - seat), hidden_from_others(twin, 1 - seat)
            assert there.total() == here.total()
            assert drafted[1 - seat] <= there
            otherwise += here != there
    assert otherwise > 5
