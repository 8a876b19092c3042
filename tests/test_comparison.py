"""Several solvers on one game: who agrees, who is left out and why, and the smallest cap that suffices."""

from __future__ import annotations

import json
import random
import re
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from compiled_graph_game import CompiledGraphGame
from graph_game import GraphGame, random_game

import gamekit
from gamekit import InputError, PluginError, Solver, UnknownNameError, UnsupportedError, Value, compare
from gamekit.arena import Arena, ProgressCallback
from gamekit.comparison import Comparison, Run, duration
from gamekit.engine import solving as engine
from gamekit.registry import SOLVERS, make_solver, registered
from gamekit.solution import Solution, Status
from gamekit.solvers.minimax import Minimax, verdicts_by_cap
from gamekit.solving import solve_by_compiled_rules
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.connect_four import ConnectFour
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

DATA = Path(__file__).parent / "data" / "cat_mouse_913.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
LONG = next(case for case in CASES if (len(case["graph"]), case["remoteness"]) == (17, 80))
EXACT = sorted(registered(SOLVERS))
COMPILED = "retrograde, compiled rules"
METHODS = [f"{COMPILED}, by {method}" for method in ("predecessors", "edges", "sweeps")]

EXAMPLE = CatMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
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
        return attrs.evolve(solution, payoff=payoff, solver="liar")


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


def by_solver(comparison: Comparison) -> dict[str, Run]:
    return {run.solver: run for run in comparison.runs}


# --- agreement --------------------------------------------------------------------------------------------------


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


def test_random_games() -> None:
    for seed in range(40):
        assert compare(random_game(random.Random(seed)), patience=5).agree


def test_another_start() -> None:
    comparison = compare(Nim(heaps=(3, 4, 5)), ["retrograde", "minimax"], start=((1, 1, 0), 1))
    assert {run.verdict.state for run in comparison.runs} == {((0, 1, 1), 1)}
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
    about = (((0, 1), 0), ((1, 1), 1), ((1, 2), 0))
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
    root = ((1, 2), 0)
    comparison = compare(Nim(heaps=(1, 2)), [Liar((root,)), "retrograde", "cycles"])
    assert comparison.reference == "liar:about=(((1, 2), 0),)"
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


# --- caps -------------------------------------------------------------------------------------------------------


def test_the_published_graph_needs_a_cap_of_80() -> None:  # LeetCode-Feedback issue 39999
    comparison = compare(CatMouse(LONG["graph"]), ["retrograde"], caps=[17, 79, 80])
    assert comparison.smallest_cap == 80
    assert comparison.caps_note == "The smallest cap that suffices is 80."
    failing, sufficing = comparison.caps
    assert (failing.first, failing.last, failing.value, failing.suffices) == (0, 79, Value.UNSOLVED, False)
    assert (failing.folklore_value, failing.folklore_right) == (Value.DRAW, False)
    assert (sufficing.first, sufficing.last, sufficing.value, sufficing.remoteness) == (
        80,
        80,
        Value.LOSS,
        80,
    )
    assert sufficing.suffices
    assert sufficing.folklore_right
    runs = by_solver(comparison)
    for cap in (17, 79):
        assert runs[f"minimax:cap={cap}"].verdict.value is Value.UNSOLVED
        assert runs[f"minimax:cap={cap},cap_means=draw"].disagreement
        assert runs[f"minimax:cap={cap},cap_means=draw"].unsound
    assert runs["minimax:cap=80"].verdict.winner == "cat"


def test_no_cap_suffices_for_a_draw() -> None:
    comparison = compare(EXAMPLE, ["retrograde"])
    assert comparison.smallest_cap is None
    assert comparison.caps_note.startswith("No cap suffices: however far a search looks")
    assert all(not caps.suffices and caps.folklore_right for caps in comparison.caps)


def test_no_cap_short_of_the_rules_own_limit_suffices_where_the_cat_outlasts_the_mouse() -> None:
    comparison = compare(CatMouseII(["C...#", "...#F", "....#", "M...."], cat_jump=2, mouse_jump=5))
    assert comparison.runs[0].verdict.remoteness is None
    assert comparison.smallest_cap is None
    assert comparison.caps_note == "No cap suffices that is less than the rules' own limit of 1,000 plies."


