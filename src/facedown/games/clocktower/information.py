"""Who is asked and who is told: questions to players and to the storyteller, information true and false."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from facedown.games.clocktower import acting, impairment, moments, queries, storyteller
from facedown.games.clocktower.changeable_rules import (
    CountsAsMisfiring,
    FewestForInfo,
    IsGrimoireHidden,
    IsTokenHidden,
    IsTokenUnknown,
    MayMislead,
    MustChooseAgain,
    MustLie,
    MustPick,
    Registers,
    TakenFalsely,
    Teller,
    ToldFalsely,
)
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Role
from facedown.games.clocktower.queries import Ways
from facedown.games.clocktower.questions import CardCover, Pause, Question, Steps, Telling
from facedown.games.clocktower.state import (
    DRUNK,
    POISONED,
    TRUE_INFO,
    Ability,
    BeTold,
    Choose,
    Learn,
    News,
    Player,
    SeenToken,
    State,
    Told,
)

TOKEN = "You are {0:the}, and you are {1}."  # to whoever gets a token, or another
FEWEST_FOR_INFO = 7  # players, Travellers not counted, from which on evil usually learn who they are
GRIMOIRE = "grimoire"  # the topic of what is told to those who see the true grimoire
# What evil players learn in one step of the first night is shown together.  From a topic to the one before it.
SHOWN_WITH = {("minioninfo", "minions"): "demon", ("demoninfo", "bluffs"): "minions"}
NOT_IN_PLAY = "Not in play: {0}. You may claim to be {0:that|one of them}."  # bluffs, to whomever they are shown
SAID_BY_STORYTELLER = "The storyteller: {0}"
SECRETLY, SHOWN = "make your choice", "You are shown {0}."  # to players who must not know by which ability


def pause(
    state: State, what: str, *args: object, before: tuple[Callable[..., object] | type, ...] = ()
) -> Pause | None:
    """Let the town wait by day, whether or not the storyteller has something to decide.

    `before`: what comes now; where no character of the script, and no Traveller who is here, minds any of these
    moments, everybody knows that there is nothing to decide, and nobody waits.
    """
    if state.phase != "day":
        return None
    return Pause(what, args) if not before or moments.are_minded(state, before) else None


def _is_shown_already(state: State, told: Telling) -> bool:
    """Whether it belongs to what evil players are shown together in this step, and that was shown."""
    step, shown = state.turns[-1].step, state.shown
    return shown is not None and shown.to == told.to and SHOWN_WITH.get((step, told.topic)) == shown.topic


def evil_meet(state: State) -> bool:
    """Whether there are enough players for the evil ones to learn who they are."""
    return len(queries.residents(state)) >= acting.rule(state, FewestForInfo(), FEWEST_FOR_INFO)


def card_cover(state: State, what: str, *args: object) -> CardCover | None:
    """Ask the storyteller by night before a player sees anything, if they have not been asked about it."""
    if not state.asks_covers or state.phase != "night" or state.asked_this_turn:
        return None
    return CardCover(what, args)


def telling_cover(state: State, told: Telling) -> CardCover | None:
    """The same before players are told something, which the storyteller sees.

    In one room it is asked even if the storyteller has just decided what is told: they go on when it is shown.
    """
    if not state.asks_covers or state.phase != "night":
        return None
    if _is_shown_already(state, told) if state.in_one_room else state.asked_this_turn:
        return None
    who, state.shown = len(told.args), told
    return CardCover(f"{{{who}}} {{{who}:learns|learn}}: {told.words}", (*told.args, told.to), told)


def choose(state: State, request: Choose) -> Steps:
    """Wake somebody (or turn to them, by day) and let them choose.  The impaired are asked as the sober are."""
    me = request.by
    options = acting.rule(state, MustPick(me), request.options)
    choices = [*options, None] if request.optional and len(options) == len(request.options) else list(options)
    if not choices:
        yield from _are_chosen(state, me)
        return None
    if state.phase == "night":
        state.woke.add(me.player.seat)
    words, step = (SECRETLY, "") if me.secret else (request.what, request.step)
    answer = yield Question(
        [me.player.seat], words, choices, topic="choice", step=step, about=me, public=request.public
    )
    if state.phase == "night" and state.turns and state.turns[-1].ability is me:
        state.turns[-1].chosen.append(answer)
    gave = [me.by] if me.by is not None and len(choices) > 1 else []
    if gave and (yield acting.ruling(state, MustChooseAgain(me, answer), False, gave)):
        others = tuple(choice for choice in choices if choice is not answer)
        return (yield from choose(state, request._replace(options=others, optional=False)))
    me.chosen += [
        target for target in (answer if isinstance(answer, tuple) else (answer,)) if isinstance(target, Player)
    ]
    if not request.more:
        yield from _are_chosen(state, me)
    return answer


def _are_chosen(state: State, me: Ability) -> Steps:
    """Carry out what follows from being chosen, for all whom this ability has chosen at once."""
    targets, me.chosen = me.chosen, []
    for target in targets:
        yield acting.happens(state, Role.on_chosen, me, target)


def ask(
    state: State,
    player: Player,
    what: str,
    options: Iterable[object],
    *args: object,
    about: object = None,
    optional: bool = False,
    public: bool = False,
    step: str = "",
) -> Steps:
    """Ask somebody for an ability that is another's: they do not wake by their own."""
    choices = [*options, None] if optional else list(options)
    if not choices:
        return None
    answer = yield Question(
        [player.seat], what, choices, args=args, topic="choice", step=step, about=about, public=public
    )
    return answer


