"""The night: one pass through the order, each slot and step of it; then dawn."""

from __future__ import annotations

from facedown.games.clocktower.character import Character, Steps, hooks_of
from facedown.games.clocktower.information import FEWEST_FOR_INFO
from facedown.games.clocktower.state import ASLEEP, DAWN, TWICE, Ability, News, Player
from facedown.games.clocktower.tale import Tale


def night(tale: Tale) -> Steps:
    """From dusk to dawn."""
    tale.night += 1
    tale.phase = "night"
    tale.woke = set()
    tale.died_tonight = []
    yield News("night", "Night {0} falls.", (tale.night,))
    yield from watch(tale)
    for slot in slots_tonight(tale):
        if slot in INFO_STEPS:
            yield from info_step(tale, slot)
            continue
        for ability in _whose_turn(tale, slot):
            yield from turn(tale, ability)
        yield from watch(tale)
    late: list[Ability] = []
    while new := [ability for ability in _newcomers(tale) if ability not in late]:  # one may bring another
        late.append(new[0])
        yield from turn(tale, new[0])
    yield from watch(tale)
    early = len(tale.died_tonight)
    yield tale.free_deaths()
    for ability in tale.working("night_ends"):
        yield ability.character.night_ends(ability, tale)
    for player in tale.died_tonight[early:]:  # too late for the place of what they do in death
        for ability in list(player.abilities):
            if ability.character.acts_when_dead and "night_ends" not in hooks_of(ability.character):
                yield from turn(tale, ability)


def slots_tonight(tale: Tale) -> tuple[str, ...]:
    """The places of this night in order: the script's, and of whom the storyteller has brought in beside it."""
    script = tale.script.beside(ability.slot for ability in tale.abilities())
    return script.first_night if tale.night == 1 else script.other_nights


def watch(tale: Tale) -> Steps:
    """What is watched all night long is looked at again."""
    for ability in tale.working("through_night"):
        yield ability.character.through_night(ability, tale)


def turn(tale: Tale, ability: Ability) -> Steps:
    """One ability's turn in the night, if it has one."""
    if not may_act(tale, ability):
        if ability.player.seat in tale.state.without and "each_night" in hooks_of(ability.character):
            tale.misfires(ability)
        return
    if tale.is_marked(ability.player, ASLEEP):
        if not hooks_of(ability.character).isdisjoint(("each_night", "other_nights")):
            tale.misfires(ability)
        yield ability.character.kept_asleep(ability, tale)
        return
    first = not ability.begun
    ability.begun = ability.begun or tale.night
    yield from acts(tale, ability, first)
    if tale.is_marked(ability.player, TWICE) and may_act(tale, ability):
        yield from acts(tale, ability, first)


def acts(tale: Tale, ability: Ability, first: bool) -> Steps:
    """What the character does tonight; `first`: it is the ability's own first night."""
    character = ability.character
    hooks = hooks_of(character)
    if first and "first_night" in hooks:
        yield character.first_night(ability, tale)
    if "each_night" in hooks:
        yield character.each_night(ability, tale)
    if tale.night > 1 and "other_nights" in hooks:
        yield character.other_nights(ability, tale)


def may_act(tale: Tale, ability: Ability) -> bool:
    """The dead do not act, unless their card says so; whose ability was taken away is not woken."""
    player, state = ability.player, tale.state
    if ability.gone or not player.here or not is_acted_out(ability):
        return False
    if player.seat in state.without and not ability.fake:  # who only believes in it is not to notice
        return False
    return player.alive or ability.lasts or ability.character.acts_when_dead or player.seat in state.keeping


def is_acted_out(ability: Ability) -> bool:
    """Of an ability and the pretence that hides it, only one is: itself as long as it works."""
    if ability.pretence_of is not None:
        return not ability.pretence_of.works
    return all(other.pretence_of is not ability for other in ability.player.abilities) or ability.works


def _whose_turn(tale: Tale, slot: str) -> list[Ability]:
    """The abilities of this slot; after the first night, if that is its only place, those that came late."""
    script = tale.script
    if tale.night == 1 or script.character(slot).fact.other is not None or slot in (script.other or ()):
        return list(tale.in_slot(slot))
    return [a for a in tale.in_slot(slot) if not a.begun and "first_night" in hooks_of(a.character)]


def _newcomers(tale: Tale) -> list[Ability]:
    """Abilities that came into play late, after the place in the night in which they first act: they come last."""
    order = tale.script.first_night
    late = [a for a in tale.abilities() if not a.begun and "first_night" in hooks_of(a.character)]
    return sorted(late, key=lambda a: order.index(a.slot) if a.slot in order else 0)


# -- who evil are -----------------------------------------------------------------------------------------------

INFO_STEPS = ("minioninfo", "demoninfo")


