"""Games and servers that tell too much, made from honest ones: what the law of hidden things must catch.

Where honest code could not even see what it leaks, the mutant's `observe` lets it peep.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from facedown.core.bits import lowest
from facedown.core.compiling import compiles
from facedown.core.flat import FlatContract, FlatGame
from facedown.core.flat.taking_cards import Given
from facedown.core.game import Event, Refusal, Seat
from facedown.core.questions import Events, happens
from facedown.server import wire
from facedown.server.play import outbound
from tests.laws.positions import another
from tests.sample_game import GAME, rules

ACE = rules.CARDS - 2


def mutant(
    game: FlatGame = GAME, *, rules: dict[str, Any] | None = None, words: dict[str, Any] | None = None
) -> FlatGame:
    """A copy of the game in which these rules and these words are others."""
    twin = another(game)
    changed: Any = Given(_changed(cast(Any, game.contract.words).module, words), twin.contract.plain_cards)
    twin.contract.words = changed
    twin.contract._use_rules(_changed(game.contract.rules, rules))
    return twin


def _changed(module: Any, changes: dict[str, Any] | None) -> Any:
    names = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    return SimpleNamespace(__file__=module.__file__, **{**names, **(changes or {})})


def sum_of_others(s: Any, seat: int) -> int:
    """A secret: what the cards in all other hands add up to."""
    return sum(int(s.hand[other]) for other in range(int(s.seats)) if other != seat)


class Peep:
    """What the mutant's words can see beside the view: the position that was last observed."""

    def __init__(self) -> None:
        self.position: Any = None
        self.seat = -1

    def observe(self, s: Any, seat: int, v: Any) -> None:
        self.position, self.seat = s, seat
        rules.observe(s, seat, v)

    @property
    def secret(self) -> int:
        return sum_of_others(self.position, self.seat)


# -- one leak a channel -----------------------------------------------------------------------------------------


@compiles
def parity_observed(s: rules.Position, seat: int, v: rules.Observation) -> None:
    rules.observe(s, seat, v)
    v.deck_left += sum_of_others(s, seat) & 1


@compiles
def hidden_field_observed(s: rules.Position, seat: int, v: rules.Observation) -> None:
    """A field that no words show, but every bot reads."""
    rules.observe(s, seat, v)
    v.event_other = s.key[0] & 1


@compiles
def whole_event_observed(s: rules.Position, seat: int, v: rules.Observation) -> None:
    rules.observe(s, seat, v)
    v.event_card = s.event_card


@compiles
def next_seats_hand_observed(s: rules.Position, seat: int, v: rules.Observation) -> None:
    """Off by one, as it happens."""
    rules.observe(s, seat, v)
    v.hand[0] = s.hand[(seat + 1) % s.seats]


@compiles
def legal_by_anothers_hand(s: rules.Position, seat: int, moves: Any) -> None:
    rules.legal(s, seat, moves)
    if sum_of_others(s, seat) & 1 and moves[0] & (moves[0] - 1):
        moves[0] &= moves[0] - 1


@compiles
def seconds_by_cards(s: rules.Position) -> float:
    """Somebody who could win gets longer."""
    seconds = rules.seconds(s)
    return seconds + 1.0 if seconds > 0.0 and sum_of_others(s, -1) & 1 else seconds


@compiles
def silence_by_anothers_hand(s: rules.Position, seat: int) -> int:
    return lowest(s.hand[seat]) if sum_of_others(s, seat) & 1 else rules.timeout_move(s, seat)


def told(change: Callable[[Peep, Any], Any], name: str) -> FlatGame:
    """The words `name` say something more, which `change` makes of what they said."""
    peep, honest = Peep(), getattr(GAME.contract.words, name)

    def say(*args: Any) -> Any:
        return change(peep, honest(*args))

    return mutant(rules={"observe": peep.observe}, words={name: say})


def standing_told(s: Any) -> str:
    return f"{GAME.contract.words.standing(s)} ({sum_of_others(s, -1)} still to come)"


def talkative_prompt() -> FlatGame:
    return told(lambda peep, said: f"{said} ({peep.secret.bit_count()} and {peep.secret % 7})", "prompt")


def talkative_aim() -> FlatGame:
    return told(lambda peep, said: f"{said} of {peep.secret % 9}", "aim")


def talkative_refusal() -> FlatGame:
    return told(lambda peep, said: Refusal(said.text + "." * (peep.secret % 3), said.rule), "refusal")


def rule_by_anothers_hand() -> FlatGame:
    return told(lambda peep, said: Refusal(said.text, "2.1" if peep.secret & 1 else "2.2"), "refusal")


def talkative_unplayable() -> FlatGame:
    return told(lambda peep, said: [*said, ("One", Refusal("x" * (peep.secret % 5)))], "unplayable")


def talkative_log() -> FlatGame:
    def more(peep: Peep, said: Event | None) -> Event | None:
        return said and Event(said.kind, said.text + " " * (peep.secret & 1), said.seat, said.rule)

    return told(more, "tell")


