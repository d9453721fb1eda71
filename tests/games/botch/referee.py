"""A second opinion on The Botch is Back: somebody who sees every card, and keeps the table beside the rulebook.

Written from the rulebook alone, with names and lists and no regard to speed: it shares nothing with the rules.
What the cards do is read from their file.  After each event diamonds, stashes, Hurt markers and cards must be as
here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from facedown.core.table import Table

Card = Mapping[str, Any]
KEPT = ("diamonds", "stash", "hurt", "alive", "items", "roles", "item_up", "role_up")
# The event that tells of a step of an action.
TELLS = {
    "take N from the pile": "take", "take N from the Bank": "take", "take N from a player": "take",
    "take N from each": "take", "pay N to the Bank": "pay bank", "stash N": "stash", "recover": "recover",
    "turn your item down": "turn down", "look at a player's item": "look", "flip a player's item": "flip",
    "hurt a player": "hurt", "heal a player": "recover", "swap with a player": "taken",
}  # fmt: skip
TAKES = {19: "take N from the pile", 20: "take N from the Bank", 21: "take N from each", 25: "take N from a player"}


def words(step: str) -> str:
    return re.sub(r"\d+", "N", step)


def number(step: str) -> int:
    return int((re.findall(r"\d+", step) or ["0"])[0])


class Referee:
    """Watches a table from its first frame to its last."""

    def __init__(self, table: Table) -> None:
        self.table = table
        read = tomllib.loads(
            table.contract.own_cards or (table.contract.folder / "cards.toml").read_text(encoding="utf-8")
        )
        self.items: dict[str, Card] = {card["name"]: card for card in read["item"]}
        self.roles: dict[str, Card] = {card["name"]: card for card in read["role"]}
        self.turn: int | None = None
        self.use: tuple[int, str, int | None] | None = None  # who uses what, and on whom
        self.steps: list[str] = []  # of the action that goes on
        self.outer: tuple[Any, list[str]] | None = (
            None  # the same of whoever hurts somebody, while that is answered
        )
        self.held: tuple[int, int] | None = None  # two items under the table
        self.declared: int | None = None
        self.hurts: list[int] = []  # whom a Weapon hurts next
        self.spoiled = self.saves = self.time_up = False
        self.shown: list[str] = []  # items and roles, since the last claim

    def see(self, number: int) -> Any:
        """Everything, hidden cards included."""
        return self.table.contract.revealed(self.table.at(number).position(), self.table.names)

    def watch(self) -> None:
        self.number, self.after = 1, self.see(1)
        self.deal()
        for number in range(2, len(self.table.frames)):
            self.number, self.before, self.after = number, self.after, self.see(number)
            self.event = event = self.table.at(self.number).view(None).event
            try:
                if check := getattr(self, "on_" + event.kind.replace(" ", "_"), None):
                    check(event.seat, event.other)
                for name, mine in self.state.items():
                    assert list(getattr(self.after, name)) == mine, (
                        f"{name}: {mine}, not {getattr(self.after, name)}"
                    )
                assert self.after.bank == self.bank
                inner = bool(self.steps or self.held) or (self.after.use and self.after.use.purpose != "action")
                if self.outer and not inner:  # what hurt them goes on
                    (self.use, self.steps), self.outer, self.saves = self.outer, None, False
            except AssertionError as error:
                raise AssertionError(f"frame {self.number}, {event}, {self.use}: {error}") from error
        self.end()

    def deal(self) -> None:
        """[1.4, 1.5, 9.8]"""
        seen = self.after
        self.state: dict[str, list[Any]] = {name: list(getattr(seen, name)) for name in KEPT}
        self.bank = 0
        assert seen.bank == 0
        assert set(seen.diamonds) == {2}
        assert not any((*seen.stash, *seen.hurt, *seen.item_up, *seen.role_up))
        for cards, known in ((seen.items, self.items), (seen.roles, self.roles)):
            assert len(set(cards)) == seen.seats
            assert set(cards) <= set(known) & set(seen.in_game)
        pairs = [role for role in seen.in_game if self.roles.get(role, {}).get("wins", "").startswith("pair")]
        assert len(pairs) < 2 or seen.tell_cast == "open" or sum(role in pairs for role in seen.roles) != 1

    # -- the table -------------------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        if name in KEPT:
            return self.state[name]
        raise AttributeError(name)

    def wealth(self, seat: int) -> int:
        return int(self.state["diamonds"][seat] + self.state["stash"][seat])

    def spends(self, seat: int, n: int) -> None:
        """From the stash or not, as the payer likes [7.5, 7.7]."""
        left = self.wealth(seat) - n
        loose, stashed = self.after.diamonds[seat], self.after.stash[seat]
        assert left >= 0
        assert loose + stashed == left
        assert loose <= self.diamonds[seat]
        assert stashed <= self.stash[seat]
        self.diamonds[seat], self.stash[seat] = loose, stashed

    def pays_bank(self, seat: int, n: int = 1) -> None:
        """What is stashed is left out [2.3, 7.3]."""
        paid = min(n, self.diamonds[seat])
        self.diamonds[seat] -= paid
        self.bank += paid

    def taken_from(self, seat: int, other: int, n: int) -> int:
        """[7.2, 7.4]"""
        paid = min(n, self.diamonds[other])
        self.diamonds[other] -= paid
        self.diamonds[seat] += paid
        return int(paid)

    def card(self, name: str) -> Card:
        return self.items.get(name) or self.roles[name]

    def holds(self, seat: int, name: str) -> bool:
        return name in (self.state["items"][seat], self.state["roles"][seat])

    def mine(self, seat: int) -> tuple[Card, Card]:
        """Role and item, whatever they say they are."""
        return self.roles[self.state["roles"][seat]], self.items[self.state["items"][seat]]

    def reveal(self, seat: int, name: str) -> None:
        assert self.holds(seat, name)
        self.shown.append(name)
        self.state["item_up" if name in self.items else "role_up"][seat] = True

    # -- turns -----------------------------------------------------------------------------------------------------

    def on_turn(self, seat: int, other: int) -> None:
        """Clockwise to the next who lives [3.1]; and nothing of the last turn is left to do."""
        self.nothing_is_left()
        self.use, self.held, self.declared, self.spoiled, self.hurts = None, None, None, False, []
        if self.turn is not None:
            turns = [(self.turn + step) % self.after.seats for step in range(1, self.after.seats + 1)]
            assert seat == next(one for one in turns if self.alive[one])
        self.turn = seat

    def nothing_is_left(self) -> None:
        for step in self.steps:
            assert self.in_vain(step), f"{step} is left out"
        self.steps = []

    def in_vain(self, step: str) -> bool:
        """Whether this step changes nothing and may go without saying."""
        assert self.use
        user, _, target = self.use
        is_gone = target is None or not self.alive[target]
        known = {
            "take N from the Bank": self.bank == 0,
            "take N from a player": is_gone or self.diamonds[target or 0] == 0,
            "take N from each": not any(d for seat, d in enumerate(self.diamonds) if seat != user),
            "pay N to the Bank": self.wealth(user) == 0,
            "stash N": self.diamonds[user] == 0,
            "recover": self.hurt[user] == 0,
            "turn your item down": not self.item_up[user],
            "swap with a player": is_gone or self.item_up[user],
        }
        return known.get(words(step), is_gone) or not self.alive[user]

    def on_introduce(self, seat: int, other: int) -> None:
        """[3.7, 9.1]"""
        self.role_up[seat] = not self.roles[self.state["roles"][seat]].get("hidden", False)

    def on_taken(self, seat: int, other: int) -> None:
        """Two items are under the table: both face-down, and what was stashed on them is gone [3.5, 7.6]."""
        assert not self.item_up[seat]
        if self.steps:
            self.step("taken", "swap with a player")
        for one in (seat, other):
            self.item_up[one], self.stash[one] = False, 0
        self.held = seat, other

    def on_swap(self, seat: int, other: int) -> None:
        assert self.held == (seat, other)
        items = self.state["items"]
        if list(self.after.items) != items:
            items[seat], items[other] = items[other], items[seat]
        self.held = None

    # -- what is claimed -------------------------------------------------------------------------------------------

    def on_claim(self, seat: int, other: int) -> None:
        """[4.1, 4.10, 9.3]"""
        name, target = self.event.card, self.after.use.on if self.after.use else self.event.other
        card = self.card(name)
        up = self.item_up[seat] if name in self.items else self.role_up[seat]
        assert self.holds(seat, name) if up else name in self.after.in_game
        assert name in self.items or up or card.get("hidden")
        if self.after.use and self.after.use.purpose in ("save", "rescue"):
            self.outer = self.outer or (self.use, self.steps)
        self.use = seat, name, target if target is not None and target >= 0 else None
        purpose = self.after.use.purpose if self.after.use else "action"
        self.shown, self.saves, self.steps = [], purpose == "save", list(card.get("action", ()))
        if self.saves:  # [6.5]
            assert "saves" in card
            self.steps = []
        elif purpose == "rescue":  # [6.4]
            assert card.get("rescues")
            self.steps = ["swap with a player"]

    def on_threat(self, seat: int, other: int) -> None:
        """With a card that can, but not with a Hidden role that lies face-up [5.1, 5.8]."""
        self.on_claim(seat, other)
        self.steps = []
        assert self.use
        card = self.card(self.use[1])
        assert card.get("threat") or card.get("weapon")
        assert not (card.get("hidden") and self.before.role_up[seat])

    def on_judge(self, seat: int, other: int) -> None:
        """Each who does not have the item pays the Bank a diamond, and the user's is revealed [4.6, 4.7, 4.8]."""
        caller, said = other % 8, self.event.card
        for one in (seat, caller):
            if self.state["items"][one] != said:
                self.pays_bank(one)
        if self.state["items"][seat] != said:
            self.item_up[seat] = True
            self.steps = []

    def on_prove(self, seat: int, other: int) -> None:
        """A card that shows itself first, or another one, which is a bluff [4.9]."""
        assert self.use
        assert self.holds(seat, self.event.card)
        self.shown.append(self.event.card)
        right = self.event.card == self.use[1]
        if self.event.card in self.items and (not right or self.card(self.use[1])["needs"] == "reveal"):
            self.item_up[seat] = True
        elif self.event.card in self.roles and (not right or self.card(self.use[1])["needs"] == "reveal"):
            self.role_up[seat] = True
        if not right:
            self.pays_bank(seat)
            self.steps = []

    def on_standoff(self, seat: int, other: int) -> None:
        """The user reveals; whatever threatens brings two diamonds [5.5, 5.6], and what does not costs one."""
        self.reveal(seat, self.event.card)
        card = self.card(self.event.card)
        if card.get("threat") or card.get("weapon"):
            self.taken_from(seat, other, 2)
            self.hurts = [other] if card.get("weapon") else []
        else:
            self.pays_bank(seat)

    def on_id(self, seat: int, other: int) -> None:
        """[9.4]"""
        assert not self.role_up[other]
        self.spends(seat, 1)
        self.diamonds[other] += 1
        self.named = self.event.card

    def on_expose(self, seat: int, other: int) -> None:
        """[9.6]"""
        assert self.state["roles"][seat] == self.named
        self.role_up[seat] = True
        if self.use and self.use[0] == seat and self.use[1] in self.roles:
            mine, said = self.roles[self.named], self.card(self.use[1])
            if any(mine.get(key) != said.get(key) for key in ("action", "needs", "saves", "threat", "weapon")):
                same = all(mine.get(key) == said.get(key) for key in ("action", "needs"))
                self.steps = self.steps if same else []

    # -- what comes of it ------------------------------------------------------------------------------------------

    def step(self, kind: str, *may: str) -> int:
        """The next step of the action is this one; those before it change nothing.  The number that it says."""
        assert self.use
        while self.steps:
            step = self.steps.pop(0)
            if TELLS[words(step)] == kind and (not may or words(step) in may):
                return number(step)
            assert self.in_vain(step), f"{step} is left out before {kind}"
        raise AssertionError(f"no step is a {kind}")

    def on_look(self, seat: int, other: int) -> None:
        if self.steps:
            assert self.use
            assert (seat, other) == (self.use[0], self.use[2])
            self.step("look")

    def on_flip(self, seat: int, other: int) -> None:
        """By a call, in which both flip [4.6], or by an action, which may flip the same item twice."""
        assert self.holds(seat, self.event.card)
        self.shown.append(self.event.card)
        following = (self.table.at(at).view(None).event for at in range(self.number + 1, len(self.table.frames)))
        then = next((event for event in following if event.kind != "collect"), self.event)
        if then.kind != "judge" and (then.kind != "flip" or then.seat == seat):
            assert self.use
            assert seat == self.use[2]
            self.step("flip")

    def on_take(self, seat: int, other: int) -> None:
        assert self.use
        what = TAKES[self.event.number]
        n = self.step("take", what)
        if what == "take N from the pile":
            self.diamonds[seat] += n
        elif what == "take N from the Bank":
            n = min(n, self.bank)
            self.diamonds[seat] += n
            self.bank -= n
        elif what == "take N from a player":
            assert other % 8 == self.use[2]
            n = self.taken_from(seat, other % 8, n)
            assert other // 8 == n
            return
        else:
            n = sum(self.taken_from(seat, one, n) for one in range(self.after.seats) if one != seat)
        assert other == n

    def on_pay_bank(self, seat: int, other: int) -> None:
        n = min(self.step("pay bank"), self.wealth(seat))
        self.spends(seat, n)
        self.bank += n

    def on_stash(self, seat: int, other: int) -> None:
        n = min(self.step("stash"), self.diamonds[seat])
        self.diamonds[seat] -= n
        self.stash[seat] += n

    def on_turn_down(self, seat: int, other: int) -> None:
        self.step("turn down")
        self.item_up[seat] = False

    def on_recover(self, seat: int, other: int) -> None:
        """[6.6]"""
        assert self.use
        if self.saves and self.event.number == 24:
            assert seat == self.use[0]
            cost = self.card(self.use[1])["saves"]
            self.spends(seat, cost)
            self.bank += cost
            self.hurt[seat] = 0
            return
        heals = self.event.number == 27
        self.step("recover", "heal a player" if heals else "recover")
        self.hurt[other if heals else seat] = 0

    def on_hurt(self, seat: int, other: int) -> None:
        """By a standoff over a Weapon, or by an action [5.6, 6.1]."""
        if seat in self.hurts:
            self.hurts = []
        else:
            self.step("hurt")
        self.hurt[seat] += 1

    def on_die(self, seat: int, other: int) -> None:
        """[6.2, 6.3, 8.6, 8.7]"""
        role, item = self.mine(seat)
        broke = role.get("loses") == "broke" and self.wealth(seat) == 0 and self.turn == seat
        declaring = item.get("loses") == "declaring" and self.declared == seat
        assert self.hurt[seat] >= 2 or broke or declaring
        self.alive[seat], self.diamonds[seat], self.stash[seat] = False, 0, 0
        self.role_up[seat], self.state["items"][seat] = True, None
        self.item_up[seat] = self.after.item_up[seat]
        self.hurt[seat] = self.after.hurt[seat]

    def on_live(self, seat: int, other: int) -> None:
        assert self.hurt[seat] < 2

    def on_collect(self, seat: int, other: int) -> None:
        """[3.10]"""
        role = self.roles[self.state["roles"][seat]]
        assert self.role_up[seat]
        assert role["collects"] in self.shown
        assert (self.event.card, other) == (role["name"], role.get("collected", 0))
        self.diamonds[seat] += other

    # -- deals -----------------------------------------------------------------------------------------------------

    def on_give(self, seat: int, other: int) -> None:
        """[10.2]"""
        assert 1 <= self.event.about <= 5
        assert self.declared != other
        self.spends(seat, self.event.about)
        self.diamonds[other] += self.event.about

    def on_accept(self, seat: int, other: int) -> None:
        self.spends(other, self.event.about)
        self.diamonds[seat] += self.event.about

    def on_pay(self, seat: int, other: int) -> None:
        """What somebody asked for, or what a threat demands [5.3, 10.3]."""
        if self.before.question == "threat":
            assert self.event.about == 1 <= self.diamonds[seat]  # [5.4]
            self.taken_from(other, seat, 1)
        else:
            self.spends(seat, self.event.about)
            self.diamonds[other] += self.event.about

    def on_time(self, seat: int, other: int) -> None:
        """[8.9]"""
        assert self.before.turns == 200
        self.time_up = True

    # -- the end ---------------------------------------------------------------------------------------------------

    def on_declare(self, seat: int, other: int) -> None:
        """[8.4]"""
        assert seat == self.turn
        self.declared = seat
        self.item_up[seat] = self.role_up[seat] = True

    def on_spoil(self, seat: int, other: int) -> None:
        """[8.5]"""
        assert seat != self.declared
        cost = self.card(self.event.card)["spoils"]
        assert not self.state["item_up" if self.event.card in self.items else "role_up"][seat]
        self.reveal(seat, self.event.card)
        self.spends(seat, cost)
        self.bank += cost
        self.spoiled = True

    def on_no_spoil(self, seat: int, other: int) -> None:
        others = [name for name in self.after.in_game if name != self.event.card and "spoils" in self.card(name)]
        assert "spoils" not in self.card(self.event.card) or others  # one of those was named
        self.reveal(seat, self.event.card)
        self.pays_bank(seat)

    def on_no_win(self, seat: int, other: int) -> None:
        assert self.spoiled or not self.has_won(seat)

    def has_won(self, seat: int) -> bool:
        """[8.1, 8.2]"""
        wealth = [self.wealth(one) for one in range(self.after.seats)]
        ways = [card.get("wins", "") for card in self.mine(seat)]
        pair = [one for one in range(self.after.seats) if self.alive[one]
                and self.roles[self.state["roles"][one]].get("wins", "").startswith("pair")]  # fmt: skip
        met: dict[str, Callable[[int], bool]] = {
            "diamonds exactly N": lambda n: wealth[seat] == n,
            "diamonds at least N": lambda n: wealth[seat] >= n,
            "bank at least N": lambda n: self.bank >= n,
            "pair at least N": lambda n: len(pair) == 2 and sum(wealth[one] for one in pair) >= n,
            "": lambda n: False,
        }
        return wealth[seat] >= 10 or any(met[words(way)](number(way)) for way in ways)

    def end(self) -> None:
        """Who wins has ten, or what a card says, or is left alone [8.1, 8.2, 8.8]; or time is up [8.9]."""
        last, living = self.after, [seat for seat in range(self.after.seats) if self.alive[seat]]
        if len(living) == 1:
            assert list(last.winners) == living
        elif self.time_up:
            wealth = [self.wealth(seat) if self.alive[seat] else -1 for seat in range(last.seats)]
            assert list(last.winners) == [seat for seat in range(last.seats) if wealth[seat] == max(wealth)]
        elif living:
            assert self.declared in last.winners
            assert not self.spoiled
            assert all(self.has_won(seat) or self.declared != seat for seat in last.winners)