def info_step(tale: Tale, step: str) -> Steps:
    """Minions learn each other and the Demon; the Demon learns them, and three good characters that nobody is."""
    if step == "demoninfo":
        yield from evil_travellers(tale)
    if len(tale.residents) >= FEWEST_FOR_INFO:
        if step == "demoninfo":
            yield from demons_meet(tale)
        if not hidden(tale, step):
            yield from (minion_info(tale) if step == "minioninfo" else demon_info(tale))
        if step == "demoninfo" and not hidden(tale, "bluffs"):
            yield from show_bluffs(tale, waking(tale.demons))
    for ability in tale.working("info_step"):
        yield ability.character.info_step(ability, tale, step)


def hidden(tale: Tale, step: str) -> bool:
    """Does something keep evil from learning this?"""
    return any(a.character.hides_info(a, tale, step) for a in tale.working("hides_info"))


def evil_travellers(tale: Tale) -> Steps:
    """An evil Traveller learns who the Demon is, however few they are.

    Where nobody is, they are not to notice: the storyteller shows them somebody.
    """
    for player in tale.here:
        if player.traveller and player.evil:
            shown = tuple(tale.demons_now)
            if not shown:
                somebody = yield tale.storyteller.chooses(
                    "who is shown to {0} as the Demon?", tale.residents, player, topic="false"
                )
                shown = (somebody,)
            yield tale.tell(player, "The Demon is {0}.", shown)


def minion_info(tale: Tale) -> Steps:
    """All Minions wake together: they see each other, and who the Demon is."""
    minions = waking(tale.of_team("minion"))
    if not minions:
        return
    yield tale.tell_all(minions, "The Demon is {0}.", taken_for(tale, "demon", tale.demons_now))
    if len(minions) > 1:
        yield tale.tell_all(minions, "The Minions are {0}.", tuple(minions))


def demons_meet(tale: Tale) -> Steps:
    """Where there are several Demons, they see each other."""
    demons = waking(tale.demons)
    guests = [p for a in tale.working("meets_demons") for p in a.character.meets_demons(a, tale)]
    if len(demons) > 1:
        together = sorted({*demons, *guests}, key=lambda p: p.seat)
        yield tale.tell_all(together, "The Demons are {0}.", tuple(together))
    for guest in guests:
        yield tale.tell_all(demons, "{0} is in play.", guest.character)


def demon_info(tale: Tale) -> Steps:
    """The Demon learns its Minions."""
    demons = waking(tale.demons)
    minions = taken_for(tale, "minion", tale.of_team("minion"))
    if minions:
        yield tale.tell_all(demons, "Your {0:Minion is|Minions are} {0}.", minions)


def show_bluffs(tale: Tale, players: list[Player]) -> Steps:
    """Three good characters that are not in play: those that somebody only believes in are offered last."""
    if not players:
        return
    believed = {p.believed.id for p in tale.here}
    options = sorted(tale.not_in_play("townsfolk", "outsider"), key=lambda c: c.id in believed)
    bluffs: list[Character] = []
    while options and len(bluffs) < 3:
        bluff = yield tale.storyteller.chooses(
            "which character is shown to the Demon as not in play? ({0} of three)", options, len(bluffs) + 1,
            topic="bluff", idle=options[0],
        )  # fmt: skip
        bluffs.append(bluff)
        options = [c for c in options if c is not bluff]
    tale.bluffs = tuple(bluffs)
    if bluffs:
        yield tale.tell_all(players, "Not in play: {0}.", tuple(bluffs))


def waking(players: list[Player]) -> list[Player]:
    """Those of them who know what they are: the others are not woken for it."""
    return [p for p in players if p.character.knows_token]


def taken_for(tale: Tale, team: str, players: list[Player]) -> tuple[Player, ...]:
    """Who is pointed at as `team` in these steps: those who are, and whoever passes for one (the Magician)."""
    also = [p for a in tale.working("passes_for") for p in a.character.passes_for(a, tale, team)]
    return tuple(sorted({*players, *also}, key=lambda p: p.seat))


# -- dawn -------------------------------------------------------------------------------------------------------


def dawn(tale: Tale) -> Steps:
    """The night's deaths and returns are announced, in the order of the seats, which says nothing."""
    tale.day += 1
    tale.phase = "day"
    tale.begin_day()
    tale.pass_time(DAWN)
    yield News("dawn", "Day {0} breaks.", (tale.day,))
    for player in tale.here:
        yield tale.show_life(player)
    for player in list(tale.died_tonight):
        yield tale.learn_of_death(player)
    yield tale.check_end()
    for ability in tale.working("at_dawn"):
        yield ability.character.at_dawn(ability, tale)
    yield tale.check_end()
    tale.misfired = set()
