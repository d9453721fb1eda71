"""How a game ends: the one place that decides who has won."""

from __future__ import annotations

from facedown.games.clocktower.character import Steps
from facedown.games.clocktower.effects import Changing
from facedown.games.clocktower.state import EVIL, GOOD, Ability, Alignment, News


class Ending(Changing):
    """Alternative wins first, then the Demon's death and the last two alive; what turns the result, last."""

    winner: Alignment | None
    why_over: str
    demon_needed: bool  # False where there never was a Demon: then none is missed
    turned: list[int]  # players whom the end itself made change sides

    @property
    def over(self) -> bool:
        return self.winner is not None

    def check_end(self) -> Steps:
        """Has somebody won?  Looked at after every death and change, at dusk and at dawn."""
        if self.over or self.phase == "set-up":
            return
        for ability in self.working("wins"):
            side = ability.character.wins(ability, self.tale)
            if side is not None:
                yield self.ends(side, ability.character.name)
                return
        no_demon = self.demon_needed and not any(p.alive for p in self.demons)
        if no_demon and not self._kept_from_winning(GOOD):
            yield self.ends(GOOD, "the Demon is dead")
        elif sum(p.alive for p in self.residents) <= 2 and not self._kept_from_winning(EVIL):
            yield self.ends(EVIL, "only two players are alive")

    def _kept_from_winning(self, side: Alignment) -> bool:
        return any(
            ability.character.keeps_from_winning(ability, self.tale, side)
            for ability in self.working("keeps_from_winning")
        )

    def ends(self, side: Alignment, why: str, by: Ability | None = None, *, by_hand: bool = False) -> Steps:
        """A side has won, unless `by` does not work; what turns results is heard last, and then the game is over.

        `by_hand`: the storyteller says who has won after all; nothing turns that.
        """
        if by is not None and not self.works(by):
            self.misfires(by)
            return
        if self.over or (side == GOOD and not by_hand and self._kept_from_winning(GOOD)):
            return  # however good would win
        for ability in self.working("turns_result"):
            turned: Alignment | None = yield ability.character.turns_result(ability, self.tale, side)
            side = side if by_hand else turned or side
        for ability in self.working("on_result"):
            yield ability.character.on_result(ability, self.tale, side)
        for player in self.here:  # who has died tonight: there is no dawn to tell it any more
            yield self.show_life(player)
        self.winner, self.why_over, self.phase = side, why, "over"
        yield News("over", "{0} wins: {1}.", (side, why))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the side that has won."""
        return tuple(p.seat for p in self.players if p.here and p.alignment == self.winner)
