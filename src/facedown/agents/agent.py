"""Random players and games' own bots, with a common interface: `choose(view, legal) -> move`.

    agent = player(game, "sensible", seed=7)
    answer(agent, table, seat)

`view` is the result of `table.observation(seat)`: the seat's view in the form that the game's bots read.  Some bots
remember what they have seen; `catch_up` shows them everything that their seat has seen since the last call.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any

import numpy as np

from facedown.agents.interface import Agent
from facedown.agents.network import NetworkAgent, trained, trained_network
from facedown.agents.search import SearchAgent, levels, searching, set_of
from facedown.core.abilities import Bot
from facedown.core.chance import key_of, luck_below
from facedown.core.contract import Contract
from facedown.core.errors import BadOption, Illegal
from facedown.core.flat import FlatContract
from facedown.core.game import Game, contract_of
from facedown.core.layout import Ints, blank
from facedown.core.spelling import did_you_mean
from facedown.core.table import Table
from facedown.core.values import Move, Seat

RANDOM = "random"


class RandomAgent(Agent):
    """A player that makes any legal move with equal probability.

    `luck` is the state of the agent's random generator, uint32[4], from `luck_of(seed)`; agents may share one.
    """

    def __init__(self, luck: Ints) -> None:
        self.luck = luck

    def choose(self, view: object, legal: Sequence[Move]) -> Move:
        """Choose any of `legal`, all equally likely."""
        return legal[luck_below(self.luck, len(legal)) if len(legal) > 1 else 0]


class BotAgent(Agent):
    """One of the game's own bots: the same function that simulations compile, run interpreted.

    `bot` is another function of the same form, of that name.
    """

    def __init__(self, game: Contract, name: str, luck: Ints, bot: Bot | None = None) -> None:
        self.name, self.luck = name, luck
        self._bot = game.bots()[name] if bot is None else bot
        self._game = game
        self.remembers = isinstance(game, FlatContract) and game.memory_layout is not None
        self.forget()

    def choose(self, view: object, legal: Sequence[Move]) -> Move:
        """The bot's answer.  Raises Illegal if it is not one of `legal`."""
        code = self._answer_of(self._bot, view, legal)
        for move in legal:
            if move.code == code:
                return move
        raise Illegal(f"the bot {self.name!r} answered with move number {code}, which is not legal here")

    def unasked(self, view: object, legal: Sequence[Move]) -> Move | None:
        """What the bot does when nobody waits for it; None if it does nothing then."""
        unasked = self._game.unasked().get(self.name)
        if unasked is None:
            return None
        code = self._answer_of(unasked, view, legal)
        return next((move for move in legal if move.code == code), None)

    def _answer_of(self, function: Bot, view: object, legal: Sequence[Move]) -> int:
        """What the function answers; it is given the game's cards if it asks for them."""
        game = self._game
        given = game.given_cards(function) if isinstance(game, FlatContract) else function
        return int(given(view, set_of(game, legal), self.luck, *self.memory))

    def remember(self, view: object) -> None:
        """Let the bot remember what its seat sees, if it has a memory."""
        if self.remembers and isinstance(self._game, FlatContract) and self._game.remember is not None:
            self._game.remember(view, *self.memory)

    def forget(self) -> None:
        """Clear the bot's memory."""
        layout = self._game.memory_layout if isinstance(self._game, FlatContract) else None
        self.memory: tuple[Any, ...] = () if layout is None else (blank(layout),)


class ViewAgent(Agent):
    """A bot of a game whose bots read the same view as people and answer with a Move."""

    def __init__(self, game: Contract, name: str, luck: Ints, bot: Bot | None = None) -> None:
        self.name, self.luck = name, luck
        self._choose = game.bots()[name] if bot is None else bot
        self._random = Random(int(luck[0]) << 32 | int(luck[1]))

    def choose(self, view: object, legal: Sequence[Move]) -> Move:
        move: Move = self._choose(view, legal, self._random)
        return move


def catch_up(agent: Agent, table: Table, seat: Seat) -> None:
    """Show the agent what this seat has seen since the last call, or everything if moves have been taken back."""
    if isinstance(agent, SearchAgent):
        agent.look(table, seat)
    if not agent.remembers:
        return
    seen = next((at + 1 for at in reversed(range(len(table.frames))) if table.frames[at] is agent.last), 0)
    if seen == 0:
        agent.forget()
    for frame in range(seen, len(table.frames)):
        agent.remember(table.at(frame).observation(seat))
    agent.last = table.frames[-1]


def answer(agent: Agent, table: Table, seat: Seat) -> None:
    """Let an agent answer for a seat, which must be asked."""
    catch_up(agent, table, seat)
    table.play(seat, agent.choose(table.observation(seat), table.legal(seat)))


def players(game: Game | Contract) -> tuple[str, ...]:
    """The names of all players for this game: "random", its own bots, searching bots and trained bots."""
    game = contract_of(game)
    return tuple(dict.fromkeys((RANDOM, *game.bots(), *levels(game), *trained(game))))


def unknown_player(game: Game | Contract, name: str, known: Collection[str]) -> BadOption:
    """The error that there is no player of this name: it names those that are known, or what is to be installed."""
    if name in searching(game) and name not in levels(game):
        return BadOption(f"{name} thinks ahead, which needs: pip install 'facedown[fast]'")
    return BadOption(f"{game.title} has no player {name!r}{did_you_mean(name, known, 'it has')}")


def player(game: Game | Contract, name: str | Bot, seed: object = 0, *, patient: bool = True) -> Agent:
    """An agent by name; agents with equal seeds choose alike.  Raises BadOption if there is none of this name.

    A function of the form of the game's bots is an agent, too.  A searching agent that is not `patient` plays like
    the game's own bot until its search is compiled.
    """
    game = contract_of(game)
    if not isinstance(name, str):
        called = name_of(name)
        kind = BotAgent if isinstance(game, FlatContract) else ViewAgent
        return kind(game, called, luck_of(game.id, called, seed), name)
    if name not in players(game):
        raise unknown_player(game, name, players(game))
    luck = luck_of(game.id, name, seed)
    if name == RANDOM:
        return RandomAgent(luck)
    if name in levels(game) and isinstance(game, FlatContract):
        return SearchAgent(game, levels(game)[name], luck, patient=patient)
    if name not in game.bots():
        return NetworkAgent(trained_network(game, name))
    return BotAgent(game, name, luck) if isinstance(game, FlatContract) else ViewAgent(game, name, luck)


def name_of(bot: Bot) -> str:
    """What a bot of the user's own is called: by its function's name."""
    return str(getattr(bot, "__name__", type(bot).__name__))


def luck_of(*seed: object) -> Ints:
    """The state of a player's random generator, uint32[4], made from anything that can be written as text."""
    luck = np.array(key_of("luck", *seed), np.uint32)
    luck[0] |= 1
    return luck