def must_lie(state: State, me: Ability) -> bool:
    """Whether what this ability tells must be false."""
    return acting.rule(state, MustLie(me), False) and not queries.is_marked(state, me.player, TRUE_INFO)


def may_mislead(state: State, me: Ability) -> bool:
    """Whether what this ability tells may be false although it works."""
    return acting.rule(state, MayMislead(me), False)


def learn(state: State, request: Learn) -> Steps:
    """Tell the player one of `truths`, or one of `possible` where the ability fails.  Returns what was told."""
    me, args = request.by, request.args
    ways = request.truths if isinstance(request.truths, Ways) else None
    true, every = ways or list(request.truths), list(request.possible)
    teller = yield acting.ruling(state, Teller(me), None)
    if must_lie(state, me) or (teller is False and queries.works(state, me)):
        options = [value for value in every if value not in true] or every
    elif queries.works(state, me) and not may_mislead(state, me):
        options = true or every
    else:
        options = every or true
    blanks = ("…",) * (len(options[0]) if options and isinstance(options[0], tuple) else 1)
    said = (*blanks, *args, me.player)
    plainly = ways[0] if ways else ...
    value = yield storyteller.chooses(
        f"what {{{len(said) - 1}}} is told: {request.words.removesuffix('.')}", options, *said,
        topic="tell", about=me, truths=true, idle=plainly if options is true else ...,
        tells=Telling(request.words, (*blanks, *args), (me.player,)),
    )  # fmt: skip
    plain = value if plainly is ... else plainly
    if (value not in true or value != plain) and _is_counted(state, me):
        state.misfired.add(me.player.seat)
    parts = value if isinstance(value, tuple) else (value,)
    yield tell(state, me.player, request.words, *parts, *args, by=me, report=value, true=value in true)
    return value


def misfires(state: State, by: Ability, *, in_death: bool = False) -> None:
    """Note that an ability failed, or told something false, because of another character."""
    if (by.player.alive or in_death) and _is_counted(state, by):
        state.misfired.add(by.player.seat)


def _is_counted(state: State, ability: Ability) -> bool:
    """Whether it counts if it goes wrong.  An ability that a player only believes in mostly does not."""
    real = not ability.fake or acting.rule(state, CountsAsMisfiring(ability), False)
    return real and not _is_own_doing(state, ability)


def _is_own_doing(state: State, ability: Ability) -> bool:
    """Whether it fails only because of what its own player did."""
    impairing = [
        m for m in state.markers
        if m.player is ability.player and m.word in (DRUNK, POISONED) and impairment.holds(state, m)
    ]  # fmt: skip
    sources = [m.by or m.about for m in impairing]
    own = [source for source in sources if isinstance(source, Ability) and source.player is ability.player]
    return bool(sources) and own == sources and not queries.works(state, ability)


