"""Minimax with a cap: what it may claim, what it leaves open, and the folklore that takes the cap for a draw."""

from __future__ import annotations

import json
import random
from typing import Any

import attrs
import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.folded import Folded
from support.graph_game import GraphGame, random_game
from support.marks import cases
from support.naive import naive_results
from support.paths import DATA

import gamekit
from gamekit import InputError, Solution, Value
from gamekit.arena import Arena, explore
from gamekit.game.values import BOTH, FIRST, SECOND, preference_key, remoteness_minimizer
from gamekit.solution.solution import Status
from gamekit.solvers.minimax import Minimax, Scale, verdicts_by_cap
from gamekit.solvers.registry import make_solver
from gamekit.solvers.solve import run
from games.cat_mouse import CatMouse
from games.kalah import Kalah
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

CHASES = DATA / "cat_mouse_913.jsonl"
CASES = [json.loads(line) for line in CHASES.read_text(encoding="utf-8").splitlines()]


BY_LENGTH = sorted(CASES, key=lambda case: case["remoteness"] or 0)
SHORT = [case for case in BY_LENGTH if (case["remoteness"] or 0) <= 6]
QUICK = SHORT[::8]
SLOW = [case for case in BY_LENGTH if (case["remoteness"] or 0) <= 40 and case not in QUICK]
"""Longer ones take ten seconds each."""


def results(solution: Solution[Any, Any]) -> dict[Any, tuple[int, int | None]]:
    """Return payoff and remoteness of the states that have a value."""
    return {
        verdict.state: (verdict.payoff, verdict.remoteness)
        for verdict in solution
        if verdict.payoff is not None
    }


def path(states: int, payoff: int = 1) -> GraphGame:
    edges = (*((i + 1,) for i in range(states - 1)), ())
    return GraphGame(edges, tuple(i % 2 for i in range(states)), (payoff,) * states)


# --- what a cap allows to claim ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case", cases(quick=QUICK, slow=SLOW, release=BY_LENGTH[-1:]), ids=lambda case: case["remoteness"]
)
def test_the_smallest_cap_that_suffices_for_913_is_the_remoteness(case: dict[str, Any]) -> None:
    arena = explore(CatMouse(case["graph"]))
    needed = case["remoteness"]
    most = 2 * len(case["graph"]) if needed is None else needed + 3
    for cap, (verdict, folklore) in enumerate(verdicts_by_cap(arena, most)):
        if needed is not None and cap >= needed:
            assert (verdict.winner, verdict.remoteness) == (case["winner"], needed)
            assert verdict == folklore
        else:
            assert verdict.value is Value.UNSOLVED
            assert folklore.value is Value.DRAW  # which is wrong where somebody wins


@pytest.mark.release
def test_the_graph_on_which_twice_the_nodes_are_far_too_few() -> None:  # LeetCode-Feedback issue 39999
    (case,) = (case for case in CASES if (len(case["graph"]), case["remoteness"]) == (17, 80))
    game = CatMouse(case["graph"])
    for cap in (17, 34, 79):
        assert gamekit.solve(game, solver="minimax", cap=cap).root.value is Value.UNSOLVED
        folklore = gamekit.solve(game, solver="minimax", cap=cap, cap_means="draw")
        assert folklore.root.value is Value.DRAW
        assert folklore.answer == 0
    for means in ("unknown", "draw"):
        solution = gamekit.solve(game, solver="minimax", cap=80, cap_means=means)
        assert (solution.answer, solution.root.remoteness) == (2, 80)


@pytest.mark.release
def test_what_is_known_stays_known_under_a_larger_cap() -> None:
    for seed in range(150):
        arena = explore(random_game(random.Random(seed))).within_reach()
        truth = naive_results(arena)
        before: dict[Any, Any] = {}
        for cap in range(13):
            solution = run(Minimax(cap=cap), arena)
            known = results(solution)
            assert known.items() >= before.items()
            assert all(truth[arena.index[state]] == result for state, result in known.items()), seed
            before = known
            report = gamekit.verify(solution)
            assert not report.wrong
            assert report.ok == (len(known) == len(arena))


