"""Death, execution, exile and coming back to life."""

from __future__ import annotations

from collections.abc import Callable

from facedown.games.clocktower import acting, effects, information, queries, storyteller, victory
from facedown.games.clocktower.changeable_rules import DeathLearned, WhoDies, WhoIsExecuted
from facedown.games.clocktower.moments import Role
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import Ability, Death, FreedDeaths, Kill, News, Nomination, Player, State

FREE = "free"  # the cause of a death that the storyteller deals out


def kill(
    state: State,
    player: Player,
    by: Ability | None = None,
    *,
    cause: str = "ability",
    beats_protection: bool = False,
    redirected: bool = False,
    announced_later: bool = False,
) -> Steps:
    """Let a player die; returns whether they did: they may be protected or dead, or `by` may not work.

    `announced_later`: the town learns it from a later `announce_life`, by day too.
    """
    if by is not None and not queries.works(state, by):
        information.misfires(state, by)
        return False
    if not player.alive or not player.here:
        return False
    death = Death(player, by, cause, state.phase == "night", announced_later=announced_later)
    if not beats_protection and (yield _saved(state, death)):
        return False
    if not redirected and not beats_protection:
        victim = yield acting.ruling(state, WhoDies(death), player)
        if victim is not player:
            died = yield kill(state, victim, by, cause=cause, redirected=True)
            return died
    died = yield _dies(state, death)
    return died


def kill_by(state: State, request: Kill) -> Steps:
    """Kill the player that an ability kills; returns whether they died."""
    return kill(state, request.player, request.by, beats_protection=request.beats_protection)


def execute(state: State, player: Player, nomination: Nomination | None = None, by: Ability | None = None) -> Steps:
    """Execute somebody, which is the day's execution even if they survive; returns whether they died."""
    if by is not None and not queries.works(state, by):
        information.misfires(state, by)
        return False
    yield information.pause(state, "{0} is to be executed.", player, before=(WhoIsExecuted,))
    player = yield acting.ruling(state, WhoIsExecuted(Death(player, by, "execution")), player)
    death = Death(player, by, "execution", nomination=nomination, of_living=player.seen_alive)
    state.executed_today.append(death)
    state.day_over = True
    yield News("execution", "{0} is executed.", (player,), seat=player.seat)
    yield information.pause(state, "{0} is executed.", player, before=(Role.on_executed, Role.saves))
    for ability in _present(state, player, Role.on_executed):
        yield acting.act(ability, state, Role.on_executed, death)
        if state.over:
            return False
    # Found before the death, which may change whose abilities work: these act all the same.
    set_off = [ability for ability in acting.working(state, Role.after_execution) if ability.works_in_death]
    died, looked_dead = False, not player.seen_alive
    if player.alive:
        died = not (yield _saved(state, death)) and (yield _dies(state, death))
        if not died and not state.over and player.seen_alive:
            yield News("survives", "{0} does not die.", (player,), seat=player.seat)
    player.survived += looked_dead or player.seen_alive
    yield information.pause(state, "{0} has been executed.", player, before=(Role.after_execution,))
    for ability in dict.fromkeys([*set_off, *acting.working(state, Role.after_execution)]):
        yield acting.act(ability, state, Role.after_execution, death, died)
    yield victory.check_end(state)
    return died


def exile(state: State, player: Player) -> Steps:
    """Exile a Traveller, who counts as dead."""
    yield News("exile", "{0} is exiled.", (player,), seat=player.seat)
    yield information.pause(state, "{0} is exiled.", player, before=(Role.saves,))
    death = Death(player, None, "exile")
    died = not (yield _saved(state, death)) and (yield _dies(state, death))
    if not died and player.seen_alive:
        yield News("survives", "{0} does not die.", (player,), seat=player.seat)
    return died


def _saved(state: State, death: Death) -> Steps:
    """Whether something keeps them from dying."""
    if death.at_night and queries.deaths_are_free(state) and death.cause != FREE:
        by = state.notes.of(FreedDeaths).by
        lives = yield storyteller.decides(
            "does {0} live through tonight?", death.player, topic="save", about=by, idle=False
        )
        if lives:
            if death.by is not None:
                information.misfires(state, death.by)
            return True
    failed: list[Ability] = []
    for ability in _protectors(state, death):
        works = queries.works(state, ability)
        saved = yield acting.act(ability, state, Role.saves, death)
        if not saved:
            continue
        if works:
            if death.by is not None and death.by.player is not ability.player:
                information.misfires(state, death.by)
            return True
        failed.append(ability)
    for ability in failed if death.player.alive else ():
        information.misfires(state, ability)
    return False


