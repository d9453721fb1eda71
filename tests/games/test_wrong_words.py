"""Words that are no move: what is suggested is legal and near; otherwise the reason is said."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import facedown
from facedown.core.flat import FlatGame
from facedown.core.game import Move
from facedown.core.table import Table
from facedown.games.clocktower.moves import Deed, InSeat, Part, Token, value_of
from tests.how_much import count


def refusal(table: Table, words: str) -> str:
    seat = table.asked[0]
    with pytest.raises(facedown.Illegal) as refused:
        table.play(seat, words)
    return str(refused.value)


def in_turn(cast: str = "basic") -> Table:
    """A table of The Botch is Back at which it is Ann's turn, and not her first."""
    table = facedown.game("botch").new(["Ann", "Bo", "Cy"], seed=3, cast=cast)
    while table.view(0).question != "turn" or table.asked != (0,) or table.view(0).first:
        moves = [move for move in table.legal(table.asked[0]) if not move.text.startswith(("give", "ask", "offer"))]
        table.play(table.asked[0], moves[0])
    return table


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("use Railing", "write it as in `use Railing on Bo`"),
        ("threaten Bo with Album", "Album is no threat [5.1]; now you can write `threaten Bo with "),
        ("threaten Dan with Album", "Album is no threat [5.1]; now you can write `threaten Bo with "),
        ("threaten Dan with Brew", "nobody here is called 'Dan'"),
        ("swap Dan", "nobody here is called 'Dan'; now you can write `swap with Bo`"),
        ("askxCy for 2", "now you can write, for example, `ask Cy for 2`, "),
        ("give Bo 0", "a deal is about 1 to 5 diamonds"),
        ("give Dan 1", "nobody here is called 'Dan'; now you can write"),
        ("use Album on Dan", "nobody here is called 'Dan'; now you can write"),
        ("ID Dan as Docker", "nobody here is called 'Dan'"),
        ("use Album on Ann", "you can only do that to another player (rule 12.1)"),
        ("give Ann 1", "you can only do that to another player (rule 10.2)"),
        ("use Dragon", "there is no card 'Dragon'"),
        ("threaten Bo with Bru", "there is no card 'Bru'"),
        ("give Bo two", "write a number from 1 to 5, not 'two'"),
        ("swap with Bo and Cy", "now you can write `swap with Bo`"),
        ("claim Dinghy", "now you can write"),
        ("give 1 to Bo", "did you mean 'give Bo 1'?"),
        ('"swap with Bo"', "did you mean 'swap with Bo'?"),
        ("Ann: swap with Bo", "did you mean 'swap with Bo'?"),
        ("don't look", "is not a move of The Botch is Back: now you can write"),
        ("Red 99", "now you can write, for example, `"),
        ("thretn Bo", "now you can write `threaten Bo with "),
        ("give Bo 1, give Cy 1", "is several moves; make one at a time"),
        ('move {"type": "deed"}', "has no move number {'type': 'deed'}; numbers are 0 to"),
        ("swap Bo", "did you mean 'swap with Bo'?"),
        ("use Raling on Bo", "did you mean 'use Railing on Bo'?"),
        ("call", "on your turn you use or claim a card"),
    ],
)
def test_of_the_botch_is_back(words: str, said: str) -> None:
    assert said in refusal(in_turn(), words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ID Bo as Bookie", "Bookie is an Open role"),
        ("ID Bo as Purser", "Purser is not in this game"),
        ("ID Bo as Purser from stash", "Purser is not in this game"),
        ("ID Bo as Docker from stash", "it costs a diamond, and you have none in your stash"),
        ("use Sack from stash", "Sack costs nothing that a stash could pay"),
        ("use Album on Bo from stash", "Album costs 1 diamond, and you do not have that many there"),
    ],
)
def test_of_who_is_named_and_what_a_stash_pays(words: str, said: str) -> None:
    assert said in refusal(in_turn("Suit, Docker, Surgeon, Debtor, Album, Sack, Brew"), words)