def test_ranges_cover_all_caps_once_and_say_what_minimax_says() -> None:
    for seed in range(60):
        comparison = compare(game := random_game(random.Random(seed)), ["retrograde"])
        assert comparison.caps[0].first == 0
        for here, after in zip(comparison.caps, comparison.caps[1:], strict=False):
            assert after.first == here.last + 1
        most = comparison.caps[-1].last
        arena = gamekit.explore(game)
        truth = comparison.runs[0].verdict
        for cap, (verdict, folklore) in enumerate(verdicts_by_cap(arena, most)):
            (here,) = (caps for caps in comparison.caps if caps.first <= cap <= caps.last)
            assert (here.value, here.remoteness) == (verdict.value, verdict.remoteness)
            assert (here.folklore_value, here.folklore_remoteness) == (folklore.value, folklore.remoteness)
            assert here.suffices == (verdict == truth)
            assert here.folklore_right == (folklore == truth)
        if comparison.smallest_cap is not None:
            assert comparison.smallest_cap == most
            assert gamekit.solve(game, solver="minimax", cap=most).root == truth
            if most:
                assert gamekit.solve(game, solver="minimax", cap=most - 1).root.value is Value.UNSOLVED


def test_a_tie_may_need_a_larger_cap_than_its_remoteness() -> None:
    """Bob ties at once; his other way must be seen through to where Ann, who could also lose there, wins."""
    corridor = tuple((i + 1,) for i in range(2, 10))
    game = GraphGame(((1, 2), (), *corridor, (11, 12), (), ()), (1,) * 10 + (0,) * 3, (0,) * 11 + (1, -1))
    comparison = compare(game, ["retrograde", "minimax:cap=9", "minimax:cap=10"])
    assert str(comparison.runs[0].verdict) == "TIE in 1 for Bob"
    assert comparison.smallest_cap == 10
    assert [run.verdict.value for run in comparison.runs] == [Value.TIE, Value.UNSOLVED, Value.TIE]
    assert compare(TicTacToe(symmetry=True), ["retrograde"]).smallest_cap == 9


def tie_or_circle(size: int) -> GraphGame:
    """Return a game in which Bob may tie at once or go round with Ann, who could also lose."""
    circle = tuple(((i - 2) % size + 3,) for i in range(4, size + 3))
    return GraphGame(((1, 3), (), (), (2, 4), *circle), (1, 0, 0) + (0,) * size, (0, 0, -1) + (0,) * size)


def test_a_tie_that_a_circle_could_better_for_all_a_search_knows_has_no_sufficient_cap() -> None:
    comparison = compare(tie_or_circle(3), ["retrograde", "minimax"])
    assert [str(run.verdict) for run in comparison.runs] == ["TIE in 1 for Bob"] * 2
    assert comparison.smallest_cap is None
    assert comparison.caps_note.startswith("No cap suffices: ")
    assert "That the root is a tie needs the whole arena" in comparison.caps_note


def test_trying_caps_ends_when_patience_does() -> None:
    comparison = compare(tie_or_circle(400), ["retrograde"], patience=0.02)
    assert (comparison.caps, comparison.smallest_cap) == ((), None)
    assert comparison.caps_note == "Not found out: that takes longer than 20 ms."


def test_caps_are_not_tried_where_that_would_take_long() -> None:
    comparison = compare(CatMouse(LONG["graph"]), ["retrograde"], patience=1e-3)
    assert (comparison.caps, comparison.smallest_cap) == ((), None)
    assert comparison.caps_note.startswith("Not found out: that would take about ")


# --- compiled rules -----------------------------------------------------------------------------------------------


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


def test_more_states_than_are_looked_up_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.compiled_comparison.MOST_LOOK_UPS", 10)
    run = by_solver(compare(EXAMPLE))[COMPILED]
    assert (run.states_compared, run.states_touched, run.disagreement) == (10, 60, None)


def test_the_plain_gear_alone() -> None:
    assert sorted(by_solver(compare(EXAMPLE, gear="python"))) == EXACT
    with pytest.raises(gamekit.LimitError, match="more than 59 states"):
        compare(EXAMPLE, gear="python", max_states=59)


@pytest.mark.parametrize("how", [{"gear": "compiled"}, {"max_states": 59}])
def test_methods_of_the_compiled_gear(how: Any) -> None:
    comparison = compare(EXAMPLE, threads=2, **how)
    assert [run.solver for run in comparison.runs] == METHODS
    assert (comparison.states, comparison.edges, comparison.reference) == (60, 88, METHODS[0])
    for run in comparison.runs:
        assert run.verdict == gamekit.solve(EXAMPLE).root
        assert (run.left_out, run.disagreement, run.states_compared) == (None, None, 60)
    assert comparison.agree
    assert (comparison.caps, comparison.smallest_cap) == ((), None)


