"""Small towns, played by the rules in every way that there is, beside what the solver says of them.

Whoever is good has learned just what they say, or has said nothing of it.  By day people do nothing but execute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from facedown.games.clocktower import scripts
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.day import DONE
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.questions import Act, Question
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.setup import new_state
from facedown.games.clocktower.speech.reports import make_report, report_of
from facedown.games.clocktower.speech.statements import Report, Statement
from facedown.games.clocktower.state import EVIL, GOOD, Ability, Alignment, Player, State, Told
from facedown.games.clocktower.worlds.layouts import layouts
from facedown.games.clocktower.worlds.puzzle import Puzzle, is_evil_role, puzzle
from facedown.games.clocktower.worlds.solve import solve
from tests.games.clocktower.worlds.honest import listed

CAST = (
    "washerwoman", "librarian", "investigator", "chef", "empath", "fortuneteller", "undertaker", "soldier", "monk",
    "ravenkeeper", "mayor", "butler", "drunk", "recluse", "saint", "poisoner", "spy", "scarletwoman", "baron",
    "imp",
)  # fmt: skip
ON_SCRIPT = {"townsfolk": 5, "outsider": 2, "minion": 2, "demon": 1}
# Beside a guest, for whom there are more ways to play: characters that have few.
QUICK = "chef", "empath", "undertaker", "soldier", "monk", "ravenkeeper", "mayor", "scarletwoman", "imp"
OF_QUICK = {"townsfolk": 4, "minion": 1, "demon": 1}
NOBODY = -1
NONE = (("none", True),)  # a Washerwoman beside whom there are no Townsfolk
Roles = tuple[str, ...]
Learned = tuple[int, str, str, tuple[tuple[str, Any], ...]]  # who, when, as what, and what


class Plan(NamedTuple):
    """A town before it is played: its tokens, what their players take them for, and whom each day executes."""

    script: Roles
    roles: Roles
    believed: Roles
    executed: tuple[int, ...]
    turned: tuple[int, ...] = ()  # who is not what they claim, as may be if they are evil in the end
    sitters: tuple[int, ...] = ()  # at whom the Minions point each night, to look after Lil' Monsta
    guest: Alignment | None = None  # the side of the Traveller in the last seat; None: there is none


class Seen(NamedTuple):
    """What everybody saw, and what the good say that they learned."""

    learned: frozenset[Learned]
    died: frozenset[tuple[int, str]]  # who, when


class Tale(NamedTuple):
    """A town that was played, and what its players tell of it."""

    plan: Plan
    seen: Seen
    puzzle: Puzzle


class Differs(Exception):
    """This way of playing leads to something else."""


def run(plan: Plan, choose: Callable[[int], int], wanted: Seen | None = None) -> Seen:
    """Play it until the dawn of the day after the last; `choose`: one of so many.

    Raises Differs as soon as it cannot come out as `wanted`, or the game is over.
    """
    residents = len(plan.roles) - (plan.guest is not None)
    state = dealt(plan.script, residents, 0, len(plan.roles) - residents)
    state.laid = {
        seat: (
            state.script.character(role),
            state.script.character(believed) if believed != role else None,
            plan.guest if seat == residents else None,
        )
        for seat, (role, believed) in enumerate(zip(plan.roles, plan.believed, strict=True))
    }
    if all(FACTS[role].team != "demon" for role in plan.roles):  # it is one whom nobody holds
        state.laid[state.storyteller] = (state.script.character("lilmonsta"), None, None)
    engine = Engine(state)
    while not engine.over:
        if engine.questions:
            if state.phase == "day" and state.day > len(plan.executed):
                break  # the dead of the night are known
            question = engine.questions[0]
            options = answers(state, plan, question)
            chosen = options[choose(len(options)) if len(options) > 1 else 0]
            engine.answer(question, question.seats[0], chosen)
        else:
            engine.proceed()
            if wanted is not None and not may_become(seen(state, plan), wanted):
                raise Differs
    found = seen(state, plan)
    if (
        engine.over
        or any(state.players[seat].good for seat in plan.turned)
        or (wanted is not None and not may_become(found, wanted, at_last=True))
    ):
        raise Differs
    return found


def dealt(script: Roles, residents: int, seed: object, travellers: int = 0) -> State:
    return new_state(scripts.of_ids("a script", list(script), "current"), residents, travellers, seed)


def is_evil(plan: Plan, seat: int) -> bool:
    return (
        is_evil_role(plan.roles[seat])
        or seat in plan.turned
        or (plan.guest == EVIL and seat == len(plan.roles) - 1)
    )


def answers(state: State, plan: Plan, question: Question) -> list[Any]:
    """What may be answered: anything that can matter; by day, whoever is to be executed is."""
    if question.topic == "bluff":
        return list(question.options[:1])
    if isinstance(question.about, Ability) and question.about.character.id == "lilmonsta" and plan.sitters:
        sitter = state.players[plan.sitters[state.night - 1]]
        return [sitter] if sitter in question.options else list(question.options)
    if question.topic == "vote":
        return [True]
    return [by_day(state, plan, question.seats[0])] if question.floor else list(question.options)


def by_day(state: State, plan: Plan, seat: int) -> Act:
    victim = plan.executed[state.day - 1]
    if victim == NOBODY or not state.nominating or state.nominations:
        return DONE
    first = next(player.seat for player in state.players if player.alive and player.seat != victim)
    return Act("nominate", state.players[victim]) if seat == first else DONE


def seen(state: State, plan: Plan) -> Seen:
    good = [player for player in state.players if not is_evil(plan, player.seat)]
    said = (
        (player.seat, report_of(told, player.believed) or of_another(state, told))
        for player in good
        for told in player.told
    )
    learned = frozenset(
        (seat, one.when, one.by, tuple(sorted((key, _in_order(value)) for key, value in listed(one).items())))
        for seat, one in said
        if isinstance(one, Report)
    )
    return Seen(learned, frozenset((player.seat, player.fell) for player in state.players if player.fell))


def of_another(state: State, told: Told) -> Statement | None:
    """What was learned of or as a Traveller, or by an ability that is another's."""
    when, by = f"N{told.night}", told.character
    match by:
        case "barista":
            return Report(when, by, (("sober", "twice" not in told.words),))
        case "apprentice":
            return Report(when, by, tuple(("role", one.id) for one in told.args if isinstance(one, Character)))
        case "harlot":
            seats = [one.seat for one in told.args if isinstance(one, Player)]
            return (
                make_report(when, by, seats, [told.report.id], ()) if isinstance(told.report, Character) else None
            )
    return report_of(told, state.script.character(by)) if by in FACTS else None


