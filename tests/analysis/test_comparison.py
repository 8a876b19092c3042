"""Several solvers on one game: who agrees, who is left out and why, and the smallest cap that suffices."""

from __future__ import annotations

import random
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import attrs
import pytest
from support.comparing import COMPILED, EXACT, EXAMPLE, LONG, by_solver
from support.graph_game import GraphGame, random_game
from support.solutions import altered

import gamekit
from gamekit import InputError, PluginError, Solver, UnknownNameError, UnsupportedError, Value, compare
from gamekit.analysis.comparison.compare import Run, duration
from gamekit.arena import Arena
from gamekit.game.progress import ProgressCallback
from gamekit.solution.solution import Solution, Status
from gamekit.solvers.minimax import Minimax
from gamekit.solvers.registry import SOLVERS, make_solver
from games.cat_mouse import CatMouse
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

SHORT = CatMouse([[2], [2, 3], [0, 1], [1]])  # the cat wins in 3 plies


@attrs.frozen
class Liar(Solver):
    """Solves by retrograde analysis, then turns the payoffs of some states round."""

    about: tuple[Any, ...] = ()

    def solve(self, arena: Arena[Any, Any], progress: ProgressCallback | None = None) -> Solution[Any, Any]:
        solution = make_solver("retrograde").solve(arena, progress)
        payoff = solution.payoff.copy()
        places = [arena.index_of(state) for state in self.about]
        payoff[places] *= -1
        return altered(solution, payoff=payoff, solver="liar")


@attrs.frozen
class Slow(Solver):
    """Says that it takes long."""

    estimate: float = 7_200.0

    def seconds(self, arena: Arena[Any, Any], plies: int) -> float:
        return self.estimate

    def solve(self, arena: Arena[Any, Any], progress: ProgressCallback | None = None) -> Solution[Any, Any]:
        return make_solver("retrograde").solve(arena, progress)


@attrs.frozen
class Choosy(Slow):
    """Solves nothing."""

    estimate: float = 0.0

    def can_solve(self, arena: Arena[Any, Any]) -> str | None:
        return f"{len(arena)} states are not to its taste"


# --- agreement --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_all_registered_solvers_agree_by_default() -> None:
    comparison = compare(EXAMPLE)
    assert sorted(run.solver for run in comparison.runs) == sorted([*EXACT, COMPILED])
    assert comparison.reference == comparison.runs[0].solver == "retrograde"
    assert comparison.agree
    assert (comparison.states, comparison.edges) == (60, 88)
    for run in comparison.runs:
        assert (run.left_out, run.unsound, run.disagreement) == (None, None, None)
        assert run.verdict == gamekit.solve(EXAMPLE).root
        assert run.states_compared == run.states_touched
        assert run.seconds >= 0
        assert run.solver == COMPILED or run.peak_bytes > 0
    assert comparison.explore_seconds >= 0


def test_caps_are_tried_by_default_where_somebody_wins() -> None:
    runs = by_solver(compare(SHORT))
    assert list(runs) == [
        "retrograde",
        "cycles",
        "minimax",
        "minimax:cap=2",
        "minimax:cap=3",
        "minimax:cap=1,cap_means=draw",
        COMPILED,
    ]
    assert runs["minimax:cap=2"].verdict.value is Value.UNSOLVED
    assert runs["minimax:cap=3"].verdict == runs["retrograde"].verdict
    assert runs["minimax:cap=1,cap_means=draw"].verdict.value is Value.DRAW


def test_only_states_that_both_cover_are_compared() -> None:
    comparison = compare(SHORT, ["retrograde", "minimax:cap=2", "minimax"])
    whole, partial, reach = comparison.runs
    assert whole.states_compared == comparison.states
    solution = gamekit.solve(SHORT, solver="minimax", cap=2)
    assert partial.states_compared == len(solution) - solution.unsolved
    assert reach.states_compared == len(solution) < comparison.states
    assert comparison.agree


def test_solvers_may_be_given_as_objects_with_options_and_twice() -> None:
    comparison = compare(SHORT, [Minimax(cap=3), "minimax:cap=3", make_solver("retrograde", kernel="plain")])
    assert [run.solver for run in comparison.runs] == [
        "minimax:cap=3",
        "minimax:cap=3",
        "retrograde:kernel=plain",
    ]
    assert comparison.agree


