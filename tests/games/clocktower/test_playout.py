"""A simulation, in which the engine answers in its own loop, is the game that a table plays."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from facedown.games.clocktower import playout, scripts
from facedown.games.clocktower.engine import ASKED, COVERS, LEFT_OPEN, Engine
from facedown.games.clocktower.questions import PAUSE, STORYTELLERS_SEAT, Question
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.setup import new_state
from facedown.games.clocktower.storytelling import by_hand
from facedown.games.clocktower.storytelling.by_hand import ByHand
from tests.games.clocktower.random_towns import random_script
from tests.how_much import count

TOWNS = count(6, 60)


class Town:
    """A random town, whose storyteller lets somebody die or live now and then instead of waiting for an answer."""

    def __init__(self, seed: int, options: Mapping[str, str]) -> None:
        self.luck = Random(f"both {seed}")
        script = random_script(self.luck)
        self.state = new_state(script, self.luck.choice((7, 10, 12)), self.luck.choice((0, 2)), seed)
        ids = [id for id in scripts.all_modelled() if FACTS[id].team == "traveller"]
        self.state.traveller_list = [script.character(id) for id in ids]
        self.state.options = dict(options)
        self.engine = Engine(self.state)
        self.asked: list[tuple[str, str, int, str, str]] = []

    def answer(self, question: Question) -> tuple[int, Any]:
        seat = question.seats[0] if len(question.seats) == 1 else self.luck.choice(question.seats)
        who = self.state.storyteller if seat == STORYTELLERS_SEAT else seat
        by_chance = question.topic != PAUSE and self.state.phase in ("day", "night")
        if by_chance and self.luck.random() < 0.03:
            value = LEFT_OPEN
        else:
            value = playout.at_random(self.state, question, seat, self.luck)
        answer = "by hand" if value is LEFT_OPEN else str(value)
        self.asked.append((question.topic, question.step, who, answer, str(self.state.settled)))
        return seat, value

    def act_by_hand(self) -> None:
        player = self.luck.choice(self.state.players)
        hand = ByHand("kill" if player.alive else "raise", player)
        self.engine.interrupt(by_hand.does(self.state, hand))

    def simulated(self) -> list[object]:
        while self.engine.run(self.answer) is not None:
            self.act_by_hand()
        return self.result()

    def served(self) -> list[object]:
        engine = self.engine
        while not engine.over:
            if not engine.questions:
                engine.proceed()
                continue
            question = engine.questions[0]
            seat, value = self.answer(question)
            if value is LEFT_OPEN:
                self.act_by_hand()
            else:
                engine.answer(question, seat, value)
        return self.result()

    def result(self) -> list[object]:
        told = [[(one.words, str(one.args), one.true, one.impaired) for one in p.told] for p in self.state.players]
        return [self.asked, self.state.why_over, told, self.state.nominated_before, self.luck.random()]


@pytest.mark.parametrize("options", [{}, {COVERS: ASKED}], ids=["alone", "covered"])
def test_without_anybody_who_hears_it_is_the_same_game(options: Mapping[str, str]) -> None:
    for seed in range(TOWNS):
        one, other = Town(seed, options).simulated(), Town(seed, options).served()
        assert one == other, f"town {seed}"
