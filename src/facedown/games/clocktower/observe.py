"""What a seat may know, as plain data: what bots read.

Players are seats, characters ids, what was said and told is taken apart: nothing in it is a sentence.  `names` are
there for what bots write, and decide nothing.  `words` makes of the same position what people read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from facedown.core.values import Acting
from facedown.games.clocktower import acting, information, queries, voting
from facedown.games.clocktower import day as floor
from facedown.games.clocktower.changeable_rules import IsTokenUnknown
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moves import Part, part_of, parts_of
from facedown.games.clocktower.position import Picture, Position
from facedown.games.clocktower.public import Place, Said, Tally, Use
from facedown.games.clocktower.questions import TO_DRAW, Question
from facedown.games.clocktower.roster import FACTS, Fact
from facedown.games.clocktower.speech.addressed import Aloud, accused_in, questions
from facedown.games.clocktower.speech.english import in_words
from facedown.games.clocktower.speech.reports import report_of
from facedown.games.clocktower.speech.statements import Anything, Phrase, Spoken
from facedown.games.clocktower.speech.statements import Question as Asked
from facedown.games.clocktower.state import GOOD, Ability, Alignment, Player, State, Told, VotesWith, Whisper

THANKS = Phrase("thanks")


class Words(msgspec.Struct, frozen=True, tag="words", gc=False):
    """What somebody has said, where a question or a sentence quotes it."""

    said: Spoken


class Heard(msgspec.Struct, frozen=True, gc=False):
    """Something that this player was told."""

    night: int
    day: int
    topic: str  # as of state.Told
    args: tuple[Any, ...]  # parts, and tuples of them
    report: Said | None = None  # what their own character told them, as they can say it aloud


class Own(msgspec.Struct, frozen=True, gc=False):
    """A player's own token, as they know it."""

    character: str
    team: str
    alignment: str
    told: tuple[Heard, ...]
    was: tuple[str, ...] = ()  # the ids of the characters that they were told they were before
    votes_with: int | None = None  # whom they have chosen, to vote only where they do


class ObservedQuestion(msgspec.Struct, frozen=True, gc=False):
    """What is asked of the one who observes."""

    owner: str  # the id of the character whose ability asks, or ""
    topic: str
    step: str
    args: tuple[Any, ...]  # parts, words and tuples of them
    receiver: int | None  # the seat of the player whose ability asks; for the storyteller alone
    truths: tuple[tuple[Part, ...], ...] | None  # which answers are true; for the storyteller alone
    free_text: bool
    floor: bool

    @property
    def id(self) -> str:
        """As of questions.Question, as far as this seat may know it."""
        return ".".join(filter(None, (self.owner, self.topic, self.step)))


class GrimoireToken(msgspec.Struct, frozen=True, gc=False):
    """One player in the grimoire."""

    seat: int
    character: str
    shown: str | None
    alignment: Alignment
    alive: bool


class Whispered(msgspec.Struct, frozen=True, gc=False):
    """Something said in private by this seat, or to it."""

    day: int
    by: int
    to: tuple[int, ...]
    says: tuple[Anything, ...]  # what it means; nothing if it is but words
    may_answer: bool  # whether this seat may whisper to all others who hear it

    @property
    def group(self) -> frozenset[int]:
        """All who hear it."""
        return frozenset((self.by, *self.to))

    @property
    def asked(self) -> tuple[Asked, ...]:
        """What is asked; of whoever says that somebody is evil, what to think of that."""
        asks = tuple([one for one in self.says if isinstance(one, Asked)])
        return asks or tuple([Asked("about", seat) for seat in accused_in(self.by, self.says)][:1])


