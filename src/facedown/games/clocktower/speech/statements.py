"""What people say to each other, as data: statements about the town, reports, suspicions, questions, set answers.

Seats are numbers and characters ids: there are no names in it, and no sentences.  `english` writes it for people,
`written` for records, `truth` says where it holds.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, cast

import msgspec

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=30)]
Role: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]  # the id of a character
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=999)]
When: TypeAlias = Annotated[
    str, msgspec.Meta(pattern="^[ND][0-9]{1,3}$")
]  # "N2" is the second night, "D2" the day after

# The parts of a report: of which kind their values are.
LEARNED = {
    "count": "number", "steps": "number", "player": "seat", "pair": "seats", "players": "seats", "role": "role",
    "roles": "roles", "yes": "truth", "same": "truth", "evil": "truth", "none": "truth", "direction": "word",
    "chose": "seat", "told_demon": "seat", "side": "word", "demon_voted": "truth", "minion_nominated": "truth",
}  # fmt: skip


class Saying(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Something that is said."""


class Evil(Saying, frozen=True, tag="evil"):
    """A player is evil."""

    seat: Seat


class Is(Saying, frozen=True, tag="is"):
    """A player is a character."""

    seat: Seat
    role: Role


class OfTeam(Saying, frozen=True, tag="team"):
    """A player's character is of a team."""

    seat: Seat
    team: str


class InPlay(Saying, frozen=True, tag="in play"):
    """Some player is this character."""

    role: Role


class Not(Saying, frozen=True, tag="not"):
    """A statement does not hold."""

    said: Statement


class Either(Saying, frozen=True, tag="either"):
    """Just one of two statements holds."""

    one: Statement
    other: Statement


class Never(Saying, frozen=True, tag="never"):
    """What holds in no game."""


class Report(Saying, frozen=True, tag="report"):
    """What somebody says they learned: when, through which character, and what, by the names of `LEARNED`."""

    when: When
    by: Role
    learned: tuple[tuple[str, Learned], ...]


class Reason(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Why somebody suspects, or does not: a kind of `english.REASONS`, with whom and what it names, in order."""

    kind: str
    seats: tuple[Seat, ...] = ()
    roles: tuple[Role, ...] = ()
    number: Number = 0
    report: Report | None = None


class Suspicion(Saying, frozen=True, tag="suspicion"):
    """I think that this player is evil."""

    seat: Seat
    because: Reason | None = None


class Doubt(Saying, frozen=True, tag="doubt"):
    """I am not sure about this player, which accuses them of nothing."""

    seat: Seat


class Defence(Saying, frozen=True, tag="defence"):
    """This player, mostly whoever says so, is not to be executed."""

    seat: Seat
    because: Reason | None = None


class Claim(Saying, frozen=True, tag="claim"):
    """I am this character."""

    role: Role


class OneOf(Saying, frozen=True, tag="one of"):
    """I am one of these characters, which is as much as I say."""

    roles: tuple[Role, ...]


class Bluff(Saying, frozen=True, tag="bluff"):
    """You can claim to be this character."""

    role: Role


class WillClaim(Saying, frozen=True, tag="will claim"):
    """I will say that I am this character, whoever I am."""

    role: Role


class Vote(Saying, frozen=True, tag="vote"):
    """What I do about this player: I would vote to execute them, did, did not, nominate, shoot or attack them."""

    seat: Seat
    did: Literal["would", "would not", "did", "did not", "will nominate", "will shoot", "would attack"] = "would"
    because: Reason | None = None


class Trust(Saying, frozen=True, tag="trust"):
    """What I think of a player whom I do not suspect."""

    seat: Seat
    much: bool = False
    because: Reason | None = None


class Died(Saying, frozen=True, tag="died"):
    """This player died in the last night."""

    seat: Seat


class Advice(Saying, frozen=True, tag="advice"):
    """What somebody should do, as it follows "you should"."""

    seat: Seat
    do: Literal["execute", "doubt", "trust"]


class Question(Saying, frozen=True, tag="ask"):
    """A question that bots answer, or a request: to vote for somebody or not, to nominate or to shoot them."""

    what: Literal[
        "self", "learned", "chose", "suspect", "trust", "vote", "why", "voted", "about", "claim", "nominate",
        "spare", "shoot", "attack", "secret", "demon", "hello", "are", "drunk", "died", "?",
    ]  # fmt: skip  # "?": some other question
    about: Seat | None = None
    role: Role | None = None  # "are": whether they are it


class Phrase(Saying, frozen=True, tag="phrase"):
    """Words that are always the same: a key of `phrases.PHRASES`."""

    key: str


Learned: TypeAlias = bool | int | str | tuple[int | str, ...]
Fact: TypeAlias = Evil | Is | OfTeam | InPlay | Not | Either | Never
Statement: TypeAlias = Fact | Report  # what holds in some worlds and not in others
Anything: TypeAlias = (
    Evil | Is | OfTeam | InPlay | Not | Either | Never | Report | Suspicion | Doubt | Defence | Claim | OneOf
    | Bluff | WillClaim | Vote | Trust | Died | Advice | Question | Phrase
)  # fmt: skip
REQUESTS = ("vote", "nominate", "spare", "shoot")  # what is asked of everybody, too
KINDS: tuple[type[Saying], ...] = Anything.__args__
STATEMENTS = frozenset(Statement.__args__)  # a set: it is asked of all that was said, again and again
STATED = STATEMENTS | {Suspicion, Defence, Trust}
MOST = 6  # sayings at once


class Utterance(msgspec.Struct, frozen=True, gc=False):
    """What somebody says at once: what it means, and whom it calls by name; words alone mean nothing.

    Beside a meaning words are how somebody has put it, and what everybody reads.
    """

    words: str = ""
    says: tuple[Anything, ...] = ()
    to: Seat | None = None

    def __bool__(self) -> bool:
        return bool(self.words or self.says)

    @property
    def stated(self) -> Anything | None:
        """The statement or opinion of the town that it makes; a bot's answer makes none, unless it reports."""
        if not self.words and (len(self.says) != 1 or (self.to is not None and type(self.says[0]) is not Report)):
            return None
        return next((one for one in self.says if type(one) in STATED), None)

    @property
    def asked(self) -> Question | None:
        """The question that it asks."""
        return next((said for said in self.says if isinstance(said, Question)), None)


class Spoken(msgspec.Struct, frozen=True, gc=False):
    """An utterance, by whom, in a game with these characters of its own."""

    said: Utterance
    by: int
    own: tuple[tuple[str, str], ...] = ()
    whispered_to: int | None = None
    way: int = 0  # how it is put, of the ways of saying the same


def without_reason(said: Anything | None) -> Statement | None:
    """The statement that a suspicion, or a defence, makes of the town; a statement as it is."""
    if isinstance(said, Suspicion):
        return Evil(said.seat)
    if isinstance(said, Defence):
        return Not(Evil(said.seat))
    return cast(Statement, said) if type(said) in STATEMENTS else None
