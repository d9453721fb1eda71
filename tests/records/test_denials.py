"""In every game a record can deny only what could be: a misspelt word would hold for ever."""

import pytest

import facedown
from facedown.core import record


def problems(game: str, condition: str) -> list[str]:
    names = ", ".join(facedown.game(game).new().names)
    return [p.message for p in record.check(f"game: {game}\nseats: {names}\nsees: {condition}\n", facedown.game)]


@pytest.mark.parametrize(
    ("game", "condition"),
    [
        ("bayou-boss", "led != Redd"),
        ("bayou-boss", "trump != Redd 3"),
        ("bayou-boss", "table lacks Ann Redd 3"),
        ("bayou-boss", "event.kind != plya"),
        ("botch", "event.kind != clame"),
        ("botch", "items lacks Sakc"),
        ("bots-battleground", "event.kind != dubble"),
        ("bots-battleground", "phase != rollin"),
        ("bots-battleground", "bottom lacks Rosebud"),
        ("gotcha", "event.kind != fite"),
        ("gotcha", "trash lacks Rok"),
        ("clocktower", "phase != nite"),
        ("clocktower", "script lacks Washerwomn"),
    ],
)
def test_what_could_never_be_cannot_be_denied(game: str, condition: str) -> None:
    (problem,) = problems(game, condition)
    assert "could never stand here" in problem or "there is no card" in problem


@pytest.mark.parametrize(
    ("game", "condition"),
    [
        ("bayou-boss", "led != Red"),
        ("bayou-boss", "table lacks Ann Red 3"),
        ("bayou-boss", "event.kind != play"),
        ("botch", "event.kind != no win"),
        ("botch", "items lacks Sack"),
        ("bots-battleground", "event.kind != hand over"),
        ("bots-battleground", "bottom lacks Buzzsaw"),
        ("gotcha", "event.kind != fight"),
        ("clocktower", "phase != day"),
    ],
)
def test_what_could_be_can_be_denied(game: str, condition: str) -> None:
    assert problems(game, condition) == []
