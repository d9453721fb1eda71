"""A player who bluffs: it weighs what a card would bring against what it costs to be found out.

It sees what its seat sees, and remembers what it saw (memory.py).  What it says need not be true: a claim is worth
what it brings, times how likely it stands; a call is worth what it spoils, times how likely the other one lies.
All worths are in twelfths of a diamond.
"""

from __future__ import annotations

from facedown.core.bits import allows, holds, lowest, nth_move, popcount
from facedown.core.chance import luck_below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.botch import cards, codes, purposes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.codes import card_in, deal_of, id_of, is_threat, target_in, use_of
from facedown.games.botch.memory import SURE, Memory, credit, remember, weight_of
from facedown.games.botch.position import NONE, TEN, Observation
from facedown.games.botch.table import is_role

__all__ = ["BOTS", "UNASKED", "Memory", "remember"]

DIAMOND = 12
FINE = DIAMOND
FOUND_OUT = 12  # the cost of being found out besides the fine: the item lies open, so that no other can be claimed
MARGIN = 22  # by how much a call must be worth more than it may cost (DIAMOND: one diamond)
DOUBT_OF_TWO = 3  # of two others, one who never called is expected to call one claim in so many, ...
DOUBT = (
    18  # ... and half as often with each further player, down to one in so many: players leave calls to each other
)
REPUTATION = 5  # passes that one call outweighs; n calls outweigh n * n times as many
NERVE = 10  # what a lie about one's item is worth besides what it brings, while none has been found out, ...
FEW = 3  # ... and half as much with each other player beyond so many
STALE = 4  # how much less it is worth to say the same as the last time, ...
STALE_LIE = 10  # ... and besides, if that is a lie
GRUDGE = 4  # how much more a call is worth for each lie found out more than truths, of the user; four at most count
UNMASKED = 9  # the further worth of revealing a Hidden role that threatens: it cannot threaten again
RIDDANCE = 72  # with nine diamonds or more, what a swap is worth that hands on what would lose a declared win
DREAD = 36  # what a look at one's own item is worth then, if it may be such an item
HUSH = 10  # a call that brings or costs less than this is given up for a diamond
SELDOM = 5  # and that is said one time in so many
FRIENDSHIP = 24  # what a call is worth more for each diamond that the victim of a threat has given for it
PRESSING = 5  # diamonds short of ten from which on others are likelier to call
PRESS = 3  # each diamond more than that counts as so many calls
SUSPECT = 2  # each lie of one's own that was found out counts as so many calls
BELIEVED = 3 * SURE // 4  # somebody who threatens as a Hidden role
QUARTER = 4  # diamonds short of ten for each further turn in which it helps to know one's item
WHIM = 6  # how much less a move may be worth that is chosen now and then
WILD_WHIM = 36  # the same in one turn of ten
FINE_GRAIN = 256  # steps of chance to one of worth: of equal moves none comes first


