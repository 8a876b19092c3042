from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import attrs
import pytest
from support.marks import cases, one_in
from support.notation import check_notation, check_pictures
from support.paths import DATA

import gamekit
from gamekit import InputError, Value, explore
from games.cat_mouse import CatMouse

CASES = [json.loads(line) for line in (DATA / "cat_mouse_913.jsonl").read_text().splitlines()]

EXAMPLE_1 = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]
EXAMPLE_2 = [[1, 3], [0], [3], [0, 2]]


# --- known answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", one_in(8, range(len(CASES))))
def test_known_answer(number: int) -> None:
    case = CASES[number]
    solution = gamekit.solve(CatMouse(case["graph"]))
    root = solution.root
    assert (solution.answer, root.winner, root.remoteness) == (
        case["answer"],
        case["winner"],
        case["remoteness"],
    )
    assert root.value == {None: Value.DRAW, "mouse": Value.WIN, "cat": Value.LOSS}[root.winner]
    assert gamekit.verify(solution).ok


def test_examples_of_the_statement() -> None:  # LeetCode 913
    assert gamekit.solve(CatMouse(EXAMPLE_1)).answer == 0
    assert gamekit.solve(CatMouse(EXAMPLE_2)).answer == 1


@pytest.mark.parametrize(
    ("nodes", "draws", "mouse", "cat"),
    [  # found by independent programs; no published count is known
        (3, 0, 2, 1),
        (4, 0, 24, 12),
        pytest.param(5, 12, 494, 217, marks=pytest.mark.slow),
    ],
)
def test_every_small_graph(nodes: int, draws: int, mouse: int, cat: int) -> None:
    answers: Counter[int] = Counter()
    for graph, copies in valid_graphs(nodes):
        solution = gamekit.solve(CatMouse(graph))
        answers[solution.answer] += copies
        assert (solution.root.remoteness or 0) <= 2 * nodes  # so few nodes are over in 2n plies, or never
    assert (answers[0], answers[1], answers[2]) == (draws, mouse, cat)


def test_from_eight_nodes_on_a_chase_may_take_more_than_two_plies_a_node() -> None:
    assert max(case["remoteness"] or 0 for case in CASES if len(case["graph"]) == 8) == 17
    longest = max(CASES, key=lambda case: (case["remoteness"] or 0) / len(case["graph"]))
    assert (len(longest["graph"]), longest["remoteness"]) == (20, 134)  # 80 on 17 were published: issue 39999


def valid_graphs(nodes: int) -> Iterator[tuple[list[list[int]], int]]:
    """Yield the graphs that 913 allows, alike ones but once, each with the number of graphs that are alike.

    Two graphs are alike if they differ only in the numbers of nodes from 3 on. No node is isolated, and
    node 2 has a neighbour other than 0.
    """
    pairs = list(combinations(range(nodes), 2))
    renamings = [(0, 1, 2, *others) for others in permutations(range(3, nodes))]
    alike: Counter[tuple[tuple[int, int], ...]] = Counter()
    for size in range(len(pairs) + 1):
        for edges in combinations(pairs, size):
            if len(set().union(*edges)) == nodes and any(2 in edge and edge != (0, 2) for edge in edges):
                images = (
                    sorted(tuple(sorted((names[a], names[b]))) for a, b in edges) for names in renamings
                )
                alike[tuple(min(images))] += 1
    for edges, copies in alike.items():
        yield [[a + b - node for a, b in edges if node in (a, b)] for node in range(nodes)], copies


# --- the rules ----------------------------------------------------------------------------------------------


def test_the_mouse_must_move_and_so_must_the_cat() -> None:
    game = CatMouse(EXAMPLE_1)
    assert list(game.moves((3, 2, 0))) == [1, 4, 5]
    assert list(game.moves((3, 2, 1))) == [4, 5]  # not into the hole, node 0


