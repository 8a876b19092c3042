"""`gamekit check` compares what a ruleset says of parts and negatives with its options."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import attrs
import pytest
from support.command import call

from gamekit.cgt import ImpartialRuleset, PartizanRuleset, Ruleset, as_game, load_ruleset
from gamekit.cgt.ruleset import LEFT, Player
from gamekit.testing import check_rules
from games.rulesets.snort import Snort


class Neighbours(ImpartialRuleset[str]):
    """Put counters on a row, no two side by side; free cells are in one part with the cells beside them."""

    def start(self) -> str:
        return "....."

    def options(self, row: str) -> Iterable[str]:
        for i in range(len(row)):
            if "O" not in row[max(i - 1, 0) : i + 2]:
                yield row[:i] + "O" + row[i + 1 :]

    def parts(self, row: str) -> Iterable[str]:
        free = "".join("." if "O" not in row[max(i - 1, 0) : i + 2] else " " for i in range(len(row)))
        return free.split()


class ForgetsNeighbours(Neighbours):
    def parts(self, row: str) -> Iterable[str]:
        return row.replace("O", " ").split()


class DropsAPart(Neighbours):
    def parts(self, row: str) -> Iterable[str]:
        return [*super().parts(row)][:1]


class DividesJoinedCells(Neighbours):
    def parts(self, row: str) -> Iterable[str]:
        parts = [*super().parts(row)]
        return [piece for part in parts for piece in ([part[:2], part[2:]] if len(part) > 2 else [part])]


class Raises(Neighbours):
    def parts(self, row: str) -> Iterable[str]:
        return [str(1 // (5 - len(row)))]


@attrs.frozen
class Stairs(PartizanRuleset[tuple[int, int]]):
    """Each player goes down a stair of their own, by as many steps as they like."""

    def start(self) -> tuple[int, int]:
        return (2, 2)

    def options(self, position: tuple[int, int], player: Player) -> Iterable[tuple[int, int]]:
        left, right = position
        if player == LEFT:
            return [(step, right) for step in range(left)]
        return [(left, step) for step in range(right)]

    def negative(self, position: tuple[int, int]) -> tuple[int, int] | None:
        return position[::-1]


class NotExchanged(Stairs):
    def negative(self, position: tuple[int, int]) -> tuple[int, int] | None:
        return position


class OneStepMore(Stairs):
    def negative(self, position: tuple[int, int]) -> tuple[int, int] | None:
        return position[1] + 1, position[0]


class SometimesNone(Stairs):
    def negative(self, position: tuple[int, int]) -> tuple[int, int] | None:
        return None if sum(position) % 2 else position[::-1]


class NotRecoloured(Snort):
    def negative(self, position: tuple[str, ...]) -> tuple[str, ...]:
        return position


@pytest.mark.parametrize("ruleset", [Neighbours(), Stairs(), SometimesNone()], ids=lambda r: type(r).__name__)
def test_right_rules_hold(ruleset: Ruleset[object]) -> None:
    report = check_rules(as_game(ruleset))
    assert report.ok, str(report)
    assert {"parts", "negative"} & {*report.checks}


@pytest.mark.parametrize(
    ("ruleset", "method", "text"),
    [
        (
            ForgetsNeighbours(),
            "parts",
            "ForgetsNeighbours.parts(.O...) divides it into ... + ., but the options of .O... are not those of the sum "
            "of its parts: a move in a part leaves ..., which is not an option [after .O...]",
        ),
        (DropsAPart(), "parts", "of the sum of its parts: a move to ..O.O is in no part [after ..O..]"),
        (
            DividesJoinedCells(),
            "parts",
            "DividesJoinedCells.parts(.....) divides it into . + .. + .., but the options of ..... are not those of "
            "the sum of its parts: a move to ...O. is in no part [in the initial state]",
        ),
        (Raises(), "parts", "Raises.parts(.....) raised ZeroDivisionError"),
        (
            NotExchanged(),
            "negative",
            "NotExchanged.negative((2, 2)) returned (2, 2), where Left cannot move to (2, 0), the negative of Right's "
            "option (2, 0)",
        ),
        (
            OneStepMore(),
            "negative",
            "OneStepMore.negative((2, 2)) returned (3, 2), where Left can move to (0, 2), the negative of none of "
            "Right's options",
        ),
        (NotRecoloured(), "negative", "NotRecoloured.negative("),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Ruleset) else "",
)
def test_wrong_rules_are_refused(ruleset: Ruleset[object], method: str, text: str) -> None:
    report = check_rules(as_game(ruleset))
    (breach,) = report.breaches
    assert (breach.check, breach.method) == (method, method)
    assert text in str(breach)


def test_what_is_not_supplied_is_not_checked() -> None:
    report = check_rules(as_game(load_ruleset("toads-and-frogs")))
    assert "negative" in report.checks
    assert "parts" not in report.checks


@pytest.mark.slow
def test_a_ruleset_with_a_board_game_is_checked_too() -> None:
    assert {"ruleset", "parts", "negative"} <= {*call("check", "domineering", "--json").json["checks"]}


def test_the_command_refuses_a_ruleset_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "row.py"
    file.write_text("""
from gamekit.cgt import ImpartialRuleset

class Row(ImpartialRuleset):
    def start(self): return "...."
    def options(self, row):
        for i in range(len(row)):
            if "O" not in row[max(i - 1, 0) : i + 2]:
                yield row[:i] + "O" + row[i + 1 :]
    def parts(self, row): return row.replace("O", " ").split()
""")
    result = call("check", f"{file}:Row")
    assert result.status == 1
    assert "Row.parts(.O..) divides it into .. + ., but the options of .O.. are not those of" in result.out