def test_methods_that_take_too_long_or_are_not_possible_are_left_out() -> None:
    first, *others = compare(EXAMPLE, gear="compiled", patience=0).runs
    assert first.left_out is None
    assert all(re.fullmatch("it would take about .*, more than 0 ms", run.left_out) for run in others)
    game = CompiledGraphGame(
        edges=((1,), ()), mover=(0, 1), payoff=(0, 1), is_dense=False, gives_predecessors=False
    )
    reasons = {run.solver: run.left_out for run in compare(game, gear="compiled").runs}
    assert reasons == {
        METHODS[1]: None,
        METHODS[0]: "the compiled rules give no predecessors",
        METHODS[2]: None,
    }


def test_methods_that_differ_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sweep = engine.solve_by_sweeping

    def lie(work: Any, batch: Any, index: Any, columns: Any, *others: Any) -> int:
        rounds = sweep(work, batch, index, columns, *others)
        columns.value[np.flatnonzero(columns.value == 1)[-1]] = -1
        return rounds

    monkeypatch.setattr(engine, "solve_by_sweeping", lie)
    *sound, wrong = compare(ConnectFour(width=3, height=3, length=3), gear="compiled").runs
    assert [run.disagreement for run in sound] == [None, None]
    assert re.fullmatch(
        r"[XO./]+: (WIN|LOSS) in (\d+) for (.), not (WIN|LOSS) in \2 for \3", wrong.disagreement
    )


def test_solvers_and_caps_go_by_plain_rules() -> None:
    for arguments in ({"solvers": ["retrograde"]}, {"caps": [3]}):
        with pytest.raises(InputError, match="solvers and caps go by plain rules"):
            compare(EXAMPLE, gear="compiled", **arguments)
    with pytest.raises(InputError, match="gear is auto, python or compiled; it is 'fast'"):
        compare(EXAMPLE, gear="fast")
    with pytest.raises(UnsupportedError, match="gives no compiled rules"):
        compare(Nim(heaps=(1, 2)), gear="compiled")


# --- what is measured -------------------------------------------------------------------------------------------


def test_states_touched_and_memory() -> None:
    comparison = compare(Nim(heaps=(3, 4, 5)), ["retrograde", "minimax:cap=3"])
    whole, partial = comparison.runs
    assert whole.states_touched == 91
    solution = gamekit.solve(Nim(heaps=(3, 4, 5)), solver="minimax", cap=3)
    assert partial.states_touched == solution.statistics["states touched"] < 91
    assert whole.peak_bytes > 0


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


def test_unsolved_states_are_never_compared() -> None:
    for seed in range(60):
        game = random_game(random.Random(seed))
        (_, partial) = compare(game, ["retrograde", "minimax:cap=2"]).runs
        solution = gamekit.solve(game, solver="minimax", cap=2)
        assert partial.states_compared == int((solution.status != Status.UNSOLVED).sum())
        assert partial.disagreement is None


def test_a_broken_solver_is_left_out_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [*entry_points(group=SOLVERS), EntryPoint("astray", "no_such_module:Astray", SOLVERS)]
    monkeypatch.setattr("gamekit.registry.entry_points", lambda **_: EntryPoints(entries))
    runs = {run.solver: run for run in compare(Nim(heaps=(1, 2))).runs}
    assert "no_such_module" in runs["astray"].left_out
    assert runs["retrograde"].verdict is not None


def test_a_name_that_two_packages_claim_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [*entry_points(group=SOLVERS), EntryPoint("retrograde", "elsewhere:Retrograde", SOLVERS)]
    monkeypatch.setattr("gamekit.registry.entry_points", lambda **_: EntryPoints(entries))
    with pytest.raises(PluginError, match="more than one package has a solver 'retrograde'"):
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
    assert sizes[:2] == [3, comparison.states]


def test_a_solver_that_fails_on_the_tiny_arena_is_run_all_the_same() -> None:
    (choosy,) = compare(Nim(heaps=(1, 2)), [Choosy()]).runs
    assert choosy.left_out


def test_what_is_compiled_is_timed_a_second_time_where_it_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    from gamekit import compiled_comparison

    calls = []

    def counted(*arguments: Any, **options: Any) -> Any:
        calls.append(arguments)
        return solve_by_compiled_rules(*arguments, **options)

    monkeypatch.setattr(compiled_comparison, "solve_by_compiled_rules", counted)
    compare(EXAMPLE)
    assert len(calls) == 2
    monkeypatch.setattr(compiled_comparison, "QUICK", 0.0)
    compare(EXAMPLE)
    assert len(calls) == 3