def may_be_said_falsely(state: State, me: Ability) -> Steps:
    """The storyteller has answered in words for an ability that does not work: it went wrong if they lied."""
    if queries.works(state, me) or not state.script.counts_misfires:
        return
    false = yield storyteller.decides("was {0} told what is false?", me.player, topic="lie", idle=False)
    if false:
        misfires(state, me)


def be_told(state: State, request: BeTold) -> Steps:
    """Tell the player of an ability what cannot be false."""
    yield tell(state, request.by.player, request.words, *request.args, by=request.by, topic=request.topic)


def tell(
    state: State,
    player: Player,
    words: str,
    *args: object,
    by: Ability | None = None,
    report: object = None,
    true: bool = True,
    kind: str = "told",
    topic: str = "",
    reveals: bool = False,
    grimoire: tuple[SeenToken, ...] = (),
) -> Steps | News | None:
    """Tell one player something in private, to be yielded.  It is kept, together with whether it was true.

    `reveals`: it is told because of their character or side, so that those are kept from it who do not know these.
    """
    if reveals and not knows_token(state, player):
        return None
    falsely = None
    if by is not None and by.player is player:
        if state.phase == "night":
            state.woke.add(player.seat)
        if by.secret:
            words, args, topic = SHOWN, (args,), ""
        falsely = None if true else acting.comes(state, ToldFalsely(by))
    told = Told(state.night, state.day, by.character.id if by is not None else "", words, args, report, true)
    told.topic, told.grimoire = topic, grimoire
    if falsely is None and not state.asks_covers:
        return _tell(state, player, told, kind, fake=by is not None and by.fake)
    return _tell_in_turn(state, player, told, kind, falsely, fake=by is not None and by.fake)


def _tell_in_turn(
    state: State, player: Player, told: Told, kind: str, falsely: Steps | None, *, fake: bool
) -> Steps:
    """Tell it after what comes of its being false, and after the storyteller has seen it."""
    yield falsely
    yield telling_cover(state, Telling(told.words, told.args, (player,), told.topic))
    yield _tell(state, player, told, kind, fake=fake)


def _tell(state: State, player: Player, told: Told, kind: str, *, fake: bool) -> News:
    told.impaired = player.seat in impairment.now(state).impaired
    told.weakened = impairment.weakened(state, player) if told.impaired else None
    told.impaired = told.impaired or fake
    player.told.append(told)
    return News(kind, told.words, told.args, to=frozenset((player.seat,)), seat=player.seat)


def knows_token(state: State, player: Player) -> bool:
    """Whether this player has been told a character and a side, true or not."""
    return not acting.rule(state, IsTokenUnknown(player), False)


def tokens(player: Player) -> dict[str, Character]:
    """By id, the characters that this player was told they are, one after another."""
    known = (told.args[0] for told in player.told if told.words == TOKEN)
    return {one.id: one for one in known if isinstance(one, Character)}


def teller(player: Player, told: Told, own: Character) -> Character:
    """Whose finding this is: the character's that they are, that they were, or whose ability they took."""
    if told.character in ("", own.id):
        return own
    if player.was and told.character in (before := tokens(player)):
        return before[told.character]
    taken = (one for one in player.abilities if one.by is not None and one.by.player is player and not one.secret)
    return next((one.character for one in taken if one.character.id == told.character), own)


def tell_all(
    state: State, players: Iterable[Player], words: str, *args: object, by: Ability | None = None, topic: str = ""
) -> Steps:
    """Wake several together and tell all of them the same."""
    together = [p for p in players if knows_token(state, p)]
    if by is not None and by.player in together and state.phase == "night":
        state.woke.add(by.player.seat)
    if together:
        yield telling_cover(state, Telling(words, args, tuple(together), topic))
    for player in together:
        character = by.character.id if by is not None else ""
        impaired = player.seat in impairment.now(state).impaired
        player.told.append(Told(state.night, state.day, character, words, args, None, True, impaired, topic))
    if together:
        yield News("told", words, args, to=frozenset(p.seat for p in together))