@compiles
def choose(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """The move that this player makes."""
    question = int(v.question)
    if question == steps.TURN:
        return _turn(v, c, moves, luck, memory)
    if question == steps.CALLS:
        return _call(v, c, moves, luck, memory)
    if question == steps.ANSWER:
        return _answer_threat(v, c, moves, luck, memory)
    if question == steps.SWAP:
        return _swap(v, c, luck, memory)
    if question in (steps.SAVE, steps.RESCUE, steps.SPOIL):
        return _interfere(v, c, moves, luck, memory)
    if question == steps.SHOWN:
        return _reveal(v, moves, luck, memory)
    if question == steps.REQUEST:
        return _answer_request(v, c, moves, luck, memory)
    return _say(v, moves, luck)


@compiles
def always_call(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """The same player, but it calls whenever it may."""
    if int(v.question) == steps.CALLS and allows(moves, codes.CALL):
        return codes.CALL
    return choose(v, c, moves, luck, memory)


@compiles
def never_call(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """The same player, but it never calls."""
    return codes.PASS if int(v.question) == steps.CALLS else choose(v, c, moves, luck, memory)


@compiles
def _say(v: Observation, moves: Ints, luck: Ints) -> int:
    """The answers that need no thought: what is offered is taken."""
    return codes.ACCEPT if allows(moves, codes.ACCEPT) else nth_move(moves, 0)


# -- bargaining ----------------------------------------------------------------------------------------------------


@compiles
def _may_ask(v: Observation, moves: Ints, other: int) -> bool:
    """Whether this seat can still be asked for a diamond, which is done once for each question."""
    return int(v.dealt[v.seat]) == 0 and allows(moves, deal_of(codes.ASK, other, 1))


@compiles
def _reveal(v: Observation, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Having named a role rightly: for a diamond one keeps it secret, if the other is not about to win."""
    shower = int(v.shower)
    if not allows(moves, codes.REVEAL):
        return codes.RETURN
    if _wealth(v, shower) >= TEN - 2:
        return codes.REVEAL
    if memory.favours[shower] > 0:
        return codes.RETURN
    return deal_of(codes.ASK, shower, 1) if _may_ask(v, moves, shower) and luck_below(luck, 2) else codes.REVEAL


@compiles
def _answer_request(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Pay for silence where a lie would cost more: to one who surely calls it, or who has found out one's role.

    Whoever has the card itself calls.  Others ask to be paid for nothing, and would ask again at the next claim.
    """
    seat = int(v.seat)
    if not allows(moves, codes.PAY) or int(v.request) > 1:
        return codes.REFUSE
    lie = int(v.user) == seat and not _is_true(v, memory, int(v.said))
    lost = FOUND_OUT + (FINE + gain_of(v, c, int(v.said), int(v.target), seat) if lie else 0)
    if int(v.held_up) == steps.SHOWN and seat == int(v.shower):
        if int(v.payer) != int(v.asker) or int(v.named) != int(v.roles[seat]):
            return codes.REFUSE
        return codes.PAY if lost + luck_below(luck, DIAMOND) > 2 * DIAMOND else codes.REFUSE
    if int(v.held_up) == steps.CALLS and lie and not is_role(int(v.said)):
        known = weight_of(memory, int(v.asker), int(v.said))
        return codes.PAY if lost * known // SURE + luck_below(luck, 4) > 2 * DIAMOND else codes.REFUSE
    return codes.REFUSE


@compiles
def _is_true(v: Observation, memory: Memory, card: int) -> bool:
    """Whether this player has the card with even odds or better."""
    if is_role(card):
        return int(v.roles[v.seat]) == card
    return 2 * weight_of(memory, int(v.seat), card) >= SURE


@compiles
def find_a_friend(v: Observation, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Threatened, and not asked yet: offer a diamond to one who may have the very item, and could call [5.2]."""
    seat = int(v.seat)
    threatened = int(v.question) == steps.CALLS and int(v.purpose) == purposes.THREATENING and int(v.target) == seat
    if not threatened or is_role(int(v.said)) or int(v.dealt[seat]) > 0:
        return NONE
    for other in range(int(v.seats)):
        knows = 2 * weight_of(memory, other, int(v.said)) > SURE
        if knows and holds(v.asked, other) and allows(moves, deal_of(codes.OFFER, other, 1)):
            return deal_of(codes.OFFER, other, 1)
    return NONE


# -- what one knows and wants --------------------------------------------------------------------------------------


@compiles
def _wealth(v: Observation, seat: int) -> int:
    return int(v.diamonds[seat]) + int(v.stash[seat])


@compiles
def _others(v: Observation) -> int:
    """How many of the others are still in the game; at least one."""
    return max(1, popcount(int(v.alive)) - 1)


@compiles
def chance_of(v: Observation, memory: Memory, seat: int, card: int) -> int:
    """How likely this seat has the card, out of SURE."""
    if not is_role(card):
        return weight_of(memory, seat, card)
    if int(memory.role[seat]) != NONE:
        return SURE if int(memory.role[seat]) == card else 0
    return SURE // 4


@compiles
def _harm(v: Observation, seat: int) -> int:
    """How much of what this seat loses one has oneself, out of 12: the nearer it is to ten, the more.

    It is at least a third: in a large round everybody would otherwise leave it to the others to call a liar.
    """
    near = _wealth(v, seat) - 5
    return 12 // min(3, _others(v)) + (near if near > 0 else 0)


@compiles
def gain_of(v: Observation, c: Cards, card: int, target: int, user: int) -> int:
    """What the action of a card brings its user, if it works."""
    worth, bank = 0, int(v.bank)
    for step in range(cards.MOST_STEPS):
        block, n = int(c.step_of[card, step]), int(c.amount_of[card, step])
        if block == cards.TAKE_PILE:
            worth += n * DIAMOND
        elif block == cards.TAKE_BANK:
            worth += min(n, bank) * DIAMOND
        elif block == cards.PAY_BANK:
            worth -= n * DIAMOND
        elif block == cards.TAKE_EACH:
            worth += n * (DIAMOND + _others(v))
        elif block == cards.RECOVER:
            worth += 8 * int(v.hurt[user])
        elif block == cards.TURN_DOWN:
            worth += 4 if holds(v.item_up, user) else 0
        elif target != NONE:
            worth += _brings_from(v, block, n, target)
        elif block == cards.TAKE_PLAYER:
            worth += n * DIAMOND
    return worth + (6 if int(c.collected[card]) else 0)


@compiles
def _brings_from(v: Observation, block: int, n: int, target: int) -> int:
    """What a step brings that is done to another player."""
    if block == cards.TAKE_PLAYER:
        return min(n, int(v.diamonds[target])) * (DIAMOND + _harm(v, target))
    if block == cards.HURT:
        return _harm(v, target) * (3 if int(v.hurt[target]) else 1)
    if block == cards.LOOK_AT:
        return 3
    if block == cards.SWAP_ITEMS:
        return 2 + int(v.stash[target]) * _harm(v, target)
    return -_harm(v, target) if block == cards.HEAL and int(v.hurt[target]) else 0


# -- a turn of one's own -------------------------------------------------------------------------------------------


@compiles
def _turn(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    if allows(moves, codes.DECLARE) and _would_win(v, c, memory):
        return codes.DECLARE
    best, chosen = -FINE_GRAIN * 1000, NONE
    whim = FINE_GRAIN * (WHIM if luck_below(luck, 10) else WILD_WHIM)
    for page in range(int(c.pages)):
        begin = codes.WORDS_OF_PAGE * page
        for word in range(begin + codes.ON_SEAT, begin + codes.ON_NOBODY + 1):  # a stash is safer where it is
            rest = int(moves[word])
            while rest:
                move = 64 * word + lowest(rest)
                rest &= rest - 1
                worth = FINE_GRAIN * _worth_saying(v, c, memory, move) + luck_below(luck, whim)
                if worth > best:
                    best, chosen = worth, move
    for other in range(int(v.seats)):
        if allows(moves, codes.SWAP_WITH + other):
            worth = FINE_GRAIN * _worth_swapping(v, c, memory, other) + luck_below(luck, FINE_GRAIN * WHIM)
            if worth > best:
                best, chosen = worth, codes.SWAP_WITH + other
    if allows(moves, codes.LOOK_OWN) and FINE_GRAIN * _worth_looking(v, c, memory, best // FINE_GRAIN) > best:
        chosen = codes.LOOK_OWN
    return chosen


@compiles
def _would_win(v: Observation, c: Cards, memory: Memory) -> bool:
    """Whether a declaration would win, judging by what the player remembers having."""
    seat = int(v.seat)
    role, wealth = int(v.roles[seat]), _wealth(v, seat)
    for page in range(int(c.pages)):
        for item in range(cards.PAGE * page, cards.PAGE * page + cards.ITEMS):
            chance = weight_of(memory, seat, item)
            if int(c.loss_of[item]) == cards.DECLARING and 8 * chance > SURE:
                return False
            if int(c.way_of[item]) == cards.EXACTLY and wealth == int(c.way_number[item]) and 4 * chance > 3 * SURE:
                return True
    if int(c.way_of[role]) == cards.BANK and int(v.bank) >= int(c.way_number[role]):
        return True
    if int(c.way_of[role]) == cards.PAIR:
        for other in range(int(v.seats)):
            partner = other != seat and holds(v.alive, other) and int(memory.role[other]) != NONE
            if partner and int(c.way_of[memory.role[other]]) == cards.PAIR:
                return wealth >= TEN or wealth + _wealth(v, other) >= int(c.way_number[role])
    return wealth >= TEN


@compiles
def will_be_called(v: Observation, memory: Memory, card: int, target: int) -> int:
    """How likely anybody calls this item, out of SURE: as often as they did so far, and if they have it."""
    quiet = SURE
    doubt = min(DOUBT, DOUBT_OF_TWO << max(0, _others(v) - 2))
    press = PRESS * max(0, PRESSING + _wealth(v, int(v.seat)) - TEN) + SUSPECT * int(memory.lies[v.seat])
    for other in range(int(v.seats)):
        if other == int(v.seat) or other == target or not holds(int(v.alive) & ~int(v.item_up), other):
            continue
        calls = REPUTATION * int(memory.calls[other]) * int(memory.calls[other])
        habit = SURE * (calls + 1 + press) // (calls + int(memory.windows[other]) + doubt + press)
        known = weight_of(memory, other, card)
        quiet = quiet * (SURE - min(SURE, habit + (known * known // SURE))) // SURE
    return SURE - quiet


@compiles
def _worth_saying(v: Observation, c: Cards, memory: Memory, move: int) -> int:
    """What it is worth to use this card, or to threaten with it."""
    card, seat, target = card_in(move), int(v.seat), target_in(move)
    if is_threat(move):
        return _worth_threatening(v, c, memory, card, target)
    worth = gain_of(v, c, card, target, seat)
    worth += _riddance(v, c, memory, target) if swaps(c, card) else 0
    again = int(memory.last) == card
    worth -= STALE if again else 0
    if is_role(card):
        true = SURE if int(v.roles[seat]) == card else 0
        called = SURE // 12 if int(c.is_hidden[card]) and not holds(v.role_up, seat) else 0
    elif holds(v.item_up, seat):
        return worth
    else:
        true = weight_of(memory, seat, card)
        called = SURE if int(c.how_of[card]) else will_be_called(v, memory, card, NONE)
        if 2 * true < SURE:
            worth += (NERVE >> max(0, _others(v) - FEW)) // (1 + int(memory.lies[seat])) - (
                STALE_LIE if again else 0
            )
    lost = (SURE - true) * called // SURE
    return (worth * (SURE - lost) - (FINE + FOUND_OUT) * lost + 6 * (called - lost)) // SURE


@compiles
def _lies_open(v: Observation, seat: int, card: int) -> bool:
    return holds(v.role_up, seat) if is_role(card) else holds(v.item_up, seat)


@compiles
def _worth_threatening(v: Observation, c: Cards, memory: Memory, card: int, target: int) -> int:
    """Some pay at once; others want to see the card, and pay double if it threatens.  A Hidden role is believed."""
    seat, there = int(v.seat), int(v.diamonds[target])
    if there == 0 and int(c.threat_of[card]) != cards.WEAPON:
        return 0
    each = DIAMOND + _harm(v, target)
    gain = min(1, there) * each
    if _lies_open(v, seat, card):
        return gain  # nobody refuses what everybody can see
    threat, weapon = _arms(v, c, memory, card, cards.THREAT), _arms(v, c, memory, card, cards.WEAPON)
    hurts = _harm(v, target) * (4 if int(v.hurt[target]) else 1)
    refused = (min(2, there) * each * threat + hurts * weapon - (FINE + FOUND_OUT) * (SURE - threat)) // SURE
    if is_role(card):
        true, called = SURE if int(v.roles[seat]) == card else 0, SURE // 12
        stands = gain if threat else (gain + refused) // 2
    else:
        true, called = weight_of(memory, seat, card), will_be_called(v, memory, card, target)
        stands = (gain + refused) // 2
    lost = (SURE - true) * called // SURE
    return (stands * (SURE - lost) - (FINE + FOUND_OUT) * lost) // SURE


@compiles
def _arms(v: Observation, c: Cards, memory: Memory, card: int, kind: int) -> int:
    """How likely it is, out of SURE, that what one would reveal is good for a threat, or is a Weapon."""
    seat = int(v.seat)
    if is_role(card):
        return SURE if int(c.threat_of[v.roles[seat]]) >= kind else 0
    armed = 0
    for page in range(int(c.pages)):
        for item in range(cards.PAGE * page, cards.PAGE * page + cards.ITEMS):
            armed += weight_of(memory, seat, item) if int(c.threat_of[item]) >= kind else 0
    return armed


@compiles
def _worth_swapping(v: Observation, c: Cards, memory: Memory, other: int) -> int:
    """A swap takes a stash away: half is counted, for the others have as much of that, and pay no turn for it."""
    stashes = int(v.stash[other]) * _harm(v, other) // 2 - int(v.stash[v.seat]) * 2 * DIAMOND
    return stashes + _riddance(v, c, memory, other)


@compiles
def swaps(c: Cards, card: int) -> bool:
    """Whether the action of this card is a swap, beside what else it does."""
    found = False
    for step in range(cards.MOST_STEPS):
        found = found or int(c.step_of[card, step]) == cards.SWAP_ITEMS
    return found


@compiles
def _riddance(v: Observation, c: Cards, memory: Memory, other: int) -> int:
    """What it is worth to hand on what would lose a declared win, when that is near."""
    worth, seat = 0, int(v.seat)
    if _wealth(v, seat) >= TEN - 1:
        for page in range(int(c.pages)):
            for item in range(cards.PAGE * page, cards.PAGE * page + cards.ITEMS):
                if int(c.loss_of[item]) == cards.DECLARING:
                    more = weight_of(memory, seat, item) - weight_of(memory, other, item)
                    worth += RIDDANCE * more // SURE
    return worth


@compiles
def _worth_looking(v: Observation, c: Cards, memory: Memory, best: int) -> int:
    """What the truth will bring in turns to come, beyond the best that one can do without it."""
    seat, brings = int(v.seat), 0
    for page in range(int(c.pages)):
        for item in range(cards.PAGE * page, cards.PAGE * page + cards.ITEMS):
            weight = weight_of(memory, seat, item)
            if weight == SURE:
                return 0
            if weight > 0:
                brings += weight * max(0, _worth_if_true(v, c, item) - best) // SURE
            if int(c.loss_of[item]) == cards.DECLARING and 8 * weight > SURE and _wealth(v, seat) >= TEN - 1:
                brings += DREAD
    return brings * _turns_to_come(v)


@compiles
def _turns_to_come(v: Observation) -> int:
    """About how many turns it will matter what one's item is, before it is won or has changed."""
    return 1 + max(0, TEN - _wealth(v, int(v.seat))) // QUARTER


@compiles
def _worth_if_true(v: Observation, c: Cards, item: int) -> int:
    """What an item brings whoever has it, used where it brings most."""
    seat, most = int(v.seat), gain_of(v, c, item, NONE, int(v.seat))
    for other in range(int(v.seats)):
        if other != seat and holds(v.alive, other) and int(c.names_player[item]):
            most = max(most, gain_of(v, c, item, other, seat))
    return most


@compiles
def _liking(memory: Memory, c: Cards, seat: int) -> int:
    """How good it is to have the item there, as far as one knows: those are good that make true what pays."""
    liking = 0
    for page in range(int(c.pages)):
        for item in range(cards.PAGE * page, cards.PAGE * page + cards.ITEMS):
            worth = 2 * int(c.threat_of[item])
            for step in range(cards.MOST_STEPS):
                block = int(c.step_of[item, step])
                if block in (cards.TAKE_PILE, cards.TAKE_BANK, cards.TAKE_PLAYER, cards.TAKE_EACH):
                    worth += 6 * int(c.amount_of[item, step])
            worth += 4 if int(c.spoils_for[item]) >= 0 or int(c.saves_for[item]) >= 0 else 0
            worth -= 10 if int(c.loss_of[item]) == cards.DECLARING else 0
            liking += worth * weight_of(memory, seat, item)
    return liking // SURE


@compiles
def _swap(v: Observation, c: Cards, luck: Ints, memory: Memory) -> int:
    """Take the item that one likes better; where that is hard to say, either."""
    own, other = _liking(memory, c, int(v.seat)), _liking(memory, c, int(v.swapped))
    exchanges = other > own if abs(other - own) > 3 else luck_below(luck, 2) == 0
    return codes.EXCHANGE if exchanges else codes.KEEP


# -- answers -------------------------------------------------------------------------------------------------------


@compiles
def _call(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Call if what a lie would cost the user is worth more than what the call may cost oneself."""
    user, said, seat = int(v.user), int(v.said), int(v.seat)
    true = chance_of(v, memory, user, said)
    brings = 2 * DIAMOND if int(v.purpose) == purposes.THREATENING else gain_of(v, c, said, int(v.target), user)
    if not allows(moves, codes.CALL):
        return _call_role(v, moves, memory, true)
    if memory.favours[user] > 0 and _wealth(v, user) < TEN - 1:
        return codes.PASS  # paid to say nothing
    mine = weight_of(memory, seat, said)
    if mine == SURE:
        return codes.CALL
    true = credit(memory, user, said, true) * (SURE - mine) // SURE
    spoils = (brings + FINE + FOUND_OUT) * _harm(v, user) // 12
    costs = (FINE * true + MARGIN * (SURE - mine)) // SURE if int(v.diamonds[seat]) else 2
    worth = spoils * (SURE - true) // SURE - costs
    worth += GRUDGE * min(4, max(0, int(memory.lies[user]) - int(memory.truths[user])))
    if int(v.purpose) == purposes.THREATENING:
        worth += FRIENDSHIP * int(memory.favours[v.target])
    if worth > -HUSH and worth < HUSH and _may_ask(v, moves, user) and luck_below(luck, SELDOM) == 0:
        return deal_of(codes.ASK, user, _price(v, luck, user))
    return codes.CALL if worth + luck_below(luck, 5) - 2 > 0 else codes.PASS


@compiles
def _price(v: Observation, luck: Ints, user: int) -> int:
    """What silence is to cost: of somebody rich up to three diamonds."""
    return 1 + luck_below(luck, min(3, 1 + int(v.diamonds[user]) // 3))


@compiles
def _call_role(v: Observation, moves: Ints, memory: Memory, true: int) -> int:
    """Name the role that one knows is there; a guess fails too often, and whoever guesses pays for all others."""
    user, named = int(v.user), int(memory.role[v.user])
    if named == NONE or true > 0 or not allows(moves, id_of(user, named)):
        return codes.PASS
    return id_of(user, named)


@compiles
def _answer_threat(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Refuse if that costs less, as far as one can tell: two diamonds and a hurt, or nothing at all."""
    if not allows(moves, codes.PAY):
        return codes.REFUSE
    user, said = int(v.user), int(v.said)
    threat, weapon = 0, 0
    for page in range(int(c.pages)):
        for card in range(cards.PAGE * page, cards.PAGE * page + cards.ON_PAGE):
            if is_role(card) == is_role(said) and int(c.threat_of[card]):
                chance = chance_of(v, memory, user, card)
                if card == said and 0 < chance < SURE:
                    chance = credit(memory, user, card, chance) if not is_role(card) else BELIEVED
                threat += chance
                weapon += chance if int(c.threat_of[card]) == cards.WEAPON else 0
    likely = min(SURE, threat + (SURE - threat) // 4) if threat > 0 else 0
    hurts = 40 if int(v.hurt[v.seat]) else 8
    cost = (2 * DIAMOND * likely + hurts * min(SURE, weapon) - 8 * (SURE - likely)) // SURE
    if is_role(said) and int(c.is_hidden[said]):
        cost -= UNMASKED
    return codes.PAY if cost + luck_below(luck, 7) - 3 > DIAMOND else codes.REFUSE


@compiles
def _interfere(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Use what one has, against a hurt or a win; say that one has it where all would be lost otherwise."""
    seat, best, chosen = int(v.seat), -1, NONE
    for page in range(int(c.pages)):
        uses = int(moves[codes.WORDS_OF_PAGE * page + codes.ON_NOBODY])
        while uses:
            card = cards.PAGE * page + lowest(uses)
            uses &= uses - 1
            chance = chance_of(v, memory, seat, card) * 8 + luck_below(luck, SURE)
            if chance > best:
                best, chosen = chance, card
    if chosen == NONE:
        return codes.PASS
    sure = chance_of(v, memory, seat, chosen) * 2 > SURE
    if int(v.question) == steps.SAVE and int(v.hurt[seat]) > 1:
        return use_of(chosen, NONE)
    if int(v.question) == steps.SPOIL:
        return use_of(chosen, NONE) if sure or chance_of(v, memory, seat, chosen) > SURE // 4 else codes.PASS
    if int(v.question) == steps.SAVE:
        free = int(c.saves_for[chosen]) == 0
        return use_of(chosen, NONE) if free and (sure or luck_below(luck, 6) == 0) else codes.PASS
    return use_of(chosen, NONE) if luck_below(luck, 6) < (3 if sure else 1) else codes.PASS


BOTS = {"sensible": choose, "suspicious": always_call, "trusting": never_call}
UNASKED = {"sensible": find_a_friend}
STYLES = {
    "suspicious": "calls whenever it may, and is sensible otherwise",
    "trusting": "never calls, and is sensible otherwise",
}
