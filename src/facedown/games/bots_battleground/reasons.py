"""Why a bot counts for more or less than its card says: what abilities have changed, and which conditions hold."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.core.bits import holds, members
from facedown.games.bots_battleground import position as p
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.notation import card_names
from facedown.games.bots_battleground.view import Change, Source


def changes(v: p.Observation, c: Cards, seat: int, place: int) -> tuple[Change, ...]:
    """What has been made of its Attack or Defense, whichever counts: added to what is printed, what it counts."""
    attacks = seat == v.attacker
    if not (attacks or holds(v.defenders, seat)):
        return ()
    printed, now = (c.attack, v.attack) if attacks else (c.defense, v.defense)
    value = int(printed[v.table[seat][place]])
    found = []
    for counts, by in _steps(v, c, seat, place, now[seat][place]):
        if counts != value:
            found.append(Change(counts - value, by))
            value = counts
    return tuple(found)


def _steps(
    v: p.Observation, c: Cards, seat: int, place: int, value: int
) -> Iterator[tuple[int, tuple[Source, ...]]]:
    """What the bot counts after each step, and by which cards, in the order of rule 10.2."""
    lying = [(at, kind) for at, kind in enumerate(v.table[seat]) if kind >= 0]
    yield value, tuple(_lies(v, c, *divmod(bot, p.PLACES)) for bot in members(v.changed_by[seat][place]))
    condition = _condition(c, v.table[seat][place])
    if condition[0] == "solitary" and len(lying) > 1:
        value -= condition[1]
        yield value, (_lies(v, c, seat, place),)
    for at, kind in lying:
        if at != place and _condition(c, kind)[0] == "aura":
            value += _condition(c, kind)[1]
            yield value, (_lies(v, c, seat, at),)
    for rival in _facing(v, seat):
        for at, kind in enumerate(v.table[rival]):
            if kind >= 0 and _condition(c, kind)[0] == "cap":
                value = min(value, _condition(c, kind)[1])
                yield value, (_lies(v, c, rival, at),)
    yield max(value, 0), ()


def _facing(v: p.Observation, seat: int) -> tuple[int, ...]:
    """The rival with whom the sum on the plate is taken: of several defenders the first (observe.py)."""
    return members(v.defenders)[:1] if seat == v.attacker else (v.attacker,)


def _condition(c: Cards, kind: int) -> tuple[str, int]:
    condition = c.kinds[kind].condition
    return (condition.does, condition.n) if condition else ("", 0)


def _lies(v: p.Observation, c: Cards, seat: int, place: int) -> Source:
    return Source(seat, c.of(card_names)[v.table[seat][place]])


__all__ = ["changes"]