def test_the_hole_is_safe_and_the_cat_catches_elsewhere() -> None:
    game = CatMouse(EXAMPLE_1)
    assert game.outcome((0, 2, 1)) == 1
    assert game.outcome((3, 3, 0)) == -1
    assert game.outcome((3, 3, 1)) == -1  # the mouse ran into the cat
    assert game.outcome((1, 3, 0)) is None


def test_other_starts_and_another_hole() -> None:
    path = [[1], [0, 2], [1, 3], [2]]
    assert gamekit.solve(CatMouse(path, mouse=1, cat=3, hole=0)).root.remoteness == 1
    solution = gamekit.solve(CatMouse(path, mouse=0, cat=2, hole=3))
    assert (solution.answer, solution.root.remoteness) == (2, 2)
    assert gamekit.solve(CatMouse(path, mouse=0, cat=2)).root.remoteness == 0  # safe from the start
    assert gamekit.solve(CatMouse(path, mouse=2, cat=2)).root.winner == "cat"  # caught from the start


@pytest.mark.parametrize(
    "game",
    [
        CatMouse(EXAMPLE_1),
        CatMouse(EXAMPLE_2),
        CatMouse(EXAMPLE_1, mouse=0, cat=4, hole=5),
        CatMouse([[1], [0, 2], [1, 3], [2], [5], [4]], mouse=4, cat=3),  # in different components
        CatMouse([[1], [0, 2], [1, 3], [2]], mouse=0, cat=2),  # over before it has begun
    ],
)
def test_predecessors_are_the_moves_backwards(game: CatMouse) -> None:
    arena = explore(game)
    leading: dict[Any, set[Any]] = {state: set() for state in arena.states}
    for state in arena.states:
        if game.outcome(state) is None:
            for move in game.moves(state):
                leading[game.apply(state, move)].add(state)
    for state in arena.states:
        going_on = [parent for parent in game.predecessors(state) if game.outcome(parent) is None]
        assert sorted(going_on) == sorted(leading[state])


def test_nodes_that_nobody_can_come_to_are_left_out() -> None:
    assert len(explore(CatMouse([[1], [0, 2], [1, 3], [2], [5], [4]]))) == 4 * 3 * 2


# --- parameters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"graph": []}, "graph must have at least one node; it is empty"),
        ({"graph": 7}, "graph must be a list of the neighbours of each node; it is 7"),
        ({"graph": [[1], 0]}, "graph[1] must be a list of neighbours; it is 0"),
        ({"graph": [[1], "0"]}, "graph[1] must be a list of neighbours; it is '0'"),
        ({"graph": [[1], [0, 7]]}, "graph[1] lists neighbour 7, but nodes are 0..1"),
        ({"graph": [[1], [0, -1]]}, "graph[1] lists neighbour -1, but nodes are 0..1"),
        ({"graph": [[1], [0, 1]]}, "graph[1] lists 1, itself; a node is not its own neighbour"),
        ({"graph": [[1], [0, 0]]}, "graph[1] must list each neighbour once; it lists 0 twice"),
        ({"graph": [[True], [0]]}, "graph[0] lists neighbour True, which is not an integer"),
        ({"graph": [[1.0], [0]]}, "graph[0] lists neighbour 1.0, which is not an integer"),
        (
            {"graph": [[1, 2], [0], []]},
            "graph must go both ways: graph[0] lists 2, but graph[2] does not list 0",
        ),
        ({"graph": [[1], [0]]}, "cat is 2, but nodes are 0..1"),
        ({"graph": EXAMPLE_1, "mouse": 6}, "mouse is 6, but nodes are 0..5"),
        ({"graph": EXAMPLE_1, "mouse": 1.0}, "mouse must be a node, an integer; it is 1.0"),
        ({"graph": EXAMPLE_1, "hole": True}, "hole must be a node, an integer; it is True"),
        ({"graph": EXAMPLE_1, "hole": 2}, "the cat may not be in the hole: cat is 2 and so is hole"),
        ({"graph": [[2], [], [0]]}, "the mouse must be able to move: graph[1], its start, is empty"),
        (
            {"graph": [[1, 2], [0], [0]]},
            "the cat must be able to move: graph[2], its start, is [0], no neighbour but the hole",
        ),
        (
            {"graph": [[1, 2], [0], [0]], "mouse": 0},
            "the cat must be able to move: graph[2], its start, is [0], no neighbour but the hole",
        ),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        CatMouse(**parameters)
    assert str(error.value) == message


