"""A second opinion on Bots Battleground: somebody who sees all hands, and counts every round beside the rulebook.

Written from the rulebook alone, with names and lists and no regard to speed: it shares nothing with the rules.
What the bots do is read from their file.  Where a player chooses, what comes of it must be one of the things that
could.
"""

from __future__ import annotations

import copy
import itertools
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from facedown.core.table import Table

FAULT, EMPTY, REFUSAL = 1, 2, 3  # how a round is lost without counting


class Bot:
    """A bot on the table, its values as they are by now."""

    def __init__(self, card: Mapping[str, Any], seat: int, of: int) -> None:
        self.card, self.seat, self.of = card, seat, of
        self.name, self.attack, self.defense = card["name"], card["attack"], card["defense"]
        self.muted = False
        self.ability, self.condition = card.get("ability", {}), card.get("condition", {})

    def has(self, does: str) -> bool:
        return bool(self.condition.get("does") == does)

    def values(self) -> tuple[str, int, int, int]:
        return self.name, self.attack, self.defense, self.of

    def change(self, value: str, attack: int, defense: int) -> None:
        """[9.3, 10.4]"""
        if not self.has("steadfast"):
            self.attack = max(0, attack) if value != "defense" else self.attack
            self.defense = max(0, defense) if value != "attack" else self.defense


