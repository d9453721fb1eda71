"""The Botch is Back in words, and as what the page draws: all made from views.  Numbers are rulebook.md's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from facedown.core.bits import members
from facedown.core.game import Refusal
from facedown.core.layout import SplitView, or_none
from facedown.core.spelling import counted, joined
from facedown.games.botch import codes, steps
from facedown.games.botch import position as p
from facedown.games.botch.advice import reason
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import BotchCard, in_one, numbers
from facedown.games.botch.notation import card_names
from facedown.games.botch.observe import EVERYTHING
from facedown.games.botch.sentences import COUNTING, KINDS, tell
from facedown.games.botch.table import is_among, is_role
from facedown.games.botch.view import Happened, Purpose, Question, Use, View

__all__ = ["aim", "prompt", "reason", "refusal", "show", "standing", "tell", "unplayable", "when", "why"]

QUESTIONS: dict[int, Question] = {
    steps.PEEK: "peek",
    steps.EYES: "eyes",
    steps.TURN: "turn",
    steps.SWAP: "swap",
    steps.LOOK: "look",
    steps.CALLS: "call",
    steps.SHOWN: "shown",
    steps.ANSWER: "threat",
    steps.REQUEST: "request",
    steps.OFFER: "offer",
    steps.SAVE: "save",
    steps.RESCUE: "rescue",
    steps.SPOIL: "spoil",
}
PURPOSES: tuple[Purpose, ...] = ("action", "threat", "save", "rescue")


SPLIT = SplitView(p.Observation, "seat", "roles", "items", "crossed")


def show(seen: p.Observation, names: Sequence[str], c: Cards) -> View:
    own, rest = SPLIT.split(seen)
    v, for_all = _for_all(rest, c)
    seat = or_none(own.seat)
    return replace(
        for_all,
        seat=seat,
        roles=tuple(map(c.of(card_names).get, own.roles[: v.seats])),
        items=tuple(map(c.of(card_names).get, own.items[: v.seats])),
        first=seat is not None and not for_all.started[seat],
        deals_left=0 if seat is None else p.MOST_DEALS - v.dealt[seat],
        opened=own.seat == EVERYTHING,
    )


@lru_cache(maxsize=64)
def _for_all(rest: bytes, c: Cards) -> tuple[p.Observation, View]:
    """The part of a view that is the same for all seats, as a record and in words."""
    v = SPLIT.plain(rest)
    seats, question = v.seats, v.question
    about = v.held_up or question
    swapping, shown = about == steps.SWAP, about == steps.SHOWN
    dealing = question in (steps.REQUEST, steps.OFFER)
    view = View(
        seat=None,
        seats=seats,
        in_game=tuple(map(c.of(card_names).__getitem__, members(in_one(v.told)))),
        tell_cast="open" if v.untold else "all",
        turn=or_none(v.turn),
        turns=v.turns,
        asked=members(v.asked),
        question=QUESTIONS.get(question),
        bank=v.bank,
        roles=(),
        items=(),
        role_up=_each(v.role_up, seats),
        item_up=_each(v.item_up, seats),
        diamonds=tuple(v.diamonds[:seats]),
        stash=tuple(v.stash[:seats]),
        hurt=tuple(v.hurt[:seats]),
        alive=_each(v.alive, seats),
        started=_each(v.started, seats),
        first=False,
        use=_use(v, c),
        victim=or_none(v.victim) if about in (steps.SAVE, steps.RESCUE) else None,
        looking_at=or_none(v.looked_at) if about == steps.LOOK else None,
        swapping_with=or_none(v.swapped) if swapping else None,
        swapper=or_none(v.swapper) if swapping else None,
        payer=or_none(v.payer) if shown else None,
        shower=or_none(v.shower) if shown else None,
        named=c.of(card_names).get(v.named) if shown else None,
        request=v.request if dealing else None,
        asker=or_none(v.asker) if dealing else None,
        declarer=or_none(v.declarer),
        deals_left=0,
        held_up=QUESTIONS.get(v.held_up),
        winners=members(v.winners),
        event=_happened(v, c),
        over=bool(v.over),
        opened=False,
    )
    return v, view


def _happened(v: p.Observation, c: Cards) -> Happened | None:
    number, about = v.event, v.event_card
    if not number:
        return None
    card = None if number in COUNTING else c.of(card_names).get(about)
    return Happened(KINDS[number], or_none(v.event_seat), card, number, about, v.event_other)


def _each(word: int, seats: int) -> tuple[bool, ...]:
    return tuple([word >> seat & 1 == 1 for seat in range(seats)])


def _use(v: p.Observation, c: Cards) -> Use | None:
    if v.user < 0:
        return None
    return Use(v.user, c.of(card_names)[v.said], or_none(v.target), PURPOSES[v.purpose])


# -- what is asked -------------------------------------------------------------------------------------------------

DOES = {
    "peek": "to look at their cards",
    "eyes": "to open their eyes again",
    "turn": "to take a turn",
    "swap": "to hand a card back under the table",
    "look": "to put the card down again",
    "call": "to call or pass",
    "shown": "to hand the card back",
    "threat": "to pay or refuse",
    "request": "to answer a deal; then it goes on",
    "offer": "to answer a deal; then it goes on",
    "save": "to recover or pass",
    "rescue": "to swap or pass",
    "spoil": "to stop the win or pass",
}


def prompt(v: View, names: Sequence[str], c: Cards) -> str:
    if v.over:
        return "The game is over."
    if v.question is None:
        return "The table goes on by itself."
    if v.seat is None or v.seat not in v.asked:
        why = " You cannot call: your own item is face-up." if _is_barred(v, c) else ""
        return f"Waiting for {joined([names[seat] for seat in v.asked])} {DOES[v.question]}.{why}"
    if v.question in ("peek", "eyes", "turn"):
        return _prompt_for_turn(v, c, v.seat, names)
    if v.question == "swap":
        other = names[v.swapping_with or 0]
        return f"You hold your item and {other}'s under the table. Exchange them, or keep them as they were?"
    if v.question == "look":
        seat = v.looking_at or 0
        whose = "Your" if seat == v.seat else f"{names[seat]}'s"
        seen = "All can see it." if v.item_up[seat] else "Only you see it now: remember it."
        return f"{whose} item is [{v.items[seat]}]. {seen}"
    if v.question == "shown":
        role = v.roles[v.shower or 0]
        right = "Reveal it, or hand it back?" if role == v.named else "You named another role; hand the card back."
        return f"{names[v.shower or 0]} is [{role}]. {right}"
    return _prompt_for_answer(v, c, v.seat, names)


def _prompt_for_turn(v: View, c: Cards, seat: int, names: Sequence[str]) -> str:
    if v.question == "peek":
        both = f"You are [{v.roles[seat]}] and your item is [{v.items[seat]}]"
        return f"{both}. Remember them: they are turned face-down."
    if v.question == "eyes":
        other = [names[s] for s in range(v.seats) if s != seat and v.roles[s] and not v.role_up[s]]
        alone = (
            "You open your eyes, and nobody else does."
            if v.roles[seat] in c.of(pair_names)
            else "Your eyes stay closed."
        )
        seen = f"You see your twin: {other[0]}." if other else alone
        return f"{seen} Ready?"
    if v.first:
        return "Your first turn: swap your item with another player's."
    *some, last = _turn_options(v, seat)
    return f"Your turn: {', '.join(some)} or {last}."


def _turn_options(v: View, seat: int) -> list[str]:
    """What this seat can surely spend its turn on; a card with another way to win may let it declare, too."""
    wealth = v.diamonds[seat] + v.stash[seat]
    hidden = (v.alive[s] and v.started[s] and not v.role_up[s] for s in range(v.seats) if s != seat)
    return [
        "use a card",
        "threaten",
        *([] if v.item_up[seat] else ["swap"]),
        "look at your item",
        *(["ID somebody"] if wealth and any(hidden) else []),
        *(["declare a win"] if wealth >= p.TEN else []),
    ]


def _prompt_for_answer(v: View, c: Cards, seat: int, names: Sequence[str]) -> str:
    use = v.use
    if v.question == "call" and use:
        whom = "" if use.on is None else "you" if use.on == seat else names[use.on]
        claim = f"claims to use [{use.card}]{whom and f' on {whom}'}"
        claim = f"threatens {whom} with [{use.card}]" if use.purpose == "threat" else claim
        return f"{names[use.seat]} {claim}. {_doubt(v, c, seat, use.card)}"
    if v.question == "threat" and use:
        return f"{names[use.seat]} threatens you with [{use.card}] and wants 1 diamond. Pay or refuse?"
    if v.question == "request":
        return f"{names[v.asker or 0]} asks you for {counted(v.request or 0, 'diamond')}, as a gift. Pay or refuse?"
    if v.question == "offer":
        return f"{names[v.asker or 0]} offers you {counted(v.request or 0, 'diamond')}. Accept or refuse?"
    if v.question == "save":
        way = "Claim a card that lets you recover, or pass?" if _could_recover(v, c, seat) else UNSAVED
        return f"You are hurt. {way}"
    if v.question == "rescue":
        return f"{names[v.victim or 0]} is hurt. Claim a card that lets you swap items with them, or pass?"
    way = "Reveal a card that stops it, or pass?" if _could_stop(v, c, seat) else NOTHING_TO_SHOW
    price = " A wrong one costs 1 diamond." if way != NOTHING_TO_SHOW and not v.item_up[seat] else ""
    return f"{names[v.declarer or 0]} declares a win. {way}{price}"


NOTHING_TO_SHOW = "You can reveal nothing: you can only pass."
UNSAVED = "You have no card to claim and pay for that lets you recover: you can only pass."


def _could_recover(v: View, c: Cards, seat: int) -> bool:
    """Whether this seat can say, and pay for, a card that lets it recover, open or perhaps face-down [6.5]."""
    wealth = v.diamonds[seat] + v.stash[seat]

    def sayable(number: int, name: str) -> bool:
        up, mine = (v.role_up, v.roles) if is_role(number) else (v.item_up, v.items)
        if up[seat]:
            return mine[seat] == name
        return name in v.in_game and (not is_role(number) or (v.started[seat] and bool(c.is_hidden[number])))

    return any(
        0 <= c.saves_for[number] <= wealth and sayable(number, name) for number, name in c.of(card_names).items()
    )


def _could_stop(v: View, c: Cards, seat: int) -> bool:
    """Whether this seat may reveal something against a win: any item while theirs is down, or their role [8.5]."""
    wealth = v.diamonds[seat] + v.stash[seat]
    return any(
        name in v.in_game
        and 0 <= c.spoils_for[number] <= wealth
        and (name == v.roles[seat] and not v.role_up[seat] if is_role(number) else not v.item_up[seat])
        for number, name in c.of(card_names).items()
    )


def _is_barred(v: View, c: Cards) -> bool:
    """Whether all see that this seat has another item than the one that somebody else claims [4.3]."""
    if v.seat is None or v.question != "call" or v.use is None or v.use.seat == v.seat:
        return False
    is_item = v.use.card not in c.of(role_names)
    return is_item and v.alive[v.seat] and v.item_up[v.seat] and v.items[v.seat] != v.use.card


def _doubt(v: View, c: Cards, seat: int, said: str) -> str:
    """How this may be doubted; or why it cannot be, which all can see [9.4]."""
    if said in c.of(role_names):
        wealth = v.diamonds[seat] + v.stash[seat]
        return "Doubt it, for a diamond, or pass?" if wealth else "A doubt costs a diamond: you can only pass."
    fine = "costs 1 diamond" if v.diamonds[seat] else "shows your item to all"  # nothing is left to pay [2.3, 7.3]
    return f"Call if you have it, or pass: without it a call {fine}."


def pair_names(kinds: Sequence[BotchCard]) -> frozenset[str]:
    return frozenset(card.name for card in kinds if card.wins.startswith("pair"))


def role_names(kinds: Sequence[BotchCard]) -> frozenset[str]:
    return frozenset(card.name for card in kinds if card.kind == "role")


# -- what is aimed for, who has won, and what may not be done ------------------------------------------------------


def aim(v: View, names: Sequence[str]) -> str:
    """The standing line."""
    return f"First to declare {p.TEN} diamonds wins"


def when(v: View) -> str:
    """The moment in a few words."""
    return f"turn {v.turns}"


def why(v: View, names: Sequence[str]) -> str:
    """Why this seat has won or lost [8.1, 8.2, 8.8]."""
    if not v.winners:
        return ""
    declarer = v.event.seat if v.event is not None and v.event.kind == "win" else None
    seats = v.winners if declarer is None else (declarer,)
    who = joined(["You"] * (v.seat in seats) + [names[seat] for seat in seats if seat != v.seat])
    wealth = v.diamonds[seats[0]] + v.stash[seats[0]]
    if declarer is None and sum(v.alive) == 1:
        return f"{who} {'were' if v.seat in seats else 'was'} the last in the game."
    if declarer is None:
        return f"{who} had the most diamonds, {wealth}."
    if wealth >= p.TEN:
        return f"{who} declared with {wealth} diamonds, and nobody showed a face-down card that stops it."
    return f"{who} declared with {counted(wealth, 'diamond')}, and a card made that a win."


def refusal(v: View, c: Cards, code: int, names: Sequence[str]) -> Refusal:
    """Why the seat that has this view may not make this move."""
    seat = v.seat or 0
    other = _who(code)
    if other is not None and (other >= v.seats or not v.alive[other]):
        return Refusal("they are out of the game", "6.2")
    if other == seat:
        return Refusal("you can only do that to another player", _rule_of(c, code))
    if codes.is_deal(code):
        return _not_this_deal(v, c, code, names)
    if v.question == "turn":
        return _not_this_turn(v, c, seat, code, names)
    threatened = v.use is not None and v.use.purpose == "threat" and v.use.on == seat
    if code == codes.CALL and threatened and v.question not in ("request", "offer"):
        return Refusal("the victim of a threat cannot call; you pay or refuse", "5.2")
    if code == codes.CALL and _is_barred(v, c):
        return Refusal(f"your own item lies face-up, and it is [{v.items[seat]}]", "4.3")
    if seat not in v.asked:
        return Refusal("nothing is asked of you now; you can only make a deal", "10.2")
    if v.question == "request" and code == codes.PAY:
        return Refusal("you have no diamond", "10.3")
    if v.question == "threat" and code in (codes.PAY, codes.PAY_FROM_STASH):
        return Refusal("you have no loose diamond, and nobody can threaten you for stashed ones", "5.4")
    if v.question == "request" and code == codes.PAY_FROM_STASH:
        return Refusal("your stash does not hold that many", "10.3")
    if v.question == "shown" and code == codes.REVEAL:
        return Refusal("you named another role, so it goes back face-down", "9.6")
    if v.question in ("save", "rescue", "spoil") and codes.is_use(code):
        return _not_this_answer(v, c, seat, code)
    if v.question == "call" and (code == codes.CALL or codes.is_id(code)):
        return _not_this_call(v, c, seat, code, names)
    rules = {"call": "4.4", "swap": "3.4", "look": "3.6", "save": "6.5", "rescue": "6.4", "spoil": "8.5"}
    rules |= {"threat": "5.3", "request": "10.3", "offer": "10.4", "shown": "9.6", "peek": "1.5", "eyes": "9.7"}
    return Refusal(f"something else is asked: {prompt(v, names, c)}", rules.get(v.question or ""))


def _not_this_call(v: View, c: Cards, seat: int, code: int, names: Sequence[str]) -> Refusal:
    if v.use is not None and v.use.card in c.of(role_names):
        who = names[v.use.seat]
        if codes.is_id(code) and codes.seat_to_id(code) == v.use.seat:
            return _not_named(v, c, seat, code)
        if v.diamonds[seat] + v.stash[seat] == 0:
            return Refusal("it costs a diamond, and you have none", "9.4")
        return Refusal(f"to doubt that {who} has this role, name {who} and the one they have", "9.4")
    return Refusal("an item is called by saying that you have it: write `call`", "4.4")


def _not_named(v: View, c: Cards, seat: int, code: int) -> Refusal:
    """Why this role cannot be named: it is none that lies face-down here, or there is nothing to pay with."""
    role = c.of(numbers)[codes.role_named(code)]
    if not role.hidden:
        return Refusal(f"[{role.name}] is an Open role: it never lies face-down, so nobody is named as it", "9.4")
    if role.name not in v.in_game:
        return Refusal(f"[{role.name}] is not in this game", "1.3")
    where = " in your stash" if codes.spends_stash(code) else ""
    return Refusal(f"it costs a diamond, and you have none{where}", "9.4")


def _who(code: int) -> int | None:
    """The seat that a move names."""
    if codes.is_use(code):
        target = codes.target_in(code)
        return None if target == p.NONE else target
    if codes.is_id(code):
        return codes.seat_to_id(code)
    if codes.is_deal(code):
        return codes.seat_in_deal(code)
    return code - codes.SWAP_WITH if codes.SWAP_WITH <= code < codes.SWAP_WITH + p.SEATS else None


def _rule_of(c: Cards, code: int) -> str | None:
    """The rule that says to whom this can be done."""
    if codes.is_threat(code):
        return "5.1"
    if codes.is_use(code):
        return c.of(numbers)[codes.card_in(code)].rule
    if codes.is_deal(code):
        return "10.3" if codes.is_request(code) else "10.4" if codes.is_offer(code) else "10.2"
    return "9.4" if codes.is_id(code) else "3.3"


def _not_this_turn(v: View, c: Cards, seat: int, code: int, names: Sequence[str]) -> Refusal:
    if seat != v.turn:
        return Refusal(f"it is {names[v.turn or 0]}'s turn", "3.1")
    if codes.SWAP_WITH <= code < codes.SWAP_WITH + p.SEATS:
        return Refusal("your own item lies face-up, and a face-up item cannot be swapped away", "3.5")
    if v.first:
        return Refusal("your first turn must be a swap", "3.2")
    if codes.is_use(code):
        return _not_this_use(v, c, seat, code, names)
    if codes.is_id(code):
        if v.role_up[codes.seat_to_id(code)] or not v.started[codes.seat_to_id(code)]:
            return Refusal("only a player whose role is hidden can be identified", "9.4")
        return _not_named(v, c, seat, code)
    if code == codes.DECLARE:
        return Refusal("as far as you can see, you cannot have won", "8.10")
    return Refusal("on your turn you use or claim a card, threaten, swap, look, ID somebody, or declare", "3.3")


def _not_this_deal(v: View, c: Cards, code: int, names: Sequence[str]) -> Refusal:
    rule = _rule_of(c, code)
    gift = rule == "10.2"
    if v.question in ("peek", "eyes"):
        return Refusal("deals begin with the first turn", "10.2")
    if v.question in ("request", "offer"):
        return Refusal(f"{names[v.asked[0]]} answers the {v.question} of {names[v.asker or 0]} first", "10.5")
    if v.deals_left == 0:
        return Refusal("you have already made three deals while this question is open", "10.6")
    if gift and v.question == "spoil" and codes.seat_in_deal(code) == v.declarer:
        return Refusal("while a win is declared, you can offer its declarer diamonds, but not give any", "10.2")
    if codes.is_request(code):
        return Refusal(f"{names[codes.seat_in_deal(code)]} does not have that many diamonds", rule)
    where = " in your stash" if codes.spends_stash(code) else ""
    return Refusal(f"you do not have that many diamonds{where}", rule)


def _not_this_use(v: View, c: Cards, seat: int, code: int, names: Sequence[str]) -> Refusal:
    number = codes.card_in(code)
    card = c.of(numbers)[number]
    if card.name not in v.in_game:
        return Refusal(f"[{card.name}] is not in this game", "1.3")
    if not is_role(number) and v.item_up[seat] and v.items[seat] != card.name:
        return Refusal(f"your item lies face-up, and it is [{v.items[seat]}]", "4.10")
    if is_role(number) and v.role_up[seat] and v.roles[seat] != card.name:
        return Refusal(f"everybody can see that you are [{v.roles[seat]}]", "9.3")
    if is_role(number) and not card.hidden and v.roles[seat] != card.name:
        return Refusal(f"[{card.name}] is an Open role, so it would lie face-up", "9.3")
    if codes.is_threat(code) and card.hidden and v.role_up[seat]:
        return Refusal(f"everybody sees that you are [{card.name}], which frightens nobody any more", "5.8")
    if not card.action and not codes.is_threat(code):
        return Refusal(f"[{card.name}] has no action", card.rule)
    of_role = is_role(number)
    if card.needs and (v.role_up[seat] or v.roles[seat] != card.name if of_role else v.item_up[seat]):
        rule = "9.9" if of_role else "3.9"
        return Refusal(f"[{card.name}] must be shown first, so it has to be yours and lie face-down", rule)
    on_nobody = codes.target_in(code) == p.NONE
    if codes.spends_stash(code) and on_nobody != bool(c.names_player[number]):
        return _too_dear(card.name, int(c.action_costs[number]), "7.7")
    text = f"[{card.name}] is used on another player" if on_nobody else "it is not used on anybody"
    return Refusal(f"{text}: write it as in `{_example(v, c, seat, code, names)}`", card.rule)


def _example(v: View, c: Cards, seat: int, code: int, names: Sequence[str]) -> str:
    """The same card on another player, or on nobody if it was to be on one."""
    other = next(one for one in range(v.seats) if one != seat and v.alive[one])
    use = f"use {c.of(card_names)[codes.card_in(code)]}"
    return f"{use} on {names[other]}" if codes.target_in(code) == p.NONE else use


def _not_this_answer(v: View, c: Cards, seat: int, code: int) -> Refusal:
    number, rule = codes.card_in(code), {"save": "6.5", "rescue": "6.4", "spoil": "8.5"}[v.question or ""]
    name, of_role = c.of(card_names)[number], is_role(number)
    reveals, swaps = v.question == "spoil", v.question == "rescue"
    answers = c.spoilers if reveals else c.rescuers if swaps else c.savers
    if not is_among(answers, number):
        return Refusal(f"[{name}] is no answer to this", rule)
    if name not in v.in_game:
        return Refusal(f"[{name}] is not in this game", "1.3")
    if codes.target_in(code) != p.NONE:
        return Refusal("it is not used on anybody here", rule)
    if v.item_up[seat] and (swaps or (not of_role and (reveals or v.items[seat] != name))):
        return Refusal(f"your item lies face-up, and it is [{v.items[seat]}]", rule)
    if of_role and v.roles[seat] != name and (reveals or v.role_up[seat]):
        return Refusal(f"that takes the role itself, and you are [{v.roles[seat]}]", rule)
    if of_role and reveals and v.role_up[seat]:
        return Refusal("your role lies face-up, and it would have to be revealed", rule)
    if of_role and not reveals and not v.started[seat]:
        return Refusal("nobody says that they use a role before their first turn is over", "9.3")
    return _too_dear(name, 0 if swaps else int((c.spoils_for if reveals else c.saves_for)[number]), rule)


def _too_dear(name: str, price: int, rule: str | None) -> Refusal:
    """Why nobody can pay for this card from here: it costs nothing, or there are not that many diamonds."""
    if not price:
        return Refusal(f"[{name}] costs nothing that a stash could pay", "7.7")
    return Refusal(f"[{name}] costs {counted(price, 'diamond')}, and you do not have that many there", rule)


def unplayable(v: View, names: Sequence[str]) -> list[tuple[str, Refusal]]:
    """A face-up item that cannot be swapped away."""
    if v.seat is None or v.seat not in v.asked or v.question != "turn" or not v.item_up[v.seat]:
        return []
    return [(str(v.items[v.seat]), Refusal("it lies face-up, and cannot be swapped away", "3.5"))]


def standing(position: p.Position) -> str:
    """How the game stands, in one line."""
    alive = int(position.alive).bit_count()
    if position.winners:
        return f"over after {counted(int(position.turns), 'turn')}"
    bank = counted(int(position.bank), "diamond")
    return f"turn {int(position.turns)}; {counted(alive, 'player')} alive, {bank} in the Bank"
