"""What one player concludes from their view: whom they know and suspect, what they have said and could say."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, pairwise
from typing import Any

import numpy as np

from facedown.core.kept import Once, kept
from facedown.games.clocktower.bots.belief import (
    WRONG,
    Guess,
    Weights,
    against_both,
    common,
    guess,
    supposing,
    where_packed,
    worth,
)
from facedown.games.clocktower.bots.deals import weighed
from facedown.games.clocktower.bots.town import OFTEN, Town, as_played, town_of
from facedown.games.clocktower.changeable_rules import DeathLearned, WhoDies
from facedown.games.clocktower.character import character, modelled
from facedown.games.clocktower.characters.findings import guessed
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.moves import InSeat
from facedown.games.clocktower.observe import Observation, Own, Whispered
from facedown.games.clocktower.public import Place, Said
from facedown.games.clocktower.roster import FACTS, Fact
from facedown.games.clocktower.speech.statements import (
    REQUESTS,
    Anything,
    Defence,
    Either,
    Evil,
    InPlay,
    Is,
    Not,
    Question,
    Report,
    Suspicion,
    Trust,
    Vote,
    without_reason,
)

SURE_TWIN = 0.95  # how likely the evil one of two twins must be; to execute the other loses the game
TRUE_CLAIM = 0.8  # how likely somebody good is what they claim, and neither drunk nor poisoned
AGAIN = 0.2  # what it is worth to execute somebody again, for each execution that they have survived
DEAR = 0.5  # of a game: the cost from which on an execution is dear
LATE = 4  # the number alive from which on everybody says all they know
ACCUSING = (Evil, Suspicion)
PROMISES = {"would": True, "will nominate": True, "would not": False}


class Mind:
    """A player who thinks.  An evil one also thinks as a good one in their place would, in order to seem good."""

    def __init__(self, view: Observation, me: Own, seat: int) -> None:
        self.view, self.me, self.seat = view, me, seat
        self.town = town_of(view)
        self.place = view.circle[seat]
        self.evil = me.alignment == "evil"
        # the players whom an evil player knows to be evil too, and themselves
        self.friends = {seat, *self.shown("demon", "demons", "minions")} if self.evil else {seat}

    def shown(self, *topics: str) -> set[int]:
        """The players who were shown to them with a character or team."""
        told = (told.args[0] for told in self.me.told if told.topic in topics)
        return {part.seat for parts in told for part in parts if isinstance(part, InSeat)}

    @Once
    def spared(self) -> set[int]:
        """Whom they do not want executed: their team, or only the Demon if nobody else is alive."""
        return self.friends if set(self.town.living) - self.friends else self.demons | {self.seat}

    @Once
    def asked_for(self) -> set[int]:
        """Whom their own team has named to them in private today, so that they vote together."""
        asked = chain.from_iterable(one.asked for one in self.view.whispers if self._is_ours_today(one))
        named = {one.about for one in asked if one.what not in ("spare", "shoot", "attack")}
        return {seat for seat in named if seat is not None} - self.friends

    @Once
    def to_attack(self) -> set[int]:
        """Whom their own team asked them on the last day to attack at night."""
        asked = chain.from_iterable(one.asked for one in self.view.whispers if self._is_ours_today(one))
        return {one.about for one in asked if one.what == "attack" and one.about is not None} - self.friends

    @Once
    def told_others(self) -> list[Anything]:
        """All that they have whispered where somebody heard it who is not of their team."""
        ours = self.friends if self.evil else frozenset[int]()
        own = (one.says for one in self.view.whispers if one.by == self.seat and not one.group <= ours)
        return list(chain.from_iterable(own))

    @Once
    def promised(self) -> dict[int, bool]:
        """For whom they have told others in private today that they will vote, or not; the last word counts."""
        own = (one.says for one in self.view.whispers if one.by == self.seat and one.day == self.view.day)
        votes = (one for one in chain.from_iterable(own) if isinstance(one, Vote) and one.did in PROMISES)
        return {one.seat: PROMISES[one.did] for one in votes}

    @Once
    def requests(self) -> list[Question]:
        """What this player was asked to do today, alone or as everybody, the latest first."""
        aloud = [one.asked for one in self.view.asked_aloud if one.to in (None, self.seat) and one.by != self.seat]
        whispers = (one for one in self.view.whispers if one.day == self.view.day and self.seat in one.to)
        asked = [*chain.from_iterable(one.asked for one in whispers), *aloud]
        return [
            one
            for one in reversed(asked)
            if one.what in REQUESTS and (one.about is not None or one.what == "spare")
        ]

    def _is_ours_today(self, one: Whispered) -> bool:
        return self.evil and one.day == self.view.day and one.by in self.friends and self.seat in one.to

    @Once
    def demons(self) -> set[int]:
        """The players whom an evil player knows to be the Demon, perhaps themselves."""
        if self.me.team == "demon":
            return {self.seat}
        return self.shown("demon") if self.evil else set()

    @Once
    def thought(self) -> Thought:
        """What a good player in this place would think; evil players say this."""
        settled = self.is_settled
        good = frozenset(self.friends)
        if self.evil or (not self.unsaid and self.me.character in self.town.claims[self.seat]):
            return thought(self.town, good, settled=settled)
        return thought(self.town, good, self.seat, tuple(self.unsaid), self.me.character, settled=settled)

    @property
    def is_settled(self) -> bool:
        """Whether nearly all has been said that will be for now, so that it is time to count what fits it."""
        return self.view.nominating or self.view.phase == "night"

    @property
    def guess(self) -> Guess:
        """Who they think is evil."""
        return self.thought.guess

    @Once
    def seeming(self) -> Thought:
        """What a good player in this place would think who knows nothing of others; evil answer so."""
        return thought(self.town, frozenset((self.seat,)), settled=self.is_settled) if self.evil else self.thought

    @Once
    def seen(self) -> Guess:
        """Who is evil, judging by what everybody knows."""
        return thought(self.town, settled=self.is_settled).guess

    # -- saying --------------------------------------------------------------------------------------------------

    @property
    def said(self) -> tuple[Said, ...]:
        """All that they have said, as far as bots understand it."""
        own = (*self.place.says, *self.place.said_before)
        return tuple(said for said in map(without_reason, own) if said is not None)

    def has_said(self, said: Said) -> bool:
        """Whether they have stated this, today or before."""
        return said in self.stated

    @property
    def stated(self) -> tuple[Said, ...]:
        """What they have stated, each thing once."""
        return self.town.circle[self.seat].said_before

    def has_accused_today(self, seat: int) -> bool:
        """Whether they have said today that this player is evil."""
        return seat in accused_by(self.place)

    @Once
    def defended(self) -> set[int]:
        """Of whom they have said today that they are not to be executed, or in an answer that they trust them."""
        answers = (one.says for one in self.view.asked_aloud if one.to == self.seat)
        said = chain(self.place.says, *answers)
        return {one.seat for one in said if isinstance(one, Defence) or (isinstance(one, Trust) and one.much)}

    @property
    def announced_guesses(self) -> list[tuple[int, str]]:
        """The players and characters that they have announced today to guess."""
        said = (report for report in self.place.says if isinstance(report, Report))
        return next((guessed(report) for report in said if guessed(report)), [])

    @Once
    def unsaid(self) -> list[Said]:
        """What this player has learned from their character and not said yet."""
        known = self.twins + [told.report for told in self.me.told if told.report is not None]
        if self.evil and self.me.was:  # evil say nothing of a character that they have not claimed to be
            ours = (self.me.character, *self.place.claims)
            known = [one for one in known if not isinstance(one, Report) or one.by in ours]
        if not known:
            return []
        return [report for report in known if not self.has_said(report)]

    @property
    def twins(self) -> list[Said]:
        """The statement that exactly one of two players is evil, if they were told so; both of them say it."""
        pairs = [told.args[:2] for told in self.me.told if told.topic == "twins"]
        return [Either(Evil(one.seat), Evil(other.seat)) for one, other in pairs]

    @property
    def claimed(self) -> Fact | None:
        """The character that they claimed last."""
        return self.town.facts.get(self.place.claims[-1]) if self.place.claims else None

    @property
    def mad(self) -> str:
        """The id of the character that they must claim to be today, or ""."""
        told = (told for told in self.me.told if told.topic == "mad" and told.night == self.view.night)
        return next((told.args[1].id for told in told), "")

    @property
    def must_accuse(self) -> int | None:
        """The player whom they must accuse today, or die of it."""
        told = (told for told in self.me.told if told.topic == "accuse" and told.night == self.view.night)
        return next((told.args[1].seat for told in told), None)

    @property
    def shown_bluffs(self) -> list[str]:
        """Good characters that were shown as not in play."""
        return [token.id for told in self.me.told if told.topic == "bluffs" for token in told.args[0]]

    @property
    def good_characters(self) -> set[str]:
        """The ids of the script's good characters."""
        return {fact.id for fact in self.view.script if fact.team in ("townsfolk", "outsider")}

    @property
    def bluffs(self) -> list[str]:
        """The same, and those that were whispered to be so among their own team alone."""
        good = self.good_characters
        denied = [one.said for one in self.told_by_team if isinstance(one, Not)]
        heard = [one.role for one in denied if isinstance(one, InPlay) and one.role in good]
        return list(dict.fromkeys((*self.shown_bluffs, *heard)))

    @property
    def laid_open(self) -> list[Is]:
        """Who the good are who live, beside those of their team, as they saw it in the grimoire last."""
        good, living = self.good_characters, set(self.town.living) - self.friends
        seen = next((one.args for one in reversed(self.me.told) if one.topic == "grimoire"), ())
        pairs = [(one.seat, role.id) for one, role in pairwise(seen) if isinstance(one, InSeat)]
        return [Is(seat, role) for seat, role in pairs if role in good and seat in living]

    @property
    def told_by_team(self) -> list[Anything]:
        """All that others of their own team have whispered to them, where nobody else heard it."""
        ours = (one for one in self.view.whispers if one.by != self.seat and one.group <= self.friends)
        return list(chain.from_iterable(one.says for one in ours))

    # -- suspecting ----------------------------------------------------------------------------------------------

    @property
    def guilt(self) -> dict[int, float]:
        """What the execution of each player is worth to a good one."""
        return self.thought.guilt

    def cost(self, seat: int) -> float:
        """What it would cost the good to execute this player, if they are what they claim: 1 is the game."""
        return self.thought.cost(seat)

    def trust(self, seat: int) -> float:
        return self.thought.trust(seat)

    @Once
    def held(self) -> float:
        """The probability that good wins by executing nobody today, judging by claims."""
        town = self.town
        return max(
            (self.trust(seat) * TRUE_CLAIM for seat in town.living
             if any(as_played(id).tactics.holds_out_at == len(town.living) for id in town.claims[seat])),
            default=0.0,
        )  # fmt: skip

    def strength(self, seat: int) -> float:
        """How much the character that somebody claims helps good: evil attacks it, others protect it."""
        return max((strength(id) for id in self.town.claims[seat]), default=1.0)


