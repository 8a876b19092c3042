"""Mistakes that authors make: each is refused, or found by the checked build, with its line."""

from __future__ import annotations

import inspect
import random
import re
from pathlib import Path
from typing import Any

import pytest
from support.marks import cases, one_in

import gamekit
from gamekit.errors import RulesError, UnsupportedError
from gamekit.layout import AGAIN, LOSS, BoardGame, Grid, Layout, count_bits
from gamekit.layout.compiler import load
from gamekit.layout.compiler.build import build, build_and_try
from gamekit.testing import check_rules

OUTSIDE = [1, 2, 3]


class Right(BoardGame):
    """The game that the others get wrong: X and O fill a row of four squares, and who cannot loses."""

    stuck = LOSS
    ROW = [[0, 1], [2, 3]]
    name = "right"

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"))

    def start(self) -> Any:
        return {}

    def options(self, s: Any) -> Any:
        yield from s.board.where(0)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn


class ReadsOutside(Right):
    def over(self, s: Any) -> Any:
        return -1 if s.board[4] else None  # HERE


class ReadsBelow(Right):
    def options(self, s: Any) -> Any:
        for square in range(4):
            if s.board[square - 1] == 0:  # HERE
                yield square


class WritesOutside(Right):
    def play(self, s: Any, move: Any) -> Any:
        s.board[move + 3] = 1 + s.turn  # HERE


class WrongSign(Right):
    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 3 + s.turn  # HERE


class TableTooShort(Right):
    def over(self, s: Any) -> Any:
        return -1 if self.ROW[s.board.count(0)][0] == 5 else None  # HERE


class IndexOfNothing(Right):
    def over(self, s: Any) -> Any:
        return -1 if s.board.index(2) == 5 else None  # HERE


class NoSuchField(Right):
    def over(self, s: Any) -> Any:
        return -1 if s.bord[0] else None  # HERE


class NoSuchAttribute(Right):
    def over(self, s: Any) -> Any:
        return -1 if self.rows else None  # HERE


class IntOrNone(Right):
    def over(self, s: Any) -> Any:
        best = None  # HERE
        for square in s.board.where(1):
            best = square
        return None if best is None else -1


class HelperOfIntOrNone(Right):
    def over(self, s: Any) -> Any:
        return -1 if self.first(s) == 3 else None

    def first(self, s: Any) -> Any:  # HERE
        for square in s.board.where(1):
            return square


class MakesAList(Right):
    def options(self, s: Any) -> Any:
        squares = [i for i in range(4) if s.board[i] == 0]  # HERE
        yield from squares


class Float(Right):
    def over(self, s: Any) -> Any:
        return -1 if s.board.count(0) / 2 > 1 else None  # HERE


class FloatConstant(Right):
    def over(self, s: Any) -> Any:
        return -1 if s.board.count(0) > 1.5 else None  # HERE


class CountsTwoSets(Right):
    def over(self, s: Any) -> Any:
        return -1 if count_bits(s.board.bits(1), s.board.bits(2)) > 3 else None  # type: ignore[call-arg]  # HERE


class Recursion(Right):
    def over(self, s: Any) -> Any:
        return -1 if self.depth(s, 3) else None

    def depth(self, s: Any, n: Any) -> Any:
        return 0 if n == 0 else self.depth(s, n - 1)  # HERE


class ChangesInOver(Right):
    def over(self, s: Any) -> Any:
        s.board[0] = 0  # HERE
        return None


class ChangesTheTurn(Right):
    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        s.turn = 1 - s.turn  # HERE


class Text(Right):
    def over(self, s: Any) -> Any:
        return -1 if s.board[0] == "X" else None  # HERE


class WholeField(Right):
    def over(self, s: Any) -> Any:
        return -1 if s.board == 3 else None  # HERE


class AttributeOfText(Right):
    def over(self, s: Any) -> Any:
        return -1 if self.name == 3 else None  # HERE


class Slice(Right):
    def over(self, s: Any) -> Any:
        return -1 if s.board[:2] else None  # HERE


