"""A second opinion on The Botch is Back: somebody who sees every card, and checks each event against the rulebook.

Written from the rulebook alone, with names and lists and no regard to speed: it shares nothing with the rules.
"""

from __future__ import annotations

from typing import Any

from facedown.core.table import Table

THREATS = ("Brew", "Railing", "Crowbar", "Flare Gun", "Docker")


class Referee:
    """Watches a table from its first frame to its last."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.calls = self.swaps = 0

    def see(self, number: int) -> Any:
        """Everything, hidden cards included."""
        return self.table.game.revealed(self.table.at(number).position(), self.table.names)

    def watch(self) -> None:
        before = self.see(1)
        for number in range(2, len(self.table.frames)):
            after = self.see(number)
            kind = after.event.kind
            gone = after.event.seat if kind == "die" else None  # with their item [6.3]
            if kind != "swap":
                there = tuple(None if seat == gone else item for seat, item in enumerate(before.items))
                assert after.items == there, "only a swap moves items [3.4]"
            assert after.roles == before.roles
            self.count(before, after, number)
            check = getattr(self, "on_" + kind.replace(" ", "_"), None)
            if check:
                check(before, after)
            before = after
        self.end(before)

    def count(self, before: Any, after: Any, number: int) -> None:
        """Diamonds come from the pile by a card, and go with the dead and with stashes [2.1, 6.3, 7.6]."""
        text = self.table.at(number).view(None).event
        more = sum(after.diamonds) + sum(after.stash) + after.bank
        less = sum(before.diamonds) + sum(before.stash) + before.bank
        if more > less:
            assert text.kind in ("take", "collect")
        if more < less:
            assert text.kind in ("die", "taken")
        assert min((*after.diamonds, *after.stash, after.bank)) >= 0

    def on_turn(self, before: Any, after: Any) -> None:
        seat = before.turn
        for _ in range(after.seats):  # clockwise to the next who lives [3.1]
            seat = (seat + 1) % after.seats
            if after.alive[seat]:
                break
        if before.turns:
            assert after.turn == seat
        assert after.turns == before.turns + 1

    def on_taken(self, before: Any, after: Any) -> None:
        """Two items are under the table: both face-down, and what was stashed on them is gone [3.5, 7.6]."""
        for seat in (after.event.seat, after.event.other):
            assert not after.item_up[seat]
            assert after.stash[seat] == 0

    def on_swap(self, before: Any, after: Any) -> None:
        one, other = after.event.seat, after.event.other
        exchanged = list(before.items)
        exchanged[one], exchanged[other] = exchanged[other], exchanged[one]
        assert list(after.items) in (list(before.items), exchanged)
        self.swaps += 1

    def on_judge(self, before: Any, after: Any) -> None:
        """Each who does not have the item pays the Bank a diamond, and the user's is revealed [4.6, 4.7, 4.8]."""
        user, caller, said = after.event.seat, after.event.other % 8, after.event.card
        liars = {seat for seat in (user, caller) if before.items[seat] != said}
        self.pay_bank(before, after, liars)
        assert after.item_up[user] or user not in liars
        assert after.item_up[caller] == before.item_up[caller]
        self.calls += 1

    def pay_bank(self, before: Any, after: Any, payers: set[int]) -> None:
        for seat in range(after.seats):
            owed = 1 if seat in payers and before.diamonds[seat] else 0
            assert after.diamonds[seat] == before.diamonds[seat] - owed
        assert after.bank == before.bank + sum(bool(before.diamonds[seat]) for seat in payers)

    def on_standoff(self, before: Any, after: Any) -> None:
        """The user reveals; whatever threatens brings two diamonds [5.5, 5.6], and what does not costs one."""
        user, victim, shown = after.event.seat, after.event.other, after.event.card
        assert shown in (after.items[user], after.roles[user])
        if shown in THREATS:
            paid = min(2, before.diamonds[victim])
            assert after.diamonds[victim] == before.diamonds[victim] - paid
            assert after.diamonds[user] == before.diamonds[user] + paid
        else:
            self.pay_bank(before, after, {user})

    def on_hurt(self, before: Any, after: Any) -> None:
        seat = after.event.seat
        assert after.hurt[seat] == before.hurt[seat] + 1

    def on_recover(self, before: Any, after: Any) -> None:
        heals = after.event.card == "Surgeon"  # somebody else
        assert after.hurt[after.event.other if heals else after.event.seat] == 0  # [6.6]

    def on_die(self, before: Any, after: Any) -> None:
        seat = after.event.seat
        broke = before.roles[seat] == "Debtor" and before.diamonds[seat] + before.stash[seat] == 0
        assert before.hurt[seat] >= 2 or before.items[seat] == "Parcel" or broke  # [6.2, 8.6, 8.7]
        assert (after.alive[seat], after.diamonds[seat], after.stash[seat]) == (False, 0, 0)  # [6.3]

    def on_declare(self, before: Any, after: Any) -> None:
        assert after.event.seat == before.turn
        assert after.item_up[before.turn]
        assert after.role_up[before.turn]  # [8.4]

    def on_spoil(self, before: Any, after: Any) -> None:
        assert after.event.card in (before.items[after.event.seat], before.roles[after.event.seat])
        assert not after.winners

    def end(self, last: Any) -> None:
        """Who wins has ten, or what a card says, or is left alone [8.1, 8.2]; or time is up [8.9]."""
        wealth = [diamonds + stash for diamonds, stash in zip(last.diamonds, last.stash, strict=True)]
        for seat in last.winners if last.turns < 200 else ():
            assert last.alive[seat]
            twins = [
                other for other in range(last.seats) if "Twin" in (last.roles[other] or "") and last.alive[other]
            ]
            assert (
                wealth[seat] >= 10
                or sum(last.alive) == 1
                or (last.items[seat] == "Contract" and wealth[seat] == 7)
                or (last.roles[seat] == "Purser" and last.bank >= 7)
                or (seat in twins and len(twins) == 2 and sum(wealth[one] for one in twins) >= 19)
                or (seat in twins and any(wealth[one] >= 10 for one in twins))
            )