def test_caps_add_runs_in_truth_and_by_folklore() -> None:
    comparison = compare(SHORT, ["retrograde"], caps=[2, 3])
    assert [run.solver for run in comparison.runs] == [
        "retrograde",
        "minimax:cap=2",
        "minimax:cap=2,cap_means=draw",
        "minimax:cap=3",
        "minimax:cap=3,cap_means=draw",
    ]


@pytest.mark.parametrize("arenas", [6, pytest.param(40, marks=pytest.mark.slow)])
def test_random_games(arenas: int) -> None:
    for seed in range(arenas):
        assert compare(random_game(random.Random(seed)), patience=5).agree


def test_another_start() -> None:
    comparison = compare(Nim(heaps=(3, 4, 5)), ["retrograde", "minimax"], start=(1, 1, 0, 1))
    assert {run.verdict.state for run in comparison.runs} == {(0, 1, 1, 1)}
    assert comparison.states < 91


# --- disagreement -----------------------------------------------------------------------------------------------


def test_folklore_is_flagged_but_does_not_count_as_disagreement() -> None:
    comparison = compare(SHORT, ["retrograde", "minimax:cap=2,cap_means=draw"])
    folklore = comparison.runs[1]
    assert folklore.unsound == "what lies beyond the cap is taken for endless play"
    assert folklore.disagreement == (
        f"mouse 1, cat 2, mouse to move: {folklore.verdict}, not {comparison.runs[0].verdict}"
    )
    assert folklore.disagreement.startswith("mouse 1, cat 2, mouse to move: DRAW for mouse, not ")
    assert comparison.agree


def test_the_root_is_named_first_where_a_solver_lies() -> None:
    game = Nim(heaps=(1, 2))
    about = ((0, 1, 0), (1, 1, 1), (1, 2, 0))
    comparison = compare(game, ["retrograde", Liar(about)])
    assert not comparison.agree
    assert comparison.runs[0].disagreement is None
    assert (
        comparison.runs[1].disagreement == "1 2, first to move: LOSS in 3 for first, not WIN in 3 for first"
    )


def test_elsewhere_the_first_state_is_named() -> None:
    game = Nim(heaps=(1, 2))
    solution = gamekit.solve(game)
    others = [state for state in solution.arena.states if state != solution.root.state]
    for about in ((others[4], others[1]), (others[2],)):
        first = min(about, key=solution.arena.index_of)
        (_, lying) = compare(game, ["retrograde", Liar(about)]).runs
        verdict = solution[first]
        lie = {"WIN": "LOSS", "LOSS": "WIN"}
        said = str(verdict).replace(verdict.value.name, lie[verdict.value.name], 1)
        assert lying.disagreement == f"{game.format_state(first)}: {said}, not {verdict}"


def test_a_solver_that_lies_does_not_go_unnoticed_as_the_reference() -> None:
    root = (1, 2, 0)
    comparison = compare(Nim(heaps=(1, 2)), [Liar((root,)), "retrograde", "cycles"])
    assert comparison.reference == "liar:about=((1, 2, 0),)"
    assert not comparison.agree
    assert [run.disagreement is None for run in comparison.runs] == [True, False, False]


def test_the_reference_is_the_first_that_solves_all_and_is_sound() -> None:
    solvers = ["minimax:cap=9,cap_means=draw", "minimax:cap=2", "cycles", "retrograde"]
    assert compare(SHORT, solvers).reference == "cycles"
    assert compare(SHORT, ["minimax:cap=2"]).reference == "retrograde"  # which is asked anyway


# --- left out ---------------------------------------------------------------------------------------------------


def test_what_would_take_too_long_is_left_out_with_the_reason() -> None:
    comparison = compare(SHORT, ["retrograde", Slow()], patience=90)
    slow = comparison.runs[1]
    assert slow == Run("slow", left_out="it would take about 2.0 h, more than 90 s")
    assert comparison.agree
    assert compare(SHORT, ["retrograde", Slow()], patience=7_200).runs[1].left_out is None


