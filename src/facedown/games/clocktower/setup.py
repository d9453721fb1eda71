"""Set-up: how many of each team, which tokens go into the bag, who draws which."""

from __future__ import annotations

from random import Random

from facedown.games.clocktower.character import Character, Steps, hooks_of
from facedown.games.clocktower.characters.jinxes import kept_on
from facedown.games.clocktower.questions import Word
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.state import EVIL, GOOD, Ability, Alignment, News, Player
from facedown.games.clocktower.tale import Tale

GOOD_WORD, EVIL_WORD = Word("good"), Word("evil")


def team_counts(players: int) -> dict[str, int]:
    """How many of each team sit among `players`, Travellers not counted."""
    if players < 7:
        return {"townsfolk": 3, "outsider": players - 5, "minion": 1, "demon": 1}
    outsiders, minions = (players - 7) % 3, 1 + (players - 7) // 3
    return {"townsfolk": players - outsiders - minions - 1, "outsider": outsiders, "minion": minions, "demon": 1}


def alignment_of(character: Character) -> Alignment:
    return EVIL if character.team in ("minion", "demon") else GOOD


def set_up(tale: Tale) -> Steps:
    """Fill the bag, deal the tokens, let those characters act that do so before the first night."""
    yield from _deal_residents(tale)
    yield from _deal_travellers(tale)
    _bring_fabled(tale)
    for character in tale.aside:
        yield character.comes_in(tale)
    for player in tale.players:
        if player.character.thinks_it_is is not None and player.shown is None:
            yield from tale.shows_another_token(player)
    tale.demon_needed = bool(tale.demons)
    for ability in sorted(tale.abilities(), key=lambda ability: not ability.character.changes_sides):
        if not ability.fake and "set_up" in hooks_of(ability.character):
            yield ability.character.set_up(ability, tale)
    for seat, state in tale.laid_states.items():
        tale.mark(tale.players[seat], state)
    for player in tale.players:
        token = player.believed, player.believed_side
        yield tale.tell(player, "You are {0}, and you are {1}.", *token, kind="deal")
    yield News("set-up", "The town gathers.")
    for jinx in tale.script.jinxes:
        pair = tale.script.character(jinx.a), tale.script.character(jinx.b)
        yield News("jinx", "{0} and {1}: {2}", (*pair, jinx.rule))
    for character in tale.aside:
        yield character.first_dusk(tale)


def _bring_fabled(tale: Tale) -> None:
    """The storyteller's own characters on the script are in play, and its jinxes: before nobody, in no seat."""
    place = Player(tale, tale.storyteller.seat, Character())
    fabled = [c for c in tale.on_script("fabled", "loric") if not c.unmodelled]
    jinxes = kept_on(tale.script)
    tale.fabled = [
        *(Ability(tale, place, c) for c in fabled),
        *(Ability(tale, place, j, place=j.acts_at) for j in jinxes),
    ]
    tale.changed()


def _deal_residents(tale: Tale) -> Steps:
    seats = tale.players[: len(tale.players) - tale.travellers]
    laid = {seat.seat: tale.laid[seat.seat] for seat in seats if seat.seat in tale.laid}
    tokens = [character for character, _, _ in laid.values()]
    if tale.storyteller.seat in tale.laid:  # a token that nobody holds
        tale.aside.append(tale.laid[tale.storyteller.seat][0])
    if len(laid) < len(seats):
        drawn = yield from fill_bag(tale, len(seats), tokens)
        tale.chance.shuffle(drawn)
    else:
        drawn = []
        tale.aside += _only_demon(tale, tokens)
    for player in seats:
        character, shown, side = laid.get(player.seat) or (drawn.pop(), None, None)
        tale.holds_token(player, character, None if character.has_power_of else shown)
        player.alignment = side or alignment_of(character)


def _only_demon(tale: Tale, tokens: list[Character]) -> list[Character]:
    """A town laid out whole has the script's one Demon, if it is nobody's token and nothing keeps it away."""
    demons = tale.on_script("demon")
    kept_away = any(c.team == "demon" or (c.in_bag and "fills_bag" in hooks_of(c)) for c in (*tokens, *tale.aside))
    return [c for c in demons if len(demons) == 1 and not c.in_bag and not kept_away]


def fill_bag(tale: Tale, players: int, given: list[Character]) -> Steps:
    """The tokens beside those `given`, drawn at random as set-up asks for.  Gives a list."""
    counts, bag = team_counts(players), list(given)
    tale.bag = bag
    for team in ("demon", "minion", "townsfolk", "outsider"):  # the order in which they change each other's number
        yield from _draw_team(tale, team, counts, bag, players)
    # A character that changes the numbers may have been drawn after the team it changes: mend the bag.
    for team in ("outsider", "minion", "demon"):
        _mend(tale, team, counts, bag, given)
    while len(bag) > players:
        bag.remove(_least_needed(bag, given))
    while len(bag) < players:
        bag.append(_draw(tale, "townsfolk", bag) or _draw(tale, "outsider", bag) or _again(tale))
    for jinx in kept_on(tale.script):
        yield jinx.mends_bag(tale, bag, given)
    return _without(bag, given)


