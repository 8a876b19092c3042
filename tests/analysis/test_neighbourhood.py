"""Parts of solutions, for pictures of games too large to show."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.command import call
from support.marks import cases

import gamekit
from gamekit import InputError, LimitError, UnknownStateError, UnsupportedError, neighbourhood
from gamekit.analysis.export.graph_formats import FORMATS
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.connect_four import ConnectFour
from games.quixo import Quixo

GAMES = [
    ConnectFour(width=3, height=4, length=3),
    Quixo(size=2),  # its codes show the mover's view
    CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]),
    CatMouseII(grid=["M.C", "...", "#.F"], cat_jump=1, mouse_jump=1),  # has a turn limit
]


def within(game: Any, state: Any, plies: int) -> list[set[Any]]:
    """Return the states that are 0, 1, 2 ... plies away, by definition."""
    layers = [{game.canonical_state(state)}]
    for _ in range(plies):
        known = set().union(*layers)
        layers.append(
            {
                child
                for parent in layers[-1]
                if game.outcome(parent) is None
                for move in game.moves(parent)
                if (child := game.canonical_state(game.apply(parent, move))) not in known
            }
        )
    return layers


@pytest.mark.parametrize("backend", ["python", "compiled"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_it_is_the_part_of_the_solution_that_it_says(game: Any, backend: Any) -> None:
    solution = gamekit.solve(game, backend=backend)
    line = solution.line().states
    for root in (None, line[min(2, len(line) - 1)]):
        for plies in range(4):
            near = neighbourhood(solution, root, within=plies)
            layers = within(game, solution.root.state if root is None else root, plies)
            assert set(near.arena.states) == set().union(*layers)
            assert near.arena.root == 0
            for i, state in enumerate(near.arena.states):
                assert near[state] == solution[state]
                children = {near.arena.states[j] for j in near.arena.successors.of(i).tolist()}
                leads_on = game.outcome(state) is None and state not in layers[-1]
                expected = {game.canonical_state(game.apply(state, move)) for move in game.moves(state)}
                assert children == (expected if leads_on else set())


def test_all_of_it_is_the_solution_within_reach() -> None:
    solution = gamekit.solve(GAMES[0])
    near = neighbourhood(solution, within=100)
    assert gamekit.verify(near).ok
    assert near.counts() == solution.counts()


def test_a_part_cannot_be_verified() -> None:
    near = neighbourhood(gamekit.solve(GAMES[0]), within=1)
    with pytest.raises(InputError, match="rest on states outside it, so verify the whole"):
        gamekit.verify(near)


def test_it_stops_at_a_limit() -> None:
    solution = gamekit.solve(GAMES[0])
    assert len(neighbourhood(solution, within=2, max_states=13)) == 13
    with pytest.raises(LimitError, match="more than 12 states lie within 2 plies"):
        neighbourhood(solution, within=2, max_states=12)


def test_a_state_must_be_in_the_arena() -> None:
    solution = gamekit.solve(GAMES[2])
    with pytest.raises(UnknownStateError, match="play cannot reach"):
        neighbourhood(solution, (9, 9, 0), within=1)


@pytest.mark.slow
def test_what_it_can_be_written_as() -> None:
    near = neighbourhood(gamekit.solve(GAMES[0]), within=1)
    assert FORMATS["dot"](near).count("dashed") == 3
    assert "dashed" not in FORMATS["dot"](gamekit.solve(GAMES[0]))
    assert [len(state["successors"]) for state in json.loads(FORMATS["json"](near))["states"]] == [3, 0, 0, 0]
    assert FORMATS["graphml"](near).count("<node ") == 4
    with pytest.raises(UnsupportedError, match="needs the whole arena"):
        FORMATS["pgsolver"](near)


@pytest.mark.parametrize("backend", cases(quick=["compiled"], slow=["auto"]))
def test_the_command(backend: str) -> None:
    arguments = ("export", "connect-four", "--format", "json", "--within", "2", "--backend", backend)
    written = json.loads(call(*arguments).out)
    assert len(written["states"]) == 13
    start = next(state["state"] for state in written["states"] if state["successors"] == [])
    again = json.loads(call(*arguments, "--state", start).out)
    assert again["states"][again["root"]]["state"] == start
    stopped = call(*arguments, "--max-states", "5")
    assert (stopped.status, stopped.err) == (
        3,
        "gamekit: more than 5 states lie within 2 plies; ask for fewer plies, or allow more states\n",
    )


def test_the_compiled_backend_writes_no_whole_arena() -> None:
    refused = call("export", "connect-four", "--format", "dot", "--backend", "compiled")
    assert (refused.status, refused.out) == (2, "")
    assert "set --within to the number of plies" in refused.err
