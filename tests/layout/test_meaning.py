"""Every operator of the rules' subset means what it means in Python, or is refused, in all builds of the rules."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from support.expressions import EDGES, EXAMPLES, EXPRESSIONS, UndefinedError, game_of, meaning
from support.marks import cases

import gamekit
from gamekit.errors import RulesError
from gamekit.layout import LOSS, TIE, BoardGame, Counter, Layout
from gamekit.layout.compiler.build import build, interpreted_build
from gamekit.layout.compiler.module import ModuleWriter

Numbers = Callable[[int], int]
"""From a code to the number of its state."""


def order(compiled: Any) -> Numbers:
    """Return the order of compiled rules, as machine code where they are."""
    from gamekit.engine.codes.jit import compiled as of_machine

    function, parameters = compiled.rules.order, compiled.rules.parameters
    if function.__module__.startswith("rules_"):
        function = of_machine(function, writes=False)
    return lambda code: int(function(code, parameters))


def assert_all_mean_the_same(
    expressions: Sequence[str], pairs: Sequence[tuple[int, int]], *, is_machine: bool
) -> None:
    with TemporaryDirectory() as folder:
        game = game_of(expressions, Path(folder))
        looking = {"interpreted": order(interpreted_build(game))}
        if is_machine:
            looking["checked"], quick = order(build(game, is_checked=True)), order(build(game))
        names = {**game.order.__globals__, "self": game}
        start = game.initial_state()
        for which, expression in enumerate(expressions):
            for i, j in pairs:
                state = (which, i, j, *start[3:])
                code, view = game.encode(state), game._views.of(state)
                what = f"{expression} for a={EDGES[i]}, b={EDGES[j]}"
                try:
                    right = meaning(expression, {**names, "s": view, "a": EDGES[i], "b": EDGES[j]})
                except UndefinedError:
                    for build_name, number in looking.items():
                        with pytest.raises(IndexError) as error:
                            pytest.fail(f"{build_name}: {what} is {number(code)}")
                        assert len(error.value.args) == 3, what
                    continue
                assert game.order_of(state) == right, what
                for build_name, number in looking.items():
                    assert number(code) == right, f"{build_name}: {what}"
                if is_machine:
                    assert quick(code) == right, f"quick: {what}"


PAIRS = [(i, j) for i in range(len(EDGES)) for j in range(len(EDGES))]


@pytest.mark.slow
@given(st.lists(EXPRESSIONS, min_size=10, max_size=10), st.randoms(use_true_random=False))
@settings(max_examples=2)
def test_the_interpreted_build_means_what_python_means(expressions: list[str], rng: random.Random) -> None:
    assert_all_mean_the_same(expressions, rng.sample(PAIRS, 20), is_machine=False)


@pytest.mark.release
@given(st.lists(EXPRESSIONS, min_size=40, max_size=40))
@settings(max_examples=1, phases=[Phase.generate])  # to shrink what takes seconds takes hours
def test_all_builds_mean_what_python_means(expressions: list[str]) -> None:
    assert_all_mean_the_same(expressions, PAIRS, is_machine=True)


def test_the_interpreted_build_means_it_at_the_edges() -> None:
    assert_all_mean_the_same(EXAMPLES, random.Random(37).sample(PAIRS, 60), is_machine=False)


@pytest.mark.release
def test_all_builds_mean_it_at_the_edges() -> None:
    assert_all_mean_the_same(EXAMPLES, PAIRS, is_machine=True)


# --- what lies far from the start -----------------------------------------------------------------------------------


class Line(BoardGame):
    """Numbers are counted up; whoever must move where `held` says so loses, which is far from the start."""

    stuck = TIE

    def layout(self) -> Layout:
        return Layout(long=Counter(2_000), k=Counter(70), j=Counter(7))

    def start(self) -> dict[str, int]:
        return {"j": 5}

    def options(self, s: Any) -> Iterator[int]:
        if s.long < 2_000:
            yield 0
        elif s.k < 70:
            yield 1

    def play(self, s: Any, move: int) -> None:
        if move:
            s.k += 1
        else:
            s.long += 1

    def over(self, s: Any) -> int | None:
        return LOSS if s.long == 2_000 and self.holds(s.j, s.k) else None

    def holds(self, j: int, k: int) -> bool:
        return k >= 64 and j >> k == j


class Left(Line):
    def holds(self, j: int, k: int) -> bool:
        return k >= 64 and j - 5 << k == j


class Beyond(Line):
    def holds(self, j: int, k: int) -> bool:
        return k >= 64 and j << k == j


class Below(Line):
    def holds(self, j: int, k: int) -> bool:
        return j >> 69 - k == 100


class Fraction(Line):
    def holds(self, j: int, k: int) -> bool:
        return k >= 64 and 2 ** (69 - k) == 100


@pytest.mark.parametrize("game", cases(release=[Line(), Left()]))
def test_shifts_by_64_places_or_more_keep_their_meaning_far_from_the_start(game: Line) -> None:
    right = gamekit.solve(game, backend="python")
    assert (right.root.value, right.root.remoteness) == (gamekit.Value.TIE, 2_070)
    for solution in (gamekit.solve(game, backend="compiled"), gamekit.solve(game, checked=True)):
        assert solution.backend == "compiled"
        assert (solution.root, solution.counts()) == (right.root, right.counts())


@pytest.mark.parametrize(
    ("game", "why"),
    cases(
        slow=[(Beyond(), "5 << 64 is beyond 63 bits, at 2,?000 64 5.*: j << k")],
        release=[
            (Below(), "rules shift by 0 places or more, not 5 >> -1, at 2,?000 70 5.*: j >> 69 - k"),
            (
                Fraction(),
                r"rules raise to the power of 0 or more, not 2 \*\* -1, at 2,?000 70 5.*: 2 \*\* \(69 - k\)",
            ),
        ],
    ),
)
def test_what_has_no_value_far_from_the_start_is_refused_by_the_checked_build(game: Line, why: str) -> None:
    line = inspect.getsourcelines(type(game).holds)[1] + 1
    at = f"{Path(__file__).name}, line {line}, in {type(game).__name__}.holds"
    with pytest.raises(RulesError, match=f"^{at}: {why}"):
        gamekit.solve(game, checked=True)


# --- what is refused before anything runs ----------------------------------------------------------------------------


class Refused(Line):
    MUCH = 1 << 63
    MUCHES = [[0, 1 << 63]]
    ROWS = [[1]]
    FEW_BITS = np.array([100], dtype=np.int8)
    MUCH_OF_FEW_BITS = np.int8(100)


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("s.k >> -1", "rules shift by 0 places or more"),
        ("s.k << (1 - 2)", "rules shift by 0 places or more"),
        ("s.k ** -1", "rules raise to the power of 0 or more"),
        ("2 ** -1", "rules raise to the power of 0 or more, not 2 \\*\\* -1"),
        ("s.k // 0", "rules divide by any number but 0"),
        ("divmod(s.k, 0)[0]", "rules divide by any number but 0"),
        ("1 << 63", "1 << 63 is beyond 63 bits"),
        ("s.k & 9223372036854775808", "a number of rules may have at most 63 bits"),
        ("self.MUCH", "a number of rules may have at most 63 bits"),
        ("self.MUCHES[0][0]", "a number of rules may have at most 63 bits"),
        ("self.FEW_BITS[0] * 2", "results of int8 wrap in plain Python"),
        ("self.MUCH_OF_FEW_BITS * 2", "results of int8 wrap in plain Python"),
        ("self.ROWS[-1][0]", "an index must count from 0, not from the end"),
    ],
)
def test_what_literals_show_is_refused_before_anything_runs(
    expression: str, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "refused.py"
    path.write_text(f"def order(self, s):\n    if s.k == 70:\n        return {expression}\n    return 0\n")
    names: dict[str, Any] = {}
    exec(compile(path.read_text(), path, "exec"), names)
    game = type("Refused", (Refused,), {"order": names["order"]})()
    for is_checked in (False, True):
        with pytest.raises(RulesError, match=rf"^refused.py, line 3, in order: {why}.*: "):
            ModuleWriter(game, game.board, game.coding, is_checked=is_checked).write()


def test_literals_are_computed_as_python_computes_them() -> None:
    """The ends of the range can be written."""
    ends = ["-9223372036854775808", "2**62 - 1 + 2**62", "-1 << 63", "0 << 100"]
    assert_all_mean_the_same(ends, [(0, 0)], is_machine=False)
