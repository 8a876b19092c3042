"""Looking up what a solution says: verdicts, best moves, lines, counts, and the rules' own turn limit."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import chain, combinations
from typing import Any

import attrs
import pytest
from support.folded import Folded
from support.graph_game import GraphGame, random_game
from support.marks import cases
from support.solutions import altered

import gamekit
from gamekit import InputError, Solution, UnknownStateError, UnsupportedError, Value
from gamekit.arena import explore
from gamekit.game.registry import registered
from gamekit.solvers.registry import SOLVERS, make_solver
from gamekit.solvers.solve import run
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.kalah import Kalah
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

EXACT = sorted(registered(SOLVERS))
ANN, BOB = 0, 1

EXAMPLE = CatMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])


def graph_game(
    rows: dict[int, tuple[int, ...] | int],
    movers: str,
    infinity: int = 0,
    players: int = 2,
    limit: int | None = None,
) -> GraphGame:
    """Return a game from the successors of each state, or its payoff, and from the movers' initials."""
    return GraphGame(
        edges=tuple(row if isinstance(row, tuple) else () for row in rows.values()),
        mover=tuple("AB".index(initial) for initial in movers),
        payoff=tuple(row if isinstance(row, int) else 0 for row in rows.values()),
        worth_of_infinity=infinity,
        number_of_players=players,
        turn_limit=limit,
    )


# --- verdicts -------------------------------------------------------------------------------------------------


def test_what_a_verdict_says() -> None:
    root = gamekit.solve(Nim(heaps=(1, 2))).root
    assert (root.state, root.player, root.winner) == ((1, 2, 0), "first", "first")
    assert (root.value, root.payoff, root.remoteness) == (Value.WIN, 1, 3)
    assert str(root) == "WIN in 3 for first"
    assert str(gamekit.solve(EXAMPLE).root) == "DRAW for mouse"


def test_values_are_relative_to_the_player_to_move() -> None:
    game = graph_game({0: (1, 2, 3), 1: 1, 2: -1, 3: 0}, movers="AAAB")
    solution = gamekit.solve(game)
    assert [verdict.value for verdict in solution] == [Value.WIN, Value.WIN, Value.LOSS, Value.TIE]
    for_bob = gamekit.solve(attrs.evolve(game, mover=(BOB,) * 4))
    assert [verdict.value for verdict in for_bob] == [Value.WIN, Value.LOSS, Value.WIN, Value.TIE]
    assert [verdict.winner for verdict in for_bob] == ["Bob", "Ann", "Bob", None]


def test_look_ups() -> None:
    solution = gamekit.solve(Nim(heaps=(1, 2)))
    state = (1, 0, 1)
    assert solution[state] == solution.get(state)
    assert solution.get("nonsense") is None  # type: ignore[arg-type]
    assert solution.get((7, 7, 0), 913) == 913
    with pytest.raises(UnknownStateError, match=r"^play cannot reach this state: 7 7, first to move$"):
        solution[(7, 7, 0)]
    with pytest.raises(UnknownStateError, match=r"'1 2'; game.parse_state makes a state of a text$"):
        solution["1 2"]  # type: ignore[index]
    with pytest.raises(UnknownStateError):
        solution.best_moves((7, 7, 0))
    with pytest.raises(UnknownStateError):
        solution.line((7, 7, 0))
    assert len(solution) == len(solution.arena) == len(list(solution))
    assert solution.unsolved == 0
    assert repr(solution) == "<Solution of Nim(heaps=(1, 2), misere=False) by retrograde: WIN in 3 for first>"


def test_a_state_is_as_good_as_its_representative() -> None:
    solution = gamekit.solve(Nim(heaps=(4, 3, 5)))
    assert solution.root.state == (4, 3, 5, 0)
    asked = solution[(5, 4, 3, 0)]
    assert asked == attrs.evolve(solution.root, state=(5, 4, 3, 0))
    line = solution.line((5, 4, 3, 0))
    assert line.states[0] == (5, 4, 3, 0)
    assert solution.line().states[0] == (4, 3, 5, 0)  # as the game begins, not as it is kept
    for state, move, after in zip(line.states, line.moves, line.states[1:], strict=False):
        assert solution.game.apply(state, move) == after


