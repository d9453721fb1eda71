"""A second opinion on GotchaCards: somebody who plays along with both hands in sight, by the rulebook alone.

Written from the rulebook, with names and lists and no regard to speed: it shares nothing with the rules.  What the
cards do is read from their file.  Whatever happens must be due now, and nothing that is due may be left out; after
each event hands, lanes, piles, scores and the number of cards in the deck must be as here.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from facedown.core.table import Table

TYPES = ("Rock", "Scissors", "Paper")  # each beats the next
LAST_TURN, MOST_OVERTIMES, MOST_ROUNDS, LANES = 3, 10, 9, 62


class Card:
    """A card as its file describes it."""

    def __init__(self, given: Mapping[str, Any], type_: str | None) -> None:
        self.name, self.type = given["name"].replace("{type}", type_ or ""), type_
        self.worth = given.get("worth", 1)
        self.effects = {effect["does"]: effect for effect in given.get("effects", ())}
        self.texts = [effect for effect in given.get("effects", ()) if "when" in effect]
        self.tier, self.copies = given["tier"], given.get("copies", 1)

    def claims(self, other: Card) -> bool:
        """Whether its own text says that it defeats the other [5.3]."""
        against = self.effects.get("claim", {}).get("against", ())
        bane = "bane" in against and other.type is not None and circle(other.type, self.type)
        return "any" in against or other.type in against or bane


def circle(one: str | None, other: str | None) -> bool:
    """Whether this type beats that one [1.2]."""
    return one is not None and other is not None and TYPES[(TYPES.index(one) + 1) % 3] == other


def winner(a: Card | None, b: Card | None) -> int | None:
    """Who wins a lane in which these cards lie; None: a tie."""
    if a is None or b is None:
        return 1 if a is None else 0  # unopposed [5.6]
    if a.claims(b) != b.claims(a):
        return 0 if a.claims(b) else 1
    if a.type is not None and b.type is not None and a.type != b.type:
        return 0 if circle(a.type, b.type) else 1
    if (a.type is None) != (b.type is None):
        return 0 if a.type else 1  # [5.5]
    loses = ["concede" in card.effects or (card.type is None and card.worth < 0) for card in (a, b)]  # [5.4, 6.13]
    return None if loses[0] == loses[1] else 1 if loses[0] else 0


def read(text: str) -> dict[str, Card]:
    cards = [Card(given, type_) for given in tomllib.loads(text)["card"] for type_ in given.get("types") or [None]]
    return {card.name: card for card in cards}


class Lane:
    """What lies in a lane, by seat; what was played on is beneath."""

    def __init__(self) -> None:
        self.cards: list[str | None] = [None, None]
        self.beneath: list[list[str]] = [[], []]
        self.stays = [False, False]


class Referee:
    """Plays along from a table's first frame to its last."""

    def __init__(self, table: Table) -> None:
        self.table, self.number = table, 0
        self.known = read(
            table.contract.own_cards or (table.contract.folder / "cards.toml").read_text(encoding="utf-8")
        )
        starter = table.options["tier"] == "starter"
        self.deck = Counter({card.name: card.copies for card in self.known.values()
                             if card.tier == "starter" or not starter})  # fmt: skip
        self.hands: list[Counter[str]] = [Counter(), Counter()]
        self.trash: Counter[str] = Counter()
        self.won: list[Counter[str]] = [Counter(), Counter()]
        self.lanes: list[Lane] = []
        self.duty = [False, False]
        self.rounds = [0, 0]

    # -- what happens, and what is known of it ---------------------------------------------------------------------

    def next(self, *kinds: str, seat: int | None = None) -> Any:
        """The next event, which must be one of these, with the card by name whoever may see it."""
        self.number += 1
        assert self.number < len(self.table.frames), f"it is over before {kinds}"
        self.view = self.table.at(self.number).view(None)
        event = self.view.event
        assert event.kind in kinds, f"{kinds}"
        assert seat is None or event.seat == seat, f"seat {seat}"
        return event

    def peek(self) -> str:
        frames = self.table.frames
        return self.table.at(self.number + 1).view(None).event.kind if self.number + 1 < len(frames) else ""

    def agree(self) -> None:
        """Everything lies where it should."""
        view = self.view
        assert Counter(view.trash) == self.trash
        assert view.deck_left == self.deck.total()
        for seat in range(2):
            assert Counter(view.victory[seat]) == self.won[seat]
            assert view.points[seat] == sum(self.known[card].worth for card in view.victory[seat])  # [5.8]
            assert self.hand(seat) == self.hands[seat]
        assert list(view.rounds_won) == self.rounds
        assert list(view.duty) == self.duty
        for lane in view.lanes:
            assert lane.face_up == lane.there or view.question in ("place", "sweet", "cut") or lane.stays
        there = [lane.there for lane in view.lanes]
        mine = [tuple(card is not None for card in lane.cards) for lane in self.lanes]
        empty = [(False, False)] * max(len(there), len(mine))
        assert (there + empty)[: len(empty)] == (mine + empty)[: len(empty)]

    def hand(self, seat: int) -> Counter[str]:
        return Counter(self.table.at(self.number).view(seat).hand)

    def cards_of(self, event: Any, seat: int) -> str:
        """The card of an event that its own seat sees."""
        return str(event.card or self.table.at(self.number).view(seat).event.card)

    def move(self, cards: Iterable[str], source: Counter[str], target: Counter[str]) -> None:
        for card in cards:
            assert source[card] > 0, f"no {card} there"
            source[card] -= 1
            target[card] += 1
        for counter in (source, target):
            for card in [card for card in counter if not counter[card]]:
                del counter[card]

    def draw(self, seat: int, number: int, kind: str = "draw") -> str | None:
        """[4.7]; the last card drawn."""
        card = None
        for _ in range(number):
            if not self.deck and self.trash:
                event = self.next("shuffle")
                self.deck, self.trash = self.trash, Counter()
                self.agree()
            if not self.deck:
                return None
            event = self.next(kind, seat=seat)
            card = self.cards_of(event, seat)
            self.move([card], self.deck, self.hands[seat])
            if kind == "draw":
                self.agree()
        return card

    # -- a match ---------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        try:
            self.match()
        except AssertionError as error:
            raise AssertionError(f"frame {self.number}, {self.view.event}: {error}") from error

    def match(self) -> None:
        first = self.who_begins()
        for number in range(1, MOST_ROUNDS + 1):
            loser = self.round(first, number)
            if max(self.rounds) == 2 or number == MOST_ROUNDS:
                break
            if loser is not None:  # they choose [7.6]
                assert self.view.asked == (loser,)
                first = int(self.next("order", seat=loser).other)
            self.next("tidy")
            for cards in (*self.hands, *self.won):
                self.move([*cards.elements()], cards, self.trash)  # [7.7]
            for lane in self.lanes:
                self.trash.update(card for card in lane.cards if card)
            self.lanes = []
            self.agree()
            if loser is None:
                first = self.throw() if self.table.options["start"] == "throw" else int(self.next("lot").seat)
        assert self.number == len(self.table.frames) - 1, "it goes on after its end"
        best = max(self.rounds)
        winners = (self.rounds.index(best),) if best == 2 else (0, 1)
        assert self.table.standing.winners in (winners, ()), winners  # [7.5]

    def who_begins(self) -> int:
        """[2.1, 2.6]"""
        start = self.table.options["start"]
        if start == "throw":
            return self.throw()
        event = self.next("lot")
        assert start in ("lot", event.seat + 1)
        return int(event.seat)

    def throw(self) -> int:
        while True:
            self.next("threw")
            self.next("threw")
            event = self.next("throw")
            one, other = event.throws
            if one != other:
                assert event.seat == (0 if circle(one, other) else 1)
                return int(event.seat)

    def round(self, first: int, number: int) -> int | None:
        """Who lost it."""
        self.deal(first)
        for turn in range(1, LAST_TURN + 1):
            starter = 1 - first if turn == 2 else first  # [3.1]
            able = self.able()
            if not any(able):
                self.next("out")  # [3.7]
                break
            if not all(able):
                return self.fails(able.index(False))
            assert self.next("turn", seat=starter).other == turn
            self.turn(starter, last=turn == LAST_TURN)
        return self.overtimes(number)

    def able(self) -> list[bool]:
        """Who can play a card, or has one on the field."""
        return [bool(self.hands[seat]) or any(lane.cards[seat] for lane in self.lanes) for seat in range(2)]

    def fails(self, seat: int) -> int:
        """Who cannot has lost the round, whatever the points [3.6]."""
        self.next("fail", seat=seat)
        self.rounds[1 - seat] += 1
        self.agree()
        return seat

    def deal(self, first: int) -> None:
        """[2.2] to [2.5]"""
        event, nine = self.next("deal", "shuffle"), Counter[str]()
        if self.deck.total() < 9:  # [4.7]
            if self.deck:
                nine, self.deck = self.deck, Counter()
                event = self.next("shuffle")
            self.deck, self.trash = self.trash, Counter()
            event = self.next("deal", seat=first)
        seen = Counter(self.table.at(self.number).view(first).draft)
        assert seen.total() == min(9, nine.total() + self.deck.total()) == event.other
        self.move([*(seen - nine).elements()], self.deck, nine)
        assert nine == seen
        self.hands[first] = nine
        event = self.next("keep", seat=first)
        kept = self.table.at(self.number).view(first).hand
        face_up = nine - Counter(kept)
        assert Counter(self.view.draft) == face_up
        self.hands[first] = Counter(kept)
        seat = 1 - first
        for _ in range(face_up.total()):
            event = self.next("draft", seat=seat)
            self.move([event.card], face_up, self.hands[seat])
            self.agree()
            seat = 1 - seat
        self.draw(1 - first, 1)

    def overtimes(self, number: int) -> int | None:
        """[7.1] to [7.4]"""
        for overtime in range(MOST_OVERTIMES + 1):
            points = [sum(self.known[card].worth for card in won.elements()) for won in self.won]
            if points[0] != points[1]:
                best = points.index(max(points))
                self.rounds[best] += 1
                event = self.next("round", seat=best)
                assert event.other == number
                self.agree()
                return 1 - best
            self.next("tie")
            if overtime == MOST_OVERTIMES or not (self.deck or self.trash):
                break
            event = self.next("overtime")
            assert event.other == overtime + 1
            starter = self.throw() if self.table.options["start"] == "throw" else event.seat
            for seat in (starter, 1 - starter):
                self.draw(seat, 2 + overtime)
            if not all(able := self.able()):
                return self.fails(able.index(False))
            self.next("turn", seat=starter)
            self.turn(starter, last=True)
        self.next("drawn")
        return None

    # -- a turn ----------------------------------------------------------------------------------------------------

    def turn(self, starter: int, *, last: bool) -> None:
        stayed = [[lane.cards[seat] is not None for lane in self.lanes] for seat in range(2)]
        self.place(starter, last=last)
        for lane in self.lanes:
            lane.stays = [False, False]
        for seat in range(2):
            for lane, there in zip(self.lanes, stayed[seat], strict=False):
                lane.stays[seat] = there
        seats = (starter, 1 - starter)
        self.swapped: set[int] = set()  # lanes' places, by 2 * lane + seat
        self.cut_by(seats, [(lane, seat) for seat in seats for lane in range(len(self.lanes))])
        for at in range(len(self.lanes)):
            self.resolve(at, seats, last=last)

    def place(self, starter: int, *, last: bool) -> None:
        """[3.2] to [3.5], and those who must show a card first [6.9]"""
        shown = [seat for seat in (starter, 1 - starter) if self.duty[seat] and self.hands[seat]]
        placed, done = [0, 0], [not self.hands[seat] for seat in range(2)]
        while True:
            event = self.next("show", "place", "done", "reveal")
            seat = event.seat
            if event.kind == "reveal":
                break
            if event.kind == "show":
                assert shown[0] == seat
                shown.pop(0)
                self.duty[seat] = False
            assert not shown or event.kind == "show", f"{shown}"
            assert last or seat == starter or done[starter] or event.kind == "show"
            assert not done[seat]
            if event.kind == "done":
                assert placed[seat]
                assert not last
                done[seat] = True
                continue
            lane = next((at for at, one in enumerate(self.lanes) if one.cards[seat] is None), len(self.lanes))
            assert event.lane == lane  # [3.3]
            if lane == len(self.lanes):
                self.lanes.append(Lane())
            card = self.table.at(self.number).view(seat).lanes[lane].cards[seat]
            self.lanes[lane].cards[seat] = card
            self.move([card], self.hands[seat], Counter())
            placed[seat] += 1
            done[seat] = not self.hands[seat] or self.is_full(seat)
            self.agree()
        assert all(done)
        for lane_, lane_seen in zip(self.lanes, self.view.lanes, strict=False):
            assert tuple(lane_.cards) == lane_seen.cards

    def is_full(self, seat: int) -> bool:
        """Whether every lane has a card of this seat [3.3]."""
        return sum(lane.cards[seat] is not None for lane in self.lanes) == LANES

    def cut_by(self, seats: tuple[int, int], places: list[tuple[int, int]]) -> None:
        """Cards that have just been turned up at these places cut [6.5, 6.6]."""
        for lane, seat in places:
            card = self.lanes[lane].cards[seat]
            if card is None or "cut" not in self.known[card].effects or self.lanes[lane].stays[seat]:
                continue
            field = [
                (one, side) for one in range(len(self.lanes)) for side in range(2) if self.lanes[one].cards[side]
            ]
            if any("guard" in self.known[str(self.lanes[one].cards[side])].effects for one, side in field):
                self.next("stopped", seat=seat)
            elif len(field) > 1:
                event = self.next("cut", seat=seat)
                assert (event.lane, event.other) != (lane, seat)
                gone = self.lanes[event.lane].cards[event.other]
                assert gone == event.card
                self.leave(event.lane, event.other)
                self.agree()

    def leave(self, lane: int, seat: int) -> None:
        """A card goes to the trash."""
        there = self.lanes[lane]
        self.trash[str(there.cards[seat])] += 1
        there.cards[seat] = None

    def does(self, lane: int, seat: int) -> str | None:
        """What a card does before the fight [4.4]."""
        card = self.lanes[lane].cards[seat]
        acts = [does for does in self.known[card].effects if does in ("replace", "cover", "swap")] if card else []
        return acts[0] if acts else None

    def resolve(self, lane: int, seats: tuple[int, int], *, last: bool) -> None:
        there = self.lanes[lane]
        while self.before_the_fight(lane, seats):
            pass
        for seat in seats:
            # If what lay on it has left, it fights itself [6.12].
            if there.cards[seat] is None and there.beneath[seat]:
                there.cards[seat] = there.beneath[seat].pop()
        if there.cards == [None, None]:
            return
        pair = [self.known[card] if card else None for card in there.cards]
        best = winner(pair[0], pair[1])
        event = self.next("fight")
        assert (event.lane, event.seat) == (lane, best), f"{best} with {there.cards}"
        gone = []
        for seat in range(2):
            card = pair[seat]
            gone += there.beneath[seat]
            there.beneath[seat] = []
            if card and not ("stay" in card.effects and not there.stays[seat] and not last):  # [6.6]
                gone.append(card.name)
                there.cards[seat] = None
        event = self.next("take", seat=best)
        (self.trash if best is None else self.won[best]).update(gone)  # [5.7]
        if best is not None:
            assert event.other == sum(self.known[card].worth for card in gone)
            self.duty[best] |= any("oblige" in self.known[card].effects for card in gone)
        self.agree()
        for seat in seats:
            if card := pair[seat]:
                self.say("ties" if best is None else "wins" if best == seat else "loses", card, seat)

    def before_the_fight(self, lane: int, seats: tuple[int, int]) -> bool:
        """One step of what comes first; whether there was one [4.4, 4.5]."""
        there = self.lanes[lane]
        for seat in seats:
            if self.does(lane, seat) == "replace":
                event = self.next("gotcha", seat=seat)
                assert event.lane == lane
                self.leave(lane, seat)
                self.agree()
                if self.hands[seat]:
                    event = self.next("play", seat=seat)
                    there.cards[seat] = event.card
                    self.move([event.card], self.hands[seat], Counter())
                    self.agree()
                    self.come(lane, seat, seats)
                return True
        for seat in seats:
            if self.does(lane, seat) == "cover" and (self.deck or self.trash):
                card = self.draw(seat, 1, "cover")
                assert card
                self.hands[seat] -= Counter([card])
                there.beneath[seat].append(str(there.cards[seat]))
                there.cards[seat] = card
                self.agree()
                self.come(lane, seat, seats)
                return True
        return self.swaps(lane, seats)

    def come(self, lane: int, seat: int, seats: tuple[int, int]) -> None:
        """A card has come into the lane while it is resolved [4.6]."""
        self.lanes[lane].stays[seat] = False
        self.swapped.discard(2 * lane + seat)
        self.cut_by(seats, [(lane, seat)])

    def swaps(self, lane: int, seats: tuple[int, int]) -> bool:
        """Each acts once, and in vain where no card lies where it points [6.11]."""
        for seat in seats:
            for at in (lane, lane + 1):
                if at >= len(self.lanes) or self.does(at, seat) != "swap" or 2 * at + seat in self.swapped:
                    continue
                way = self.known[str(self.lanes[at].cards[seat])].effects["swap"]["direction"]
                if at > lane and way != "inward":
                    continue
                self.swapped.add(2 * at + seat)
                to, other = (at, 1 - seat) if way == "across" else (at + (1 if way == "outward" else -1), seat)
                if 0 <= to < len(self.lanes) and self.lanes[to].cards[other]:
                    event = self.next("swap", seat=seat)
                    assert event.lane == at
                    self.trade((at, seat), (to, other))
                    self.agree()
                    return True
        return False

    def trade(self, here: tuple[int, int], there: tuple[int, int]) -> None:
        """The top cards change places; what they were played on stays [6.12]."""
        (lane, seat), (to, other) = here, there
        one, two = self.lanes[lane], self.lanes[to]
        for kept in ("cards", "stays"):
            mine, theirs = getattr(one, kept), getattr(two, kept)
            mine[seat], theirs[other] = theirs[other], mine[seat]
        marks = {2 * lane + seat: 2 * to + other, 2 * to + other: 2 * lane + seat}
        self.swapped = {marks.get(mark, mark) for mark in self.swapped}

    def say(self, outcome: str, card: Card, seat: int) -> None:
        """What its text says after the fight [4.5]: draws, then discards, the owner's first."""
        texts = [text for text in card.texts if outcome in text["when"]]
        self.draw(seat, sum(text["cards"] for text in texts if text["does"] == "draw"))
        for loser, who in ((seat, "owner"), (1 - seat, "opponent")):
            due = sum(text["cards"] for text in texts if text.get("who") == who)
            for _ in range(min(due, self.hands[loser].total())):
                event = self.next("discard", seat=loser)
                self.move([event.card], self.hands[loser], self.trash)
                self.agree()
