"""A second opinion on GotchaCards: somebody who watches what everybody sees, and both hands, beside the rulebook.

Written from the rulebook alone, with names and lists and no regard to speed: it shares nothing with the rules.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from facedown.core.table import Table

TYPES = ("Rock", "Scissors", "Paper")  # each beats the next
WORTH = {"Curse": -2}
LAST_TURN = 3


def type_of(card: str) -> str | None:
    return next((word for word in card.split() if word in TYPES), None)


def circle(one: str, other: str) -> bool:
    """Whether this type beats that one [1.2]."""
    return TYPES[(TYPES.index(one) + 1) % 3] == other


def claims(card: str, facing: str) -> bool:
    """Whether the card's own text says that it defeats the one that faces it [5.3, 6.3, 6.4]."""
    if card == "Super Paper":
        return True
    one, other = type_of(card), type_of(facing)
    return card.startswith("Mighty") and one is not None and other is not None and circle(other, one)


def winner(cards: tuple[str | None, ...]) -> int | None:
    """Who wins a lane in which these cards lie; None: a tie."""
    a, b = cards
    if a is None or b is None:
        return 1 if a is None else 0  # unopposed [5.6]
    if "Curse" in cards:
        return None if a == b else 1 if a == "Curse" else 0  # [6.13]
    if claims(a, b) != claims(b, a):
        return 0 if claims(a, b) else 1
    one, other = type_of(a), type_of(b)
    if one is None or other is None:
        return None if one == other else 0 if one else 1  # [5.5]
    if one != other:
        return 0 if circle(one, other) else 1
    sweet = [card.startswith("Sweet") for card in (a, b)]  # [5.4]
    return None if sweet[0] == sweet[1] else 1 if sweet[0] else 0


class Referee:
    """Watches a table from its first frame to its last."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.every = self.cards(0)
        self.picker: int | None = None
        self.rounds = [0, 0]
        self.fights = 0

    def cards(self, number: int) -> int:
        """How many cards there are, wherever they lie."""
        view = self.table.at(number).view(None)
        lanes = sum(sum(lane.there) + sum(card is not None for card in lane.under) for lane in view.lanes)
        piles = len(view.trash) + sum(map(len, view.victory)) + sum(view.hand_counts)
        return int(view.deck_left + lanes + piles)

    def watch(self) -> None:
        for number in range(1, len(self.table.frames)):
            before, after = self.table.at(number - 1).view(None), self.table.at(number).view(None)
            check = getattr(self, "on_" + after.event.kind, None)
            if check:
                check(before, after)
            for seat in range(2):
                assert after.points[seat] == sum(WORTH.get(card, 1) for card in after.victory[seat])  # [5.8]
                assert len(self.table.at(number).view(seat).hand) == after.hand_counts[seat]
            assert list(after.rounds_won) == self.rounds
            if after.turn > 0:
                assert self.cards(number) == self.every, "a card is lost or made"

    def on_keep(self, before: Any, after: Any) -> None:
        assert after.event.seat == before.first
        assert len(after.draft) == 8
        self.picker = 1 - after.event.seat  # [2.4]

    def on_draft(self, before: Any, after: Any) -> None:
        assert after.event.seat == self.picker
        assert Counter(before.draft) - Counter(after.draft) == Counter([after.event.card])
        self.picker = 1 - after.event.seat

    def on_turn(self, before: Any, after: Any) -> None:
        if after.overtime:
            assert max(after.hand_counts) <= max(before.hand_counts)
            return
        assert after.starter == (1 - after.first if after.turn == 2 else after.first)  # [3.1]
        if after.turn == 1:
            assert after.hand_counts == (5, 5)  # [2.5]

    def on_fight(self, before: Any, after: Any) -> None:
        cards = before.lanes[after.event.lane].cards
        assert after.event.seat == winner(cards), cards
        self.fights += 1

    def on_take(self, before: Any, after: Any) -> None:
        lane = before.lanes[before.lane]
        gone = [card for card in (*lane.cards, *lane.under) if card is not None]
        for seat, card in enumerate(lane.cards):  # [6.6]
            if card == "Super Rock" and not lane.stays[seat] and before.turn < LAST_TURN and not before.overtime:
                gone.remove(card)
        seat = after.event.seat
        if seat is None:
            assert Counter(after.trash) - Counter(before.trash) == Counter(gone)
            return
        assert Counter(after.victory[seat]) - Counter(before.victory[seat]) == Counter(gone)  # [5.7]
        assert after.event.other == sum(WORTH.get(card, 1) for card in gone)

    def on_fail(self, before: Any, after: Any) -> None:
        """Who cannot place has lost the round, whatever the points [3.6]."""
        assert before.hand_counts[after.event.seat] == 0
        self.rounds[1 - after.event.seat] += 1

    def on_round(self, before: Any, after: Any) -> None:
        seat = after.event.seat
        assert after.points[seat] > after.points[1 - seat]  # [7.1]
        self.rounds[seat] += 1

    def on_tie(self, before: Any, after: Any) -> None:
        assert after.points[0] == after.points[1]  # [7.2]

    def on_order(self, before: Any, after: Any) -> None:
        """Who lost the round chooses [7.6]."""
        assert before.asked == (after.event.seat,)

    def on_tidy(self, before: Any, after: Any) -> None:
        assert after.hand_counts == (0, 0)
        assert after.victory == ((), ())
        assert max(self.rounds) < 2
