"""Whole games without a table: for simulations, and for trying the rules on thousands of towns.

Random players and a random storyteller answer the rules' questions directly, without a view being made.  All other
bots get the view of their seat and its legal moves, as at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from facedown.core.contract import Contract
from facedown.core.values import Move, PlayedOut
from facedown.games.clocktower import day, queries
from facedown.games.clocktower.bots import BOTS, Bot
from facedown.games.clocktower.engine import LEFT_OPEN, Engine
from facedown.games.clocktower.moves import Meaning, TownMove, act_of, meaning_of
from facedown.games.clocktower.position import Done, Position
from facedown.games.clocktower.questions import Act, Question
from facedown.games.clocktower.state import EVIL, GOOD, State
from facedown.games.clocktower.views import View

RANDOM = "random"
MOST_TALK = 100  # acts of a bot before nominations, and again during them, on each day; then it is done
ACTS_ONE_IN = 3  # how often a random player does something on the floor before they are done


def play_out(
    game: Contract[Position, View],
    position: Position,
    players: Sequence[str],
    luck: Random,
    known: Mapping[str, Bot] = BOTS,
) -> PlayedOut:
    """Play a game from its beginning to its end.

    `players` are names of the bots that are `known`, seat by seat, the storyteller's last.
    """
    position.proceed()  # from here on there is something to look at
    engine, names = position.engine, game.names_of(len(players))
    bots = {seat: known[name] for seat, name in enumerate(players) if name != RANDOM}
    chance = Chance(engine.state, bots, luck)
    while (seat := engine.run(chance.answer)) is not None:
        _bot_answers(game, position, seat, names, bots[seat], luck)
    return ended(engine, chance.decisions, len(players))


class Chance:
    """Answers for all who play at random, and where there is but one answer; the rest it leaves to the bots."""

    def __init__(self, state: State, bots: Container[int], luck: Random) -> None:
        self.decisions = 0  # how many answers there were, the bots' among them
        self._state, self._bots, self._luck = state, bots, luck
        self._talked: Counter[tuple[int, bool, int]] = Counter()  # by day, whether nominations are open, and seat

    def answer(self, question: Question) -> tuple[int, Any]:
        """Which of the seats that are asked answers, and what."""
        if question.floor:
            return self._on_the_floor(question)
        self.decisions += 1
        seats, options = question.seats, question.options
        seat = seats[0] if len(seats) == 1 else seats[int(self._luck.random() * len(seats))]
        if len(options) == 1 and not question.free_text:
            return seat, options[0]
        return seat, LEFT_OPEN if seat in self._bots else at_random(self._state, question, seat, self._luck)

    def _on_the_floor(self, question: Question) -> tuple[int, Any]:
        """Who acts next, and how; those who are done before leave the floor without the rules being resumed."""
        state, seats, random = self._state, question.seats, self._luck.random
        while True:
            self.decisions += 1
            seat = seats[0] if len(seats) == 1 else seats[int(random() * len(seats))]
            act: object = day.DONE
            if seat in self._bots:
                talked = state.day, state.nominating, seat
                if self._talked[talked] < MOST_TALK:
                    self._talked[talked] += 1
                    return seat, LEFT_OPEN
            elif random() * ACTS_ONE_IN < 1:
                act = _act_at_random(state, seat, self._luck)
            if act is not day.DONE or len(seats) == 1:
                return seat, act
            day.is_done(state, question, seat)


def _bot_answers(
    game: Contract[Position, View], position: Position, seat: int, names: Sequence[str], bot: Any, luck: Random
) -> None:
    """What is found among the answers is given as it is; what else is done or said has to be looked up."""
    question, told = position.engine.questions[0], seat == position.storyteller
    answers = ON_THE_FLOOR if question.floor else _answers(question.options)
    legal: Sequence[Move] = tuple(answers)
    if question.floor or question.free_text:
        legal = Listed(next(iter(answers), None), lambda: _listed(game, position, seat, names),
                       lambda act: position.find(Done(seat, act)) is not None)  # fmt: skip
    move = bot(game.observation(position, seat, names if told else ()), legal, luck)
    if move in answers:
        position.answer(question, seat, answers[move])
    else:
        position.play(Done(seat, act_of(move)))


def _answers(options: Sequence[object]) -> Mapping[Move, Any]:
    """What may be answered, by the move that answers it."""
    if len(options) == 2 and options[0] is True and options[1] is False:  # a vote, more often than not
        return YES_OR_NO
    return {TownMove(0, "", meaning_of(option)): option for option in options}


YES_OR_NO: Mapping[Move, Any] = {TownMove(0, "", meaning_of(option)): option for option in (True, False)}
ON_THE_FLOOR: Mapping[Move, Any] = {TownMove(0, "", meaning_of(day.DONE)): day.DONE}


def _listed(
    game: Contract[Position, View], position: Position, seat: int, names: Sequence[str]
) -> tuple[Move, ...]:
    """The legal moves; on the floor without words, which nobody reads."""
    picture = position.picture
    if len(picture.answerable) == 1 and picture.questions[0].floor:
        return tuple(TownMove(0, "", meaning_of(act)) for act in day.acts(picture.state, seat))
    return game.legal(position, seat, names)


class Listed(Sequence[Move]):
    """The moves that a seat may make, and nothing else; worked out when somebody looks past the first.

    On the floor few do.  Whether one move is among them is found out for itself.
    """

    __slots__ = ("__first", "__list", "__may", "__moves")

    def __init__(
        self, first: Move | None, list_moves: Callable[[], tuple[Move, ...]], may: Callable[[Meaning], bool]
    ) -> None:
        self.__first, self.__list, self.__may = first, list_moves, may
        self.__moves: tuple[Move, ...] | None = None

    def __all(self) -> tuple[Move, ...]:
        if self.__moves is None:
            self.__moves = self.__list()
        return self.__moves

    def __len__(self) -> int:
        return len(self.__all())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, TownMove) and self.__may(act_of(move))

    def __getitem__(self, at: Any) -> Any:
        return self.__first if at == 0 and self.__first is not None else self.__all()[at]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.__all())


def ended(engine: Engine, decisions: int, seats: int) -> PlayedOut:
    state = engine.state
    winners = queries.winners(state)
    scores = tuple(int(seat in winners) for seat in range(seats))
    end = f"{state.winner}: {state.why_over}"
    sides = {str(side): state.winner == side for side in (GOOD, EVIL)}
    return PlayedOut(scores, winners, decisions, end, {"days": state.day}, tuple(happened(state)), sides)


def happened(state: State) -> Iterator[tuple[str, str, int]]:
    """What became of each player's character, as it is at the end: who was in play, executed, and left alive."""
    for player in state.players:
        if player.here:
            yield "in play", player.character.name, player.seat
            if player.alive:
                yield "alive at the end", player.character.name, player.seat
    for death in state.deaths:
        yield "executed" if death.executed else "died", death.player.character.name, death.player.seat


def at_random(state: State, question: Question, seat: int, luck: Random) -> Any:
    """Any answer; on the floor mostly that one is done, so that days end."""
    if question.floor:
        return day.DONE if luck.random() * ACTS_ONE_IN >= 1 else _act_at_random(state, seat, luck)
    if question.free_text:
        return "..."
    options = question.options
    return options[0] if len(options) == 1 else options[int(luck.random() * len(options))]


def _act_at_random(state: State, seat: int, luck: Random) -> Act:
    player = state.players[seat]
    if state.nominating:
        if day.may_nominate(state, player) and (nominees := day.nominees(state, player)):
            return Act("nominate", luck.choice(nominees))
        return day.DONE
    options = day.deeds(state, seat) or [Act("claim", None, luck.choice(state.script.characters))]
    return luck.choice(options)