def test_another_start_is_the_root() -> None:
    solution = gamekit.solve(Nim(heaps=(4, 3, 5)), start=(1, 1, 0, 1))
    assert solution.root.state == (1, 1, 0, 1)  # as it was asked, not as it is kept
    assert solution.line().states[0] == (1, 1, 0, 1)
    assert solution.answer == "first"


@pytest.mark.parametrize("solver", EXACT)
def test_endless_play_is_worth_what_the_rules_say(solver: str) -> None:
    circle = {0: (1,), 1: (0,)}
    for infinity, values in ((0, "draw draw"), (1, "win loss"), (-1, "loss win"), (5, "win loss")):
        solution = gamekit.solve(graph_game(circle, movers="AB", infinity=infinity), solver=solver)
        assert [verdict.value for verdict in solution] == values.split()
        assert {verdict.remoteness for verdict in solution} == {None}
        assert {verdict.payoff for verdict in solution} == {infinity}
        assert {verdict.winner for verdict in solution} == {{0: None, -1: "Bob"}.get(infinity, "Ann")}


def test_what_is_unsolved() -> None:
    solution = gamekit.solve(Nim(heaps=(3, 4, 5)), solver="minimax", cap=3)
    assert solution.root == gamekit.Verdict((3, 4, 5, 0), "first", Value.UNSOLVED, None, None, None)
    assert str(solution.root) == "UNSOLVED for first"
    assert solution.answer is None
    assert solution.best_moves(solution.root.state) == []
    assert solution.line().moves == ()
    assert solution.unsolved == sum(verdict.value is Value.UNSOLVED for verdict in solution) > 0
    assert solution.counts()[Value.UNSOLVED] == solution.unsolved


# --- moves and lines ------------------------------------------------------------------------------------------


def test_replies_are_sorted_best_first_and_keep_the_order_of_the_game() -> None:
    rows = {0: (1, 2, 3, 4, 5, 6, 7), 1: -1, 2: (2,), 3: 0, 4: (5,), 5: 1, 6: (1,), 7: 1}
    for movers, expected in (("A" * 8, [5, 7, 4, 3, 2, 6, 1]), ("B" * 8, [1, 6, 3, 2, 4, 5, 7])):
        solution = gamekit.solve(graph_game(rows, movers))
        replies = solution.replies(0)
        assert [move for move, *_ in replies] == expected
        assert all(verdict == solution[child] for _, child, verdict in replies)
    assert gamekit.solve(graph_game(rows, "A" * 8)).best_moves(0) == [5, 7]


def test_the_winner_hurries_and_the_loser_delays() -> None:
    rows = {0: (1, 2), 1: (3,), 2: (1,), 3: (4,), 4: 1}
    assert gamekit.solve(graph_game(rows, "ABBBB")).best_moves(0) == [1]
    assert gamekit.solve(graph_game(rows, "BBBBB")).best_moves(0) == [2]
    assert gamekit.solve(graph_game(rows, "BBBBB")).root.remoteness == 4


def test_unsolved_replies_come_last_and_are_no_best_moves() -> None:
    rows = {0: (1, 2), 1: (3,), 2: 1, 3: (4,), 4: (5,), 5: 1}
    solution = gamekit.solve(graph_game(rows, "A" * 6), solver="minimax", cap=2)
    assert [(move, verdict.value) for move, _, verdict in solution.replies(0)] == [
        (2, Value.WIN),
        (1, Value.UNSOLVED),
    ]
    assert solution.best_moves(0) == [2]


def test_a_line_stops_where_the_circle_closes() -> None:
    line = gamekit.solve(graph_game({0: (1,), 1: (2,), 2: (3,), 3: (1,)}, "ABAB")).line()
    assert (line.states, line.moves, line.cycle_start) == ((0, 1, 2, 3, 1), (1, 2, 3, 1), 1)


