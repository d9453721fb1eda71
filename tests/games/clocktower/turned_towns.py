"""The same town, turned by some seats and given the same choices, ends alike.

`python -m tests.games.clocktower.turned_towns --towns 5000` plays so many and stops at the first that does not; the
tests play a few hundred.  Whatever depends on who comes first by seat, and not by the rules, shows here.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Annotated, Any, NamedTuple

import typer

from facedown.games.clocktower import day, scripts
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.constraints import why_impossible
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.questions import Act, Question
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.script import RULES, Script
from facedown.games.clocktower.setup import new_state
from facedown.games.clocktower.state import EVIL, GOOD, Alignment, GivenTokens, Laid, Player, State
from tests.games.clocktower.held_together import GUEST, HOUSE, RESIDENT, HeldTogether

SIZES, GUESTS, HOUSES = (9, 12, 15), 3, 3  # how many residents, Travellers, and Fabled and Loric a town has
OTHERS = {"townsfolk": 4, "outsider": 2, "minion": 2, "demon": 2}  # who are on the script and not in play
MOST_TRIES = 100
ACTS_ONE_IN = 3  # how often somebody does something on the floor before they are done


class Ending(NamedTuple):
    """How a town has ended, by people instead of seats."""

    winner: str | None
    why: str
    alive: frozenset[int]
    characters: tuple[str, ...]


class Town:
    """One town, in which person p has seat p + turn; the last ones are Travellers, who keep theirs.

    Everybody sits between the same two people, wherever the circle begins.
    """

    def __init__(
        self, script: Script, tokens: Sequence[Character], turn: int, seed: object, sides: Sequence[Alignment] = ()
    ) -> None:
        nobodys = [token for token in tokens if acts_at(token, Role.taken_by)]
        tokens = [token for token in tokens if token not in nobodys]
        self.turn, self.people, self.seed = turn, len(tokens), seed
        self.residents = self.people - len(sides)
        self.state: State = new_state(script, self.residents, len(sides), seed)
        given = (*(None for _ in range(self.residents)), *sides)
        seats = [self._seat(person) for person in range(self.people)]
        self.state.laid = {seats[p]: (token, None, given[p]) for p, token in enumerate(tokens)}
        for token in nobodys:
            self.state.laid[self.state.storyteller] = token, None, None
        ring = [self.state.players[seat] for seat in seats]
        self.state.ring[:] = ring[-turn:] + ring[:-turn]
        self.engine = Engine(self.state)
        self.asked: Counter[object] = Counter()

    def _seat(self, person: int) -> int:
        return (person + self.turn) % self.residents if person < self.residents else person

    def person(self, seat: int) -> int:
        """Who sits there; the storyteller is -1."""
        if not 0 <= seat < self.people:
            return -1
        return (seat - self.turn) % self.residents if seat < self.residents else seat

    def meaning(self, value: object) -> object:
        """A value that is the same in every turned town."""
        if isinstance(value, Player):
            return ("person", self.person(value.seat))
        if isinstance(value, Character):
            return ("character", value.id)
        if isinstance(value, Act):
            return (value.verb, self.meaning(value.player), self.meaning(value.character), value.text)
        if isinstance(value, tuple | list):
            return tuple(map(self.meaning, value))
        return str(value)

    def people_in(self, value: object) -> object:
        """The same for players who are offered together, of whom the one with the lower seat comes first."""
        if isinstance(value, tuple) and all(isinstance(one, Player) for one in value):
            return sorted(map(self.meaning, value), key=repr)
        return self.meaning(value)

    def drawn(self, number: int, *about: object) -> int:
        """A number below this one, the same in every turned town."""
        digest = hashlib.blake2b(repr((self.seed, *about)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % number

    def one_of(self, values: Iterable[Any], *about: object) -> Any:
        ordered = sorted(values, key=lambda value: (repr(self.people_in(value)), repr(self.meaning(value))))
        return ordered[self.drawn(len(ordered), *about)]

    def answer(self) -> None:
        """Answer one of the open questions, for one of those asked."""
        asked = [(question, seat) for question in self.engine.questions for seat in question.seats]
        question, seat = min(asked, key=lambda one: repr(self._key(*one)))
        key = self._key(question, seat)
        self.asked[key] += 1
        self.engine.answer(question, seat, self._chosen(question, seat, (key, self.asked[key])))

    def _key(self, question: Question, seat: int) -> object:
        return question.id, question.what, self.meaning(question.args), self.person(seat)

    def _chosen(self, question: Question, seat: int, about: object) -> object:
        if question.free_text:
            return "..."
        if not question.floor:
            return self.one_of(question.options, about)
        if self.drawn(ACTS_ONE_IN, about, "acts"):
            return day.DONE
        player = self.state.players[seat]
        if self.state.nominating:
            can = day.nominees(self.state, player) if day.may_nominate(self.state, player) else []
            return Act("nominate", self.one_of(can, about)) if can else day.DONE
        deeds = list(day.deeds(self.state, seat))
        return self.one_of(deeds, about) if deeds else day.DONE

    def played(self) -> Iterator[State]:
        """Play to the end, and show the town after everything that happens."""
        while not self.engine.over:
            if self.engine.questions:
                self.answer()
            else:
                self.engine.proceed()
            yield self.state

    def ending(self) -> Ending:
        """Play to the end."""
        for _ in self.played():
            pass
        players = sorted(self.state.players[: self.people], key=lambda player: self.person(player.seat))
        alive = frozenset(person for person, player in enumerate(players) if player.alive)
        return Ending(self.state.winner, self.state.why_over, alive, tuple(p.character.id for p in players))


def towns(first: int, number: int, held: HeldTogether) -> Iterator[tuple[int, list[str]]]:
    """The characters of so many towns from this one on; they and all before them hold together what is `held`."""
    for town in range(first + number):
        luck = Random(f"town {town}")
        ids = held.next_town({RESIDENT: luck.choice(SIZES), GUEST: GUESTS, HOUSE: HOUSES}, luck)
        if town >= first:
            yield town, ids


def check(seed: int, ids: Sequence[str]) -> None:
    """Raises AssertionError if a town of these characters ends in another way when it is turned."""
    luck = Random(f"turned {seed}")
    script, order, sides = drawn(ids, luck)
    check_town(script, order, luck.randrange(1, len(order) - len(sides)), seed, sides)


def drawn(ids: Sequence[str], luck: Random) -> tuple[Script, list[Character], list[Alignment]]:
    """A script, these characters as they sit, Travellers last, and the sides of the Travellers."""
    rest = [id for id in scripts.all_modelled() if id not in ids]
    others = (luck.sample([id for id in rest if FACTS[id].team == team], more) for team, more in OTHERS.items())
    script = scripts.of_ids("a drawn script", [*ids, *(id for some in others for id in some)], luck.choice(RULES))
    tokens = [script.character(id) for id in ids]
    guests = [token for token in tokens if token.team == "traveller"]
    residents = [token for token in tokens if token.team in OTHERS]
    sides = [luck.choice((GOOD, EVIL)) for _ in guests]
    return script, [*seated(residents, script, luck), *guests], sides


def seated(tokens: Sequence[Character], script: Script, luck: Random) -> list[Character]:
    """In an order in which they may sit, if one is found soon."""
    names = [str(seat) for seat in range(len(tokens))]
    for _ in range(MOST_TRIES):
        order = luck.sample(tokens, len(tokens))
        laid: Laid = {seat: (token, None, None) for seat, token in enumerate(order)}
        if not why_impossible(GivenTokens(laid, (), script, len(order), names)):
            break
    return order


def check_town(
    script: Script, tokens: Sequence[Character], turn: int, seed: int, sides: Sequence[Alignment] = ()
) -> None:
    """Raises AssertionError if this town, whose last ones are Travellers on these sides, ends in another way."""
    plain = Town(script, tokens, 0, seed, sides).ending()
    turned = Town(script, tokens, turn, seed, sides).ending()
    who = ", ".join(token.id for token in tokens)
    assert plain == turned, f"town {seed}, turned by {turn}, {script.rules}: {who}\n{plain}\n{turned}"


def main(
    number: Annotated[int, typer.Option("--towns", help="How many.")] = 5000,
    first: Annotated[int, typer.Option(help="The number of the first.")] = 0,
) -> None:
    """Play towns twice, as they are and turned; stop at the first that ends in another way."""
    held = HeldTogether()
    for seed, ids in towns(first, number, held):
        check(seed, ids)
    typer.echo(f"{first + number:,} towns, which end alike however they are turned, hold together {held.told()}")


if __name__ == "__main__":
    typer.run(main)