class Thought:
    """Somebody's judgement of a town: who is evil, and what an execution is worth."""

    def __init__(self, town: Town, weigh: Callable[[], Weights]) -> None:
        """`weigh`: weighs all worlds; with many players that is too much to keep for each of them."""
        self.town, self.guess, self._weigh = town, guess(town, weigh()), weigh

    def likeliest_with(self, seat: int) -> int:
        """The likeliest world in which this player is evil."""
        return int(np.where(self.town.worlds.evil[seat], self._weigh(), -np.inf).argmax())

    @property
    def most(self) -> float:
        """The highest guilt."""
        return max(self.guilt.values())

    @Once
    def guilt(self) -> dict[int, float]:
        """What the execution of each player is worth to a good one."""
        plain = self._plain_guilt()
        return plain | {seat: self._twin_guilt(seat, plain[seat]) for seat in plain if seat in self.town.twins}

    def _plain_guilt(self) -> dict[int, float]:
        """The Demon counts most, a Minion less, and both less if an execution has failed before."""
        town, evil = self.town, self.guess.evil
        minion = 0.05 if len(town.living) <= LATE else 0.25
        guilt = {}
        for seat in town.judged:
            demon = self.guess.demon[seat]
            worth = demon + minion * town.alive[seat] * (evil[seat] - demon)
            guilt[seat] = float(worth * AGAIN ** town.survived[seat]) - self.cost(seat)
        return guilt

    def cost(self, seat: int) -> float:
        """What it would cost the good to execute this player, if they are what they claim: 1 is the game."""
        town = self.town
        return self.trust(seat) * town.alive[seat] * town.dear[seat] if town.dear[seat] else 0.0

    def _twin_guilt(self, seat: int, plain: float) -> float:
        """Adjust for twins: the good one must not be executed, and the evil one must go once the Demon is dead."""
        evil, late = self.guess.evil[seat], len(self.town.living) <= LATE
        if self.gone > 0.5:
            return self.gone * evil
        return plain * (1.0 if evil > SURE_TWIN else 0.25 if late else 0.1)

    @Once
    def gone(self) -> float:
        """The probability that the Demon is dead and only the living twins keep the game open."""
        town = self.town
        return sum(self.guess.demon[seat] for seat in town.residents if town.twinned and not town.alive[seat])

    def trust(self, seat: int) -> float:
        return 1.0 - self.guess.evil[seat]


