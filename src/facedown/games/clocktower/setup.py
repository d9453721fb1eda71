"""Set-up: how many of each team, which tokens go into the bag, who draws which."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from facedown.core.errors import BadOption
from facedown.core.spelling import did_you_mean, quote
from facedown.games.clocktower import acting, effects, information, moments, queries, storyteller
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.constraints import kept_out, take_their_places
from facedown.games.clocktower.jinx_rules import JinxRule, jinx_rules_on
from facedown.games.clocktower.moments import Role, acts_at, role
from facedown.games.clocktower.questions import (
    NOW_DRAW,
    READY,
    STORYTELLERS_SEAT,
    TO_DRAW,
    TO_LOOK,
    Cover,
    Everyone,
    Pause,
    Question,
    Steps,
    Word,
)
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.script import Script, letters
from facedown.games.clocktower.state import EVIL, GOOD, Ability, Alignment, News, Player, State

TEAM_NAMES = {
    "townsfolk": ("Townsfolk", "Townsfolk"), "outsider": ("Outsider", "Outsiders"),
    "minion": ("Minion", "Minions"), "demon": ("Demon", "Demons"),
}  # fmt: skip
DEAL, BY_CHANCE, BY_HAND = "deal", "by chance", "by hand"  # an option, and its values
GATHER, ONLINE, IN_PERSON = "gather", "online", "in person"  # another: in one room, there is nobody to leak to
DRAWS = 60  # at most, until a bag has room for who was asked for
FIRST_SEAT = "first_seat"  # another: what whoever plays alone with bots has asked to be
NOW_DEAL = Word(DEAL)
ANYBODY = (BY_CHANCE, GOOD, EVIL)
GOOD_WORD, EVIL_WORD = Word("good"), Word("evil")


def team_counts(players: int) -> dict[str, int]:
    """How many of each team sit among `players`, Travellers not counted."""
    if players < 7:
        return {"townsfolk": 3, "outsider": players - 5, "minion": 1, "demon": 1}
    outsiders, minions = (players - 7) % 3, 1 + (players - 7) // 3
    return {"townsfolk": players - outsiders - minions - 1, "outsider": outsiders, "minion": minions, "demon": 1}


def check_enough(script: Script, players: int) -> None:
    """Raises BadOption if a bag for this number of players cannot be filled from this script.

    Where a character decides how many of the others there are, only Townsfolk are counted, and where one fills its
    team alone, a single Townsfolk will do.
    """
    alone = any(c.fills_team for c in script.characters)
    decided = alone or "fills_bag" in script.moments
    for team, usual in team_counts(players).items():
        needed = 1 if alone and usual else usual
        there = len(script.of(team))
        if there < needed and not (decided and team != "townsfolk"):
            raise BadOption(
                f"with {players} players, the bag holds {usual} {TEAM_NAMES[team][usual != 1]}, and this script "
                f"has {there or 'none'}: choose another script, or fewer players"
            )


def alignment_of(character: Character) -> Alignment:
    return _side_of(character.team)


def _side_of(team: str) -> Alignment:
    return EVIL if team in ("minion", "demon") else GOOD


def new_state(script: Script, players: int, travellers: int = 0, seed: object = 0, late: int = 0) -> State:
    """A game before set-up: no player holds a token yet.

    `late`: how many of the Travellers, the last ones, have not come yet.
    """
    nobody = Character()
    there = players + travellers - late
    seats = [Player(seat, nobody, here=seat < there) for seat in range(players + travellers)]
    return State(script, Random(str(seed)), seats, list(seats), travellers, seed=seed)


def set_up(state: State) -> Steps:
    """Fill the bag, deal the tokens, and let the characters act that do so before the first night."""
    if state.options.get(DEAL) == BY_HAND:
        yield from _lay_out(state)
    wished = state.options.get(FIRST_SEAT, BY_CHANCE)
    if wished not in ANYBODY and 0 not in state.laid:
        own = wished_of(state.script, wished)
        _check_room(state, own)
        state.laid = {0: (own, None, None), **state.laid}
    yield from _deal_residents(state)
    yield from _deal_travellers(state)
    _bring_fabled(state)
    for character in state.aside:
        yield role(character).comes_in(state)
    for player in state.players:
        if player.character.thinks_it_is is not None and player.shown is None:
            yield from effects.shows_another_token(state, player)
    state.demon_needed = bool(queries.demons(state))
    state.outsiders_at_set_up = len(queries.of_team(state, "outsider"))
    yield from _act_all(state, Role.turns_sides)
    announced = [one for one in state.fabled if not isinstance(one.character, JinxRule)]
    yield from _act_all(state, Role.set_up, lambda one: one not in announced)
    for seat, word in state.laid_states.items():
        effects.mark(state, state.players[seat], word)
    if not state.asked_this_turn:  # before anything is announced, or it would show whether something was asked
        yield Cover("The tokens are dealt.")
    yield from _act_all(state, Role.set_up, announced.__contains__)
    if state.draws:
        yield from _draw_tokens(state)
    for player in queries.by_seat(state):
        if not information.knows_token(state, player):
            continue
        token = player.believed, player.believed_side
        yield information.tell(state, player, information.TOKEN, *token, kind=DEAL)
    yield News("set-up", "The town gathers.")
    for jinx in state.script.jinxes:
        pair = state.script.character(jinx.a), state.script.character(jinx.b)
        yield News("jinx", "{0} and {1}: {2}", (*pair, jinx.rule))
    if state.asks_covers and not state.in_one_room:
        yield from _look_at_tokens(state)
    for character in state.aside:
        yield role(character).first_dusk(state)


def _act_all(state: State, moment: Callable[..., object], who: Callable[[Ability], bool] = bool) -> Steps:
    for ability in moments.reacting(state, moment):
        if not ability.fake and who(ability):
            yield acting.act(ability, state, moment)


def _draw_tokens(state: State) -> Steps:
    """Pass the bag round: everybody draws a token, and everybody sees who has drawn."""
    state.drawing = True
    what = "Draw your token from the bag."
    yield Everyone([Question([p.seat], what, (NOW_DRAW,), topic=TO_DRAW, public=True) for p in queries.here(state)])
    yield Pause("Everybody has drawn.")


def _look_at_tokens(state: State) -> Steps:
    """Wait until everybody knows who they are: all are asked the same, and all see who is ready."""
    state.drawing = True
    what = "Look at your token, then put it away. Night falls when everybody has."
    who = queries.here(state)
    yield Everyone([Question([p.seat], what, (READY,), topic=TO_LOOK, public=True, idle=READY) for p in who])
    state.asked_this_turn, state.owed_cover = True, None  # there was nothing to decide


def _lay_out(state: State) -> Steps:
    """Let the storyteller lay out as many tokens as they like: see storytelling/set_up_by_hand.py."""
    what = "Lay out tokens, or leave them to chance; then deal."
    state.dealing = Question([STORYTELLERS_SEAT], what, (NOW_DEAL,), topic=DEAL)
    yield state.dealing
    state.dealing = None


def house_of(script: Script) -> list[Role]:
    """The Fabled and Loric on a script, which are in play from the beginning."""
    return [role(c) for c in script.of("fabled", "loric") if not c.unmodelled]


def _bring_fabled(state: State) -> None:
    """Bring the script's Fabled and jinxes into play; they have no seat."""
    place = Player(state.storyteller, Character(), seated=False)
    jinxes = jinx_rules_on(state.script)
    state.fabled = [
        *(Ability(place, c) for c in house_of(state.script)),
        *(Ability(place, j, place=j.place) for j in jinxes),
    ]
    state.abilities_changed()


