"""What the subset of Python for compiled rules refuses: one class for each refusal, and tables of their messages.

`python docs/support/refusals.py` writes the tables into the page. A test holds the page against them, so they cannot
differ from what authors meet.
"""

from __future__ import annotations

import linecache
import re
from pathlib import Path
from typing import Any

from gamekit.errors import RulesError
from gamekit.layout import AGAIN, LOSS, BoardGame, Grid, Layout
from gamekit.layout.compiler.build import build_and_try

PAGE = Path(__file__).parents[1] / "reference" / "rules-subset.md"

WEIGHTS = [1, 2, 3]


class Fill(BoardGame):
    """X and O fill a row of four squares in turn; a player who cannot loses. The others get it wrong."""

    stuck = LOSS
    PAIRS = [[0, 1], [2, 3]]
    UNEVEN = [[0, 1], [2]]
    name = "row"

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"))

    def start(self) -> Any:
        return {}

    def options(self, s: Any) -> Any:
        yield from s.board.where(0)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn


# --- values -------------------------------------------------------------------------------------------------


class Division(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.board.count(0) / 2 > 1 else None


class Fraction(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.board.count(0) > 1.5 else None


class Text(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.board[0] == "X" else None


class NothingAsNumber(Fill):
    def over(self, s: Any) -> Any:
        best = None
        for square in s.board.where(1):
            best = square
        return None if best == 0 else -1


class Identity(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.board[0] is s.board[1] else None


class NewList(Fill):
    def over(self, s: Any) -> Any:
        squares = [0, 1]
        return -1 if s.board[squares[0]] else None


class Comprehension(Fill):
    def over(self, s: Any) -> Any:
        squares = [i for i in range(4) if s.board[i] == 0]
        return None if squares else -1


class NewSet(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.board[0] in {1, 2} else None


class NewDictionary(Fill):
    def over(self, s: Any) -> Any:
        owner = {1: 0, 2: 1}
        return -1 if owner[s.board[0]] else None


class Slice(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.board[:2] else None


class FormattedText(Fill):
    def over(self, s: Any) -> Any:
        return -1 if f"{s.board[0]}" else None


class Attribute(Fill):
    def over(self, s: Any) -> Any:
        return -1 if self.name else None


class Unknown(Fill):
    def over(self, s: Any) -> Any:
        return -1 if self.rows else None


# --- the state ----------------------------------------------------------------------------------------------


class NoSuchField(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.bord[0] else None


class WholeField(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.board == 3 else None


class ChangeInOver(Fill):
    def over(self, s: Any) -> Any:
        s.board[0] = 0
        return None


class ChangeOfTurn(Fill):
    def play(self, s: Any, move: Any) -> Any:
        s.turn = 1 - s.turn


class AgainWhereAlike(Fill):
    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"), alike=True)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        return AGAIN


# --- tables -------------------------------------------------------------------------------------------------


class UnevenRows(Fill):
    def over(self, s: Any) -> Any:
        for a, b in self.UNEVEN:
            if s.board[a] == s.board[b]:
                return -1
        return None


class WholeTable(Fill):
    def over(self, s: Any) -> Any:
        return -1 if self.PAIRS == 0 else None


class Back(Fill):
    def back(self, s: Any) -> Any:
        yield from s.board.where(1 + s.turn)

    def unplay(self, s: Any, move: Any) -> Any:
        s.board[move] = 0


class AgainWithBack(Back):
    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        return AGAIN


class UnplayReturns(Back):
    def unplay(self, s: Any, move: Any) -> Any:
        s.board[move] = 0
        return AGAIN


class BackForgets(Back):
    def back(self, s: Any) -> Any:
        yield from range(s.board.count(1 + s.turn) - 1)


# --- statements and functions -------------------------------------------------------------------------------


class Raises(Fill):
    def play(self, s: Any, move: Any) -> Any:
        raise ValueError(move)


class Asserts(Fill):
    def play(self, s: Any, move: Any) -> Any:
        assert move < 4


class Catches(Fill):
    def over(self, s: Any) -> Any:
        try:
            return -1 if s.board[4] else None
        except IndexError:
            return None


class LoopWithElse(Fill):
    def over(self, s: Any) -> Any:
        for square in s.board:
            if square == 0:
                break
        else:
            return 0
        return None


class LoopOverText(Fill):
    def over(self, s: Any) -> Any:
        for sign in self.name:
            if sign == 3:
                return -1
        return None


class InnerFunction(Fill):
    def over(self, s: Any) -> Any:
        def is_empty(i: int) -> bool:
            return bool(s.board[i] == 0)

        return -1 if is_empty(0) else None


class Keyword(Fill):
    def over(self, s: Any) -> Any:
        return -1 if self.owned(s, player=1) else None

    def owned(self, s: Any, player: int) -> int:
        return int(s.board.count(1 + player))


class OtherFunction(Fill):
    def over(self, s: Any) -> Any:
        return -1 if sorted(WEIGHTS) else None


class Recursion(Fill):
    def over(self, s: Any) -> Any:
        return -1 if self.depth(s, 3) else None

    def depth(self, s: Any, n: int) -> int:
        return 0 if n == 0 else self.depth(s, n - 1)


class NumberOrNothing(Fill):
    def over(self, s: Any) -> Any:
        return -1 if self.first(s) == 3 else None

    def first(self, s: Any) -> Any:
        for square in s.board.where(1):
            return square


# --- what the checked build finds ---------------------------------------------------------------------------


class ReadsOutside(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.board[4] else None


class ReadsBelow(Fill):
    def options(self, s: Any) -> Any:
        for square in range(4):
            if s.board[square - 1] == 0:
                yield square


class WrongSign(Fill):
    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 3 + s.turn


class NotFound(Fill):
    def over(self, s: Any) -> Any:
        return -1 if s.board.index(2) == 5 else None


GROUPS = {
    "values": (
        Division, Fraction, Text, FormattedText, NothingAsNumber, Identity, NewList, Comprehension, NewSet,
        NewDictionary, Slice, Attribute, Unknown,
    ),
    "state": (NoSuchField, WholeField, ChangeInOver, ChangeOfTurn, AgainWhereAlike, AgainWithBack, UnplayReturns),
    "tables": (UnevenRows, WholeTable),
    "functions": (
        Raises, Asserts, Catches, LoopWithElse, LoopOverText, InnerFunction, Keyword, OtherFunction, Recursion,
        NumberOrNothing,
    ),
    "checked": (ReadsOutside, ReadsBelow, WrongSign, NotFound, BackForgets),
}  # fmt: skip

MESSAGE = re.compile(r"^\S+, line (?P<line>\d+), in \S+: (?P<why>.*)$")


def refused(group: str) -> str:
    """Return a table of the refusals of a group: what is written, and what gamekit says of it.

    Raises:
        AssertionError: something here is not refused.
    """
    lines = ["| the line | the message |", "| --- | --- |"]
    for mistake in GROUPS[group]:
        try:
            build_and_try(mistake())
        except RulesError as error:
            line, why = MESSAGE.match(str(error)).group("line", "why")  # type: ignore[union-attr]
            lines.append(f"| `{linecache.getline(__file__, int(line)).strip()}` | `{why}` |")
        else:
            raise AssertionError(f"{mistake.__name__} is compiled")
    return "\n".join(lines)


def with_tables(page: str) -> str:
    """Return the text of the page with its tables as they are now, each below a comment that names its group."""
    return re.sub(
        r"^(<!-- refused: (\w+) -->\n\n)(?:\|.*\n)*",
        lambda found: f"{found[1]}{refused(found[2])}\n",
        page,
        flags=re.MULTILINE,
    )


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text()))
