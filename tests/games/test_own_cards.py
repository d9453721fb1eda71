"""Games played with cards of one's own: named, played, recorded and read back, beside the game's own."""

import gc
import importlib
import os
import re
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

import facedown
from facedown.agents import catch_up, player
from facedown.core import record
from facedown.core.bound_arrays import cards_tag
from facedown.core.cards_file import MARK, OWN
from facedown.core.errors import BadOption, CardsError, RecordError
from facedown.core.flat import FlatGame
from facedown.core.flat.own_cards import RECENT
from facedown.core.game import Game
from facedown.core.table import Table

NEW = {  # a name of the game's cards, and another
    "gotcha": ("Common {type}", "Zorb {type}"),
    "bayou-boss": ("Raven", "Zorb"),
    "botch": ("Bookie", "Zorb"),
    "bots-battleground": ("Buzzsaw", "Zorb"),
}
GAMES = sorted(NEW)


def house(name: str) -> str:
    return (facedown.game(name).folder / "cards.toml").read_text(encoding="utf-8")


def renamed(name: str) -> str:
    """The game's cards, one of them with another name."""
    old, new = NEW[name]
    text = house(name)
    assert f'name = "{old}"' in text
    return text.replace(f'"{old}"', f'"{new}"')


def played(table: Table, moves: int = 400) -> Table:
    """So many moves of the first bot, from each seat."""
    game = table.game
    assert isinstance(game, Game)
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
    assert again.game.own_cards == renamed(name).rstrip() + "\n"
    assert record.check(text, facedown.game) == []


def test_the_cards_of_a_record_may_be_followed_by_the_rest_of_its_header() -> None:
    cards = "".join(f"  {line}\n" if line else "\n" for line in renamed("gotcha").splitlines())
    table = facedown.read(f"game: gotcha\ncards:\n{cards}\nseats: Ann, Bo\nseed: 4\n")
    assert any(card.name == "Zorb Rock" for card in table.game.cards())
    assert facedown.read(table.record()).record() == table.record()


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


def is_number_alone(tag: str) -> bool:
    """Whether machine code for such cards differs from that for the game's own by nothing but its name."""
    return re.fullmatch(r"_own[1-9]\d*", tag) is not None


@pytest.mark.parametrize("name", GAMES)
def test_other_numbers_need_no_other_machine_code(name: str) -> None:
    """Machine code is kept under a name that tells nothing of the numbers on the cards."""
    changed = {"gotcha": ("copies = 3", "copies = 2"), "bots-battleground": ("attack = 11", "attack = 10")}
    old, new = changed.get(name, NEW[name])
    assert old in house(name)
    own = facedown.game(name, cards=house(name).replace(old, new))
    assert isinstance(own, FlatGame)
    assert is_number_alone(cards_tag(getattr(own.rules, "__name__", "")))


def test_nor_does_a_module_that_only_the_game_with_own_cards_has_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    own = facedown.game("botch", cards=house("botch").replace("Bookie", "Quux"))
    assert isinstance(own, FlatGame)
    module = getattr(own.rules, "__name__", "")
    twin, _, _ = module.rpartition(".")
    importlib.import_module(f"{twin}.search")
    monkeypatch.delitem(sys.modules, "facedown.games.botch.search", raising=False)
    assert is_number_alone(cards_tag(module))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("bayou-boss", 'effect = "high"', 'effect = "low"'),
        ("botch", 'action = ["take 2 from the Bank"]', 'action = ["take 1 from a player"]'),
        ("botch", 'action = ["take 2 from the Bank"]', 'action = ["take 2 from the Bank"]\nthreat = true'),
        ("botch", 'action = ["take 2 from the Bank"]', 'action = ["take 2 from the Bank"]\nsaves = 1'),
        ("botch", "saves = 1\n", ""),
        (
            "bots-battleground",
            "defense = 5\n",
            'defense = 5\nability = {does = "halve", value = "both", on = "rival"}\n',
        ),
    ],
)
def test_nor_does_another_block_on_a_card(name: str, old: str, new: str) -> None:
    assert old in house(name)
    own = facedown.game(name, cards=house(name).replace(old, new, 1))
    assert isinstance(own, FlatGame)
    assert is_number_alone(cards_tag(getattr(own.rules, "__name__", "")))


def test_nor_does_another_card_of_known_blocks() -> None:
    text = house("gotcha").replace("copies = 3", "copies = 2")
    text += '[[card]]\nname = "Zorb"\ntier = "starter"\ntext = "Zorb."\neffects = [{does = "cut"}]\n'
    own = facedown.game("gotcha", cards=text)
    assert isinstance(own, FlatGame)
    assert is_number_alone(cards_tag(getattr(own.rules, "__name__", "")))