def test_lines_of_a_symmetric_game_are_legal_though_only_representatives_are_solved() -> None:
    game = TicTacToe(symmetry=True)
    solution = gamekit.solve(game)
    line = solution.line()
    assert len(line.moves) == solution.root.remoteness == 9
    assert game.outcome(line.states[-1]) == 0
    for state, move, after in zip(line.states, line.moves, line.states[1:], strict=False):
        assert move in game.moves(state)
        assert game.apply(state, move) == after


# --- scores, and one player -----------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", EXACT)
def test_scores_come_before_time(solver: str) -> None:
    rows = {0: (1, 2, 3), 1: 2, 2: (4,), 3: -5, 4: (5,), 5: 3}
    for movers, payoff, remoteness in (("AABABB", 3, 3), ("BABABB", -5, 1)):
        solution = gamekit.solve(graph_game(rows, movers), solver=solver)
        assert (solution.root.payoff, solution.root.remoteness) == (payoff, remoteness)
        assert solution.root.value is Value.WIN


@pytest.mark.parametrize("solver", EXACT)
def test_a_player_may_move_twice_in_a_row(solver: str) -> None:
    """Minimax over the whole tree of small kalahs, where a seed in the store gives another move."""
    again = 0
    for pits, seeds in ((1, 3), (2, 1), (2, 2), (2, 3), (3, 1)):
        game = Kalah(pits=pits, seeds=seeds)

        @cache
        def score(state: Any, game: Kalah = game) -> int:
            if (payoff := game.outcome(state)) is not None:
                return payoff
            best = max if game.to_move(state) == 0 else min
            return best(score(game.apply(state, move)) for move in game.moves(state))

        solution = gamekit.solve(game, solver=solver)
        for verdict in solution:
            assert verdict.payoff == score(verdict.state)
            for move, _, there in solution.replies(verdict.state):
                again += there.player == verdict.player
                assert (move in solution.best_moves(verdict.state)) <= (there.payoff == verdict.payoff)
    assert again > 20


@pytest.mark.parametrize("solver", EXACT)
def test_one_player(solver: str) -> None:
    rows = {0: (1, 2), 1: (3, 4), 2: (2,), 3: -1, 4: (5,), 5: 1}
    solution = gamekit.solve(graph_game(rows, "A" * 6, infinity=-1, players=1), solver=solver)
    values = [Value.WIN, Value.WIN, Value.LOSS, Value.LOSS, Value.WIN, Value.WIN]
    assert [verdict.value for verdict in solution] == [values[verdict.state] for verdict in solution]
    assert (solution.root.winner, solution.root.remoteness) == ("Ann", 3)
    assert (solution[2].winner, solution[2].remoteness) == (None, None)
    assert (solution[3].winner, solution[3].remoteness) == (None, 0)
    assert solution.line().states == (0, 1, 4, 5)


def test_a_lost_puzzle_is_drawn_out_for_ever() -> None:
    solution = gamekit.solve(graph_game({0: (1, 0), 1: -1}, "AA", infinity=-1, players=1))
    assert (solution.root.value, solution.root.remoteness) == (Value.LOSS, None)
    assert solution.best_moves(0) == [0]


# --- counts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arenas", [15, pytest.param(100, marks=pytest.mark.slow)])
def test_counts_are_the_tally_of_the_verdicts(arenas: int) -> None:
    for seed in range(arenas):
        rng = random.Random(seed)
        game = attrs.evolve(random_game(rng), turn_limit=rng.choice((None, 0, 1, 2, 3, 5)))
        for solver in ("retrograde", "minimax", "minimax:cap=3"):
            try:
                solution = gamekit.solve(game, solver=solver)
            except UnsupportedError:
                continue
            counts = solution.counts()
            assert counts == Counter(verdict.value for verdict in solution)
            assert list(counts) == [value for value in Value if value in counts]
            assert sum(counts.values()) == len(solution)
            assert solution.longest_by_value() == {
                value: max(plies)
                for value in Value
                if (
                    plies := [v.remoteness for v in solution if v.value is value and v.remoteness is not None]
                )
            }


