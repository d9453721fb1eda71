"""Bots Battleground in words, and as what the page draws: all made from views.  Numbers are rulebook.md's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from facedown.core.bits import holds, members
from facedown.core.game import Refusal
from facedown.core.layout import SplitView, or_none
from facedown.core.spelling import joined, outcome
from facedown.games.bots_battleground import codes, events, faces, phases, steps
from facedown.games.bots_battleground import position as p
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.cards import EMBARGO, TARGETS, ability_sentence
from facedown.games.bots_battleground.notation import FACE_NAMES, by_name, card_names
from facedown.games.bots_battleground.reasons import changes
from facedown.games.bots_battleground.sentences import COUNTING, KINDS, seconds_in, tell, the_dice
from facedown.games.bots_battleground.view import (
    Ask,
    Borrowed,
    Bot,
    Die,
    Force,
    Happened,
    Loan,
    Meeting,
    Offer,
    Phase,
    Question,
    Using,
    View,
)

__all__ = ["aim", "prompt", "reason", "refusal", "show", "standing", "tell", "unplayable", "when", "why"]

PHASES: tuple[Phase, ...] = ("deal", "clap", "rolling", "red", "warning", "blue", "over")
QUESTIONS: dict[int, Question] = {steps.CLAP: "clap", steps.ACT: "act", steps.ABILITY: "ability"}
DURING_ROUND = ("rolling", "red", "warning", "blue")


SPLIT = SplitView(p.Observation, "seat", "question", "asked", "act", "hand", "hand_of")


def show(seen: p.Observation, names: Sequence[str], c: Cards) -> View:
    own, rest = SPLIT.split(seen)
    return replace(
        _for_all(rest, c),
        seat=or_none(own.seat),
        asked=members(own.asked),
        question=QUESTIONS.get(own.question),
        acted=own.act >= 0,
        hand=_hand(own, c),
        borrowed=_borrowed(own),
    )


@lru_cache(maxsize=64)
def _for_all(rest: bytes, c: Cards) -> View:
    """The part of a view that is the same for all seats; only a loan's event differs between some of them."""
    v = SPLIT.plain(rest)
    seats = range(v.seats)
    phase, tempo = PHASES[v.phase], v.tempo
    if v.event == events.LATE:
        phase = "blue"  # the dice have stopped, and show nothing
    fights = phase in DURING_ROUND
    return View(
        seat=None, seats=v.seats, over=bool(v.over), winners=members(v.winners),
        phase=phase, round=v.round_number,
        clapper=or_none(v.clapper),
        attacker=or_none(v.attacker) if fights else None,
        named=or_none(v.named) if fights else None,
        defenders=members(v.defenders) if fights else (),
        dice=tuple([_die(v, die, phase) for die in range(v.dice)]),
        faces=tuple([FACE_NAMES[face] for face in range(faces.FACES) if holds(v.faces, face)]),
        ticks=v.ticks,
        tick_seconds=phases.TICK_SECONDS, rolling_ticks=phases.ROLLING_TICKS[tempo],
        red_from=phases.RED_FROM[tempo], red_to=phases.RED_TO[tempo],
        warning_ticks=phases.ROLLING_TICKS[tempo],
        asked=(), question=None, acted=False, hand=(), borrowed=(),
        hand_counts=tuple(v.hand_count[:v.seats]),
        hands=tuple([_open_hand(v, c, seat) for seat in seats]),
        tables=tuple([_table(v, c, seat) for seat in seats]),
        limits=tuple(v.limit[:v.seats]),
        sums=tuple([or_none(v.total[seat]) if fights else None for seat in seats]),
        faults=members(v.faults),
        refused=members(v.refused),
        tokens=tuple(v.tokens[:v.seats]),
        pile=p.TOKENS - sum(v.tokens[: v.seats]),
        asks=tuple([Ask(seat, other) for seat in seats for other in members(v.asks[seat])]) if fights else (),
        offers=tuple([Offer(seat, other) for seat in seats for other in members(v.offers[seat])]) if fights else (),
        loans=_loans(v, seats),
        forces=_forces(v, seats),
        ability=_using(v, c),
        meetings=_meetings(v, seats),
        deck_left=v.deck_left + v.bottom_count,
        bottom=tuple(map(c.of(card_names).__getitem__, v.bottom[: v.bottom_count])),
        event=_happened(v, c),
    )  # fmt: skip