def _dies(state: State, death: Death) -> Steps:
    """Let them die, unless an answer has already killed them; returns whether they did."""
    if not death.player.alive:
        return False
    yield dies(state, death)
    return True


def dies_in_vain(state: State, me: Ability) -> bool:
    """Let the ability of a player who has died work once more; returns whether it fails all the same."""
    me.works_in_death = True
    if queries.works(state, me):
        return False
    me.works_in_death = False
    information.misfires(state, me, in_death=True)
    return True


def _protectors(state: State, death: Death) -> list[Ability]:
    """The abilities that may keep a player from dying; those of the victim and of the killer come last.

    Against exile, only the Traveller's own counts.
    """
    saving = acting.working(state, Role.saves)
    if death.cause == "exile":
        return [ability for ability in saving if ability.player is death.player]
    return sorted(saving, key=lambda ability: ability.player is death.player or ability is death.by)


# -- nights whose deaths the storyteller decides --------------------------------------------------------------


def leave_deaths_to_storyteller(state: State, by: Ability) -> None:
    """Let the storyteller decide who dies tonight."""
    freed = state.notes.of(FreedDeaths)
    freed.night, freed.by = state.night, by


def ask_who_else_dies(state: State) -> Steps | None:
    """Ask at the end of such a night who else dies."""
    return _ask_who_else_dies(state) if queries.deaths_are_free(state) else None


def _ask_who_else_dies(state: State) -> Steps:
    while queries.deaths_are_free(state) and not state.over:
        by = state.notes.of(FreedDeaths).by
        victim = yield storyteller.chooses(
            "who dies tonight as well?",
            [*queries.living(state), *state.unheld],
            topic="kill",
            about=by,
            optional=True,
        )
        if victim is None:
            return
        yield kill(state, victim, cause=FREE)


def dies(state: State, death: Death) -> Steps:
    """Carry out a death that nothing can prevent any more."""
    player = death.player
    reacting = _present(state, player, Role.on_death)
    player.alive = False
    state.impairment_changed()
    state.deaths.append(death)
    (state.died_tonight if death.at_night else state.died_today).append(player)
    seen = not (death.at_night or death.announced_later)
    if seen:
        yield information.show_life(state, player)
        yield information.pause(state, "{0} is dead.", player, before=(Role.on_death,))
    for ability in reacting:
        if ability.gone and ability.player is not player:
            continue  # an earlier one has made its player somebody else
        yield acting.act(ability, state, Role.on_death, death)
        if state.over:
            return
    if seen:
        yield learn_of_death(state, player)
    yield victory.check_end(state)


def learn_of_death(state: State, player: Player) -> Steps:
    """Tell a player that they have died."""
    for ability in list(player.abilities):
        if not player.alive and not state.over:
            yield acting.comes(state, DeathLearned(), [ability])


def _present(state: State, player: Player, moment: Callable[..., object]) -> list[Ability]:
    """The abilities that react now: that player's own first, then those that belong to no player."""
    house = state.fabled
    return sorted(acting.working(state, moment), key=lambda a: (a.player is not player, a not in house))


def announce_life(state: State, player: Player) -> Steps:
    """Announce whether this player has died or survived, if that was not announced at once."""
    if queries.counts_as_alive(state, player):
        yield News("spared", "{0} lives.", (player,), seat=player.seat)
    else:
        yield information.show_life(state, player)
        yield learn_of_death(state, player)


def raise_dead(state: State, player: Player, by: Ability | None = None) -> Steps:
    """Bring a dead player back to life with their ability; the town sees it at dawn, or at once by day."""
    if by is not None and not queries.works(state, by):
        information.misfires(state, by)
        return False
    if player.alive:
        return False
    effects.remove_markers(state, lambda marker: marker.by in player.abilities and queries.has_ended(state, marker))
    player.alive = True
    player.ghost_vote = True
    state.impairment_changed()
    renew(state, player)
    if state.phase == "day":
        yield information.show_life(state, player)
    return True


def renew(state: State, player: Player) -> None:
    """Reset a player's abilities: they have their first night again, and nothing is spent."""
    player.nominated = 0
    for ability in player.abilities:
        ability.begun, ability.spent, ability.works_in_death = 0, False, False
        ability.since = queries.coming_day(state)
