"""Moves taken back at a table: by whom, how far, and what each of the others hears of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import facedown
from facedown.games.clocktower.names import Lexicon
from facedown.games.clocktower.retold import retold
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.play.match import Match, rows_of
from facedown.server.rooms import bots, secrets
from facedown.server.rooms.room import Room
from facedown.server.storage.rows import StoredGame
from facedown.server.verbs import receive
from facedown.server.wire import Refused
from tests.databases import execute
from tests.laws.leaky import mutant
from tests.server.harness import UNLIMITED, Message, Opened, Person, run_alone, same, seated
from tests.server.room_without_server import Subscriber, opened_room, says, value
from tests.server.within import Within

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Mira")
SCRIPT = "chef, empath, slayer, poisoner, imp"  # with five players everybody is one of these
SHOWN = ("view", "asked", "free", "prompt", "legal", "cannot", "standing", "phase", "series")


class Town:
    """Five people in their first night, a storyteller, and somebody who watches."""

    def __init__(self, app: Within) -> None:
        self.table = app.open("clocktower", 6, script=SCRIPT, covers="not asked")
        self.people = seated(self.table, *NAMES)
        self.watcher = self.table.person()
        assert self.people[0].say("start")["ok"]
        for person in self.everybody:
            person.wait(person.begun)

    @property
    def everybody(self) -> list[Person]:
        return [*self.people, self.watcher]

    @property
    def teller(self) -> Person:
        return self.people[-1]

    @property
    def awake(self) -> Person:
        """The Poisoner, who is asked first."""
        return next(person for person in self.people if person.asked)

    @property
    def good(self) -> int:
        """A good player, who would hear of turning evil."""
        return good(self.teller.state["view"]["grimoire"])

    def listen(self) -> None:
        """Everybody hears all that has been said until now."""
        for person in self.everybody:
            person.say("ping")

    def play(self, moves: int) -> None:
        """Whoever is asked first makes their first legal move, so many times or until the game is over."""
        for _ in range(moves):
            self.listen()
            asked = next((person for person in self.people if person.asked), None)
            if asked is None:
                break
            answer = asked.play()
            assert answer["ok"], answer
        self.listen()

    def by_hand(self, *moves: str) -> None:
        for move in moves:
            self.listen()
            answer = self.teller.play(move)
            assert answer["ok"], answer
        self.listen()


def good(grimoire: Any) -> int:
    seats: list[int] = [token["seat"] for token in grimoire if token["alignment"] == "good"]
    return seats[0]


def back(person: Person, to: int, at: int | None = None) -> Message:
    return person.say("undo", at=person.state["version"] if at is None else at, to=to)


def undoable(person: Person) -> list[str]:
    answer = person.say("undoable")
    assert answer["ok"], answer
    assert [step["number"] for step in answer["undoable"]] == list(range(len(answer["undoable"])))
    return [step["text"] for step in answer["undoable"]]


def shown(person: Person) -> Message:
    return {key: person.state[key] for key in SHOWN}


def heard(town: Town) -> list[int]:
    town.listen()
    return [len(person.told) for person in town.everybody]


# -- how far, and what is seen then -------------------------------------------------------------------------------


def test_the_last_move_is_taken_back_and_who_saw_nothing_of_it_hears_nothing(app: Within) -> None:
    town = Town(app)
    before, told = [shown(person) for person in town.everybody], heard(town)
    town.by_hand("mark Ann poisoned")
    assert shown(town.teller) != before[5]
    assert back(town.teller, 0)["ok"]
    after = heard(town)
    assert [shown(person) for person in town.everybody] == before
    assert after == [*told[:5], told[5] + 2, told[6]]
    assert town.teller.told[-1]["note"]["text"] == "Mira undid 1 move."
    assert undoable(town.teller) == []


def test_many_moves_are_taken_back_and_those_who_saw_one_see_it_gone(app: Within) -> None:
    town = Town(app)
    before, told = [shown(person) for person in town.everybody], heard(town)
    logs = [person.state["log"] for person in town.everybody]
    turned = NAMES[town.good]
    moves = ["mark Cy drunk", f"{turned} turns evil", f"{turned} turns good", "mark Di drunk"]
    town.by_hand(*moves)
    told_of = [f"{turned} turns evil.", f"{turned} turns good."]
    assert undoable(town.teller) == ["Cy is drunk.", *told_of, "Di is drunk."]
    assert back(town.teller, 0)["ok"]
    after = heard(town)
    assert [shown(person) for person in town.everybody] == before
    seen = {person for person in range(7) if after[person] > told[person]}
    assert seen == {town.good, 5}
    for seat, person in enumerate(town.everybody):
        note = person.state["log"][-1]["text"]
        if seat == 5:
            assert note == "Mira undid 4 moves."
        elif seat in seen:
            assert note == "The game continues from an earlier moment."
        assert person.state["log"][: len(logs[seat])] == logs[seat]
        assert len(person.state["log"]) == len(logs[seat]) + (seat in seen)


def test_the_list_says_who_answered_what_and_when(app: Within) -> None:
    town = Town(app)
    seat = town.people.index(town.awake)
    assert town.awake.play("Ann")["ok"]
    town.by_hand("mark Cy drunk")
    first, second = town.teller.say("undoable")["undoable"][:2]
    asked = "Poisoner: choose a player to poison"
    line = next(line for line, told in enumerate(town.teller.state["log"]) if told["kind"] == "night")
    expected = {"number": 0, "seat": seat, "asked": asked, "text": "Ann", "when": "night 1", "pause": False}
    assert {**first, "line": 0} == {**expected, "line": 0}
    assert line < first["line"] < second["line"]
    assert (second["seat"], second["asked"], second["text"]) == (5, "", "Cy is drunk.")


def test_who_is_asked_anew_may_answer_otherwise_and_the_record_has_what_was_played_in_the_end(
    app: Within,
) -> None:
    town = Town(app)
    poisoner = town.awake
    asked = poisoner.state["version"]
    assert poisoner.play("Ann")["ok"]
    town.listen()
    assert back(town.teller, 0)["ok"]
    town.listen()
    assert poisoner.asked
    assert poisoner.play("Ann", at=asked)["why"] == "stale"
    assert poisoner.play("Bo")["ok"]
    town.by_hand("mark Ann drunk", "good wins")
    town.teller.wait(lambda: town.teller.over)
    record = app.ask(f"/api/tables/{town.table.code}/record")[1]
    again = facedown.read(record)
    moves = [line.text for line in again.history]
    assert (moves[0], moves[-2:]) == ("Bo", ["mark Ann drunk", "good wins"])
    assert "Ann" not in moves
    assert again.standing.winners == tuple(town.teller.state["standing"]["winners"])


def test_versions_and_frames_only_grow(app: Within) -> None:
    town = Town(app)
    turned = town.good
    for _ in range(3):
        town.by_hand(f"{NAMES[turned]} turns evil", f"{NAMES[turned]} turns good")
        assert back(town.teller, 1)["ok"]
        town.listen()
        assert back(town.teller, 0)["ok"]
        town.listen()
    for person in town.everybody:
        counted = [(m["version"], m["frame"]) for m in person.told if m["is"] in ("update", "undone")]
        assert counted == sorted(set(counted))
    assert town.people[turned].state["version"] == 12


def test_the_move_that_ended_the_game_is_taken_back(app: Within) -> None:
    town = Town(app)
    before = shown(town.people[0])
    town.by_hand("evil wins")
    for person in town.everybody:
        person.wait_until(lambda person: person.over)
    assert town.teller.state["series"]["games"] == 1
    assert back(town.teller, 0)["ok"]
    town.listen()
    assert {person.state["phase"] for person in town.everybody} == {"playing"}
    assert shown(town.people[0]) == before
    assert town.table.passing()["series"]["games"] == 0
    assert app.ask(f"/api/tables/{town.table.code}/record")[1]["why"] == "not_over"
    town.by_hand("good wins")
    town.teller.wait(lambda: town.teller.over)
    assert town.teller.state["series"]["games"] == 1


def test_the_end_stays_once_somebody_has_got_up(app: Within) -> None:
    """The seats are no longer those of the game: somebody else could tell the story on, or nobody answer."""
    town = Town(app)
    town.by_hand("evil wins")
    town.teller.wait(lambda: town.teller.over)
    assert town.people[0].say("leave")["ok"]
    assert back(town.teller, 0)["why"] == "over"
    assert town.watcher.sit(0, "Ann")["ok"]
    assert back(town.teller, 0)["ok"]


# -- who may not --------------------------------------------------------------------------------------------------


def test_nobody_but_the_storyteller_takes_anything_back(app: Within) -> None:
    town = Town(app)
    town.by_hand("mark Ann poisoned")
    told = heard(town)
    for person in (*town.people[:5], town.watcher):
        refused = back(person, 0)
        assert (refused["why"], refused["text"]) == ("not_yours", "Only the storyteller may take moves back.")
        assert person.say("undoable")["why"] == "not_yours"
    assert heard(town) == told
    assert undoable(town.teller) == ["Ann is poisoned."]


def test_there_is_nothing_to_take_back_before_the_first_move(app: Within) -> None:
    table = app.open("clocktower", 6, script=SCRIPT)
    host = table.host()
    assert host.sit(5, "Mira")["ok"]
    assert back(host, 0, at=0)["why"] == "not_started"
    town = Town(app)
    assert undoable(town.teller) == []
    refused = back(town.teller, 0)
    assert (refused["why"], refused["text"]) == ("illegal", "There is no such move to take back.")


def test_in_a_game_without_a_storyteller_nothing_is_taken_back(app: Within) -> None:
    table = app.open("gotcha")
    (host,) = seated(table, "Zoe")
    assert host.say("start")["ok"]
    host.ready()
    assert host.play()["ok"]
    assert back(host, 0)["why"] == "illegal"


def test_where_a_bot_tells_the_story_to_a_person_nobody_takes_anything_back(app: Within) -> None:
    table = app.open("clocktower", 6, script=SCRIPT)
    host = table.host()
    watcher = table.host()  # the host's other tab, which holds no seat
    assert host.sit(0, "Ann")["ok"]
    assert host.say("start")["ok"]
    host.ready()
    for tab in (host, watcher):
        assert back(tab, 0, at=0)["why"] == "not_yours"
        assert tab.say("undoable")["why"] == "not_yours"


# -- tabs, lost lines, and the death of the server ----------------------------------------------------------------


def test_of_two_tabs_the_first_takes_back_and_the_other_has_to_look_again(app: Within) -> None:
    town = Town(app)
    town.by_hand("mark Ann drunk", "mark Bo drunk", "mark Cy drunk")
    tab = town.table.person(secret=town.teller.secret)
    at = tab.state["version"]
    assert same(town.teller.state, tab.state)
    first, second = (person.send("undo", at=at, to=1) for person in (town.teller, tab))
    answers = [town.teller.answer(first), tab.answer(second)]
    assert sorted(answer["ok"] for answer in answers) == [False, True]
    assert next(answer["why"] for answer in answers if not answer["ok"]) == "stale"
    for person in (town.teller, tab):
        person.reach(at + 1)
    assert shown(town.teller) == shown(tab)
    assert town.teller.raw[-1] == tab.raw[-1]
    assert undoable(tab) == ["Ann is drunk."]


def test_killed_after_moves_were_taken_back_the_server_knows_it(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    town = Town(app)
    assert town.awake.play("Ann")["ok"]
    turns = f"{NAMES[town.good]} turns evil"
    town.by_hand(turns, "mark Ann drunk", turns.replace("evil", "good"), "mark Cy drunk")
    assert back(town.teller, 2)["ok"]
    town.listen()
    town.by_hand("mark Di drunk")
    before = [Opened.person(town.table, secret=person.secret).state for person in town.everybody]
    for person, fresh in zip(town.everybody, before, strict=True):
        assert same(person.state, fresh)
    stored, steps = undoable(town.teller), town.teller.state["version"]
    app.kill()
    app.start()
    town.people = [town.table.person(secret=person.secret) for person in town.people]
    town.watcher = town.table.person()
    for person, was in zip(town.everybody, before, strict=True):
        assert same(was, person.state)
    assert undoable(town.teller) == stored
    assert stored[1:] == [f"{turns}.", "Di is drunk."]
    assert town.teller.state["version"] == steps
    assert back(town.teller, 0)["ok"]
    rows = execute(app.url, "SELECT seat, move FROM moves ORDER BY number")
    assert [row for row in rows if row[0] == -2] == [(-2, "3"), (-2, "3")]
    assert len(rows) == 8, "what was taken back is still written down"


def test_killed_after_its_end_was_taken_back_the_game_goes_on(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    town = Town(app)
    town.by_hand("evil wins")
    town.teller.wait(lambda: town.teller.over)
    assert back(town.teller, 0)["ok"]
    app.kill()
    app.start()
    found = town.table.passing()
    assert (found["phase"], found["series"]["games"]) == ("playing", 0)
    town.people = [town.table.person(secret=person.secret) for person in town.people]
    town.watcher = town.table.person()
    town.by_hand("good wins")
    town.teller.wait(lambda: town.teller.over)
    assert town.teller.state["series"]["games"] == 1


def test_who_comes_back_from_before_it_gets_the_whole_state(app: Within) -> None:
    town = Town(app)
    turns, turned = f"{NAMES[town.good]} turns evil", town.people[town.good]
    back_again = turns.replace("evil", "good")
    begun = turned.state["frame"]
    town.by_hand(turns, back_again, turns)
    seen = turned.state["frame"]
    turned.close()
    town.people.remove(turned)
    town.by_hand(back_again)
    assert len(town.table.person(secret=turned.secret, since=seen).state["frames"]) == 1
    assert len(town.table.person(secret=turned.secret, since=begun).state["frames"]) == 4
    assert back(town.teller, 2)["ok"]
    town.listen()
    for since in (begun, seen):
        again = town.table.person(secret=turned.secret, since=since)
        assert again.state["frames"] == []
        texts = [event["text"] for event in again.state["log"][-3:]]
        assert texts == ["You are evil now.", "You are good now.", "The game continues from an earlier moment."]
    seen = again.state["frame"]
    town.by_hand(turns)
    late = town.table.person(secret=turned.secret, since=seen)
    assert [frame["event"]["text"] for frame in late.state["frames"]] == ["You are evil now."]


# -- one game, without a server -----------------------------------------------------------------------------------


@pytest.fixture
def match() -> Match:
    game = facedown.game("clocktower")
    return Match(
        game.contract,
        StoredGame("3", NAMES, None),
        game.checked_options({"script": SCRIPT, "covers": "not asked"}),
        1,
    )


def test_rows_with_moves_taken_back_rebuild_the_same_game(match: Match) -> None:
    one, two, three = (NAMES[t.seat] for t in match.table.view(5).grimoire if t.alignment == "good")
    for move in ("mark Ann drunk", f"{one} turns evil", f"{two} turns evil"):
        says(match, 5, move)
    for who in (None, *range(6)):
        assert match.log(who), "it is told what has happened so far"
    match.undo(1)
    says(match, 5, f"{three} turns evil")
    rows, counted = match.unstored, [match.version_of(who) for who in (None, *range(6))]
    record, logs = match.table.record(), [match.log(who) for who in (None, *range(6))]
    match.replay(rows)
    assert [match.version_of(who) for who in (None, *range(6))] == counted
    assert (match.table.record(), [match.log(who) for who in (None, *range(6))]) == (record, logs)


def test_whoever_saw_nothing_taken_back_still_answers_what_they_saw(match: Match) -> None:
    """On the open floor a word is never too late, unless its speaker saw the floor as it is no more."""
    while not match.table.timing.continuous:
        seat = match.table.asked[0]
        match.play(seat, match.table.legal(seat)[0])
    old = {seat: match.version_of(seat) for seat in range(6)}
    says(match, 0, 'say "hello"')
    says(match, 5, "mark Bo drunk")
    match.undo(len(match.moves) - 1)
    match.check_version(1, old[1])
    match.undo(len(match.moves) - 1)
    with pytest.raises(Refused):
        match.check_version(1, old[1])
    match.check_version(1, match.version_of(1))


def test_what_happens_to_one_alone_is_not_told_to_others_by_what_it_follows(match: Match) -> None:
    """The last thing that everybody saw stays the last for those who see nothing of the next."""
    assert match.table.asked
    assert match.table.log(None)[-1].text == "Night 1 falls."
    turned = good(msgspec.to_builtins(match.table.view(5).grimoire))
    others = [who for who in (None, *range(5)) if who != turned]
    looked = {who: outbound.turn(match.table, who) for who in others}
    says(match, 5, f"{NAMES[turned]} turns evil")
    assert match.noticed.keys() == {turned, 5}
    assert [match.version_of(who) for who in others] == [0] * 5
    assert {who: outbound.turn(match.table, who) for who in others} == looked


def test_whoever_moves_notices_it_though_nothing_changes_that_they_see(match: Match) -> None:
    """Their page waits for the answer to their move."""
    while not match.table.timing.continuous:
        seat = match.table.asked[0]
        match.play(seat, match.table.legal(seat)[0])
    says(match, 5, "to nominations")
    says(match, 0, "nominate Bo")
    assert match.table.view(5).sweep is not None
    versions = {who: match.version_of(who) for who in (None, *range(6))}
    says(match, 5, "end the day")  # once the votes are counted
    assert match.noticed.keys() == {5}
    assert match.version_of(5) == versions[5] + 1
    assert all(match.version_of(who) == versions[who] for who in (None, *range(5)))


def test_time_that_ran_out_is_taken_back_with_the_move_before_it() -> None:
    game = mutant()
    game.contract.hidden_events, game.contract.host_seats = True, 1
    match = Match(
        game.contract, StoredGame("seed", ("Ann", "Bo", "Cy"), None), game.checked_options({"time": "short"}), 1
    )
    first, second = match.table.legal(0)[:2]
    begun = match.open_question()
    match.play(0, first)
    match.wait()
    match.wait()
    assert match.open_question() != begun
    match.undo(0)
    assert match.open_question() == begun
    match.play(0, second)
    match.wait()
    rows = match.unstored
    assert [row.what for row in rows] == [first.code, 2, 1, second.code, 1]
    stored = match.table.record(), match.version, match.open_question()
    match.replay(rows)
    assert (match.table.record(), match.version, match.open_question()) == stored
    assert [row.what for row in rows_of(match.table)] == [second.code, 1]


def test_what_is_done_by_hand_is_no_answer_to_what_is_asked(match: Match) -> None:
    while match.table.asked != (5,):
        seat = match.table.asked[0]
        match.play(seat, match.table.legal(seat)[-1])
    question, answer = match.table.prompt(5), match.table.legal(5)[0]
    says(match, 5, "mark Cy drunk")
    match.play(5, answer)
    made = [(made.seat, made.asked, made.move.text) for made in match.moves[-2:]]
    assert made == [(5, "", "mark Cy drunk"), (5, question, answer.text)]


@pytest.mark.parametrize(("move", "seen"), [("mark {0} drunk", False), ("{0} turns evil", True)])
def test_only_bots_that_saw_something_taken_back_wait(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, match: Match, move: str, seen: bool
) -> None:
    """Everybody waits for the Poisoner, a person; bots that are held back are so for ever."""
    monkeypatch.setattr(secrets, "new_seed", lambda: match.stored_game.seed)
    monkeypatch.setitem(bots.HOLD_BACK, "instant", 1e9)
    (poisoner,) = match.table.asked
    turned = good(msgspec.to_builtins(match.table.view(5).grimoire))

    async def whole() -> None:
        room = await opened_room(sqlite, facedown.game("clocktower"), 6, match.options)
        people = {seat: Subscriber() for seat in (poisoner, 5)}
        for seat, subscriber in people.items():
            await receive(room, subscriber, wire.Hello(1, host="host"))
            await receive(room, subscriber, wire.Sit(2, seat, NAMES[seat]))
        for seat in range(6):
            if seat not in people:
                await receive(room, people[5], wire.Bot(3, seat, "random"))
        await receive(room, people[5], wire.Start(4))
        assert room.match is not None
        await receive(room, people[5], wire.Play(5, 0, value(room, 5, move.format(room.seating[turned].name))))
        await receive(room, people[5], wire.Undo(6, 1, 0))
        assert people[5].told[-1]["is"] == "undone"
        held = {turn.seat for turn, due in waits(room).items() if due > time.monotonic() + 1e6}
        assert held == ({turned} if seen else set())
        room.subscribers.clear()
        await room.store.close()

    run_alone(whole)


def waits(room: Room) -> dict[bots.Decision, float]:
    """When each of the bots would speak up."""
    turns = [bots.Decision(1, seat, 0, False) for seat, state in enumerate(room.seating) if state.bot is not None]
    room.bots._next(turns)
    return room.bots._due


def test_people_play_on_after_much_was_taken_back(app: Within) -> None:
    town = Town(app)
    for moves in (9, 17, 25):
        town.play(moves)
        assert back(town.teller, len(undoable(town.teller)) // 2)["ok"]
        town.listen()
    town.play(40)
    for person in town.everybody:
        assert same(person.state, town.table.person(secret=person.secret).state)


def token(id: str) -> dict[str, str]:
    return {"type": "token", "id": id}


def test_what_was_said_stands_in_the_list_of_moves_as_sentences(match: Match) -> None:
    names, position, game = match.table.names, match.table.position(), match.game
    said = {"type": "deed", "verb": "say", "to": 1, "says": [{"type": "ask", "what": "self"}]}
    by_hand = {"type": "by hand", "verb": "to nominations"}
    ann = {"type": "seat", "seat": 0}
    drunk, ogre = ({"type": "by hand", "verb": "token", "who": ann, "about": token(id)} for id in ("drunk", "ogre"))
    told = [
        (said, f"“{names[1]}, who are you?”"),
        (by_hand, "Nominations are open."),
        ({"type": "answer", "parts": ["deal"]}, "The tokens are dealt."),
        (drunk | {"shown": token("imp")}, f"{names[0]} gets the token of the [Drunk], and takes it for the [Imp]."),
        (ogre | {"side": "evil"}, f"{names[0]} gets the token of the [Ogre] on the side of evil."),
    ]
    for_ann = {"type": "for", "who": ann, "act": said}
    for one, words in (*told, (for_ann, f"For {names[0]}: {told[0][1]}")):
        assert game.retold(position, 5, game.read_value(one, names), names) == words
    becomes = {"type": "by hand", "verb": "becomes", "who": ann, "about": token("own1")}
    own = Lexicon(tuple(names), (("own1", "The Lady"),))
    assert retold(game.read_value(becomes, names), 5, own) == f"{names[0]} becomes [The Lady]."
