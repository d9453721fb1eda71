"""What each seat sees of the town: a view holds what it may know, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from operator import attrgetter
from typing import Any, Literal, NamedTuple

import msgspec

from facedown.games.clocktower import information, moments, night, queries, vote_view
from facedown.games.clocktower.changeable_rules import IsTokenUnknown
from facedown.games.clocktower.character import Character, HomeMadeCharacter
from facedown.games.clocktower.contradictions import Contradiction, TownTalk, contradictions, town_talk, what_counts
from facedown.games.clocktower.hindsight import Hindsight, Misled, account, hindsight
from facedown.games.clocktower.moves import meaning_of, value_of
from facedown.games.clocktower.names import Lexicon, lexicon
from facedown.games.clocktower.news import Happened, happened
from facedown.games.clocktower.observe import (
    WhoActs,
    asked,
    asked_of,
    asking,
    block,
    circle,
    claimed,
    holds_token,
    in_text,
    knows_token,
    nominated_before,
    nominations,
    own,
    question_for,
    seen_of_circle,
    who_acts,
)
from facedown.games.clocktower.oddities import oddities
from facedown.games.clocktower.position import Picture, Position
from facedown.games.clocktower.public import Place, Tally
from facedown.games.clocktower.questions import Question
from facedown.games.clocktower.roster import FACTS, Fact
from facedown.games.clocktower.sentences import request, said
from facedown.games.clocktower.speech.english import aloud, in_words, learned_in
from facedown.games.clocktower.speech.reports import report_of
from facedown.games.clocktower.speech.statements import Defence, Evil, Not, Report, Spoken, Suspicion, Trust
from facedown.games.clocktower.state import CARD, Phase, Player, SeenToken, State, Told
from facedown.games.clocktower.storytelling import grimoire
from facedown.games.clocktower.storytelling.bag import Bag, bag
from facedown.games.clocktower.storytelling.grimoire import Awaited, Beside, DayDeed, Note, Token
from facedown.games.clocktower.storytelling.night_list import NightStep, Shown, night_list
from facedown.games.clocktower.storytelling.tokens import AtHand, at_hand, markers_on
from facedown.games.clocktower.vote_view import Sweep

SaidKind = Literal["report", "opinion", "question", "other"]
LearnedKind = Literal["says", "not in play", "other"]  # "says": the storyteller, in words of their own
KINDS_LEARNED: dict[str, LearnedKind] = {
    information.SAID_BY_STORYTELLER: "says",
    information.NOT_IN_PLAY: "not in play",
}


class Unknown(Character, abstract=True):
    """You do not know who you are, nor on which side."""

    @property
    def fact(self) -> Fact:
        return Fact("", "unknown", "", "")


UNKNOWN = Unknown()


class Said(msgspec.Struct, frozen=True):
    """Something said aloud; where it tells what a character learned: when ("N1", "D2"), through which, and what."""

    day: int
    text: str
    when: str = ""
    by: str = ""
    learned: str = ""
    kind: SaidKind = "other"  # an opinion: on whose side somebody is, or other talk that tells of nothing


class InPrivate(msgspec.Struct, frozen=True):
    """Something whispered; the storyteller's seat is the last."""

    day: int
    by: int
    to: tuple[int, ...]
    text: str


class InCircle(msgspec.Struct, frozen=True):
    """One place in the circle, as everybody sees it."""

    seat: int
    name: str
    alive: bool
    ghost_vote: bool
    here: bool
    character: str | None  # a Traveller's
    claims: tuple[str, ...]  # the characters that they have said they are
    died: str  # when the town saw them die: "N2" before day 2, "D2" on it; "" if they live
    survived: int  # how many executions changed nothing, as everybody saw
    place: int  # where they sit, counted clockwise from 0: their seat, until somebody changes places
    said: tuple[Said, ...]  # all that they have said aloud


class Sayable(msgspec.Struct, frozen=True):
    """Something that the viewer may say: in words, and as the moves `say` and `whisper` have it."""

    text: str
    says: tuple[Any, ...]  # structs of speech.statements
    said: bool  # whether the viewer has said so aloud


class Seen(msgspec.Struct, frozen=True):
    """One token of a grimoire that this player was shown."""

    seat: int
    character: str
    shown: str | None  # whom they think they are
    alignment: str
    marks: tuple[str, ...]
    alive: bool


class Learned(msgspec.Struct, frozen=True):
    """Something that this player was told."""

    night: int
    day: int
    text: str
    kind: LearnedKind = "other"  # "not in play": characters that they may claim to be
    characters: tuple[str, ...] = ()  # those that the text names
    report: Sayable | None = None  # what their own character told them, as they can say it aloud
    card: Shown | None = None  # it is to be seen as a card
    grimoire: tuple[Seen, ...] = ()  # it is to be seen as a circle