def _die(v: p.Observation, die: int, phase: str) -> Die:
    if not holds(v.rolling, die) or phase not in ("rolling", "red", "warning"):
        return Die("blue", None)
    if phase == "red":
        return Die("red", FACE_NAMES[v.face[die]])
    return Die("rolling", None)


def _hand(own: p.Observation, c: Cards) -> tuple[str, ...]:
    return tuple([c.of(card_names)[kind] for kind in own.hand if kind >= 0])


def _borrowed(own: p.Observation) -> tuple[Borrowed, ...]:
    held = enumerate(of for of in own.hand_of if of >= 0)
    return tuple([Borrowed(at, of) for at, of in held if of != own.seat])


def _open_hand(v: p.Observation, c: Cards, seat: int) -> tuple[str, ...] | None:
    return tuple([c.of(card_names)[kind - 1] for kind in v.open_hands[seat] if kind > 0]) or None


def _table(v: p.Observation, c: Cards, seat: int) -> tuple[Bot, ...]:
    lie = [(place, kind) for place, kind in enumerate(v.table[seat]) if kind >= 0]
    return tuple([
        Bot(
            c.of(card_names)[kind],
            place,
            v.attack[seat][place],
            v.defense[seat][place],
            v.table_of[seat][place],
            holds(v.muted, p.PLACES * seat + place),
            holds(v.to_act, p.PLACES * seat + place),
            changes(v, c, seat, place),
        )
        for place, kind in lie
    ])  # fmt: skip


def _loans(v: p.Observation, seats: range) -> tuple[Loan, ...]:
    pairs = [(borrower, lender) for borrower in seats for lender in seats if v.loans[borrower][lender] > 0]
    return tuple([Loan(lender, borrower, v.loans[borrower][lender]) for borrower, lender in pairs])


def _forces(v: p.Observation, seats: range) -> tuple[Force, ...]:
    forced = [(seat, v.forced[seat]) for seat in seats if v.forced[seat] >= 0]
    return tuple([Force(seat, other, holds(v.forcing, seat)) for seat, other in forced])


def _using(v: p.Observation, c: Cards) -> Using | None:
    if v.using_seat < 0:
        return None
    kind = v.table[v.using_seat][v.using_place]
    ability = c.kinds[kind].ability
    does = ability_sentence(ability, TARGETS[ability.on][1]) if ability else ""  # not when: that time has come
    return Using(v.using_seat, c.of(card_names)[kind], v.using_place, does, ability.n if ability else 0)


def _meetings(v: p.Observation, seats: range) -> tuple[Meeting, ...]:
    met = [(seat, v.sums[seat], v.won_by[seat]) for seat in seats if v.won_by[seat] >= 0]
    return tuple([
        Meeting(v.attacker, seat, attack, defense, None if winner == p.TIE else winner)
        for seat, (attack, defense), winner in met
    ])  # fmt: skip


def _happened(v: p.Observation, c: Cards) -> Happened | None:
    number, about = v.event, v.event_card
    if not number:
        return None
    card = c.of(card_names)[about] if about >= 0 and number not in COUNTING else None
    tokens = tuple(v.gains[: v.seats]) if number in events.SCORING else ()
    return Happened(KINDS[number], or_none(v.event_seat), card, number, about, v.event_other, tokens)


# -- what is asked -------------------------------------------------------------------------------------------------


