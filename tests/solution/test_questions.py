"""Questions about all states at once, each held against a plain walk over the verdicts."""

from __future__ import annotations

import random
import time
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from support.graph_game import random_game
from support.marks import cases

import gamekit
from gamekit import InputError, Solution, UnsupportedError, Value
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.kalah import Kalah
from games.nim import Nim
from games.quixo import Quixo
from games.sliding_puzzle import SlidingPuzzle

CASES: dict[str, Any] = {
    "cat-mouse": lambda: gamekit.solve(CatMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])),
    "turn limit": lambda: gamekit.solve(CatMouseII(["####F", "#C...", "M...."], cat_jump=1, mouse_jump=2)),
    "scores": lambda: gamekit.solve(Kalah(pits=2, seeds=2)),
    "puzzle": lambda: gamekit.solve(SlidingPuzzle(rows=2, columns=2)),
    "mover's view": lambda: gamekit.solve(Quixo(size=2), backend="python"),
    "unsolved": lambda: gamekit.solve(Nim(heaps=(2, 3)), solver="minimax", cap=2),
    "random": lambda: gamekit.solve(random_game(random.Random(5))),
}


@cache
def solved(name: str) -> Solution[Any, Any]:
    return CASES[name]()  # type: ignore[no-any-return]


@cache
def verdicts(name: str) -> list[Any]:
    return list(solved(name).as_played())


each = pytest.mark.parametrize("name", CASES)


@each
def test_counts_by_player_and_by_winner(name: str) -> None:
    counted = Counter((verdict.player, verdict.value) for verdict in verdicts(name))
    found = solved(name).counts_by_player()
    assert Counter({(player, value): n for player, of in found.items() for value, n in of.items()}) == counted
    wins = Counter(verdict.winner for verdict in verdicts(name) if verdict.value is not Value.UNSOLVED)
    assert +Counter(solved(name).counts_by_winner()) == wins


@each
def test_where_says_what_a_walk_over_all_states_says(name: str) -> None:
    game, everything = solved(name).game, verdicts(name)
    for player in game.players:
        for value in Value:
            expected = [v for v in everything if (v.player, v.value) == (player, value)]
            assert list(solved(name).where(value=value.value, mover=player)) == expected
        assert list(solved(name).where(winner=player)) == [v for v in everything if v.winner == player]
    nobody = [v for v in everything if v.winner is None and v.value is not Value.UNSOLVED]
    assert list(solved(name).where(winner=None)) == nobody
    late = [v for v in everything if v.remoteness is not None and v.remoteness in range(1, 9, 2)]
    found = solved(name).where(remoteness=range(1, 9, 2), payoff=1)
    assert list(found) == [v for v in late if v.payoff == 1]
    both = solved(name).where(value=[Value.WIN, "tie"])
    assert len(both) == sum(v.value in (Value.WIN, Value.TIE) for v in solved(name))


def test_states_of_either_player_are_loaded_once() -> None:
    solution = solved("mover's view")
    assert solution.store.perspective == "mover"
    player = solution.game.players[0]
    assert solution.where(mover=player).solution is solution.where(winner=player).solution


@each
def test_the_farthest_states_and_those_where_play_is_over(name: str) -> None:
    everything = list(solved(name))
    ended = [v for v in everything if v.remoteness is not None]
    most = max(v.remoteness for v in ended)
    assert list(solved(name).farthest()) == [v for v in ended if v.remoteness == most]
    lost = [v for v in ended if v.value is Value.LOSS]
    longest = max((v.remoteness for v in lost), default=None)
    assert list(solved(name).farthest("loss")) == [v for v in lost if v.remoteness == longest]
    known = [v.state for v in everything if v.value is not Value.UNSOLVED]
    over = {state for state in known if solved(name).game.outcome(state) is not None}
    assert set(solved(name).where(remoteness=0).states) == over


