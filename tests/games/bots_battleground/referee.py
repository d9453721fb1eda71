"""A second opinion on Bots Battleground: somebody who watches what everybody sees, beside the rulebook.

Written from the rulebook alone, with names and lists and no regard to speed: it shares nothing with the rules.
What abilities make of the values is read from the table; who meets whom, who wins, and what it brings is checked.
"""

from __future__ import annotations

from typing import Any

from facedown.core.table import Table


class Referee:
    """Watches a table from its first frame to its last."""

    def __init__(self, table: Table) -> None:
        self.table, self.seats = table, len(table.names)
        self.clapper: int | None = None
        self.meetings = 0

    def watch(self) -> None:
        for number in range(1, len(self.table.frames)):
            before, after = self.table.at(number - 1).view(None), self.table.at(number).view(None)
            assert sum(after.tokens) + after.pile == 40
            held = sum(after.hand_counts) + sum(map(len, after.tables))
            assert held == 4 * self.seats or after.phase == "dealing", "bots are lent, and come home"
            check = getattr(self, "on_" + after.event.kind.replace(" ", "_"), None)
            if check:
                check(before, after)
        assert self.over(self.table.view(None))

    def on_clap(self, before: Any, after: Any) -> None:
        """In vain: the next player claps [3.4]."""
        assert after.clapper == (after.event.seat + 1) % self.seats

    def on_roll(self, before: Any, after: Any) -> None:
        assert after.attacker == before.clapper == after.event.seat  # [3.2]
        self.clapper = after.event.seat

    def on_land(self, before: Any, after: Any) -> None:
        """Roles are traded, everybody else defends, or both [8.3, 8.5]."""
        trade, everyone = "trade" in after.faces, "everyone" in after.faces
        attacker, named = (before.named, before.attacker) if trade else (before.attacker, before.named)
        assert after.attacker == attacker
        rest = tuple(seat for seat in range(self.seats) if seat != attacker)
        assert after.defenders == (rest if everyone else (named,))

    def on_late(self, before: Any, after: Any) -> None:
        """There is no winner [4.4]."""
        assert all(now <= then for now, then in zip(after.tokens, before.tokens, strict=True))

    def on_win(self, before: Any, after: Any) -> None:
        """The higher sum wins, or the lower where the die says so [6.1, 8.4]; two tokens, and one is lost [6.2]."""
        meeting = next(one for one in after.meetings if one not in before.meetings)
        winner = after.event.seat
        assert winner == meeting.winner
        self.meetings += 1
        bots = [bot for row in before.tables for bot in row]
        lost = {*before.faults, *before.refused} | {s for s in (*before.defenders,) if not before.tables[s]}
        if lost & {meeting.attacker, meeting.defender} or self.otherwise(bots):
            return
        attack = sum(bot.attack for bot in before.tables[meeting.attacker])
        defense = sum(bot.defense for bot in before.tables[meeting.defender])
        assert (meeting.attack, meeting.defense) == (attack, defense)
        ahead = attack < defense if "lower" in before.faces else attack > defense
        assert attack != defense
        assert winner == (meeting.attacker if ahead else meeting.defender)
        loser = meeting.defender if winner == meeting.attacker else meeting.attacker
        assert after.tokens[loser] == max(0, before.tokens[loser] - 1)
        lent = {loan.lender for loan in before.loans if loan.borrower == winner}
        mine = after.tokens[winner] - before.tokens[winner]
        assert mine == (1 if lent else 2)  # a lender has one of them [7.6]

    def otherwise(self, bots: list[Any]) -> bool:
        """Whether a yellow text says something else of sums, ties or tokens [10.1]."""
        texts = {card.name: card.text for card in self.table.game.cards()}
        return any("Condition" in texts[bot.card] for bot in bots)

    def on_tie(self, before: Any, after: Any) -> None:
        assert after.tokens == before.tokens

    def on_home(self, before: Any, after: Any) -> None:
        """All take their own home, and the next claps after the one who clapped [3.5, 6.6]."""
        assert after.hand_counts == (4,) * self.seats
        assert after.tables == ((),) * self.seats
        if not self.over(after):
            assert after.clapper == ((self.clapper or 0) + 1) % self.seats

    def over(self, view: Any) -> bool:
        """Ten tokens, or thirty rounds [11.1, 11.3]."""
        return bool(max(view.tokens) >= 10 or view.round >= 30)