@pytest.mark.parametrize(
    ("game", "words", "said"),
    [
        ("gotcha", "Cut Bo 0", "there is no such lane; they are counted from 1"),
        ("gotcha", "Dragon", "now you can write, for example, `"),
        ("gotcha", "Done", "something else is asked: Keep one in secret"),
        ("gotcha", "Swap Rock", "now you can write `Swap Rock Outward`"),
        ("gotcha", "Cut Cy 1", "nobody here is called 'Cy'"),
        ("gotcha", "Cut Bo", "'Cut Bo 1' is not legal now: nothing is cut now"),
        ("gotcha", "put Curse in lane 1", "'Curse' is not legal now"),
        ("bayou-boss", 'I play "Red 3"!', "'Red 3' is not legal now"),
        ("bayou-boss", "red3", "'Red 3'"),
        ("bayou-boss", "Red 99", "there is no card 'Red 99'"),
        ("bots-battleground", "Choose Bo", "'Choose Bo 1' is not legal now: no round has begun"),
        ("bots-battleground", "Ask Bo for Buzzsaw", "'Ask Bo' is not legal now: no round has begun"),
        ("bots-battleground", "Lend Buzzsaw to Dan", "nobody here is called 'Dan'"),
        ("bots-battleground", "lend to Bo", "something is missing between 'lend' and 'to'"),
        ("bayou-boss", "mark Dan", "nobody here is called 'Dan'"),
        ("bots-battleground", "Attack Bo, Buzzsaw", "is several moves; make one at a time"),
        ("bots-battleground", "Choose Bo 1 sideways", "'Choose Bo 1' is not legal now"),
        ("bots-battleground", "Decline", "nobody has asked you"),
        ("bots-battleground", "Attak Bo", "'Attack Bo' is not legal now: no round has begun"),
    ],
)
def test_of_other_games(game: str, words: str, said: str) -> None:
    table = facedown.game(game).new(["Ann", "Bo"] if game == "gotcha" else ["Ann", "Bo", "Di"], seed=3)
    assert said in refusal(table, words)


def test_no_card_is_suggested_that_is_not_in_the_game() -> None:
    assert not re.search("Crowbar|Flare Gun|Docker", refusal(in_turn(), "threaten Bo with Sack"))


def test_of_what_the_storyteller_does_by_hand() -> None:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: chef, empath, slayer, imp, poisoner\n"
        "tokens: Ann Chef, Bo Imp, Cy Slayer, Di Poisoner, Ed Empath\nDi: Ed\nSue: 2\n"
    )
    said = {
        words: str(table.objection(5, words)) for words in ("by hand Ann nominates Bo", "show Bo Chef and godo")
    }
    assert "nominations are not open" in said["by hand Ann nominates Bo"]
    assert "did you mean 'show Bo Chef and good'?" in said["show Bo Chef and godo"]


def test_a_cast_is_mended_by_its_name() -> None:
    with pytest.raises(facedown.BadOption, match=r"no card 'hiden'; did you mean 'hidden'\?$"):
        facedown.game("botch").new(seed=1, cast="hiden")


def mistyped(words: str, luck: random.Random) -> str:
    """The words with a slip: of a letter, of two, of a blank, or of a word."""
    parts, at = words.split(), luck.randrange(len(words))
    whole = [
        words[:at] + luck.choice(["", "x", "0", words[at] * 2]) + words[at + 1 :],
        words[:at] + words[at : at + 2][::-1] + words[at + 2 :],
        words.replace(" ", "", 1),
        " ".join(part for number, part in enumerate(parts) if number != at % len(parts)),
        f"{words} {luck.choice(['please', 'Bo', '3'])}",
    ]
    return luck.choice(whole)


