"""Why the bot makes a move: the parts of its estimate that decide, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.games.botch import bots, codes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import CLAIMED
from facedown.games.botch.codes import card_in, is_threat, target_in
from facedown.games.botch.memory import SURE, Memory, weight_of
from facedown.games.botch.position import NONE, Observation
from facedown.games.botch.table import is_role

SIMPLE = {
    steps.PEEK: "You can look at them again only by spending a turn.",
    steps.EYES: "There is nothing else to do.",
    steps.LOOK: "You have seen it; put it down again.",
    steps.OFFER: "A diamond now is worth more than a promise, because nobody has to keep a promise.",
    steps.SAVE: "Each hurt brings you nearer to being out of the game.",
    steps.RESCUE: "Help only where your card is likely to be what you say: a bluff that fails costs you.",
    steps.SPOIL: "If nobody stops it, this win ends the game.",
    steps.SHOWN: "A revealed role can no longer bluff, and you were shown it.",
    steps.REQUEST: "Paying is worth it only where being called, or named, would cost you more than a diamond.",
}


def reason(v: Observation, c: Cards, move: int, names: Sequence[str], memory: Memory) -> str:
    """Why the seat with this view would make this move.  Numbers are estimated as in bots.py."""
    question = int(v.question)
    if question in SIMPLE:
        return SIMPLE[question]
    weighed = {steps.TURN: _turning, steps.CALLS: _calling, steps.ANSWER: _answering, steps.SWAP: _swapping}
    return weighed[question](v, c, move, names, memory) if question in weighed else ""


def _turning(v: Observation, c: Cards, move: int, names: Sequence[str], memory: Memory) -> str:
    seat = int(v.seat)
    if move == codes.DECLARE:
        return "As far as you remember what you have, you win with this."
    if move == codes.LOOK_OWN:
        return "You do not know for sure what your item is, and what you can claim safely depends on it."
    if codes.SWAP_WITH <= move < codes.SWAP_WITH + int(v.seats):
        other = move - codes.SWAP_WITH
        if int(v.stash[other]):
            return f"It takes the stash away from {names[other]}'s item, and nobody else knows what lies where."
        return "Afterwards you alone know which item lies where, and your next claim is harder to call."
    claims = codes.is_use(move) and not codes.spends_stash(move)
    return _claiming(v, c, move, names, memory) if claims and seat >= 0 else ""


def _claiming(v: Observation, c: Cards, move: int, names: Sequence[str], memory: Memory) -> str:
    card, seat, target = card_in(move), int(v.seat), target_in(move)
    if is_threat(move):
        return f"{_truth(v, memory, card)}, and {names[target]} will rather pay a diamond than find out."
    worth = bots.gain_of(v, c, card, target, seat)
    gain = f"It is worth about {_diamonds(worth)} to you. "
    if int(v.role_up if is_role(card) else v.item_up) >> seat & 1:
        return f"{gain}All see your card, so nobody can call it."
    if is_role(card):
        return f"{gain}{_truth(v, memory, card)}."
    if int(c.how_of[card]) != CLAIMED:
        return f"{gain}{_truth(v, memory, card)}, and it is shown at once, so nobody calls it."
    called = bots.will_be_called(v, memory, card, NONE) * 100 // SURE
    return f"{gain}{_truth(v, memory, card)}, and somebody will call it about {called} % of the time."


def _truth(v: Observation, memory: Memory, card: int) -> str:
    """How true the claim is, as far as this seat knows its own cards."""
    seat = int(v.seat)
    if is_role(card):
        return "You are that role" if int(v.roles[seat]) == card else "You are not that role, so it is a bluff"
    true = weight_of(memory, seat, card) * 100 // SURE
    if true >= 99:
        return "You have that item"
    return "You do not have that item, so it is a bluff" if true == 0 else f"You have it {true} % of the time"


def _swapping(v: Observation, c: Cards, move: int, names: Sequence[str], memory: Memory) -> str:
    better = "theirs" if move == codes.EXCHANGE else "your own"
    return f"As far as you know, {better} is no worse to have, and nobody sees which you choose."


def _calling(v: Observation, c: Cards, move: int, names: Sequence[str], memory: Memory) -> str:
    user, said = int(v.user), int(v.said)
    if not is_role(said) and weight_of(memory, int(v.seat), said) == SURE:
        return f"You have that item yourself, so {names[user]} is lying."
    true = bots.chance_of(v, memory, user, said) * 100 // SURE
    if move != codes.PASS:
        return f"As far as you know it is true only {true} % of the time, and this is worth stopping."
    if is_role(said):
        return f"A doubt costs you a diamond even if it is right, and it is true {true} % of the time."
    mine = weight_of(memory, int(v.seat), said) * 100 // SURE
    have = f"You have that item {mine} % of the time" if mine else "You do not have that item"
    return f"{have}, and whoever calls without it pays a diamond, even if {names[user]} lies too."


def _answering(v: Observation, c: Cards, move: int, names: Sequence[str], memory: Memory) -> str:
    user, said = int(v.user), int(v.said)
    true = bots.chance_of(v, memory, user, said) * 100 // SURE
    if move == codes.PAY and 2 * true < 100:
        return f"Any card that can threaten counts: if {names[user]} has one, refusing costs two diamonds."
    if move == codes.PAY:
        return f"{names[user]} has it about {true} % of the time, and refusing costs more than a diamond then."
    return f"{names[user]} has it only about {true} % of the time: likely enough a bluff to refuse."


def _diamonds(twelfths: int) -> str:
    amount = f"{twelfths / bots.DIAMOND:.1f}".removesuffix(".0")
    return f"{amount} {'diamond' if amount == '1' else 'diamonds'}"