@kept(64)
def thought(
    town: Town,
    good: frozenset[int] = frozenset(),
    seat: int = -1,
    unsaid: tuple[Said, ...] = (),
    own: str = "",
    *,
    settled: bool = False,
) -> Thought:
    """Who is evil if these are good; for a given seat, also by what only its player knows.

    `settled`: whether to count which deals fit, too.
    """

    def weigh() -> Weights:
        weights = weighed(town) if settled else common(town)
        if seat >= 0:
            weights = weights + _learned(town, seat, unsaid, own)
        return supposing(town, weights, good)

    return Thought(town, weigh)


def _learned(town: Town, seat: int, unsaid: tuple[Said, ...], own: str) -> Any:
    """What only one player knows: what they have not said yet, and who claims their character."""
    weights: Any = 0.0
    for said in unsaid:
        holds = where_packed(town, seat, said)
        if holds is not None:
            weights = weights + worth(town, seat, holds, WRONG)
    if own in FACTS and own not in town.claims[seat]:
        for other in town.residents:
            if own in town.claims[other] and other != seat:
                weights = weights + against_both(town, seat, other)
    return weights


def accused_by(place: Place) -> set[int]:
    """The players of whom it was said in this place today that they are evil, for whatever reason."""
    return {said.seat for said in place.says if isinstance(said, ACCUSING)}


@kept(256)
def strength(id: str) -> float:
    """The strength of a character, by whether it acts every night, once, or when attacked."""
    if not modelled(id):
        return 1.0
    what = character(id)
    if what.team == "outsider":
        return 0.3
    if acts_at(what, Role.saves, WhoDies, Role.on_death, DeathLearned):
        return 1.5 if acts_at(what, Role.each_night) else 0.5
    return 2.0 if what.moments & set(OFTEN) else 1.2 if what.declares else 0.8


def declares(id: str) -> bool:
    """Whether it is a character whose ability is declared by day."""
    return as_played(id).declares is not None
