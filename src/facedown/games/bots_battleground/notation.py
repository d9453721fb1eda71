"""Bots Battleground in writing: bots and moves, and chance outcomes that a record can fix.

first: Ann                    before the deal: who claps first
Ann holds: Buzzsaw, Kettle    before the deal: up to four of her bots
deck: Buzzsaw, Kettle         at any time: the next cards to be drawn, the top one first
roll: trade, -                before a clap: what each die will show; - for one that does not start
spell: 52                     before the red spell is over: how many quarter seconds it lasts
loan: Buzzsaw, Kettle         before a forced loan is handed over: the cards that are taken
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from facedown.core.chance import stack
from facedown.core.errors import FacedownError
from facedown.core.game import Card, LegalMove, Seat
from facedown.core.questions import open_kind
from facedown.core.spelling import Names, did_you_mean, fold, quote, seat_named
from facedown.games.bots_battleground import codes, events, faces, phases, steps
from facedown.games.bots_battleground import position as p
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.cards import BotCard, face_of, rule_of

FaceName = Literal["normal", "trade", "lower", "everyone", "two", "loans"]
FACE_NAMES: tuple[FaceName, ...] = ("normal", "trade", "lower", "everyone", "two", "loans")
PLAIN = {
    codes.CLAP: "Clap",
    codes.WAIT: "Wait",
    codes.DECLINE: "Decline",
    codes.HAND_OVER: "Hand over",
    codes.REFUSE: "Refuse",
}
Does = Literal["answer", "put down", "pick up", "lend", "choose", "attack", "force", "ask", "offer"]
Way = Literal["", "up", "down"]
WITH_A_BOT: tuple[tuple[int, Does, str, bool], ...] = (
    (0, "put down", "", False),
    (codes.PICK_UP, "pick up", "Pick up ", False),
    (codes.PUT_BORROWED, "put down", "Borrowed ", True),
    (codes.PICK_UP_BORROWED, "pick up", "Pick up borrowed ", True),
)
ABOUT_A_SEAT: tuple[tuple[int, Does], ...] = (
    (codes.ATTACK, "attack"),
    (codes.FORCE, "force"),
    (codes.ASK, "ask"),
    (codes.OFFER, "offer"),
)
CHOOSING: tuple[tuple[int, Way], ...] = ((codes.CHOOSE, ""), (codes.UP, "up"), (codes.DOWN, "down"))


def card_names(kinds: Sequence[BotCard]) -> tuple[str, ...]:
    return tuple(card.name for card in kinds)


def by_name(kinds: Sequence[BotCard]) -> Names:
    return Names(dict(enumerate(card_names(kinds))), kind="bot", example="`Buzzsaw` or `Kettle`")


def all_cards(c: Cards) -> tuple[Card, ...]:
    return tuple(
        Card(
            card.name,
            f"Attack {card.attack}, Defense {card.defense}. {card.text}",
            "Ability" if card.ability else "Condition" if card.condition else "Plain",
            None,
            card.copies,
            card.source,
            rule_of(card),
            face=face_of(card),
        )
        for card in c.kinds
    )


def impossible(options: Mapping[str, object], c: Cards) -> set[int]:
    """The events that need an ability or a condition which no bot has, or a second copy of a bot."""
    abilities = {card.ability.does for card in c.kinds if card.ability}
    conditions = {card.condition.does for card in c.kinds if card.condition}
    can = {
        events.DOUBLED: any(card.copies > 1 for card in c.kinds),
        events.SHOWN: "reinforce" in abilities,
        events.SILENCED: "mute" in abilities or (bool(abilities) and "jammer" in conditions),
        events.USED: bool(abilities - {"reinforce"}),
    }
    return {event for event, possible in can.items() if not possible}


class BattlegroundMove(LegalMove, frozen=True, omit_defaults=True):
    """A legal move: what it does, and with which bot, seat and place."""

    does: Does = "answer"
    answer: str = ""  # the word of what needs no bot and no seat
    borrowed: bool = False  # of two bots of one name, the one that is borrowed
    seat: Seat | None = None
    place: int | None = None  # from 0
    way: Way = ""


def all_moves(names: Sequence[str], c: Cards) -> Iterator[BattlegroundMove]:
    bots = tuple(enumerate(c.of(card_names)))
    for code, word in PLAIN.items():
        yield BattlegroundMove(code, word, answer=word)
    for first, does, begins, borrowed in WITH_A_BOT:
        for kind, bot in bots:
            text = f"{begins}{bot}" if begins else bot[0].upper() + bot[1:]
            yield BattlegroundMove(first + kind, text, bot, does, borrowed=borrowed)
    for seat, name in enumerate(names):
        for first, does in ABOUT_A_SEAT:
            yield BattlegroundMove(first + seat, f"{does.capitalize()} {name}", does=does, seat=seat)
        for kind, bot in bots:
            yield BattlegroundMove(codes.lend_of(kind, seat), f"Lend {bot} to {name}", bot, "lend", seat=seat)
        for first, way in CHOOSING:
            for place in range(p.PLACES):
                text = f"Choose {name} {place + 1}{way and f' {way}'}"
                code = first + p.PLACES * seat + place
                yield BattlegroundMove(code, text, does="choose", seat=seat, place=place, way=way)


# -- what a record lays out ----------------------------------------------------------------------------------------

LAID_OUT = ("first", "... holds", "deck", "roll", "spell", "loan")


def lay_out(s: p.Position, c: Cards, words: str, names: Sequence[str]) -> bool:
    """Lay out chance as a line says; False if the line says nothing of the kind.  Raises FacedownError."""
    what, colon, rest = words.partition(":")
    what, rest = fold(what), rest.strip()
    if not colon:
        return False
    if what == "first":
        _before_deal(s)
        if s.begins:
            raise FacedownError(f"`start: {s.begins}` says who claps first; leave this line out [3.1]")
        s.lot_laid_out = seat_named(rest, names)
    elif what.endswith((" holds", " has")):
        _feed_hand(s, c, seat_named(what.rpartition(" ")[0], names), c.of(by_name).numbers(rest), names)
    elif what == "deck":
        _feed_deck(s, c, c.of(by_name).numbers(rest))
    elif what == "roll":
        _feed_dice(s, [fold(word) for word in rest.split(",")])
    elif what == "spell":
        _feed_spell(s, rest)
    elif what == "loan":
        _feed_loan(s, c, c.of(by_name).numbers(rest), names)
    else:
        return False
    return True


def _before_deal(s: p.Position) -> None:
    if open_kind(s) != steps.DEAL:
        raise FacedownError("the deal is over; put this line before the first clap [2.2]")


def _feed_hand(s: p.Position, c: Cards, seat: int, kinds: list[int], names: Sequence[str]) -> None:
    _before_deal(s)
    if s.stacked:
        raise FacedownError("cards of the deck are laid out already; put the hands before them")
    own = range(p.HAND * seat, p.HAND * seat + p.HAND)
    free = [card for card in own if s.bot[card] == p.NONE]
    if len(kinds) > len(free):
        raise FacedownError(f"a hand is {p.HAND} bots; name fewer for {names[seat]} [2.2]")
    for card, kind in zip(free, kinds, strict=False):
        loose = [int(one) for one in s.deck[: s.deck_left]]
        if kind not in loose:
            raise FacedownError(_why_missing(kind, c))
        loose.remove(kind)
        s.deck_left = len(loose)
        s.deck[: s.deck_left] = loose
        s.bot[card] = kind


def _feed_deck(s: p.Position, c: Cards, kinds: list[int]) -> None:
    missing = stack(s, kinds)
    if missing:
        raise FacedownError(_why_missing(missing[0], c))


def _why_missing(kind: int, c: Cards) -> str:
    return f"no {c.of(card_names)[kind]} is left in the deck; the game has {c.kinds[kind].copies} [1.3]"


def _feed_dice(s: p.Position, words: list[str]) -> None:
    if int(s.phase) not in (phases.DEALING, phases.CLAPPING):
        raise FacedownError("the dice are rolling already; put this line before the clap [3.2]")
    if len(words) != int(s.dice):
        dice = "one die lies" if int(s.dice) == 1 else f"{int(s.dice)} dice lie"
        raise FacedownError(f"{dice} in the arena; write a face for each, or - for a die that does not start [1.2]")
    for die, word in enumerate(words):
        if word in FACE_NAMES:
            s.dice_laid_out[die] = FACE_NAMES.index(word)
        elif word in ("-", "", "nothing", "none"):
            s.dice_laid_out[die] = faces.FACES
        else:
            choices = did_you_mean(word, FACE_NAMES, "it shows one of")
            raise FacedownError(f"a die has no face {quote(word)}{choices} [8.1]")


def _feed_spell(s: p.Position, words: str) -> None:
    number = fold(words).removesuffix(" ticks").removesuffix(" tick")
    soonest, latest = phases.RED_FROM[int(s.tempo)], phases.RED_TO[int(s.tempo)]
    if not number.isdecimal() or not soonest <= int(number) <= latest:
        raise FacedownError(f"a red spell lasts {soonest} to {latest} quarter seconds, not {quote(words)} [5.6]")
    if int(s.phase) == phases.RED and int(number) <= int(s.ticks):
        raise FacedownError(f"{int(s.ticks)} quarter seconds of this red spell are over already [5.6]")
    if int(s.phase) in (phases.WARNING, phases.BLUE):
        raise FacedownError("the red spell is over; put this line before its end [5.6]")
    s.spell_laid_out = int(number)


def _feed_loan(s: p.Position, c: Cards, kinds: list[int], names: Sequence[str]) -> None:
    lenders = [int(s.forced[seat]) for seat in range(int(s.seats)) if int(s.forcing) >> seat & 1]
    if not lenders:
        raise FacedownError("nobody is forced to lend now; put this line before the cards are handed over [8.8]")
    if len(kinds) > 2:
        raise FacedownError("a forced loan is two cards; name two [8.8]")
    taken = 0
    for kind in kinds:
        there = [
            card
            for lender in lenders
            for card in range(p.HAND * lender, p.HAND * lender + p.HAND)
            if s.bot[card] == kind and s.holder[card] == lender and s.lies[card] == p.IN_HAND
        ]
        if not there:
            who = " or ".join(names[lender] for lender in lenders)
            raise FacedownError(f"{who} has no {c.of(card_names)[kind]} in hand to lend [8.8]")
        taken |= 1 << there[0]
    s.loan_laid_out = taken
