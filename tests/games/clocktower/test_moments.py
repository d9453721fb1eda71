"""The moments at which characters act, and the rules that cards change: a closed vocabulary."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import facedown
from facedown.games.clocktower import changeable_rules, moments
from facedown.games.clocktower.changeable_rules import MayVote, Moment, Rule, changes
from facedown.games.clocktower.character import CLASSES, Character
from facedown.games.clocktower.jinx_rules import JINX_RULES
from facedown.games.clocktower.moments import MOMENTS, Role, Townsfolk
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.state import Ability, State

GAME = facedown.game("clocktower")
ROLES: list[Character] = [*(kind() for kind in CLASSES.values()), *JINX_RULES.values()]


def test_a_method_that_is_named_for_no_moment_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Baker.each_nihgt: there is no such moment"):

        class Baker(Townsfolk, abstract=True):
            def each_nihgt(self, me: Ability, state: State) -> Steps:
                yield me.is_told("Bread.")


def test_an_unknown_moment_for_the_impaired_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Baker.acts_when_impaired: there is no moment on_deth"):

        class Baker(Townsfolk, abstract=True):
            acts_when_impaired = ("on_deth",)


def test_a_rule_is_changed_by_its_type_and_not_by_the_name_of_the_method() -> None:
    class Baker(Townsfolk, abstract=True):
        @changes(MayVote, even_if_impaired=True)
        def forbids(self, me: Ability, state: State, asked: MayVote, may: bool) -> bool:
            return False

    assert Baker.moments == {MayVote}
    assert Baker.when_impaired == {MayVote}


@pytest.mark.parametrize("moment", sorted(MOMENTS))
def test_some_character_acts_at_every_moment(moment: str) -> None:
    assert any(moment in role.moments for role in ROLES)


KINDS = [
    kind for kind in vars(changeable_rules).values() if isinstance(kind, type) and issubclass(kind, (Rule, Moment))
]


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind not in (Rule, Moment)], ids=lambda kind: kind.__name__
)
def test_some_card_changes_every_rule(kind: type) -> None:
    assert any(kind in role.moments for role in ROLES)


def test_a_character_overrides_nothing_but_what_it_names() -> None:
    assert Role.moments == frozenset()


ENGINE = Path(inspect.getfile(moments)).parent
WORDS = {"drunk", "bootlegger"}  # what befalls a player as well; a key of the files of scripts as well


def test_only_characters_and_speech_know_characters_by_name() -> None:
    """What is special about a character stands in its own class, so that a new one is one class."""
    for path in (*ENGINE.glob("*.py"), *(ENGINE / "storytelling").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value in FACTS}
        assert named <= WORDS, path.name