def test_parameters_from_json() -> None:
    assert gamekit.load_game("cat-mouse", {"graph": EXAMPLE_1, "cat": 3}) == CatMouse(EXAMPLE_1, cat=3)


# --- for people ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [CatMouse(EXAMPLE_1), CatMouse(EXAMPLE_2), CatMouse(EXAMPLE_1, hole=4)])
def test_notation(game: CatMouse) -> None:
    check_notation(game)
    assert game.format_state(game.initial_state()) == "mouse 1, cat 2, mouse to move"


EXAMPLE_STATE = "'mouse 1, cat 2, mouse to move'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"a state reads like {EXAMPLE_STATE}; this one is ''"),
        ("mouse 1, cat 2", f"a state reads like {EXAMPLE_STATE}; this one is 'mouse 1, cat 2'"),
        (
            "cat 1, mouse 2, cat to move",
            f"a state reads like {EXAMPLE_STATE}; this one is 'cat 1, mouse 2, cat to move'",
        ),
        ("mouse x, cat 2, cat to move", "mouse: the piece must be on a place from 0 to 5; it is on 'x'"),
        ("mouse -1, cat 2, cat to move", "mouse: the piece must be on a place from 0 to 5; it is on '-1'"),
        ("mouse 1, cat 6, cat to move", "cat: the piece must be on a place from 0 to 5; it is on '6'"),
        ("mouse 1, cat 0, mouse to move", "the cat may not be in the hole: cat is 0 and so is hole"),
    ],
)
def test_other_texts_are_no_states(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        CatMouse(EXAMPLE_1).parse_state(text)
    assert str(error.value) == message


def test_a_number_of_any_length_is_refused_in_one_line() -> None:
    with pytest.raises(InputError, match=r"^mouse: the piece must be on a place from 0 to 5; it is on '9+'$"):
        CatMouse(EXAMPLE_1).parse_state(f"mouse {'9' * 5000}, cat 2, mouse to move")


def test_pictures() -> None:
    game = CatMouse(EXAMPLE_2)
    check_pictures(game)
    assert game.render((1, 2, 0)).splitlines() == [
        "0 - 1 3   <- hole",
        "1 - 0   <- mouse",
        "2 - 3   <- CAT",
        "3 - 0 2",
    ]
    assert game.render((0, 2, 1)).splitlines()[0] == "0 - 1 3   <- mouse, safe in the hole"
    assert game.render((2, 2, 1)).splitlines()[2] == "2 - 3   <- CAT, and the mouse is caught"
    at_start, caught, safe = (game.svg(state).count("<path") for state in ((1, 2, 0), (2, 2, 1), (0, 2, 1)))
    assert at_start == caught == safe > 4  # mouse and cat are drawn wherever they are


@pytest.mark.parametrize("nodes", cases(quick=[1, 2, 3, 10, 60, 61], slow=[200]))
def test_graphs_of_any_size_are_drawn(nodes: int) -> None:
    from gamekit.drawing.svg import RADIUS, draw_graph

    ring = tuple(tuple({(node - 1) % nodes, (node + 1) % nodes} - {node}) for node in range(nodes))
    picture = draw_graph(ring, {0: ("<&", "#0072b2")})
    assert ">&lt;&amp;<" in picture
    assert picture.count("<circle") == nodes
    assert picture.count("<line") == sum(map(len, ring)) // 2
    assert f'cy="{RADIUS + 4}"' in picture  # the topmost node is just inside


def test_instances_are_values() -> None:
    assert CatMouse(EXAMPLE_1) == attrs.evolve(CatMouse(EXAMPLE_2), graph=EXAMPLE_1)
    assert len({CatMouse(EXAMPLE_1), CatMouse(tuple(map(tuple, EXAMPLE_1)))}) == 1