Said = re.Match[str]
# What reasons claim, by the words that claim it: whether it is so for the one who sees this view.
FACTS: dict[str, dict[str, Callable[[Any, Said], bool]]] = {
    "botch": {
        r"(?:: |: the action of )([A-Z][a-z ]+) is not in this game": lambda v, said: said[1] not in v.in_game,
        r"your (?:own )?item lies face-up": lambda v, _: v.item_up[v.seat],
        r"it is P(\d)'s turn": lambda v, said: v.turn == int(said[1]),
        r"P(\d) does not have that many": lambda v, said: v.diamonds[int(said[1])] + v.stash[int(said[1])] < 5,
        r"everybody can see that you are": lambda v, _: v.role_up[v.seat],
        r"you have already made three deals": lambda v, _: v.deals_left == 0,
        r"answers the (?:offer|request)": lambda v, _: v.question in ("offer", "request"),
        r"your first turn must be a swap": lambda v, _: v.first,
    },
    "bayou-boss": {
        r": ([A-Z][\w ]+) is not in your hand": lambda v, said: said[1] not in v.hand,
        r": ([A-Z][\w ]+) is not in the Swamp": lambda v, said: said[1] not in v.swamp,
        r"(\w+) was led and you hold": lambda v, said: v.led == said[1] and said[1] in " ".join(v.hand),
        r"there is no mark to give": lambda v, _: v.question != "mark",
    },
    "gotcha": {
        r"there is no ([A-Z][\w ]+) in your hand": lambda v, said: said[1] not in v.hand,
        r"nothing is cut now": lambda v, _: v.question != "cut",
        r"is not among the cards to choose from": lambda v, _: v.question in ("keep", "draft"),
    },
    "bots-battleground": {
        r": ([A-Z][\w ]+) is not in your hand": lambda v, said: said[1] not in v.hand,
        r"you cannot borrow from a rival": lambda v, _: v.attacker is not None,
        r"only the attacker and the defenders play": lambda v, _: v.limits[v.seat] == 0,
    },
    "clocktower": {},
}


@pytest.mark.parametrize("game", facedown.games())
def test_every_refusal_offers_what_is_legal_and_claims_what_is_so(game: str) -> None:
    """Over positions of random play: of moves that are not legal, and of legal and other ones mistyped."""
    luck, suggested, claimed = random.Random(game), 0, set[str]()
    kind = facedown.game(game)
    for seed in range(count(2, 4) if game == "clocktower" else count(3, 8)):
        table = kind.new([f"P{seat}" for seat in range(kind.seats[0] + seed % 3)][: kind.seats[-1]], seed=seed)
        for _ in range(100):
            if table.over:
                break
            seat = luck.choice((*table.asked, *table.free))
            legal = [move for move in table.legal(seat) if not kind.contract.takes_words(move)] or table.legal(seat)
            every = [*kind.contract.moves(tuple(table.names))] if isinstance(kind, FlatGame) else legal
            slips = [mistyped(luck.choice(moves).text, luck) for moves in (every, legal, legal)]
            tried: list[Move | str] = [*luck.sample(every, min(len(every), count(12, 24))), *slips]
            for words in tried:
                error = str(table.objection(seat, words) or "")
                for offered in re.findall(r"""`([^`]+)`|did you mean (['"])(.+?)\2\?""", error):
                    suggested += 1
                    assert table.objection(seat, offered[0] or offered[2]) is None, error
                for claim, is_so in FACTS[game].items():
                    if found := re.search(claim, error.partition(" (rule")[0]):
                        claimed.add(claim)
                        assert is_so(table.view(seat), found), error
            if table.asked:
                asked = luck.choice(table.asked)
                table.play(
                    asked, luck.choice([one for one in table.legal(asked) if not kind.contract.takes_words(one)])
                )
    assert suggested > 30
    assert claimed == set(FACTS[game])


SIGNS = "-_+.~'!*/−–²½٣İ0\"()[],:;#="


def signed(words: str, luck: random.Random) -> str:
    """The words with a sign more, or in place of another."""
    at, sign = luck.randrange(len(words) + 1), luck.choice(SIGNS)
    return luck.choice(
        [words[:at] + sign + words[at:], words[:at] + sign + words[at + 1 :], words.replace(" ", f" {sign}", 1)]
    )


def compared(words: str) -> str:
    """The words without what does not matter: capitals, needless blanks, a hyphen or underscore between words."""
    between = r"(?<=[a-z0-9])-(?=[a-z])|(?<=[a-z0-9])_(?=[a-z0-9])"
    return re.sub(between, " ", " ".join(words.lower().split()))


