"""Games played with cards of one's own: named, played, recorded and read back, beside the game's own."""

import gc
import pickle
import subprocess
import sys
import weakref

import numpy as np
import pytest
from numba.core.event import install_recorder

import facedown
from facedown.agents import catch_up, player
from facedown.agents.search import Memories, Search
from facedown.core import record
from facedown.core.batch import Batch
from facedown.core.errors import BadOption, CardsError, RecordError
from facedown.core.flat import FlatGame
from facedown.core.table import Table

NEW = {  # a name of the game's cards, and another
    "gotcha": ("Common {type}", "Zorb {type}"),
    "bayou-boss": ("Raven", "Zorb"),
    "botch": ("Bookie", "Zorb"),
    "bots-battleground": ("Buzzsaw", "Zorb"),
}
GAMES = sorted(NEW)
TWO_HUNDRED = "".join(f'[[item]]\nname = "Zorb {n}"\ntext = "x"\n' for n in range(200))


def house(name: str) -> str:
    return (facedown.game(name).contract.folder / "cards.toml").read_text(encoding="utf-8")


def renamed(name: str) -> str:
    """The game's cards, one of them with another name."""
    old, new = NEW[name]
    text = house(name)
    assert f'name = "{old}"' in text
    return text.replace(f'"{old}"', f'"{new}"')


def played(table: Table, moves: int = 400) -> Table:
    """So many moves of the first bot, from each seat."""
    game = table.contract
    bots = [player(game, next(iter(game.bots())), f"{seat}") for seat in range(len(table.names))]
    while not table.over and len(table.history) < moves:
        seat = table.asked[0]
        catch_up(bots[seat], table, seat)
        table.play(seat, bots[seat].choose(table.observation(seat), table.legal(seat)))
    return table


@pytest.mark.parametrize("name", GAMES)
def test_own_cards_are_on_the_table_and_the_games_own_stay_as_they_are(name: str) -> None:
    own = facedown.game(name, cards=renamed(name))
    assert any("Zorb" in card.name for card in own.cards())
    assert not any("Zorb" in card.name for card in facedown.game(name).cards())
    assert own.id == name
    assert own is facedown.game(name, cards=renamed(name))


@pytest.mark.parametrize("name", GAMES)
def test_two_tables_with_different_cards_play_alike_move_by_move(name: str) -> None:
    """Only a name differs: so the bots do the same, and no word of one table is heard at the other."""
    old, new = (word.removesuffix(" {type}") for word in NEW[name])
    mine, theirs = facedown.game(name, cards=renamed(name)).new(seed=3), facedown.game(name).new(seed=3)
    played(mine)
    played(theirs)
    assert [line.text.replace(new, old) for line in mine.history] == [line.text for line in theirs.history]
    for seat in range(len(mine.names)):
        heard, said = ([event.text for event in table.log(seat)] for table in (mine, theirs))
        assert [text.replace(new, old) for text in heard] == said
        assert not any(new in text for text in said)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_holds_its_cards_and_replays_without_the_file(name: str) -> None:
    table = played(facedown.game(name, cards=renamed(name)).new(seed=5), 60)
    text = table.record()
    again = facedown.read(text)
    assert again.record() == text
    assert again.standing == table.standing
    assert again.contract.own_cards == renamed(name).rstrip() + "\n"
    assert record.check(text, facedown.game) == []


def test_the_cards_of_a_record_may_be_followed_by_the_rest_of_its_header() -> None:
    cards = "".join(f"  {line}\n" if line else "\n" for line in renamed("gotcha").splitlines())
    table = facedown.read(f"game: gotcha\ncards:\n{cards}\nseats: Ann, Bo\nseed: 4\n")
    assert any(card.name == "Zorb Rock" for card in table.contract.cards())
    assert facedown.read(table.record()).record() == table.record()


@pytest.mark.parametrize("lines", ["cards: mine.toml\nseats: Ann, Bo", "seats: Ann, Bo\ncards: mine.toml"])
def test_a_file_of_cards_is_not_named_in_a_record(lines: str) -> None:
    with pytest.raises(RecordError, match="`facedown check --cards FILE`"):
        facedown.read(f"game: gotcha\n{lines}\n")


