"""The day: talk, declared abilities, nominations, votes, execution and exile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from facedown.games.clocktower import acting, deaths, effects, information, moments, queries, victory, voting
from facedown.games.clocktower.changeable_rules import (
    HidesVotes,
    InsteadOfVote,
    MayNominate,
    MaySpeak,
    MayWhisper,
    NominationsADay,
    Speech,
    StorytellerExecuted,
)
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Role, role
from facedown.games.clocktower.moves import THE_STORYTELLER, USE_ALOUD
from facedown.games.clocktower.public import Use
from facedown.games.clocktower.questions import Act, Question, Steps
from facedown.games.clocktower.scripts import declaring
from facedown.games.clocktower.speech.statements import Spoken
from facedown.games.clocktower.state import (
    DUSK,
    EVIL,
    TWICE,
    Ability,
    Alignment,
    News,
    Nomination,
    Player,
    State,
    Whisper,
)

DONE = Act("done")
LONGEST_GAME = 60  # days, after which the storyteller ends the game


def begin_day(state: State) -> None:
    """Start a day without nominations and executions."""
    state.nominated_before += queries.tallies(state, state.day - 1)
    state.nominations, state.block, state.to_beat = [], None, 0
    state.executed_today, state.died_today = [], []
    state.day_over = state.nominating = state.floor_open = state.skip_nominations = False
    state.done = set()
    state.said_before += ((state.day - 1, *said) for said in state.said)
    state.said, state.declared = [], []


def day(state: State) -> Steps:
    """Run the day from dawn to dusk: talk, then nominations, then the execution."""
    yield floor(state, nominating=False)
    yield from judgement(state)
    if not state.over and not state.day_over and not state.skip_nominations:
        yield News("nominations", "Nominations are open.")
        for ability in acting.alive(state, Role.before_nominations):
            yield acting.act(ability, state, Role.before_nominations)
        if not state.skip_nominations:
            yield floor(state, nominating=True)
        yield from judgement(state)
    if not state.over and state.block is not None and not state.day_over:
        nominee = state.block.nominee
        if nominee is not None:
            yield deaths.execute(state, nominee, state.block)
        else:
            yield from execute_storyteller(state)
    yield from dusk(state)


def execute_storyteller(state: State) -> Steps:
    """End the game.  Evil wins, unless an ability says otherwise; the storyteller does not die."""
    yield News("execution", "The storyteller is executed.")
    usual: tuple[Alignment, str] = EVIL, "the storyteller was executed"
    yield victory.end_game(state, *acting.rule(state, StorytellerExecuted(), usual))
    yield victory.end_game(state, *usual)  # where something keeps the other side from winning


def judgement(state: State) -> Steps:
    """Let the storyteller judge what was said; players who broke their madness may be executed."""
    yield information.pause(state, "The talk is over.", before=(Role.judged,))
    for ability in acting.working(state, Role.judged):
        if not state.over:
            yield acting.act(ability, state, Role.judged)


def dusk(state: State) -> Steps:
    """End the day, and remove what lasts until dusk."""
    voting.collect_votes(state)
    if not state.executed_today and not state.over:
        yield News("no execution", "Nobody is executed.")
    yield information.pause(state, "The day ends.", before=(Role.day_ends, Role.at_dusk))
    yield victory.at_once(state, acting.happens(state, Role.day_ends))
    yield victory.check_end(state)
    effects.pass_time(state, DUSK)
    yield acting.happens(state, Role.at_dusk)
    yield victory.check_end(state)
    if state.day >= LONGEST_GAME:
        yield victory.end_game(state, "evil", "the town has run out of days")


# -- the open floor ---------------------------------------------------------------------------------------------


def floor(state: State, nominating: bool) -> Steps:
    """Let everybody speak and act, in any order, until all are done or the day is over."""
    state.nominating = nominating
    state.done = set()
    question = Question([], "Speak or act, and say when you are done.", floor=True, public=True, topic="floor")
    question.seats = queries.not_done(state)
    while question.seats and state.winner is None and not state.day_over:
        state.floor_open = True
        answer = yield question
        state.floor_open = False
        if answer is not None and answer[1].verb == DONE.verb:
            is_done(state, question, answer[0])
            continue
        if answer is not None:  # else the storyteller has closed it
            yield do(state, *answer)
        question.seats = queries.not_done(state)


def is_done(state: State, question: Question, seat: int) -> None:
    """Let somebody leave the floor, until something happens on it."""
    state.done.add(seat)
    if seat in question.seats:  # not if they say so once more
        question.seats.remove(seat)


def close_floor(state: State) -> None:
    """End the talk or the nominations, as the storyteller wishes."""
    state.done = {p.seat for p in queries.here(state)}


def do(state: State, seat: int, act: Act) -> Steps:
    """Carry out what somebody does on the open floor."""
    return DEEDS.get(act.verb, _does_own)(state, state.players[seat], act)


def _does_own(state: State, player: Player, act: Act) -> Steps:
    """Carry out a verb that an ability offers, such as a Traveller's."""
    for ability, offered in _offered(state, player):
        if same(act, offered):
            yield acting.act(ability, state, Role.does, player, act)
            return


