"""The night: one pass through the order, each slot and step of it; then dawn."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from facedown.games.clocktower import (
    acting,
    deaths,
    effects,
    impairment,
    information,
    moments,
    queries,
    storyteller,
    victory,
)
from facedown.games.clocktower.changeable_rules import (
    AlsoBluffs,
    Dawn,
    InfoStep,
    IsInfoHidden,
    KeptAsleep,
    WhoMeetsDemons,
    WhoPassesFor,
)
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.day import begin_day
from facedown.games.clocktower.moments import Role, acts_at, role
from facedown.games.clocktower.questions import CardCover, Cover, Steps, TimedPause
from facedown.games.clocktower.script import Script
from facedown.games.clocktower.state import ASLEEP, DAWN, TWICE, Ability, News, Player, State, Turn


def night(state: State) -> Steps:
    """Run a night from dusk to dawn."""
    state.night += 1
    state.phase = "night"
    state.woke = set()
    state.died_tonight = []
    order, known = slots_of(state, state.night), own_slots(state.script, state.night)
    in_play = moments.abilities(state)
    chosen = ((player.seat, queries.chose(state, player.seat)) for player in state.players)
    state.chose_before = {seat: seats for seat, seats in chosen if seats}
    state.turns, state.slots_left = [Turn("dusk")], order
    yield News("night", "Night {0} falls.", (state.night,))
    state.beat = 0
    yield Cover("Night {0} falls.", (state.night,))
    yield from watch(state)
    if moments.abilities(state) is not in_play:
        order = slots_of(state, state.night)
    strays = [] if order == known else [place for place, slot in enumerate(order) if slot not in known]
    there, watched = moments.by_slot(state), moments.reacting(state, Role.through_night)
    for place, slot in enumerate(order):
        if not (slot in there or slot in INFO_STEPS or watched):
            continue
        state.slots_left = order[place:]
        state.beat = place + 1 - bisect(strays, place)
        if slot in INFO_STEPS:
            state.turns.append(Turn(slot))
            yield from info_step(state, slot)
        elif slot in there:
            for ability in whose_turn(state, slot, state.night, there[slot]):
                yield from turn(state, ability)
        watched = moments.reacting(state, Role.through_night)
        if watched and slot not in INFO_STEPS:
            yield from watch(state)
        there = moments.by_slot(state)
    state.beat = len(known) + 1
    state.slots_left = ()
    late: list[Ability] = []
    while new := [ability for ability in _newcomers(state) if ability not in late]:  # one may bring another
        late.append(new[0])
        yield from turn(state, new[0])
    yield from watch(state)
    early = len(state.died_tonight)
    yield deaths.ask_who_else_dies(state)
    yield acting.happens(state, Role.night_ends)
    for player in state.died_tonight[early:]:  # too late for the place of what they do in death
        for ability in list(player.abilities):
            if ability.character.acts_when_dead and not acts_at(ability.character, Role.night_ends):
                yield from turn(state, ability)


def own_slots(script: Script, night: int) -> tuple[str, ...]:
    """The places in the night order that the script shows to everybody."""
    return script.first_night if night == 1 else script.other_nights


def slots_of(state: State, night: int) -> tuple[str, ...]:
    """The places of a night in order: the script's, and those of characters added to it."""
    return own_slots(state.script.beside([ability.slot for ability in moments.abilities(state)]), night)


def watch(state: State) -> Steps:
    """Let abilities that watch all night look again."""
    for ability in acting.working(state, Role.through_night):
        yield acting.act(ability, state, Role.through_night)


def turn(state: State, ability: Ability) -> Steps:
    """Give an ability its turn in the night, if it has one."""
    state.asked_this_turn, before = False, state.owed_cover
    state.turns.append(Turn(ability.slot, ability, spent=ability.spent))
    if not may_act(state, ability):
        state.turns[-1].sleeps = True
        if ability.player.seat in impairment.now(state).without and moments.wakes_each_night(ability.character):
            information.misfires(state, ability)
    elif queries.is_marked(state, ability.player, ASLEEP):
        state.turns[-1].sleeps = True
        if moments.wakes_each_night(ability.character) or acts_at(ability.character, Role.other_nights):
            information.misfires(state, ability)
        yield acting.comes(state, KeptAsleep(), [ability])
    else:
        first, ability.begun = not ability.begun, ability.begun or state.night
        yield from acts(state, ability, first)
        if queries.is_marked(state, ability.player, TWICE) and may_act(state, ability):
            yield from acts(state, ability, first)
    if state.owed_cover is not before:
        yield state.owed_cover


