"""What bots do in a game of Clocktower that no sensible player would, counted while they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log2
from random import Random
from statistics import mean

from facedown.core.game import Move
from facedown.games.clocktower import bots, day
from facedown.games.clocktower.bots.belief import guess
from facedown.games.clocktower.bots.deals import weighed
from facedown.games.clocktower.bots.mind import DEAR
from facedown.games.clocktower.bots.town import Town, execution_costs, town_of
from facedown.games.clocktower.moves import Answer, Deed, InSeat, Token, act_of
from facedown.games.clocktower.observe import Observation
from facedown.games.clocktower.position import Position
from facedown.games.clocktower.speech.statements import Defence, Evil, Report, Suspicion, without_reason
from facedown.games.clocktower.state import Death, State

EMPTY = ("trust_others", "have_learned")  # and the like
# What is counted, of what: the line reads "37 of 60 games with a Damsel: she says who she is".
PARTS = (
    ("damsels", "games with a Damsel", ("Damsel says so", "Damsel guessed", "guesses of a Damsel")),
    ("imps", "games with an Imp", ("star-passes", *(f"star-passes in night {night}" for night in (2, 3, 4)))),
    ("proven Virgins", "Virgins who are proven", ("proven Virgins executed",)),
    ("dear claims executed", "executed who claim what is dear", ("for no reason that was said",)),
    ("Slayers", "good Slayers", ("Slayers who never shoot", "Slayers executed unshot", "Slayers who hit")),
    ("reasons", "reasons given", ("reasons that are empty",)),
    ("statements", "statements", ("statements repeated",)),
    ("nominations", "nominations", ("nominations in vain", "evil nominate their own")),
    ("accusations by evil", "accusations by evil", ("evil accuse their own",)),
    ("evil claims", "claims by evil", ("evil claim what one of theirs claims",)),
)


class Follies:
    """Counts over many games; `choose` plays, and watches."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.doubt: dict[int, list[float]] = {}  # by day: bits of doubt who the Demon is, by what everybody knows

    def watch(self, position: Position) -> None:
        """Begin a new game."""
        self._position = position
        self._shooters: set[int] = set()
        self._night = 1

    @property
    def _state(self) -> State:
        return self._position.engine.state

    def choose(self, view: Observation, legal: Sequence[Move], luck: Random) -> Move:
        """What the bot of the game chooses."""
        if view.phase == "night" and view.night > self._night:
            self._night = view.night
            self.doubt.setdefault(view.day, []).append(_entropy(town_of(view)))
        move = bots.choose(view, legal, luck)
        if view.seat is not None and not view.storyteller:
            act = act_of(move)
            if isinstance(act, Deed):
                self._did(view, view.seat, act)
            elif isinstance(act, Answer) and view.question is not None and view.question.owner == "imp":
                passes = act.parts == (InSeat(view.seat),)
                self._count("star-passes" * passes, f"star-passes in night {view.night}" * passes)
        return move

    def _count(self, *names: str) -> None:
        self.counts.update(filter(None, names))

    def _is_evil(self, seat: int) -> bool:
        return self._state.players[seat].evil

    def _did(self, view: Observation, seat: int, act: Deed) -> None:
        if act.verb == "nominate" and isinstance(act.about[0], InSeat):
            nominee = act.about[0].seat
            self._count("nominations", "nominations in vain" * _is_in_vain(view, nominee))
            self._count("evil nominate their own" * (self._is_evil(seat) and self._is_evil(nominee)))
        if act.verb == "claim" and self._is_evil(seat):
            theirs = [one for one in view.circle if one.seat != seat and self._is_evil(one.seat)]
            taken = any(act.about == (Token(id),) for one in theirs for id in one.claims)
            self._count("evil claims", "evil claim what one of theirs claims" * taken)
        if act.verb == "use":
            self._count("guesses of a Damsel" * (act.about[0] == Token("damsel")))
            if act.about[0] == Token("slayer"):
                self._shooters.add(seat)
        for said in act.says if act.verb == "say" and act.to is None else ():
            self._said(view, seat, said)

    def _said(self, view: Observation, seat: int, said: object) -> None:
        if isinstance(said, Suspicion | Defence):
            kind = said.because.kind if said.because is not None else "trust_others"
            self._count("reasons", "reasons that are empty" * (kind in EMPTY), f"reason {kind}")
        before = [(place.seat, one) for place in view.circle for one in (*place.says, *place.said_before)]
        again = any(one == said and (by == seat or not isinstance(said, Report)) for by, one in before)
        self._count("statements", "statements repeated" * again)
        accused = without_reason(said) if isinstance(said, Suspicion | Evil) else None
        if isinstance(accused, Evil) and self._is_evil(seat):
            self._count("accusations by evil", "evil accuse their own" * self._is_evil(accused.seat))

    def ended(self, end: str) -> None:
        """Count what is seen at the end of a game."""
        state = self._state
        held = {player.character.id: player for player in state.players}
        executed = {death.player.seat for death in state.deaths if death.executed}
        self._count("imps" * state.script.has("imp"))
        if (damsel := held.get("damsel")) is not None:
            self._count("damsels", "Damsel guessed" * end.endswith("found the Damsel"))
            self._count("Damsel says so" * ("damsel" in day.claimed(state, damsel.seat)))
        virgins = (death.by for death in state.deaths if death.executed and _by(death) == "virgin")
        for virgin in {by.player.seat for by in virgins if by is not None}:
            self._count("proven Virgins", "proven Virgins executed" * (virgin in executed))
        accused = set(self._accused())
        for seat in {seat for seat, id, _ in state.claims if execution_costs(id) >= DEAR} & executed:
            self._count("dear claims executed", "for no reason that was said" * (seat not in accused))
        slayer = held.get("slayer")
        if slayer is not None and not slayer.evil:
            shot = slayer.seat in self._shooters
            self._count("Slayers", "Slayers who hit" * any(_by(death) == "slayer" for death in state.deaths))
            self._count("Slayers who never shoot" * (not shot))
            self._count("Slayers executed unshot" * (slayer.seat in executed and not shot))

    def _accused(self) -> Iterator[int]:
        """Whom anybody has accused aloud with a reason that says something."""
        for _, _, words in (*self._state.said_before, *((0, *one) for one in self._state.said)):
            said = words.said.stated
            if isinstance(said, Suspicion) and said.because is not None and said.because.kind not in EMPTY:
                yield said.seat

    def lines(self) -> Iterator[str]:
        """What was counted, a line each."""
        means = (f"day {day} {mean(found):.2f} of {len(found)}" for day, found in sorted(self.doubt.items()))
        yield f"  bits of doubt who the Demon is, when games go on after {', '.join(means)}"
        for whole, of, parts in PARTS:
            number = self.counts[whole]
            shares = (f"{part} {self.counts[part]} ({self.counts[part] / number:.0%})" for part in parts if number)
            if number:
                yield f"  {number} {of}: {', '.join(shares)}"


def _entropy(town: Town) -> float:
    """The entropy of who the Demon is, in bits."""
    return -sum(share * log2(share) for share in guess(town, weighed(town)).demon if share > 0)


def _by(death: Death) -> str:
    """The id of the character whose ability has killed."""
    return death.by.character.id if death.by is not None else ""


def _is_in_vain(view: Observation, nominee: int) -> bool:
    """Whether the nominee is surely dead already, or there are too few votes left for an execution."""
    votes = sum(place.here and (place.alive or place.ghost_vote) for place in view.circle)
    to_beat = max((one.tally for one in view.nominations if one.nominee == view.block), default=-1)
    dead = not view.circle[nominee].alive and not town_of(view).may_seem_dead(nominee)
    return dead or votes < max(view.threshold, to_beat + 1)