class Me(msgspec.Struct, frozen=True):
    """A player's own token, as they know it."""

    character: str
    team: str
    alignment: str
    ability: str
    told: tuple[Learned, ...]


class Asked(msgspec.Struct, frozen=True):
    """What is asked of the one who has this view."""

    text: str
    free_text: bool
    floor: bool
    id: str  # which question it is, however it is worded: `monk.choice`, `vote`; as of observe.ObservedQuestion
    args: tuple[Any, ...]  # whom and what it names: parts of moves, words, and tuples of them
    topic: str = ""  # what kind of choice it is; beside votes, for the storyteller alone
    # Which of the answers are true, of what players really are, as moves have them; for the storyteller alone.
    truths: tuple[Any, ...] = ()


class HomeMade(msgspec.Struct, frozen=True):
    """A character that the host has written."""

    name: str
    team: str
    text: str  # what it does
    first: float | None = None  # when it has its turn on the first night; None: it has none
    other: float | None = None  # and on other nights
    does_first: str = ""  # what is done for it then, as its file says
    does_other: str = ""


class View(msgspec.Struct, frozen=True):
    """All that a seat may know.  `seat` None: a spectator; the last seat is the storyteller's."""

    seat: int | None
    seats: int
    storyteller: bool
    phase: Phase
    night: int
    day: int
    me: Me | None
    question: Asked | None
    asked: tuple[int, ...]  # whom this seat knows to be asked
    circle: tuple[InCircle, ...]
    nominations: tuple[Tally, ...]
    nominated_before: tuple[Tally, ...]  # on earlier days
    block: int | None  # who is about to be executed
    threshold: int
    to_beat: int  # how many votes would put a nominee on the block now
    ties: int | None  # how many would tie with the one on it; None: nobody is, or it is told at dusk
    sweep: Sweep | None  # while hands are counted
    sleeping: bool  # it is night, and no player talks
    bag: Bag | None  # before the deal, for the storyteller alone
    nominating: bool
    grimoire: tuple[Token, ...] | None
    beside: tuple[Beside, ...] | None  # what lies beside the circle: for the storyteller alone, as the grimoire is
    bluffs: tuple[str, ...] | None
    whispers: tuple[InPrivate, ...]  # by this seat and to it; the storyteller hears all
    night_list: tuple[NightStep, ...] | None  # tonight's, by day the coming night's; for the storyteller, as below
    awaited: tuple[Awaited, ...] | None  # what players are asked now
    deeds: tuple[DayDeed, ...] | None  # what they may do by day, where the storyteller answers for all of them
    reminders_at_hand: tuple[AtHand, ...] | None
    notes: tuple[Note, ...] | None
    script: tuple[str, ...]
    script_ids: tuple[str, ...]  # of the same characters, as moves have them
    several: tuple[str, ...]  # those of them that several players may be
    script_name: str
    script_author: str  # "" if nobody is named
    home_made: tuple[HomeMade, ...]  # the script's own characters
    jinxes: tuple[str, ...]  # rules of two characters of the script together
    house_rules: tuple[str, ...]  # rules of the script's own, as its file has them
    event: Happened | None
    over: bool
    winner: str | None
    oddities: tuple[str, ...]  # what does not fit together of what everybody has heard and seen: sentences
    contradictions: tuple[Contradiction, ...]  # in what was said aloud and what this seat was told
    account: tuple[Misled, ...] | None  # what was false and why: for the storyteller, when the game is over
    hindsight: Hindsight | None  # when the town could have known who the Demon is: as the account


# -- views ------------------------------------------------------------------------------------------------------


def show(position: Position, seat: int | None, names: Sequence[str]) -> View:
    """What a seat sees of a position: what a spectator sees, and what is its own."""
    called = tuple(names)
    shared = position.once((_shared, called), lambda picture: _shared(position, picture, called))
    if seat is None:
        return shared.view
    if seat != position.storyteller:
        return _seen_by_player(position, seat, called, shared)
    picture, seen = shared.picture, shared.view
    question, asked = question_for(picture, seat), shared.acts.own[seat].asked
    return msgspec.structs.replace(
        seen,
        **_to(position, picture, seat, called, seen.event, question, asked),
        **_storytellers(position, picture, seat, called),
    )


