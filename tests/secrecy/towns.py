"""Families of towns of Clocktower that begin alike for all but a few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.table import Table
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.constraints import why_impossible
from facedown.games.clocktower.game import Clocktower
from facedown.games.clocktower.position import Position
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.scripts import EDITIONS, all_modelled, named
from facedown.games.clocktower.state import EVIL, GOOD, Alignment, GivenTokens

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay")
TELLER = "Mira"
STATES = {"d": "drunk", "p": "poisoned"}
SIDES: dict[str, Alignment] = {"g": GOOD, "e": EVIL}


class LaidOut(Clocktower):
    """Clocktower, in which the seed says which tokens lie where: `17|chef drunk=empath beggar:e|1p`.

    A number; for each player the token, what they take it for, and the side; and who begins drunk or poisoned.
    """

    def start(self, seats: int, seed: object, options: Mapping[str, str | int]) -> Position:
        luck, _, town = str(seed).partition("|")
        position = super().start(seats, luck, options)
        if town:
            tokens, _, states = town.partition("|")
            script = position.setup.script
            laid: dict[int, tuple[Character, Character | None, Alignment | None]] = {}
            for seat, token in enumerate(tokens.split()):
                token, _, side = token.partition(":")
                token, _, shown = token.partition("=")
                believed = script.character(shown) if shown else None
                laid[seat] = (script.character(token), believed, SIDES.get(side))
            position.laid = laid
            position.laid_states = {int(state[:-1]): STATES[state[-1]] for state in states.split()}
        return position


GAME = Game(LaidOut())


BY_HAND = {  # what the storyteller does to a player, unseen by all others
    "mark": "mark {} drunk",
    "remind": 'remind {} "perhaps"',
    "note": 'note {} "looks tired"',
    "tell": 'tell {} "Take your time."',
    "show": 'show {} Chef and good "You are"',
}


class Town(NamedTuple):
    """One town: its tokens by id, as `LaidOut` reads them, and who begins drunk or poisoned."""

    tokens: tuple[str, ...]
    states: tuple[str, ...] = ()

    def seed(self, luck: int) -> str:
        return f"{luck}|{' '.join(self.tokens)}|{' '.join(self.states)}"


class Sibling(NamedTuple):
    """One town of a family, and what is done in it alone, unseen by most.

    `unseen`: "", one of BY_HAND, "for" (the storyteller answers for players), "undo" (something
    by hand that is taken back), "whisper", "slip" (a move that is refused).
    """

    town: Town
    unseen: str = ""


class Family(NamedTuple):
    """Towns that begin alike but for a secret or two, and the number from which all else is drawn, alike in all.

    `policy`: the storyteller is one; else a person.  `rather`: answers that are given wherever they may be given.
    """

    luck: int
    siblings: tuple[Sibling, ...]
    options: Mapping[str, str | int]
    policy: bool = False
    days: int = 1
    rather: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*NAMES[: len(self.siblings[0].town.tokens)], TELLER)

    def seed(self, which: int) -> str:
        """The seed of the game in one of the towns."""
        return self.siblings[which].town.seed(self.luck)

    def table(self, which: int) -> Table:
        """One of the towns, as it begins."""
        return Table(GAME.contract, self.names, self.seed(which), self.options)


def family(number: int, size: int = 6) -> Family:
    """A random family, the same for the same number."""
    luck = Random(f"family {number}")
    while True:
        travellers = luck.choice((0, 0, 0, 1))
        seats = luck.choice((5, 5, 6, 7, 10)) + travellers + 1  # ten have two Minions
        riot = luck.random() < 0.05
        options: dict[str, str | int] = {
            "script": with_riot(luck) if riot else random_script(luck),
            "rules_version": luck.choice(("2022", "current")),
            "travellers": travellers,
            "results": luck.choice(("at once", "at once", "at dusk")),
            "whispers": luck.choice(("shown", "hidden")),
        }
        policy = luck.random() < 0.3
        try:
            town = dealt(luck, Table(GAME.contract, seats, luck.getrandbits(32), options))
            towns = [town, *(twin(luck, town, options) for _ in range(size - 2))]
        except FacedownError:
            continue
        unseen = luck.choice(("whisper", "slip") if policy else (*BY_HAND, "for", "undo", "whisper", "slip"))
        siblings = (*map(Sibling, dict.fromkeys(towns)), Sibling(town, unseen))
        return Family(number, siblings, options, policy, days=3 if riot else 1)


def with_riot(luck: Random) -> str:
    """A script in which a clock runs on the third day."""
    return ", ".join(["riot", *(id for id in random_almanac(luck).split(", ") if FACTS[id].team != "demon")])


def random_script(luck: Random) -> str:
    """One of the editions, or of all characters that the rules play so many as a script has."""
    if luck.random() < 0.3:
        return luck.choice(tuple(EDITIONS.values()))
    return random_almanac(luck)


def random_almanac(luck: Random) -> str:
    """A script drawn from all the characters that the rules play, those of the storyteller and Travellers too."""
    of_each = {"townsfolk": 13, "outsider": 4, "minion": 4, "demon": 4, "traveller": 4, "fabled": 1, "loric": 1}
    teams = {team: [id for id in all_modelled() if FACTS[id].team == team] for team in of_each}
    return ", ".join(id for team, number in of_each.items() for id in luck.sample(teams[team], number))


def dealt(luck: Random, table: Table) -> Town:
    """The tokens that chance deals at this table, and Travellers."""
    while (
        table.view(table.asked[0]).phase == "set-up" and not table._position.picture.state.players[0].character.id
    ):
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    state = table._position.picture.state
    residents = state.players[: len(state.players) - state.travellers]
    guests = luck.sample([c.id for c in state.traveller_list], state.travellers)
    return Town((*(p.character.id for p in residents), *(f"{id}:{luck.choice('gge')}" for id in guests)))


def twin(luck: Random, town: Town, options: Mapping[str, str | int]) -> Town:
    """The same town but for a player's secret."""
    while True:
        other = luck.choice((another_token, another_token, impaired, mistaken))(luck, town, options)
        if other != town and _is_possible(other, options):
            return other


