"""What every game promises to the table, and every table to everybody."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

import facedown
from facedown.core import record
from facedown.core.errors import FacedownError, Illegal
from facedown.core.flat import FlatGame
from facedown.core.table import Table
from tests.how_much import ALL
from tests.laws.channels import every_move
from tests.laws.positions import GAMES, TABLES, name, options_of, played, receivers

TESTS = Path(__file__).parents[1]
# A game without a deck deals from cards that nobody holds: its own tests count them.
WITH_A_DECK = [(game, seats) for game, seats in TABLES if "deck" in (game.contract.position_layout.names or ())]
OTHER_WAYS = {"botch"}  # to win than by the scores


def find(game_id: str) -> FlatGame:
    return next(game for game in GAMES if game.id == game_id)


def test_no_game_is_left_out() -> None:
    """A game whose position is not a record holds itself to the same laws in a file of its own."""
    others = {name for name in facedown.games() if not isinstance(facedown.game(name), FlatGame)}
    assert {game.id for game in GAMES} | others >= set(facedown.games())
    assert all((TESTS / "games" / name.replace("-", "_") / "test_laws.py").exists() for name in others)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name)
def test_equal_seeds_and_moves_give_equal_games_and_a_record_brings_them_back(game: FlatGame, seats: int) -> None:
    *_, table = played(game, seats, seed=21)
    *_, again = played(game, seats, seed=21)
    assert again.position().tobytes() == table.position().tobytes()
    back = record.read(table.record(), find)
    assert back.position().tobytes() == table.position().tobytes()
    assert [(played.seat, played.text) for played in back.history] == [(p.seat, p.text) for p in table.history]
    assert back.standing == table.standing
    assert [frame.lines for frame in back.frames] == [frame.lines for frame in table.frames]
    other = game.new(seats, 22, **options_of(game, 21, seats))
    assert other.position().tobytes() != game.new(seats, 21, **options_of(game, 21, seats)).position().tobytes()


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_copies_and_undo(game: FlatGame) -> None:
    luck, before = random.Random(4), b""
    for table in played(game, game.seats[0], seed=8):
        if before and table.history[-1].seat is not None and luck.random() < 0.1:
            twin = table.copy()
            twin.undo()
            assert twin.position().tobytes() == before
            assert len(twin.history) == len(table.history) - 1
        before = table.position().tobytes()
        if table.asked and luck.random() < 0.2:
            twin, seat = table.copy(), table.asked[0]
            twin.play(seat, twin.legal(seat)[-1])
            assert table.position().tobytes() == before
            assert twin.position().tobytes() != before


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name)
def test_moves_are_written_and_read(game: FlatGame, seats: int) -> None:
    """Who is asked or free has a move, nobody else has; no two are written alike; what is written reads back."""
    met = Counter[str]()
    for table in played(game, seats, seed=31):
        for seat in range(seats):
            moves = table.legal(seat)
            assert bool(moves) == (seat in table.asked or seat in table.free)
            assert len({move.text.lower() for move in moves}) == len(moves)
            for move in moves:
                if not met[move.text]:
                    assert table.interpret(seat, move.text.upper()) == move
                    assert table.interpret(seat, move.text) == move
                met[move.text] += 1
    assert len(met) > 3
    texts = [move.text.lower() for move in every_move(table)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name)
def test_silence_is_a_legal_move_where_the_clock_runs_and_nothing_where_it_does_not(
    game: FlatGame, seats: int
) -> None:
    for seed in (32, 33):
        for table in played(game, seats, seed):
            assert not set(table.free) & set(table.asked)
            if table.timing.seconds is None:
                with pytest.raises(FacedownError):
                    table.wait()
                continue
            assert table.timing.seconds > 0
            for seat in table.asked:
                assert game.contract.timeout_move(table.position(), seat, table.names) in table.legal(seat)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_what_is_not_legal_is_refused_and_changes_nothing(game: FlatGame) -> None:
    luck, refused = random.Random(6), 0
    for table in played(game, game.seats[0], seed=41):
        if luck.random() < 0.7:
            continue
        state = whole(table)
        for seat in range(len(table.names)):
            may = {move.text for move in table.legal(seat)}
            for move in luck.sample(every_move(table), 4):
                if move.text in may:
                    continue
                with pytest.raises(FacedownError) as caught:
                    table.play(seat, move)
                assert len(str(caught.value)) > 10
                if isinstance(caught.value, Illegal) and caught.value.rule is not None:
                    assert game.rule(caught.value.rule).number == caught.value.rule
                assert whole(table) == state
                refused += 1
    assert refused > 10


def whole(table: Table) -> tuple[object, ...]:
    return table.position().tobytes(), tuple(table.history), len(table.frames)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=name)
def test_how_it_stands(game: FlatGame, seats: int) -> None:
    """Scores for every seat all along; winners at the end alone, whom the scores put first where these decide."""
    for table in played(game, seats, seed=51):
        standing = table.standing
        assert len(standing.scores) == seats
        assert standing.over == table.over == (not table.asked)
        assert standing.over or not standing.winners
    best = max(standing.scores) if standing.high_wins else min(standing.scores)
    assert game.id in OTHER_WAYS or all(standing.scores[seat] == best for seat in standing.winners)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_views_are_values_and_looking_changes_nothing(game: FlatGame) -> None:
    for table in played(game, game.seats[-1], seed=61):
        state = whole(table)
        for seat in receivers(table):
            first, second = (msgspec.json.encode(table.view(seat)) for _ in range(2))
            assert first == second
        assert whole(table) == state
        if len(table.history) > 40:
            break


@pytest.mark.parametrize(("game", "seats"), WITH_A_DECK, ids=name)
def test_dealing_anew_loses_no_card_and_makes_none(game: FlatGame, seats: int) -> None:
    luck, changed = random.Random(7), 0
    for seed in (71, 72, 73):
        for table in played(game, seats, seed):
            if luck.random() < (0.1 if ALL else 0.04):
                twin = table.determinized(luck.choice(receivers(table)), luck.getrandbits(64))
                assert census(game, twin) == census(game, table)
                changed += twin.position().deck.tobytes() != table.position().deck.tobytes()
    assert changed


def census(game: FlatGame, table: Table) -> Counter[str]:
    """Every card in the deck, in a hand, or on the table where at least one seat can see it."""
    position = table.position()
    moves = game.contract.moves(table.names)
    cards = Counter(moves.numbered(card).text for card in position.deck[: position.deck_left])
    together: object = None
    for seat in range(len(table.names)):
        view = msgspec.to_builtins(table.view(seat))
        cards.update(view.pop("hand"))
        together = _merged(together, {key: value for key, value in view.items() if key != "event"})
    return cards + Counter(_names(together))


def _merged(one: object, other: object) -> object:
    """One view with what the other knows more."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: _merged(one[key], other[key]) for key in one}
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return [_merged(*pair) for pair in itertools.zip_longest(one, other)]
    return other if one is None else one


def _names(value: object) -> list[str]:
    """All texts in a view, whatever they stand for."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [text for part in parts for text in _names(part)]