class Observation(msgspec.Struct, frozen=True, gc=False):
    """All that a bot may know.  Seats count clockwise from 0; characters are named by their ids."""

    seat: int | None  # None: a spectator
    storyteller: bool  # whether this is the storyteller's seat, which is the last one
    phase: str  # "night", "day", ...
    night: int  # from 1
    day: int
    me: Own | None  # one's own character, side, and what one has been told; None for whoever has no token
    question: ObservedQuestion | None  # what is asked of this seat
    circle: tuple[Place, ...]  # of each player what everybody sees: alive, votes, what was claimed and said
    nominations: tuple[Tally, ...]  # of today, with who voted
    nominated_before: tuple[Tally, ...]  # on earlier days
    block: int | None  # who is about to be executed
    threshold: int  # votes that it takes
    nominating: bool  # whether nominations are open
    grimoire: tuple[GrimoireToken, ...]  # for the storyteller alone
    bluffs: tuple[str, ...]  # for the storyteller alone
    script: tuple[Fact, ...]  # the characters that can be in play
    names: tuple[str, ...]  # for writing; none where nobody reads, as in simulations
    whispers: tuple[Whispered, ...] = ()  # by this seat and to it
    asked_aloud: tuple[Aloud, ...] = ()  # what players were asked in the room today
    chose: tuple[int, ...] = ()  # whom this seat chose last night, where it whispers
    chose_before: tuple[int, ...] = ()  # whom it chose on the night before that
    recalled: tuple[Place, ...] | None = None  # the circle before the vote for which this seat is asked a reason
    may_speak: bool = True
    raised: tuple[int, ...] = ()  # whose hands are up while they are counted, as far as this seat sees
    declared: tuple[str, ...] = ()  # the characters whose abilities this seat has said today that it uses

    @property
    def own_names(self) -> tuple[tuple[str, str], ...]:
        """The ids and names of the script's home-made characters."""
        return tuple((fact.id, fact.name) for fact in self.script if fact.id not in FACTS)


def observe(picture: Picture, seat: int | None, names: Sequence[str]) -> Observation:
    """What a seat may know of a position."""
    state, told = picture.state, seat == picture.state.storyteller
    player = state.players[seat] if seat is not None and not told else None
    question = question_for(picture, seat)
    whispers, aloud = _whispers(state, seat), questions(state)
    return Observation(
        seat=seat,
        storyteller=told,
        phase=state.phase,
        night=state.night,
        day=state.day,
        me=own(picture, player) if player is not None and holds_token(picture, player) else None,
        question=asked(question, told=told) if question is not None else None,
        circle=circle(state),
        nominations=nominations(state, told=told),
        nominated_before=nominated_before(state),
        block=block(state, told=told),
        threshold=queries.threshold(state),
        nominating=state.nominating,
        may_speak=player is None or floor.may_speak(state, player),
        raised=_raised(state, seat, told=told),
        declared=tuple([id for by, id in state.declared if by == seat]),
        grimoire=tuple(map(_token, state.players)) if told else (),
        bluffs=tuple(character.id for character in state.bluffs) if told else (),
        script=script_facts(state),
        names=tuple(names),
        whispers=whispers,
        chose=queries.chose(state, seat) if whispers or aloud else (),
        chose_before=() if seat is None else state.chose_before.get(seat, ()),
        asked_aloud=aloud,
        recalled=_recalled(state, seat, whispers, aloud) if seat is not None else None,
    )


def _raised(state: State, seat: int | None, *, told: bool) -> tuple[int, ...]:
    """Hands that are up; while all eyes are closed, only one's own."""
    sweep = state.sweep
    if sweep is None or not sweep.raised:
        return ()
    hidden = sweep.nomination is not None and sweep.nomination.hidden and not told
    return tuple(sorted([one.seat for one in sweep.raised if not hidden or one.seat == seat]))


def _recalled(
    state: State, seat: int, whispers: tuple[Whispered, ...], aloud: tuple[Aloud, ...]
) -> tuple[Place, ...] | None:
    """The circle before the last vote on the player whom the next question to answer is about."""
    owed = tuple([one.asked for one in aloud if one.to == seat and not one.answered][:1])
    if not owed and (at := unanswered(whispers, seat, state.day)) is not None:
        owed = whispers[at].asked
    asked = next((one for one in owed if one.what == "voted"), None)
    if asked is None:
        return None
    votes = (*nominated_before(state), *nominations(state))
    found = [at for at, one in enumerate(votes) if one.nominee == asked.about is not None]
    return circle_before(state, votes[found[-1]].day, *state.heard[found[-1]]) if found else None


def _whispers(state: State, seat: int | None) -> tuple[Whispered, ...]:
    own = [one for one in state.whispers if seat in (one.by, *one.to) and one.by != state.storyteller]
    reached = _reached(state, seat) if own and seat is not None else frozenset()
    return tuple([_whispered(one, reached) for one in own])


def _reached(state: State, seat: int) -> frozenset[int]:
    """A player's own seat, and those of the others to whom they may whisper."""
    if seat == state.storyteller:
        return frozenset()
    by = state.players[seat]
    return frozenset([p.seat for p in queries.here(state) if p is by or floor.may_whisper(state, by, p)])


def _whispered(one: Whisper, reached: frozenset[int]) -> Whispered:
    return Whispered(one.day, one.by, one.to, one.text.said.says, reached.issuperset((one.by, *one.to)))