def test_published_counts() -> None:  # W/L/D of tic-tac-toe: GamesmanClassic
    assert gamekit.solve(TicTacToe()).counts() == {Value.WIN: 2_836, Value.LOSS: 1_574, Value.TIE: 1_068}


def test_the_graph_of_a_partial_solution() -> None:
    graph = gamekit.solve(graph_game({0: (1,), 1: (2,), 2: 0}, "ABA"), solver="minimax", cap=1).to_networkx()
    assert graph.nodes[0] == {"state": "0", "mover": "Ann", "terminal": False, "value": "unsolved"}
    assert graph.nodes[2] == {
        "state": "2",
        "mover": "Ann",
        "terminal": True,
        "payoff": 0,  # known from the rules, though the search did not come here
        "value": "unsolved",
    }


@pytest.mark.parametrize(
    "solver", cases(quick=["retrograde"], slow=["minimax:cap=2", "minimax:cap=3,cap_means=draw"])
)
def test_the_first_best_move_is_the_first_of_the_best_moves(solver: str) -> None:
    for seed in range(60):
        solution = gamekit.solve(random_game(random.Random(seed), most_states=12), solver=solver)
        for verdict in solution:
            assert solution.first_best(verdict.state) == solution.best_moves(verdict.state)[:1], seed


# --- the rules' own turn limit ------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize("arenas", cases(quick=[20], slow=[60], release=[250]))
def test_a_turn_limit_is_what_the_plies_in_the_state_would_make_of_it(solver: str, arenas: int) -> None:
    solved = ended = late = 0
    for seed in range(arenas):
        game = attrs.evolve(random_game(random.Random(seed), most_states=10), turn_limit=10)
        try:
            solution = gamekit.solve(game, solver=solver)
        except UnsupportedError:
            continue
        solved += 1
        folded = Folded(game)
        for limit in range(11):
            limited = altered(
                solution, arena=attrs.evolve(solution.arena, game=attrs.evolve(game, turn_limit=limit))
            )
            for i, state in enumerate(limited.arena.states):
                verdict = limited.verdict(i)
                assert (verdict.payoff, verdict.remoteness) == folded.worth(state, limit), (
                    seed,
                    state,
                    limit,
                )
                assert verdict == solution.verdict(i, limit) == limited[state]
                assert limited.first_best(state) == limited.best_moves(state)[:1]
                assert sorted(limited.best_moves(state)) == folded.best_moves(state, limit), (
                    seed,
                    state,
                    limit,
                )
                assert limited.best_moves(state) == solution.best_moves(state, limit)
                ended += verdict.remoteness is not None
                late += verdict.remoteness is None and solution.remoteness[i] > 0
    assert solved > arenas / 5
    assert min(ended, late) > arenas / 5


@pytest.mark.slow
@pytest.mark.parametrize("solver", EXACT)
def test_a_turn_limit_that_remoteness_cannot_account_for_is_refused(solver: str) -> None:
    """Supported: one gain and nothing worse than endless play, that mirrored, or one gain and one loss without ties."""
    worths = (-2, -1, 0, 1, 2)
    for infinity in (-1, 0, 1):
        for ends in chain.from_iterable(combinations(worths, size) for size in range(1, 6)):
            gains, losses = [end for end in ends if end > infinity], [end for end in ends if end < infinity]
            supported = {
                -1: len(gains) <= 1 and not losses,
                0: len(gains) <= 1 and len(losses) <= 1 and 0 not in ends,
                1: len(losses) <= 1 and not gains,
            }[infinity]
            rows = {0: tuple(range(1, len(ends) + 1)), **dict(enumerate(ends, start=1))}
            game = graph_game(rows, "A" * len(rows), infinity, limit=7)
            if supported:
                assert gamekit.solve(game, solver=solver).root.payoff == max(ends)
            else:
                with pytest.raises(UnsupportedError) as error:
                    gamekit.solve(game, solver=solver)
                assert str(error.value) == (
                    f"GraphGame: max_plies together with payoffs {', '.join(map(str, ends))} and infinite play "
                    f"worth {infinity} needs the plies in the state: count them there and leave max_plies out"
                )