def _deal_residents(state: State) -> Steps:
    seats = state.players[: len(state.players) - state.travellers]
    laid = {seat.seat: state.laid[seat.seat] for seat in seats if seat.seat in state.laid}
    in_bag = [character for character, _ in state.unseated]
    tokens = [*(character for character, _, _ in laid.values()), *in_bag]
    if state.storyteller in state.laid:  # a token that nobody holds
        state.aside.append(state.laid[state.storyteller][0])
    if not tokens:
        check_enough(state.script, len(seats))
    if len(tokens) < len(seats):
        drawn = in_bag + (yield from _rest_of(state, len(seats), tokens))
    else:
        drawn = in_bag
        state.aside += only_demon(state, tokens)
    state.chance.shuffle(drawn)
    believed = dict(state.unseated)
    if 0 not in laid and (token := _of_the_side_asked_for(state, drawn)) is not None:
        laid[0] = (token, believed.get(token), None)
        state.laid = {**state.laid, 0: laid[0]}
        drawn.remove(token)
    dealt = {p.seat: laid[p.seat][0] if p.seat in laid else drawn.pop() for p in seats}
    take_their_places(state, dealt)
    for rule in house_of(state.script):
        dealt = (yield rule.deals(state, dealt)) or dealt
    for player in seats:
        token = dealt[player.seat]
        character, shown, side = laid.get(player.seat) or (token, believed.get(token), None)
        effects.set_character(state, player, character, None if character.has_power_of else shown)
        player.alignment = side or alignment_of(character)


