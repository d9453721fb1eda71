"""What happened at the table, in sentences, each with the rule that says so; made from views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown.core.game import Event
from facedown.core.spelling import counted
from facedown.games.botch import position as p
from facedown.games.botch.cards import BY_NUMBER, FIRST_ROLE
from facedown.games.botch.claims import CALLER_LIED, USER_LIED

# The kind of an event, its sentence and its rule: {who} did it, {other} is the other seat, {n} counts diamonds.
SENTENCES = {
    p.DEALT: ("deal", "Everybody is dealt a role and an item, face-down. {who} has the first turn.", "1.4"),
    p.ANSWERED: ("answer", "{who} has answered.", "4.4"),
    p.TURN_BEGAN: ("turn", "{who}'s turn.", "3.1"),
    p.TAKEN: ("taken", "{who} takes {other}'s item under the table, with their own.", "3.4"),
    p.SWAPPED: ("swap", "{who} and {other} have an item each again. Which is which?", "3.4"),
    p.LOOKED: ("look", "{who} looks at {whose} item.", "3.6"),
    p.CLAIMED: ("claim", "{who} uses [{card}]{on}.", "4.1"),
    p.THREATENED: ("threat", "{who} threatens {other} with [{card}] and wants a diamond.", "5.1"),
    p.UNCALLED: ("uncalled", "Nobody calls: it works as [{card}].", "4.2"),
    p.FLIPPED: ("flip", "{who}'s item is flipped: [{card}].", "3.8"),
    p.PAID_TO_ID: ("id", "{who} pays {other} a diamond and names [{card}].", "9.4"),
    p.HANDED_BACK: ("hand back", "{who} looks, and hands {other}'s role back face-down.", "9.6"),
    p.EXPOSED: ("expose", "{other} reveals {who}'s role: [{card}].", "9.6"),
    p.PAID: ("pay", "{who} pays {other} {diamonds}.", "5.3"),
    p.REFUSED: ("refuse", "{who} refuses: a standoff.", "5.5"),
    p.TOOK_PILE: ("take", "[{card}]: {who} takes {n} from the pile.", "2.1"),
    p.TOOK_BANK: ("take", "[{card}]: {who} takes {n} from the Bank.", "2.2"),
    p.TOOK_EACH: ("take", "[{card}]: {who} takes {n} from the others.", "7.4"),
    p.PAID_BANK: ("pay bank", "[{card}]: {who} pays {n} to the Bank.", "7.5"),
    p.STASHED: ("stash", "[{card}]: {who} stashes {n} on it.", "7.1"),
    p.TURNED_DOWN: ("turn down", "[{card}]: {who}'s item is turned face-down.", "3.9"),
    p.HEALED: ("recover", "[{card}]: {other} recovers.", "6.6"),
    p.WAS_HURT: ("hurt", "{other} hurts {who}.", "6.1"),
    p.LIVED: ("live", "{who} lives.", "6.2"),
    p.DIED: ("die", "{who}, [{card}], is out of the game, and so are their item and diamonds.", "6.3"),
    p.COLLECTED_IT: ("collect", "[{card}]: {who} takes {n} from the pile for what they were shown.", "3.10"),
    p.WON_NOT: ("no win", "It is not a win: {who} does not have what it takes.", "8.10"),
    p.GAVE: ("give", "{who} gives {other} {diamonds}.", "10.2"),
    p.REQUESTED: ("ask", "{who} asks {other} for {diamonds}.", "10.3"),
    p.DECLINED: ("decline", "{who} gives {other} nothing.", "10.3"),
    p.OFFERED: ("offer", "{who} offers {other} {diamonds}.", "10.4"),
    p.TOOK_OFFER: ("accept", "{who} takes {diamonds} from {other}.", "10.4"),
    p.LEFT_OFFER: ("leave", "{who} takes nothing from {other}.", "10.4"),
    p.FIZZLED: ("nothing", "[{card}]: nothing comes of it.", "3.5"),
    p.TIME_UP: ("time", "Two hundred turns have gone by: the ferry lands.", "8.9"),
}

KINDS = {number: kind for number, (kind, _, _) in SENTENCES.items()} | {
    p.INTRODUCED: "introduce",
    p.JUDGED: "judge",
    p.PROVED: "prove",
    p.STOOD_OFF: "standoff",
    p.RECOVERED: "recover",
    p.TOOK_PLAYER: "take",
    p.DECLARED: "declare",
    p.SPOILED: "spoil",
    p.SPOILED_NOT: "no spoil",
    p.WON: "win",
}
COUNTING = (p.PAID, p.GAVE, p.REQUESTED, p.OFFERED, p.TOOK_OFFER)  # their card is a number of diamonds


def tell(v: Any, names: Sequence[str]) -> Event | None:
    if v.event is None:
        return None
    e = v.event
    if e.number not in SENTENCES:
        text, rule = _longer(v, names)
        return Event(e.kind, text, e.seat, rule)
    _, sentence, rule = SENTENCES[e.number]
    other = e.other % 8 if e.number == p.TOOK_PLAYER else e.other
    whom = names[other] if 0 <= other < len(names) else ""
    text = sentence.format(
        who="" if e.seat is None else names[e.seat],
        other=whom,
        whose="their own" if e.other == e.seat else f"{whom}'s",
        on=f" on {whom}" if e.number == p.CLAIMED and whom else "",
        card=_name(e.about),
        n=_diamonds(e.other),
        diamonds=_diamonds(e.about),
    )
    return Event(e.kind, text, e.seat, rule)


def _longer(v: Any, names: Sequence[str]) -> tuple[str, str | None]:
    """The events whose sentence depends on how it went."""
    e = v.event
    who, card = names[e.seat or 0], _name(e.about)
    if e.number == p.INTRODUCED:
        text = f"{who} is [{card}]." if e.about != p.NONE else f"{who} has a Hidden role."
        return text, "3.7" if e.about != p.NONE else "9.1"
    if e.number == p.JUDGED:
        return _judged(e, names)
    if e.number == p.PROVED:
        if e.other:
            return f"{who} shows it: [{card}].", "3.9"
        return f"{who} shows [{card}], the wrong card, and pays the Bank a diamond.", "4.9"
    if e.number == p.STOOD_OFF:
        return _stood_off(e, names)
    if e.number == p.RECOVERED:
        paid = f", for {_diamonds(e.other)}" if e.other else ""
        return f"[{card}]: {who} recovers{paid}.", "6.6"
    if e.number == p.TOOK_PLAYER:
        return f"[{card}]: {who} takes {_diamonds(e.other // 8)} from {names[e.other % 8]}.", "7.4"
    if e.number == p.DECLARED:
        return f"{who} declares a win, and reveals [{_name(e.other)}] and [{card}].", "8.4"
    if e.number == p.SPOILED:
        return f"{who} reveals [{card}]: {names[e.other]} does not win.", "8.5"
    if e.number == p.SPOILED_NOT:
        return f"{who} reveals [{card}], which stops nothing, and pays the Bank a diamond.", "8.5"
    winners = [names[seat] for seat in v.winners]
    both = f"{', '.join(winners[:-1])} and {winners[-1]} win" if len(winners) > 1 else f"{winners[0]} wins"
    return f"{both}.", "8.1"


def _judged(e: Any, names: Sequence[str]) -> tuple[str, str]:
    who, caller, card = names[e.seat], names[e.other % USER_LIED], _name(e.about)
    if e.other & USER_LIED and e.other & CALLER_LIED:
        text = f"Neither {who} nor {caller} has [{card}]. Each pays the Bank a diamond, and {who} fails."
        return text, "4.8"
    if e.other & USER_LIED:
        return f"{caller} has [{card}]. {who} lied, fails, and pays the Bank a diamond.", "4.6"
    return f"{who} has [{card}]. {caller} lied, and pays the Bank a diamond.", "4.7"


def _stood_off(e: Any, names: Sequence[str]) -> tuple[str, str]:
    who, victim, card = names[e.seat], names[e.other], BY_NUMBER[e.about]
    if not (card.threat or card.weapon):
        return f"{who} reveals [{card.name}] and pays the Bank: {victim} escapes.", "5.7"
    worse = " It is a Weapon." if card.weapon else ""
    rule = "5.8" if e.about >= FIRST_ROLE else "5.6"
    return f"{who} reveals [{card.name}]: {victim} pays double.{worse}", rule


def _name(card: int) -> str:
    return BY_NUMBER[card].name if card in BY_NUMBER else "?"


def _diamonds(n: int) -> str:
    return counted(n, "diamond") if n else "no diamonds"
