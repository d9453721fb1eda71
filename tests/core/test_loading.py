"""A game's modules are looked over when it is loaded: one error names what is missing, and how it is called."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from facedown.core.compiling import compiles
from facedown.core.errors import GameError
from facedown.core.flat import FlatContract
from facedown.core.table import Table
from facedown.core.values import LegalMove
from tests.sample_game import bots, notation, rules, words


def loaded(**changed: Any) -> FlatContract:
    modules: dict[str, Any] = {"rules": rules, "words": words, "notation": notation, "bots": bots, **changed}
    return FlatContract(
        id="high-card", title="High Card", summary="", minutes=2, seats=range(2, 4), high_wins=True, **modules
    )


def changed(module: Any, *, without: str = "", **more: Any) -> SimpleNamespace:
    names = {name: value for name, value in vars(module).items() if not name.startswith("__") and name != without}
    return SimpleNamespace(**{"__name__": module.__name__, **names, **more})


def unmarked(s: Any, seat: int) -> int:
    return 0


@compiles
def of_one(s: Any) -> int:
    return 0


@compiles
def start_without_time(s: Any, seats: int, hand: int) -> None: ...


NO_FUNCTION = "has no function `{}`; it must have `def {}"


@pytest.mark.parametrize(
    ("module", "name", "signature"),
    [
        (rules, "proceed", "(s) -> None"),
        (rules, "legal", "(s, seat, moves) -> None"),
        (rules, "start", "(s, seats, hand, time) -> None"),
        (rules, "score", "(s, seat) -> int"),
        (words, "show", "(v, names) -> Shown"),
        (words, "refusal", "(view, move, names) -> Refusal"),
        (words, "standing", "(s) -> str"),
        (notation, "all_moves", "(names) -> Iterable[LegalMove]"),
        (notation, "lay_out", "(s, words, names) -> bool"),
    ],
)
def test_a_missing_function_is_named_with_its_signature(module: Any, name: str, signature: str) -> None:
    kind = module.__name__.rpartition(".")[2]
    with pytest.raises(GameError) as caught:
        loaded(**{kind: changed(module, without=name)})
    expected = f"tests.sample_game.{kind} {NO_FUNCTION.format(name, name)}{signature}`"
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("kind", "module", "message"),
    [
        ("rules", changed(rules, without="WORDS"), "rules must have `WORDS: int`"),
        ("rules", changed(rules, OPTIONS=[]), "rules must have `OPTIONS: tuple[Option, ...]`"),
        ("rules", changed(rules, Position=dict), "must have a class `Position(FlatPosition)`"),
        ("rules", changed(rules, without="Observation"), "must have a class `Observation`"),
        ("rules", changed(rules, Observation=changed), "must have a class `Observation`"),
        ("rules", changed(rules, score=unmarked), "rules.score is not marked `@compiles`"),
        ("rules", changed(rules, score=of_one), "cannot be called as `(s, seat) -> int`; let it take these 2"),
        ("rules", changed(rules, start=start_without_time), "called as `(s, seats, hand, time) -> None`"),
        ("rules", changed(rules, without="timeout_move"), "must have `timeout_move(s, seat) -> int`"),
        ("rules", changed(rules, free=rules.score), "cannot be called as `(s) -> int`"),
        ("words", changed(words, prompt="Play!"), "words.prompt cannot be called as `(view, names) -> str`"),
        ("notation", changed(notation, without="CARDS"), "must have `CARDS: Sequence[Card]`"),
        ("bots", changed(bots, without="BOTS"), "bots must have `BOTS: Mapping[str, Callable[..., int]]`"),
        ("bots", changed(bots, BOTS={"odd": unmarked}), "BOTS['odd'](s: 'Any', seat: 'int') -> 'int' cannot be"),
        ("bots", changed(bots, Memory=rules.Observation), "has no function `remember`"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else "",
)
def test_what_has_another_form_is_told(kind: str, module: Any, message: str) -> None:
    with pytest.raises(GameError, match="sample_game") as caught:
        loaded(**{kind: module})
    assert message in str(caught.value)


def test_a_move_number_outside_the_set_is_told() -> None:
    game = loaded(notation=changed(notation, all_moves=lambda names: [LegalMove(0, "One"), LegalMove(64, "Pass")]))
    with pytest.raises(GameError, match="High Card: move 64, 'Pass', is not in 0 to 63"):
        Table(game, 2).legal(0)


def test_the_sample_game_loads() -> None:
    assert Table(loaded(), 2, 1).asked == (0, 1)