@pytest.mark.parametrize("game", facedown.games())
def test_no_sign_that_is_typed_is_passed_over(game: str) -> None:
    """What differs from all that is legal in more than capitals, blanks and hyphens between words is refused."""
    kind, luck, tried = facedown.game(game), random.Random(game), 0
    table = kind.new([f"P{seat}" for seat in range(kind.seats[0])], seed=1)
    for _ in range(count(25, 60)):
        seat = luck.choice((*table.asked, *table.free))
        legal = [move for move in table.legal(seat) if not kind.contract.takes_words(move)]
        same = {compared(move.text) for move in legal}
        for words in (signed(luck.choice(legal).text, luck) for _ in range(20 * bool(legal))):
            if compared(words) not in same:
                assert table.objection(seat, words) is not None, words
                tried += 1
        asked = luck.choice(table.asked)
        table.play(asked, luck.choice([one for one in table.legal(asked) if not kind.contract.takes_words(one)]))
    assert tried > count(120, 300)


def test_hyphens_in_all_names_are_passed_over() -> None:
    table = facedown.game("botch").new(["Ann-Marie Lee", "Jo-Ann Roe", "Al-Amin Ali"], seed=3)
    assert "nobody here is called 'Zed'" in refusal(table, "swap with Zed")


@pytest.mark.parametrize(("game", "words"), [("botch", "give Bo -1"), ("bayou-boss", "Red -8")])
def test_a_minus_sign_is_part_of_a_number(game: str, words: str) -> None:
    table = in_turn() if game == "botch" else facedown.game(game).new(["Ann", "Bo"], seed=3)
    assert "is not a move of" in refusal(table, words)


def test_of_clocktower_who_may_choose_anybody_is_told_what_a_choice_looks_like() -> None:
    table = facedown.game("clocktower").new(["Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Sue"], seed=1)
    while "choose the first player" not in table.prompt(table.asked[0]):
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    assert "(now you can write, for example, `Ann`, `Bo`, `Cy`, `Di`)" in refusal(table, "Flurb")


N9 = '{"type": "report", "when": "N9", "by": "chef", "learned": [["count", 2]]}'


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("clam Virgin", "did you mean 'claim Virgin'?"),
        ("Virgin", "nothing is asked that this answers; say what you do, as in `claim "),
        ("claim", "name a character, as in `claim "),
        ("claim Klutz", "that character is not on this script"),
        ('whisper Dii "Hi."', "did you mean 'whisper Di \"Hi.\"'?"),
        ("nominate Bo", "nominations are not open"),
        ("use Slayer", "say on whom, as in `use Slayer on Bo`"),
        ("use Chef", "Chef has nothing to declare"),
        ("say = is Bo chief", "'chief' is not the id of a character; did you mean 'chef'?"),
        ("Dne", "did you mean 'done'?"),
        ("nomminate Bo", "and 'nominate Bo' is not legal now: nominations are not open"),
        ("nominate Bob", "nobody here is called 'Bob', and nominations are not open"),
        ("clam", "name a character, as in `claim "),
        ("claim Cheff of all", "there is no character 'Cheff of all'"),
        ("use", "name a character; now you can write, for example, `use Slayer on "),
        ("whisper Bo hi", "did you mean 'whisper Bo \"hi\"'?"),
        ("whispr Bo hi", "did you mean 'whisper Bo \"hi\"'?"),
        ("use Artist Is Bo evil?", "did you mean 'use Artist \"Is Bo evil?\"'?"),
        ('say ""', "say what, between quotes"),
        ("whisper Bo", "say what, between quotes"),
        ('whisper Ann "me"', "nobody whispers to themselves"),
        ("exile Bo", "only a Traveller who lives is exiled"),
        ("give a vote to Bo", "that belongs to the Beggar, and cannot be done now"),
        ("Bo, Cy", "is several answers; give one at a time"),
        ("", "nothing is written; now you can write, for example, `done`"),
        ("move 17", 'it is no object, such as {"type": "deed", "verb": "done"}'),
        ("whisper Bo and Zed hi", "nobody here is called 'Zed hi'"),
        ('whisper Bo, Cy "hi"', "did you mean 'whisper Bo and Cy \"hi\"'?"),
        ('whisper to Bo "hi"', "did you mean 'whisper Bo \"hi\"'?"),
        ("use Slayer on", "there is no character 'Slayer on'; now you can write, for example, `use Slayer on "),
        ("shoot Bo", "'shoot Bo' is not an answer here; now you can write"),
        ("say = report chef count 2", "'chef' is not a night or day, as N1 or D1, which stands first in a report"),
        ("say = report N9 chef count 2", "N9 has not come yet"),
        (f'move {{"type": "deed", "verb": "say", "says": [{N9}]}}', "N9 has not come yet"),
    ],
)
def test_of_clocktower(words: str, said: str) -> None:
    assert said in refusal(by_day(), words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("kil Bo", "did you mean 'kill Bo'?"),
        ("mark Bo poisond", "did you mean 'mark Bo poisoned'?"),
        ("Bo turns evl", "did you mean 'Bo turns evil'?"),
        ("Bo becoms Imp", "did you mean 'Bo becomes Imp'?"),
        ("good win", "did you mean 'good wins'?"),
        ("evil wins!", "did you mean 'evil wins'?"),
        ("tell Bo hi", "did you mean 'tell Bo \"hi\"'?"),
        ("remind Bo x", "did you mean 'remind Bo \"x\"'?"),
        ("mark Bo", "its form is: mark NAME drunk|poisoned|sober"),
        ("Flo leaves", "its form is: NAME leaves"),
        ("note hello", 'its form is: note NAME "..."'),
        ("kill Bo and Cy", "is several answers; give one at a time"),
        ("raise Bo", "that would change nothing, or cannot be done by hand now"),
    ],
)
def test_of_clocktower_by_hand(words: str, said: str) -> None:
    table = by_day()
    assert said in str(table.objection(table.names.index("Sue"), words))