def _of_the_side_asked_for(state: State, drawn: list[Character]) -> Character | None:
    """One of these tokens, any as likely, that its player takes for the side that the first seat asked for.

    Else whoever asks to be good and sees a Demon's token would know that they are the Lunatic.
    """
    side = state.options.get(FIRST_SEAT)
    its = [token for token in drawn if _side_of(token.thinks_it_is or token.team) == side]
    return state.chance.choice(its) if its else None


def wished_of(script: Script, words: str) -> Character:
    """The character that the first seat asks to be.  Raises BadOption."""
    wished = letters(words)  # once: they may be many
    found = next((c for c in script.characters if wished in (letters(c.name), letters(c.id))), None)
    if found is None or found.team not in TEAM_NAMES:
        names = [c.name for c in script.characters if c.team in TEAM_NAMES]
        raise BadOption(f"nobody can be dealt {quote(words)} with this script{did_you_mean(words, names)}")
    if not found.in_bag or found.thinks_it_is is not None:
        raise BadOption(f"nobody can ask to be the {found.name}, who is not to know it; choose another character")
    return found


def _check_room(state: State, wished: Character) -> None:
    """Raises BadOption for an Outsider where there are none, and nobody on the script brings any."""
    players = len(state.players) - state.travellers
    brings = any(c.outsiders > 0 or acts_at(c, Role.fills_bag) for c in state.script.characters)
    if wished.team == "outsider" and not team_counts(players)["outsider"] and not brings:
        why = f"with {players} players and this script there are no Outsiders"
        raise BadOption(f"nobody can be dealt the {wished.name}: {why}; choose another character, or more players")


def _rest_of(state: State, players: int, given: list[Character]) -> Steps:
    """The tokens beside those `given`, drawn until there is room for who was asked for."""
    aside, asked = list(state.aside), state.options.get(FIRST_SEAT, BY_CHANCE)
    for _ in range(DRAWS if asked != BY_CHANCE else 1):
        counts, state.aside = team_counts(players), list(aside)
        rest: list[Character] = yield from fill_bag(state, counts, given)
        if asked in ANYBODY and any(_side_of(c.thinks_it_is or c.team) == asked for c in rest):
            break
        if asked not in ANYBODY and sum(c.team == "outsider" for c in (*given, *rest)) <= counts["outsider"]:
            break
    return rest


def only_demon(state: State, tokens: list[Character]) -> list[Character]:
    """A town laid out whole has the script's one Demon, if it is nobody's token and nothing keeps it away."""
    demons = queries.on_script(state, "demon")
    kept_away = any(c.team == "demon" or (c.in_bag and acts_at(c, Role.fills_bag)) for c in (*tokens, *state.aside))
    return [c for c in demons if len(demons) == 1 and not c.in_bag and not kept_away]


def fill_bag(state: State, counts: dict[str, int], given: list[Character]) -> Steps:
    """The tokens beside those `given`, drawn at random as set-up asks for, which changes the `counts` by team."""
    players, bag = sum(counts.values()), list(given)
    state.bag = bag
    house = house_of(state.script)
    for rule in house:
        yield rule.fills_bag(counts, state)
    for team in ("demon", "minion", "townsfolk", "outsider"):  # the order in which they change each other's number
        yield from _draw_team(state, team, counts, bag, players)
    # A character that changes the numbers may have been drawn after the team that it changes.
    for team in ("outsider", "minion", "demon"):
        _mend(state, team, counts, bag, given)
    while len(bag) != players:
        if len(bag) > players:
            bag.remove(_least_needed(state, bag, given))
        else:
            plain = (_draw(state, team, bag, at_last=True) for team in ("townsfolk", "outsider"))
            bag.append(next(filter(None, plain), None) or _again(state))
            bring(state, bag[-1], bag)
    for rule in (*house, *jinx_rules_on(state.script)):
        yield rule.mends_bag(state, bag, given)
    return _without(bag, given)


def _without(bag: list[Character], given: list[Character]) -> list[Character]:
    rest = list(bag)
    for character in given:
        rest.remove(character)
    return rest


def _least_needed(state: State, bag: list[Character], given: list[Character]) -> Character:
    """Which of too many tokens is left out: the last Townsfolk on whom no other token depends.

    Where each that is left has brought Outsiders, as a Balloonist beside a Baron has, an Outsider is too many.
    """
    spare = [c for c in bag if c not in given and not _brought(state, c, bag)]
    townsfolk = [c for c in spare if c.team == "townsfolk"]
    idle = [c for c in townsfolk if c.several or not changes_numbers(c)]
    alone = [c for c in idle if c.brings is None]
    outsiders = [c for c in spare if c.team == "outsider" and not changes_numbers(c)]
    return (alone or idle or outsiders or townsfolk or [c for c in bag if c not in given])[-1]


