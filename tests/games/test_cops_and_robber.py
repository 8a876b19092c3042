from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import pytest
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, Value, explore
from gamekit.drawing.pieces import outline
from games.cops_and_robber import CopsAndRobber

PATH = [[1], [0, 2], [1]]
SQUARE = [[1, 3], [0, 2], [1, 3], [0, 2]]


def neighbours(graph: nx.Graph) -> list[list[int]]:
    return [sorted(graph[node]) for node in range(len(graph))]


def connected_graphs(nodes: int) -> Iterator[list[list[int]]]:
    """Yield every connected graph of up to seven nodes once, up to isomorphism."""
    for graph in nx.graph_atlas_g():
        if len(graph) == nodes and nx.is_connected(graph):
            yield neighbours(graph)


# --- known answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nodes", "connected", "cop_win"),
    [  # the connected graphs are OEIS A001349; the cop-win ones were counted by two independent programs
        (1, 1, 1),
        (2, 1, 1),
        (3, 2, 2),
        (4, 6, 5),
        (5, 21, 16),
        pytest.param(6, 112, 68, marks=pytest.mark.slow),
        pytest.param(7, 853, 403, marks=pytest.mark.release),
    ],
)
def test_how_many_graphs_one_cop_wins(nodes: int, connected: int, cop_win: int) -> None:
    solutions = [gamekit.solve(CopsAndRobber(graph)) for graph in connected_graphs(nodes)]
    assert (len(solutions), sum(solution.answer for solution in solutions)) == (connected, cop_win)
    if nodes >= 7:  # n - 4 moves: Gavenčiak, "Cop-win graphs with maximum capture-time", 2010
        longest = max(solution.root.remoteness or 0 for solution in solutions)
        assert longest == plies(nodes - 4)


@pytest.mark.parametrize("cops", cases(quick=[1, 2], slow=[3]))
def test_it_takes_three_cops_on_the_petersen_graph(cops: int) -> None:
    # Aigner and Fromme, "A game of cops and robbers", 1984: girth 5 and degree 3 ask for three cops
    solution = gamekit.solve(CopsAndRobber(neighbours(nx.petersen_graph()), cops))
    assert solution.answer is (cops == 3)
    assert solution.root.value is (Value.WIN if cops == 3 else Value.LOSS)
    # three nodes dominate the graph: placed, placed, caught; and a robber who escapes does so for ever
    assert solution.root.remoteness == (3 if cops == 3 else None)
    assert gamekit.verify(solution).ok