@pytest.mark.slow
def test_a_best_possible_result_found_within_the_cap_stands() -> None:
    tried = 0
    for seed in range(300):
        arena = explore(random_game(random.Random(seed))).within_reach()
        infinity = arena.game.infinite_play
        ends = arena.payoff[arena.terminal].tolist()
        payoff, remoteness = naive_results(arena)[arena.root]
        if (
            remoteness is None
            or payoff not in (min([*ends, infinity]), max([*ends, infinity]))
            or payoff == infinity
        ):
            continue
        tried += 1
        for cap, (verdict, _) in enumerate(verdicts_by_cap(arena, remoteness + 2)):
            assert (verdict.payoff, verdict.remoteness) == (
                (payoff, remoteness) if cap >= remoteness else (None, None)
            )
    assert tried > 80


@pytest.mark.parametrize(
    "game", [Nim(heaps=(3, 4)), Nim(heaps=(2, 3), misere=True), Kalah(2, 2), TicTacToe(2, 3, 3)]
)
def test_a_cap_as_long_as_the_longest_play_solves_all(game: gamekit.Game[Any, Any]) -> None:
    arena = explore(game)
    longest = nx.dag_longest_path_length(arena.to_networkx())
    solution = run(Minimax(cap=longest), arena)
    assert solution.unsolved == 0
    assert results(solution) == results(run(make_solver("retrograde"), arena))


def test_a_cap_of_nothing() -> None:
    solution = gamekit.solve(Nim(heaps=(1, 2)), solver="minimax", cap=0)
    assert (solution.root.value, solution.unsolved) == (Value.UNSOLVED, len(solution))
    assert gamekit.solve(Nim(heaps=(0, 0)), solver="minimax", cap=0).root.remoteness == 0
    folklore = gamekit.solve(Nim(heaps=(1, 2)), solver="minimax", cap=0, cap_means="draw")
    assert folklore.root.value is Value.DRAW


def test_a_loss_needs_every_move_to_be_seen_through() -> None:
    edges = ((1, 2), (3,), (2,), ())
    game = GraphGame(edges, (0, 1, 0, 0), (-1,) * 4)
    assert gamekit.solve(game, solver="minimax", cap=9)[1].value is Value.WIN
    assert (
        gamekit.solve(game, solver="minimax", cap=9).root.value is Value.UNSOLVED
    )  # 2 may go round for ever
    assert gamekit.solve(game, solver="minimax").root.value is Value.DRAW


# --- folklore ---------------------------------------------------------------------------------------------------


@pytest.mark.release
def test_folklore_counts_play_as_endless_at_the_cap() -> None:
    wrong = 0
    for seed in range(300):
        game = random_game(random.Random(seed))
        arena = explore(game).within_reach()
        truth = naive_results(arena)[arena.root]
        folded = Folded(game)
        for cap, (_, folklore) in enumerate(verdicts_by_cap(arena, 10)):
            assert (folklore.payoff, folklore.remoteness) == folded.worth(0, cap), (seed, cap)
            wrong += (folklore.payoff, folklore.remoteness) != truth
    assert wrong > 100


def test_folklore_is_labelled_unsound() -> None:
    game = CatMouse(CASES[0]["graph"])
    solution = gamekit.solve(game, solver="minimax", cap=2, cap_means="draw")
    assert solution.unsound == "what lies beyond the cap is taken for endless play"
    assert solution.solver == "minimax:cap=2,cap_means=draw"
    assert gamekit.solve(game, solver="minimax", cap=2).unsound is None
    assert gamekit.solve(game, solver="minimax").unsound is None


# --- exact ------------------------------------------------------------------------------------------------------


def test_without_a_cap_it_is_exact_on_larger_arenas_too() -> None:
    for seed in range(60):
        arena = explore(random_game(random.Random(seed), most_states=80)).within_reach()
        solution = run(Minimax(), arena)
        truth = naive_results(arena)
        assert results(solution) == {state: truth[i] for i, state in enumerate(arena.states)}, seed


@pytest.mark.slow
def test_a_path_longer_than_any_stack() -> None:
    arena = explore(path(5_000))
    verdict = run(Minimax(cap=4_999), arena).root
    assert (verdict.payoff, verdict.remoteness) == (1, 4_999)
    assert run(Minimax(cap=4_998), arena).root.value is Value.UNSOLVED


