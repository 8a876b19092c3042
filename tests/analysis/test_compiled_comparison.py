"""What `compare` makes of compiled rules: held against the plain ones, or their methods against each other."""

from __future__ import annotations

import re
from typing import Any

import attrs
import numpy as np
import pytest
from support.command import Countdown
from support.comparing import COMPILED, EXACT, EXAMPLE, by_solver
from support.compiled_graph_game import CompiledGraphGame

import gamekit
from gamekit import InputError, UnsupportedError, compare
from gamekit.analysis.comparison.compare import difference
from gamekit.engine.retrograde import solve as engine
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve import solve_by_compiled_rules
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour

METHODS = [f"{COMPILED}, by {method}" for method in ("predecessors", "edges", "scan")]


@attrs.frozen
class Crooked(CatMouse):
    """Its compiled rules let the mouse be caught in the hole, too."""

    def compiled_rules(self) -> Any:
        other = attrs.evolve(CatMouse(self.graph), hole=4)
        return attrs.evolve(super().compiled_rules(), parameters=other.compiled_rules().parameters)


def test_compiled_rules_that_say_something_else_are_named() -> None:
    comparison = compare(Crooked(EXAMPLE.graph))
    assert not comparison.agree
    run = by_solver(comparison)[COMPILED]
    assert re.fullmatch(r"mouse \d, cat \d, \w+ to move: .*, not (WIN|LOSS|DRAW).*", run.disagreement)
    assert "no: WRONG" in str(comparison)


def test_more_states_than_are_looked_up_are_drawn() -> None:
    compiled, plain = (gamekit.solve(EXAMPLE, backend=backend) for backend in ("compiled", "python"))
    assert difference(compiled, plain, max_look_ups=10) == (10, None)
    assert difference(compiled, plain) == (60, None)


def test_the_plain_backend_alone() -> None:
    assert sorted(by_solver(compare(EXAMPLE, backend="python"))) == EXACT
    with pytest.raises(gamekit.LimitError, match="more than 59 states"):
        compare(EXAMPLE, backend="python", max_states=59)


@pytest.mark.parametrize("how", [{"backend": "compiled"}, {"max_states": 59}])
def test_methods_of_the_compiled_backend(how: Any) -> None:
    comparison = compare(EXAMPLE, threads=2, **how)
    assert [run.solver for run in comparison.runs] == METHODS
    assert (comparison.states, comparison.edges, comparison.reference) == (60, 88, METHODS[0])
    for run in comparison.runs:
        assert run.verdict == gamekit.solve(EXAMPLE).root
        assert (run.left_out, run.disagreement, run.states_compared) == (None, None, 60)
    assert comparison.agree
    assert (comparison.caps, comparison.smallest_cap) == ((), None)


def test_methods_that_take_too_long_or_are_not_possible_are_left_out() -> None:
    first, *others = compare(EXAMPLE, backend="compiled", patience=0).runs
    assert first.left_out is None
    assert all(re.fullmatch("it would take about .*, more than 0 ms", run.left_out) for run in others)
    game = CompiledGraphGame(
        edges=((1,), ()), mover=(0, 1), payoff=(0, 1), is_dense=False, gives_predecessors=False
    )
    reasons = {run.solver: run.left_out for run in compare(game, backend="compiled").runs}
    assert reasons == {
        METHODS[1]: None,
        METHODS[0]: "method 'predecessors' needs compiled rules that give predecessors; these give none",
        METHODS[2]: None,
    }


def test_methods_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    scans = engine.solve_by_scans

    def lie(runner: Any, batch: Any, state: Any, *others: Any) -> int:
        rounds = scans(runner, batch, state, *others)
        columns = state.columns
        changed = np.flatnonzero(columns.values(slice(None)) == 1)[-1:]
        columns.write(changed, np.array([-1], dtype=np.int8), columns.remoteness(changed).astype(np.int32))
        return rounds

    monkeypatch.setattr(engine, "solve_by_scans", lie)
    *sound, wrong = compare(ConnectFour(width=3, height=3, length=3), backend="compiled").runs
    assert [run.disagreement for run in sound] == [None, None]
    assert re.fullmatch(
        r"[XO./]+: (WIN|LOSS) in (\d+) for (\w+), not (WIN|LOSS) in \2 for \3", wrong.disagreement
    )


def test_solvers_and_caps_go_by_plain_rules() -> None:
    for arguments in ({"solvers": ["retrograde"]}, {"caps": [3]}):
        with pytest.raises(InputError, match="solvers and caps need the plain rules"):
            compare(EXAMPLE, backend="compiled", **arguments)
    with pytest.raises(InputError, match="backend must be auto, python or compiled; it is 'fast'"):
        compare(EXAMPLE, backend="fast")
    with pytest.raises(UnsupportedError, match="gives no compiled rules"):
        compare(Countdown(), backend="compiled")


def test_what_is_compiled_is_timed_a_second_time_where_it_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamekit.analysis.comparison import candidates

    calls = []

    def counted(*arguments: Any, **options: Any) -> Any:
        calls.append(arguments)
        return solve_by_compiled_rules(*arguments, **options)

    monkeypatch.setattr(candidates, "solve_by_compiled_rules", counted)
    compare(EXAMPLE)
    assert len(calls) == 2
    candidates.solve_timed(EXAMPLE, SolveOptions(), timed_twice=0.0)
    assert len(calls) == 3