def prompt(v: View, names: Sequence[str]) -> str:
    if v.over:
        return "The match is over."
    if v.question is None:
        return "One moment …"
    if v.seat is None or v.seat not in v.asked:
        return _prompt_for_others(v, names)
    if v.question == "clap":
        return f"Clap and see whether {the_dice(len(v.dice), 'start')}."
    if v.question == "ability" and v.ability:
        return f"[{v.ability.card}]: {v.ability.does}. Which one?"
    return _prompt_to_act(v, v.seat, names)


def _prompt_for_others(v: View, names: Sequence[str]) -> str:
    if v.question == "clap":
        return f"Waiting for {names[v.asked[0]]} to clap."
    if v.question == "ability" and v.ability:
        return f"Waiting for {names[v.ability.seat]} to use [{v.ability.card}]."
    if v.seat in v.faults:
        return "You have lost this round."
    if v.seat is not None and v.limits[v.seat] > 0:  # who has acted in this tick acts again in the next
        return _prompt_to_act(v, v.seat, names)
    if v.phase == "rolling" and v.attacker is not None:
        whom = "" if v.named is None else " you" if v.named == v.seat else f" {names[v.named]}"
        return f"{names[v.attacker]} attacks{whom}. Wait until {the_dice(len(v.dice), 'stop')}."
    if v.phase == "warning":
        return f"{the_dice(len(v.dice), 'roll').capitalize()} again: {seconds_in(v.warning_ticks)}."
    return "Others fight. They may ask you for a bot." if v.seat is not None else "They fight."


def _prompt_to_act(v: View, seat: int, names: Sequence[str]) -> str:
    if forcers := [force.by for force in v.forces if force.of == seat and force.open]:
        return f"{names[forcers[0]]} forces you to lend two cards. Hand them over, or refuse and lose a token?"
    if askers := [ask.by for ask in v.asks if ask.of == seat]:
        return _prompt_to_lend(v, seat, askers, names)
    if v.phase == "rolling":
        if v.named is None:
            return f"Name a defender and put a bot down before {the_dice(len(v.dice), 'stop')}."
        return f"You attack {names[v.named]}. " + ("Switch bots, or wait." if v.tables[seat] else "Put a bot down!")
    if not v.tables[seat]:
        return f"{_fight_in_words(v, seat, names)}: put a bot down!"
    return f"{_so_far(v, seat, names)}Switch bots, borrow, or wait."


def _prompt_to_lend(v: View, seat: int, askers: Sequence[int], names: Sequence[str]) -> str:
    """Each loan is a decision of its own: after the first one the question says what has been lent already."""
    lent = {loan.borrower: loan.cards for loan in v.loans if loan.lender == seat}
    asking = [n for n in askers if n not in lent] or askers
    who, verb = " and ".join(names[n] for n in asking), "asks" if len(asking) == 1 else "ask"
    if len(v.hand) == len(v.borrowed):
        return f"{who} {verb} to borrow from you, but you have no bot left to lend."
    if asking[0] not in lent:
        return f"{who} {verb} to borrow from you. Lend a bot, or decline?"
    count = sum(lent[n] for n in asking)
    return f"You have lent {who} {'a bot' if count == 1 else f'{count} bots'}. Lend another, or is that all?"


def _fight_in_words(v: View, seat: int, names: Sequence[str]) -> str:
    if seat != v.attacker:
        return f"{names[v.attacker]} attacks you" if v.attacker is not None else "You defend"
    return f"You attack {names[v.defenders[0]]}" if len(v.defenders) == 1 else "You attack all others"


def _so_far(v: View, seat: int, names: Sequence[str]) -> str:
    """How the fight against one rival stands, and which abilities are still to come."""
    against = _rivals(v, seat)
    if len(against) != 1:
        return ""
    mine, theirs = v.sums[seat] or 0, v.sums[against[0]] or 0
    if not v.tables[against[0]]:
        return f"{names[against[0]]} has no bot yet. "
    if to_act := still_to_act(v, names):
        return f"{mine} to {theirs} so far, but {to_act} at the end. "
    if mine == theirs:
        return f"As it lies, {mine} to {theirs} is a tie. "
    if "lower" in v.faces:
        return f"The lower sum wins: as it lies, you {'win' if mine < theirs else 'lose'} with {mine} to {theirs}. "
    return f"As it lies, you {'win' if mine > theirs else 'lose'} {mine} to {theirs}. "