@pytest.mark.parametrize("nodes", range(2, 10))
def test_how_long_one_cop_takes_on_a_path(nodes: int) -> None:
    # from the middle a cop takes half as many moves as there are nodes, and no start is better
    root = gamekit.solve(CopsAndRobber(neighbours(nx.path_graph(nodes)))).root
    assert root.remoteness == plies(nodes // 2)


def plies(cop_moves: int) -> int:
    """Return the plies of a game in which the cops move so many times: two to place everybody come first."""
    return 2 + 2 * cop_moves - 1


@pytest.mark.parametrize(("cops", "winner"), [(1, "robber"), (2, "cops")])
def test_cops_needed_on_a_square(cops: int, winner: str) -> None:
    assert gamekit.solve(CopsAndRobber(SQUARE, cops)).root.winner == winner


def test_every_component_needs_its_own_cop() -> None:
    islands = [[], [], [3], [2]]
    assert [gamekit.solve(CopsAndRobber(islands, cops)).answer for cops in (1, 2, 3)] == [False, False, True]


def test_a_robber_with_nowhere_to_go_is_caught_when_placed() -> None:
    assert gamekit.solve(CopsAndRobber([[]])).root.remoteness == 2


# --- the rules ----------------------------------------------------------------------------------------------


def texts_of_moves(game: CopsAndRobber, state: Any) -> list[str]:
    return [game.format_move(state, move) for move in game.moves(state)]


def test_first_everybody_is_placed() -> None:
    game = CopsAndRobber(PATH, cops=2)
    state = game.initial_state()
    assert texts_of_moves(game, state) == [
        "place cops on 0 and 0",
        "place cops on 0 and 1",
        "place cops on 0 and 2",
        "place cops on 1 and 1",
        "place cops on 1 and 2",
        "place cops on 2 and 2",
    ]
    state = game.apply(state, 2)
    assert game.players[game.to_move(state)] == "robber"
    assert texts_of_moves(game, state) == ["place robber on 0", "place robber on 1", "place robber on 2"]
    assert game.format_state(game.apply(state, 1)) == "cops 0 2, robber 1, cops to move"


def test_everybody_moves_or_stays() -> None:
    game = CopsAndRobber(PATH, cops=2)
    for text, moves in (
        ("cops 0 0, robber 2, cops to move", ["0 stays, 0 stays", "0 stays, 0 to 1", "0 to 1, 0 to 1"]),
        (
            "cops 0 1, robber 2, cops to move",
            ["0 stays, 1 to 0", "0 stays, 1 stays", "0 stays, 1 to 2", "0 to 1, 1 stays", "0 to 1, 1 to 2"],
        ),
        ("cops 0 0, robber 2, robber to move", ["2 to 1", "2 stays"]),
    ):
        assert texts_of_moves(game, game.parse_state(text)) == moves


def test_moves_may_be_typed_as_the_nodes_alone() -> None:
    game = CopsAndRobber(PATH, cops=2)
    state = game.parse_state("cops 0 1, robber 2, cops to move")
    for text in ("0 to 1, 1 to 2", "1 2", "2 1"):
        assert game.format_move(state, game.parse_move(state, text)) == "0 to 1, 1 to 2"
    with pytest.raises(InputError, match="'2 2'"):
        game.parse_move(state, "2 2")


def test_how_it_ends() -> None:
    game = CopsAndRobber(PATH, cops=2)
    assert game.outcome(game.initial_state()) is None
    for text, outcome in (
        ("cops 0 2, robber nowhere, robber to move", None),
        ("cops 0 2, robber 1, cops to move", None),
        ("cops 0 1, robber 1, robber to move", 1),
    ):
        assert game.outcome(game.parse_state(text)) == outcome
    assert game.infinite_play == -1


def test_how_many_states_there_are() -> None:
    # nobody placed; two cops in 10 ways; these with the robber in one of 4 nodes and either side to move
    assert len(explore(CopsAndRobber(SQUARE, cops=2))) == 1 + 10 + 10 * 4 * 2


@pytest.mark.slow
def test_both_backends_agree_on_graphs_that_share_one_compilation() -> None:
    for graph, cops in ((PATH, 1), (SQUARE, 2), (neighbours(nx.petersen_graph()), 2)):
        game = CopsAndRobber(graph, cops)
        plain, compiled = (gamekit.solve(game, backend=backend) for backend in ("python", "compiled"))
        assert plain.game == compiled.game
        for state in explore(game).states:
            assert (plain[state].value, plain[state].remoteness) == (
                compiled[state].value,
                compiled[state].remoteness,
            )


# --- parameters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"graph": []}, "graph must have at least one node; it is empty"),
        ({"graph": [[1], [0, 7]]}, "graph[1] lists neighbour 7, but nodes are 0..1"),
        ({"graph": [[1], []]}, "graph must go both ways: graph[0] lists 1, but graph[1] does not list 0"),
        ({"graph": PATH, "cops": 0}, "cops must be an integer from 1 to 3; it is 0"),
        ({"graph": PATH, "cops": True}, "cops must be an integer from 1 to 3; it is True"),
        ({"graph": PATH, "cops": 2.0}, "cops must be an integer from 1 to 3; it is 2.0"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        CopsAndRobber(**parameters)
    assert str(error.value) == message


def test_parameters_from_json() -> None:
    assert gamekit.load_game("cops-and-robber", {"graph": PATH}) == CopsAndRobber(PATH, cops=1)


# --- for people ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [CopsAndRobber(PATH), CopsAndRobber(SQUARE, cops=2)])
def test_notation(game: CopsAndRobber) -> None:
    check_notation(game)
    assert game.format_state(game.initial_state()) == "cops nowhere, robber nowhere, cops to move"


def test_cops_are_put_in_order() -> None:
    game = CopsAndRobber(SQUARE, cops=2)
    state = game.parse_state("cops 3 1, robber 2, robber to move")
    assert game.format_state(state) == "cops 1 3, robber 2, robber to move"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a state reads like 'cops 0 0, robber 0, cops to move'; this one is ''"),
        (
            "cops, robber 0, cops to move",
            "a state reads like 'cops 0 0, robber 0, cops to move'; "
            "this one is 'cops, robber 0, cops to move'",
        ),
        ("cops 1, robber 0, cops to move", "cops must be in 2 nodes or nowhere; here it is '1'"),
        ("cops 1 2, robber 0 1, cops to move", "robber must be in one node or nowhere; here it is '0 1'"),
        ("cops 1 4, robber 0, cops to move", "cops is 4, but nodes are 0..3"),
        ("cops 1 x, robber 0, cops to move", "cops is 'x', but nodes are 0..3"),
        (
            "cops nowhere, robber 0, cops to move",
            "the cops are placed first, then the robber; "
            "this state is 'cops nowhere, robber 0, cops to move'",
        ),
        (
            "cops nowhere, robber nowhere, robber to move",
            "the cops are placed first, then the robber; "
            "this state is 'cops nowhere, robber nowhere, robber to move'",
        ),
        (
            "cops 0 1, robber nowhere, cops to move",
            "the cops are placed first, then the robber; "
            "this state is 'cops 0 1, robber nowhere, cops to move'",
        ),
    ],
)
def test_other_texts_are_no_states(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        CopsAndRobber(SQUARE, cops=2).parse_state(text)
    assert str(error.value) == message


def test_pictures() -> None:
    game = CopsAndRobber(SQUARE, cops=3)
    check_pictures(game)
    assert game.render(game.parse_state("cops 0 0 1, robber 2, cops to move")).splitlines() == [
        "0 - 1 3   <- 2 cops",
        "1 - 0 2   <- cop",
        "2 - 1 3   <- ROBBER",
        "3 - 0 2",
    ]
    caught = game.parse_state("cops 0 0 1, robber 0, robber to move")
    assert game.render(caught).splitlines()[0] == "0 - 1 3   <- 2 cops, and the robber is caught"
    pieces = [outline(name, 0, 0, 1) for name in ("cop", "cop", "cop", "robber")]
    assert game.svg(caught).count("<path") == sum(map(len, pieces))
