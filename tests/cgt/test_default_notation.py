"""How positions are written of a ruleset that says nothing about it."""

from __future__ import annotations

import attrs
import pytest

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
