"""Names that mean something else, of players and of home-made characters: a move stays the same move."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facedown
from facedown.agents import player
from facedown.core.spelling import fold
from facedown.core.table import Table
from facedown.games.clocktower.moves import (
    THE_STORYTELLER,
    USE_ALOUD,
    Answer,
    Correction,
    Deed,
    InPlace,
    InSeat,
    Meaning,
    Token,
    act_of,
)
from facedown.games.clocktower.names import Lexicon, lexicon
from facedown.games.clocktower.notation import own_verbs, readings, write
from facedown.games.clocktower.speech.statements import Evil, Question
from tests.games.clocktower.odd_names import PLAYERS
from tests.how_much import count

GAME = facedown.game("clocktower")
CHARACTERS = (
    "Evil", "67", "Bo", 'The "Boss"', "Death", "Sam", "Yes", "[x]", "a, b", "Done", "#1", "Ann and Bo", "kill Bo",
    "good", "as", "X as Y", "own1", "own2", "3", "(Bo)", "The Old Miller", "Imp; Chef", "up", "Storyteller", "{0}",
)  # fmt: skip
WORDS = ("Hello.", "Bo is evil, #1; good", "kill Bo", "(Bo) [own1]", "Are you?")

seats = st.integers(0, 5).map(InSeat)
tokens = st.sampled_from(("own1", "own2", "own3", "own4", "chef", "imp", "slayer", "eviltwin", "lilmonsta")).map(
    Token
)
answers = st.one_of(seats, tokens, st.sampled_from(("yes", "no", "nobody", "go on", "evil")), st.integers(0, 99))
text, side = st.sampled_from(WORDS), st.sampled_from(("good", "evil"))
somebody = st.one_of(seats, st.just(THE_STORYTELLER))
on_card = st.lists(st.one_of(tokens, side), max_size=2).map(tuple)
asked = st.one_of(
    st.builds(Answer, st.lists(answers, min_size=1, max_size=3).map(tuple)),
    st.builds(Answer, st.just(()), text),
    st.sampled_from(("done", "hand up", "hand down")).map(Deed),
    st.builds(Deed, st.just("say"), st.just(()), text),
    st.builds(Deed, st.just("nominate"), st.tuples(somebody)),
    st.builds(
        Deed,
        st.just("whisper"),
        st.one_of(st.tuples(somebody), st.lists(seats, min_size=2, max_size=3).map(tuple)),
        text,
    ),
    st.builds(Deed, st.sampled_from(("exile", *own_verbs())), st.tuples(seats)),
    st.builds(Deed, st.just("claim"), st.tuples(tokens)),
    st.builds(Deed, st.just("use"), st.tuples(tokens), st.one_of(st.just(""), text)),
    st.builds(Deed, st.sampled_from(("use", USE_ALOUD)), st.tuples(tokens, seats)),
)
by_hand = st.one_of(
    st.builds(Correction, st.sampled_from(("kill", "raise")), st.one_of(seats, tokens), first=st.booleans()),
    st.builds(Correction, st.sampled_from(("execute", "ghost vote", "no ghost vote", "leaves")), seats),
    st.builds(Correction, st.just("becomes"), seats, tokens, first=st.booleans()),
    st.builds(Correction, st.just("turns"), seats, side),
    st.builds(
        Correction, st.sampled_from(("mark", "unmark")), seats, st.sampled_from(("drunk", "poisoned", "sober"))
    ),
    st.builds(Correction, st.just("hand"), seats, st.sampled_from(("up", "down"))),
    st.builds(Correction, st.just("wins"), st.none(), side),
    st.builds(Correction, st.just("swap"), seats, seats),
    st.builds(Correction, st.just("nominates"), seats, seats),
    st.builds(Correction, st.just("arrives"), seats, tokens, side),
    st.builds(Correction, st.sampled_from(("said", "remind", "unremind", "tell")), seats, words=text),
    st.builds(Correction, st.just("note"), st.one_of(st.none(), seats), words=st.one_of(st.just(""), text)),
    st.builds(Correction, st.just("show"), seats, shows=on_card, words=text),
    st.builds(
        Correction, st.just("token"), st.integers(0, 6).map(InSeat), tokens, shown=st.one_of(st.none(), tokens)
    ),
    st.builds(Correction, st.just("take token"), st.integers(0, 6).map(InSeat)),
    st.builds(Correction, st.sampled_from(("into the bag", "out of the bag")), st.none(), tokens),
    st.builds(Correction, st.sampled_from(("to nominations", "end the day", "whoops")), first=st.booleans()),
)
moves = st.one_of(asked, by_hand, st.builds(InPlace, seats, asked))
called = st.lists(st.sampled_from(PLAYERS), min_size=6, max_size=6, unique_by=fold)
own = st.lists(st.sampled_from(CHARACTERS), min_size=4, max_size=4, unique_by=fold)


@settings(max_examples=1000, deadline=None)
@given(moves, called, own)
def test_a_move_is_read_back_whatever_everybody_and_everything_is_called(
    move: Meaning, people: list[str], characters: list[str]
) -> None:
    names = lexicon((*people, "Sue"), tuple((f"own{n}", name) for n, name in enumerate(characters, 1)))
    assert next(readings(write(move, names), names)) == move


TEAMS = ("townsfolk", "townsfolk", "outsider", "minion", "demon")
OFFICIAL = ("chef", "empath", "slayer", "monk", "virgin", "fortuneteller", "saint", "drunk", "poisoner", "imp")


def script_of(names: tuple[str, ...]) -> str:
    own = [
        {
            "id": f"x{n}",
            "name": name,
            "team": TEAMS[n % len(TEAMS)],
            "ability": "You are loyal.",
            "otherNight": n + 1,
        }
        for n, name in enumerate(names)
    ]
    return json.dumps([{"id": "_meta", "name": "Ours"}, *own, *OFFICIAL])


GAMES = [
    (PLAYERS[:8], CHARACTERS[:10]),
    (PLAYERS[9:14] + PLAYERS[16:19], CHARACTERS[10:20]),
    (PLAYERS[16:24], CHARACTERS[15:25]),
    (PLAYERS[24:32], CHARACTERS[:10]),
    (PLAYERS[32:40], ("Sam", "Mr. and", "Evil Twin", "O'Neil", "deal", "go on", "Chef aloud", "and", "on", "Bo")),
    (("Chef", "Imp", "Slayer", "Saint", "Drunk", "Monk", "Virgin", "Empath"), CHARACTERS[:10]),
]
MOVES = count(80, 150)


@pytest.mark.parametrize(("people", "characters"), GAMES)
def test_whole_games_are_played_kept_and_told_under_such_names(
    people: tuple[str, ...], characters: tuple[str, ...]
) -> None:
    """What is listed is read from its words at a table that has not listed it; the record gives an equal table."""
    luck, script = Random(f"{people}"), script_of(characters)
    table = GAME.new((*people, "Sue"), 5, script=script)
    bots = [player(GAME, "sensible", seat) for seat in range(9)]
    while table.asked and len(table.history) < MOVES:
        seat = luck.choice(table.asked)
        legal = table.legal(seat)
        for one in luck.sample(legal, min(4, len(legal))):
            assert table.interpret(seat, one.text) == one
        assert len({move.text.lower() for move in legal}) == len(legal)
        move = bots[seat].choose(table.observation(seat), legal) if luck.random() < 0.7 else luck.choice(legal)
        unasked: Table = table.copy()
        table.play(seat, move)
        unasked.play(seat, table.history[-1].text)
        assert unasked.record() == table.record()
    again = facedown.read(table.record())
    assert again.record() == table.record()
    assert [again.view(seat) for seat in (None, *range(9))] == [table.view(seat) for seat in (None, *range(9))]


def test_the_id_of_a_home_made_character_is_given_and_none_of_its_files() -> None:
    table = GAME.new((*PLAYERS[:6], "Sue"), 3, script=script_of(CHARACTERS[:5]))
    while not table.timing.continuous:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    claims = [act_of(move) for move in table.legal(0) if move.text.startswith("claim")]
    assert [act.about[0] for act in claims if isinstance(act, Deed)][:5] == [Token(f"own{n}") for n in range(1, 6)]


@pytest.mark.parametrize("verb", ["use", "use aloud", "nominate", "exile", "claim", "whisper"])
def test_a_value_that_does_not_say_what_it_is_about_is_no_move(verb: str) -> None:
    game = facedown.game("clocktower")
    for value in ({"type": "deed", "verb": verb, "about": []}, {"type": "deed", "verb": verb}):
        with pytest.raises(facedown.Illegal, match="has to be about"):
            game.contract.read_value(value, ("Ann", "Bo", "Sue"))


def test_a_number_below_zero_is_another_answer_than_that_above() -> None:
    names = Lexicon(("Ann", "Sue"), ())
    assert [list(names.meanings(words)) for words in ("-1", "1")] == [[-1], [1]]


def test_words_beside_what_they_mean_are_read_back_whatever_players_are_called() -> None:
    names = lexicon(("Evil", "I", '"', "Dr. Who", "#x", "Storyteller"))
    for seat in range(5):
        act = Deed("whisper", (InSeat(seat),), "x = y; why?", (Evil(seat), Question("claim")))
        assert next(readings(write(act, names), names)) == act
