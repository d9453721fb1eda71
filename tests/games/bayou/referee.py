"""A second opinion on Bayou Boss: somebody who watches all the views and checks each event against the rulebook.

Written from the rulebook alone, with lists and names and no regard to speed: it shares nothing with the rules.
What the Characters do is read from their file.
"""

from __future__ import annotations

import tomllib
from typing import Any

from facedown.core.table import Table

SUITS = ("Red", "Yellow", "Blue", "Green", "Purple", "Orange")


def suit(card: str | None) -> str | None:
    first, _, last = str(card).partition(" ")
    return first if first in SUITS and last.isdigit() else None  # the Blue Crab is not a Blue card


def value(card: str) -> int:
    return int(card.split(" ")[1])


def may_play(cards: list[str], led: str | None, trump: str) -> set[str]:
    """[3.2] to [3.6]."""
    suits = [card for card in cards if suit(card)]
    if led:
        suits = (
            [card for card in suits if suit(card) == led]
            or [card for card in suits if suit(card) == suit(trump)]
            or suits
        )
    return set(suits) | {card for card in cards if not suit(card)}


class Referee:
    """Watches a table from its first frame to its last."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats = len(table.names)
        text = table.contract.own_cards or (table.contract.folder / "cards.toml").read_text(encoding="utf-8")
        self.known = {card["name"]: card for card in tomllib.loads(text)["character"]}
        self.marks: list[int] = []
        self.low: set[int] = set()
        self.crab = self.backwards = False
        self.pickers: list[int] = []
        self.taken: list[str] = []
        self.tricks = [0] * self.seats

    def watch(self) -> None:
        for number in range(1, len(self.table.frames)):
            before, after = self.table.at(number - 1).view(None), self.table.at(number).view(None)
            self.event = after.event
            if check := getattr(self, "on_" + after.event.kind.replace(" ", "_"), None):
                try:
                    check(before, after, number)
                except AssertionError as error:
                    raise AssertionError(f"frame {number}, {after.event}, {after.table}: {error}") from error

    def effect(self, card: str) -> str:
        return str(self.known.get(card, {}).get("effect", ""))

    def effects(self, cards: Any) -> set[str]:
        return {self.effect(card) for card in cards}

    def marked(self, seat: int, target: int, view: Any) -> None:
        """Whose card a mark goes to [6.2, 6.3]."""
        on, tricks = self.known[self.event.card]["on"], view.tricks
        whose = {
            "self": {seat},
            "next": {(seat + 1) % self.seats},
            "fewest": {one for one in range(self.seats) if tricks[one] == min(tricks)},
            "most": {one for one in range(self.seats) if tricks[one] == max(tricks)},
            "anyone": set(range(self.seats)),
        }
        assert target in whose[on]

    def hand(self, number: int, seat: int) -> list[str]:
        return list(self.table.at(number).view(seat).hand)

    def on_shuffle(self, before: Any, after: Any, number: int) -> None:
        self.tricks = [0] * self.seats
        self.taken = []
        self.crab = self.backwards = False
        assert after.dealer == before.dealer
        for seat in range(self.seats):
            hand = self.hand(number, seat)
            assert len(hand) == 7
            assert all(suit(card) for card in hand)  # [2.2]

    def on_swamp(self, before: Any, after: Any, number: int) -> None:
        assert before.swamp == ()
        assert len(after.swamp) == self.seats
        assert after.deck_left == before.deck_left - self.seats
        assert not self.crab
        self.pickers = []
        self.expect_leader(before, after)

    def on_play(self, before: Any, after: Any, number: int) -> None:
        seat, card = after.event.seat, after.event.card
        assert before.asked == (seat,)
        legal = may_play(self.hand(number - 1, seat), before.led, before.trump)
        assert card in legal
        if not before.table:
            assert self.pickers == []  # everybody has picked
            assert before.leader == seat
            self.crab = self.backwards = False
        assert sorted([*self.hand(number, seat), card]) == sorted(self.hand(number - 1, seat))
        if self.effect(card) != "play from swamp" or not before.swamp:
            self.laid(seat, card, before, after)

    def on_draw(self, before: Any, after: Any, number: int) -> None:
        seat, card = after.event.seat, after.event.card
        assert "play from swamp" in self.effects(after.out)
        assert before.swamp.count(card) == after.swamp.count(card) + 1
        assert card in may_play(before.swamp, before.led, before.trump)
        self.laid(seat, card, before, after)

    def laid(self, seat: int, card: str, before: Any, after: Any) -> None:
        assert (*before.table, after.table[-1]) == after.table
        assert (after.table[-1].seat, after.table[-1].card) == (seat, card)
        assert after.led == (before.led or suit(card))
        turns = [(before.leader + turn) % self.seats for turn in range(self.seats)]
        order = [played.seat for played in after.table]
        assert order == [turn for turn in turns if turn in order]  # clockwise [3.1]

    def on_high(self, before: Any, after: Any, number: int) -> None:
        target = after.event.other
        self.marked(after.event.seat, target, before)
        if self.marks[-1:] != [target]:
            self.marks.append(target)

    def on_low(self, before: Any, after: Any, number: int) -> None:
        self.marked(after.event.seat, after.event.other, before)
        self.low.add(after.event.other)

    def on_exchange(self, before: Any, after: Any, number: int) -> None:
        seat = after.event.seat
        assert after.trump == after.event.card
        assert before.trump == after.event.other
        expected = sorted([*self.hand(number - 1, seat), before.trump])
        expected.remove(after.trump)
        assert sorted(self.hand(number, seat)) == expected

    def on_no_effect(self, before: Any, after: Any, number: int) -> None:
        hand = self.hand(number, after.event.seat)
        assert self.effect(after.event.card) != "new trump" or not any(suit(card) for card in hand)

    def on_trick(self, before: Any, after: Any, number: int) -> None:
        seat, cards = after.event.seat, [played.card for played in before.table]
        playing = {played.seat for played in before.table}
        assert all(other in playing or before.hand_counts[other] == 0 for other in range(self.seats))
        assert seat == self.winner(before)
        assert seat == before.winning
        scores = "no score" not in self.effects(cards)
        self.tricks[seat] += scores
        assert after.event.other == scores
        assert after.tricks == tuple(self.tricks)
        self.taken += cards
        effects = self.effects(cards)
        self.crab, self.backwards = "no refill" in effects, "pick backwards" in effects
        self.marks, self.low = [], set()
        self.pickers = [(seat + turn) % self.seats for turn in range(self.seats)]
        if self.backwards:
            self.pickers = [(seat - 1 - turn) % self.seats for turn in range(self.seats)]
        self.pickers = self.pickers[: len(after.swamp)]
        self.next_leader = seat
        self.expect_leader(before, after)

    def winner(self, view: Any) -> int:
        """[4.1] to [4.8]."""
        cards = {played.seat: played.card for played in view.table}
        valid = [seat for seat in cards if seat not in self.low]
        effects = self.effects(cards.values())
        small = "small wins" in effects

        def rank(seat: int) -> tuple[int, int, int]:
            card, turn = cards[seat], list(cards).index(seat)
            if not suit(card):
                return (0, turn, 0)
            group = 3 if suit(card) == suit(view.trump) else 2 if suit(card) == view.led else 1
            return (group, -value(card) if small else value(card), -turn)

        ranked = sorted(valid, key=rank, reverse=True)
        high = self.marks[-1] if self.marks and self.marks[-1] in valid else None
        second = self.marks[-2] if len(self.marks) > 1 and self.marks[-2] in valid else None
        if high is None:
            high = next((seat for seat in ranked if seat != second), second)
        if second is None:
            # The last but one, then the last.
            by_default = ranked if any(map(suit, cards.values())) else ranked[:2][::-1]
            second = next((seat for seat in by_default if seat != high), None)
        if "second wins" in effects and second is not None:
            return second
        return view.leader if high is None else high

    def on_pick(self, before: Any, after: Any, number: int) -> None:
        seat, card = after.event.seat, after.event.card
        assert self.pickers.pop(0) == seat
        assert before.swamp.count(card) == after.swamp.count(card) + 1
        assert sorted(self.hand(number, seat)) == sorted([*self.hand(number - 1, seat), card])
        self.expect_leader(before, after)

    def expect_leader(self, before: Any, after: Any) -> None:
        """Who leads when everybody has picked and the Swamp is full or stays empty."""
        if after.question == "play":
            leader = (after.dealer + 1) % self.seats if after.trick == 1 else self.next_leader
            turns = [(leader + turn) % self.seats for turn in range(self.seats)]
            assert after.asked == (next(seat for seat in turns if after.hand_counts[seat]),)  # [3.7]
            if after.event.kind != "swamp":
                assert self.crab or after.deck_left < self.seats  # [5.3]

    def on_score(self, before: Any, after: Any, number: int) -> None:
        assert before.hand_counts == (0,) * self.seats
        assert after.history == (*before.history, tuple(self.tricks))
        most = max(self.tricks)
        turns = [(before.dealer + 1 + turn) % self.seats for turn in range(self.seats)]
        assert after.dealer == next(seat for seat in turns if self.tricks[seat] == most)  # [7.3, 7.4]
        ends = after.round > 4 or max(after.totals) >= 12 or len(after.history) == 4
        assert after.totals == tuple(sum(row[seat] for row in after.history) for seat in range(self.seats))
        self.ends = ends

    def on_end(self, before: Any, after: Any, number: int) -> None:
        assert self.ends
        assert number == len(self.table.frames) - 1

    def on_deal(self, before: Any, after: Any, number: int) -> None:
        assert number < 4 or not self.ends