def _offered(state: State, player: Player) -> Iterator[tuple[Ability, Act]]:
    """What this player may do with public abilities, their own first."""
    for ability in sorted(moments.reacting(state, Role.offers), key=lambda a: a.player is not player):
        yield from ((ability, act) for act in acting.act(ability, state, Role.offers, player))


def _says(state: State, player: Player, act: Act) -> Steps:
    state.said.append((player.seat, act.text))
    yield News("says", "{0}: {1}", (player, act.text), seat=player.seat)
    yield is_heard(state, player, act.text)


def is_heard(state: State, player: Player, said: Spoken | str, *, aloud: bool = True) -> Steps | None:
    """Let abilities that listen to the storyteller react to what somebody says, aloud or in private."""
    return acting.comes(state, Speech(player, said.said.words if isinstance(said, Spoken) else said, aloud))


def _whispers(state: State, player: Player, act: Act) -> Steps:
    """Whisper to one or more other players, or (None) to the storyteller."""
    group = () if act.player is None else (act.player, *act.also)
    to, who = tuple(one.seat for one in group) or (state.storyteller,), group or THE_STORYTELLER
    state.whispers.append(Whisper(state.day, player.seat, to, act.text))
    if state.options.get("whispers") != "hidden":
        yield News("whispers", "{0} whispers to {1}.", (player, who), seat=player.seat)
    told = frozenset((player.seat, *to))
    yield News("whisper", "{0} to {1}: {2}", (player, who, act.text), to=told, seat=player.seat)
    yield is_heard(state, player, act.text, aloud=False)


def _claims(state: State, player: Player, act: Act) -> Steps:
    state.claims.append((player.seat, act.character.id, state.day))
    yield News("claims", "{0} claims to be {1:the}.", (player, act.character), seat=player.seat)


def _uses(state: State, player: Player, act: Act) -> Steps:
    """Declare the use of an ability by day, which anybody may; it has no effect for those who lack it."""
    character, target = act.character, act.player
    again = _has_declared(state, player.seat, character)
    state.declared.append((player.seat, character.id))
    words, args = "{0} claims to use the {1} ability.", (player, character, target or act.text)
    if target is not None:
        words = "{0} claims to use the {1} ability on {2}."
    elif act.text:
        words = "{0} claims to use the {1} ability: {2}"
    aloud = character.declared_to == "all" or act.verb == USE_ALOUD
    if aloud:
        yield News("declares", words, args, seat=player.seat)
        if target is not None:
            state.using = Use(state.day, player.seat, character.id, target.seat)
    if act.text:
        yield is_heard(state, player, act.text, aloud=aloud)
    living = _seats_of_living(state)
    yield information.pause(state, words, *args)
    me = player.ability(character.id)
    if not again or _works_twice(state, me):
        if me is not None:
            me.notes.of(Declared).again_on = 0 if again or me.spent else state.day
        yield role(character).declared(me, state, player, act)
    if state.using is not None:
        state.uses.append(state.using)
        state.using = None
    if character.picks == "harm" and not state.over and _seats_of_living(state) == living:
        yield News("nothing happens", "Nothing happens.")


