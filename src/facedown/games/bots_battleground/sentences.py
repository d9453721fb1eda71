"""What happened at the table, in sentences, each with the rule that says so; made from views."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from facedown.core.event_names import EventNames
from facedown.core.game import Event
from facedown.core.second_person import in_second_person
from facedown.core.spelling import joined
from facedown.games.bots_battleground import cards, events, faces, phases
from facedown.games.bots_battleground import position as p
from facedown.games.bots_battleground.abilities import DOWNWARD, UPWARD
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.cards import ability_sentence
from facedown.games.bots_battleground.events import Kind
from facedown.games.bots_battleground.notation import card_names, impossible
from facedown.games.bots_battleground.view import Happened, View

# The kind of an event, its sentence and its rule: {who} did it, {other} is the other seat.
SENTENCES: dict[int, tuple[Kind, str, str]] = {
    events.DEALT: ("deal", "Everybody draws four bots. {who} claps first.", "2.2"),
    events.DOUBLED: (
        "double",
        "{who} drew [{card}] twice: both go under the deck, and {who} draws two others.",
        "2.3",
    ),
    events.DEALT_ANEW: ("deal", "All bots are dealt anew, no two alike to anybody. {who} claps first.", "2.4"),
    events.NAMED: ("attack", "{who} attacks {other}.", "4.1"),
    events.PUT_DOWN: ("down", "{who} puts [{card}] down.", "5.2"),
    events.PICKED_UP: ("up", "{who} picks [{card}] up.", "5.2"),
    events.ASKED: ("ask", "{who} asks to borrow from {other}.", "7.1"),
    events.OFFERED: ("offer", "{who} offers to lend to {other}.", "7.8"),
    events.DEMANDED: ("force", "{who} forces {other} to lend two cards.", "8.7"),
    events.REFUSED: ("refuse", "{who} refuses to lend to {other} and loses the round.", "8.9"),
    events.SILENCED: ("silenced", "{who}'s [{card}] does not use its ability.", "9.6"),
    events.TIED: ("tie", "{who} and {other} have {number} each: a tie.", "6.4"),
    events.WENT_HOME: ("home", "All bots go home. Round {n} is over.", "7.5"),
}
KINDS: dict[int, Kind] = {number: kind for number, (kind, _, _) in SENTENCES.items()} | {
    events.CLAPPED_IN_VAIN: "clap",
    events.LATE: "late",
    events.WARNED: "warning",
    events.FROZEN: "blue",
    events.FAULTED: "fault",
    events.ROLLED: "roll",
    events.DECLINED: "decline",
    events.LENT: "lend",
    events.HANDED_OVER: "hand over",
    events.LANDED: "land",
    events.USED: "ability",
    events.SHOWN: "ability",
    events.WON: "win",
    events.LOST: "lose",
    events.ENDED: "end",
}
# The rules of the events with which it is always the same one.
RULE_OF = {number: rule for number, (_, _, rule) in SENTENCES.items()} | {
    events.CLAPPED_IN_VAIN: "3.4",
    events.LATE: "4.4",
    events.ROLLED: "3.2",
    events.LENT: "7.2",
    events.DECLINED: "7.2",
    events.HANDED_OVER: "8.8",
    events.USED: "9.1",
    events.SHOWN: "9.9",
    events.WARNED: "5.7",
}
# Events whose card is not a bot but a number.
COUNTING = (events.HANDED_OVER, events.WON, events.TIED, events.LOST, events.FAULTED)
NUMBERS = ("no", "one", "two", "three", "four", "five")
FOR_ONE = {"are": "is", "have": "has"}
FACE_SAYS = (
    "a normal round",
    "attacker and defender trade roles",
    "the lower sum wins",
    "everyone else defends",
    "two bots each",
    "loans can be forced",
)


def event_names(c: Cards) -> EventNames:
    """What happens, in words, and the bots of which it may be told."""
    return EventNames(
        events.NAMES,
        events.OF_CARD,
        dict(enumerate(c.of(card_names))),
        events.SCORING,
        RULE_OF,
        impossible=lambda options: impossible(options, c),
    )


@in_second_person
def tell(v: View, names: Sequence[str], c: Cards) -> Event | None:
    if v.event is None:
        return None
    e = v.event
    who, other = _name(e.seat, names), _name(e.other, names)
    if e.number in SENTENCES:
        _, sentence, rule = SENTENCES[e.number]
        text = sentence.format(who=who, other=other, card=e.card or "", number=e.about, n=e.other)
    else:
        text, rule = LONGER[e.number](e, c, v, who, other, names)
    return Event(e.kind, text + _tokens(e, names), e.seat, rule, e.card or UNSET)


def the_dice(dice: int, verb: str) -> str:
    """`the dice roll`; where there is only one, `the die rolls`."""
    if dice > 1:
        return f"the dice {verb}"
    return f"the die {FOR_ONE.get(verb, f'{verb}s')}"


def _name(seat: int | None, names: Sequence[str]) -> str:
    return names[seat] if seat is not None and 0 <= seat < len(names) else ""


def _clapped_in_vain(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    dice = "The dice rumble and stay blue" if len(v.dice) > 1 else "The die rumbles and stays blue"
    return f"{who} claps. {dice}.", "3.4"


def _late(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    return f"Too late: {the_dice(len(v.dice), 'have')} stopped. {who} loses the round.", "4.4"


def _rolled(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    dice = "Both dice roll" if e.other == 3 else "A die rolls" if len(v.dice) > 1 else "The die rolls"
    return f"{who} claps. {dice}, red: {who} attacks!", "3.2"


def _lent(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    what = f"[{e.card}]" if e.card else "a card"
    return f"{who} lends {what} to {other}.", "7.2"


def _declined(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    more = " any more" if any(loan.lender == e.seat for loan in v.loans) else ""
    return f"{who} declines to lend{more}.", "7.2"


def _handed_over(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    if e.about == 0:
        return f"{who} has no card left to hand over to {other}.", "8.8"
    cards = "a card" if e.about == 1 else f"{e.about} cards"
    return f"{who} hands {cards} over to {other}.", "8.8"


def _landed(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    shown = [face for face in range(faces.FACES) if e.other >> face & 1]
    said = " and ".join(FACE_SAYS[face] for face in shown)
    defenders = joined([names[seat] for seat in v.defenders])
    verb = "defends" if len(v.defenders) == 1 else "defend"
    return (
        f"{the_dice(len(v.dice), 'stop').capitalize()}: {said}. {who} attacks, {defenders} {verb}.",
        f"8.{2 + shown[0]}",
    )


def _used(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    kind = c.of(card_names).index(e.card)
    ability = c.kinds[kind].ability
    assert ability is not None, "only a bot with an ability uses one"
    if ability.does == "per" or e.other < 0:
        return f"{who}'s [{e.card}]: {ability_sentence(ability)}.", "9.1"
    aim, way = e.other % UPWARD, e.other - e.other % UPWARD
    seat, place = divmod(aim, p.PLACES)
    bot = next((bot for bot in v.tables[seat] if bot.place == place), None)
    target = f"{names[seat]}'s [{bot.card}]" if bot else f"{names[seat]}'s bot"
    words = ability_sentence(ability, target)
    if cards.ABILITIES[ability.does].number == cards.SHIFT:
        words = words.partition(" gets ")[0] + f" gets {'−' if way == DOWNWARD else '+'}{ability.n}"
    return f"{who}'s [{e.card}]: {words}.", "9.1"


def _shown(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    if e.other < 0:
        return f"{who}'s [{e.card}] finds the deck empty.", "9.9"
    return f"{who}'s [{e.card}] is joined by the deck's top card, [{c.of(card_names)[e.other]}].", "9.9"


def _won(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    own, theirs = e.about % 100, e.about // 100
    loser = e.other
    if loser in v.faults:
        why, rule = ("had too many bots down", "5.4") if v.tables[loser] else ("has no bot on the table", "6.3")
        return f"{who} wins: {other} {why}.", rule
    if own == theirs:
        return f"{who} beats {other}, {own} to {theirs}: equal sums are a win for {who}.", "10.13"
    if "lower" in v.faces:
        return f"{who} beats {other}, {own} to {theirs}: the lower sum wins.", "8.4"
    return f"{who} beats {other}, {own} to {theirs}.", "6.2"


def _tokens(e: Happened, names: Sequence[str]) -> str:
    """Who got how many tokens by it, and who gave some away, behind the sentence that says why [6.2, 7.6]."""
    got = [f"{names[seat]} {'+' if n > 0 else '−'}{abs(n)}" for seat, n in enumerate(e.tokens) if n]
    return f" Tokens: {', '.join(got)}." if got else ""


def _lost(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    if e.other == events.REFUSAL:
        return f"{who} did not lend and loses the round.", "8.9"
    defender = names[e.about]
    if e.other == events.FAULT:
        return f"{who} and {defender} both lose: they had too many bots down.", "5.4"
    if v.tables[e.about]:
        return f"{who} and {defender} both lose: {who} has no bot on the table, {defender} had too many.", "6.3"
    return f"{who} and {defender} both lose: neither has a bot on the table.", "6.3"


def _warned(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    return f"{the_dice(len(v.dice), 'roll').capitalize()} again: {seconds_in(v.warning_ticks)} left.", "5.7"


def _frozen(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    if e.other == 1:
        return "The round ends early.", "5.4"
    return f"{the_dice(len(v.dice), 'blink').capitalize()} blue. Hands off!", "5.8"


def _faulted(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    down, allowed = NUMBERS[e.about], NUMBERS[e.other]
    are = "is" if e.other == 1 else "are"
    return f"{who} has {down} bots down where {allowed} {are} allowed, and loses the round.", "5.4"


def _ended(e: Happened, c: Cards, v: View, who: str, other: str, names: Sequence[str]) -> tuple[str, str]:
    winners = [names[seat] for seat in v.winners]
    wins = "wins" if len(winners) == 1 else "win"
    return f"{joined(winners)} {wins} with {max(v.tokens)} tokens.", "11.2"


def seconds_in(ticks: int) -> str:
    """So many ticks in words: two seconds at the printed tempo, more at the others."""
    seconds = int(ticks * phases.TICK_SECONDS)
    return {2: "two seconds", 6: "six seconds", 8: "eight seconds"}.get(seconds, f"{seconds} seconds")


LONGER = {
    events.CLAPPED_IN_VAIN: _clapped_in_vain,
    events.LATE: _late,
    events.ROLLED: _rolled,
    events.DECLINED: _declined,
    events.LENT: _lent,
    events.HANDED_OVER: _handed_over,
    events.LANDED: _landed,
    events.WARNED: _warned,
    events.FROZEN: _frozen,
    events.FAULTED: _faulted,
    events.USED: _used,
    events.SHOWN: _shown,
    events.WON: _won,
    events.LOST: _lost,
    events.ENDED: _ended,
}


__all__ = ["COUNTING", "KINDS", "seconds_in", "tell", "the_dice"]
