"""Random towns: a script drawn from every character there is, everybody answers at random.

Most have fifteen seats; some are small, with a script that has few characters of a team, or none of it.

`python -m tests.games.clocktower.random_towns --games 20000` plays so many and stops at the first that breaks a
rule that every town keeps; the tests play a thousand.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Annotated

import typer

import facedown
from facedown.core.errors import BadOption
from facedown.games.clocktower import impairment, moments, playout, queries, scripts
from facedown.games.clocktower.changeable_rules import InsteadOfVote, VotesFreely
from facedown.games.clocktower.day import LONGEST_GAME
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.questions import Question
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.script import RULES, Script
from facedown.games.clocktower.setup import new_state
from facedown.games.clocktower.state import Ability, State

GAME = facedown.game("clocktower")
SEATS = 15
ON_SCRIPT = {"townsfolk": 13, "outsider": 4, "minion": 4, "demon": 4, "fabled": 1, "loric": 1}
FEW = ({"outsider": 0}, {"outsider": 0, "minion": 1}, {"outsider": 1, "demon": 1}, {"minion": 2, "demon": 1})
SMALL = (5, 7, 9)  # seats at which some of these suffice
TAKEN_FOR_OTHERS = ("spy", "recluse")  # who may be taken for somebody of a team that is not on the script


class BrokenTown(AssertionError):
    """A town does what no town may."""


def play(seed: object) -> Counter[str]:
    """One game to its end; what was in play.  Raises BrokenTown, or whatever the rules raise."""
    luck = Random(f"town {seed}")
    few = luck.choice(FEW) if luck.random() < 0.2 else {}
    script = random_script(luck, few)
    travellers = luck.choice((0, 0, 1, 3))
    state = new_state(script, luck.choice(SMALL) if few else SEATS - travellers, travellers, seed)
    state.traveller_list = [script.character(id) for id in scripts.all_modelled() if FACTS[id].team == "traveller"]
    engine = Engine(state)
    met: Counter[str] = Counter()
    try:
        while not engine.over:
            if not engine.questions:
                engine.proceed()
                continue
            question = luck.choice(engine.questions)
            check(state, engine, question)
            seat = luck.choice(question.seats)
            engine.answer(question, seat, playout.at_random(state, question, seat, luck))
        check_end(state)
    except BadOption:
        if not few:
            raise
        return met  # there are too few characters for so many
    except Exception as error:
        error.add_note(f"in the town {seed!r}: {', '.join(p.character.id for p in state.players)}; {script.rules}")
        raise
    met.update(place.character.id for place in (*state.players, *state.unheld))
    met.update(ability.character.id for ability in state.fabled)
    return met


def random_script(luck: Random, few: Mapping[str, int] = {}) -> Script:
    """A script with so many characters of each team, but for those that have `few`."""
    chosen = [luck.choice(TAKEN_FOR_OTHERS)] if few else []
    for team, number in {**ON_SCRIPT, **few}.items():
        known = [id for id in scripts.all_modelled() if FACTS[id].team == team and id not in chosen]
        chosen += luck.sample(known, min(number, len(known)))
    return scripts.of_ids("a random script", chosen, luck.choice(RULES))


def check(state: State, engine: Engine, question: Question) -> None:
    """What holds whenever somebody is asked."""
    if state.over:
        raise BrokenTown("somebody is asked although the game is over")
    if not question.seats or not (question.floor or question.free_text or question.options):
        raise BrokenTown(f"{question.what!r} cannot be answered")
    in_play = set(map(id, moments.abilities(state)))
    for marker in state.markers:
        if marker.player is None:
            raise BrokenTown(f"{marker} lies beside nobody")
        if marker.by is not None and marker.by.gone and not marker.outlives:
            raise BrokenTown(f"{marker} outlasts the ability that put it down")
    for player in state.players:
        for ability in player.abilities:
            if ability.gone or ability.player is not player or (player.here and id(ability) not in in_play):
                raise BrokenTown(f"{ability} is not where it belongs")
    if question.topic == "choice" and state.phase == "night":
        check_actor(state, question)
    if question.topic == "vote":
        voter = state.players[question.seats[0]]
        if not (
            voter.alive
            or voter.ghost_vote
            or moments.reacting(state, VotesFreely)
            or moments.reacting(state, InsteadOfVote)
        ):
            raise BrokenTown(f"{voter} is dead, has spent their vote, and votes")


def check_actor(state: State, question: Question) -> None:
    """The dead do not act, unless a card says so; whoever is asked has the ability."""
    ability = question.about
    if not isinstance(ability, Ability):
        return
    player = ability.player
    if ability.gone:
        raise BrokenTown(f"{ability} acts and is not in play")
    may = ability.character.acts_when_dead or ability.works_in_death or player.seat in impairment.now(state).keeping
    if not player.alive and not may and "on_death" not in ability.character.moments:
        raise BrokenTown(f"{ability} acts although {player} is dead")


def check_end(state: State) -> None:
    """The game is over, in time, for a reason, and one side has won."""
    if state.winner not in ("good", "evil") or not state.why_over:
        raise BrokenTown("nobody has won")
    if state.day > LONGEST_GAME:
        raise BrokenTown(f"it took {state.day} days")
    if not queries.winners(state) and any(p.alignment == state.winner for p in queries.here(state)):
        raise BrokenTown("the winners are not told")


def main(
    games: Annotated[int, typer.Option(help="How many towns.")] = 20_000,
    first: Annotated[int, typer.Option(help="The number of the first.")] = 0,
) -> None:
    """Play random towns; Ctrl-C stops, and says how many were played."""
    begun, met, played = time.perf_counter(), Counter[str](), 0
    try:
        for seed in range(first, first + games):
            met += play(seed)
            played += 1
            if played % 500 == 0:
                typer.echo(f"{played:,} towns in {time.perf_counter() - begun:.0f} s")
    except KeyboardInterrupt:
        pass
    unmet = sorted(id for id in scripts.all_modelled() if not met[id])
    typer.echo(f"{played:,} towns, no rule broken; never in play at the end: {', '.join(unmet) or 'nobody'}")
    sys.exit(0 if played == games else 130)


if __name__ == "__main__":
    typer.run(main)
