"""Lessons and pictures: records with notes, which the first seat plays and looks at."""

import msgspec
import pytest

import facedown
from facedown.core.errors import RecordError
from facedown.core.record import lesson as lessons
from facedown.server.site import catalogue
from facedown.server.wire import Lesson, Refused
from tests import sample_game

HAND = """
game: bayou-boss
seats: Ann, Bo
note: You are Ann.
dealer: Bo
Ann holds: Red 3, Blue 2
Bo holds: Red 4
trump: Yellow 4
swamp: Heron, Red 0

note: Lead low.
Ann: Red 3
Bo: Red 4
told: Bo takes the trick with Red 4
note: Bo picks first.
Bo: Heron
Ann: Red 0
note: That is all.
"""


def test_a_note_above_the_first_seats_move_is_a_step_that_the_learner_takes() -> None:
    steps = lessons.lesson(HAND, facedown.game)
    assert [(step.note, step.move) for step in steps] == [
        ("You are Ann. Lead low.", "Red 3"),
        ("Bo picks first.", None),
        ("That is all.", None),
    ]
    assert steps[0].table.asked == (0,)
    assert "Red 3" in [move.text for move in steps[0].table.legal(0)]
    between = [event.text for event in steps[1].table.log(0, steps[1].since + 1)]
    assert between == ["You play [Red 3].", "Bo plays [Red 4].", "Bo takes the trick with [Red 4]."]
    assert steps[2].table.view(0).hand[0] == "Red 0"


def test_a_lesson_that_is_not_as_it_says_is_refused_with_its_line() -> None:
    with pytest.raises(RecordError) as error:
        lessons.lesson(HAND.replace("told: Bo takes", "told: Ann takes"), facedown.game)
    assert error.value.line == HAND.splitlines().index("told: Bo takes the trick with Red 4") + 1


def test_a_picture_is_where_its_record_ends_or_what_it_tells_of_last() -> None:
    taken = lessons.picture(HAND.replace("Bo: Heron\nAnn: Red 0\n", ""), facedown.game)
    assert taken.caption == "You are Ann. Lead low. Bo picks first. That is all."
    event = taken.table.told_at(taken.frame, 0)
    assert event is not None
    assert event.text == "Bo takes the trick with [Red 4]."
    played = lessons.picture(HAND.replace("told: Bo takes the trick with Red 4\n", ""), facedown.game)
    assert played.frame == len(played.table.frames) - 1


@pytest.mark.parametrize("name", ["bayou-boss", "gotcha", "botch", "bots-battleground"])
def test_a_card_games_lessons_ask_for_three_to_seven_moves_each_of_them_legal_and_say_why(name: str) -> None:
    first = catalogue.lesson(name)
    for lesson in filter(None, (first, first.second)):
        is_short_and_says_why(lesson)


def is_short_and_says_why(lesson: Lesson) -> None:
    moves = [step for step in lesson.steps if step.move is not None]
    assert 3 <= len(moves) <= 7
    for step in moves:
        assert step.move in step.turn.legal
        assert 0 in step.turn.asked
    for step in lesson.steps:
        assert 20 < len(step.note) < 240, step.note
    assert lesson.steps[-1].move is None
    assert lesson.timed == (lesson.game == "bots-battleground")


def test_a_lesson_tells_the_learner_what_the_first_seat_may_know() -> None:
    text = msgspec.json.encode(catalogue.lesson("botch").steps[0]).decode()
    assert "Album" in text
    assert catalogue.lesson("botch").steps[0].turn.view.items == ("Album", None, None)


def test_clocktowers_evening_asks_for_a_token_a_night_a_claim_and_a_vote_and_good_wins() -> None:
    lesson = catalogue.lesson("clocktower")
    steps = [step for step in lesson.steps if step.move is not None]
    says = "say = report N1 fortuneteller pair 2 Cy Di yes yes"
    assert [step.move.text for step in steps if step.move] == ["Cy", "Di", says, "nominate Di", "hand up"]
    for step in steps:
        assert step.move in step.turn.legal or (step.move and step.move.text == says)
    told = [one.report for one in lesson.steps[4].turn.view.me.told]
    said = steps[2].move
    assert said is not None
    assert msgspec.to_builtins(said.move)["says"] == msgspec.to_builtins(told[-1].says)  # the notebook has a button
    for step in lesson.steps:
        assert 20 < len(step.note) < 240, step.note
    assert lesson.steps[-1].turn.view.winner == "good"


def test_how_long_a_lesson_takes_comes_from_its_notes() -> None:
    assert lessons.seconds(HAND, facedown.game) == 30
    long = HAND.replace("note: Lead low.", "note: " + "word " * 200)
    assert lessons.seconds(long, facedown.game) == 90
    assert {info.id: info.lesson for info in catalogue.listed()} == {
        **dict.fromkeys(("bayou-boss", "gotcha", "botch", "bots-battleground"), 90),
        "clocktower": 120,
    }


def test_a_game_without_a_lesson_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "find_game", lambda name: sample_game.GAME)
    with pytest.raises(Refused) as error:
        catalogue.lesson("a sample")
    assert error.value.why == "not_found"
    monkeypatch.undo()
    with pytest.raises(Refused) as error:
        catalogue.lesson("chess")
    assert error.value.why == "unknown_game"


@pytest.mark.parametrize(("name", "words"), [
    ("bayou-boss", "fewest tricks"),
    ("gotcha", "to win two rounds"), ("botch", "You win by"),
    ("bots-battleground", "10 power tokens wins"),
])  # fmt: skip
def test_the_rules_that_people_read_begin_with_the_aim(name: str, words: str) -> None:
    rules = catalogue.book(name).rules
    assert words in rules[0].text
    assert sorted(rules, key=lambda rule: [int(part) for part in rule.number.split(".")]) == list(
        facedown.game(name).rulebook()
    )


@pytest.mark.parametrize("name", facedown.games())
def test_five_pictures_show_the_aim_a_turn_what_wins_the_trap_and_the_end(name: str) -> None:
    pictures = catalogue.lesson(name).pictures
    assert [picture.title for picture in pictures] == ["The aim", "Your turn", "What wins", "The trap", "The end"]
    assert all(len(picture.caption) > 20 for picture in pictures)


def test_the_picture_of_gotchas_aim_has_points_and_a_lane_that_is_being_won() -> None:
    view = catalogue.lesson("gotcha").pictures[0].turn.view
    assert all(view.points)
    assert any(None not in lane.cards for lane in view.lanes)