@dataclass
class GrimoireShown:
    """What an ability that shows the grimoire remembers."""

    hidden: bool = False  # whether it was kept from its player


def shows_grimoire(state: State, me: Ability) -> Steps:
    """Show a player every token and side, and who is dead; if the ability fails, the tokens are shuffled."""
    grimoire = me.notes.of(GrimoireShown)
    grimoire.hidden = acting.rule(state, IsGrimoireHidden(me), False)
    if grimoire.hidden:
        return
    seen = [p for p in queries.here(state) if not acting.rule(state, IsTokenHidden(me, p), False)]
    tokens = {p.seat: (p.character, p.shown, p.alignment, _marks_on(state, p)) for p in seen}
    true = queries.works(state, me) and not must_lie(state, me)
    if not true:
        misfires(state, me)
        own = tokens.get(me.player.seat)
        moved = [p.seat for p in seen if not _is_known_to(state, p, me)]
        dealt = [tokens[seat] for seat in moved]
        state.chance.shuffle(dealt)
        tokens.update(zip(moved, dealt, strict=True))
        if own is not None:
            tokens[me.player.seat] = (*own[:3], ())
    words: list[str] = []
    args: list[Any] = []
    laid = tuple(SeenToken(player, *tokens[player.seat], player.alive) for player in seen)
    for token in laid:
        at = len(args)
        args += token[:4]
        belief = f" (and thinks they are the {{{at + 2}}})" if token.shown is not None else ""
        dead = () if token.alive else ("dead",)
        words.append(", ".join((f"{{{at}}} is {{{at + 1}}}{belief}", f"{{{at + 3}}}", *dead, *token.marks)))
    report = tuple((token.player, token.character) for token in laid)
    yield tell(
        state, me.player, f"You see the grimoire: {'; '.join(words)}.", *args, by=me, report=report, true=true,
        topic=GRIMOIRE if true else "", grimoire=laid,
    )  # fmt: skip


def _marks_on(state: State, player: Player) -> tuple[str, ...]:
    """The markers beside a player, each word once."""
    return tuple(dict.fromkeys(marker.word for marker in state.markers if marker.player is player))


def _is_known_to(state: State, player: Player, me: Ability) -> bool:
    """Whether this evil player would notice if `player` had a different token."""
    met = all(p.character.team in ("minion", "demon") for p in (player, me.player))
    return player is me.player or player.traveller or (met and evil_meet(state))


def announce(kind: str, words: str, *args: object, seat: int | None = None) -> Steps:
    """Say something to everybody."""
    yield News(kind, words, args, seat=seat)


def show_life(state: State, player: Player) -> News | None:
    """Let the town square show whether this player lives; returns what is seen of it, if that is new."""
    alive = queries.counts_as_alive(state, player)
    if alive == player.seen_alive:
        return None
    player.seen_alive = alive
    if state.using is not None and state.using.target == player.seat and not alive:
        state.uses.append(replace(state.using, fell=True))
        state.using = None
    night = player in state.died_tonight
    if alive:
        today = f"D{state.day}"
        player.returned += ((player.fell, today if player.fell == today else f"N{state.night}"),)
    player.fell = "" if alive else f"N{state.night}" if night else f"D{state.day}"
    seat = player.seat if player.seated else None
    return News("lives" if alive else "dies", "{0} is alive." if alive else "{0} dies.", (player,), seat=seat)


def registers(state: State, player: Player, reading: str, to: Ability | None = None) -> Steps:
    """Whether this check finds `player` to be `reading`; if both are possible, the storyteller decides."""
    ways = queries.may_register(state, player, reading)
    ways = acting.rule(state, Registers(player, reading, to), ways)
    if len(ways) == 1:
        (only,) = ways
        state.settled.append(only)
        return only
    answer = yield storyteller.decides(
        "does {0} register as {1}?",
        player,
        reading,
        topic="register",
        step="reading",
        about=to,
        idle=queries.is_(state, player, reading),
    )
    if answer != queries.is_(state, player, reading):
        yield acting.comes(state, TakenFalsely(player))
        if to is not None:
            misfires(state, to)
    return answer
