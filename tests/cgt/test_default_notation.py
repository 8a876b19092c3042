"""How positions are written of a ruleset that says nothing about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import attrs
import pytest
from support.command import assert_refused, call

from gamekit import InputError
from gamekit.cgt import ImpartialRuleset, Ruleset, as_game, outcome_class
from gamekit.cgt.rules import CheckedRuleset


@attrs.frozen
class Shortened(ImpartialRuleset[str]):
    """Take a letter from either end."""

    start_at: str = "ab"

    def start(self) -> str:
        return self.start_at

    def options(self, position: str) -> list[str]:
        return [position[1:], position[:-1]] if position else []


class Pairs(ImpartialRuleset[tuple[int, int]]):
    def start(self) -> tuple[int, int]:
        return (1, 2)

    def options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        return []


@pytest.mark.parametrize("position", ["ab", "a", ""])
def test_texts_are_read_as_they_are_written_and_the_empty_one_can_be_seen(position: str) -> None:
    rules = CheckedRuleset(Shortened())
    assert rules.text(position) == (position or "''")
    assert rules.read("") == rules.read("''") == ""


def test_the_move_to_the_empty_text_has_a_name() -> None:
    game = as_game(Shortened("a"))
    assert game.format_move(game.initial_state(), "") == "''"
    assert game.parse_move(game.initial_state(), "''") == ""
    assert str(outcome_class(Shortened("a"))) == "N"


def test_what_is_not_written_as_python_does_is_refused_with_an_example() -> None:
    ruleset: Ruleset[tuple[int, int]] = Pairs()
    assert ruleset.parse_position("(3, 4)") == (3, 4)
    with pytest.raises(
        InputError, match=r"^a position must be written as Python shows it, such as \(1, 2\); this is "
    ):
        ruleset.parse_position("34 x")


def test_a_ruleset_without_drawings_supplies_none_as_a_game() -> None:
    assert {"render", "svg", "gesture"} <= set(as_game(Shortened()).not_supplied)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (frozenset({10, 9}), "{9, 10}"),
        (frozenset[int](), "frozenset()"),
        ((frozenset({(0, 1)}),), "({(0, 1)},)"),
        (frozenset({frozenset({"b", "a"}), frozenset({"c"})}), "{{'c'}, {'a', 'b'}}"),
    ],
)
def test_frozensets_are_written_as_sets_in_one_order_and_read(position: Any, text: str) -> None:
    class Sets(ImpartialRuleset[Any]):
        def start(self) -> Any:
            return position

        def options(self, position: Any) -> list[Any]:
            return []

    rules = CheckedRuleset(Sets())
    assert rules.text(position) == text
    assert rules.read(repr(position)) == position


class Place(NamedTuple):
    row: int


def test_positions_of_another_type_need_a_notation_of_their_own() -> None:
    class Places(ImpartialRuleset[Place]):
        def start(self) -> Place:
            return Place(1)

        def options(self, position: Place) -> list[Place]:
            return []

    with pytest.raises(InputError, match="a position that is a Place is not read without a parse_position"):
        Places().parse_position("Place(row=1)")


TAKEN = """
from gamekit.cgt import ImpartialRuleset

class Taken(ImpartialRuleset[frozenset[int]]):
    def start(self):
        return frozenset({1, 2})

    def options(self, left):
        return [left - {node} for node in left]
"""


def test_the_value_of_a_set_can_be_saved(tmp_path: Path) -> None:
    rules, claim = tmp_path / "taken.py", tmp_path / "taken.json"
    rules.write_text(TAKEN)
    assert call("value", f"{rules}:Taken", "{1, 2}", "--save", str(claim)).status == 0
    assert "{1, 2} of " in call("--rules", f"{rules}:Taken", "verify", str(claim)).out


@pytest.mark.parametrize("command", [("value", "5"), ("sequence", "{n}"), ("tabulate", "{n}", "-r", "n=5")])
def test_a_position_of_another_type_is_refused_with_an_example(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    rules = tmp_path / "taken.py"
    rules.write_text(TAKEN)
    verb, *rest = command
    result = call(verb, f"{rules}:Taken", *rest)
    assert_refused(result)
    assert "a position of Taken must be a frozenset, such as frozenset({1, 2}); this is " in result.err