class Referee:
    """Watches a table from its first frame to its last."""

    def __init__(self, table: Table) -> None:
        self.table, self.seats = table, len(table.names)
        text = table.contract.own_cards or (table.contract.folder / "cards.toml").read_text(encoding="utf-8")
        self.cards = {card["name"]: card for card in tomllib.loads(text)["bot"]}
        self.deck = Counter({name: card.get("copies", 1) for name, card in self.cards.items()})
        self.tables: list[list[Bot]] = [[] for _ in range(self.seats)]
        self.owned: list[Counter[str]] = []
        self.tokens = [0] * self.seats
        self.pile = 40
        self.clapper: int | None = None
        self.attacker, self.defenders = -1, tuple[int, ...]()
        self.loans: list[tuple[int, int]] = []  # lender and borrower, a card each
        self.lost: dict[int, int] = {}
        self.refused: set[int] = set()

    # -- what is seen ----------------------------------------------------------------------------------------------

    def hand(self, number: int, seat: int) -> Counter[str]:
        return Counter(self.table.at(number).view(seat).hand)

    def watch(self) -> None:
        self.after = self.table.at(0).view(None)
        for number in range(1, len(self.table.frames)):
            self.number, self.before = number, self.after
            self.after = self.table.at(number).view(None)
            self.event = self.after.event
            try:
                self.check()
            except AssertionError as error:
                tables = [[bot.values() for bot in row] for row in self.tables]
                raise AssertionError(f"frame {self.number}, {self.event}, {tables}: {error}") from error
        assert self.over()
        best = max(self.tokens)
        winners = tuple(seat for seat in range(self.seats) if self.tokens[seat] == best)
        assert self.table.standing.winners == winners  # [11.2]

    def check(self) -> None:
        if check := getattr(self, "on_" + self.event.kind.replace(" ", "_"), None):
            check(self.event.seat, self.event.other)
        assert list(self.after.tokens) == self.tokens
        self.check_reasons()
        assert self.after.pile == self.pile == 40 - sum(self.tokens)
        for seat in range(self.seats):
            mine = [bot.values() for bot in self.tables[seat]]
            shown = [(bot.card, bot.attack, bot.defense, bot.of) for bot in self.after.tables[seat]]
            assert mine == shown, f"{seat} has {shown}"
        if self.owned:
            hands = sum((self.hand(self.number, seat) for seat in range(self.seats)), Counter[str]())
            down = Counter(bot.name for row in self.tables for bot in row)
            assert hands + down == sum(self.owned, Counter[str]()), "bots are lent, and come home"

    def check_reasons(self) -> None:
        """Reasons add up to what is counted, a score's event tells of all tokens, and who acts was said to."""
        now, before = self.after, self.before
        if self.event.tokens:
            assert self.event.tokens == tuple(b - a for a, b in zip(before.tokens, now.tokens, strict=True))
        else:
            assert before.tokens == now.tokens
        for seat in range(self.seats):
            if now.phase in ("red", "warning", "blue") and seat in (now.attacker, *now.defenders):
                role = "attack" if seat == now.attacker else "defense"
                printed = sum(self.cards[bot.card][role] for bot in now.tables[seat])
                assert printed + sum(why.n for bot in now.tables[seat] for why in bot.changes) == now.sums[seat]
        if self.event.kind == "ability" and before.ability is None:
            assert any(bot.acts and bot.card == self.event.card for bot in before.tables[self.event.seat])
        if now.meetings:
            assert not any(bot.acts for row in now.tables for bot in row)

    def over(self) -> bool:
        """Ten tokens, or thirty rounds [11.1, 11.3]."""
        return max(self.tokens) >= 10 or self.after.round >= 30

    # -- before the dice roll --------------------------------------------------------------------------------------

    def on_double(self, seat: int, other: int) -> None:
        """Two alike go under the deck, for all to see [2.3]."""
        assert self.after.bottom[-2:] in ((self.event.card,) * 2, ())  # none: all of the deck has been below [9.9]

    def begun(self) -> None:
        """Hands without two alike, out of one deck [2.2, 2.3]."""
        if not self.owned:
            self.owned = [self.hand(self.number, seat) for seat in range(self.seats)]
            assert all(hand.total() == len(hand) == 4 for hand in self.owned)
            assert not sum(self.owned, Counter[str]()) - self.deck
            assert self.after.deck_left == self.deck.total() - 4 * self.seats

    def on_clap(self, seat: int, other: int) -> None:
        """In vain: the next player claps [3.4]."""
        self.begun()
        assert seat == self.before.clapper
        assert self.after.clapper == (seat + 1) % self.seats

    def on_roll(self, seat: int, other: int) -> None:
        self.begun()
        assert seat == self.before.clapper  # [3.2]
        self.clapper = self.attacker = seat
        self.defenders, self.loans, self.lost, self.refused = (), [], {}, set()
        self.asked: set[tuple[int, int]] = set()
        self.forced: list[tuple[int, int]] = []

    def on_attack(self, seat: int, other: int) -> None:
        assert seat == self.attacker != other
        assert not self.defenders  # [4.1]
        assert (other, seat) not in self.loans  # [4.3]
        self.defenders = (other,)

    # -- while they glow -------------------------------------------------------------------------------------------

    def faces(self) -> tuple[str, ...]:
        return tuple(self.after.faces) if self.after.phase in ("red", "warning", "blue") else ()

    def rivals(self, seat: int) -> tuple[int, ...]:
        """[5.5]"""
        if seat == self.attacker:
            return self.defenders
        return (self.attacker,) if seat in self.defenders else ()

    def fighters(self) -> list[int]:
        """The attacker, and clockwise from there who fights, too."""
        turns = [(self.attacker + turn) % self.seats for turn in range(self.seats)]
        return [seat for seat in turns if seat in (self.attacker, *self.defenders)]

    def can_play(self, seat: int) -> bool:
        """[4.2, 5.2]"""
        return seat in self.fighters() if self.before.phase != "rolling" else seat == self.attacker

    def on_down(self, seat: int, other: int) -> None:
        assert self.can_play(seat)
        assert self.hand(self.number - 1, seat) - self.hand(self.number, seat) == Counter([self.event.card])
        of = [bot.of for bot in self.after.tables[seat] if bot.card == self.event.card]
        own = [bot.of for bot in self.tables[seat] if bot.name == self.event.card]
        (whose,) = (Counter(of) - Counter(own)).elements()
        place = next(
            at for at, bot in enumerate(self.after.tables[seat])
            if bot.card == self.event.card and bot.of == whose and (at >= len(self.tables[seat])
            or self.tables[seat][at].values()[::3] != (bot.card, bot.of))
        )  # fmt: skip
        self.tables[seat].insert(place, Bot(self.cards[self.event.card], seat, whose))

    def on_up(self, seat: int, other: int) -> None:
        assert self.can_play(seat)
        shown = Counter((bot.card, bot.of) for bot in self.after.tables[seat])
        gone = next(bot for bot in self.tables[seat] if (Counter(bot.values()[::3] for bot in self.tables[seat])
                    - shown)[bot.values()[::3]])  # fmt: skip
        assert gone.name == self.event.card
        assert not gone.has("anchored")  # [10.8]
        self.tables[seat].remove(gone)

    def can_lend(self, seat: int, other: int) -> None:
        """[7.1]"""
        assert self.can_play(other)
        assert other not in self.rivals(seat)
        assert seat not in self.rivals(other)

    def may_lend(self, seat: int, other: int) -> None:
        """[10.11]"""
        self.can_lend(seat, other)
        assert not any(bot.has("embargo") for rival in self.rivals(other) for bot in self.tables[rival])

    def on_ask(self, seat: int, other: int) -> None:
        self.can_lend(other, seat)
        assert (seat, other) not in self.asked
        self.asked.add((seat, other))

    def on_lend(self, seat: int, other: int) -> None:
        self.may_lend(seat, other)
        gone = self.hand(self.number - 1, seat) - self.hand(self.number, seat)
        assert gone.total() == 1
        assert not gone - self.owned[seat]  # [7.3]
        assert self.hand(self.number, other) - self.hand(self.number - 1, other) == gone
        self.loans.append((seat, other))

    def on_force(self, seat: int, other: int) -> None:
        assert "loans" in self.faces()
        assert seat in self.fighters()
        assert other not in self.rivals(seat)
        self.forced.append((other, seat))

    def on_hand_over(self, seat: int, other: int) -> None:
        """Two cards, or what there is [8.8]."""
        seen = self.table.at(self.number - 1).view(seat)
        own = len(seen.hand) - len(seen.borrowed)
        gone = self.hand(self.number - 1, seat) - self.hand(self.number, seat)
        assert gone.total() == min(2, own) == self.event.about
        assert not gone - self.owned[seat]
        assert self.hand(self.number, other) - self.hand(self.number - 1, other) == gone
        self.loans += [(seat, other)] * gone.total()
        self.forced.remove((seat, other))

    def on_refuse(self, seat: int, other: int) -> None:
        self.refused.add(seat)
        self.lost.setdefault(seat, REFUSAL)

    def on_late(self, seat: int, other: int) -> None:
        """There is no winner [4.4]."""
        assert seat == self.attacker
        assert not self.defenders or not self.tables[seat]
        self.discard(seat)

    def on_land(self, seat: int, other: int) -> None:
        """Roles are traded, everybody else defends, or both [8.3, 8.5]."""
        assert self.tables[self.attacker]
        if "trade" in self.faces():
            (named,) = self.defenders
            self.attacker, self.defenders = named, (self.attacker,)
        if "everyone" in self.faces():
            self.defenders = tuple(seat for seat in range(self.seats) if seat != self.attacker)
        assert self.after.attacker == seat == self.attacker
        assert self.after.defenders == self.defenders

    def on_fault(self, seat: int, other: int) -> None:
        """[5.3, 5.4, 10.5]"""
        assert self.too_many(seat)
        self.lost[seat] = FAULT

    def decided(self) -> bool:
        """Whether no meeting is left to be counted [5.4]."""
        return self.attacker in self.lost or self.lost.keys() >= set(self.defenders)

    def too_many(self, seat: int) -> bool:
        down = sum(not bot.has("sidekick") for bot in self.tables[seat])
        return down > (2 if "two" in self.faces() else 1)

    # -- when they blink blue --------------------------------------------------------------------------------------

    def on_blue(self, seat: int, other: int) -> None:
        for lender, _ in self.forced if other != 1 else ():  # [8.9]
            self.refused.add(lender)
            self.lost.setdefault(lender, REFUSAL)
        decided = self.decided()  # the round was over at once [5.4]
        for fighter in self.fighters():
            assert not self.too_many(fighter) or self.lost.get(fighter) in (FAULT, REFUSAL)
            if not self.tables[fighter] and not decided:
                self.lost.setdefault(fighter, EMPTY)  # [6.3]
        self.waiting = [(who, bot) for who in self.fighters() for bot in self.tables[who]]  # [9.1]
        self.counted: set[int] = set()

    def on_silenced(self, seat: int, other: int) -> None:
        bot = self.next_bot(seat)
        assert bot.muted or self.jammed(seat)

    def on_ability(self, seat: int, other: int) -> None:
        bot = self.next_bot(seat)
        assert not bot.muted
        assert not self.jammed(seat)
        shown = [[(one.card, one.attack, one.defense, one.of) for one in row] for row in self.after.tables]
        for tables in self.outcomes(bot):
            if [[one.values() for one in row] for row in tables] == shown and self.mutes(tables):
                self.waiting = [(who, self.twin(tables, one)) for who, one in self.waiting]
                self.tables = tables
                return
        raise AssertionError(f"{bot.name} of {seat} does not do that")

    def twin(self, tables: list[list[Bot]], bot: Bot) -> Bot:
        return tables[bot.seat][self.tables[bot.seat].index(bot)]

    def mutes(self, tables: list[list[Bot]]) -> bool:
        """Whether those are kept from their abilities who are seen to be [9.6]."""
        due = {id(self.twin(tables, bot)) for _, bot in self.waiting}
        return all(
            bot.muted == seen.muted for row, shown in zip(tables, self.after.tables, strict=True)
            for bot, seen in zip(row, shown, strict=True) if id(bot) in due
        )  # fmt: skip

    def next_bot(self, seat: int) -> Bot:
        """The next bot that has something to do; those before it have nothing [9.1, 9.2, 9.11]."""
        while self.waiting:
            who, bot = self.waiting.pop(0)
            if (who, bot.name) == (seat, self.event.card) and self.does(bot):
                return bot
            assert not self.must(bot), f"{bot.name} of {who} is left out"
        raise AssertionError("nobody has an ability left")

    def jammed(self, seat: int) -> bool:
        """As long as it lies on the table, whatever has become of its player [10.1, 10.7]."""
        return any(bot.has("jammer") for rival in self.rivals(seat) for bot in self.tables[rival])

    def does(self, bot: Bot) -> bool:
        """Whether it uses its ability at all [9.2, 9.11]."""
        side, tokens = self.tables[bot.seat], self.tokens
        rivals = [tokens[rival] for rival in self.rivals(bot.seat)]
        when = {
            "attacking": bot.seat == self.attacker,
            "defending": bot.seat in self.defenders,
            "behind": any(count > tokens[bot.seat] for count in rivals),
            "ahead": all(count < tokens[bot.seat] for count in rivals),
            "borrowed": bot.of != bot.seat,
            "beside": len(side) > 1,
            "alone": len(side) == 1,
            "lower": "lower" in self.faces(),
        }
        return bool(bot.ability) and bot.seat not in self.lost and when.get(bot.ability.get("when", ""), True)

    def must(self, bot: Bot) -> bool:
        """Whether there is something for it to do, and a meeting to be counted."""
        if not self.does(bot) or self.decided():
            return False
        return bool(self.targets(bot)) or "on" not in bot.ability

    def targets(self, bot: Bot, *, may: bool = False) -> list[list[Bot]]:
        """What it can be used on, as groups of bots."""
        on = bot.ability.get("on", "self")
        own = self.tables[bot.seat]
        rivals = [one for rival in self.rivals(bot.seat) for one in self.tables[rival]]
        every = [one for seat in self.fighters() for one in self.tables[seat]]
        if bot.ability["does"] == "mute":  # whoever has not used it; those out of the round never will
            waiting = [one for _, one in self.waiting if one.ability]
            waiting += [one for one in every if one.ability and may and one.seat in self.lost]
            rivals, every = ([one for one in group if one in waiting] for group in (rivals, every))
        single = {"self": [bot], "own": own, "rival": rivals, "any": every}.get(on)
        if bot.ability["does"] in ("copy", "mute"):
            single = [one for one in single or () if one is not bot]
        if single is not None:
            return [[one] for one in single]
        return [own if on == "each own" else rivals]

    def outcomes(self, bot: Bot) -> Iterator[list[list[Bot]]]:
        """The tables as they may be after it has used its ability."""
        ability, does = bot.ability, bot.ability["does"]
        value, n = ability.get("value", "both"), ability.get("n", 0)
        shown = (
            list(self.cards.values())[self.event.other] if does == "reinforce" and self.event.number == 21 else None
        )
        if does == "reinforce" and shown is None:
            yield copy.deepcopy(self.tables)
            return
        for group, sign in itertools.product(self.targets(bot, may=True), (1, -1) if does == "shift" else (1,)):
            places = [(one.seat, self.tables[one.seat].index(one)) for one in group]
            tables = copy.deepcopy(self.tables)
            me = tables[bot.seat][self.tables[bot.seat].index(bot)]
            for seat, place in places:
                one = tables[seat][place]
                if does in ("add", "shift"):
                    one.change(value, one.attack + sign * n, one.defense + sign * n)
                elif does == "set":
                    one.change(value, n, n)
                elif does == "halve":
                    one.change(value, (one.attack + 1) // 2, (one.defense + 1) // 2)
                elif does == "swap":
                    one.change("both", one.defense, one.attack)
                elif does == "copy":
                    me.change(value, one.attack, one.defense)
                elif does == "mute":
                    one.muted = True
                elif does == "per":
                    more = n * self.count(ability["of"], bot.seat)
                    me.change(value, me.attack + more, me.defense + more)
                elif does == "reinforce" and shown:
                    me.change(value, me.attack + shown["attack"], me.defense + shown["defense"])
            yield tables

    def count(self, of: str, seat: int) -> int:
        """[9.10]"""
        if of == "token":
            return self.tokens[seat]
        if of == "rival token":
            return sum(self.tokens[rival] for rival in self.rivals(seat))
        if of == "bot":
            return sum(len(self.tables[one]) for one in self.fighters())
        return sum(borrower == seat for _, borrower in self.loans)

    # -- what it brings --------------------------------------------------------------------------------------------

    def side(self, seat: int, value: str, rival: int) -> int:
        """A sum in a meeting: less, more, at most, in this order [10.2]."""
        mine = self.tables[seat]
        caps = [bot.condition["n"] for bot in self.tables[rival] if bot.has("cap")]
        total = 0
        for bot in mine:
            counts = int(getattr(bot, value))
            if bot.has("solitary") and len(mine) > 1:
                counts = max(0, counts - bot.condition["n"])
            counts += sum(one.condition["n"] for one in mine if one.has("aura") and one is not bot)
            total += min([counts, *caps])
        return total

    def stakes(self, seat: int) -> int:
        return sum(bot.condition["n"] for bot in self.tables[seat] if bot.has("stakes"))

    def discard(self, seat: int) -> None:
        """[6.5, 10.9, 10.10]"""
        insured = any(bot.has("insured") for bot in self.tables[seat])
        gone = 0 if insured else min(self.tokens[seat], 1 + self.stakes(seat))
        self.tokens[seat] -= gone
        self.pile += gone

    def collect(self, seat: int, tokens: int) -> None:
        taken = min(tokens, self.pile)
        self.tokens[seat] += taken
        self.pile -= taken

    def must_be_used(self) -> None:
        """No ability is left out."""
        while self.waiting:
            who, bot = self.waiting.pop(0)
            assert not self.must(bot), f"{bot.name} of {who} is left out"

    def on_lose(self, seat: int, other: int) -> None:
        self.must_be_used()
        assert seat in self.refused if other == REFUSAL else self.lost[seat] in (other, REFUSAL)
        self.discard(seat)
        if self.event.about >= 0:  # both have lost a meeting [6.3]
            assert self.event.about in self.lost
            self.discard(self.event.about)

    def on_win(self, seat: int, other: int) -> None:
        self.must_be_used()
        defender = other if seat == self.attacker else seat
        self.meets(defender)
        if self.attacker in self.lost or defender in self.lost:
            assert other in self.lost
            assert seat not in self.lost
        else:
            assert self.ahead(defender) == seat
        self.discard(other)
        lenders = list(dict.fromkeys(lender for lender, borrower in self.loans if borrower == seat))[:2]  # [7.6]
        for lender in lenders:
            self.collect(lender, 1)
        self.collect(seat, 2 - len(lenders) + self.stakes(seat))

    def on_tie(self, seat: int, other: int) -> None:
        self.must_be_used()
        self.meets(other)
        assert self.ahead(other) is None

    def ahead(self, defender: int) -> int | None:
        """Who wins a meeting that is counted [6.1, 6.4, 8.4, 10.13]."""
        attack = self.side(self.attacker, "attack", defender)
        defense = self.side(defender, "defense", self.attacker)
        meeting = next(one for one in self.after.meetings if one.defender == defender)
        assert (meeting.attack, meeting.defense) == (attack, defense), f"{attack} to {defense}"
        if attack == defense:
            ties = [s for s in (self.attacker, defender) if any(bot.has("ties") for bot in self.tables[s])]
            return ties[0] if len(ties) == 1 else None
        return self.attacker if (attack > defense) != ("lower" in self.faces()) else defender

    def meets(self, defender: int) -> None:
        """Once each, clockwise from the attacker [8.5]."""
        assert defender in self.defenders
        assert defender not in self.counted
        self.counted.add(defender)

    def on_home(self, seat: int, other: int) -> None:
        """All take their own home, and the next claps after the one who clapped [3.5, 6.6]."""
        self.tables = [[] for _ in range(self.seats)]
        assert [self.hand(self.number, one) for one in range(self.seats)] == self.owned
        if not self.over():
            assert self.after.clapper == ((self.clapper or 0) + 1) % self.seats
