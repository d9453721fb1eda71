"""Information that several characters share the form of."""

from __future__ import annotations

from facedown.games.clocktower.character import Character, Steps
from facedown.games.clocktower.state import Ability, Player
from facedown.games.clocktower.tale import Tale


def learn_one_of_two(me: Ability, tale: Tale, team: str) -> Steps:
    """Two players and a character of `team`: one of the two is it.  Where nobody is, that is learned instead."""
    works, lies = me.works and not tale.may_mislead(me), tale.must_lie(me)
    others = tale.others(me)
    if works and not lies:
        holders = [p for p in others if True in tale.may_register(p, team)]
        sure = any(tale.may_register(p, team) == {True} for p in others)
        if not holders or (team == "outsider" and not sure):
            nobody = yield from _learns_none(me, tale, team, sure=not holders)
            if nobody:
                return
        holder: Player = yield tale.storyteller.chooses(
            "who is the one that {0} is to find?", holders, me.player, topic="tell", about=me
        )
        seen_as = [c for c in tale.characters_of(holder) if c.team == team]
        character: Character = yield tale.storyteller.chooses(
            "as which character is {0} found?", seen_as, holder, topic="tell", about=me
        )
        wrong: Player = yield tale.storyteller.chooses(
            "whom is {0} shown beside {1}?", [p for p in others if p is not holder], me.player, holder,
            topic="tell", about=me,
        )  # fmt: skip
        yield from _tell_pair(me, tale, holder, wrong, character, true=True)
        return
    anybody = any(tale.is_(p, team) for p in others)
    character = yield tale.storyteller.chooses(
        "which character is {0} told of?", tale.on_script(team), me.player, topic="tell", about=me,
        optional=team == "outsider" and (anybody or not lies),
    )  # fmt: skip
    if character is None:
        yield from _tell_none(me, tale, team, true=not anybody)
        return
    options = [p for p in others if not (lies and tale.is_really(p, character.id))]
    one: Player = yield tale.storyteller.chooses(
        "who is one of the two that {0} is shown?", options, me.player, topic="tell", about=me
    )
    rest = [p for p in options if p is not one]
    other: Player = yield tale.storyteller.chooses(
        "whom is {0} shown beside {1}?", rest, me.player, one, topic="tell", about=me
    )
    true = any(tale.is_really(p, character.id) for p in (one, other))
    yield from _tell_pair(me, tale, one, other, character, true)


def _tell_pair(me: Ability, tale: Tale, one: Player, other: Player, character: Character, true: bool) -> Steps:
    if not true:
        tale.misfires(me)
    first, second = sorted((one, other), key=lambda p: p.seat)
    yield tale.tell(
        me.player, "One of {0} and {1} is {2}.", first, second, character, by=me,
        report=(first, second, character), true=true,
    )  # fmt: skip


def _learns_none(me: Ability, tale: Tale, team: str, sure: bool) -> Steps:
    """Nobody is of that team, unless somebody may be found to be and the storyteller wants it so."""
    none = sure or not (
        yield tale.storyteller.decides(
            "does {0} find somebody who may pass for it, or for none?",
            me.player,
            topic="register",
            about=me,
            idle=any(tale.is_(p, team) for p in tale.others(me)) or None,
        )
    )
    if none:
        yield from _tell_none(me, tale, team, true=not any(tale.is_(p, team) for p in tale.others(me)))
    return none


def _tell_none(me: Ability, tale: Tale, team: str, true: bool) -> Steps:
    if not true:
        tale.misfires(me)
    yield tale.tell(me.player, f"No {team} is in play.", by=me, report=None, true=true)