def _seats_of_living(state: State) -> list[int]:
    """Of those who look alive."""
    return [player.seat for player in queries.seen_living(state)]


@dataclass
class Declared:
    """What an ability that is declared remembers."""

    again_on: int = 0  # the day on which it may be used once more


def _works_twice(state: State, me: Ability | None) -> bool:
    """Use the ability a second time today, as if the first had not used it up."""
    if me is None or me.notes.of(Declared).again_on != state.day or not queries.is_marked(state, me.player, TWICE):
        return False
    me.spent = False
    return True


def _nominates(state: State, player: Player, act: Act) -> Steps:
    return nominate(state, player, act.player)


def _calls_exile(state: State, player: Player, act: Act) -> Steps:
    return exile(state, player, act.player)


DEEDS = {
    "say": _says,
    "whisper": _whispers,
    "claim": _claims,
    "use": _uses,
    USE_ALOUD: _uses,
    "nominate": _nominates,
    "exile": _calls_exile,
}


def acts(state: State, seat: int) -> Iterator[Act]:
    """What this seat may do on the floor, apart from free words."""
    yield from acts_but_claims(state, seat)
    known = claimed(state, seat)
    if not may_speak(state, state.players[seat]):
        return
    yield from (claim for claim in state.script.claims if claim.character.id not in known)


def claimed(state: State, seat: int) -> frozenset[str]:
    """The ids of the characters that this seat has claimed to be."""
    return frozenset(id for who, id, _ in state.claims if who == seat)


def acts_but_claims(state: State, seat: int) -> Iterator[Act]:
    player = state.players[seat]
    yield DONE
    if state.nominating and may_nominate(state, player):
        yield from (Act("nominate", nominee) for nominee in nominees(state, player))
    yield from (Act("exile", p) for p in queries.here(state) if p.traveller and p.alive)
    yield from deeds(state, seat)


def deeds(state: State, seat: int) -> list[Act]:
    """The abilities that this seat may declare, from the script or its own, and its own verbs."""
    player = state.players[seat]
    beside = [a.character for a in player.abilities if not (a.secret or state.script.has(a.character.id))]
    there = dict.fromkeys((*state.script.declaring, *beside)) if beside else state.script.declaring
    found = _declarations(state, [c for c in there if not _has_declared(state, seat, c)])
    return found + [act for _, act in _offered(state, player)] if moments.reacting(state, Role.offers) else found


def unlisted(state: State, seat: int) -> Iterator[Act]:
    """Further abilities that this seat may declare.

    These are what it has declared today already, without effect, and abilities that are not on the script: if the
    storyteller has given one to somebody by hand, others must be able to claim it too.
    """
    known = dict.fromkeys((*state.script.characters, *declaring(state.script.rules)))
    again = [c for c in known if _has_declared(state, seat, c) and c.declares_again != "refused"]
    beside = [c for c in known if not state.script.has(c.id) and not _has_declared(state, seat, c)]
    yield from _declarations(state, [*again, *beside])


def _has_declared(state: State, seat: int, character: Character) -> bool:
    return (seat, character.id) in state.declared and character.declares_again != "counts"


def _declarations(state: State, characters: Sequence[Character]) -> list[Act]:
    found: list[Act] = []
    for character in characters:
        if not character.may_be_declared(nominating=state.nominating):
            continue
        if character.asks_declarer == "player":
            verbs = ("use", USE_ALOUD) if character.declared_to == "either" else ("use",)
            found += [Act(verb, p, character) for verb in verbs for p in queries.here(state)]
        else:
            found.append(Act("use", None, character))
    return found


