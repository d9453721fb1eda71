"""What the bot of Bayou Boss weighs."""

from __future__ import annotations

from facedown.games.bayou import GAME, bots, deck


def cost_of_a_sure_trick(seats: int) -> int:
    """What the bot counts for a trick that it leads to and nobody can take from it, its card apart."""
    table = GAME.new(seats, seed=5)
    view, card = table.observation(table.asked[0]), table.legal(table.asked[0])[0].code
    c, trump = GAME.contract.plain_cards, int(deck.SUIT_OF[view.trump])
    chance = bots.chance_to_win(view, c, card)
    assert chance > 0, "there is something to lose"
    return (bots.cost_of_playing(view, c, card) + bots.burden(view, c, card, trump)) * 1000 // chance


def test_from_five_seats_on_a_trick_costs_more() -> None:
    """Who only ducked had 1.32 of a fair share among eight, while bots weighed a trick there as with four."""
    assert cost_of_a_sure_trick(4) <= bots.TRICK
    for seats in (5, 8):
        assert cost_of_a_sure_trick(seats) > 1.5 * bots.TRICK