def _without(bag: list[Character], given: list[Character]) -> list[Character]:
    rest = list(bag)
    for character in given:
        rest.remove(character)
    return rest


def _least_needed(bag: list[Character], given: list[Character]) -> Character:
    """Of too many tokens, the one that goes: the last Townsfolk on whom no other token depends."""
    spare = [c for c in bag if c.team == "townsfolk" and c not in given and not _brought(c, bag)]
    alone = [c for c in spare if c.brings is None and not changes_numbers(c)]
    return (alone or spare or [c for c in bag if c not in given])[-1]


def _draw_team(tale: Tale, team: str, counts: dict[str, int], bag: list[Character], players: int) -> Steps:
    for character in (*bag, *tale.aside, *_believed_in(tale)):
        if character.team == team:
            yield from _change(tale, character, counts)
            _bring(tale, character, bag)
    room = players if team != "outsider" else len(FACTS)  # Townsfolk drawn before make room for Outsiders
    while sum(c.team == team for c in bag) < counts[team] and len(bag) < room:
        drawn = _draw(tale, team, bag)
        if drawn is None:
            break
        (bag if drawn.in_bag else tale.aside).append(drawn)
        yield from _change(tale, drawn, counts)
        _bring(tale, drawn, bag)


def _believed_in(tale: Tale) -> list[Character]:
    """What a Marionette takes itself for, where that is laid out: it was drawn, and did what it does to the bag."""
    return [shown for token, shown, _ in tale.laid.values() if token.id == "marionette" and shown is not None]


def _bring(tale: Tale, character: Character, bag: list[Character]) -> None:
    """Some characters never come alone."""
    brought = character.brings
    if brought is not None and all(c.id != brought for c in bag):
        bag.append(tale.script.character(brought))


def _change(tale: Tale, character: Character, counts: dict[str, int]) -> Steps:
    for team, more in (("outsider", character.outsiders), ("minion", character.minions)):
        more = max(more, -counts[team])
        counts[team] += more
        counts["townsfolk"] -= more
    if "fills_bag" in hooks_of(character):
        yield character.fills_bag(counts, tale)


def _mend(tale: Tale, team: str, counts: dict[str, int], bag: list[Character], given: list[Character]) -> None:
    while sum(c.team == team for c in bag) > counts[team]:
        extra = [c for c in bag if c.team == team and c not in given and not _brought(c, bag)]
        if not extra:
            return
        bag.remove(([c for c in extra if not changes_numbers(c)] or extra)[-1])


def changes_numbers(character: Character) -> bool:
    """Does set-up deal other numbers of a team because of it?"""
    return bool(character.outsiders or character.minions) or "fills_bag" in hooks_of(character)


def _brought(character: Character, bag: list[Character]) -> bool:
    return any(c.brings == character.id for c in bag)


def _draw(tale: Tale, team: str, bag: list[Character]) -> Character | None:
    filling = next((c for c in bag if c.team == team and c.fills_team), None)
    if filling is not None:
        return filling
    there = {c.id for c in (*bag, *tale.aside)}
    kept_out = {id for j in tale.script.jinxes if j.one_only for id in (j.a, j.b) if there & {j.a, j.b}}
    options = [c for c in tale.on_script(team) if c.id not in there | kept_out]
    chance: Random = tale.chance
    return chance.choice(options) if options else None


def _again(tale: Tale) -> Character:
    """A script with too few good characters deals some of them twice."""
    good = tale.on_script("townsfolk") or tale.on_script("outsider") or list(tale.script.characters)
    return tale.chance.choice(good)


def _deal_travellers(tale: Tale) -> Steps:
    """Travellers choose no token here: it is laid out, or drawn from their list; the storyteller gives the side."""
    for player in tale.players[len(tale.players) - tale.travellers :]:
        laid = tale.laid.get(player.seat)
        if laid is None:
            taken = {p.character.id for p in tale.players}
            character = tale.chance.choice([c for c in tale.traveller_list if c.id not in taken])
            side = yield tale.storyteller.chooses(
                "on which side is {0}?", (GOOD_WORD, EVIL_WORD), player, topic="side"
            )
            tale.holds_token(player, character, None)
            player.alignment = GOOD if side == GOOD_WORD else EVIL
        else:
            character, shown, given = laid
            tale.holds_token(player, character, shown)
            player.alignment = given or GOOD