def test_a_selection_is_a_sequence() -> None:
    lost = solved("cat-mouse").where(value="loss")
    assert (len(lost), len(lost[2:5]), lost[-1]) == (20, 3, list(lost)[-1])
    assert lost[0].state == lost.states[0]
    assert repr(lost).startswith("<20 of 60 states of CatMouse(")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"value": "won"}, "there is no value 'won'; did you mean 'win'?"),
        ({"value": 1}, "value must be a Value, its name, or several of these; it is 1"),
        ({"value": [1]}, "there is no value 1; known: draw, loss, tie, unsolved, win"),
        ({"mover": "dog"}, "mover: no player is called 'dog'; known: cat, mouse"),
        ({"winner": 3}, "winner: no player is called 3; known: cat, mouse"),
        ({"payoff": 1.0}, "payoff must be an integer; it is 1.0"),
        ({"remoteness": -1}, "remoteness must be a number of plies or a range of them; it is -1"),
        ({"remoteness": (1, 3)}, "remoteness must be a number of plies or a range of them; it is (1, 3)"),
    ],
)
def test_questions_that_make_no_sense(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        solved("cat-mouse").where(**asked)
    assert str(caught.value) == message


@each
def test_a_graph_of_states_has_the_moves_on_its_edges(name: str) -> None:
    solution = solved(name).loaded()
    graph, game = solution.to_networkx(states=True), solution.game
    assert graph.number_of_nodes() == len(solution)
    assert graph.number_of_edges() == solution.to_networkx().number_of_edges()
    for state, child, moves in graph.edges(data="moves"):
        assert moves
        for move in moves:
            reached = game.apply(state, move)
            assert solution.place_of(reached) == solution.place_of(child)
    for state, node in graph.nodes(data=True):
        assert node["value"] == solution[state].value.value
        assert sum(len(moves) for _, _, moves in graph.out_edges(state, data="moves")) == (
            0 if node["terminal"] else len(list(game.moves(state)))
        )


# --- data frames ----------------------------------------------------------------------------------------------


@pytest.mark.extra
@pytest.mark.parametrize("library", ["pandas", "polars"])
@each
def test_a_data_frame_has_a_row_for_each_state(library: str, name: str) -> None:
    pytest.importorskip(library)
    solution = solved(name).as_played()
    frame = solution.to_dataframe(library)
    assert list(frame.columns) == ["state", "value", "payoff", "remoteness", "to_move"]
    rows = frame.itertuples(index=False) if library == "pandas" else frame.iter_rows()

    def known(entry: Any) -> Any:
        return None if repr(entry) in ("None", "nan", "<NA>") else entry

    assert [tuple(known(entry) for entry in row) for row in rows] == [
        (solution.describe(v.state), str(v.value), v.payoff, v.remoteness, v.player) for v in solution
    ]


def test_a_library_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(UnsupportedError, match="pip install polars"):
        solved("cat-mouse").to_dataframe("polars")
    with pytest.raises(InputError, match="library must be pandas or polars; it is 'csv'"):
        solved("cat-mouse").to_dataframe("csv")  # type: ignore[arg-type]


# --- many codes at once ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", cases(slow=["memory"], release=["files"]))
def test_a_million_verdicts_in_a_second(where: str, tmp_path: Any) -> None:
    game = gamekit.load_game("connect-four", {"width": 4, "height": 3, "length": 3})
    more = {"work": tmp_path / "work"} if where == "files" else {}
    solution = gamekit.solve(game, backend="compiled", **more)
    some = np.random.default_rng(1).integers(solution.store.places, size=50)
    expected = [solution.verdict(place) for place in some.tolist()]
    codes = np.array([solution.game.encode(verdict.state) for verdict in expected])  # type: ignore[attr-defined]
    found = solution.probe(np.append(codes, -1))
    assert found.found.tolist() == [True] * 50 + [False]
    assert found.remoteness[:50].tolist() == [verdict.remoteness for verdict in expected]
    many = np.tile(codes, 20_000)
    began = time.process_time()
    assert solution.probe(many).found.all()
    assert time.process_time() - began < 1


# --- arguments of the wrong kind ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        ("solve", ["nim"], "this is 'nim'; gamekit.load_game('nim') makes such an instance"),
        ("solve", ["kayles"], "this is 'kayles'; gamekit.load_game('kayles') makes such an instance"),
        ("solve", ["cess"], "a game must be an instance of a subclass of gamekit.Game; this is 'cess'"),
        ("verify", [Nim()], "verify takes a solution; this is a game, which gamekit.solve(game) solves"),
        ("explain", ["nim"], "explain takes a solution; this is 'nim'"),
        ("save_table", [None, "there"], "save_table takes a solution; this is None"),
        ("analyse_loops", [3], "analyse_loops takes a solution; this is 3"),
        ("load_game", [Nim], "the name of a game must be a text; it is <class "),
    ],
)
def test_an_argument_of_another_kind(function: str, arguments: list[Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        getattr(gamekit, function)(*arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"solver": 3}, "solver must be the name of a solver or a gamekit.Solver; it is 3"),
        ({"max_states": "x"}, "max_states must be an integer; it is 'x'"),
        ({"threads": 1.5}, "threads must be an integer; it is 1.5"),
        ({"progress": 3}, "progress must be a function; it is 3"),
        ({"memory": 2.5}, "memory must be a number of bytes or a size such as '12GiB'; it is 2.5"),
        ({"work": 5}, "a folder must be a string or a path; it is 5"),
        ({"tiers": 5}, "a folder must be a string or a path; it is 5"),
    ],
)
def test_an_option_of_another_kind(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        gamekit.solve(Nim(), **options)
    assert str(caught.value) == message