def still_to_act(v: View, names: Sequence[str]) -> str:
    """Whose abilities change the sums yet, in their order: from the attacker on clockwise [9.1]."""
    first = v.attacker or 0
    seats = [(first + n) % v.seats for n in range(v.seats)]
    whose = {seat: "your" if seat == v.seat else f"{names[seat]}'s" for seat in seats}
    acting = [f"{whose[seat]} [{bot.card}]" for seat in seats for bot in v.tables[seat] if bot.acts]
    return f"{joined(acting)} {'acts' if len(acting) == 1 else 'act'}" if acting else ""


# -- what may not be done ------------------------------------------------------------------------------------------


def aim(v: View, names: Sequence[str]) -> str:
    """The standing line."""
    return f"First to {p.TO_WIN} tokens · a fight won gives 2, a fight lost takes 1"


def when(v: View) -> str:
    """The moment in a few words."""
    return f"round {v.round}"


def why(v: View, names: Sequence[str]) -> str:
    """Why this seat has won or lost."""
    return outcome(v.tokens, v.winners, v.seat, names, "token")


def refusal(v: View, c: Cards, code: int, names: Sequence[str]) -> Refusal:
    """Why the seat that has this view may not make this move."""
    if v.phase not in DURING_ROUND or v.phase == "blue":
        return _refusal_when_still(v, code)
    seat = v.seat or 0
    if code == codes.CLAP:
        return Refusal(f"{the_dice(len(v.dice), 'are')} not blinking blue: you can only clap between rounds", "3.1")
    if code == codes.WAIT:
        return Refusal("nothing is asked of you now, so there is no need to wait")
    if codes.is_put_down(code) or codes.is_pick_up(code):
        return _not_with_this_bot(v, c, seat, code)
    if code in (codes.HAND_OVER, codes.REFUSE):
        return Refusal("nobody forces you to lend", "8.8")
    if code == codes.DECLINE:
        return Refusal("nobody has asked you to lend, so there is nothing to decline", "7.2")
    if codes.is_lend(code):
        return Refusal("you can only lend cards from your own hand, to somebody who has asked you", "7.2")
    if code >= codes.CHOOSE:
        return Refusal(f"abilities are used when {the_dice(len(v.dice), 'blink')} blue", "9.1")
    return _not_with_this_seat(v, c, seat, code)


def _refusal_when_still(v: View, code: int) -> Refusal:
    if v.question == "ability":
        return Refusal("the ability cannot be used on that bot", "9.4")
    if v.phase == "blue" or v.over:
        return Refusal(f"{the_dice(len(v.dice), 'blink')} blue: nothing moves any more", "5.8")
    if code == codes.CLAP:
        return Refusal("it is somebody else's turn to clap", "3.1")
    if code in (codes.HAND_OVER, codes.REFUSE, codes.DECLINE):
        return Refusal("nobody has asked you for a bot: no round has begun, clap first", "3.1")
    return Refusal("no round has begun: clap first", "3.1")


def _not_with_this_bot(v: View, c: Cards, seat: int, code: int) -> Refusal:
    name = c.of(card_names)[codes.kind_in(code)]
    if v.seat is not None and seat in v.faults:
        return Refusal("you have lost this round", "5.4")
    if v.seat is None or v.limits[seat] == 0:
        if v.phase == "rolling" and v.named == seat:
            return Refusal(f"you can put a bot down once {the_dice(len(v.dice), 'have')} stopped", "5.1")
        return Refusal("only the attacker and the defenders play bots", "5.1")
    if codes.is_pick_up(code):
        if codes.is_of_borrowed(code):
            return Refusal(f"you do not have two [{name}] on the table, your own and a borrowed one", "7.9")
        if any(bot.card == name for bot in v.tables[seat]):
            return Refusal(f"[{name}] cannot be picked up before the round is over", "10.8")
        return Refusal(f"[{name}] is not on the table in front of you", "5.2")
    if codes.is_of_borrowed(code) and not _holds_both(v, name):
        return Refusal(f"you do not hold two [{name}], your own and a borrowed one", "7.9")
    if name in v.hand:
        return Refusal("there is no more room in front of you: pick a bot up first", "5.2")
    return Refusal(f"[{name}] is not in your hand", "5.2")


