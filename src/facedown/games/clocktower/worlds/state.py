"""One possible state of a town at one moment: who is what, on which side, alive, impaired, and what is to come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

from facedown.games.clocktower.worlds.puzzle import is_evil_role, team_of

FOREVER: Final = 1000
NOBODY: Final = -1  # instead of a seat
Mark: TypeAlias = tuple[int, int, int]  # which seats (bits), whose ability (-1: nobody's), until which moment
Bits: TypeAlias = int


class State:
    """A state that is changed only while it is made; `key` tells equal ones.

    roles: the character of each seat.  evil, alive: bits by seat (alive: as everybody sees it).
    undead: bits of seats that act although they seem dead.  marks: what impairs.  memo: everything else that lasts.
    wrong, maybe: bits of abilities that went wrong since dawn, surely or perhaps.
    woke, perhaps_woke: bits of who woke tonight.  fell: bits of who died tonight.
    """

    __slots__ = ("_bad", "alive", "evil", "fell", "marks", "maybe", "memo", "perhaps_woke", "roles", "undead",
                 "woke", "wrong")  # fmt: skip

    roles: tuple[str, ...]
    marks: tuple[Mark, ...]
    memo: dict[Any, Any]

    def __init__(self, roles: tuple[str, ...], evil: Bits) -> None:
        self.roles = roles
        self.evil = evil
        self.alive = (1 << len(roles)) - 1
        self.undead = 0
        self.marks = ()
        self.memo = {}
        self.wrong = self.maybe = 0
        self.woke = self.perhaps_woke = self.fell = 0
        self._bad: Bits | None = None

    def copy(self) -> State:
        new = State.__new__(State)
        new.roles = self.roles
        new.evil = self.evil
        new.alive = self.alive
        new.undead = self.undead
        new.marks = self.marks
        new.memo = self.memo
        new.wrong = self.wrong
        new.maybe = self.maybe
        new.woke = self.woke
        new.perhaps_woke = self.perhaps_woke
        new.fell = self.fell
        new._bad = None
        return new

    @property
    def key(self) -> object:
        """Equal for states from which the same can follow."""
        return (
            self.roles, self.evil, self.alive, self.undead, self.marks,
            frozenset(self.memo.items()) if self.memo else (),
            self.wrong, self.maybe, self.woke, self.perhaps_woke, self.fell,
        )  # fmt: skip

    # What holds

    @property
    def size(self) -> int:
        return len(self.roles)

    def is_evil(self, seat: int) -> bool:
        return bool(self.evil >> seat & 1)

    def lives(self, seat: int) -> bool:
        return bool(self.alive >> seat & 1)

    def acts(self, seat: int) -> bool:
        """Whether the seat has its ability, as far as death goes."""
        return self.stands(seat) or ("collected" in self.memo and self._is_collected(seat))

    def stands(self, seat: int) -> bool:
        """Whether the seat is alive, or only seems dead."""
        return bool((self.alive | self.undead) >> seat & 1)

    def _is_collected(self, seat: int) -> bool:
        """Whether a Bone Collector has given somebody dead their ability back."""
        collector, target = self.memo["collected"]
        return bool(target == seat and self.lives(collector) and not (self._bad or 0) >> collector & 1)

    def bad(self) -> Bits:
        """Who is drunk or poisoned."""
        if self._bad is None:
            self._bad = self._impaired() if self.marks or "nodashii" in self.roles else 0
        return self._bad

    def is_bad(self, seat: int) -> bool:
        return bool(self.bad() >> seat & 1)

    def with_gained(self, seat: int, role: str) -> State:
        """The seat has another character's ability beside its own."""
        return self.with_memo("gained", (*self.memo.get("gained", ()), (seat, role)))

    def is_demon(self, seat: int) -> bool:
        """Whether the seat is the Demon, or looks after Lil' Monsta."""
        return team_of(self.roles[seat]) == "demon" or ("sitter" in self.memo and self.memo["sitter"] == seat)

    def works(self, seat: int) -> bool:
        """Whether the seat has its ability, and it works."""
        return self.acts(seat) and not self.is_bad(seat)

    def holders(self, role: str) -> Iterator[int]:
        if role in self.roles or self.borrows:
            yield from (seat for seat in range(len(self.roles)) if self.has(seat, role))

    @property
    def borrows(self) -> bool:
        """Whether anybody has another character's ability beside their own."""
        return "gained" in self.memo or "lent" in self.memo

    def has(self, seat: int, role: str) -> bool:
        """Whether the seat is this character, or has its ability."""
        if self.roles[seat] == role:
            return True
        memo = self.memo
        return ("gained" in memo and role in self.gains(seat)) or ("lent" in memo and self._is_lent(seat, role))

    def gains(self, seat: int) -> Sequence[str]:
        """The abilities that the seat has gained beside its own."""
        if "gained" not in self.memo:
            return ()
        return [role for who, role in self.memo["gained"] if who == seat]

    def _is_lent(self, seat: int, role: str) -> bool:
        """Whether a Boffin has given the Demon this ability."""
        boffin, lent = self.memo["lent"]
        return bool(lent == role and self.is_demon(seat) and self.works(boffin))

    def working(self, role: str) -> bool:
        """Whether anybody has this ability, and it works."""
        return any(self.works(seat) for seat in self.holders(role))

    def neighbours(self, seat: int) -> tuple[int, int]:
        """The nearest living players on both sides."""
        return self._next_living(seat, 1), self._next_living(seat, -1)

    def _next_living(self, seat: int, step: int) -> int:
        size, at = len(self.roles), seat
        for _ in range(size):
            at = (at + step) % size
            if self.alive >> at & 1:
                return at
        return seat

    def _impaired(self) -> Bits:
        surely, depending = 0, []
        for bits, source, _ in self.marks:
            if source < 0:
                surely |= bits
            elif self.acts(source) or self.memo.get(("keeps", source)):
                depending.append((bits, source))
        if "nodashii" in self.roles:
            for seat, role in enumerate(self.roles):
                if role == "nodashii" and self.acts(seat):
                    depending += [(1 << other, seat) for other in self.nearest_townsfolk(seat)]
        sober = self.memo.get("sober")  # whom coffee keeps so, and the Barista
        if not depending and sober is None:
            return surely
        bad = surely
        for _ in range(len(depending) + 1):
            now = surely
            for bits, source in depending:
                if not bad >> source & 1:
                    now |= bits
            if sober is not None and self.acts(sober[1]) and not bad >> sober[1] & 1:
                now &= ~(1 << sober[0])
            if now == bad:
                break
            bad = now
        return bad

    def nearest_townsfolk(self, seat: int) -> Iterator[int]:
        """On both sides, dead or alive."""
        size = len(self.roles)
        for step in (1, -1):
            around = ((seat + step * far) % size for far in range(1, size))
            yield from islice((at for at in around if team_of(self.roles[at]) == "townsfolk"), 1)

    # Changes, made on a copy

    def with_memo(self, key: object, value: object) -> State:
        new = self.copy()
        new.note(key, value)
        return new

    def note(self, key: object, value: object) -> None:
        """Remember something (None: forget it); on a state that is being made."""
        self.memo = {**self.memo}
        if value is None:
            self.memo.pop(key, None)
        else:
            self.memo[key] = value
        self._bad = None

    def with_mark(self, bits: Bits, source: int, until: int = FOREVER) -> State:
        new = self.copy()
        new.marks = tuple(sorted((*self.marks, (bits, source, until))))
        return new

    def risen(self, seat: int, day: int) -> State:
        """The seat has come back to life tonight, with its abilities as new from the coming day on."""
        new = self.with_memo("rose", self.memo.get("rose", 0) | 1 << seat)
        new.memo = {key: value for key, value in new.memo.items() if key[:2] != ("spent", seat)}
        new.memo |= {("fresh", seat): day, ("since", seat, self.roles[seat]): day}
        new.alive |= 1 << seat
        return new

    def residents(self, bits: Bits) -> int:
        """How many of these seats are no Travellers'."""
        return sum(bits >> seat & 1 for seat, role in enumerate(self.roles) if team_of(role) != "traveller")

    def shows_itself(self, seat: int) -> State:
        """A Zombuul that plays dead is seen to live when it becomes another; others have no ability any more."""
        new = self.copy()
        new.undead &= ~(1 << seat)
        if self.roles[seat] == "zombuul":
            new.alive |= 1 << seat
            new.note("rose", self.memo.get("rose", 0) | 1 << seat)
        return new

    def without_marks_of(self, source: int) -> State:
        new = self.copy()
        new.marks = tuple(mark for mark in self.marks if mark[1] != source)
        return new

    def become(self, seat: int, role: str, evil: bool | None = None) -> State:
        """The seat is now this character; its old ability's effects end.  `evil`: its new side; None: as before."""
        new = self.without_marks_of(seat)
        if self.memo:
            new.memo = dict(_kept_by_another(self.memo, seat))
        if self.undead >> seat & 1 and team_of(role) != "minion":
            new = new.shows_itself(seat)
        new.roles = (*self.roles[:seat], role, *self.roles[seat + 1 :])
        if self.gains(seat):
            left = tuple(item for item in self.memo["gained"] if item[0] != seat)
            new.note("gained", left or None)
        if evil is not None:
            new.evil = (new.evil | 1 << seat) if evil else (new.evil & ~(1 << seat))
        return new

    def misfired(self, seat: int, surely: bool = True) -> State:
        """The seat's ability went wrong because of another's."""
        if (self.wrong >> seat & 1) or (not surely and self.maybe >> seat & 1):
            return self
        new = self.copy()
        if surely:
            new.wrong |= 1 << seat
        else:
            new.maybe |= 1 << seat
        new._bad = self._bad
        return new

    def awake(self, seat: int, surely: bool = True) -> State:
        """The seat woke tonight because of its ability."""
        if self.woke >> seat & 1:
            return self
        new = self.copy()
        if surely:
            new.woke |= 1 << seat
        else:
            new.perhaps_woke |= 1 << seat
        new._bad = self._bad
        return new


NOTED = ("juggled", "voted", "nominated")  # of whom a player may learn in the night after
UNSEEN = frozenset[int](), -1  # noted of what nobody has seen
OF_A_PLAYER = ("killer", "spoiled", "lied", *NOTED)  # whatever their character


def _kept_by_another(memo: Mapping[Any, Any], seat: int) -> Iterator[tuple[Any, Any]]:
    """What is still remembered when the seat has become another character."""
    for key, value in memo.items():
        if key in (("monk", None), ("inn", None)):
            yield key, tuple(one for one in value if one[0] != seat)
        elif key[0] in OF_A_PLAYER or seat != (value[0] if key in ("lent", "twins") else key[1]):
            yield key, value


def first_state(roles: tuple[str, ...]) -> State:
    """The state before the first night: everybody on their character's side."""
    return State(roles, sum(1 << seat for seat, role in enumerate(roles) if is_evil_role(role)))
