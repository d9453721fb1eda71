"""A player of your own in four parts: hearing, saying, voting and choosing.  What is left out, `sensible` does.

    class Grudge(Agent):
        \"""Votes against whoever has accused them.\"""

        def hear(self, view, by, said):
            if said == Evil(view.seat):
                self.enemies.add(by)

        def vote(self, view, nominee, luck):
            return nominee in self.enemies

There is one agent for each seat of each game, so it may remember what it likes; `view` has all that its seat may
know.  An agent is a bot: a function of a view, the legal moves and luck.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TypeAlias

from facedown.core.game import Move
from facedown.games.clocktower.bots.moves import answer_with, made, move_with
from facedown.games.clocktower.bots.players import sensible
from facedown.games.clocktower.moves import Deed, InSeat, Token
from facedown.games.clocktower.observe import Observation
from facedown.games.clocktower.public import Place, Said
from facedown.games.clocktower.questions import NO, YES
from facedown.games.clocktower.speech.fitting import fits

Function: TypeAlias = Callable[[Observation, Sequence[Move], Random], Move]


class Agent:
    """Override what is to be different.  Seats are numbers from 0, characters ids, statements as in `speech`."""

    def __init__(self) -> None:
        self.__heard: Counter[int] = Counter()  # by seat, how many of the things that they have said

    def hear(self, view: Observation, by: int, said: Said | Token) -> None:
        """Somebody, perhaps this player, has said this aloud; `Token("empath")` is the claim to be the Empath.

        An agent is told before it acts what has been said since it acted last, seat by seat.
        """

    def say(self, view: Observation, legal: Sequence[Move], luck: Random) -> Move | Deed:
        """Say or do one thing on the open floor; `legal[0]` is to be done.

        It is a legal move or a deed: `Deed("claim", (Token("empath"),))`, `Deed("say", says=(Evil(3),))`,
        `Deed("nominate", (InSeat(3),))`.  A deed that is not legal counts as being done.
        """
        return sensible(view, legal, luck)

    def vote(self, view: Observation, nominee: int | None, luck: Random) -> bool | None:
        """Whether to vote to execute this player, or the storyteller (None); None leaves it to `sensible`."""
        return None

    def choose(self, view: Observation, legal: Sequence[Move], luck: Random) -> Move:
        """Choose where the rules ask, mostly by night; `view.question` is what is asked."""
        return sensible(view, legal, luck)

    def __call__(self, view: Observation, legal: Sequence[Move], luck: Random) -> Move:
        for by, said in self.__news(view):
            self.hear(view, by, said)
        question = view.question
        if question is not None and question.topic == "vote":
            about = question.args[0]
            votes = self.vote(view, about.seat if isinstance(about, InSeat) else None, luck)
            return sensible(view, legal, luck) if votes is None else answer_with(YES if votes else NO, legal)
        if question is None or not question.floor:
            return self.choose(view, legal, luck)
        act = self.say(view, legal, luck)
        if isinstance(act, Move):
            return act
        if act.verb == "say":
            return made(view, act) if _can_be_said(view, act) else legal[0]
        return move_with(act, legal) or legal[0]

    def __news(self, view: Observation) -> Iterator[tuple[int, Said | Token]]:
        for place in view.circle:
            for kind, said in enumerate(_said_by(place)):
                known = self.__heard[2 * place.seat + kind]
                self.__heard[2 * place.seat + kind] = len(said)
                yield from ((place.seat, one) for one in said[known:])


def _said_by(place: Place) -> tuple[list[Said | Token], list[Said | Token]]:
    """The characters that somebody has claimed to be, and all else that they have said that has a meaning."""
    return [Token(id) for id in place.claims], [
        *place.said_before,
        *(said for said in place.says if said is not None),
    ]


def _can_be_said(view: Observation, act: Deed) -> bool:
    """Whether this player may say it: its statements are whole and name only who and what is there."""
    seats, own = len(view.circle), [id for id, _ in view.own_names]
    if not view.may_speak or act.about or not act.utterance:
        return False
    return (act.to is None or act.to < seats) and all(fits(said, seats, own) for said in act.says)


def seated(agent: Function | type[Agent]) -> Function:
    """This bot; of a class of agents, one for each seat, made when that seat acts first."""
    if not isinstance(agent, type):
        return agent
    seats: defaultdict[int | None, Agent] = defaultdict(agent)
    return lambda view, legal, luck: seats[view.seat](view, legal, luck)
