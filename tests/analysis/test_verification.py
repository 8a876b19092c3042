"""What `verify` accepts, what it rejects, and in which words; test_solvers_agree.py has the single corruptions."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product
from typing import Any

import attrs
import numpy as np
import pytest
from support.graph_game import GraphGame, ListedGraphGame, random_game
from support.marks import one_in
from support.solutions import altered

import gamekit
from gamekit import Solution, verify
from gamekit.analysis.verification.verify import MAX_PROBLEMS
from gamekit.arena import explore
from gamekit.game.registry import registered
from gamekit.solution.solution import Status
from gamekit.solvers.registry import SOLVERS, make_solver
from gamekit.solvers.solve import run
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.nim import Nim
from games.quixo import Quixo

EXACT = sorted(registered(SOLVERS))
ENDED, ENDLESS, UNSOLVED = Status.ENDED, Status.ENDLESS, Status.UNSOLVED

EXAMPLE = CatMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])

# Ann moves in 0, 2 and 4. From 0 she may go round by 1 and 2, or let Bob end the game where she wins.
#   0 -> 1 -> 2 -> 0    2 -> 3    3 -> 4    4: Ann wins
LOOP = GraphGame(((1,), (2,), (0, 3), (4,), ()), (0, 1, 0, 1, 0), (1,) * 5)


def claimed(solution: Solution[Any, Any], claims: dict[int, tuple[Status, int, int]]) -> Solution[Any, Any]:
    """Return a solution that says something else of some states: status, payoff, remoteness."""
    status, payoff, remoteness = (
        column.copy() for column in (solution.status, solution.payoff, solution.remoteness)
    )
    for state, claim in claims.items():
        status[state], payoff[state], remoteness[state] = claim
    return altered(solution, status=status, payoff=payoff, remoteness=remoteness)


# --- in words -------------------------------------------------------------------------------------------------


def test_a_proved_solution() -> None:
    report = verify(gamekit.solve(LOOP))
    assert report.ok
    assert str(report) == "verified: all 5 states"
    assert (report.checked, report.unsolved, report.wrong, report.problems) == (5, 0, 0, ())


def test_a_wrong_remoteness() -> None:
    report = verify(claimed(gamekit.solve(LOOP), {0: (ENDED, 1, 6)}))
    assert not report.ok
    assert report.problems == (
        "0 is said to be a win in 6 (payoff 1), but its best move makes it a win in 4 (payoff 1)",
    )
    assert str(report) == f"wrong: 1 of 5 states, first of all that {report.problems[0]}"


def test_a_wrong_result_in_the_movers_view() -> None:
    """Results in such a solution are the mover's own."""
    solution = gamekit.solve(Quixo(size=2), backend="python")
    assert solution.arena.perspective == "mover"
    report = verify(claimed(solution, {0: (ENDED, -1, 4)}))
    assert (
        "is said to be a loss in 4 (payoff -1), but its best move makes it a win in 3 (payoff 1)"
        in report.problems[0]
    )


def test_a_wrong_end() -> None:
    report = verify(claimed(gamekit.solve(LOOP), {4: (ENDED, -1, 0)}))
    assert report.problems[0] == (
        "3 is said to be a loss in 1 (payoff 1), but its best move makes it a win in 1 (payoff -1)"
    )
    assert report.problems[1] == (
        "4 is said to be a loss in 0 (payoff -1), but the game is over there: a win in 0 (payoff 1)"
    )


def test_a_claim_that_play_never_ends() -> None:
    report = verify(claimed(gamekit.solve(LOOP), {2: (ENDLESS, 0, 0)}))
    assert (
        "2 is said to be a draw without end (payoff 0), but its best move makes it a win in 2 (payoff 1)"
        in report.problems
    )


def test_states_are_named_as_the_game_writes_them() -> None:
    solution = gamekit.solve(EXAMPLE)
    root = solution.arena.root
    report = verify(claimed(solution, {root: (ENDED, 1, 2)}))
    assert (
        "mouse 1, cat 2, mouse to move is said to be a win in 2 (payoff 1), "
        "but its best move makes it a draw without end (payoff 0)"
    ) in report.problems


def test_the_first_problems_are_told_and_all_are_counted() -> None:
    solution = gamekit.solve(Nim(heaps=(3, 4, 5)))
    everything = dict.fromkeys(range(len(solution)), (ENDED, 7, 7))
    report = verify(claimed(solution, everything))
    assert report.wrong == len(solution) == 91
    assert len(report.problems) == MAX_PROBLEMS == 20


# --- lies with a system -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", EXACT)
def test_ranks_that_do_not_fall(solver: str) -> None:
    """Each of a circle's states claims a win that the next one brings about; there is no end that would pay."""
    circle = GraphGame(((1,), (2,), (0,)), (0, 1, 0), (1,) * 3)
    solution = gamekit.solve(circle, solver=solver)
    assert verify(solution).ok
    for ranks in ((3, 2, 1), (1, 1, 1), (0, 0, 0), (-1, -2, -3), (3, 5, 4)):
        assert not verify(claimed(solution, {i: (ENDED, 1, rank) for i, rank in enumerate(ranks)})).ok


