"""What every game promises, for Clocktower: secrets are kept, records bring a game back, undo undoes."""

from __future__ import annotations

import pickle
import random
from itertools import islice

import msgspec
import pytest

import facedown
from facedown.core import record
from facedown.core.errors import FacedownError
from facedown.core.table import Table
from facedown.games.clocktower import views
from facedown.games.clocktower.game import Clocktower
from facedown.games.clocktower.speech.statements import Either, Evil
from tests.games.clocktower.laws import GAME, SOME, TOWNS, check_hidden, check_rebuilt, played, received, receivers
from tests.laws.channels import LeakError


@pytest.mark.parametrize("town", TOWNS)
def test_nothing_that_reaches_a_seat_depends_on_what_is_hidden(town: str) -> None:
    check_hidden(TOWNS[town], town)


@pytest.mark.parametrize("leak", ["asked", "grimoire", "free"])
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Clocktower.known
    if leak in ("asked", "free"):
        monkeypatch.setattr(
            Clocktower,
            "known",
            lambda self, position, seats: {
                who: acting._replace(**{leak: getattr(self, leak)(position)})
                for who, acting in known(self, position, seats).items()
            },
        )
    else:
        show = views.show
        monkeypatch.setattr(views, "show", lambda position, seat, names: show(position, len(names) - 1, names))
    with pytest.raises(LeakError):
        check_hidden(TOWNS["seven"], "seven")


@pytest.mark.parametrize("town", SOME)
def test_a_game_goes_on_alike_whether_anybody_looks_at_it_or_not(town: str) -> None:
    seats, options = TOWNS[town]
    unseen, luck = GAME.new(seats, 4, **options), random.Random(town)
    for seen in islice(played(TOWNS[town], 4, random.Random(f"seen {town}")), 100):
        for looking in {None, luck.randrange(seats), seats - 1}:  # the storyteller looks at the night's list, too
            seen.view(looking)
    for done in seen.history:
        if done.seat is not None:
            unseen.play(done.seat, done.text)
    assert unseen.record() == seen.record()


@pytest.mark.covers("clocktower 1.8")
def test_what_the_storyteller_notes_as_said_is_theirs_alone_and_can_be_taken_back() -> None:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: mezepheles, slayer, soldier, virgin, imp\n"
        'tokens: Ann Mezepheles, Bo Imp, Cy Slayer, Di Soldier, Ed Virgin\nSue: "rhubarb"\n'
    )
    assert [m.text for m in table.legal("Sue")][-5:] == [f'{name} said "rhubarb"' for name in table.names[:-1]]
    before = {seat: received(table, seat)[:-1] for seat in receivers(table)}  # all but what happened last
    table.play("Sue", 'Cy said "Rhubarb?"')
    assert {seat: received(table, seat)[:-1] for seat in receivers(table)} == before
    assert "turns evil" in str(table.view("Sue").grimoire)
    table.undo()
    assert "turns evil" not in str(table.view("Sue").grimoire)


def test_words_that_are_quoted_reach_people_as_words_and_bots_as_what_they_mean() -> None:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: artist, savant, sage, soldier, poisoner, imp\n"
        "tokens: Ann Artist, Bo Imp, Cy Soldier, Di Savant, Ed Poisoner\n"
        "Ed: Cy\nAnn: use Artist = evil Bo\nasked: Sue"
    )
    assert table.view("Sue").question.args[1] == "Bo is evil."
    assert table.observation("Sue").question.args[1].said.said.says == (Evil(1),)
    table.play("Sue", "yes")
    for move in ("use Savant", "whisper Ann = evil Cy", "say = to Ann = ask self"):
        table.play("Di", move)
        if move == "use Savant":
            table.play("Sue", "go on")
            table.play("Sue", "= evil Ed")
            table.play("Sue", "= evil Cy")
        for seat in (None, *range(6)):
            assert all(received(table, seat)), "all of it can be sent"
    assert table.observation("Di").me.told[-1].report == Either(Evil(4), Evil(2))
    assert table.now(table.contract.spoken_to, 0, table.names)


