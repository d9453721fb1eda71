"""What every cards file has in common: entries, the lines on which they stand, and what may not stand there."""

from __future__ import annotations

import pytest

from facedown.core.cards_file import check_names, read_entries, tidied
from facedown.core.errors import CardsError

FILE = """
[[tool]]
name = "Spade"
size = 3
sharp = true
uses = ["dig", "cut"]
extra = {does = "shine", n = 2}

[[toy]]
name = "Ball"
uses = "throw"
effects = [
  {does = "roll"},
  {does = "burst"},
]
"""


def test_entries_come_in_the_order_of_the_file_with_their_lines() -> None:
    spade, ball = read_entries(FILE, "toy", "tool")
    assert [(entry.heading, entry.called, entry.line) for entry in (spade, ball)] == [
        ("tool", "Spade", 2),
        ("toy", "Ball", 9),
    ]
    assert (spade.name(), spade.number("size", 1, 9), spade.flag("sharp"), spade.flag("round")) == (
        "Spade", 3, True, False,
    )  # fmt: skip
    assert spade.some_of("uses", ("dig", "cut")) == ("dig", "cut")
    assert ball.some_of("uses", ("throw",)) == ("throw",)
    assert spade.block("extra").number("n", 0, 9) == 2
    assert [str(block.wrong("does", "broken")) for block in ball.blocks("effects")] == [
        "line 13: Ball: broken",
        "line 14: Ball: broken",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[tool]\n", "line 1: this is not valid TOML"),
        ("", "line 1: there is no card here; every card begins with a line [[tool]] or [[toy]]"),
        (FILE + "[other]", "line 16: there is no 'other' here; every card begins with [[tool]] or [[toy]]"),
        ("tool = 3", "line 1: a card begins with [[tool]], in two pairs of brackets"),
        ("[[tool]]\nuses = " + "[\n" * 7000, "line 1: there are brackets within brackets"),
    ],
)
def test_what_is_no_cards_file_is_told(text: str, message: str) -> None:
    with pytest.raises(CardsError) as caught:
        read_entries(text, "tool", "toy")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        pytest.param("\n" * 60_000, "there is no card here", id="empty lines"),
        pytest.param("[[tool]]\nname = '''\n" + ("[[" + " " * 990 + "\n") * 58 + "'''", 1, id="half a heading"),
        pytest.param("other = '''\n" + (" " * 999 + "\n") * 58 + "'''", "there is no 'other' here", id="blanks"),
        pytest.param("tool = [\n" + "{},\n" * 14_000 + "]", 14_000, id="cards without a heading"),
        pytest.param("[[tool]]\nblocks = [\n" + "{},\n" * 14_000 + "]", 1, id="blocks"),
    ],
)
def test_a_file_made_to_take_long_is_read_in_a_time_that_grows_with_its_length(
    text: str, entries: int | str
) -> None:
    """Each of these once took seconds or minutes, in which a server answered nobody."""
    try:
        read = read_entries(tidied(text, "sample"), "tool", "toy")
        found: object = len(read)
        blocks = [block for entry in read for block in entry.blocks("blocks")]
    except CardsError as error:
        found, blocks = error.message.partition(";")[0], []
    assert found == entries
    assert len(blocks) in (0, 14_000)


@pytest.mark.parametrize("hidden", ["\\u0000", "\\u001b[31m", "\\u202e", "\\u200b", "\u200b"])
def test_what_nobody_can_see_in_a_text_is_told(hidden: str) -> None:
    (spade,) = read_entries(f'[[tool]]\nname = "Spade"\ntext = "Dig{hidden}s"\nuses = ["d{hidden}"]\n', "tool")
    for read in (spade.text, spade.texts):
        key = "text" if read == spade.text else "uses"
        with pytest.raises(CardsError, match=f"in {key} cannot be seen; leave it out"):
            read(key)
    (other,) = read_entries(f'[[tool]]\nname = "Sp{hidden}ade"\n', "tool")
    with pytest.raises(CardsError, match=r"line 2: tool 1: .* in name cannot be seen"):
        other.text("name")


def test_a_text_of_several_lines_is_one_line() -> None:
    (spade,) = read_entries('[[tool]]\ntext = """\nDigs\n  and\\u2028 digs."""\n', "tool")
    assert spade.text("text") == "Digs and digs."


def test_what_cannot_be_is_told_with_the_line_of_the_key() -> None:
    spade, ball = read_entries(FILE, "tool", "toy")
    for ask, message in (
        (lambda: spade.number("size", 4, 9), "line 4: Spade: size cannot be 3; it is a whole number from 4 to 9"),
        (
            lambda: spade.number("weight", 0, 1),
            "line 2: Spade: weight is missing; it is a whole number from 0 to 1",
        ),
        (lambda: spade.text("size"), "line 4: Spade: size must be text in quotation marks, not 3"),
        (lambda: ball.text("text"), "line 9: Ball: this card has no text; add a line `text = ...`"),
        (lambda: spade.flag("size"), "line 4: Spade: size must be true or false, not 3"),
        (lambda: spade.one_of("name", ("Spate", "Hoe")), "cannot be 'Spade'; did you mean 'Spate'?"),
        (lambda: spade.texts("name"), "line 3: Spade: name must be a list of texts"),
        (lambda: spade.block("size"), "line 4: Spade: size is a block in braces"),
        (lambda: spade.blocks("uses"), "line 6: Spade: uses is a list of blocks"),
        (lambda: ball.check_keys("name", "effect", "uses"), "line 12: Ball: a card has no 'effects'; did you mean"),
        (
            lambda: check_names([("Ball", 3), ("ball", 8)]),
            "line 8: there are two cards named ball, the first in li",
        ),
    ):
        with pytest.raises(CardsError) as caught:
            ask()
        assert message in str(caught.value)
