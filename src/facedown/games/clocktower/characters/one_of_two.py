"""Information that several characters share the form of."""

from __future__ import annotations

from facedown.games.clocktower import information, queries, storyteller
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import Ability, Player, State


def learn_one_of_two(me: Ability, state: State, team: str) -> Steps:
    """Two players and a character of `team`, which one of the two is; or that nobody is of that team."""
    lies = information.must_lie(state, me)
    if queries.works(state, me) and not lies and not information.may_mislead(state, me):
        yield from _learns_truth(me, state, team)
    else:
        yield from _learns_anything(me, state, team, lies)


def _learns_truth(me: Ability, state: State, team: str) -> Steps:
    """The storyteller says which of those who may register as one of that team is found."""
    others = queries.others(state, me)
    holders = [p for p in others if True in queries.may_register(state, p, team)]
    sure = any(queries.may_register(state, p, team) == {True} for p in others)
    if not holders or (team == "outsider" and not sure):
        nobody = yield from _learns_none(me, state, team, sure=not holders)
        if nobody:
            return
    holder: Player = yield storyteller.chooses(
        "who is the one that {0} is to find?", holders, me.player, topic="tell", about=me, step="found"
    )
    seen_as = [c for c in queries.characters_of(state, holder) if c.team == team]
    character: Character = yield storyteller.chooses(
        "as which character is {0} found?", seen_as, holder, topic="tell", about=me, step="found as"
    )
    wrong: Player = yield storyteller.chooses(
        "whom is {0} shown beside {1}?", [p for p in others if p is not holder], me.player, holder,
        topic="tell", about=me, step="beside",
    )  # fmt: skip
    yield from _tell_pair(me, state, holder, wrong, character, true=True)


def _learns_anything(me: Ability, state: State, team: str, lies: bool) -> Steps:
    """The storyteller says what an ability that fails is told; `lies`: it has to be false."""
    others = queries.others(state, me)
    anybody = any(queries.is_(state, p, team) for p in others)
    character = yield storyteller.chooses(
        "which character is {0} told of?", queries.on_script(state, team), me.player, topic="tell", about=me,
        step="character", optional=team == "outsider" and (anybody or not lies),
    )  # fmt: skip
    if character is None:
        yield from _tell_none(me, state, team, true=not anybody)
        return
    options = [p for p in others if not (lies and queries.is_really(p, character.id))]
    one: Player = yield storyteller.chooses(
        "who is one of the two that {0} is shown?", options, me.player, topic="tell", about=me, step="one"
    )
    rest = [p for p in options if p is not one]
    other: Player = yield storyteller.chooses(
        "whom is {0} shown beside {1}?", rest, me.player, one, topic="tell", about=me, step="beside"
    )
    true = any(queries.is_really(p, character.id) for p in (one, other))
    yield from _tell_pair(me, state, one, other, character, true)


def _tell_pair(me: Ability, state: State, one: Player, other: Player, character: Character, true: bool) -> Steps:
    if not true:
        information.misfires(state, me)
    first, second = sorted((one, other), key=lambda p: p.seat)
    yield information.tell(state, 
        me.player, "One of {0} and {1} is {2:the}.", first, second, character, by=me,
        report=(first, second, character), true=true,
    )  # fmt: skip


def _learns_none(me: Ability, state: State, team: str, sure: bool) -> Steps:
    """Nobody is of that team, unless somebody may be found to be and the storyteller wants it so."""
    none = sure or not (
        yield storyteller.decides(
            "does {0} find the player who may register as one?",
            me.player,
            topic="register",
            about=me,
            idle=any(queries.is_(state, p, team) for p in queries.others(state, me)) or None,
        )
    )
    if none:
        yield from _tell_none(
            me, state, team, true=not any(queries.is_(state, p, team) for p in queries.others(state, me))
        )
    return none


def _tell_none(me: Ability, state: State, team: str, true: bool) -> Steps:
    if not true:
        information.misfires(state, me)
    yield information.tell(state, me.player, f"No {team} is in play.", by=me, true=true, topic="none")