def test_lines_under_a_turn_limit() -> None:
    corridor = {0: (1,), 1: (2,), 2: (3,), 3: (4,), 4: 1}
    for limit, plies, circle in (
        (None, 4, None),
        (9, 4, None),
        (4, 4, None),
        (3, 3, None),
        (1, 1, None),
        (0, 0, None),
    ):
        solution = gamekit.solve(graph_game(corridor, "ABABA", limit=limit))
        line = solution.line()
        assert (len(line.moves), line.cycle_start) == (plies, circle)
        assert solution.root.value is (Value.WIN if plies == 4 else Value.DRAW)
        assert solution.root.remoteness == (4 if plies == 4 else None)
    circle_of_3 = {0: (1,), 1: (2,), 2: (0,)}
    for limit, plies, start in ((5, 3, 0), (3, 3, 0), (2, 2, None)):
        line = gamekit.solve(graph_game(circle_of_3, "ABA", limit=limit)).line()
        assert (len(line.moves), line.cycle_start) == (plies, start)


@pytest.mark.slow
def test_every_line_under_a_turn_limit_keeps_what_the_state_is_worth() -> None:
    tried = 0
    for seed in range(400):
        rng = random.Random(seed)
        game = attrs.evolve(random_game(rng, most_states=10), turn_limit=rng.randint(0, 8))
        try:
            solution = gamekit.solve(game)
        except UnsupportedError:
            continue
        tried += 1
        for verdict in solution:
            line = solution.line(verdict.state)
            assert len(line.moves) <= game.max_plies
            assert len(line.states) == len(line.moves) + 1
            if verdict.remoteness is not None:
                assert (len(line.moves), line.cycle_start) == (verdict.remoteness, None)
                assert game.outcome(line.states[-1]) == verdict.payoff
            elif line.cycle_start is None:
                assert len(line.moves) == game.max_plies, "it was the limit that ended play"
                assert game.outcome(line.states[-1]) is None
            else:
                assert line.states[line.cycle_start] == line.states[-1]
    assert tried > 60


class Hasty(CatMouseII):
    max_plies = 4


def test_the_limit_of_1728_at_a_small_scale() -> None:
    grid = ["####F", "#C...", "M...."]
    assert gamekit.solve(CatMouseII(grid, cat_jump=1, mouse_jump=2)).root.remoteness == 5
    solution = gamekit.solve(Hasty(grid, cat_jump=1, mouse_jump=2))
    assert (solution.root.value, solution.root.winner, solution.answer) == (Value.LOSS, "cat", False)
    assert solution.root.remoteness is None
    assert len(solution.line().moves) <= 4
    assert sum(solution.counts().values()) == len(solution)
    assert gamekit.verify(solution).ok


@pytest.mark.parametrize("arenas", [15, pytest.param(300, marks=pytest.mark.slow)])
def test_a_limited_solution_is_verified_without_the_limit(arenas: int) -> None:
    for seed in range(arenas):
        game = attrs.evolve(random_game(random.Random(seed)), turn_limit=2)
        try:
            solution: Solution[Any, Any] = run(make_solver("retrograde"), explore(game))
        except UnsupportedError:
            continue
        assert gamekit.verify(solution).ok


@pytest.mark.parametrize("place", [-1, 7, "x", (1, 2), None, 0.5])
def test_what_is_no_place_is_refused(place: Any) -> None:
    solution = gamekit.solve(Nim(heaps=(1, 2)))
    with pytest.raises(InputError, match=r"takes a place from 0 to 6, and verdict_on takes a state; this is"):
        solution.verdict(place)
