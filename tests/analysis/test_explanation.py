"""Why a state is worth what it is worth: the line, and what comes of every move that leaves it."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from support.each_game import each_small_kind_of_game
from support.graph_game import GraphGame, random_game

import gamekit
from gamekit import Explanation, Solution, UnknownStateError, UnsupportedError, Value, explain
from gamekit.analysis.explanation import MOST_DEPARTURES, departure, sentences
from gamekit.analysis.reasons import headline
from gamekit.game.registry import load_game
from gamekit.game.sentences import conjugated
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.nim import Nim
from games.sliding_puzzle import SlidingPuzzle
from games.tic_tac_toe import TicTacToe

EXAMPLE = CatMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])


def assert_true(solution: Solution[Any, Any], start: Any, explanation: Explanation) -> None:
    """Check every statement about every move against the solution."""
    game, line = solution.game, solution.line(start)
    limit = game.max_plies
    assert explanation.verdict == solution[start]
    assert explanation.cycle_start == line.cycle_start
    passed = line.states if line.cycle_start is None else line.states[:-1]
    assert [step.state for step in explanation.steps] == [game.format_state(state) for state in passed]
    for number, (state, step) in enumerate(zip(passed, explanation.steps, strict=True)):
        left = None if limit is None else limit - number
        after = None if left is None else left - 1
        assert step.board == game.render(state)
        assert step.verdict == solution.verdict_on(state, left)
        if game.outcome(state) is not None or left == 0:
            assert step.replies == ()
            continue
        best = solution.best_moves(state, left)
        moves = {game.format_move(state, move): move for move in game.moves(state)}
        assert step.replies[0].move == game.format_move(state, line.moves[number])
        assert sorted(reply.move for reply in step.replies) == sorted(moves)
        for reply in step.replies:
            child = game.apply(state, moves[reply.move])
            assert reply.state == game.format_state(child)
            assert reply.verdict == solution.verdict_on(child, after)
            assert reply.keeps == (moves[reply.move] in best)
            answers = [game.format_move(child, move) for move in solution.best_moves(child, after)]
            assert reply.answer == (answers[0] if answers else None)
    assert_true_in_words(explanation)


def assert_true_in_words(explanation: Explanation) -> None:
    """Check that the words about each move that is not played fit the verdicts; test_reasons.py reads them whole."""
    for step in explanation.steps:
        for reply in step.replies[1:]:
            text = departure(step, reply)
            assert reply.move in text
            assert (" is as good" in text) == reply.keeps
            if reply.keeps:
                continue
            if reply.verdict.remoteness is not None:
                assert f" in {reply.verdict.remoteness + 1}" in text
            plays = conjugated(step.game, reply.verdict.player, "plays")
            assert (f"{plays} {reply.answer}" in text) == (reply.answer is not None)


# --- every claim is true ----------------------------------------------------------------------------------------


@each_small_kind_of_game
def test_explanations_of_every_game(name: str) -> None:
    solution = gamekit.solve(load_game(name), backend="python")  # which keeps the edges
    assert_true(solution, solution.game.initial_state(), explain(solution))
    for state in solution.arena.states[:: -(-len(solution) // 60)]:
        assert_true(solution, state, explain(solution, state))


@pytest.mark.parametrize("arenas", [50, pytest.param(150, marks=pytest.mark.slow)])
def test_explanations_of_random_games(arenas: int) -> None:
    for seed in range(arenas):
        solution = gamekit.solve(random_game(random.Random(seed), most_states=10))
        for state in solution.arena.states:
            assert_true(solution, state, explain(solution, state))


@pytest.mark.parametrize("arenas", [80, pytest.param(250, marks=pytest.mark.slow)])
def test_explanations_under_a_turn_limit(arenas: int) -> None:
    explained = 0
    for seed in range(arenas):
        rng = random.Random(seed)
        game = attrs.evolve(random_game(rng, most_states=10), turn_limit=rng.randint(0, 6))
        try:
            solution = gamekit.solve(game)
        except UnsupportedError:
            continue
        for state in solution.arena.states:
            assert_true(solution, state, explain(solution, state))
            explained += 1
    assert explained > arenas / 2


@pytest.mark.parametrize("arenas", [20, pytest.param(250, marks=pytest.mark.slow)])
def test_explanations_of_partial_solutions(arenas: int) -> None:
    explained = 0
    for seed in range(arenas):
        game = random_game(random.Random(seed), most_states=10)
        for solver in ("minimax:cap=2", "minimax:cap=5"):
            solution = gamekit.solve(game, solver=solver)
            for verdict in solution:
                if verdict.value is Value.UNSOLVED:
                    with pytest.raises(UnsupportedError, match=r"^minimax:cap=. left this state unsolved: "):
                        explain(solution, verdict.state)
                    continue
                explained += 1
                steps = explain(solution, verdict.state).steps
                assert len(steps) == verdict.remoteness + 1
                assert steps[-1].verdict.remoteness == 0
                "\n".join(sentences(explain(solution, verdict.state)))
    assert explained > arenas


# --- in words ---------------------------------------------------------------------------------------------------


def text_of(game: gamekit.Game[Any, Any], state: Any = None) -> list[str]:
    return str(explain(gamekit.solve(game), state)).splitlines()


def graph_game(
    *rows: tuple[int, ...] | int, movers: str, infinity: int = 0, limit: int | None = None
) -> GraphGame:
    return GraphGame(
        edges=tuple(row if isinstance(row, tuple) else () for row in rows),
        mover=tuple("AB".index(initial) for initial in movers),
        payoff=tuple(row if isinstance(row, int) else 0 for row in rows),
        worth_of_infinity=infinity,
        number_of_players=len(set(movers)),
        turn_limit=limit,
    )


def test_a_win() -> None:
    assert text_of(Nim(heaps=(1, 2))) == [
        "first wins in 3 plies: some move wins against every reply.",
        "",
        "1. 1 2, first to move: first plays take 1 from a heap of 2 (winning in 3)",
        "     not take 1 from a heap of 1: second threatens to win in 2: second plays take 2 from a heap of 2",
        "     not take 2 from a heap of 2: second threatens to win in 2: second plays take 1 from a heap of 1",
        "2. 1 1, second to move: second plays take 1 from a heap of 1 (losing in 2)",
        "3. 0 1, first to move: first plays take 1 from a heap of 1 (winning in 1)",
        "4. 0 0, second to move: the game is over.",
    ]


def test_a_slower_win_and_a_win_by_fewer() -> None:
    slower = text_of(graph_game((1, 2), (3,), 1, (2,), movers="ABBB"))
    assert slower[2:4] == ["1. 0: Ann plays 2 (winning in 1)", "     1 only wins in 3: Bob plays 3"]
    fewer = text_of(graph_game((1, 2), 3, 2, movers="ABB"))
    assert fewer[0] == "Ann wins in 1 ply, by 3: some move wins against every reply."
    assert fewer[3] == "     2 only wins in 1, by 2"


def test_a_loss() -> None:
    lines = text_of(graph_game((1, 2), -1, (1,), (0,), movers="ABBA"))
    assert lines == [
        "Bob wins in 2 plies: every move of Ann loses, and none takes longer.",
        "",
        "1. 0: Ann plays 2 (losing in 2)",
        "     1 loses in 1",
        "2. 2: Bob plays 1 (winning in 1)",
        "3. 1: the game is over.",
    ]


def test_a_draw_has_its_circle_and_its_threats() -> None:
    lines = text_of(EXAMPLE)
    assert lines[0] == (
        "a draw by endless play: neither side can force an end that it likes better; "
        "whoever leaves the line below gains nothing."
    )
    assert sum(line == "The circle begins here:" for line in lines) == 1
    assert lines[-1].startswith("and back to mouse ")
    assert any("threatens to win" in line for line in lines)


def test_a_circle_that_begins_later() -> None:
    assert text_of(graph_game((1,), (2,), (1, 3), -1, movers="ABAB")) == [
        "a draw by endless play: neither side can force an end that it likes better; "
        "whoever leaves the line below gains nothing.",
        "",
        "1. 0: Ann plays 1 (drawing)",
        "The circle begins here:",
        "2. 1: Bob plays 2 (drawing)",
        "3. 2: Ann plays 1 (drawing)",
        "     not 3: Bob wins in 1",
        "and back to 1, as at 2.",
    ]


def test_a_tie() -> None:
    lines = text_of(graph_game((1, 2, 3, 4), 0, -1, (1,), (4,), movers="ABBBB"))
    assert lines == [
        "a tie in 1 ply: neither side can do better than an end that nobody wins.",
        "",
        "1. 0: Ann plays 1 (tying in 1)",
        "     3 only ties in 2: Bob plays 1",
        "     4 only draws: Bob plays 4",
        "     not 2: Bob wins in 1",
        "2. 1: the game is over.",
    ]


def test_a_state_in_which_the_game_is_over_keeps_its_players_names() -> None:
    lines = text_of(TicTacToe(), TicTacToe().parse_state("XXX/OO./..."))
    assert lines[0] == "The game is over, and X has won: three in a row."
    assert lines[2].endswith(": the game is over.")
    assert text_of(graph_game(0, movers="A"))[0] == "The game is over, and nobody has won."
    assert text_of(graph_game(-5, movers="A"))[0] == "The game is over, and nobody has won."


def test_one_player() -> None:
    lines = text_of(SlidingPuzzle(rows=2, columns=2))
    assert lines[0] == "solvable in 6 moves: no shorter line does as well."
    assert lines[2:6] == [
        "1. 0.3/2.1: solver plays 3 (winning in 6)",
        "     2 is as good",
        "2. 3.0/2.1: solver plays 1 (winning in 5)",
        "     3 only wins in 7: solver plays 3",
    ]


def test_one_player_who_would_rather_go_on() -> None:
    """Endless play would pay 5, but every line ends."""
    lines = text_of(graph_game((1, 2, 4), 3, (3,), 3, 1, movers="AAAAA", infinity=5))
    assert lines[0] == "Ann wins in 2 plies, by 3: no longer line does as well."
    assert lines[3:5] == ["     1 already wins in 1, by 3", "     4 only wins in 1"]
    lines = text_of(graph_game((1, 2), 0, (3,), 0, movers="AAAA", infinity=5))
    assert lines[0] == "a tie in 2 plies: no line does better."
    assert lines[3] == "     1 already ties in 1"


def test_one_player_whose_endless_play_is_best() -> None:
    game = graph_game((0, 1), 1, movers="AA", infinity=5)
    assert text_of(game)[0] == (
        "Ann wins by endless play, by 5: the rules award it to Ann, and no end as good can be reached."
    )
    game = graph_game((0, 1), -1, movers="AA")
    assert text_of(game)[0] == "a draw by endless play: no end as good can be reached."


def test_a_winner_who_would_rather_go_on() -> None:
    lines = text_of(graph_game((1, 2), 1, (3,), 1, movers="ABBB", infinity=5))
    assert lines[0] == "Ann wins in 2 plies: some move wins against every reply."
    assert lines[3] == "     1 already wins in 1"


def test_a_loser_who_would_hold_out_longer_by_losing_more() -> None:
    lines = text_of(graph_game((1, 2), -1, (3,), (4,), -3, movers="ABBBB"))
    assert (
        lines[0] == "Bob wins in 1 ply: every move of Ann loses, and none that loses as little takes longer."
    )
    assert lines[3] == "     2 loses in 3, by 3: Bob plays 3"


def test_a_puzzle_with_dead_ends() -> None:
    game = graph_game((1, 2, 3, 4), 1, (2,), -1, (3,), movers="AAAAA", infinity=-1)
    lines = text_of(game)
    assert lines[2] == "1. 0: Ann plays 1 (winning in 1)"
    assert sorted(lines[3:6]) == [
        "     2 leads nowhere: Ann plays 2",
        "     3 is lost in 1",
        "     4 is lost in 2: Ann plays 3",
    ]
    assert text_of(game, 2)[0] == "unsolvable: no move leads to the goal."
    assert text_of(game, 4)[0] == "unsolvable: no move leads to the goal."
    assert text_of(game, 3)[0] == "The game is over, and nobody has won."


def test_a_win_by_endless_play() -> None:
    game = CatMouseII(["C...#", "...#F", "....#", "M...."], cat_jump=2, mouse_jump=5)
    explanation = explain(gamekit.solve(game))
    assert explanation.summary == (
        "cat wins by endless play: the rules award it to cat, and nobody can force an end that they like better "
        "within the turn limit."
    )
    assert explanation.cycle_start is not None
    assert "only draws" not in str(explanation)


def test_a_win_that_only_endless_play_would_bring() -> None:
    lines = text_of(graph_game((1, 2), -1, (2,), movers="BAA", infinity=-1))
    assert lines[2:4] == ["1. 0: Bob plays 1 (winning in 1)", "     2 only wins by endless play: Ann plays 2"]


def test_a_loser_who_hurries_lest_it_be_worse() -> None:
    """Endless play would cost Bob 5; he brings about an end that costs him 1 as soon as he can."""
    lines = text_of(graph_game((1, 2, 3), 1, (1,), (3,), movers="BAAA", infinity=5))
    assert lines[0] == "Ann wins in 1 ply: every move of Bob loses, and none does better."
    assert lines[2:5] == [
        "1. 0: Bob plays 1 (losing in 1)",
        "     2 loses in 2: Ann plays 1",
        "     3 loses by endless play, by 5: Ann plays 3",
    ]


def test_of_a_winner_s_other_moves_the_first_are_told_and_of_a_loser_s_all() -> None:
    many = 2 * MOST_DEPARTURES
    wins, losses = range(1, many + 1), range(many + 1, 2 * many + 1)
    game = graph_game((*wins, *losses), *[1] * many, *[-1] * many, movers="A" + "B" * 2 * many)
    assert text_of(game)[3:-1] == [
        f"     as good: {', '.join(map(str, range(2, MOST_DEPARTURES + 2)))} and {MOST_DEPARTURES - 1} more",
        *[f"     not {move}: Bob wins in 1" for move in losses[:MOST_DEPARTURES]],
        f"     worse too: {MOST_DEPARTURES} more",
    ]
    slow = len(game.edges)
    lost = attrs.evolve(
        game,
        edges=((*losses, slow), *game.edges[1:], (losses[0],)),
        mover=(*game.mover, 1),
        payoff=(*game.payoff, 0),
    )
    lines = text_of(lost)
    assert lines[0] == "Bob wins in 2 plies: every move of Ann loses, and none takes longer."
    assert lines[3:-2] == [f"     {move} loses in 1" for move in losses]


def test_the_rules_own_turn_limit() -> None:
    lines = text_of(graph_game((1,), (2,), (3,), 1, movers="ABAB", limit=2))
    assert lines[0].startswith("a draw by endless play: ")
    assert lines[2:] == [
        "1. 0: Ann plays 1 (drawing)",
        "2. 1: Bob plays 2 (drawing)",
        "3. 2: the turn limit is reached.",
    ]


def test_boards_are_shown_on_request() -> None:
    explanation = explain(gamekit.solve(EXAMPLE))
    with_boards = "\n".join(sentences(explanation, boards=True))
    assert EXAMPLE.render(EXAMPLE.initial_state()) in with_boards
    assert EXAMPLE.render(EXAMPLE.initial_state()) not in str(explanation)


def test_of_a_long_line_the_first_steps_are_told() -> None:
    explanation = explain(gamekit.solve(Nim(heaps=(1, 2))))
    whole = list(sentences(explanation))
    assert list(sentences(explanation, most=2)) == [*whole[:6], "... 2 more steps ..."]
    assert list(sentences(explanation, most=3)) == [*whole[:7], "... 1 more step ..."]
    assert list(sentences(explanation, most=4)) == whole
    circle = explain(gamekit.solve(EXAMPLE))
    *_, left, back = sentences(circle, most=1)
    assert left == f"... {len(circle.steps) - 1} more steps ..."
    assert back == str(circle).splitlines()[-1]


def test_headlines() -> None:
    capped = gamekit.solve(Nim(heaps=(3, 4, 5)), solver="minimax", cap=2)
    assert headline(capped, capped.root) == "unsolved by minimax:cap=2"


def test_what_cannot_be_explained() -> None:
    solution = gamekit.solve(Nim(heaps=(3, 4, 5)), solver="minimax", cap=2)
    with pytest.raises(UnsupportedError) as error:
        explain(solution)
    assert str(error.value) == "minimax:cap=2 left this state unsolved: 3 4 5, first to move"
    with pytest.raises(UnknownStateError):
        explain(solution, (9, 9, 9, 0))