@pytest.mark.release
def test_a_long_path_without_a_cap() -> None:
    assert gamekit.solve(path(800), solver="minimax").root.remoteness == 799


def test_only_what_the_root_can_reach_is_solved() -> None:
    game = CatMouse(CASES[0]["graph"])
    arena = explore(game)
    solution = run(Minimax(), arena)
    assert len(solution) == len(arena.within_reach()) < len(arena)
    assert solution.arena.states[solution.arena.root] == game.initial_state()
    assert solution.unsolved == 0


# --- options and statistics -------------------------------------------------------------------------------------


@pytest.mark.parametrize("cap", [-1, 1.0, True, "3"])
def test_a_cap_is_a_natural_number(cap: Any) -> None:
    with pytest.raises(InputError) as error:
        Minimax(cap=cap)
    assert str(error.value) == f"minimax: cap must be an integer of at least 0; it is {cap!r}"


def test_folklore_needs_a_cap() -> None:
    with pytest.raises(InputError, match=r"^minimax: cap_means='draw' needs a cap$"):
        make_solver("minimax:cap_means=draw")
    with pytest.raises(ValueError, match="cap_means"):
        Minimax(cap=3, cap_means="loss")  # type: ignore[arg-type]


def test_the_memo_is_counted() -> None:
    solution = run(Minimax(cap=3), explore(path(10)))
    assert solution.statistics == {"states touched": 4, "memo entries": 4, "plies looked ahead": 3}
    arena = explore(Nim(heaps=(3, 4, 5)))
    touched, entries = 0, 0
    for cap in range(13):
        statistics = run(Minimax(cap=cap), arena).statistics
        assert statistics["plies looked ahead"] == cap
        assert statistics["memo entries"] >= max(statistics["states touched"], entries)
        assert statistics["states touched"] >= touched
        touched, entries = statistics["states touched"], statistics["memo entries"]
    assert touched == len(arena)
    assert run(Minimax(), arena).statistics["states touched"] == len(arena)


def test_the_estimate_grows_with_the_cap_and_the_edges() -> None:
    small, large = explore(Nim(heaps=(1, 2))), explore(Nim(heaps=(3, 4, 5)))
    assert (
        Minimax(cap=9).seconds(small, 5)
        < Minimax(cap=18).seconds(small, 5)
        < Minimax(cap=18).seconds(large, 5)
    )
    assert Minimax().seconds(small, 5) < Minimax().seconds(small, 50)


@pytest.mark.parametrize("cap", cases(quick=[400], slow=[None]))
def test_progress_is_told(cap: int | None) -> None:
    calls: list[tuple[str, int, int | None]] = []
    run(Minimax(cap=cap), explore(path(120)), lambda *call: calls.append(call))
    assert calls
    assert {what for what, *_ in calls} <= {"searching", "raising the cap"}


@pytest.mark.release
def test_one_search_for_all_caps_says_what_a_search_for_each_would() -> None:
    for seed in range(100):
        arena = explore(random_game(random.Random(seed)))
        for cap, (verdict, folklore) in enumerate(verdicts_by_cap(arena, 6)):
            assert verdict == run(Minimax(cap=cap), arena).root
            assert folklore == run(Minimax(cap=cap, cap_means="draw"), arena).root


# --- the order of results ---------------------------------------------------------------------------------------


def scale_of(ends: list[int], infinity: int) -> Scale:
    size = len(ends) + 1
    edges = (tuple(range(1, size)), *[()] * len(ends))
    return Scale(explore(GraphGame(edges, (0,) * size, (0, *ends), worth_of_infinity=infinity)))


@st.composite
def results_on_a_scale(draw: st.DrawFn) -> tuple[int, Scale, list[tuple[int, int | None]]]:
    ends = draw(st.lists(st.integers(-3, 3), min_size=1, max_size=5, unique=True))
    infinity = draw(st.integers(-2, 2))
    result = st.tuples(st.sampled_from(ends), st.integers(0, 6)) | st.just((infinity, None))
    return infinity, scale_of(ends, infinity), draw(st.lists(result, min_size=1, max_size=6))


def rank_of(scale: Scale, result: tuple[int, int | None]) -> int:
    payoff, remoteness = result
    if remoteness is None:
        return scale.endless
    rank = scale.end(payoff)
    for _ in range(remoteness):
        rank = scale.step(rank)
    return rank