COMPILED = """
import facedown, gc, sys
from facedown.core.compiling import compiled
from facedown.games.gotcha import position
decks = [position]
for worth in map(int, sys.argv[1:]):
    if worth == 7:
        for n in range(8):
            facedown.game("gotcha", cards=facedown.game("gotcha").cards_file() + f"# {n}")
        gc.collect()
    text = (facedown.game("gotcha").folder / "cards.toml").read_text()
    own = facedown.game("gotcha", cards=text.replace("copies = 3", f"copies = 3\\nworth = {worth}", 1))
    decks.append(sys.modules[own.rules.__name__.replace(".rules", ".position")])
game = facedown.game("gotcha")
for deck in [*decks, *decks]:
    tables = [game.start(2, 0, game.checked_options({})) for _ in range(2)]
    for kind in (0, 1, 2, 3):
        compiled(deck.win)(tables[0], 1, kind)
        deck.win(tables[1], 1, kind)
    assert tables[0].tobytes() == tables[1].tobytes()
    print(int(tables[0].points[1]), end=" ")
"""


def test_compiled_rules_read_each_tables_cards_and_need_no_compiling_for_new_numbers(tmp_path: Path) -> None:
    """Three decks in one process by turns; then other numbers in another process, by the same machine code.

    The other process has read more cards files before, which were never compiled.
    """
    environment = os.environ | {"FACEDOWN_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    said, kept = [], []
    for worths in (("2", "5"), ("7", "-3")):
        command = [sys.executable, "-c", COMPILED, *worths]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        said.append(done.stdout.split())
        kept.append(set(tmp_path.rglob("*.nbc")))
    assert said == [["4", "5", "8"] * 2, ["4", "10", "0"] * 2]  # four cards, one of which is worth so much
    assert kept[0] == kept[1] != set()


ONE_OF_TWO_TABLES = """
import facedown, sys
import numpy as np
from facedown.core.compiling import compiled
own = facedown.game("botch", cards=sys.argv[1])
part = lambda name: sys.modules.get(own.rules.__name__.replace(".rules", f".{name}"))
reactions, steps, codes = part("reactions"), part("steps"), part("codes")
s = own.new(3, seed=4).position()
s.stash[:3] = 9
for kind in (steps.SAVE, steps.SPOIL):
    fast, slow = np.zeros((2, own.rules.WORDS), np.int64)
    compiled(reactions.offer_answers)(s, 1, kind, fast)
    reactions.offer_answers(s, 1, kind, slow)
    assert fast.tobytes() == slow.tobytes() and slow.any(), (kind, fast, slow)
print("alike")
"""


def test_compiled_rules_may_choose_one_of_two_tables_of_own_cards(tmp_path: Path) -> None:
    environment = os.environ | {"FACEDOWN_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-c", ONE_OF_TWO_TABLES, renamed("botch")]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert done.stdout == "alike\n", done.stderr[-2000:]


def set_of_cards(name: str, letter: str) -> str:
    """The game's cards, with another name for one of them."""
    old, new = NEW[name]
    return house(name).replace(f'"{old}"', f'"{new} {letter}"' if "{" not in new else f'"Zorb{letter} {{type}}"')


@pytest.mark.parametrize("name", GAMES)
def test_cards_that_nobody_uses_any_more_are_dropped(name: str) -> None:
    """Each set of cards is about a megabyte of modules, and a server reads those of many tables."""
    mine = f"facedown.games.{Path(facedown.game(name).folder).name}{MARK}"

    def sets() -> set[str]:
        gc.collect()
        return {module.split(".")[2] for module in sys.modules if module.startswith(mine)}

    of_other_tests = sets()
    in_use = facedown.game(name, cards=set_of_cards(name, "kept")).new(seed=1)
    for letter in "abcdefghij":
        table = facedown.game(name, cards=set_of_cards(name, letter)).new(seed=1)
        table.play(table.asked[0], table.legal(table.asked[0])[0])
        del table
    left = sets() - of_other_tests
    assert len(left) <= 1 + RECENT, "of ten sets that nobody uses, only the last few are still there"
    assert left <= {package.split(".")[2] for package in OWN if package.startswith(mine)}
    assert NEW[name][1].split()[0] in "".join(card.name for card in in_use.game.cards()), "it is still played with"
    for _ in range(20):
        in_use.play(in_use.asked[0], in_use.legal(in_use.asked[0])[0])
    assert facedown.game(name, cards=set_of_cards(name, "kept")) is in_use.game


def test_cards_with_machine_code_stay() -> None:
    """Machine code cannot be unloaded: it is not compiled once more for the same cards."""
    cards = set_of_cards("gotcha", "fast")
    game = facedown.game("gotcha", cards=cards)
    assert isinstance(game, FlatGame)
    cards_tag(str(getattr(game.rules, "__name__", "")))  # as the compiler asks
    there = weakref.ref(game)
    del game
    for letter in "abcdefgh":
        facedown.game("gotcha", cards=set_of_cards("gotcha", letter))
    gc.collect()
    assert there() is facedown.game("gotcha", cards=cards)