def test_a_win_that_feeds_on_itself() -> None:
    """Ann may go round or lose; going round is said to win, each state leaning on the other."""
    game = GraphGame(((1, 2), (0,), ()), (0, 1, 0), (-1,) * 3)
    solution = gamekit.solve(game)
    assert solution.counts() == {gamekit.Value.DRAW: 2, gamekit.Value.LOSS: 1}
    for first, second in ((2, 1), (1, 2), (5, 4), (0, 1), (3, 3)):
        assert not verify(claimed(solution, {0: (ENDED, 1, first), 1: (ENDED, 1, second)})).ok


@pytest.mark.parametrize("solver", one_in(3, EXACT))
def test_swapped_ranks(solver: str) -> None:
    rejected = 0
    for game in (LOOP, EXAMPLE, Nim(heaps=(1, 2))):
        solution = gamekit.solve(game, solver=solver)
        ranks, ended = solution.remoteness, solution.status == ENDED
        for i in range(len(solution)):
            for j in range(i):
                if ended[i] and ended[j] and ranks[i] != ranks[j]:
                    swapped = {k: (ENDED, int(solution.payoff[k]), int(ranks[i + j - k])) for k in (i, j)}
                    assert not verify(claimed(solution, swapped)).ok
                    rejected += 1
    assert rejected > 100


@pytest.mark.parametrize("solver", EXACT)
def test_shifted_ranks(solver: str) -> None:
    solution = gamekit.solve(EXAMPLE, solver=solver)
    inner = (solution.status == ENDED) & ~solution.arena.terminal
    for shift in (-1, 1, 2):
        assert not verify(altered(solution, remoteness=solution.remoteness + shift * inner)).ok


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize("arenas", [30, pytest.param(100, marks=pytest.mark.slow)])
def test_the_claim_that_all_is_drawn(arenas: int, solver: str) -> None:
    for seed in range(arenas):
        solution = run(make_solver(solver), explore(random_game(random.Random(seed))))
        inner = np.flatnonzero(~solution.arena.terminal).tolist()
        lie = claimed(solution, dict.fromkeys(inner, (ENDLESS, solution.game.infinite_play, 0)))
        honest = bool((solution.status[inner] == ENDLESS).all())
        assert verify(lie).ok == honest, seed


@pytest.mark.parametrize("solver", EXACT)
def test_the_claim_that_the_worse_of_two_values_holds(solver: str) -> None:
    """A whole forced win is called a draw, with everything that hangs on it: only where it begins can that be seen."""
    solution = gamekit.solve(LOOP, solver=solver)
    lie = claimed(solution, dict.fromkeys(range(4), (ENDLESS, 0, 0)))
    report = verify(lie)
    assert report.problems == (
        "3 is said to be a draw without end (payoff 0), but its best move makes it a loss in 1 (payoff 1)",
    )


@pytest.mark.parametrize("solver", EXACT)
def test_ties_and_draws_are_not_the_same(solver: str) -> None:
    # 0 and 1 may go round or end without a winner, which both prefer; 2 and 3 can only go round
    game = GraphGame(((1, 4), (0,), (3,), (2,), ()), (0, 1, 0, 1, 0), (0,) * 5)
    game = attrs.evolve(game, edges=((1, 4, 2), *game.edges[1:]))
    solution = gamekit.solve(game, solver=solver)
    assert [solution[i].value.value for i in range(5)] == ["tie", "tie", "draw", "draw", "tie"]
    index = solution.arena.index
    for state in range(4):
        here = index[state]
        swapped = (ENDLESS, 0, 0) if solution.status[here] == ENDED else (ENDED, 0, 1)
        assert not verify(claimed(solution, {here: swapped})).ok
    pairs = {index[0]: (ENDLESS, 0, 0), index[1]: (ENDLESS, 0, 0)}
    assert not verify(claimed(solution, pairs)).ok
    assert not verify(claimed(solution, {index[2]: (ENDED, 0, 1), index[3]: (ENDED, 0, 2)})).ok


def test_an_endless_state_with_another_payoff() -> None:
    solution = gamekit.solve(GraphGame(((1,), (0,)), (0, 1), (0, 0)))
    assert verify(solution).ok
    assert not verify(claimed(solution, {0: (ENDLESS, 3, 0), 1: (ENDLESS, 3, 0)})).ok


def test_endless_play_that_somebody_wins() -> None:
    """1728's cat that only outlasts the mouse has no remoteness; one that can force the catch has."""
    solution = gamekit.solve(CatMouseII(["C...#", "...#F", "....#", "M...."], cat_jump=2, mouse_jump=5))
    assert verify(solution).ok
    endless = np.flatnonzero(solution.status == ENDLESS).tolist()
    forced = np.flatnonzero(
        (solution.status == ENDED) & (solution.payoff == -1) & (solution.remoteness > 0)
    ).tolist()
    assert endless
    assert forced
    for i in endless:
        assert not verify(claimed(solution, {i: (ENDED, -1, 3)})).ok
    for i in forced:
        assert not verify(claimed(solution, {i: (ENDLESS, -1, 0)})).ok