class _Shared(NamedTuple):
    """What is found out once for all who look."""

    picture: Picture
    view: View  # what everybody sees
    acts: WhoActs
    questions: Mapping[int, Question]  # by seat
    all_know: bool  # whether nobody's token is unknown to themselves
    aloud: list[frozenset[object]]  # what they have said, by seat


def _shared(position: Position, picture: Picture, names: tuple[str, ...]) -> _Shared:
    seen, all_know = _seen_by_all(position, names), not moments.reacting(picture.state, IsTokenUnknown)
    return _Shared(picture, seen, who_acts(position), asked_of(picture), all_know, _said_aloud(picture))


def _seen_by_player(position: Position, seat: int, names: tuple[str, ...], shared: _Shared) -> View:
    """What a player sees: of what is not for all, their own and nobody else's."""
    picture, seen, acts, questions, all_know, aloud = shared
    state, player = picture.state, picture.state.players[seat]
    asked = acts.own.get(seat, acts.public).asked
    own = _to(position, picture, seat, names, seen.event, questions.get(seat), asked)
    if holds_token(picture, player):
        known = all_know or knows_token(state, player)
        own["me"] = _me(state, player, names, aloud[seat], known=known)
        if state.sweep is not None:
            own["sweep"] = vote_view.sweep(state, player)
        if state.said or state.said_before:
            own["contradictions"] = _contradictions(position, picture, player, names)
    return msgspec.structs.replace(seen, **own)


def _to(
    position: Position,
    picture: Picture,
    seat: int,
    names: tuple[str, ...],
    public: Happened | None,
    question: Question | None,
    known: tuple[int, ...],
) -> dict[str, Any]:
    """What is asked of this seat and told to it alone; the floor is asked of all players alike.

    `public`: what everybody was told; `question`: this seat's; `known`: whom it knows to be asked.
    """
    state, asked = picture.state, None
    if question is not None:
        told, called = seat == position.storyteller, lexicon(names, position.setup.script.own_names)
        asked = position.once(
            (_question_in_words, id(question), told), lambda _: _question_in_words(question, called, told=told)
        )
        asked = state.cache.intern((_question_in_words, question.topic, told), asked)
    return {
        "seat": seat,
        "whispers": _whispers(state, seat, names) if state.whispers else (),
        "question": asked,
        "asked": known,
        "event": public or (None if picture.news is None else happened(picture, seat, names)),
    }


def _contradictions(
    position: Position, picture: Picture, player: Player | None, names: tuple[str, ...]
) -> tuple[Contradiction, ...]:
    """The same as before, until something is said or told that counts."""
    state = picture.state
    if state.over or not (state.said or state.said_before):
        return ()
    talk = position.once(town_talk, lambda picture: _town_talk(picture.state))
    seat, me = (None, None) if player is None else (player.seat, own(picture, player))
    return state.cache.get(
        (_contradictions, seat),
        (talk, me, names),
        lambda: contradictions(talk, me, seat, names, state.script.own_names),
    )


def _town_talk(state: State) -> TownTalk:
    """What has been said aloud; the same as before, until there is more that counts."""
    seen, cache = seen_of_circle(state), state.cache
    counts = cache.get(what_counts, seen, lambda: (what_counts(circle(state)), state.phase, state.day))
    return cache.get(TownTalk, counts, lambda: town_talk(state))


def _storytellers(position: Position, picture: Picture, seat: int, names: Sequence[str]) -> dict[str, object]:
    """What the storyteller alone sees, beside what is asked and told."""
    state, seen = picture.state, (position.town, tuple(names))
    at_the_end = {
        "hindsight": hindsight(state, tuple(names)),
        "account": account(state, names, lambda t: said(t.words, t.args, names)),
    } if state.over else {}  # fmt: skip
    return {
        "storyteller": True,
        "oddities": _oddities(state, tuple(names), told=True),
        "sweep": vote_view.sweep(state, None, told=True) if state.sweep is not None else None,
        **(_results(state, told=True) if queries.results_kept_back(state) else {}),
        "bag": bag(state, names) if state.dealing is not None else None,
        "bluffs": tuple([character.name for character in state.bluffs]),
        "night_list": night_list(picture, names)
        if state.phase == "night"  # what it says then, depends on what is asked
        else state.cache.get(night_list, seen, lambda: night_list(picture, names)),
        "awaited": grimoire.awaited(picture, names),
        "deeds": grimoire.day_deeds(picture),
        **state.cache.get(_in_grimoire, seen, lambda: _in_grimoire(state)),
        **at_the_end,
    }