def test_what_cannot_solve_the_game_is_left_out_with_its_reason() -> None:
    (_, choosy) = compare(Nim(heaps=(1, 2)), ["retrograde", Choosy()]).runs
    assert choosy == Run("choosy", left_out="choosy cannot solve Nim: 7 states are not to its taste")


@pytest.mark.slow
def test_minimax_is_left_out_where_its_cap_makes_it_slow() -> None:
    comparison = compare(CatMouse(LONG["graph"]), ["retrograde", "minimax:cap=1000000"], patience=1)
    assert comparison.runs[1].left_out.startswith("it would take about ")
    assert comparison.runs[1].left_out.endswith(", more than 1.0 s")


def test_what_is_asked_for_must_exist() -> None:
    with pytest.raises(UnknownNameError):
        compare(SHORT, ["retrogade"])
    with pytest.raises(InputError):
        compare(SHORT, ["minimax:cap=many"])
    scored = GraphGame(((1, 2, 0), (), ()), (0, 0, 0), (0, 1, 2), turn_limit=3)
    with pytest.raises(UnsupportedError):
        compare(scored)


# --- what is measured -------------------------------------------------------------------------------------------


def test_states_touched_and_memory() -> None:
    comparison = compare(Nim(heaps=(3, 4, 5)), ["retrograde", "minimax:cap=3"])
    whole, partial = comparison.runs
    assert whole.states_touched == 91
    solution = gamekit.solve(Nim(heaps=(3, 4, 5)), solver="minimax", cap=3)
    assert partial.states_touched == solution.statistics["states touched"] < 91
    assert whole.peak_bytes > 0


@pytest.mark.release
def test_progress_is_told() -> None:
    calls: list[Any] = []
    compare(TicTacToe(), ["retrograde", "cycles"], progress=lambda *call: calls.append(call))
    assert {"exploring", "solving backwards", "solving components"} <= {what for what, *_ in calls}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 ms"),
        (0.0123, "12 ms"),
        (0.99, "990 ms"),
        (1.234, "1.2 s"),
        (59.6, "60 s"),
        (119.4, "119 s"),
        (120, "2 min"),
        (7_199, "120 min"),
        (7_200, "2.0 h"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize("arenas", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_unsolved_states_are_never_compared(arenas: int) -> None:
    for seed in range(arenas):
        game = random_game(random.Random(seed))
        (_, partial) = compare(game, ["retrograde", "minimax:cap=2"]).runs
        solution = gamekit.solve(game, solver="minimax", cap=2)
        assert partial.states_compared == int((solution.status != Status.UNSOLVED).sum())
        assert partial.disagreement is None


@pytest.mark.slow
def test_a_broken_solver_is_left_out_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [EntryPoint("astray", "no_such_module:Astray", SOLVERS.name)]
    monkeypatch.setattr("gamekit.game.registry.entry_points", lambda **_: EntryPoints(entries))
    runs = {run.solver: run for run in compare(Nim(heaps=(1, 2))).runs}
    assert "no_such_module" in runs["astray"].left_out
    assert runs["retrograde"].verdict is not None


def test_a_name_that_two_packages_claim_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [EntryPoint("retrograde", "elsewhere:Retrograde", SOLVERS.name)]
    monkeypatch.setattr("gamekit.game.registry.entry_points", lambda **_: EntryPoints(entries))
    with pytest.raises(PluginError, match="only one package may have a solver 'retrograde'"):
        make_solver("retrograde")


def test_a_class_is_no_game() -> None:
    with pytest.raises(InputError, match="this is the class Nim"):
        gamekit.solve(type(Nim(heaps=(1, 2))))


# --- before the clock ---------------------------------------------------------------------------------------


def test_every_solver_is_warmed_up_on_a_tiny_arena() -> None:
    sizes = []

    class Watched(Slow):
        def solve(self, arena: Any, progress: Any = None) -> Any:
            sizes.append(len(arena))
            return super().solve(arena, progress)

    comparison = compare(SHORT, [Watched(estimate=0.0)])
    assert sizes[:2] == [60, comparison.states]


def test_a_solver_that_fails_on_the_tiny_arena_is_run_all_the_same() -> None:
    (choosy,) = compare(Nim(heaps=(1, 2)), [Choosy()]).runs
    assert choosy.left_out