def allows(state: State, seat: int, act: Act) -> bool:
    """Whether this seat may do this.  Talking and whispering are not restricted here."""
    if act.verb in ("say", "whisper"):
        by = state.players[seat]
        if not may_speak(state, by) and (act.verb == "say" or act.player is not None):
            return False
        return bool(act.text) and (
            act.verb == "say" or all(may_whisper(state, by, to) for to in (act.player, *act.also))
        )
    return any(same(act, other) for other in (*acts(state, seat), *unlisted(state, seat)))


def may_speak(state: State, by: Player) -> bool:
    """Whether this player may talk now; with the storyteller everybody may."""
    return acting.rule(state, MaySpeak(by), True)


def may_whisper(state: State, by: Player, to: Player | None) -> bool:
    """Whether these two may talk in private.  With the storyteller (None) everybody may."""
    return to is None or (by is not to and acting.rule(state, MayWhisper(by, to), True))


def same(one: Act, other: Act) -> bool:
    return (one.verb, one.player, one.character) == (other.verb, other.player, other.character)


# -- nominations and votes --------------------------------------------------------------------------------------


def may_nominate(state: State, player: Player) -> bool:
    """Whether this player may nominate: the living may, once a day."""
    made = [n.by for n in state.nominations].count(player)
    return made < acting.rule(state, NominationsADay(player), int(player.seen_alive))


def nominees(state: State, by: Player | None) -> list[Player | None]:
    """Who can be nominated: everybody but Travellers once a day, and the storyteller (None) if a card allows it."""
    there = {n.nominee for n in state.nominations}
    options: list[Player | None] = [p for p in queries.residents(state) if p not in there]
    if StorytellerExecuted in state.script.moments and None not in there:
        options.append(None)
    if by is None:
        return options
    if not moments.reacting(state, MayNominate):
        return options
    return [p for p in options if acting.rule(state, MayNominate(by, p), True)]


def nominate(state: State, by: Player | None, nominee: Player | None) -> Steps:
    """Run one nomination with all its consequences."""
    characters = {p.seat: p.character for p in queries.here(state)}
    nomination = Nomination(by, nominee, characters=characters, lived=nominee is not None and nominee.alive)
    state.nominations.append(nomination)
    state.heard.append((len(state.said_before) + len(state.said), len(state.claims), len(state.uses)))
    if nominee is not None:
        nominee.nominated += 1
    state.done = set()
    who = nominee if nominee is not None else THE_STORYTELLER
    seat = by.seat if by is not None else None
    yield News("nomination", "{0} nominates {1}.", (by or THE_STORYTELLER, who), seat=seat)
    if nominee is not None:
        yield _claim_in_time(state, nominee, nomination) if state.script.claimed_when_nominated else None
    minded = (Role.on_nomination, InsteadOfVote)
    yield information.pause(state, "{0} is nominated by {1}.", who, by or THE_STORYTELLER, before=minded)
    for ability in _reacting_to(state, nomination):
        yield acting.act(ability, state, Role.on_nomination, nomination)
        if state.over:
            return
        if state.day_over:
            break
    if (yield acting.ruling(state, InsteadOfVote(nomination), False)) or state.day_over:
        return
    yield vote(state, nomination)


def _reacting_to(state: State, nomination: Nomination) -> list[Ability]:
    """The abilities that react to it: the nominator's and the nominee's own before those of others."""
    there = acting.working(state, Role.on_nomination)
    if len(there) < 2:
        return there
    return sorted(there, key=lambda a: (a.player is not nomination.by, a.player is not nomination.nominee))