@pytest.mark.release
def test_of_all_that_could_be_claimed_only_the_truth_is_accepted() -> None:
    rng, tried = random.Random(1728), 0
    while tried < 6:
        game = random_game(rng, most_states=3)
        solution = gamekit.solve(game)
        if len(solution) < 3 or solution.arena.terminal.all():
            continue
        tried += 1
        worths = sorted({*game.payoff, game.infinite_play})
        claims = [(ENDED, payoff, plies) for payoff in worths for plies in range(4)]
        claims.append((ENDLESS, game.infinite_play, 0))
        lies = (claimed(solution, dict(enumerate(claim))) for claim in product(claims, repeat=3))
        accepted = [lie for lie in lies if verify(lie).ok]
        assert [list(lie) for lie in accepted] == [list(solution)]


@pytest.mark.parametrize("arenas", [15, pytest.param(120, marks=pytest.mark.slow)])
def test_values_of_another_game(arenas: int) -> None:
    """The solution of one game is none of another with the same edges but another end, mover or infinite play."""
    for seed in range(arenas):
        rng = random.Random(seed)
        game = random_game(rng)
        solution = gamekit.solve(game)
        place = rng.randrange(len(game.edges))
        changed = [
            attrs.evolve(game, payoff=tuple(p + (i == place) for i, p in enumerate(game.payoff))),
            attrs.evolve(
                game,
                mover=tuple(
                    1 - m if i == place and game.number_of_players == 2 else m
                    for i, m in enumerate(game.mover)
                ),
            ),
            attrs.evolve(game, worth_of_infinity=game.worth_of_infinity + 1),
        ]
        for other in changed:
            arena = explore(other)
            truth = run(make_solver("retrograde"), arena)
            same = all(
                (getattr(truth, name) == getattr(solution, name)).all()
                for name in ("status", "payoff", "remoteness")
            )
            assert verify(altered(solution, arena=arena)).ok == same, seed


# --- partial solutions ------------------------------------------------------------------------------------------


def test_a_partial_solution_is_not_proved_and_that_is_said() -> None:
    solution = gamekit.solve(EXAMPLE, solver="minimax", cap=4)
    report = verify(solution)
    assert not report.ok
    assert (report.wrong, report.unsolved) == (0, solution.unsolved)
    assert report.checked == len(solution) - solution.unsolved
    assert str(report) == f"not verified: {report.unsolved} of {len(solution)} states are unsolved"


def test_what_can_be_checked_of_a_partial_solution_is() -> None:
    solution = gamekit.solve(LOOP)
    assert not verify(claimed(solution, {0: (UNSOLVED, 0, 0)})).wrong
    report = verify(claimed(solution, {0: (UNSOLVED, 0, 0), 3: (ENDED, 1, 5)}))
    assert "3 is said to be a loss in 5" in report.problems[0]
    assert (report.unsolved, report.ok) == (1, False)


def test_folklore_is_rejected() -> None:
    lines = ([[2], [2, 3], [0, 1], [1]], 2)  # the cat wins in 3 plies
    folklore = gamekit.solve(CatMouse(lines[0]), solver="minimax", cap=lines[1], cap_means="draw")
    assert folklore.root.value is gamekit.Value.DRAW
    assert not verify(folklore).ok


# --- who is believed --------------------------------------------------------------------------------------------


@attrs.frozen
class Forgetful(ListedGraphGame):
    """Forgets one edge in `predecessors`, which `moves` gives."""

    forgotten: tuple[int, int] = (0, 0)

    def predecessors(self, state: int) -> Iterable[int]:
        return [parent for parent in super().predecessors(state) if (parent, state) != self.forgotten]


def test_edges_that_predecessors_forget_are_seen_since_the_moves_are_asked() -> None:
    # Bob, in 1, may end the game where he wins or where Ann does; forgetting the first makes it Ann's
    game = Forgetful(((1,), (2, 3), (), ()), (0, 1, 0, 0), (0, 0, -1, 1), forgotten=(1, 2))
    solution = gamekit.solve(game)
    assert solution.root.winner == "Ann"
    report = verify(solution)
    assert report.problems == (
        "1 is said to be a loss in 1 (payoff 1), but its best move makes it a win in 1 (payoff -1)",
    )
    for solver in ("minimax", "cycles"):  # which use the moves
        assert verify(gamekit.solve(game, solver=solver)).ok


def test_whatever_predecessors_forget_is_seen_where_it_matters() -> None:
    caught = 0
    for seed in range(250):
        rng = random.Random(seed)
        plain = random_game(rng)
        edges = [(i, j) for i, children in enumerate(plain.edges) if len(children) > 1 for j in children]
        if not edges:
            continue
        game = Forgetful(**attrs.asdict(plain, recurse=False), forgotten=rng.choice(edges))
        solution = gamekit.solve(game)
        truth = gamekit.solve(ListedGraphGame(**attrs.asdict(plain, recurse=False)))
        right = list(solution) == list(truth)
        assert verify(solution).ok == right, seed
        caught += not right
    assert caught > 20