class UnknownFunction(Right):
    def over(self, s: Any) -> Any:
        return -1 if sorted(OUTSIDE) else None  # HERE


class UnevenRows(Right):
    PAIRS = [[0, 1], [2]]

    def over(self, s: Any) -> Any:
        for a, b in self.PAIRS:  # HERE
            if a == b:
                return -1
        return None


class Raises(Right):
    def play(self, s: Any, move: Any) -> Any:
        raise ValueError(move)  # HERE


class MethodOfSomethingElse(Right):
    def order(self, s: Any) -> Any:
        return random.randint(-5, 5)  # HERE


class OrderIsNothing(Right):
    def order(self, s: Any) -> Any:  # HERE
        return None


class ProgressIsABoolean(Right):
    def progress(self, s: Any) -> Any:  # HERE
        return s.board.count(0) < 4


class OrderReadsOutside(Right):
    def order(self, s: Any) -> Any:
        return s.board[99]  # HERE


class Unpacks(Right):
    def options(self, s: Any) -> Any:
        yield from s.board.where(0)  # HERE

    def play(self, s: Any, move: Any) -> Any:
        leaves, goes = move
        s.board[goes] = s.board[leaves]


class AgainWhereAlike(Right):
    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"), alike=True)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        return AGAIN if move == 0 else None  # HERE


class TooManyMoves(Right):
    most_moves = 3

    def options(self, s: Any) -> Any:  # HERE
        yield from s.board.where(0)


class NeitherMovesNorAnEnd(Right):
    stuck = None

    def options(self, s: Any) -> Any:  # HERE
        yield from s.board.where(0)


class PayoffTooLarge(Right):
    def over(self, s: Any) -> Any:  # HERE
        return None if 0 in s.board else 101


class Back(Right):
    """No mistake: moves are taken back."""

    def back(self, s: Any) -> Any:
        yield from s.board.where(1 + s.turn)

    def unplay(self, s: Any, move: Any) -> Any:
        s.board[move] = 0


class BackForgets(Back):
    def back(self, s: Any) -> Any:  # HERE
        for square in s.board.where(1 + s.turn):
            if square > 0:
                yield square


class BackOfTheWrongPlayer(Back):
    def back(self, s: Any) -> Any:  # HERE
        yield from s.board.where(2 - s.turn)


class BackInvents(Back):
    """Both move the same man one square to the right, and from the last to the first; back also to the left."""

    def start(self) -> Any:
        return {"board": "X..."}

    def options(self, s: Any) -> Any:
        for square in s.board.where(1):
            yield (square + 1) % 4

    def play(self, s: Any, move: Any) -> Any:
        s.board[(move + 3) % 4], s.board[move] = 0, 1

    def back(self, s: Any) -> Any:  # HERE
        for square in s.board.where(1):
            yield (square + 3) % 4
            yield (square + 1) % 4

    def unplay(self, s: Any, move: Any) -> Any:
        for square in s.board.where(1):
            s.board[square] = 0
        s.board[move] = 1


class TooManyBack(Back):
    most_back = 1

    def back(self, s: Any) -> Any:  # HERE
        yield from s.board.where(1 + s.turn)


class UnplaysOutside(Back):
    def unplay(self, s: Any, move: Any) -> Any:
        s.board[move + 4] = 0  # HERE


class UnplaysLessThanNothing(Back):
    def unplay(self, s: Any, move: Any) -> Any:
        s.board[move] -= 3  # HERE


class LeavesALoopWithoutMoves(Right):
    def options(self, s: Any) -> Any:  # HERE
        while True:
            if s.board[0] == 0:
                return self.ROW
            if s.board[1] == 0:
                break


class UnplayReturns(Back):
    def unplay(self, s: Any, move: Any) -> Any:
        s.board[move] = 0
        return AGAIN  # HERE


class BackChanges(Back):
    def back(self, s: Any) -> Any:
        s.board[0] = 0  # HERE
        yield 0