def _results(state: State, *, told: bool) -> dict[str, Any]:
    """How votes have ended, as far as it has been said; `told`: for the storyteller, who knows it at once."""
    return {
        "nominations": nominations(state, told=told),
        "block": block(state, told=told),
        "to_beat": queries.to_beat(state, told=told),
        "ties": queries.ties(state, told=told),
    }


def _oddities(state: State, names: tuple[str, ...], *, told: bool) -> tuple[str, ...]:
    """The same as before, until something has changed in the circle."""
    done = sum(map(attrgetter("done"), state.nominations))
    seen = names, seen_of_circle(state), len(state.nominated_before), done
    return state.cache.get((_oddities, told), seen, lambda: oddities(state, names, told=told))


def _in_grimoire(state: State) -> dict[str, object]:
    """What lies in the grimoire."""
    beside = markers_on(state)
    return {
        "grimoire": grimoire.tokens(state, beside),
        "beside": grimoire.beside(state, beside[len(state.players) :]),
        "reminders_at_hand": at_hand(state, beside),
        "notes": grimoire.notes(state),
    }


def _seen_by_all(position: Position, names: Sequence[str]) -> View:
    """What a spectator sees: nothing that is anybody's own."""
    state = position.picture.state
    known = state.script.beside(ability.character.id for ability in state.fabled)  # some may have been added
    return View(
        seat=None,
        seats=len(state.players) + 1,
        storyteller=False,
        phase=state.phase,
        night=state.night,
        day=state.day,
        me=None,
        question=None,
        asked=who_acts(position).public.asked,
        circle=_circle(state, tuple(names)),
        nominated_before=nominated_before(state),
        threshold=queries.threshold(state),
        **_results(state, told=False),
        sweep=vote_view.sweep(state) if state.sweep is not None else None,
        sleeping=night.town_sleeps(state),
        bag=None,
        nominating=state.nominating,
        grimoire=None,
        beside=None,
        bluffs=None,
        whispers=(),
        night_list=None,
        awaited=None,
        deeds=None,
        reminders_at_hand=None,
        notes=None,
        script=known.names,
        script_ids=known.ids,
        several=tuple(character.name for character in state.script.characters if character.several),
        script_name=state.script.name,
        script_author=state.script.author,
        home_made=tuple(map(_home_made, state.script.own.values())),
        jinxes=state.script.jinx_rules,
        house_rules=state.script.house_rules,
        event=happened(position.picture, None, names),
        over=state.over,
        winner=state.winner,
        oddities=_oddities(state, tuple(names), told=False),
        contradictions=_contradictions(position, position.picture, None, tuple(names)),
        account=None,
        hindsight=None,
    )


def _circle(state: State, names: tuple[str, ...]) -> tuple[InCircle, ...]:
    """Every place as bots see it, in words; the same as before, where nothing of it has changed."""
    places = circle(state)
    return state.cache.get(_circle, (names, seen_of_circle(state)), lambda: _places_in_words(state, places, names))


def _places_in_words(state: State, places: Sequence[Place], names: tuple[str, ...]) -> tuple[InCircle, ...]:
    seen = names, len(state.said_before)
    before = state.cache.get(_said_before, seen, lambda: _said_before(state, places, names))
    today: list[list[Spoken]] = [[] for _ in places]
    for seat, words in state.said:
        today[seat].append(words)
    return tuple(
        state.cache.get(
            (_in_circle, place.seat),
            (place, said, words, names),
            partial(_in_circle, state, place, said, words, names),
        )
        for place, said, words in zip(places, before, today, strict=True)
    )


def _said_before(state: State, places: Sequence[Place], names: tuple[str, ...]) -> list[tuple[Said, ...]]:
    """What each player has said on earlier days."""
    before: list[list[Said]] = [[] for _ in places]
    for day, seat, words in state.said_before:
        before[seat].append(_said(day, words, names))
    return list(map(tuple, before))


def _in_circle(
    state: State, place: Place, before: tuple[Said, ...], today: Sequence[Spoken], names: tuple[str, ...]
) -> InCircle:
    seat, player = place.seat, state.players[place.seat]
    said = tuple(_said(state.day, words, names) for words in today)
    return InCircle(
        seat=seat,
        name=names[seat],
        alive=place.alive,
        ghost_vote=place.ghost_vote,
        here=place.here,
        character=None if place.character is None else player.character.name,
        claims=tuple(one.name for one in claimed(state)[seat]),
        died=place.died,
        survived=place.survived,
        place=place.place,
        said=(*before, *said),
    )