def awaits_reply(state: State, seat: int) -> int:
    """How many whispers there are by this seat and to it, while it owes an answer to one, or news; else 0."""
    own = _whispers(state, seat)
    return 0 if unanswered(own, seat, state.day) is None and owes_news(own, seat, state.day) is None else len(own)


def owes_news(whispers: tuple[Whispered, ...], seat: int, day: int) -> frozenset[int] | None:
    """This seat and whoever has begun to whisper with it alone on an earlier day, if neither has today.

    A bot comes back to them on the next day, whatever they are to each other.
    """
    today = {one.group for one in whispers if one.day == day}
    began = {one.group: one for one in reversed(whispers) if len(one.to) == 1 and one.group not in today}
    return next((group for group, one in began.items() if one.by != seat and one.may_answer), None)


def unanswered(whispers: tuple[Whispered, ...], seat: int, day: int) -> int | None:
    """The index of the first of them that was said to this seat and has no answer yet, though it may have one.

    In a group only questions want one: bots would answer each other without end.  Between two, what answers wants
    none in turn unless it asks, or is but words; nor does what was only told on an earlier day.
    """
    waiting: list[int] = []
    for at, one in enumerate(whispers):
        alone = len(one.to) == 1
        waiting = [other for other in waiting if whispers[other].asked or whispers[other].day == one.day]
        here = (other for other in waiting if whispers[other].group == one.group and whispers[other].by != one.by)
        answered = next(here, None) if alone or one.by == seat else None
        if answered is not None:
            waiting.remove(answered)
        if one.asked or (alone and one.says != (THANKS,) and not (answered is not None and one.says)):
            waiting.append(at)
    today = (at for at in waiting if whispers[at].asked or whispers[at].day == day)
    return next((at for at in today if whispers[at].by != seat and whispers[at].may_answer), None)


def script_facts(state: State) -> tuple[Fact, ...]:
    """The characters of the script."""
    return state.cache.get(script_facts, None, lambda: tuple(c.fact for c in state.script.characters))


# -- what words show as well --------------------------------------------------------------------------------------


def question_for(picture: Picture, seat: int | None) -> Question | None:
    """What is asked of this seat: nobody else's question, by day or night."""
    for question in chain(picture.questions, picture.answered) if seat is not None else ():
        if seat in question.seats or seat == question.answered:
            return question
    return None


def asked_of(picture: Picture) -> dict[int, Question]:
    """What is asked of each seat that is asked something, or may answer anew."""
    asked: dict[int, Question] = {}
    for question in chain(picture.questions, picture.answered):
        for seat in question.seats if question.answered is None else (*question.seats, question.answered):
            asked.setdefault(seat, question)
    return asked


class WhoActs(NamedTuple):
    """Who may act, in fact and as far as people know."""

    asked: tuple[int, ...]
    free: tuple[int, ...]
    public: Acting  # as everybody knows it
    own: Mapping[int, Acting]  # as the storyteller does, and those who are asked in secret; all others as everybody


def who_acts(position: Position) -> WhoActs:
    """Who may act now; it is found out once for all who want to know."""
    return position.once(who_acts, _who_acts)


def _who_acts(picture: Picture) -> WhoActs:
    """That the storyteller is free, and not asked, would tell that somebody else is awake.

    So would it that a nominee, who may speak, is asked something in secret and not free.
    """
    state, teller = picture.state, picture.state.storyteller
    asked, seen = seats_of(picture.questions), seats_of(q for q in picture.questions if q.public)
    speaks = voting.speakers(state)
    free = () if state.over else _free(picture, {teller} | speaks, asked)

    def known(asked: tuple[int, ...]) -> Acting:
        others = () if state.over else sorted({*free, *speaks.difference(asked)} - {teller})
        return Acting(asked, tuple(others))

    own = {seat: known(tuple(sorted((*seen, seat)))) for seat in asked if seat not in seen}
    return WhoActs(asked, free, known(seen), {**own, teller: Acting(asked, free)})


def _free(picture: Picture, seats: set[int], asked: tuple[int, ...]) -> tuple[int, ...]:
    """The storyteller may always do something by hand; on the open floor everybody may speak up again.

    So may whoever has answered what may be answered anew.  `seats`: the storyteller's, and of those whose turn it
    is to speak.
    """
    if any(question.floor for question in picture.questions):
        seats |= {player.seat for player in queries.here(picture.state)}
    seats |= {player.seat for player in voting.movable(picture.state)}
    seats |= {question.answered for question in picture.answered if question.answered is not None}
    return tuple(sorted(seats.difference(asked)))