class AgainAndBack(Back):
    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        return AGAIN if move == 0 else None  # HERE


class AgainSometimes(Right):
    """No mistake: None says that the turn passes."""

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        return AGAIN if move == 0 else None


def closure() -> type[Right]:
    limit = [1]

    class Closure(Right):
        def over(self, s: Any) -> Any:  # HERE
            return -1 if limit[0] > s.board[0] else None

    return Closure


COMPILED = (
    *(WrongSign, ReadsBelow, ReadsOutside, WritesOutside, TableTooShort, IndexOfNothing, Unpacks),
    *(BackForgets, BackOfTheWrongPlayer, BackInvents, UnplaysOutside, UnplaysLessThanNothing),
)
"""What is found only once they are compiled, which takes seconds."""

MISTAKES = [
    mistake
    for mistake in [*Right.__subclasses__(), *Back.__subclasses__(), closure()]
    if mistake not in (AgainSometimes, Back, *COMPILED)
]


def line_of(mistake: type[Right]) -> int:
    lines, first = inspect.getsourcelines(mistake)
    return first + next(i for i, line in enumerate(lines) if "# HERE" in line)


@pytest.mark.parametrize(
    "mistake", [*one_in(4, MISTAKES), *cases(slow=COMPILED)], ids=lambda mistake: mistake.__name__
)
def test_each_is_named_with_its_line(mistake: type[Right]) -> None:
    with pytest.raises(RulesError, match=rf"^{Path(__file__).name}, line {line_of(mistake)}, in "):
        build_and_try(mistake())


@pytest.mark.slow
def test_moves_that_play_takes_apart_are_wrong_where_they_are_yielded() -> None:
    with pytest.raises(RulesError) as error:
        build_and_try(Unpacks())
    play = line_of(Unpacks) + 3
    assert str(error.value).endswith(
        f"in Unpacks.options: one number cannot be taken apart into 2, as Unpacks.play does in line {play}, "
        "leaves, goes = move: yield from s.board.where(0) # HERE"
    )


@pytest.mark.slow
def test_the_right_one_is_compiled() -> None:
    assert build_and_try(Right()).rules.size == 1 << 9


@pytest.mark.slow
def test_moves_are_taken_back() -> None:
    assert build_and_try(Back()).rules.predecessors is not None


def test_more_moves_than_promised_are_not_dropped() -> None:
    with pytest.raises(
        RulesError,
        match=r"this yields more than 3 moves, the limit that most_moves sets, at \.\.\.\., first to move: ",
    ):
        build_and_try(TooManyMoves())
    with pytest.raises(RulesError, match="this yields more than 1 moves, the limit that most_back sets, at "):
        build_and_try(TooManyBack())


class ForgetsTheTurn(Right):
    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"), alike=True)

    def play(self, s: Any, move: Any) -> Any:  # HERE
        s.board[move] = 1


@pytest.mark.slow
def test_a_forgotten_turn_is_found_where_the_players_are_alike() -> None:
    lines = rf"play \({Path(__file__).name}, line {line_of(ForgetsTheTurn)}\)"
    said = rf"with players exchanged; alike in layout \(.*\) does not fit options \(.*\) or {lines}"
    for backend in ("python", "compiled"):
        with pytest.raises(RulesError, match=rf"and no move does from .*, {said}$"):
            gamekit.solve(ForgetsTheTurn(), backend=backend)
    (breach,) = check_rules(ForgetsTheTurn()).breaches
    assert re.search(rf"no move does so from O\.\.\., first to move, {said} \[after a1\]$", str(breach))


class ForgetsATaking(Back):
    """X and O take each other's men; back forgets what was taken."""

    def start(self) -> Any:
        return {"board": "XOXO"}

    def options(self, s: Any) -> Any:
        yield from s.board.where(2 - s.turn)


@pytest.mark.slow
def test_the_states_of_a_move_that_back_forgets_are_named() -> None:
    with pytest.raises(RulesError) as error:
        build_and_try(ForgetsATaking())
    assert str(error.value).endswith(
        ", in Back.back: this must yield the move that leads from XOXO, first to move to XXXO, second to move: "
        "def back(...)"
    )


