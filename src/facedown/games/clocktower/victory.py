"""How a game ends: the only place that decides who has won.

Alternative wins come first, then the Demon's death and the last two alive; what turns the result, last.
"""

from __future__ import annotations

from facedown.games.clocktower import acting, information, queries
from facedown.games.clocktower.changeable_rules import IsKeptFromWinning, Result, ResultStands, WhoHasWon
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import EVIL, GOOD, Ability, Alignment, End, News, State


def check_end(state: State) -> Steps | None:
    """Find out whether somebody has won; called after every death and change, at dusk and at dawn."""
    if state.over or state.phase == "set-up":
        return None
    result = acting.rule(state, WhoHasWon(), None)
    if result is not None:
        return end_game(state, *result)
    no_demon = state.demon_needed and not any(p.alive for p in queries.demons(state))
    if no_demon and not _kept_from_winning(state, GOOD):
        return end_game(state, GOOD, "the Demon is dead" if queries.demons(state) else "there is no Demon")
    if sum([p.alive for p in queries.residents(state)]) <= 2 and not _kept_from_winning(state, EVIL):
        return end_game(state, EVIL, "only two players are alive")
    return None


def _kept_from_winning(state: State, side: Alignment) -> bool:
    return acting.rule(state, IsKeptFromWinning(side), False)


def end_by(state: State, request: End) -> Steps:
    """Let the side win that an ability says has won."""
    return end_game(state, request.side, request.why, request.by)


def end_game(state: State, side: Alignment, why: str, by: Ability | None = None, *, by_hand: bool = False) -> Steps:
    """End the game: this side has won, unless `by` does not work or something turns the result.

    `by_hand`: the storyteller says who has won after all; nothing turns that.
    """
    if by is not None and not queries.works(state, by):
        information.misfires(state, by)
        return
    if state.over or (side == GOOD and not by_hand and _kept_from_winning(state, GOOD)):
        return  # however good would win
    if state.wins is not None and not by_hand:
        state.wins.append((side, why))
        return
    turned: Alignment = yield acting.ruling(state, Result(), side)
    side = side if by_hand else turned
    yield acting.comes(state, ResultStands(side))
    yield information.card_cover(state, "{0} wins: {1}.", side, why)
    for player in queries.here(state):  # who has died tonight: there is no dawn to tell it any more
        yield information.show_life(state, player)
    state.winner, state.why_over, state.phase = side, why, "over"
    yield News("over", "{0} wins: {1}.", (side, why))


def at_once(state: State, steps: Steps | None) -> Steps:
    """Take all of these steps; where both sides would win by them, good does [1.6]."""
    state.wins = []
    yield steps
    wins, state.wins = state.wins, None
    for side, why in sorted(wins, key=lambda win: win[0] != GOOD):
        yield end_game(state, side, why)