def _in_order(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, list | tuple) else value


def may_become(found: Seen, wanted: Seen, *, at_last: bool = False) -> bool:
    """Whether nothing has happened so far that is not wanted; `at_last`: and all that is."""
    if at_last and (found.died != wanted.died or not found.learned >= wanted.learned):
        return False
    asked = {one[:3] for one in wanted.learned}
    return found.died <= wanted.died and all(one in wanted.learned or one[:3] not in asked for one in found.learned)


def is_possible(plan: Plan, wanted: Seen) -> bool:
    """Whether some choices of players and storyteller lead there."""
    paths: list[list[int]] = [[]]
    while paths:
        path = paths.pop()
        taken: list[int] = []
        widths: list[int] = []

        def choose(
            options: int, path: list[int] = path, taken: list[int] = taken, widths: list[int] = widths
        ) -> int:
            taken.append(path[len(taken)] if len(taken) < len(path) else 0)
            widths.append(options)
            return taken[-1]

        try:
            run(plan, choose, wanted)
        except Differs:
            for at in range(len(path), len(taken)):
                paths += [[*taken[:at], other] for other in range(1, widths[at])]
        else:
            return True
    return False


def random_town(
    seed: object, residents: int, days: int, guest: str = "", silent: int | None = None, script: Roles = ()
) -> Tale | None:
    """A town that was dealt and played at random; None: the game ended before, or no puzzle can tell it.

    `guest`: a Traveller in a seat of their own.  `silent`: a seat that says nothing at all.  `script`: this one.
    """
    luck = Random(f"by engine {seed}")
    cast, on_script = (QUICK, OF_QUICK) if guest and days else (CAST, ON_SCRIPT)
    of_team = {team: [id for id in cast if FACTS[id].team == team] for team in on_script}
    script = script or tuple(id for team, number in on_script.items() for id in luck.sample(of_team[team], number))
    state = dealt(script, residents, seed)
    engine = Engine(state)
    while state.phase != "night":
        if engine.questions:
            engine.answer(
                engine.questions[0], engine.questions[0].seats[0], luck.choice(engine.questions[0].options)
            )
        else:
            engine.proceed()
    guests = (guest,) if guest else ()
    roles = (*(player.character.id for player in state.players), *guests)
    believed = (*(player.believed.id for player in state.players), *guests)
    executed = tuple(luck.choice((NOBODY, *range(residents))) for _ in range(days))
    plan = Plan(script, roles, believed, executed, guest=luck.choice((GOOD, EVIL)) if guest else None)
    try:
        found = run(plan, luck.randrange)
    except Differs:
        return None
    untold = any(by == "washerwoman" and parts == NONE for *_, by, parts in found.learned)
    return None if untold else told(plan, found, luck, silent)