def acts(state: State, ability: Ability, first: bool) -> Steps:
    """Let the character act tonight; `first`: whether this is the ability's own first night."""
    character = ability.character
    if first and acts_at(character, Role.first_night):
        yield role(character).first_night(ability, state)
    if character.unmodelled:
        yield storyteller.runs_by_hand(ability)
    if acts_at(character, Role.each_night):
        yield role(character).each_night(ability, state)
    if state.night > 1 and acts_at(character, Role.other_nights):
        yield role(character).other_nights(ability, state)


def may_act(state: State, ability: Ability) -> bool:
    """Whether a player may act: the dead may only if their card says so; nobody may without their ability."""
    player, impaired = ability.player, impairment.now(state)
    if ability.gone or not player.here or not is_acted_out(state, ability):
        return False
    if player.seat in impaired.without and not ability.fake:  # who only believes in it is not to notice
        return False
    return (
        player.alive
        or ability.works_in_death
        or ability.character.acts_when_dead
        or player.seat in impaired.keeping
    )


def is_acted_out(state: State, ability: Ability) -> bool:
    """Whether this ability is acted out.

    Of an ability and the pretence that hides it: the ability while it works, else the pretence.
    """
    if ability.pretence_of is not None:
        return not queries.works(state, ability.pretence_of)
    hidden = [other.pretence_of for other in ability.player.abilities]
    return ability not in hidden or queries.works(state, ability)


def whose_turn(state: State, slot: str, night: int, there: Sequence[Ability]) -> Sequence[Ability]:
    """The abilities among `there` that have a turn in this slot.

    After the first night, only latecomers have a turn in a slot of the first night alone.
    """
    if night == 1 or slot in state.script.every_night:
        return there
    return [a for a in there if not a.begun and acts_at(a.character, Role.first_night)]


def _newcomers(state: State) -> list[Ability]:
    """Abilities that came into play after the place in the night in which they first act; they act last."""
    order = state.script.first_night
    late = [a for a in moments.abilities(state) if not a.begun and acts_at(a.character, Role.first_night)]
    return sorted(late, key=lambda a: order.index(a.slot) if a.slot in order else 0)


# -- who evil are -----------------------------------------------------------------------------------------------

NIGHT = "night"  # an option: how many seconds it lasts at least
INFO_STEPS = ("minioninfo", "demoninfo")


def info_step(state: State, step: str) -> Steps:
    """Let the evil players learn who the others are, and the Demon three good characters that are not in play."""
    state.asked_this_turn = False
    if step == "demoninfo":
        yield from evil_travellers(state)
    if information.evil_meet(state):
        bluffs = step == "demoninfo" and not hidden(state, "bluffs")
        if bluffs:
            yield from choose_bluffs(state)  # before the Demon wakes
        if step == "demoninfo":
            yield from demons_meet(state)
        if not hidden(state, step):
            yield from (minion_info(state) if step == "minioninfo" else demon_info(state))
        if bluffs and state.bluffs:
            yield information.tell_all(
                state, waking(queries.demons(state)), information.NOT_IN_PLAY, state.bluffs, topic="bluffs"
            )
    yield acting.comes(state, InfoStep(step))


def hidden(state: State, step: str) -> bool:
    """Whether something keeps evil from learning this."""
    return acting.rule(state, IsInfoHidden(step), False)


def evil_travellers(state: State) -> Steps:
    """Tell evil Travellers who the Demon is, in games of any size.

    If nobody is the Demon, the storyteller shows them somebody, so that they do not notice.
    """
    for player in queries.here(state):
        if player.traveller and player.evil:
            shown = tuple(queries.demons_now(state))
            if not shown:
                somebody = yield storyteller.chooses(
                    "who is shown to {0} as the Demon?", queries.residents(state), player, topic="false"
                )
                shown = (somebody,)
            yield information.tell(state, player, "The Demon is {0}.", shown, topic="demon")


