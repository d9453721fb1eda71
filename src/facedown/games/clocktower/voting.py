"""Hands that are counted one after the other, clockwise: at a vote, at a call for exile, at a poll.

Everybody may raise or lower their hand until it is counted; from then on it stays as it is.  Where the option
`sweep` gives each hand some seconds, it waits so long for a player who is away, longer for one who is there
and has not raised it, and silence leaves it as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from facedown.games.clocktower import acting, queries
from facedown.games.clocktower.changeable_rules import HandWeight, MayVote, VotesFreely, WhoPleads
from facedown.games.clocktower.questions import Question
from facedown.games.clocktower.state import Counting, News, Nomination, Player, SpentInSecret, State, Sweep

SWEEP = "sweep"  # an option: for how many seconds a hand waits for who is away; 0: until its player has answered
SECONDS = (0, 1, 2, 3)
ATTENDED_SECONDS = 20.0  # seconds for which it waits for a player who is there
UNSEEN_SECONDS = 5.0  # the same while all eyes are closed: a longer wait would show who does not vote
CLAIM_SECONDS = 15.0  # seconds in which a nominee says who they are, where hands have seconds
TOPICS = ("vote", "exile", "cult")  # of the questions to those whose hands are counted
UP, DOWN = "hand up", "hand down"  # what players do
HAND, HOLD_VOTE, RESUME_VOTE = "hand", "hold the vote", "go on with the vote"  # what the storyteller does by hand
VERBS = (HAND, HOLD_VOTE, RESUME_VOTE)


def seconds(state: State) -> int:
    """For how long each hand waits; 0: as long as it takes."""
    return int(state.options.get(SWEEP, 0))


def seconds_if_there(state: State, questions: Sequence[Question]) -> float | None:
    """For how long a player who is there is waited for; None: not longer than others.

    A hand that stands up already needs no more time.  While all eyes are closed every hand is given the same.
    """
    sweep = state.sweep
    if sweep is None or not seconds(state) or not questions or questions[0].topic not in TOPICS:
        return None
    if sweep.nomination is not None and sweep.nomination.hidden:
        return UNSEEN_SECONDS
    return None if state.players[questions[0].seats[0]] in sweep.raised else ATTENDED_SECONDS


def time_to_claim(state: State) -> float | None:
    return CLAIM_SECONDS if seconds(state) else None


def begin(
    state: State,
    kind: Counting,
    about: Player | None,
    order: Sequence[Player],
    nomination: Nomination | None = None,
    raised: Sequence[Player] = (),
) -> Sweep:
    """Let hands be raised from here on; some may be up to begin with."""
    state.sweep = sweep = Sweep(kind, about, list(order), nomination, list(raised))
    return sweep


def is_up(sweep: Sweep, player: Player, answer: bool | None) -> bool:
    """Count the hand of a player who has answered whether they raise it, or not at all: then it stays as it is."""
    if answer is not None:
        set_hand(sweep, player, up=answer)
    sweep.counted.append(player)
    return player in sweep.raised


def set_hand(sweep: Sweep, player: Player, *, up: bool) -> None:
    """Raise or lower a hand."""
    if player in sweep.raised:
        sweep.raised.remove(player)
    if up:
        sweep.raised.append(player)


# -- who may -----------------------------------------------------------------------------------------------------


def has_vote(state: State, voter: Player) -> bool:
    """Those who look dead have one vote left for the whole game."""
    return voter.seen_alive or voter.ghost_vote or votes_freely(state, voter)


def votes_freely(state: State, voter: Player) -> bool:
    return acting.rule(state, VotesFreely(voter), False)


def may_vote(state: State, voter: Player, nomination: Nomination) -> bool:
    return has_vote(state, voter) and acting.rule(state, MayVote(voter, nomination), True)


def spends(state: State, voter: Player) -> bool:
    """Whether this vote would be their last."""
    return not voter.seen_alive and voter.ghost_vote and not votes_freely(state, voter)


def counts(state: State, sweep: Sweep, player: Player) -> bool:
    """Whether this player's hand has been or will be counted."""
    if player in sweep.counted or sweep.nomination is None:
        return player.here
    return may_vote(state, player, sweep.nomination)


def may_raise(state: State, player: Player) -> bool:
    """Whether this player's hand may still go up and down."""
    sweep = state.sweep
    if sweep is None or player in sweep.counted:
        return False
    return player in sweep.order and counts(state, sweep, player)


def movable(state: State) -> list[Player]:
    """Whose hands may go up and down without being asked for: all wait for some seconds, or for the storyteller."""
    return [] if state.sweep is None else [p for p in state.sweep.order if _is_movable(state, p)]


def movable_of(state: State, seat: int) -> Player | None:
    """The player of this seat, if their hand may go up and down so."""
    order = () if state.sweep is None else state.sweep.order
    return next((p for p in order if p.seat == seat and _is_movable(state, p)), None)


def _is_movable(state: State, player: Player) -> bool:
    return bool(seconds(state) or state.in_one_room) and not state.over and may_raise(state, player)


