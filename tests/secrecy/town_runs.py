"""A family of towns, played over a real server by people who answer alike wherever they are asked alike."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from facedown.core.table import Table
from facedown.server.storage.rows import CLOCK_SEAT, UNDO_SEAT
from tests.databases import execute
from tests.secrecy.lockstep import SEAT_OF_TAB, Comparison, Found, Run, TwinServer, knowledge
from tests.secrecy.towns import BY_HAND, Family
from tests.server.harness import Legal, Message, Person

MOST_ACTS = 400  # that one stage may take
OWN_WORDS = '"..."'


def compare(server: TwinServer, family: Family, kill_at: int | None = None) -> Found:
    """Play all the towns of a family, and compare what is sent.  Raises Difference."""
    towns = [TownRun(server, family, which) for which in range(len(family.siblings))]
    try:
        return Comparison(towns, Random(f"looks {family.luck}"), str(family)).play(kill_at, server)
    finally:
        for town in towns:
            town.run.close()


class TownRun:
    """One town of a family.  `replica` is the same game, played again from what is stored."""

    def __init__(self, server: TwinServer, family: Family, which: int) -> None:
        self.server, self.family, self.sibling = server, family, family.siblings[which]
        self.run = Run(server, "clocktower", family.names, family.options)
        self.replica, self.replayed = family.table(which), 0
        self.asked: dict[str, int] = {}  # how often each seat was asked each question
        self.turns = 0  # at which something unseen could be done
        if family.policy:
            teller = len(family.names) - 1
            assert self.run.seats[0].say("bot", seat=teller, bot="balanced")["ok"]
            self.run.seats.pop().close()
        self.run.begin(family.seed(which))

    def __str__(self) -> str:
        return str(self.sibling)

    @property
    def seats(self) -> list[Person]:
        return self.run.seats

    @property
    def teller(self) -> Person | None:
        return None if self.family.policy else self.seats[-1]

    @property
    def over(self) -> bool:
        return any(person.over for person in self.seats)

    # -- what is done ---------------------------------------------------------------------------------------------

    def stages(self) -> Iterator[str]:
        self.settle()
        yield "the first night"
        for number in range(1, self.family.days + 1):
            if number == self.family.days:
                for act in day(self.family, number):
                    self.do_unseen()
                    self.does(*act)
                    self.settle()
                    yield f"{act}"
            if not self.over:
                self.end_the_day()
                yield f"the night after day {number}"

    def do_unseen(self) -> None:
        """What is done in this town alone."""
        luck = Random(f"unseen {self.family.luck} {self.turns}")
        self.turns += 1
        one, *group = luck.sample(range(len(self.family.names) - 1), luck.choice((2, 3)))
        if self.over:
            return
        if self.sibling.unseen == "whisper" and self.family.options["whispers"] == "hidden":
            names = " and ".join(self.family.names[other] for other in group)
            self.seats[one].play(f'whisper {names} "Between us."')
        if self.sibling.unseen == "slip":
            assert not self.seats[one].play("nominate the moon")["ok"]
        if self.sibling.unseen and one != SEAT_OF_TAB:  # the storyteller hears what they have read, and their tabs
            assert self.seats[one].say("read", things=self.turns)["ok"]
        if self.sibling.unseen == "undo" or self.sibling.unseen in BY_HAND:
            self._does_by_hand(self.family.names[one])
        self.settle()

    def _does_by_hand(self, name: str) -> None:
        """At the grimoire; and it may be taken back."""
        assert self.teller is not None
        act = BY_HAND.get(self.sibling.unseen, BY_HAND["mark"])
        if self.teller.play(act.format(name))["ok"] and self.sibling.unseen == "undo":
            self.run.fence()
            steps = self.teller.say("undoable")["undoable"]
            assert self.teller.say("undo", at=self.teller.state["version"], to=steps[-1]["number"])["ok"]

    def settle(self) -> None:
        """Answer whatever is asked, until nobody is asked but on the open floor."""
        for _ in range(MOST_ACTS):
            self.run.fence()
            asked = [person for person in self.seats if person.asked and not on_the_floor(person)]
            if not asked or self.over:
                return
            self.answer(asked[0])
        raise AssertionError("a stage has no end")

    def answer(self, person: Person) -> None:
        state = person.state
        question, legal = state["view"]["question"], person.legal
        key = f"{person.seat} {question['id'] if question else ''} {state['view']['night']}"
        self.asked[key] = self.asked.get(key, 0) + 1
        luck = Random(f"{self.family.luck} {key} {self.asked[key]}")
        if state["clock"] is not None and luck.random() < 0.4:
            self.run.let_time_run_out()
            return
        answer = self._plays(person, chosen(luck, question, legal, self.family.rather))
        assert answer["ok"], (answer, state["prompt"], legal)

    def _plays(self, person: Person, move: str) -> Message:
        """Their answer: where it comes from the storyteller, nobody is to notice."""
        teller = self.teller
        if self.sibling.unseen != "for" or teller is None or person is teller:
            return person.play(move)
        return teller.play(f"for {self.family.names[int(person.seat or 0)]}: {move}")

    def does(self, seat: int, move: str) -> None:
        """Do something on the open floor, if that may be done."""
        if seat >= len(self.seats):
            return
        person = self.seats[seat]
        may = any(legal.partition('"')[0] == move.partition('"')[0] for legal in person.legal)
        if may or person is self.teller:
            answer = person.play(move)
            assert answer["ok"] or person is self.teller, answer

    def end_the_day(self) -> None:
        today = self.seats[0].state["view"]["day"]
        for _ in range(MOST_ACTS):
            self.settle()
            if self.over or self.seats[0].state["view"]["day"] > today:
                return
            if self.teller is not None:
                assert self.teller.play("end the day")["ok"]
            else:
                speaker = next(p for p in self.seats if p.asked and "done" in p.legal)
                assert speaker.play("done")["ok"]
        raise AssertionError("the day has no end")

    # -- what may be known ----------------------------------------------------------------------------------------

    def knowledge(self) -> Mapping[str, bytes]:
        rows = self._rows()
        for seat, move in rows[self.replayed :]:
            play_row(self.replica, seat, move)
        self.replayed = len(rows)
        return knowledge(self.replica, range(len(self.family.names) - 1))

    def secrets(self) -> int:
        return self.replayed

    def _rows(self) -> list[tuple[int, Any]]:
        """All that was done, as it is stored."""
        rows = "SELECT seat, move FROM moves WHERE code = :code ORDER BY number"
        found = execute(self.server.url, rows, code=self.run.table.code)
        return [(seat, json.loads(move)) for seat, move in found]


def play_row(table: Table, seat: int, what: Any) -> None:
    """Do once more what is stored."""
    if seat == UNDO_SEAT:
        for _ in range(what):
            table.undo()
    elif seat == CLOCK_SEAT:
        table.wait(what)
    else:
        table.play(seat, table.contract.read_value(what, table.names))


def on_the_floor(person: Person) -> bool:
    question = person.state["view"]["question"]
    return bool(question is not None and question["floor"])


def chosen(luck: Random, question: Message | None, legal: list[Legal], rather: Sequence[str] = ()) -> str:
    """The truth where there is one, otherwise what chance has it: the same for the same question in all towns."""
    truths = [str(one) for one in legal if question is not None and one.move in question.get("truths", ())]
    options = sorted(truths or [str(one) for one in legal if one != OWN_WORDS])
    wanted = next((text for text in rather if text in options), None)
    return wanted or (luck.choice(options) if options else '"words"')


def day(family: Family, number: int) -> list[tuple[int, str]]:
    """What is done by day, the same in all towns."""
    luck, players = Random(f"day {family.luck} {number}"), list(enumerate(family.names[:-1]))
    (one, _), (_, other), (third, _), (_, aim) = (luck.choice(players) for _ in range(4))
    acts = [(one, 'say "Good morning."'), (third, f'whisper {aim} "psst"'), (one, f"nominate {other}")]
    acts += [(third, f"use Slayer on {aim}")]
    luck.shuffle(acts)
    return acts if family.policy else [*acts[:2], (len(players), "to nominations"), *acts[2:]]
