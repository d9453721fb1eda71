"""Set-up by hand: tokens that the storyteller lays out for the players before the deal.

Nothing of it is seen by anybody else.  What is not laid out when the storyteller deals, chance deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from facedown.core.errors import BadOption
from facedown.core.spelling import counted
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.constraints import why_impossible
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.setup import NOW_DEAL, new_state, only_demon
from facedown.games.clocktower.state import Alignment, GivenTokens, Laid, State

# What the storyteller does.
TOKEN, TAKE, TAKE_ALL, SUGGESTED = "token", "take token", "take all tokens", "suggested tokens"
INTO, OUT_OF = "into the bag", "out of the bag"
SHUFFLE, DRAW, HAND_OUT = "shuffle tokens", "draw tokens", "hand out tokens"
DRAWN = ("townsfolk", "outsider", "minion", "demon")  # teams whose tokens are in the bag
TO_ALL = (TAKE_ALL, SUGGESTED, SHUFFLE, DRAW, HAND_OUT)  # that name nobody
VERBS = (TOKEN, TAKE, INTO, OUT_OF, *TO_ALL)
MOST_TRIES = 200  # of a shuffle that keeps the Marionette beside the Demon, say
MOST_STEPS = 400  # of a deal that is tried out


class LaidToken(NamedTuple):
    """A token for a seat, the storyteller's where no player holds it; or for the bag."""

    seat: int  # -1: it is in the bag
    character: Character | None = None
    shown: Character | None = None  # what its player is to believe they are
    side: Alignment | None = None


def allows(state: State, verb: str, token: LaidToken) -> bool:
    """Whether the storyteller may do this now."""
    if state.dealing is None:
        return False
    if verb == TAKE:
        return token.seat in state.laid
    if verb == OUT_OF:
        return any(character is token.character for character, _ in state.unseated)
    if verb == INTO:
        return _fits_bag(state, token)
    return verb in TO_ALL or _fits(state, token)


def _fits_bag(state: State, token: LaidToken) -> bool:
    """Whether the bag has room for this token, which a player can draw."""
    character, shown = token.character, token.shown
    if character is None or not character.in_bag or (shown is not None and shown.team == "traveller"):
        return False
    return character.team in DRAWN and len(state.unseated) < len(state.players) - state.travellers


def _fits(state: State, token: LaidToken) -> bool:
    """Whether this token can lie there: a Traveller in a Traveller's seat, one out of the bag in no player's."""
    character = token.character
    if character is None or (token.shown is not None and token.shown.team == "traveller"):
        return False
    if token.seat == state.storyteller:
        return not character.in_bag
    if acts_at(character, Role.taken_by):
        return False
    is_travellers = token.seat >= len(state.players) - state.travellers
    return character.team in (("traveller",) if is_travellers else DRAWN)


def does(state: State, verb: str, token: LaidToken) -> None:
    """Lay out or take back a token, or deal, which waits as long as the tokens contradict each other."""
    assert state.dealing is not None, "it was allowed"
    if verb == SUGGESTED:
        laid = suggestion(state)
        state.unseated = state.unseated if laid is state.laid else ()
        state.laid = laid
        state.suggestions += 1
    elif verb == TAKE_ALL:
        state.laid, state.unseated, state.given_by_hand = {}, (), frozenset()
    elif verb == OUT_OF:
        at = next(i for i, (character, _) in enumerate(state.unseated) if character is token.character)
        state.unseated = state.unseated[:at] + state.unseated[at + 1 :]
    elif verb == INTO and token.character is not None:
        state.unseated = (*state.unseated, (token.character, token.shown))
    elif verb in (SHUFFLE, DRAW):
        state.laid, state.draws = shuffled(state), state.draws or verb == DRAW
        state.given_by_hand = frozenset()
        state.suggestions += 1
    elif verb == HAND_OUT:
        state.draws = False
    elif verb == TAKE:
        state.laid = {seat: one for seat, one in state.laid.items() if seat != token.seat}
        state.given_by_hand -= {token.seat}
    elif token.character is not None:
        state.laid = {**state.laid, token.seat: (token.character, token.shown, token.side)}
        state.given_by_hand |= {token.seat}
    state.dealing.options = (
        () if wrong(state, [str(seat) for seat in range(len(state.players) + 1)]) else (NOW_DEAL,)
    )


def wrong(state: State, names: Sequence[str]) -> str:
    """Why these tokens cannot be dealt, or ""."""
    residents = len(state.players) - state.travellers
    if against := why_impossible(GivenTokens(state.laid, state.unseated, state.script, residents, names)):
        return against
    without = sum(seat not in state.laid for seat in range(residents))
    if (spare := len(state.unseated) - without) > 0:
        return f"there are {counted(spare, 'token')} more than players: take some back"
    tokens = [character for character, _, _ in state.given]
    if without > len(state.unseated) or only_demon(state, tokens):
        return ""
    if any(c.team == "demon" or acts_at(c, Role.fills_bag) for c in tokens):
        return ""
    return "nobody is the Demon: lay out one, or take a token back"


def shuffled(state: State) -> Laid:
    """The players' tokens shuffled, or unchanged if no other order was found that fits."""
    luck, seats = Random(f"shuffled {state.seed} {state.suggestions}"), range(len(state.players) - state.travellers)
    tokens = [state.laid[seat] for seat in seats if seat in state.laid]
    kept = {seat: token for seat, token in state.laid.items() if seat not in seats}
    names = [str(seat) for seat in range(len(state.players) + 1)]
    for _ in range(MOST_TRIES):
        laid = {**dict(zip(luck.sample(seats, len(tokens)), tokens, strict=True)), **kept}
        if not why_impossible(GivenTokens(laid, state.unseated, state.script, len(seats), names)):
            return laid
    return state.laid


def suggestion(state: State) -> Laid:
    """A suggestion of what to deal besides the tokens laid out already, different each time.

    Travellers draw their token when it is dealt.
    """
    luck = Random(f"tokens {state.seed} {state.suggestions}")
    players = len(state.players) - state.travellers
    trial = new_state(state.script, players, state.travellers, luck.random())
    trial.laid, trial.unseated, trial.traveller_list = dict(state.laid), state.unseated, state.traveller_list
    engine = Engine(trial)
    try:
        for _ in range(MOST_STEPS):
            if engine.questions:
                question = engine.questions[0]
                answer = luck.choice(question.options) if question.options else "..."
                engine.answer(question, question.seats[0], answer)
            elif engine.proceed() and engine.news is not None and engine.news.kind == "deal":
                break
    except BadOption:
        return state.laid
    held: dict[int, tuple[Character, Character | None, Alignment | None]]
    held = {p.seat: (p.character, p.shown, None) for p in trial.players[:players]}
    for character in trial.aside:
        if acts_at(character, Role.taken_by):
            held[state.storyteller] = character, None, None
    return {**held, **state.laid}
