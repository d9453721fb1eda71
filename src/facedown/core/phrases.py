"""Pieces of sentences and of views that every card game needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facedown.core.spelling import counted


def joined(words: Sequence[str]) -> str:
    """`Ann`, `Ann and Bo`, `Ann, Bo and Cy`; at least one."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def chips(cards: Iterable[str]) -> str:
    """`[Red 3], [Heron]`: card names in brackets, of which a page makes chips."""
    return ", ".join(f"[{card}]" for card in cards)


def or_none(number: int) -> int | None:
    """A seat or a number of a record as a view shows it: -1 stands for none there."""
    return None if number < 0 else int(number)


def outcome(
    counts: Sequence[int],
    winners: Sequence[int],
    seat: int | None,
    names: Sequence[str],
    unit: str,
    *,
    high_wins: bool = True,
) -> str:
    """`You and Cy won with 5 points each to Bo's 12. Fewest points win.`: who won, and a loser or their best."""
    if not winners:
        return ""
    others = [other for other in range(len(counts)) if other not in winners]
    had = counted(counts[winners[0]], unit)
    if not others:
        return f"Everybody has {had}."
    who = joined(["You"] * (seat in winners) + [names[winner] for winner in winners if winner != seat])
    each = " each" if len(winners) > 1 else ""
    best = (max if high_wins else min)(others, key=lambda other: counts[other])
    loser = seat if seat is not None and seat in others else best
    whose = "your" if loser == seat else f"{names[loser]}'s"
    return (
        f"{who} won with {had}{each} to {whose} {counts[loser]}. {'Most' if high_wins else 'Fewest'} {unit}s win."
    )
