"""Questions have ids, and nothing goes by how they are worded."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

import facedown
from facedown.games.clocktower.engine import Engine
from tests.games.clocktower import random_towns

IN_SEVERAL_WAYS = ("tell", "pause", "advice", "mistake")  # topics that are put in several ways


def test_one_id_is_one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    worded: dict[str, set[str]] = defaultdict(set)
    ask = Engine._ask

    def noted(self: Engine, *args: Any) -> None:
        ask(self, *args)
        for question in self.questions:
            assert question.id, question.what
            if question.topic not in IN_SEVERAL_WAYS:
                worded[question.id].add(question.what)

    monkeypatch.setattr(Engine, "_ask", noted)
    for town in range(60):
        random_towns.play(f"ids/{town}")
    assert len(worded) > 80
    # who looks away from a secret ability is asked in the same words by all of them
    several = {id: words - {"make your choice"} for id, words in worded.items()}
    assert {id: words for id, words in several.items() if len(words) > 1} == {}


@pytest.mark.parametrize("token", ["Monk", "Drunk as Monk"])
def test_the_id_that_a_player_sees_does_not_tell_the_drunk_from_the_sober(token: str) -> None:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Storyteller\nscript: Trouble Brewing\n\n"
        f"tokens: Ann {token}, Bo Poisoner, Cy Imp, Di Soldier, Ed Saint\n"
        "Bo: Ed\nStoryteller: end the day\nBo: Ed\n"
    )
    question = table.view("Ann").question
    assert (question.id, question.args, question.topic) == ("monk.choice", (), "")