@pytest.mark.slow
def test_play_may_return_none() -> None:
    solutions = [gamekit.solve(AgainSometimes(), backend=backend) for backend in ("python", "compiled")]
    assert solutions[0].root == solutions[1].root
    assert solutions[0].counts() == solutions[1].counts()


def test_rules_that_stand_in_no_file_are_left_to_the_python_backend() -> None:
    text = inspect.getsource(Right)
    names: dict[str, Any] = dict(globals())
    exec(text, names)
    game = names["Right"]()
    assert gamekit.solve(game).root == gamekit.solve(Right(), backend="python").root
    with pytest.raises(UnsupportedError, match=r"^the source of Right\.play cannot be read"):
        gamekit.solve(game, backend="compiled")


class DividesByZero(Right):
    def over(self, s: Any) -> Any:
        return -1 if 4 // (s.board.count(0) - 2) > 9 else None  # HERE


@pytest.mark.slow
def test_what_python_cannot_do_but_machine_code_can_is_named() -> None:
    why = "rules divide by any number but 0, not 4 // 0, at "
    with pytest.raises(RulesError, match=f"line {line_of(DividesByZero)}, .*: {why}"):
        build_and_try(DividesByZero())


@pytest.mark.slow
def test_rules_that_pass_are_not_tried_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tried = []
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    monkeypatch.setattr("gamekit.layout.compiler.build._try", tried.append)
    first, again = Right(), Right()
    build_and_try(first)
    build_and_try(again)
    assert tried == [first]
    load.remove()
    build_and_try(again)
    assert tried == [first, again]


class StartsElsewhere(Right):
    def __init__(self, board: str) -> None:
        self.board_at_first = board

    def start(self) -> Any:
        return {"board": self.board_at_first}

    def over(self, s: Any) -> Any:
        return -1 if s.board[s.board.count(0) + 1] else None


@pytest.mark.slow
def test_the_same_rules_are_tried_from_another_start() -> None:
    assert build_and_try(StartsElsewhere("X..O")).rules.size == 1 << 9
    with pytest.raises(RulesError, match="an index or a value is 4"):
        build_and_try(StartsElsewhere("X..."))


@pytest.mark.slow
def test_the_quick_build_looks_at_nothing() -> None:
    assert "k_within" not in build(Right()).built.text
    assert "k_within" in build(WrongSign(), is_checked=True).built.text


@pytest.mark.parametrize("name", ["layout", "options", "play", "over", "back", "unplay", "is_state"])
def test_what_is_no_method_is_refused(name: str) -> None:
    game = type("NoMethod", (Back,), {name: None})()
    with pytest.raises(RulesError, match=f"^NoMethod.{name} must be a method; it is None$"):
        gamekit.solve(game)


class PaysMuch(Right):
    def over(self, s: Any) -> Any:
        return 1500 if s.board.count(0) == 0 else None


REMEDY = r"; a payoff of 1,500 needs the python backend \(--backend python\)"


def test_a_payoff_too_large_for_compiled_rules_is_left_to_the_plain_ones() -> None:
    with pytest.raises(
        RulesError,
        match=r"in PaysMuch.over: this returns a payoff that is not from -100 to 100, at .*" + REMEDY,
    ):
        gamekit.solve(PaysMuch(), backend="compiled")
    assert gamekit.solve(PaysMuch(), backend="python").root.payoff == 1500


class PaysMuchLater(PaysMuch):
    def layout(self) -> Layout:
        return Layout(board=Grid(4, 6, ".XO"))


@pytest.mark.slow
def test_the_remedy_is_named_where_the_trial_does_not_come_to_the_end() -> None:
    with pytest.raises(
        RulesError, match=r"outcome must be NOT_OVER or from -100 to 100, and is not" + REMEDY
    ):
        gamekit.prove(PaysMuchLater(), backend="compiled")
