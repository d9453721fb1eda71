"""What happened at the table, in sentences, each with the rule that says so; made from views."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from facedown.core.game import Event
from facedown.core.second_person import in_second_person
from facedown.core.spelling import counted, joined
from facedown.games.botch import events
from facedown.games.botch import position as p
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import numbers
from facedown.games.botch.events import Kind
from facedown.games.botch.table import is_role
from facedown.games.botch.view import Happened, View


class Taken(Event, frozen=True, kw_only=True):
    """That an item is taken under the table; pages count how often one has been."""

    other: int  # whose it was


# The kind of an event, its sentence and its rule: {who} did it, {other} is the other seat, {n} counts diamonds.
SENTENCES: dict[int, tuple[Kind, str, str]] = {
    events.DEALT: ("deal", "Everybody is dealt a role and an item, face-down. {who} has the first turn.", "1.4"),
    events.ANSWERED: ("answer", "{who} has answered.", "4.4"),
    events.TURN_BEGAN: ("turn", "{who}'s turn.", "3.1"),
    events.TAKEN: ("taken", "{who} takes {other}'s item under the table.", "3.4"),
    events.SWAPPED: ("swap", "{who} and {other} have an item each again. Which is which?", "3.4"),
    events.LOOKED: ("look", "{who} looks at {whose} item.", "3.6"),
    events.CLAIMED: ("claim", "{who} uses [{card}]{on}.", "4.1"),
    events.THREATENED: ("threat", "{who} threatens {other} with [{card}] and wants a diamond.", "5.1"),
    events.UNCALLED: ("uncalled", "Nobody calls: it works as [{card}].", "4.2"),
    events.FLIPPED: ("flip", "{who}'s item is flipped: [{card}].", "3.8"),
    events.PAID_TO_ID: ("id", "{who} pays {other} a diamond and names [{card}].", "9.4"),
    events.HANDED_BACK: ("hand back", "{who} looks, and hands {other}'s role back face-down.", "9.6"),
    events.EXPOSED: ("expose", "{other} reveals {who}'s role: [{card}].", "9.6"),
    events.PAID: ("pay", "{who} pays {other} {diamonds}.", "5.3"),
    events.REFUSED: ("refuse", "{who} refuses: a standoff.", "5.5"),
    events.TOOK_PILE: ("take", "[{card}]: {who} takes {n} from the pile.", "2.1"),
    events.TOOK_BANK: ("take", "[{card}]: {who} takes {n} from the Bank.", "2.2"),
    events.TOOK_EACH: ("take", "[{card}]: {who} takes {n} from the others.", "7.4"),
    events.PAID_BANK: ("pay bank", "[{card}]: {who} pays {n} to the Bank.", "7.5"),
    events.STASHED: ("stash", "[{card}]: {who} stashes {n} on it.", "7.1"),
    events.TURNED_DOWN: ("turn down", "[{card}]: {who}'s item is turned face-down.", "3.9"),
    events.HEALED: ("recover", "[{card}]: {other} recovers.", "6.6"),
    events.WAS_HURT: ("hurt", "{other} hurts {who}.", "6.1"),
    events.LIVED: ("live", "{who} lives.", "6.2"),
    events.DIED: ("die", "{who}, [{card}], is out of the game, and so are their item and diamonds.", "6.3"),
    events.COLLECTED_IT: ("collect", "[{card}]: {who} takes {n} from the pile for what they were shown.", "3.10"),
    events.WON_NOT: ("no win", "It is not a win: {who} does not have what the win requires.", "8.10"),
    events.GAVE: ("give", "{who} gives {other} {diamonds}.", "10.2"),
    events.REQUESTED: ("ask", "{who} asks {other} for {diamonds}.", "10.3"),
    events.DECLINED: ("decline", "{who} gives {other} nothing.", "10.3"),
    events.OFFERED: ("offer", "{who} offers {other} {diamonds}.", "10.4"),
    events.TOOK_OFFER: ("accept", "{who} takes {diamonds} from {other}.", "10.4"),
    events.LEFT_OFFER: ("leave", "{who} takes nothing from {other}.", "10.4"),
    events.FIZZLED: ("nothing", "[{card}]: nothing comes of it.", "3.5"),
    events.TIME_UP: ("time", "Two hundred turns have gone by: the ferry lands.", "8.9"),
}

KINDS: dict[int, Kind] = {number: kind for number, (kind, _, _) in SENTENCES.items()} | {
    events.INTRODUCED: "introduce",
    events.JUDGED: "judge",
    events.PROVED: "prove",
    events.STOOD_OFF: "standoff",
    events.RECOVERED: "recover",
    events.TOOK_PLAYER: "take",
    events.DECLARED: "declare",
    events.SPOILED: "spoil",
    events.SPOILED_NOT: "no spoil",
    events.WON: "win",
}
# The rules of the events with which it is always the same one.
RULE_OF = {number: rule for number, (_, _, rule) in SENTENCES.items()} | {
    events.RECOVERED: "6.6",
    events.TOOK_PLAYER: "7.4",
    events.DECLARED: "8.4",
    events.SPOILED: "8.5",
    events.SPOILED_NOT: "8.5",
    events.WON: "8.1",
}
# Events whose card is a number of diamonds.
COUNTING = (events.TAKEN, events.PAID, events.GAVE, events.REQUESTED, events.OFFERED, events.TOOK_OFFER)


@in_second_person
def tell(v: View, names: Sequence[str], c: Cards) -> Event | None:
    if v.event is None:
        return None
    e = v.event
    if e.number not in SENTENCES:
        text, rule = _longer(v, c, e, names)
        return Event(e.kind, text, e.seat, rule, e.card or UNSET)
    kind, sentence, rule = SENTENCES[e.number]
    if e.number == events.TOOK_BANK and not e.other:
        kind, sentence = "nothing", "[{card}]: the Bank is empty."
    other = e.other % 8 if e.number == events.TOOK_PLAYER else e.other
    whom = names[other] if 0 <= other < len(names) else ""
    text = sentence.format(
        who="" if e.seat is None else names[e.seat],
        other=whom,
        whose="their own" if e.other == e.seat else f"{whom}'s",
        on=f" on {whom}" if e.number == events.CLAIMED and whom else "",
        card=_name(e.about, c),
        n=_diamonds(e.other),
        diamonds=_diamonds(e.about),
    )
    if e.number == events.TAKEN:
        return Taken(kind, text + _lost(e.about), e.seat, rule, e.card or UNSET, other=e.other)
    return Event(kind, text, e.seat, rule, e.card or UNSET)


def _longer(v: View, c: Cards, e: Happened, names: Sequence[str]) -> tuple[str, str | None]:
    """The events whose sentence depends on how it went."""
    who, card = names[e.seat or 0], _name(e.about, c)
    if e.number == events.INTRODUCED:
        text = f"{who} is [{card}]." if e.about != p.NONE else f"{who} has a Hidden role."
        return text, "3.7" if e.about != p.NONE else "9.1"
    if e.number == events.JUDGED:
        return _judged(e, c, names)
    if e.number == events.PROVED:
        if e.other:
            return f"{who} shows it: [{card}].", "3.9"
        return f"{who} shows [{card}], the wrong card, and pays the Bank a diamond.", "4.9"
    if e.number == events.STOOD_OFF:
        return _stood_off(e, c, names)
    if e.number == events.RECOVERED:
        paid = f", for {_diamonds(e.other)}" if e.other else ""
        return f"[{card}]: {who} recovers{paid}.", "6.6"
    if e.number == events.TOOK_PLAYER:
        return f"[{card}]: {who} takes {_diamonds(e.other // 8)} from {names[e.other % 8]}.", "7.4"
    if e.number == events.DECLARED:
        return f"{who} declares a win, and reveals [{_name(e.other, c)}] and [{card}].", "8.4"
    if e.number == events.SPOILED:
        return f"{who} reveals [{card}]: {names[e.other]} does not win.", "8.5"
    if e.number == events.SPOILED_NOT:
        return f"{who} reveals [{card}], which stops nothing, and pays the Bank a diamond.", "8.5"
    winners = [names[seat] for seat in v.winners]
    return f"{joined(winners)} {'win' if len(winners) > 1 else 'wins'}.", "8.1"


def _judged(e: Happened, c: Cards, names: Sequence[str]) -> tuple[str, str]:
    who, caller, card = names[e.seat or 0], names[e.other % events.USER_LIED], _name(e.about, c)
    if e.other & events.USER_LIED and e.other & events.CALLER_LIED:
        text = f"Neither {who} nor {caller} has [{card}]. Each pays the Bank a diamond, and {who} fails."
        return text, "4.8"
    if e.other & events.USER_LIED:
        return f"{caller} has [{card}]. {who} lied, fails, and pays the Bank a diamond.", "4.6"
    return f"{who} has [{card}]. {caller} lied, and pays the Bank a diamond.", "4.7"


def _stood_off(e: Happened, c: Cards, names: Sequence[str]) -> tuple[str, str]:
    who, victim, card = names[e.seat or 0], names[e.other], c.of(numbers)[e.about]
    if not (card.threat or card.weapon):
        return f"{who} reveals [{card.name}] and pays the Bank: {victim} escapes.", "5.7"
    worse = " It is a Weapon." if card.weapon else ""
    rule = "5.8" if is_role(e.about) else "5.6"
    return f"{who} reveals [{card.name}]: {victim} pays double.{worse}", rule


def _lost(n: int) -> str:
    """What lay on the items that are taken under the table [7.6]."""
    return f" {counted(n, 'stashed diamond')} {'is' if n == 1 else 'are'} lost." if n > 0 else ""


def _name(card: int, c: Cards) -> str:
    return c.of(numbers)[card].name if card in c.of(numbers) else "?"


def _diamonds(n: int) -> str:
    return counted(n, "diamond") if n else "no diamonds"