@pytest.mark.parametrize(
    ("words", "said"), [("9", "(now you can write `0`, `1`, `2`)"), ("two", "(`0` or `1` or `2`)")]
)
def test_of_clocktower_few_answers_are_named(words: str, said: str) -> None:
    """The storyteller is asked what a poisoned Empath learns."""
    laid = "tokens: Ann Chef, Bo Imp, Cy Slayer, Di Poisoner, Ed Empath"
    table = facedown.read(f"game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: {MINE}\n{laid}\nDi: Ed\n")
    while table.asked != (5,) or len(table.legal(5)) == 1:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    assert said in refusal(table, words)


def test_of_clocktower_a_player_called_like_a_word_is_nominated_by_name() -> None:
    """`nominate Evil` was the word; the mend that was offered then was refused in turn."""
    people = ["Ann", "Evil", "Good", "Yes", "Rock", "Sue"]
    table = facedown.game("clocktower").new(people, seed=2)
    while not table.timing.continuous:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    assert "nominations are not open" in refusal(table, "nominate Evil")
    table.play("Sue", "to nominations")
    assert {one.text for one in table.legal(0)} >= {f"nominate {name}" for name in people[1:5]}
    table.play(table.asked[0], "nominate Evil")
    assert table.view(None).nominations[-1].nominee == 1
    record = table.record()
    assert facedown.read(record).record() == record
    assert facedown.read(record.replace("nominate Evil", "nominate (Evil)")).record() == record


@pytest.mark.parametrize("what", [InSeat(1), Token("nobody")])
def test_of_clocktower_what_no_page_of_ours_sends(what: Part) -> None:
    table = by_day()
    move = table.contract.read_value(value_of(Deed("use", (what,))), table.names)
    assert "there is no such character" in str(table.objection(0, move))


MINE = "chef, empath, slayer, poisoner, imp"  # with five players everybody is one of these


def test_of_clocktower_whoever_is_asked_something_else_is_told_what() -> None:
    table = facedown.game("clocktower").new(["Ann", "Bo", "Cy", "Di", "Ed", "Sue"], seed=0, script=MINE)
    while table.asked != (4,) or (question := table.view(4).question) is None or question.id != "poisoner.choice":
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    assert refusal(table, "kill Bo").endswith(f"that does not answer the question: {question.text}")


def test_of_clocktower_who_tells_the_story_may_be_called_by_name() -> None:
    assert by_day().interpret(0, 'whisper (Sue) "Hi."').text == 'whisper the storyteller "Hi."'


def by_day() -> Table:
    table, luck = facedown.game("clocktower").new(["Ann", "Bo", "Cy", "Di", "Ed", "Sue"], seed=2), random.Random(5)
    while not table.timing.continuous:
        table.play(table.asked[0], luck.choice(table.legal(table.asked[0])))
    return table