def _is_possible(town: Town, options: Mapping[str, str | int]) -> bool:
    position = GAME.contract.start(len(town.tokens) + 1, town.seed(0), options)
    names = (*NAMES[: len(town.tokens)], TELLER)
    residents = len(town.tokens) - int(options["travellers"])
    return not why_impossible(GivenTokens(position.laid, (), position.setup.script, residents, names))


def _cast(options: Mapping[str, str | int]) -> Sequence[Character]:
    return named(str(options["script"]), str(options["rules_version"])).characters


def another_token(luck: Random, town: Town, options: Mapping[str, str | int]) -> Town:
    """A player holds another token of the same team, which nobody else has."""
    seat = luck.randrange(len(town.tokens) - int(options["travellers"]))
    held = {part for token in town.tokens for part in token.split("=")}
    team = FACTS[town.tokens[seat].split("=")[0]].team
    free = [c.id for c in _cast(options) if c.team == team and c.id not in held and c.in_bag]
    free = [id for id in free if next(c for c in _cast(options) if c.id == id).thinks_it_is is None]
    return _with(town, seat, luck.choice(free)) if free else town


def impaired(luck: Random, town: Town, options: Mapping[str, str | int]) -> Town:
    """A player begins drunk or poisoned."""
    seat = luck.randrange(len(town.tokens) - int(options["travellers"]))
    return town._replace(states=(f"{seat}{luck.choice('dp')}",))


def mistaken(luck: Random, town: Town, options: Mapping[str, str | int]) -> Town:
    """A player only believes that they have their token: they are the Drunk, say, or the Lunatic."""
    seat = luck.randrange(len(town.tokens) - int(options["travellers"]))
    if "=" in town.tokens[seat]:
        return town
    team = FACTS[town.tokens[seat]].team
    wrong = [c.id for c in _cast(options) if c.thinks_it_is is not None]
    wrong = [id for id in wrong if team == ("demon" if id == "lunatic" else "townsfolk")]
    if not wrong:
        return town
    other = _with(town, seat, f"{luck.choice(wrong)}={town.tokens[seat]}")
    if team != "demon":
        return other
    believers = [s for s, token in enumerate(town.tokens) if FACTS[token.partition(":")[0]].team == "townsfolk"]
    return _with(other, luck.choice(believers), town.tokens[seat])


def _with(town: Town, seat: int, token: str) -> Town:
    return town._replace(tokens=(*town.tokens[:seat], token, *town.tokens[seat + 1 :]))