@pytest.mark.parametrize("town", SOME)
def test_while_a_seat_is_told_and_asked_nothing_all_looks_the_same_to_it(town: str) -> None:
    """Who looks again and again must not be able to count what happens to others, by night or in a pause."""
    luck, compared = random.Random(town), 0
    before: dict[int | None, object] = {}
    frames = 0
    for table in played(TOWNS[town], 1, luck):
        for seat in receivers(table):
            silent = not table.known[seat].asked and not table.log(seat, frames)
            looks = seen_by(table, seat)
            if silent and seat in before:
                assert looks == before[seat], f"seat {seat}"
                compared += 1
            before[seat] = looks
            if table.known[seat].asked:
                del before[seat]
        frames = len(table.frames)
    assert compared > 10


def seen_by(table: Table, seat: int | None) -> object:
    """All that a seat can look at."""
    looks = msgspec.to_builtins(table.view(seat))
    return looks, table.prompt(seat), table.known[seat].free, table.standing, table.timing.seconds


def test_what_is_told_is_the_event_of_the_view() -> None:
    """There is a way to the event that makes no view; it must not tell more."""
    kinds = set()
    *_, table = played(TOWNS["Bad Moon Rising with five Travellers"], 1, random.Random(1))
    for frame in range(len(table.frames)):
        for seat in (*receivers(table), len(table.names) - 1):
            event = table.told_at(frame, seat)
            assert event == GAME.contract.words.tell(table.at(frame).view(seat), table.names)
            kinds.add(event.kind if event is not None else "nothing")
    assert {"told", "nothing"} < kinds


@pytest.mark.parametrize("town", SOME)
def test_a_game_rebuilt_from_its_record_is_equal(town: str) -> None:
    check_rebuilt(TOWNS[town])


@pytest.mark.covers("clocktower 1.5")
def test_undo_of_any_depth_and_going_on_from_there() -> None:
    luck = random.Random(3)
    *_, table = played(TOWNS["seven"], 9, luck)
    moves = [done for done in table.history if done.seat is not None]
    copy = pickle.loads(pickle.dumps(table))
    for _ in range(len(moves) // 2):
        copy.undo()
    for done in moves[len(moves) - len(moves) // 2 :]:
        copy.play(done.seat or 0, done.text)
    assert copy.record() == table.record()
    assert msgspec.json.encode(copy.view(7)) == msgspec.json.encode(table.view(7))
    while any(done.seat is not None for done in copy.history):
        copy.undo()
    assert copy.record() == GAME.new(8, 9, script="tb").record()


@pytest.mark.parametrize("town", ["seven", "a script of everything"])
def test_moves_are_written_and_read_and_others_are_refused(town: str) -> None:
    luck, refused = random.Random(town), 0
    for table in played(TOWNS[town], 2, luck):
        for seat in range(len(table.names)):
            legal = table.legal(seat)
            assert bool(legal) == (seat in table.asked or seat in table.free)
            assert len({move.text.lower() for move in legal}) == len(legal)
            for move in luck.sample(legal, min(3, len(legal))):
                assert table.interpret(seat, move.text.upper()) == move
                assert table.interpret(seat, move.text) == move  # so a listed move is played as it is
                assert GAME.contract.interpret(table.position(), seat, move, table.names)
        if not table.over and luck.random() < 0.2:
            seat = luck.randrange(len(table.names) - 1)
            word = luck.choice(["Ann", "Imp", "yes", "7", "nominate Ann", "kill Bo", "end the day", "purple"])
            if word not in {move.text for move in table.legal(seat)}:
                before = table.record()
                with pytest.raises(FacedownError):
                    table.play(seat, word)
                assert table.record() == before
                refused += 1
    assert refused > 3


def test_a_record_of_a_game_can_be_cut_anywhere() -> None:
    *_, table = played(TOWNS["the smallest"], 4, random.Random(4))
    lines = table.record().splitlines()
    for end in range(8, len(lines), 7):
        assert record.check("\n".join(lines[:end]), facedown.game) == []
