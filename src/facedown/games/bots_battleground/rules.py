"""Bots Battleground: clap, name a rival, send a bot, and have the right one lying there when the dice blink blue.

The numbers in brackets are those of rulebook.md.  A match is in rounds.py, a quarter of a second in ticks.py, the
bots' abilities in abilities.py, what a meeting brings in counting.py, what a seat sees in observe.py, what it
remembers in knowledge.py.
"""

from __future__ import annotations

from facedown.core.bits import allow, holds, lowest
from facedown.core.compiling import compiles
from facedown.core.game import Option
from facedown.core.layout import Ints
from facedown.core.questions import OVER, ask, become, is_asked, open_kind
from facedown.games.bots_battleground import cards, codes, phases, steps
from facedown.games.bots_battleground.abilities import choose, next_ability, offer_choices, targets_of
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.cards import MOST_KINDS
from facedown.games.bots_battleground.codes import WORDS
from facedown.games.bots_battleground.counting import count_next, freeze
from facedown.games.bots_battleground.knowledge import Knowledge, learn, redeal
from facedown.games.bots_battleground.observe import determinize, observe, reveal
from facedown.games.bots_battleground.position import (
    DICE,
    HAND,
    IN_HAND,
    NONE,
    PLACES,
    SEATS,
    SLOTS,
    Observation,
    Position,
)
from facedown.games.bots_battleground.rounds import clear_round, deal, end, exchange_doubles, go_home, land, launch
from facedown.games.bots_battleground.table import kind_at
from facedown.games.bots_battleground.ticks import (
    act,
    draw_loan,
    judge,
    may_offer,
    offer,
    offer_acts,
    offers_open_to,
    resolve,
    warn,
)

__all__ = [
    "CHANCE",
    "CONTINUOUS",
    "OPTIONS",
    "WORDS",
    "Knowledge",
    "Observation",
    "Position",
    "determinize",
    "free",
    "learn",
    "legal",
    "observe",
    "proceed",
    "redeal",
    "reveal",
    "score",
    "seconds",
    "start",
    "step",
    "timeout_move",
    "wins",
]

OPTIONS: tuple[Option, ...] = (
    Option("dice", 1, (1, 2), "how many dice lie in the arena; what shows on both holds"),
    Option(
        "clap_starts",
        "2 in 3",
        ("2 in 3", "1 in 2", "always"),
        "how often a clap starts a die: in two of three cases, in one of two, or always",
        title="A clap starts a die",
    ),
    Option(
        "tempo",
        "real",
        ("real", "calm", "slow"),
        "real: a die rolls for two seconds, as printed; calm: six; slow: eight, and all else four times as long",
    ),
    Option(
        "reactions",
        "human",
        ("human", "quick", "slow"),
        "how long bots take to see something and to move",
        title="Reactions of bots",
    ),
    Option(
        "start",
        "lot",
        ("lot", *range(1, SEATS + 1)),
        "who claps first: drawn by lot, or whoever has this seat, such as the best robot dancer",
        of_seats=True,
        title="Who claps first",
    ),
)
CHANCE = (steps.DEAL,)
CONTINUOUS = (steps.ACT,)  # tick follows on tick: whatever is legal when it is heard of counts


@compiles
def start(
    s: Position, c: Cards, seats: int, dice: int, starts: int, tempo: int, reactions: int, begins: int
) -> None:
    """A full deck, and nobody has anything [1.3, 2.1]."""
    s.begins, s.seats, s.dice, s.starts, s.tempo, s.reactions = begins, seats, dice, starts, tempo, reactions
    s.deck_left, s.stacked, s.bottom_count = 0, 0, 0
    for kind in range(MOST_KINDS):
        for _ in range(c.copies[kind]):
            s.deck[s.deck_left] = kind
            s.deck_left += 1
    s.phase, s.ticks, s.round_number, s.clapper, s.rolling, s.winners = phases.DEALING, 0, 1, NONE, 0, 0
    for card in range(SLOTS):
        s.bot[card], s.holder[card], s.lies[card] = NONE, card // HAND, IN_HAND
    for seat in range(SEATS):
        s.tokens[seat] = 0
        for place in range(PLACES):
            s.table[seat, place], s.attack[seat, place], s.defense[seat, place] = NONE, 0, 0
    clear_round(s)
    s.lender, s.spell_laid_out, s.loan_laid_out = NONE, NONE, 0
    for die in range(DICE):
        s.dice_laid_out[die] = NONE
    s.event, s.event_seat, s.event_card, s.event_other, s.event_count = 0, NONE, NONE, NONE, 0
    become(s, OVER, 0)
    ask(s, steps.DEAL, 0)