def _claim_in_time(state: State, nominee: Player, nomination: Nomination) -> Steps:
    """Ask the nominee for claims that count only before the vote; all are asked, so that this reveals nothing."""
    for character in state.script.claimed_when_nominated:
        claim = yield Question(
            [nominee.seat], "Do you claim to be {0:the}?", (True, False), (character,), topic="claim",
            about=nomination, public=True, idle=False, seconds=voting.time_to_claim(state),
        )  # fmt: skip
        if claim:
            nomination.claims.append(character.id)
            for ability in [a for a in nominee.abilities if a.character is character]:
                yield ability.marks(nominee, "claimed", until=DUSK, even_if_impaired=True)
            yield News("claims", "{0} claims to be {1:the}.", (nominee, character), seat=nominee.seat)


def vote(state: State, nomination: Nomination) -> Steps:
    """Count the hands clockwise, from the nominee's neighbour to the nominee."""
    order = voting.in_order(state, nomination.nominee or nomination.by)
    nomination.hidden = acting.rule(state, HidesVotes(), False)
    if not nomination.hidden:
        voting.collect_votes(state)
    sweep = voting.begin(state, "execution", nomination.nominee, order, nomination)
    question = Question(
        [], "Do you vote to execute {0}?", (True, False), (nomination.nominee or THE_STORYTELLER,),
        topic="vote", about=nomination, public=True, idle=False, seconds=voting.seconds(state) or None,
    )  # fmt: skip
    for voter in order:
        if voting.may_vote(state, voter, nomination):
            question.seats = [voter.seat]
            if voting.is_up(sweep, voter, None if sweep.at_once else (yield question)):
                yield voting.vote(state, voter, nomination)
    state.sweep = None
    nomination.counted, nomination.needed = nomination.tally, queries.threshold(state)
    yield information.pause(state, "{0} {0:vote is|votes are} counted.", nomination.tally, before=(Role.on_tally,))
    for ability in acting.alive(state, Role.on_tally):
        yield acting.act(ability, state, Role.on_tally, nomination)
    yield from _weigh(state, nomination)


def _weigh(state: State, nomination: Nomination) -> Steps:
    """Decide who is on the block: a tally needs half of the living and has to be the day's highest alone."""
    nomination.done = True
    if nomination.decided and nomination.nominee is not None:
        yield deaths.execute(state, nomination.nominee, nomination)
        return
    tally, who = nomination.tally, nomination.nominee or THE_STORYTELLER
    enough = tally >= nomination.needed and nomination.decided is None
    words = "{0} {0:vote|votes} against {1}, who is about to die."
    if not enough or tally < state.to_beat:
        words = "{0} {0:vote|votes} against {1}: not enough."
    elif tally == state.to_beat and state.to_beat > 0:
        state.block = None
        words = "{0} {0:vote|votes} against {1}: a tie; nobody is about to die."
    else:
        state.block, state.to_beat = nomination, max(tally, state.to_beat)
    if nomination.hidden:
        yield News("tally", "The votes against {0} are counted, and nobody hears how many.", (who,))
        return
    if queries.results_kept_back(state):
        words, tally = "{0} {0:vote|votes} against {1}.", nomination.counted
    yield News("tally", words, (tally, who))


def exile(state: State, by: Player, traveller: Player) -> Steps:
    """Run a call for exile, which everybody may support, even the dead; it is no nomination and no vote."""
    yield News("exile call", "{0} calls for the exile of {1}.", (by, traveller), seat=by.seat)
    order = voting.in_order(state, traveller)
    sweep = voting.begin(state, "exile", traveller, order)
    question = Question(
        [], "Do you support the exile of {0}?", (True, False), (traveller,),
        topic="exile", public=True, idle=False, seconds=voting.seconds(state) or None,
    )  # fmt: skip
    for player in order:
        question.seats = [player.seat]
        voting.is_up(sweep, player, None if sweep.at_once else (yield question))
    state.sweep = None
    if len(sweep.raised) * 2 >= len(queries.here(state)):
        yield deaths.exile(state, traveller)
    else:
        yield News("exile fails", "{0} stays.", (traveller,), seat=traveller.seat)
