"""Fixed sets of games, and agents in four parts: what they hear, say, vote and choose."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

import pytest

from facedown.core.errors import BadOption
from facedown.core.game import Move
from facedown.games.clocktower import scenarios
from facedown.games.clocktower.bots.agent import Agent
from facedown.games.clocktower.game import Clocktower
from facedown.games.clocktower.moves import Deed, InSeat, Token
from facedown.games.clocktower.observe import Observation
from facedown.games.clocktower.position import Position
from facedown.games.clocktower.public import Said
from facedown.games.clocktower.speech.statements import Evil, Report

TB = scenarios.named("tb-7")


class Stubborn(Agent):
    """Accuses and nominates its left neighbour, votes against nobody else, and remembers what it has heard."""

    everybody: ClassVar[list[Stubborn]] = []

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[int, Said | Token]] = []
        self.everybody.append(self)

    def hear(self, view: Observation, by: int, said: Said | Token) -> None:
        self.heard.append((by, said))

    def say(self, view: Observation, legal: Sequence[Move], luck: Random) -> Move | Deed:
        assert view.seat is not None
        left = (view.seat + 1) % len(view.circle)
        if Evil(left) not in view.circle[view.seat].says:
            return Deed("say", says=(Evil(left),))
        return Deed("nominate", (InSeat(left),)) if view.nominating else legal[0]

    def vote(self, view: Observation, nominee: int | None, luck: Random) -> bool | None:
        return view.seat is not None and nominee == (view.seat + 1) % len(view.circle)


def test_a_game_of_a_scenario_is_the_one_that_a_simulation_deals() -> None:
    options = Clocktower().checked_options({"script": "tb"})
    simulated = Clocktower().play_out(8, "0/4", options, ("sensible",) * 7 + ("balanced",))
    watched: list[Position] = []
    assert list(TB.games(1, first=4, watch=watched.append)) == [simulated]
    assert [position.picture.state.day for position in watched] == [simulated.measures["days"]]


def test_an_agent_that_overrides_nothing_plays_as_sensible() -> None:
    assert list(TB.games(2, Agent, Agent)) == list(TB.games(2))


def test_an_agent_hears_what_is_said_once_and_does_what_it_says() -> None:
    Stubborn.everybody.clear()
    (game,) = TB.games(1, good=Stubborn)
    assert game.measures["days"] > 0
    hearers = [agent for agent in Stubborn.everybody if agent.heard]
    assert len(hearers) == len(Stubborn.everybody) >= 5, "one for each good seat"
    for agent in hearers:
        claims = [heard for heard in agent.heard if isinstance(heard[1], Token)]
        assert len(claims) == len(set(claims)), "nobody claims a character twice"
    said = [len([by for by, what in agent.heard if what == Evil((by + 1) % 7)]) for agent in hearers]
    assert max(said) >= 5, "accusations are heard"


def test_a_deed_that_is_not_legal_counts_as_being_done() -> None:
    nobody = InSeat(99)
    wrong = (
        Deed("nominate", (nobody,)),
        Deed("say"),
        Deed("say", says=(Evil(nobody.seat),)),
        Deed("say", says=(Report("N1", "chef", ()),)),
        Deed("say", (InSeat(1),), says=(Evil(1),)),
        Deed("say", words="Hello", says=(Evil(1),)),
        Deed("say", says=(Evil(1),), to=nobody.seat),
    )

    class Confused(Agent):
        def say(self, view: Observation, legal: Sequence[Move], luck: Random) -> Move | Deed:
            assert view.seat is not None
            return wrong[view.seat]

    (game,) = TB.games(1, Confused, Confused)
    assert game.end.startswith(("good", "evil"))


def test_a_scenario_that_is_not_there_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadOption, match="did you mean 'tb-7'"):
        scenarios.named("tb-8")