def _draw_team(state: State, team: str, counts: dict[str, int], bag: list[Character], players: int) -> Steps:
    for character in (*bag, *state.aside, *_believed_in(state)):
        if character.team == team:
            yield from _change(state, character, counts)
            bring(state, character, bag)
    room = players if team != "outsider" else len(FACTS)  # Townsfolk drawn before make room for Outsiders
    while sum(c.team == team for c in bag) < counts[team] and len(bag) < room:
        drawn = _draw(state, team, bag)
        if drawn is None:
            break
        (bag if drawn.in_bag else state.aside).append(drawn)
        yield from _change(state, drawn, counts)
        bring(state, drawn, bag)


def _believed_in(state: State) -> list[Character]:
    """What they believe in whose token was kept out of the bag: they drew that one, and it changed the bag."""
    return [shown for token, shown, _ in state.given if not token.in_bag and shown is not None]


def bring(state: State, character: Character, bag: list[Character]) -> None:
    """Add the characters that this one never comes without."""
    brought = character.brings
    if brought is not None and all(c.id != brought for c in bag):
        bag.append(state.script.character(brought))


def change_counts(counts: dict[str, int], character: Character) -> None:
    """Let this character's Outsiders and Minions, more or fewer, take the place of Townsfolk."""
    for team, more in (("outsider", character.outsiders), ("minion", character.minions)):
        more = max(more, -counts[team])
        counts[team] += more
        counts["townsfolk"] -= more


def _change(state: State, character: Character, counts: dict[str, int]) -> Steps:
    change_counts(counts, character)
    if acts_at(character, Role.fills_bag):
        yield role(character).fills_bag(counts, state)


def _mend(state: State, team: str, counts: dict[str, int], bag: list[Character], given: list[Character]) -> None:
    while sum(c.team == team for c in bag) > counts[team]:
        extra = [c for c in bag if c.team == team and c not in given and not _brought(state, c, bag)]
        if not extra:
            return
        bag.remove(([c for c in extra if not changes_numbers(c)] or extra)[-1])


def changes_numbers(character: Character) -> bool:
    """Whether set-up deals other numbers of a team because of it."""
    return bool(character.outsiders or character.minions) or acts_at(character, Role.fills_bag)


def _brought(state: State, character: Character, bag: list[Character]) -> bool:
    return any(c.brings == character.id for c in (*bag, *_believed_in(state)))


def _draw(state: State, team: str, bag: list[Character], *, at_last: bool = False) -> Character | None:
    """A token of this team; at last none that would change the numbers, as it is too late for that."""
    filling = next((c for c in bag if c.team == team and c.fills_team), None)
    if filling is not None:
        return filling
    there = {c.id for c in (*bag, *state.aside)}
    jinxed = {id for j in state.script.jinxes if j.one_only for id in (j.a, j.b) if there & {j.a, j.b}}
    absent = (jinxed | kept_out(state)) - there
    there -= {c.id for c in bag if c.dealt_again}
    options = [c for c in queries.on_script(state, team) if c.id not in there | absent and c.brings not in absent]
    options = [c for c in options if not (at_last and changes_numbers(c))]
    chance: Random = state.chance
    return chance.choice(options) if options else None


def _again(state: State) -> Character:
    """Deal some good characters twice, where the script has too few of them."""
    good = (
        queries.on_script(state, "townsfolk")
        or queries.on_script(state, "outsider")
        or list(state.script.characters)
    )
    absent = kept_out(state)
    return state.chance.choice([c for c in good if c.id not in absent and not changes_numbers(c)] or good)


def _deal_travellers(state: State) -> Steps:
    """Deal the Travellers' tokens, laid out or drawn from their list; the storyteller gives the side."""
    for player in [p for p in state.players[len(state.players) - state.travellers :] if p.here]:
        laid = state.laid.get(player.seat)
        if laid is None:
            taken = {p.character.id for p in state.players}
            free = [c for c in state.traveller_list if c.id not in taken]
            character = state.chance.choice([c for c in free if state.script.has(c.id)] or free)
            side = yield storyteller.chooses("on which side is {0}?", (GOOD_WORD, EVIL_WORD), player, topic="side")
            effects.set_character(state, player, character, None)
            player.alignment = GOOD if side == GOOD_WORD else EVIL
        else:
            character, shown, given = laid
            effects.set_character(state, player, character, shown)
            player.alignment = given or GOOD