def _said(day: int, spoken: Spoken, names: tuple[str, ...]) -> Said:
    says, text = spoken.said.says, in_words(spoken, names)
    said = next((one for one in says if isinstance(one, Report)), spoken.said.stated)
    if isinstance(said, Report):
        by = FACTS[said.by].name if said.by in FACTS else dict(spoken.own)[said.by]
        return Said(day, text, said.when, by, learned_in(said, names, spoken.own), "report")
    if isinstance(said, Suspicion | Defence | Trust | Evil | Not):
        return Said(day, text, kind="opinion")
    if spoken.said.asked is not None or text.rstrip().endswith("?"):
        return Said(day, text, kind="question")
    return Said(day, text, kind="other" if spoken.said.words or not says else "opinion")


@lru_cache(maxsize=256)
def _home_made(own: Character) -> HomeMade:
    first, other = own.fact.first, own.fact.other
    if not isinstance(own, HomeMadeCharacter):
        return HomeMade(own.name, own.team, own.text, first, other)
    does_first = "" if first is None else own.by_night(first=True)
    does_other = "" if other is None else own.by_night(first=False)
    return HomeMade(own.name, own.team, own.text, first, other, does_first, does_other)


def _whispers(state: State, seat: int | None, names: Sequence[str]) -> tuple[InPrivate, ...]:
    told = seat == state.storyteller
    heard = [one for one in state.whispers if told or seat in (one.by, *one.to)]
    return tuple([InPrivate(one.day, one.by, one.to, in_words(one.text, names)) for one in heard])


def _me(state: State, player: Player, names: Sequence[str], aloud: frozenset[object], *, known: bool) -> Me:
    """A player's token; the same as before, until they are told something or it is another.

    `aloud`: what they have said; `known`: they know what it is, and on which side they are.
    """
    character, side = (player.believed, player.believed_side) if known else (UNKNOWN, "")
    seen = character, side, len(player.told), tuple(names), aloud
    return state.cache.get((_me, player.seat), seen, lambda: _new_me(player, character, side, aloud, tuple(names)))


def _said_aloud(picture: Picture) -> list[frozenset[object]]:
    """By seat, what they have said."""
    said: list[set[object]] = [set() for _ in picture.state.players]
    for seat, spoken in chain((one[1:] for one in picture.state.said_before), picture.state.said):
        said[seat].add(spoken.said.stated)
    return list(map(frozenset, said))


def _new_me(
    player: Player, character: Character, side: str, aloud: frozenset[object], names: tuple[str, ...]
) -> Me:
    return Me(
        character=character.name,
        team=character.team,
        alignment=side,
        ability=character.text,
        told=tuple(
            _learned_once(told, information.teller(player, told, character), names, player.seat, aloud)
            for told in player.told
        ),
    )


def _learned_once(
    told: Told, character: Character, names: tuple[str, ...], seat: int, before: frozenset[object]
) -> Learned:
    text, report = said(told.words, told.args, names), report_of(told, character)
    sayable = None if report is None else Sayable(aloud(report, names, by=seat), (report,), report in before)
    card, grimoire = _card(told) if told.topic == CARD else None, tuple(map(_seen, told.grimoire))
    kind = KINDS_LEARNED.get(told.words, "other")
    return Learned(told.night, told.day, text, kind, tuple(_characters(told.args)), sayable, card, grimoire)


def _characters(args: Iterable[object]) -> Iterator[str]:
    """The names of the characters among these, however deep."""
    for one in args:
        if isinstance(one, Character):
            yield one.name
        elif isinstance(one, tuple):
            yield from _characters(one)


def _seen(token: SeenToken) -> Seen:
    shown = token.shown.name if token.shown is not None else None
    return Seen(token.player.seat, token.character.name, shown, token.side, token.marks, token.alive)


def _card(told: Told) -> Shown:
    title, shows = told.args
    assert isinstance(title, str), "a card is told as by_hand does it"
    assert isinstance(shows, tuple), "a card is told as by_hand does it"
    characters = tuple(one.name for one in shows if isinstance(one, Character))
    return Shown(title, characters, tuple(str(one) for one in shows if not isinstance(one, Character)))


def _question_in_words(question: Question, names: Lexicon, *, told: bool) -> Asked:
    who, plain = asking(question, told=told), asked(question, told=told)
    truths = question.truths if told and question.truths is not None else ()
    if isinstance(truths, queries.Ways):
        truths = truths[:1]
    return Asked(
        text=(f"{who.name}: " if who is not None else "")
        + said(request(question.what), question.args, names.seats),
        free_text=question.free_text,
        floor=question.floor,
        id=plain.id,
        args=in_text(plain.args, names.seats),
        topic=question.topic if told or question.public else "",
        truths=tuple(value_of(meaning_of(value)) for value in truths),
    )