# -- what players may do, and what comes of it ---------------------------------------------------------------------


@compiles
def legal(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    kind = open_kind(s)
    if not is_asked(s, seat):  # unasked, one can only say that one would lend [7.8]
        for other in range(int(s.seats)):
            if holds(offers_open_to(s, seat), other):
                allow(moves, codes.OFFER + other)
    elif kind == steps.ACT:
        offer_acts(s, c, seat, moves)
    elif kind == steps.CLAP:
        allow(moves, codes.CLAP)
    else:
        offer_choices(s, c, seat, moves)


@compiles
def step(s: Position, c: Cards, seat: int, move: int) -> None:
    kind = open_kind(s)
    if not is_asked(s, seat):
        offer(s, seat, move - codes.OFFER)
    elif kind == steps.ACT:
        act(s, c, seat, move)
    elif kind == steps.CLAP:
        become(s, steps.LAUNCH, 0)
    else:
        choose(s, c, seat, move)


@compiles
def free(s: Position) -> int:
    """Who may say something although nobody waits for them."""
    return may_offer(s) if open_kind(s) == steps.ACT else 0


@compiles
def seconds(s: Position) -> float:
    """A tick is a quarter of a second; abilities are chosen in a quarter of a minute; a clap takes its time."""
    kind = open_kind(s)
    if kind == steps.ACT:
        return phases.TICK_SECONDS
    return phases.ABILITY_SECONDS[int(s.tempo)] if kind == steps.ABILITY else 0.0


@compiles
def timeout_move(s: Position, c: Cards, seat: int) -> int:
    """Who does nothing waits; who does not choose gets the first choice there is [1.4, 9.5]."""
    if open_kind(s) == steps.ACT:
        return codes.WAIT
    kind = kind_at(s, seat, int(s.using_place))
    first = lowest(targets_of(s, c, seat, int(s.using_place), kind))
    return (codes.UP if int(c.does[kind]) == cards.SHIFT else codes.CHOOSE) + first


# -- what the table does by itself, one thing at a time ------------------------------------------------------------


@compiles
def proceed(s: Position, c: Cards) -> None:
    kind = open_kind(s)
    if kind == steps.RESOLVE:
        resolve(s, c)
    elif kind == steps.LAUNCH:
        launch(s)
    elif kind == steps.LAND:
        land(s, c)
    elif kind == steps.JUDGE:
        judge(s, c)
    elif kind == steps.WARN:
        warn(s, c)
    elif kind == steps.FREEZE:
        freeze(s)
    elif kind == steps.ABILITIES:
        next_ability(s, c)
    elif kind == steps.COUNT:
        count_next(s, c)
    elif kind == steps.HOME:
        go_home(s)
    elif kind == steps.LOAN:
        draw_loan(s)
    elif kind == steps.DEAL:
        deal(s)
    elif kind == steps.DOUBLES:
        exchange_doubles(s)
    elif kind == steps.END:
        end(s)


# -- how it stands -------------------------------------------------------------------------------------------------


@compiles
def score(s: Position, seat: int) -> int:
    """Tokens."""
    return int(s.tokens[seat])


@compiles
def wins(s: Position, seat: int) -> bool:
    return holds(s.winners, seat)