def _holds_both(v: View, name: str) -> bool:
    borrowed = {card.at for card in v.borrowed}
    return {at in borrowed for at, held in enumerate(v.hand) if held == name} == {True, False}


def _not_with_this_seat(v: View, c: Cards, seat: int, code: int) -> Refusal:
    attacked, forced = codes.seat_in(code, codes.ATTACK), codes.seat_in(code, codes.FORCE)
    asked, offered = codes.seat_in(code, codes.ASK), codes.seat_in(code, codes.OFFER)
    if attacked >= 0:
        if v.phase != "rolling" or v.attacker != seat:
            return Refusal(f"only the attacker names a defender, while {the_dice(len(v.dice), 'roll')}", "4.1")
        if v.named is not None:
            return Refusal("you have named a defender already, and it cannot be changed", "4.1")
        return Refusal("attack another player, one who has not lent to you", "4.3")
    if offered >= 0:
        return Refusal("you can offer once, to somebody who can borrow and is not your rival", "7.8")
    if forced >= 0:
        return _not_forced(v, seat, forced)
    if seat == asked:
        return Refusal("you can only borrow from others", "7.1")
    if v.limits[seat] == 0:
        return Refusal("only a player who can play bots now can borrow", "7.1")
    if any(
        c.condition[c.of(by_name).number(bot.card)] == EMBARGO
        for other in _rivals(v, seat)
        for bot in v.tables[other]
    ):
        return Refusal("a rival's bot keeps everybody from lending to you", "10.11")
    if asked in _rivals(v, seat):
        return Refusal("you cannot borrow from a rival", "7.1")
    return Refusal("you have already asked them in this round", "7.1")


def _not_forced(v: View, seat: int, other: int) -> Refusal:
    if "loans" not in v.faces:
        return Refusal("no die allows you to force a loan", "8.7")
    if seat not in (v.attacker, *v.defenders):
        return Refusal("only the attacker and the defenders force others to lend", "8.7")
    if other == seat or other in _rivals(v, seat):
        return Refusal("you can only force a player who is not your rival", "8.7")
    if any(force.by == seat for force in v.forces):
        return Refusal("you have already forced somebody in this round", "8.7")
    return Refusal("they have no card of their own to lend", "8.8")


def _rivals(v: View, seat: int) -> tuple[int, ...]:
    if seat == v.attacker:
        return v.defenders
    return (v.attacker,) if seat in v.defenders and v.attacker is not None else ()


def unplayable(v: View, c: Cards, names: Sequence[str]) -> list[tuple[str, Refusal]]:
    """The whole hand, while only others play bots."""
    if v.seat is None or v.phase not in ("rolling", "red", "warning") or v.limits[v.seat] > 0:
        return []
    return [(card, _not_with_this_bot(v, c, v.seat, c.of(card_names).index(card))) for card in v.hand]


def standing(position: p.Position) -> str:
    """How the match stands, in one line."""
    tokens = [int(position.tokens[seat]) for seat in range(int(position.seats))]
    said = f"round {int(position.round_number)}; the leader has {max(tokens)} of {p.TO_WIN} tokens"
    return f"over after round {int(position.round_number)}" if position.winners else said


def reason(v: p.Observation, move: int, names: Sequence[str]) -> str:
    """Why the bot would make this move with this view, while no clock ticks."""
    if int(v.question) == steps.CLAP:
        return "Nothing can be won until somebody claps."
    if int(v.question) == steps.ABILITY:
        return "No other choice does more for your sum against your rivals'."
    return ""
