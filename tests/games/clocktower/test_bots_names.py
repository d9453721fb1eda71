"""What players are called, and how things are put, changes nothing: equal seeds play equal games among bots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

import facedown
from facedown.agents import player
from facedown.core.game import Move
from facedown.core.table import Table
from facedown.games.clocktower import position, sentences, views
from facedown.games.clocktower.moves import Meaning, act_of
from facedown.games.clocktower.position import find
from facedown.games.clocktower.questions import Decision, Pause, Question
from facedown.games.clocktower.state import News, Told
from facedown.games.clocktower.storytelling import grimoire

GAME = facedown.game("clocktower")
SEATS = 8
NAMES = {
    "the default ones, one seat on": ("Mira", "Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Storyteller"),
    "one inside another": ("Bobby", "Bo", "Bob", "Ann the 2nd", "Ann", "Nn", "2nd", "Ann the"),
    "what means something else": ("Chef", "Ann the 2nd", "Yes", "Imp", "Ann", "Bo is evil", "Evil", "Drunk"),
    "other letters": ("Зоя", "Жан-Поль", "Łukasz", "Ümit", "Θάλεια", "文", "O'Neil", "Вера"),
}
Done = tuple[int, Meaning]  # a seat, and what it did


def played(names: Sequence[str], seed: int, script: str) -> list[Done]:
    """A whole game among bots, at a table: what was done, by seat and meaning."""
    table = GAME.new(names, seed, script=script)
    bots = [player(GAME, "sensible", f"{seed}/{seat}") for seat in range(len(names))]
    done = []
    while table.asked:
        seat = table.asked[0]
        move = bots[seat].choose(table.observation(seat), table.legal(seat))
        done.append((seat, meaning(table, seat, move)))
        table.play(seat, move)
    return done


def meaning(table: Table, seat: int, move: Move) -> Meaning:
    """What a move does here, and what is said with it."""
    picture = table.position().picture
    act = act_of(move)
    found = find(picture.state, picture.answerable, position.Done(seat, act))
    assert found is not None, move.text
    return act


@lru_cache
def usual(seed: int, script: str) -> list[Done]:
    return played(GAME.contract.names_of(SEATS), seed, script)


@pytest.mark.parametrize("named", NAMES)
@pytest.mark.parametrize("script", ["tb", "snv"])
def test_bots_play_the_same_game_whatever_they_are_called(script: str, named: str) -> None:
    for seed in range(2):
        assert played(NAMES[named], seed, script) == usual(seed, script)


@pytest.mark.parametrize("script", ["tb", "bmr", "snv"])
def test_bots_play_the_same_game_however_it_is_worded(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question, everything told, all news and all that bots say in other words: nothing goes by prose."""
    expected = usual(1, script)
    for kind, field in ((Question, "what"), (Decision, "what"), (Pause, "what"), (News, "words"), (Told, "words")):
        monkeypatch.setattr(kind, "__init__", reworded(kind.__init__, field))
    render = sentences.said
    for module in (grimoire, views):
        monkeypatch.setattr(module, "said", lambda *args, **how: f"Blah, {render(*args, **how)[::-1]}")
    monkeypatch.setattr(sentences, "in_words", lambda *args: "Ann is evil?")  # which is not what they mean
    assert played(GAME.contract.names_of(SEATS), 1, script) == expected


def reworded(make: Any, field: str) -> Any:
    """The same object with other words; blanks stay what they are."""

    def made(self: Any, *args: Any, **rest: Any) -> None:
        make(self, *args, **rest)
        other = re.sub(r"(\{[^}]*\})|[^{}]+", lambda found: found[1] or " blah ", getattr(self, field))
        object.__setattr__(self, field, other)

    return made