def player_move(state: State, seat: int) -> str:
    """What this seat may do with its hand, though nobody asks it now; "" for nothing."""
    player = movable_of(state, seat)
    if player is None or state.sweep is None:
        return ""
    return DOWN if player in state.sweep.raised else UP


def speakers(state: State) -> set[int]:
    """The seat whose turn it is to speak, being nominated while the vote on them is not over; or none."""
    if state.phase != "day" or state.floor_open or state.day_over or state.over or not state.nominations:
        return set()
    last = state.nominations[-1]
    speaker = None if last.done else acting.rule(state, WhoPleads(last), last.nominee)
    return {speaker.seat} if speaker is not None and speaker.here else set()


def may_speak(state: State, seat: int) -> bool:
    """Whether it is this seat's turn to speak in this way."""
    return seat in speakers(state)


# -- by hand -----------------------------------------------------------------------------------------------------


def allows(state: State, verb: str, player: Player | None) -> bool:
    """Whether the storyteller may do this now."""
    sweep = state.sweep
    if sweep is None:
        return False
    if verb == HAND:
        return player is not None and (may_raise(state, player) or _can_be_set_right(sweep, player))
    if verb == HOLD_VOTE:
        return bool(seconds(state)) and not sweep.held
    return sweep.held or not seconds(state)


def does(state: State, verb: str, player: Player | None, where: object) -> News | None:
    """Set somebody's hand; let the hands wait, or go on: without seconds, all are then counted as they are."""
    sweep = state.sweep
    assert sweep is not None, "it was allowed"
    if verb == HAND and player is not None:
        was = player in sweep.raised
        set_hand(sweep, player, up=where == "up")
        if player in sweep.counted and was != (where == "up") and sweep.nomination is not None:
            return recount(state, player, sweep.nomination)
    elif verb == HOLD_VOTE:
        sweep.held = True
    else:
        sweep.held, sweep.at_once = False, not seconds(state)
    return None


def _can_be_set_right(sweep: Sweep, player: Player) -> bool:
    """Whether this hand was counted and can be corrected; in a poll, where it has taken effect, it cannot."""
    return player in sweep.counted and sweep.kind != "poll"


def recount(state: State, voter: Player, nomination: Nomination) -> News:
    """Correct a hand that was counted wrongly: it counts as it is now, and a last vote is spent, or given back."""
    if voter in nomination.hands:
        nomination.hands.remove(voter)
        nomination.tally -= weight(state, voter, nomination)
        secretly = state.notes.of(SpentInSecret).players
        if voter in secretly:
            secretly.remove(voter)
        voter.ghost_vote = voter.ghost_vote or not (voter.seen_alive or votes_freely(state, voter))
        return _voted("{0} does not vote: the hand was counted wrongly.", voter, nomination)
    return vote(state, voter, nomination)


def vote(state: State, voter: Player, nomination: Nomination) -> News:
    """Count a raised hand; the last vote of a dead player is spent, and collected later where nobody may see it."""
    secretly = state.notes.of(SpentInSecret).players
    if voter in secretly:
        return _voted("{0} votes again, in vain.", voter, nomination)
    nomination.hands.append(voter)
    if spends(state, voter) and nomination.hidden:
        secretly.append(voter)
    elif spends(state, voter):
        voter.ghost_vote = False
    counted = weight(state, voter, nomination)
    nomination.tally += counted
    times = "" if counted == 1 else f": ×{counted}" if counted > 0 else f": −{-counted}"
    return _voted(f"{{0}} votes{times}.", voter, nomination)


def _voted(words: str, voter: Player, nomination: Nomination) -> News:
    return News("vote", words, (voter,), frozenset() if nomination.hidden else None, voter.seat)


def collect_votes(state: State) -> None:
    """Take the last votes that the dead have cast while nobody saw it."""
    secretly = state.notes.of(SpentInSecret).players
    for player in secretly:
        player.ghost_vote = False
    secretly.clear()


def weight(state: State, voter: Player, nomination: Nomination) -> int:
    """For how many votes this hand counts."""
    return acting.rule(state, HandWeight(voter, nomination), 1)


def storyteller_verbs(state: State) -> list[str]:
    """What the storyteller may do with the hands as a whole."""
    return [verb for verb in (HOLD_VOTE, RESUME_VOTE) if allows(state, verb, None)]


def is_closed(state: State, question: Question) -> bool:
    """Whether this hand was waited for when the storyteller had all of them counted as they are."""
    return state.sweep is not None and state.sweep.at_once and question.topic in TOPICS


def eligible(state: State, sweep: Sweep) -> list[Player]:
    """Those whose hands have been counted or will be, in that order."""
    return [p for p in sweep.order if counts(state, sweep, p)]


def spending(state: State, sweep: Sweep) -> list[Player]:
    """Those for whom it would be the last vote, if they raised their hand."""
    if sweep.nomination is None:
        return []
    return [p for p in eligible(state, sweep) if p not in sweep.counted and spends(state, p)]


def in_order(state: State, start: Player | None) -> Sequence[Player]:
    """Clockwise from after this player round to them."""
    return queries.round_from(state, start) if start is not None else queries.here(state)
