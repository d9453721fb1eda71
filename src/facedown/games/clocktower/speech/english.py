"""What people say, in English: written only, and never read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from facedown.core.kept import kept
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.phrases import (
    AGAIN,
    NOT_YET,
    PHRASES,
    SPOKEN_FOR,
    SUSPECTED,
    TRUST_ME,
    TRUSTED,
    UNSURE,
    WAYS,
)
from facedown.games.clocktower.speech.statements import (
    Advice,
    Anything,
    Bluff,
    Claim,
    Defence,
    Died,
    Doubt,
    Either,
    Evil,
    InPlay,
    Is,
    Learned,
    Never,
    Not,
    OfTeam,
    OneOf,
    Phrase,
    Question,
    Reason,
    Report,
    Spoken,
    Suspicion,
    Trust,
    Utterance,
    Vote,
    WillClaim,
)
from facedown.games.clocktower.speech.wordings import CONVINCED, FALSE_BESIDE, NOTHING_AGAINST, STILL, put, ways_in

QUESTIONS = {  # what is asked, and about whom; ABOUT: what is asked about nobody by name
    "self": "who are you?",
    "learned": "what did you learn?",
    "chose": "whom did you choose last night?",
    "trust": "whom do you trust?",
    "suspect": "whom do you suspect?",
    "vote": "whom will you vote for?",
    "why": "why do you suspect {}?",
    "voted": "why did you vote for {}?",
    "about": "what do you think of {}?",
    "claim": "what shall I claim to be?",
    "nominate": "will you nominate {}?",
    "spare": "please do not vote for {}.",
    "shoot": "will you shoot {}?",
    "attack": "will you attack {} tonight?",
    "secret": "please tell nobody.",
    "demon": "who is the Demon?",
    "hello": "hello.",
    "are": "are you the {}?",
    "drunk": "might {} be drunk or poisoned?",
    "died": "who died last night?",
    "?": "may I ask you something?",
}
OF_ONE = {"vote": "will you vote for {}?"}  # what is otherwise asked about nobody
OF_YOU = {"about": "can we trust you?"}  # what is asked of whom it is about
ABOUT_NOBODY = {
    "why": "why?",
    "voted": "why did you vote so?",
    "about": "what do you think?",
    "nominate": "will you nominate somebody?",
    "spare": "please do not vote for anybody.",
    "shoot": "will you shoot somebody?",
    "attack": "whom shall we attack tonight?",
    "drunk": "might you be drunk or poisoned?",
}
DID = {  # what somebody does about a player
    "would": "would vote to execute {}",
    "would not": "would not vote to execute {}",
    "did": "voted to execute {}",
    "did not": "did not vote to execute {}",
    "will nominate": "will nominate {}",
    "will shoot": "will shoot {}",
    "would attack": "would attack {}",
}
ADVICE = {"execute": "vote to execute {}", "doubt": "doubt what {} says", "trust": "trust {}"}
OF_TEAM = {"townsfolk": "a Townsfolk", "outsider": "an Outsider", "minion": "a Minion", "demon": "the Demon"}


class Form(NamedTuple):
    """`words` with blanks, and `own` words for when the player at place `at` is the speaker."""

    words: str
    own: str = ""
    at: int = -1


MOULDS = (  # how a suspicion is put, by its reason: what follows, what excludes, what is missing; else "because"
    (re.compile("then_1|both_1|least|less"), "{why}"),
    (re.compile("if_.*"), "I look at {name}: {why}"),
    (re.compile(r"then_\d+|both_2"), "{why}, and I suspect {name}"),
    (re.compile("clash|both_claim|one_evil"), "{why}, and I believe {name} less"),
    (re.compile("silent|untold|said_least|never_voted"), "{why}, and I would like to know why"),
)
BARE = ("least", "less")  # a suspicion for which there is no better reason is said as it is
MOST_PLAYERS = 20  # whom one sentence can name: all of the largest game


def _players(size: int, joint: str) -> str:
    """Blanks for so many players."""
    return f" {joint} ".join(filter(None, (", ".join(["{seat}"] * (size - 1)), "{seat}")))


REASONS = {
    **{  # whom a report accuses, if it is true; the first player is the one who reports
        f"then_{size}": Form(f"if {{seat}} is the {{role}}, then {one}", f"I am the {{role}}, so that {one}", 0)
        for size in range(1, MOST_PLAYERS)
        for one in (f"{_players(size, 'or')} is evil",)
    },
    **{  # whom the reports of two accuse who are these characters, and neither alone
        f"both_{size}": Form(
            f"if {{seat}} is the {{role}} and {{seat}} the {{role}}, then {_players(size, 'or')} is evil",
            f"I am the {{role}}, and if {{seat}} is the {{role}}, then {_players(size, 'or')} is evil",
            0,
        )
        for size in (1, 2)
    },
    **{  # what must be true if these are the evil players
        f"if_{size}{beside}": Form(f"if {_players(size, 'and')} {'is' if size == 1 else 'are'} evil, {words}")
        for size in range(1, MOST_PLAYERS + 1)
        for beside, words in FALSE_BESIDE.items()
    },
    "said_as": Form("of what {seat} said as the {role}", "of what I said as the {role}", 0),
    "said": Form("of what {seat} said", "of what I said", 0),
    "both_claim": Form(
        "{seat} and {seat} both claim to be the {role}", "{seat} claims to be the {role}, as I do", 1
    ),
    "voted": Form("{seat} voted to execute {seat}, whom I believe", "{seat} voted to execute me", 1),
    "spared": Form("{seat} did not vote to execute {seat}, who seemed evil"),
    "seems_dead": Form("{seat} may only seem dead"),
    "left_alive": Form("the Demon has let {seat} live for {number} nights"),
    "one_evil": Form("just one of {seat} and {seat} is evil", "just one of {seat} and me is evil", 1),
    "nominated": Form("{seat} nominated {seat}, whom I believe", "{seat} nominated me", 1),
    "accused": Form("{seat} accuses {seat}, whom I believe", "{seat} accuses me", 1),
    "changed": Form("{seat} claimed to be the {role} first and the {role} later"),
    "silent": Form("{seat} has made no claim yet"),
    "refused": Form("{seat} made no claim when {seat} asked", "{seat} made no claim when I asked", 1),
    "convinced": Form(CONVINCED),
    "still": Form("{seat} has not changed their mind", STILL, 0),
    "unchecked": Form("nothing shows that {seat} is the {role}"),
    "outsiders": Form("{seat} is one of {number} who claim to be Outsiders"),
    "never_voted": Form("{seat} has voted for nobody so far"),
    "rival": Form("{seat} is the {role}, and {seat} is not", "I am the {role}, and {seat} is not", 0),
    "dear": Form("good loses if {seat}, the {role}, is executed", "good loses if I, the {role}, am executed", 0),
    "learns_more": Form(
        "{seat} learns more every night as the {role}", "I learn more every night as the {role}", 0
    ),
    "still_needed": Form("the town still needs {seat} as the {role}", "the town still needs me as the {role}", 0),
    "voted_well": Form(
        "{seat} voted to execute {seat}, who seemed evil", "I voted to execute {seat}, who seemed evil", 0
    ),
    "only_against": Form(
        "only what {seat} said speaks against {seat}", "only what {seat} said speaks against me", 1
    ),
    "nothing_against": Form("nobody has learned anything against {seat}", NOTHING_AGAINST, 0),
    "suspect_more": Form("I suspect {seat} more"),
    "have_learned": Form("of what I have learned"),
    "clash": Form(
        "what {seat} and {seat} say cannot both be true", "what {seat} says and what I say cannot both be true", 1
    ),
    "untold": Form("{seat} claims to be the {role} and has not said what they learned"),
    "said_least": Form("nobody has told the town less than {seat}"),
    "least": Form("I trust {seat} least of all"),
    "less": Form("I trust {seat} less than most"),
    "unmoved": Form(
        "nothing happened when {seat} nominated {seat}, who claims to be the {role}",
        "nothing happened when I nominated {seat}, who claims to be the {role}",
        0,
    ),
    "lived": Form(
        "{seat} nominated {seat}, who claims to be the {role}, and was not executed for it",
        "{seat} nominated me, the {role}, and was not executed for it",
        1,
    ),
    "proven": Form(
        "all saw that {seat} has the ability of the {role}", "all saw that I have the ability of the {role}", 0
    ),
    "sole_claim": Form("nobody but {seat} claims to be the {role}", "nobody else claims to be the {role}", 0),
    "no_claim": Form("{seat} accuses {seat} and has made no claim", "{seat} accuses me and has made no claim", 1),
    "accuser_untold": Form(
        "{seat} accuses {seat} and has told nothing as the {role}",
        "{seat} accuses me and has told nothing as the {role}",
        1,
    ),
    "heard": Form("{report}"),
}


def then_evil(speaker: int, group: Sequence[int], role: str) -> Reason:
    """One of this group is evil if the speaker is this character."""
    return Reason(f"then_{len(group)}", (speaker, *group), (role,))


def if_evil(team: Sequence[int], wrong: int) -> Reason:
    """So many others have said what is false if just these players are evil."""
    beside = "" if not wrong else "_but_one" if wrong == 1 else "_but_some"
    return Reason(f"if_{len(team)}{beside}", tuple(team), number=wrong if wrong > 1 else 0)


# How anybody's report is put; characters have forms of their own before these (`Character.finds`).
FORMS = {
    "player role": "{player} is the {role}",
    "player roles": "{player} is the {roles:or}",
    "pair role": "{pair:or} is the {role}",
    "pair roles": "I take {pair:and} for the {roles:and}",
    "players roles": "I take {players:and} for the {roles:and}",
    "none=yes": "I learned of nobody",
    "yes=yes": "the answer was yes",
    "yes=no": "the answer was no",
    "chose": "I chose {chose}",
    "count": "I learned the number {count}",
    "side": "I learned the word {side}",
    "direction": "I learned the direction {direction}",
    "role": "I learned of the {role}",
    "roles": "I learned of the {roles:and}",
    "player": "I learned of {player}",
    "pair": "I learned of {pair:and}",
    "players": "I learned of {players:and}",
}
TRUTH: Mapping[str, bool] = {"yes": True, "no": False}
SEATS, ROLES, MANY = ("player", "pair", "players", "chose"), ("role", "roles"), ("pair", "players", "roles")
BLANK = re.compile(r"\{(\w+)(?::(\w+))?\}")
TO_ALL = re.compile(r"^(?:everybody|everyone|all)[,:] ")
UNDERSTOOD = "(understood:"  # so begins what the program writes below words
YOU = "you"  # what somebody is called to their face
YOUR_VERBS = (
    {"has": "have", "is": "are", "was": "were"}
    | {f"{verb}s": verb for verb in ("accuse", "blame", "claim", "learn", "point", "say", "speak", "want")}
    | {"worries": "worry"}
)
YOURS = re.compile(rf"(?<!\band )(?<!\bbut )\b([Yy]ou) ({'|'.join(YOUR_VERBS)})\b")
SUBJECTS = (  # the grammar where the speaker is part of the subject: `Ann or me is` becomes `Ann or I am`
    (re.compile(r"\b(or|nor) me is\b"), r"\1 I am"),
    (re.compile(r"\bme (or|nor) (?=.* is\b)"), r"I \1 "),
    (re.compile(r"\bnor me woke\b"), "nor I woke"),
    (re.compile(r"\bme nor (?=.* woke\b)"), "I nor "),
    (re.compile(r"\bme (?=did not wake\b|woke\b)"), "I "),
    (re.compile(r"\band me (?=are\b|both\b)"), "and I "),
    (re.compile(r"\bme and (?=.* (?:are|both)\b)"), "I and "),
)


def aloud(said: Anything, names: Sequence[str], own: Sequence[tuple[str, str]] = (), by: int | None = None) -> str:
    """What somebody says, as a sentence; `own`: ids and names of home-made characters, `by`: who says it."""
    return _Speaker(tuple(names), tuple(own), by).sentence(said)


def in_words(spoken: Spoken, names: Sequence[str]) -> str:
    """All that somebody says at once: as it was typed, if it was, and in a line of its own what was understood.

    Nobody can type the end of a line, or what that begins with, so that it is the program's.
    """
    words = spoken.said.words
    means = _meant(spoken, tuple(names)) if spoken.said.says else ""
    if not words or not means or _plain(words) == _plain(means):
        return words or means
    return f"{words}\n{UNDERSTOOD} {means})"


def _plain(words: str) -> str:
    """Words without what makes no difference to those who read them."""
    return TO_ALL.sub("", words.rstrip(".").casefold())


@kept(4096)
def _meant(spoken: Spoken, names: tuple[str, ...]) -> str:
    """The sentences for what is said."""
    said, by, own, you = spoken.said, spoken.by, spoken.own, spoken.whispered_to
    if isinstance(said.says[0], Advice) or said.says == (Phrase("wait"),):  # it follows "you should"
        return _Speaker(names, own, by).words(said.says[0])
    you = you if said.to is None else said.to
    called = names if you is None else (*names[:you], YOU, *names[you + 1 :])
    words = " ".join(_Speaker(called, own, by, you or 0, spoken.way).sentence(one) for one in said.says)
    words = words if you is None else YOURS.sub(lambda found: f"{found[1]} {YOUR_VERBS[found[2]]}", words)
    if said.to is None:
        return words
    starts_low = words.partition(" ")[0] != "I" and not words.startswith(names)
    return f"{names[said.to]}, {words[:1].lower() if starts_low else words[:1]}{words[1:]}"


def way_to_say(said: Utterance, by: int, before: Iterable[Spoken]) -> int:
    """The way in which the reason that somebody gives has been put least in what those who hear it heard before."""
    reason = None if said.words else _reason_in(said)
    ways = () if reason is None else ways_in(_form(reason, by))
    if reason is None or not ways:
        kinds = [_kind(one) for one in said.says]
        own = (one.said.says for one in before if one.by == by and not one.said.words)
        return 0 if said.words else sum(any(_kind(one) in kinds for one in says) for says in own)
    told = ((one, _reason_in(one.said)) for one in before)
    put_so = [
        (_first_way(other, one.by) + one.way) % len(ways)
        for one, other in told
        if other is not None and ways_in(_form(other, one.by)) == ways
    ]
    return min(range(len(ways)), key=lambda way: put_so.count((_first_way(reason, by) + way) % len(ways)))


def _kind(said: Anything) -> object:
    """What is put in other words when it is said again."""
    return said.key if isinstance(said, Phrase) else (type(said), getattr(said, "seat", None))


def _reason_in(said: Utterance) -> Reason | None:
    return next((why for one in said.says if (why := getattr(one, "because", None)) is not None), None)


def _form(reason: Reason, by: int | None) -> str:
    """The words for a reason, with blanks for what it names."""
    form = REASONS.get(reason.kind, Form(reason.kind))
    own = 0 <= form.at < len(reason.seats) and reason.seats[form.at] == by
    return form.own if own else form.words


def _first_way(reason: Reason, by: int | None) -> int:
    """Which way of putting a reason comes first, by who speaks and of whom."""
    return (by or 0) + sum(reason.seats)


def learned_in(said: Report, names: Sequence[str], own: Sequence[tuple[str, str]] = ()) -> str:
    """What a report says was learned, without its night and character."""
    return _Speaker(tuple(names), tuple(own), None).finding(said)


def can_be_told(report: Report) -> bool:
    """Whether others can say that somebody learned it, as it does not speak of whoever learned it."""
    return not _form_of(report).startswith("I ")


@kept(4096)
def _form_of(report: Report) -> str:
    """The words for the parts of a report, with blanks for what they say."""
    for form in (*kind_of(report.by).finds.words.items(), *FORMS.items()):
        parts = [part.partition("=") for part in form[0].split()]
        if [key for key, _, _ in parts] == [key for key, _ in report.learned] and all(
            not fixed or (_fixed(fixed) == value and type(_fixed(fixed)) is type(value))
            for (_, _, fixed), (_, value) in zip(parts, report.learned, strict=True)
        ):
            return form[1]
    return "I learned: " + ", ".join(f"{key.replace('_', ' ')} {{{key}:and}}" for key, _ in report.learned)


def _fixed(value: str) -> bool | int | str:
    return TRUTH[value] if value in TRUTH else int(value) if value.isdigit() else value


def moment(when: str) -> str:
    return f"on {'night' if when[0] == 'N' else 'day'} {when[1:]}"


def _when(report: Report) -> str:
    """When it was learned, where that can be more than one night."""
    return "" if report.when == "N1" and kind_of(report.by).finds.nights == "first" else moment(report.when)


class _Speaker(NamedTuple):
    """The names of everybody and of home-made characters, and who speaks, if that is known."""

    names: tuple[str, ...]
    own: tuple[tuple[str, str], ...]
    by: int | None
    to: int = 0  # whom they speak to, if to somebody
    way: int = 0  # as of Spoken

    def sentence(self, said: Anything) -> str:
        words = self.words(said)
        capital = (
            words if words.startswith(self.names) and not words.startswith(YOU) else words[:1].upper() + words[1:]
        )
        return capital if words[-1:] in ".?!" else f"{capital}."

    def role(self, id: str) -> str:
        """The name of a character for use after an article."""
        name = FACTS[id].name if id in FACTS else dict(self.own).get(id, id)
        return name[4:] if name.lower().startswith("the ") else name

    def _name(self, seat: int, *, me: str = "") -> str:
        return me if me and seat == self.by else self.names[seat]

    # -- each kind of saying -------------------------------------------------------------------------------------

    def words(self, said: Anything) -> str:
        if isinstance(said, Report):
            when = _when(said)
            return f"I am the {self.role(said.by)}: {when}{', ' if when else ''}{self.finding(said)}"
        if isinstance(said, Suspicion):
            why, name = said.because, self._name(said.seat)
            if why is not None and (
                mould := next((put for kinds, put in MOULDS if kinds.fullmatch(why.kind)), None)
            ):
                return mould.format(why=self.reason(why), name=name)
            return self._way(SUSPECTED, said.seat).format(name) + self._because(said.because)
        if isinstance(said, Defence):
            begins = self._way(SPOKEN_FOR, said.seat).format(self._name(said.seat, me="me"))
            return begins + self._because(said.because)
        if isinstance(said, Vote):
            return f"I {DID[said.did].format(self._name(said.seat, me='me'))}{self._because(said.because)}"
        if isinstance(said, Claim):
            return f"I am the {self.role(said.role)}"
        if isinstance(said, OneOf):
            return f"I am the {self._filled('roles', 'or', said.roles)}"
        if isinstance(said, WillClaim):
            return f"to the town I am the {self.role(said.role)}"
        if isinstance(said, Doubt):
            return "I may be wrong" if said.seat == self.by else f"I am not sure about {self._name(said.seat)}"
        if isinstance(said, Died):
            return f"{self._name(said.seat, me='I')} died last night"
        if isinstance(said, Bluff):
            return f"you can claim to be the {self.role(said.role)}"
        if isinstance(said, Trust):
            name = self._name(said.seat)
            trusts = self._way(TRUSTED if said.much else UNSURE, said.seat).format(name)
            return (self._way(TRUST_ME, self.to) if said.seat == self.by else trusts) + self._because(said.because)
        if isinstance(said, Advice):
            return ADVICE[said.do].format(self._name(said.seat))
        if isinstance(said, Question):
            if said.role is not None:
                return QUESTIONS[said.what].format(self.role(said.role))
            if said.about is None:
                return ABOUT_NOBODY.get(said.what, QUESTIONS[said.what])
            name = self._name(said.about, me="me")
            of_you = OF_YOU.get(said.what) if name == YOU else None
            return (of_you or OF_ONE.get(said.what) or QUESTIONS[said.what]).format(name)
        if isinstance(said, Phrase):
            return self._phrase(said.key.removesuffix(AGAIN), again=said.key.endswith(AGAIN))
        return self._fact(said)

    def _phrase(self, key: str, *, again: bool) -> str:
        if key == "not yet":
            return " ".join(ways[((self.by or 0) + again + self.way) % len(ways)] for ways in NOT_YET)
        if key in WAYS:
            return self._way(WAYS[key], self.to + again)
        return PHRASES.get(key + AGAIN * again, key)

    def _way(self, ways: Sequence[str], other: int) -> str:
        """One of several ways to say something, by how far it is from who says it to whom it is of or said to."""
        by = self.by or 0
        return ways[((by if other == by else other - by - 1) + self.way) % len(ways)]

    def _because(self, reason: Reason | None) -> str:
        if reason is None:
            return ""
        return f", {self.reason(reason)}" if reason.kind == "still" else f", because {self.reason(reason)}"

    def _fact(self, said: Evil | Is | OfTeam | InPlay | Not | Either | Never) -> str:
        if isinstance(said, Not):
            return self._denied(said.said)
        if isinstance(said, Either):
            if isinstance(said.one, Evil) and isinstance(said.other, Evil):
                one, other = (self._name(part.seat, me="me") for part in (said.one, said.other))
                return f"just one of {one} and {other} is evil"
            one, other = self.words(said.one), self.words(said.other)
            return f"either {one}, or {other}, but not both"
        if isinstance(said, InPlay):
            return f"the {self.role(said.role)} is in play"
        if isinstance(said, Never):
            return "a false statement"
        return f"{self._is(said.seat)} {self._predicate(said)}"

    def _is(self, seat: int) -> str:
        return "I am" if seat == self.by else f"{self._name(seat)} is"

    def _predicate(self, said: Evil | Is | OfTeam) -> str:
        if isinstance(said, Is):
            return f"the {self.role(said.role)}"
        return "evil" if isinstance(said, Evil) else OF_TEAM.get(said.team, f"of the team {said.team}")

    def _denied(self, said: Anything) -> str:
        if isinstance(said, Evil | Is | OfTeam):
            what = "good" if isinstance(said, Evil) else f"not {self._predicate(said)}"
            return f"{self._is(said.seat)} {what}"
        if isinstance(said, InPlay):
            return f"the {self.role(said.role)} is not in play"
        return f"it is not so that {self.words(said)}"

    # -- reports and reasons -------------------------------------------------------------------------------------

    def finding(self, report: Report) -> str:
        """What was learned, in the first person."""
        learned, words = dict(report.learned), _form_of(report)
        if self.by is not None and learned.get("player") == self.by:
            words = words.replace("{player} is", "I am")
        words = BLANK.sub(lambda blank: self._filled(blank[1], blank[2] or "and", learned[blank[1]]), words)
        if self.by is not None:
            for pattern, instead in SUBJECTS:
                words = pattern.sub(instead, words)
        return words

    def _filled(self, key: str, joint: str, value: Learned) -> str:
        values: tuple[Any, ...] = value if isinstance(value, tuple) else (value,)
        if key in SEATS:
            words = [self._name(seat, me="me") for seat in values]
        elif key in ROLES:
            words = [self.role(role) for role in values]
        else:
            words = [{True: "yes", False: "no"}[one] if isinstance(one, bool) else str(one) for one in values]
        the = "the " if key in ROLES else ""
        return f" {joint} {the}".join(filter(None, (f", {the}".join(words[:-1]), words[-1])))

    def reason(self, reason: Reason) -> str:
        """The reason in words that fit after "because"."""
        form = REASONS.get(reason.kind, Form(reason.kind))
        seats = list(reason.seats)
        if reason.report is not None and seats:
            return self._told(seats[0], reason.report)
        words = _form(reason, self.by)
        if words == form.own:
            del seats[form.at]
        names = [*map(self._name, seats)]
        left = {
            "seat": iter(names),
            "role": iter(map(self.role, reason.roles)),
            "number": iter([str(reason.number)]),
        }
        return BLANK.sub(
            lambda blank: names[int(blank[1])] if blank[1].isdigit() else next(left[blank[1]], ""),
            put(words, _first_way(reason, self.by) + self.way),
        )

    def _told(self, speaker: int, report: Report) -> str:
        words, own = self.finding(report), speaker == self.by
        whose = "your" if self.names[speaker] == YOU else "their"
        who, what = ("I", words) if own else (self.names[speaker], re.sub(r"\bmy\b", whose, words))
        when = _when(report)
        return f"{who} learned{' ' if when else ''}{when} as the {self.role(report.by)} that {what}"
