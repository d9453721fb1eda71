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
    """`You won with 5 points to Bo's 12. Fewest points win.`: a winner, and a loser or the best of those."""
    if not winners:
        return ""
    others = [other for other in range(len(counts)) if other not in winners]
    winner = seat if seat is not None and seat in winners else winners[0]
    had = counted(counts[winner], unit)
    if not others:
        return f"Everybody has {had}."
    best = (max if high_wins else min)(others, key=lambda other: counts[other])
    loser = seat if seat is not None and seat in others else best
    who, whose = "You" if winner == seat else names[winner], "your" if loser == seat else f"{names[loser]}'s"
    return f"{who} won with {had} to {whose} {counts[loser]}. {'Most' if high_wins else 'Fewest'} {unit}s win."