def seats_of(questions: Iterable[Question]) -> tuple[int, ...]:
    """Who must answer one of these."""
    return tuple(sorted({seat for question in questions for seat in question.seats}))


def asking(question: Question, *, told: bool) -> Character | None:
    """The character whose ability asks, as far as this seat may know: only some abilities are secret."""
    who = getattr(question.about, "character", None)
    named = told or (question.topic == "choice" and not getattr(question.about, "secret", False))
    return who if named and isinstance(who, Character) else None


def block(state: State, *, told: bool) -> int | None:
    """Who is about to be executed, as far as it has been said: at dusk that is over."""
    if (
        state.phase == "night"
        or state.block is None
        or state.block.nominee is None
        or (queries.results_kept_back(state) and not told)
    ):
        return None
    return state.block.nominee.seat


def nominations(state: State, *, told: bool = False) -> tuple[Tally, ...]:
    """Today's, until night falls; `told`: to the storyteller, who sees all hands."""
    if state.phase == "night":
        return ()
    return state.cache.intern((nominations, told), queries.tallies(state, state.day, told=told))


def nominated_before(state: State) -> tuple[Tally, ...]:
    """The nominations of earlier days, by night of this one too: they do not change any more."""
    tonight = state.phase == "night"

    def of_all() -> tuple[Tally, ...]:
        return (*state.nominated_before, *(queries.tallies(state, state.day) if tonight else ()))

    return state.cache.get(nominated_before, len(state.nominated_before) + tonight * len(state.nominations), of_all)


# -- the circle ---------------------------------------------------------------------------------------------------


def circle(state: State) -> tuple[Place, ...]:
    """Every place, and what those who sit there have said; the same as before, where nothing of it has changed."""
    return state.cache.get(circle, seen_of_circle(state), lambda: _new_circle(state))


def seen_of_circle(state: State) -> object:
    """Another value as soon as anything has changed in the circle that everybody sees."""
    travellers = [(p.seat, p.character.id) for p in state.ring if p.character.team == "traveller"]
    places = list(map(_seen_of_place, state.ring))
    known = len(state.claims), len(state.said), len(state.said_before), len(state.uses)
    return state.phase, travellers, places, known


def circle_before(state: State, day: int, said: int, claims: int, uses: int) -> tuple[Place, ...]:
    """Every place on that day, when so much had been said, claimed and used; who died on it or later, lives."""
    spoken = [*state.said_before, *((state.day, *one) for one in state.said)][:said]

    def then(place: Place) -> Place:
        own = [(on, words.said.stated) for on, by, words in spoken if by == place.seat]
        lived = place.died != "" and int(place.died[1:]) >= day + place.died.startswith("N")
        return msgspec.structs.replace(
            place,
            claims=tuple(dict.fromkeys(id for by, id, _ in state.claims[:claims] if by == place.seat)),
            says=tuple([one for on, one in own if on == day]),
            said_before=tuple([one for on, one in own if on < day and one is not None]),
            alive=place.alive or lived,
            died="" if lived else place.died,
            uses=_uses(state.uses[:uses], place.seat),
        )

    return tuple(map(then, circle(state)))


_seen_of_place = attrgetter("seat", "seen_alive", "ghost_vote", "here", "fell", "survived", "returned")


def _new_circle(state: State) -> tuple[Place, ...]:
    before = state.cache.get(_said_before, len(state.said_before), lambda: _said_before(state))
    today: list[list[Said | None]] = [[] for _ in state.players]
    for seat, words in state.said:
        today[seat].append(words.said.stated)
    spoken = zip(state.players, claimed(state), today, before, strict=True)
    days = {seat: day for seat, _, day in state.claims}
    places = (
        _place(state, player, ids, days.get(player.seat, 0), tuple(says), said)
        for player, ids, says, said in spoken
    )
    return tuple(state.cache.intern((_place, place.seat), place) for place in places)


def claimed(state: State) -> list[tuple[Character, ...]]:
    """By seat, the characters that they have said they are."""
    return state.cache.get(claimed, len(state.claims), lambda: _claimed(state))


def _claimed(state: State) -> list[tuple[Character, ...]]:
    claims: list[dict[Character, None]] = [{} for _ in state.players]
    for seat, id, _ in state.claims:
        claims[seat][state.script.character(id)] = None
    return list(map(tuple, claims))