def told(plan: Plan, found: Seen, luck: Random, silent: int | None) -> Tale:
    """What players tell: the evil claim anything, and have learned nothing."""
    good = [id for id in plan.script if not is_evil_role(id) and id != "drunk"]
    claims: list[str | None] = [
        luck.choice(good) if is_evil_role(role) else believed
        for role, believed in zip(plan.roles, plan.believed, strict=True)
    ]
    if silent is not None:
        claims[silent] = None
        found = found._replace(learned=frozenset(one for one in found.learned if one[0] != silent))
    data = {
        "claims": claims, "unclaimed_on_script": plan.script,
        "reports": [
            {"seat": seat, "when": when, "by": by} | {key: _as_list(value) for key, value in parts}
            for seat, when, by, parts in sorted(found.learned)
        ],
        "events": [
            {"when": when, "type": "night_death", "seat": seat}
            if when.startswith("N")
            else {"when": when, "type": "execution", "seat": seat, "died": True}
            for seat, when in sorted(found.died)
        ] + [
            {"when": f"D{day}", "type": "execution", "seat": seat, "died": False}
            for day, seat in enumerate(plan.executed, 1)
            if seat != NOBODY and (seat, f"D{day}") not in found.died
        ],
    }  # fmt: skip
    return Tale(plan, found, puzzle(data))


def _as_list(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def differences(town: Tale) -> Iterator[tuple[Roles, bool]]:
    """The layouts of which the solver says something else than the rules, with what the rules say."""
    fit = {world.start for world in solve(town.puzzle).worlds}
    for batch in layouts(town.puzzle):
        for row in batch.table.tolist():
            roles = tuple(batch.roles[number] for number in row)
            plans = plans_of(town, roles)
            possible = any(is_possible(one, town.seen._replace(learned=said(town, one))) for one in plans)
            if possible != (roles in fit):
                yield roles, possible


def plans_of(town: Tale, roles: Roles) -> Iterator[Plan]:
    """The towns in which these are the characters: whatever a silent Drunk believes in, on each side of a guest."""
    free = [id for id in town.plan.script if FACTS[id].team == "townsfolk" and id not in roles]
    mistaken = {"drunk", "hermit"} if "drunk" in town.plan.script else ()
    believed = [
        [role] if role not in mistaken else [claim] if claim else free
        for role, claim in zip(roles, town.puzzle.claims, strict=True)
    ]
    goons = ("goon", "hermit") if "goon" in town.plan.script else ()
    turned = tuple(seat for seat, role in enumerate(roles) if role in goons and role != town.puzzle.claims[seat])
    nights = 0 if any(FACTS[role].team == "demon" for role in roles) else len(town.plan.executed) + 1
    for side in (None,) if town.plan.guest is None else (GOOD, EVIL):
        for believes in product(*believed):
            for sitters in product(range(len(roles)), repeat=nights):
                yield town.plan._replace(roles=roles, believed=believes, turned=turned, sitters=sitters, guest=side)


def said(town: Tale, plan: Plan) -> frozenset[Learned]:
    """What is said by those who are good by this plan."""
    return frozenset(one for one in town.seen.learned if not is_evil(plan, one[0]))