def minion_info(state: State) -> Steps:
    """Wake all Minions together and show them each other and the Demon."""
    minions = waking(queries.of_team(state, "minion"))
    if not minions:
        return
    yield information.tell_all(
        state, minions, "The Demon is {0}.", taken_for(state, "demon", queries.demons_now(state)), topic="demon"
    )
    if len(minions) > 1:
        yield information.tell_all(state, minions, "The Minions are {0}.", tuple(minions), topic="minions")


def demons_meet(state: State) -> Steps:
    """Show several Demons each other."""
    demons = waking(queries.demons(state))
    guests = acting.rule(state, WhoMeetsDemons(), ())
    if len(demons) > 1:
        together = sorted({*demons, *guests}, key=lambda p: p.seat)
        yield information.tell_all(state, together, "The Demons are {0}.", tuple(together), topic="demons")
    for guest in guests:
        yield information.tell_all(state, demons, "{0} is in play.", guest.character)


def demon_info(state: State) -> Steps:
    """Show the Demon its Minions."""
    demons = waking(queries.demons(state))
    minions = taken_for(state, "minion", queries.of_team(state, "minion"))
    if minions:
        yield information.tell_all(state, demons, "Your {0:Minion is|Minions are} {0}.", minions, topic="minions")


WHICH = ("first", "second", "third")


def choose_bluffs(state: State) -> Steps:
    """Choose three good characters that are not in play; those that somebody believes in are offered last.

    Each question says, too, how many are still to be chosen, so that they can be chosen together.
    """
    if not waking(queries.demons(state)):
        return
    believed = {p.believed.id for p in queries.here(state)}
    absent = (*queries.not_in_play(state, "townsfolk", "outsider"), *acting.rule(state, AlsoBluffs(), ()))
    options = sorted(absent, key=lambda c: c.id in believed)
    bluffs: list[Character] = []
    while options and len(bluffs) < 3:
        bluff = yield storyteller.chooses(
            "which three characters are shown to the Demon as not in play?", options,
            WHICH[len(bluffs)], min(3 - len(bluffs), len(options)), topic="bluff", idle=options[0],
        )  # fmt: skip
        bluffs.append(bluff)
        options = [c for c in options if c is not bluff]
    state.bluffs = tuple(bluffs)


def waking(players: list[Player]) -> list[Player]:
    """Those of them who know what they are; the others are not woken."""
    return [p for p in players if p.character.knows_token]


def taken_for(state: State, team: str, players: list[Player]) -> tuple[Player, ...]:
    """The players pointed at as `team` in these steps, with those who pass for one (the Magician)."""
    also = acting.rule(state, WhoPassesFor(team), ())
    return tuple(sorted({*players, *also}, key=lambda p: p.seat))


# -- dawn -------------------------------------------------------------------------------------------------------


def dawn(state: State) -> Steps:
    """Announce the night's deaths and returns in the order of the seats, which reveals nothing."""
    state.turns.append(Turn("dawn"))
    yield CardCover("The night is over: day {0} is about to break.", (state.day + 1,))
    if seconds := int(state.options.get(NIGHT, 0)):
        yield TimedPause("The night goes on by itself, until it has lasted {0} seconds.", (seconds,), after=seconds)
    state.day += 1
    state.phase, state.beat = "day", 0
    begin_day(state)
    effects.pass_time(state, DAWN)
    yield News("dawn", "Day {0} breaks.", (state.day,))
    alive = queries.seen_living(state)
    for player in queries.here(state):
        if (seen := information.show_life(state, player)) is not None:
            yield seen
    if all(player.seen_alive for player in alive):
        yield News("nobody died", "Nobody died.")
    for player in list(state.died_tonight):
        yield deaths.learn_of_death(state, player)
    yield victory.check_end(state)
    if breaks := acting.comes(state, Dawn()):
        yield breaks
        yield victory.check_end(state)
    state.misfired = set()


def town_sleeps(state: State) -> bool:
    """Whether the players sleep, so that nobody talks.  They talk until the first night falls."""
    return state.phase == "night"