def _said_before(state: State) -> list[tuple[Said, ...]]:
    """By seat, what they have said on earlier days."""
    said: list[list[Said]] = [[] for _ in state.players]
    for _, seat, words in state.said_before:
        if words.said.stated is not None:
            said[seat].append(words.said.stated)
    return list(map(tuple, said))


def _place(
    state: State,
    player: Player,
    claims: Sequence[Character],
    claimed_on: int,
    says: tuple[Said | None, ...],
    said_before: tuple[Said, ...],
) -> Place:
    return Place(
        seat=player.seat,
        alive=player.seen_alive,
        ghost_vote=player.ghost_vote,
        here=player.here,
        character=player.character.id if player.traveller and state.phase != "set-up" else None,
        claims=tuple(character.id for character in claims),
        says=says,
        said_before=said_before,
        died=player.fell,
        survived=player.survived,
        place=state.ring.index(player),
        returned=player.returned,
        claimed_on=claimed_on,
        uses=_uses(state.uses, player.seat),
    )


def _uses(uses: Sequence[Use], seat: int) -> tuple[Use, ...]:
    return tuple([use for use in uses if use.by == seat]) if uses else ()


# -- one's own ----------------------------------------------------------------------------------------------------


def holds_token(picture: Picture, player: Player) -> bool:
    """Whether this player is here and has a token."""
    state = picture.state
    if state.phase == "set-up" and not state.drawing:
        return False
    for question in picture.questions:
        if question.topic == TO_DRAW and player.seat in question.seats:
            return False
    return bool(player.character.id)


def knows_token(state: State, player: Player) -> bool:
    """Whether this player, who has a token, knows what it is."""
    return not acting.rule(state, IsTokenUnknown(player), False)


NOBODY_KNOWN = Character()


def own(picture: Picture, player: Player) -> Own:
    """A player's token, as they know it; one who does not know it plays as the good do."""
    state, character = picture.state, player.believed
    if not (holds_token(picture, player) and knows_token(state, player)):
        return Own("", "", GOOD, _heard(state, player, NOBODY_KNOWN))
    was = tuple(id for id in information.tokens(player) if id != character.id) if player.was else ()
    masters = (a.notes.of(VotesWith).player for a in player.abilities if a.character is character)
    votes_with = next((master.seat for master in masters if master is not None), None)
    return Own(
        character.id, character.team, player.believed_side, _heard(state, player, character), was, votes_with
    )


def _heard(state: State, player: Player, own: Character) -> tuple[Heard, ...]:
    """All that a player was told; the same as before, until there is more of it."""
    seen = own, len(player.told)
    return state.cache.get(
        (_heard, player.seat), seen, lambda: tuple(_hear(player, told, own) for told in player.told)
    )


def _hear(player: Player, told: Told, own: Character) -> Heard:
    report = report_of(told, information.teller(player, told, own))
    topic = information.GRIMOIRE if told.grimoire else told.topic  # be it false, which they do not know
    return Heard(told.night, told.day, topic, _plain(told.args), report)


def asked(question: Question, *, told: bool) -> ObservedQuestion:
    """A question as the one who is asked may know it; `told`: that is the storyteller."""
    about, owner = question.about, asking(question, told=told)
    truths = tuple(parts_of(value) for value in question.truths) if told and question.truths is not None else None
    return ObservedQuestion(
        owner=owner.id if owner is not None else "",
        topic=question.topic,
        step=question.step,
        args=_plain(question.args),
        receiver=about.player.seat if told and isinstance(about, Ability) else None,
        truths=truths,
        free_text=question.free_text,
        floor=question.floor,
    )


def _plain(values: Sequence[object]) -> tuple[Any, ...]:
    """What blanks of sentences are filled with, as plain data."""
    return tuple(map(_plain_one, values))


def in_text(values: tuple[Any, ...], names: Sequence[str]) -> tuple[Any, ...]:
    """The same for people: what is quoted, as it was said."""
    return tuple(
        in_text(value, names)
        if isinstance(value, tuple)
        else in_words(value.said, names)
        if isinstance(value, Words)
        else value
        for value in values
    )


def _plain_one(value: object) -> Any:
    if isinstance(value, tuple | list):
        return _plain(value)
    if isinstance(value, Spoken):
        return Words(value)
    return str(value) if isinstance(value, str) else part_of(value)


def _token(player: Player) -> GrimoireToken:
    shown = player.shown.id if player.shown is not None else None
    return GrimoireToken(player.seat, player.character.id, shown, player.alignment, player.alive)