class StrongestLast(FlatContract):
    """Of several who are asked, it names those with low cards first."""

    def asked(self, position: Any) -> tuple[Seat, ...]:
        return tuple(sorted(super().asked(position), key=lambda seat: int(position.hand[seat])))


def asked_by_hand() -> FlatGame:
    game = mutant()
    game.contract.__class__ = StrongestLast
    return game


def leaky_view() -> FlatGame:
    def more(peep: Peep, said: Any) -> Any:
        return msgspec.structs.replace(said, trick=said.trick + 10 * (peep.secret & 1))

    return told(more, "show")


GAMES: dict[str, tuple[str, Callable[[], FlatGame]]] = {
    "a view with the parity of hidden cards": ("view", lambda: mutant(rules={"observe": parity_observed})),
    "a view made with a side glance": ("view", leaky_view),
    "a view with the next seat's hand": ("view", lambda: mutant(rules={"observe": next_seats_hand_observed})),
    "a bit of the generator in a field that only bots read": (
        "bots_view",
        lambda: mutant(rules={"observe": hidden_field_observed}),
    ),
    "legal moves by another's hand": ("legal", lambda: mutant(rules={"legal": legal_by_anothers_hand})),
    "a prompt that counts another's cards": ("prompt", talkative_prompt),
    "an aim that knows another's cards": ("aim", talkative_aim),
    "a refusal that grows with another's hand": ("refusals", talkative_refusal),
    "a rule's number by another's hand": ("tries", rule_by_anothers_hand),
    "a card more that cannot be played": ("unplayable", talkative_unplayable),
    "an event in full for everybody": ("log", lambda: mutant(rules={"observe": whole_event_observed})),
    "a blank in a line of the log": ("replay", talkative_log),
    "a question that waits longer by hidden cards": (
        "clock",
        lambda: mutant(rules={"seconds": seconds_by_cards}),
    ),
    "a silence that knows the cards": (
        "timeout_move",
        lambda: mutant(rules={"timeout_move": silence_by_anothers_hand}),
    ),
    "who is asked, in the order of their cards": ("asked", asked_by_hand),
    "a standing that knows the cards": ("standing", lambda: mutant(words={"standing": standing_told})),
}


# -- a server that tells too much -------------------------------------------------------------------------------


def padded(table: Any, seat: int | None, public: outbound.PublicFacts | None = None) -> wire.Turn:
    """A message as long as a hidden card is high."""
    turn = HONEST_TURN(table, seat, public)
    return msgspec.structs.replace(turn, prompt=turn.prompt + " " * (sum_of_others(table.position(), -1) % 5))


def one_more_frame(table: Any, seat: int | None, since: int) -> tuple[wire.Frame, ...]:
    """The last thing is told twice if anybody holds a certain card."""
    seen = HONEST_FRAMES(table, seat, since)
    return seen + seen[-1:] if any(int(hand) >> ACE & 1 for hand in table.position().hand) else seen


def history_told(table: Any, seat: int | None, since: int, version: int) -> wire.Update:
    """The move itself, as it was played, to all."""
    update = HONEST_UPDATE(table, seat, since, version)
    last = table.history[-1].text if table.history else ""
    return msgspec.structs.replace(update, prompt=f"{update.prompt} {last}")


HONEST_TURN, HONEST_FRAMES, HONEST_UPDATE = outbound.turn, outbound.frames, outbound.update
SERVERS: dict[str, tuple[str, str, Callable[..., Any]]] = {
    "a message padded by hidden cards": ("messages", "turn", padded),
    "one more frame if somebody holds a card": ("messages", "frames", one_more_frame),
    "one more frame of the replay": ("replay", "frames", one_more_frame),
    "a hidden move in the message": ("messages", "update", history_told),
}


@contextmanager
def server_that(name: str, leak: Callable[..., Any]) -> Iterator[None]:
    """For a while, this function of `outbound` is the leaky one."""
    honest: types.FunctionType = getattr(outbound, name)
    setattr(outbound, name, leak)
    try:
        yield
    finally:
        setattr(outbound, name, honest)


@compiles
def slow_clock(s: rules.Position, seat: int, move: int) -> None:
    """Who waits and holds one of some cards is seen to hesitate."""
    rules.step(s, seat, move)
    if move == rules.WAIT and int(s.hand[seat]) & 0b111000111000:
        nothing_happens(s)


def hesitant_game() -> FlatGame:
    return mutant(rules={"step": slow_clock})


# -- a leak in time: more happens where somebody holds a card ---------------------------------------------------


@compiles
def slow_refill(s: rules.Position) -> None:
    """Before the taker draws, something more is said if the next seat holds one of some cards."""
    after = (int(s.taker) + 1) % int(s.seats)
    pausing = s.kind[s.depth] == rules.REFILL and s.event == rules.TOOK
    if pausing and int(s.hand[after]) & 0b111000111000:
        nothing_happens(s)
    else:
        rules.proceed(s)


def nothing_happens(s: Events) -> None:
    happens(s, rules.DEALT, rules.NONE, rules.NONE, rules.NONE)


def slow_game() -> FlatGame:
    return mutant(rules={"proceed": slow_refill})