def test_wrong_cards_in_a_record_are_said_with_the_line_of_the_record() -> None:
    text = facedown.game("gotcha", cards=renamed("gotcha")).new(seed=4).record()
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("  copies ="))
    lines[at] = "  copies = 300"
    with pytest.raises(RecordError) as wrong:
        facedown.read("\n".join(lines))
    assert wrong.value.line == at + 1
    assert "300" in wrong.value.message


def test_changed_numbers_change_what_happens() -> None:
    """A card worth nine points makes piles that no game of the usual cards has."""
    text = house("gotcha").replace('name = "Common {type}"', 'name = "Common {type}"\nworth = 9')
    rich = played(facedown.game("gotcha", cards=text).new(seed=1), 60)
    poor = played(facedown.game("gotcha").new(seed=1), 60)
    points = [max(frame.position.points.max() for frame in table.frames) for table in (rich, poor)]
    assert points[0] > points[1]


def test_a_file_is_taken_by_its_path(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("cards") / "mine.toml"
    path.write_text('game = "gotcha"\n' + renamed("gotcha"), encoding="utf-8")
    for given in (path, str(path)):
        assert "Zorb Rock" in {card.name for card in facedown.game("gotcha", cards=given).cards()}


@pytest.mark.parametrize(
    ("name", "cards", "line", "said"),
    [
        ("gotcha", 'game = "botch"\n[[card]]\n', 1, "these cards are for 'botch', not for gotcha"),
        ("gotcha", '\ngame = "gotcha"\n[[kard]]\n', 3, "kard"),
        ("clocktower", "[[card]]\n", 1, "takes no cards file"),
        ("botch", TWO_HUNDRED, 3 * 199 + 1, "there are 200 items; it takes 5 to 120"),
        ("botch", TWO_HUNDRED + '[[role]]\nname = "One"\ntext = "x"\n', 601, "201 cards are too many"),
    ],
)
def test_cards_that_cannot_be_played_are_refused(name: str, cards: str, line: int, said: str) -> None:
    with pytest.raises(CardsError) as wrong:
        facedown.game(name, cards=cards)
    assert (wrong.value.line, said in wrong.value.message) == (line, True)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(BadOption, match=r"nowhere\.toml: No such file"):
        facedown.game("gotcha", cards="nowhere.toml")


# -- compiled ------------------------------------------------------------------------------------------------------


def fewest_and_most(name: str) -> tuple[str, str]:
    """Cards files of the fewest and of the most cards that the game has room for."""
    if name == "gotcha":
        card = '[[card]]\nname = "Zorb {0}"\ntier = "starter"\ntext = "x"\ncopies = {1}\n'
        draws = 'effects = [{does = "draw", cards = 9, when = ["wins", "loses", "ties"]}]\n'  # till no lane is left
        few, many = [card.format(n, 3) for n in range(3)], [card.format(n, 4) + draws for n in range(50)]
    elif name == "bots-battleground":
        card = '[[bot]]\nname = "Zorb {0}"\nattack = {1}\ndefense = {2}\ncopies = {3}\n'
        few = [card.format(n, n % 20, 20 - n % 20, 6) for n in range(6)]
        many = [card.format(n, n % 20, 20 - n % 20, 5) for n in range(40)]
    elif name == "botch":
        card = '[[{0}]]\nname = "Zorb {1}"\ntext = "x"\naction = ["take 2 from the Bank"]\nset = "{2}"\n'
        few = [card.format(kind, f"{kind} {n}", "basic") for kind in ("item", "role") for n in range(5)]
        rooms = (("item", 120), ("role", 80))
        many = [
            card.format(kind, f"{kind} {n}", "basic" if n < 5 else "advanced")
            for kind, most in rooms
            for n in range(most)
        ]
    else:
        return house(name), house(name).replace('effect = "high"', 'effect = "low"')
    return "".join(few), "".join(many)


@pytest.mark.parametrize("name", GAMES)
def test_files_of_the_fewest_and_of_the_most_cards_are_played(name: str) -> None:
    few, many = fewest_and_most(name)
    for text in (few, many):
        own = facedown.game(name, cards=text)
        for seats in {own.seats[0], own.seats[0] if text is few else own.seats[-1]}:
            table = played(own.new(seats, seed=2), 150)
            assert facedown.read(table.record()).record() == table.record()


@pytest.mark.parametrize("name", GAMES)
def test_a_second_and_a_tenth_set_of_cards_compile_nothing_and_load_nothing(name: str) -> None:
    """Machine code is given the cards like the position; it plays each set as the rules as they stand do."""
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    players = (next(iter(game.contract.bots())), *["random"] * (game.seats[0] - 1))
    Batch(game.contract, game.seats[0], players).play("own", 0, 2)
    loaded = set(sys.modules)
    sets = [*fewest_and_most(name), *(set_of_cards(name, letter) for letter in "abcdefgh")]
    with install_recorder("numba:compile") as compiled:
        for text in sets:
            own = facedown.game(name, cards=text)
            assert isinstance(own, FlatGame)
            fast = Batch(own.contract, own.seats[0], players).play("own", 0, 2)
            slow = Batch(own.contract, own.seats[0], players, compiles=False).play("own", 0, 2)
            assert fast.positions.tobytes() == slow.positions.tobytes()
            assert (fast.scores == slow.scores).all()
    assert [event.data["dispatcher"] for _, event in compiled.buffer] == []
    assert set(sys.modules) == loaded


def test_tables_with_different_cards_are_played_by_turns() -> None:
    """Compiled and not: no set of cards is seen by another table."""
    texts = [house("gotcha").replace("copies = 3", f"copies = 3\nworth = {worth}", 1) for worth in (2, 5, -3)]
    games = [facedown.game("gotcha"), *(facedown.game("gotcha", cards=text) for text in texts)]
    plain = [played(game.new(seed=6), 80).record() for game in games]
    for game in games:
        assert isinstance(game, FlatGame)
        game.compile()
    tables = [game.new(seed=6) for game in games]
    for moves in range(10, 90, 10):
        for table in tables:
            played(table, moves)
    again = [played(game.new(seed=6), 80).record() for game in games]
    assert again == plain
    assert len(set(plain)) == len(games)


# -- as values -----------------------------------------------------------------------------------------------------


def set_of_cards(name: str, letter: str) -> str:
    """The game's cards, with another name for one of them."""
    old, new = NEW[name]
    return house(name).replace(f'"{old}"', f'"{new} {letter}"' if "{" not in new else f'"Zorb{letter} {{type}}"')


@pytest.mark.parametrize("name", GAMES)
def test_a_table_with_own_cards_is_sent_to_another_process(name: str) -> None:
    table = played(facedown.game(name, cards=renamed(name)).new(seed=5), 12)
    there = subprocess.run(
        [sys.executable, "-c", "import pickle, sys; print(pickle.load(sys.stdin.buffer).record(), end='')"],
        input=pickle.dumps(table),
        check=True,
        capture_output=True,
    )
    assert there.stdout.decode() == table.record()
    assert pickle.loads(pickle.dumps(table.contract)) is table.contract


@pytest.mark.parametrize("name", GAMES)
def test_cards_that_nobody_uses_any_more_are_dropped(name: str) -> None:
    in_use = facedown.game(name, cards=set_of_cards(name, "kept")).new(seed=1)
    first = weakref.ref(facedown.game(name, cards=set_of_cards(name, "a")).contract)
    for number in range(20):
        facedown.game(name, cards=house(name) + f"# {number}\n")
    gc.collect()
    assert first() is None
    assert facedown.game(name, cards=set_of_cards(name, "kept")).contract is in_use.contract


@pytest.mark.parametrize("name", GAMES)
def test_a_search_knows_the_cards_and_finds_the_rules_that_need_none(name: str) -> None:
    """A rule that takes no cards is adapted for drivers, and stays as it is for the game's own functions."""
    own = facedown.game(name, cards=renamed(name))
    assert isinstance(own, FlatGame)
    table, memories = own.new(seed=1), Memories(own.contract)
    seat = table.asked[0]
    memories.follow(table, seat)
    dealt, known, luck = table.determinized(seat, 1).position(), table.knowledge(seat), np.ones(4, np.uint32)
    code = Search(own.contract, 2, compiles=False).best(dealt, seat, known, luck, memories=memories.arrays)
    assert code in [move.code for move in table.legal(seat)]