@given(results_on_a_scale())
@settings(deadline=None)
def test_a_scale_chooses_what_the_players_prefer(
    drawn: tuple[int, Scale, list[tuple[int, int | None]]],
) -> None:
    infinity, scale, plays = drawn
    ranks = [rank_of(scale, result) for result in plays]
    assert len(set(ranks)) == len(set(plays))
    for player in (FIRST, SECOND):
        liked = max(plays, key=lambda result: preference_key(player, *result, infinity))
        assert scale.choose(player, ranks) == rank_of(scale, liked)
        assert scale.choose(player, ranks[::-1]) == rank_of(scale, liked)
    for (payoff, remoteness), rank in zip(plays, ranks, strict=True):
        assert scale.gains(rank) == (payoff > infinity)
        assert scale.loses(rank) == (payoff < infinity)
        assert scale.step(scale.endless) == scale.endless
        status, payoffs, plies = scale.columns(2, {1: rank})
        assert (status[0], payoffs[1]) == (Status.UNSOLVED, payoff)
        assert status[1] == (Status.ENDLESS if remoteness is None else Status.ENDED)
        assert plies[1] == (remoteness or 0)


@given(results_on_a_scale())
@settings(deadline=None)
def test_the_unknown_is_no_better_and_no_sooner_than_what_is_known(
    drawn: tuple[int, Scale, list[tuple[int, int | None]]],
) -> None:
    infinity, scale, plays = drawn
    for payoff, remoteness in plays:
        rank = rank_of(scale, (payoff, remoteness))
        if (
            payoff == scale.payoffs[-1]
            and remoteness is not None
            and remoteness_minimizer(payoff, infinity) in (FIRST, BOTH)
        ):
            assert rank > scale.highest > rank - (1 << 40)
        else:
            assert rank <= scale.highest
        if (
            payoff == scale.payoffs[0]
            and remoteness is not None
            and remoteness_minimizer(payoff, infinity) == SECOND
        ):
            assert rank < scale.lowest
        else:
            assert rank >= scale.lowest


def test_payoffs_as_large_as_they_may_be() -> None:
    most = 2**62 - 1
    game = GraphGame(((1, 2), (), ()), (0, 0, 0), (0, most, -most))
    for solver in ("minimax", "retrograde", "cycles"):
        solution = gamekit.solve(game, solver=solver)
        assert solution.root.payoff == most
        assert gamekit.solve(attrs.evolve(game, mover=(1, 0, 0)), solver=solver).root.payoff == -most
        assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_arenas_are_left_as_they_are() -> None:
    arena: Arena[Any, Any] = explore(CatMouse(CASES[0]["graph"]))
    before = [arena.mover.copy(), arena.terminal.copy(), arena.payoff.copy(), arena.successors.indices.copy()]
    for solver in ("minimax", "minimax:cap=5", "retrograde", "cycles", "retrograde:kernel=compiled"):
        run(make_solver(solver), arena)
    after = [arena.mover, arena.terminal, arena.payoff, arena.successors.indices]
    assert all((old == new).all() for old, new in zip(before, after, strict=True))


def test_a_huge_cap_costs_no_more_than_a_repetition() -> None:
    game = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
    for cap_means in ("unknown", "draw"):
        huge = gamekit.solve(game, solver="minimax", cap=10**9, cap_means=cap_means)
        enough = gamekit.solve(game, solver="minimax", cap=60, cap_means=cap_means)
        assert huge.statistics["plies looked ahead"] < 60
        assert (huge.status == enough.status).all()
        assert (huge.remoteness == enough.remoteness).all()


def test_a_cap_of_the_rules_own_limit_is_exact() -> None:
    """The cat can only outlast the mouse, which no cap below the rules' own can show."""
    grid = ["C...#", "...#F", "....#", "M...."]  # 1728's statement, original example 4
    game = gamekit.load_game("cat-mouse-ii", {"grid": grid, "catJump": 2, "mouseJump": 5})
    truth = gamekit.solve(game).root
    assert (truth.winner, truth.remoteness) == ("cat", None)
    assert gamekit.solve(game, solver="minimax", cap=999).root.value is Value.UNSOLVED
    assert gamekit.solve(game, solver="minimax", cap=1000).root == truth
