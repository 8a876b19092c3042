"""What is written can be read back, and says the same."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterable
from html import unescape
from typing import Any
from xml.etree import ElementTree

import attrs
import networkx as nx
import pytest
from support.each_game import each_small_kind_of_game
from support.graph_game import GraphGame, random_game
from support.solutions import altered

import gamekit
from gamekit import Game, UnsupportedError, Value, load_game
from gamekit.analysis.export.graph_formats import FORMATS, to_dot, to_graphml, to_json, to_pgsolver
from gamekit.game.registry import game_class
from gamekit.game.values import FIRST
from gamekit.solution.solution import Solution, Status
from gamekit.solvers.retrograde import Retrograde
from gamekit.solvers.solve import run
from games.cat_mouse import CatMouse
from games.nim import Nim
from games.quixo import Quixo

AWKWARD = 'a "b" \\ c\td\x00é<&>'


@attrs.frozen
class Awkward(Game[str, str]):
    """One move, between states whose names are hard to write."""

    players = ('Ann "the" \\ first', "Bob & <son>")

    def initial_state(self) -> str:
        return AWKWARD

    def to_move(self, state: str) -> int:
        return int(state != AWKWARD)

    def moves(self, state: str) -> Iterable[str]:
        return ["on"]

    def apply(self, state: str, move: str) -> str:
        return f"{state}\n{move}"

    def outcome(self, state: str) -> int | None:
        return 0 if "\n" in state else None

    def format_state(self, state: str) -> str:
        return state


def example(name: str) -> Solution[Any, Any]:
    return gamekit.solve(load_game(name, game_class(name).example), backend="python").as_played()


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_shows_the_states_of_both_players(name: str) -> None:
    game = Quixo(size=2)
    seen_by_mover = gamekit.solve(game, backend="python")
    everything = run(Retrograde(), gamekit.explore(game))
    assert (len(seen_by_mover), len(everything)) == (21, 42)
    assert FORMATS[name](seen_by_mover) == FORMATS[name](everything)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_ends_with_a_line_end(name: str) -> None:
    assert FORMATS[name](gamekit.solve(Nim((1, 2)))).endswith("\n")


# --- DOT ------------------------------------------------------------------------------------------------------

STRING = r'"(?:[^"\\]|\\.)*"'
NODE = re.compile(rf"  (\d+) \[label=({STRING}), shape=(ellipse|box), fillcolor=\"(#[0-9a-f]{{6}})\"\];")
EDGE = re.compile(r"  (\d+) -> (\d+)( \[style=bold\])?;")


def read_dot(text: str) -> tuple[dict[int, tuple[str, str, str]], dict[tuple[int, int], bool], int]:
    """Return nodes (label, shape, colour), edges (whether bold) and the root; every line must be understood."""
    first, label, style, start, root, *lines, last, end = text.split("\n")
    assert (first, last, end) == ("digraph {", "}", "")
    assert re.fullmatch(rf"  label={STRING};", label)
    assert style == '  node [style=filled, fontcolor="#000000"];'
    assert start == '  start [shape=point, label=""];'
    root_index = re.fullmatch(r"  start -> (\d+) \[penwidth=3\];", root)
    assert root_index
    nodes, edges = {}, {}
    for line in lines:
        if node := NODE.fullmatch(line):
            nodes[int(node[1])] = (
                unescape(re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], node[2][1:-1])),
                node[3],
                node[4],
            )
        else:
            edge = EDGE.fullmatch(line)
            assert edge, line
            edges[int(edge[1]), int(edge[2])] = bool(edge[3])
    return nodes, edges, int(root_index[1])


@each_small_kind_of_game
def test_dot_shows_states_values_and_best_moves(name: str) -> None:
    solution = example(name)
    nodes, edges, root = read_dot(to_dot(solution))
    game, arena = solution.game, solution.arena
    assert root == arena.root
    colours: dict[str, set[Value]] = {}
    for i, verdict in enumerate(solution):
        label, shape, colour = nodes[i]
        state, _, worth = label.rpartition("\n")
        assert state == game.format_state(verdict.state)
        plies = "" if verdict.remoteness is None else f" {verdict.remoteness}"
        assert worth == verdict.value.name[0] + plies
        assert shape == ("ellipse" if verdict.player == game.players[0] else "box")
        colours.setdefault(colour, set()).add(verdict.value)
        bold = {j for k, j in edges if k == i and edges[k, j]}
        best = {
            arena.index_of(game.apply(verdict.state, move)) for move in solution.best_moves(verdict.state)
        }
        assert bold == best
    assert all(len(values) == 1 for values in colours.values())
    assert len(nodes) == len(solution)
    assert len(edges) == arena.edges


def test_dot_of_states_that_are_hard_to_write() -> None:
    nodes, _, _ = read_dot(to_dot(gamekit.solve(Awkward())))
    assert nodes[0][0] == 'a "b" \\ c\td\\x00é<&>\nT 1'
    assert nodes[1][0] == 'a "b" \\ c\td\\x00é<&>\non\nT 0'


def test_dot_of_a_search_that_was_cut_short() -> None:
    solution = gamekit.solve(Nim((3, 4)), solver="minimax", cap=2)
    assert solution.unsolved
    nodes, edges, _ = read_dot(to_dot(solution))
    for i, verdict in enumerate(solution):
        if verdict.value is Value.UNSOLVED:
            assert nodes[i][0].endswith("\n?")
            assert not any(bold for (k, _), bold in edges.items() if k == i)


# --- GraphML --------------------------------------------------------------------------------------------------


@each_small_kind_of_game
def test_graphml_comes_back(name: str) -> None:
    solution = example(name)
    graph = nx.parse_graphml(to_graphml(solution), node_type=int)
    original = solution.to_networkx()
    assert graph.is_directed()
    assert dict(graph.nodes(data=True)) == dict(original.nodes(data=True))
    assert set(graph.edges()) == set(original.edges())
    assert graph.graph["root"] == solution.arena.root
    assert graph.graph["game"] == repr(solution.game)


def test_graphml_of_states_that_are_hard_to_write() -> None:
    text = to_graphml(gamekit.solve(Awkward()))
    ElementTree.fromstring(text)
    graph = nx.parse_graphml(text, node_type=int)
    assert graph.nodes[0]["state"] == AWKWARD.replace("\x00", "\\x00")
    assert graph.nodes[1]["mover"] == "Bob & <son>"


# --- JSON -----------------------------------------------------------------------------------------------------


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON")


@each_small_kind_of_game
def test_json_says_what_the_solution_says(name: str) -> None:
    solution = example(name)
    document = json.loads(to_json(solution), parse_constant=refuse)
    assert list(document) == [
        "game",
        "parameters",
        "solver",
        "root",
        "players",
        "infinite_play",
        "max_plies",
        "states",
    ]
    assert load_game(document["game"], document["parameters"]) == solution.game
    assert document["solver"] == solution.solver
    assert document["root"] == solution.arena.root
    assert document["players"] == list(solution.game.players)
    assert document["infinite_play"] == solution.game.infinite_play
    assert document["max_plies"] == solution.game.max_plies
    for i, (entry, verdict) in enumerate(zip(document["states"], solution, strict=True)):
        assert entry == {
            "index": i,
            "state": solution.game.format_state(verdict.state),
            "player": verdict.player,
            "value": verdict.value.value,
            "payoff": verdict.payoff,
            "remoteness": verdict.remoteness,
            "winner": verdict.winner,
            "successors": solution.arena.successors.of(i).tolist(),
        }


def test_json_of_a_game_that_nobody_registered() -> None:
    document = json.loads(to_json(gamekit.solve(Awkward())))
    assert document["game"] == "Awkward"
    assert document["parameters"] == {}
    assert document["states"][0]["state"] == AWKWARD


def test_json_of_parameters_of_any_kind() -> None:
    @attrs.frozen
    class Inner:
        x: int = 1

    @attrs.frozen
    class Odd(Awkward):
        inner: Inner = Inner()
        table: Any = attrs.field(factory=lambda: {"a": (1, None), 2: float("inf")})
        kinds: frozenset[int] = frozenset({3})

    document = json.loads(to_json(gamekit.solve(Odd())), parse_constant=refuse)
    assert document["parameters"] == {
        "inner": {"x": 1},
        "table": {"a": [1, None], "2": "inf"},
        "kinds": "frozenset({3})",
    }


# --- parity games ---------------------------------------------------------------------------------------------

VERTEX = re.compile(r'(\d+) (\d+) ([01]) (\d+(?:,\d+)*) "([ !#-~]*)";')


@attrs.frozen
class ParityGame:
    priority: list[int]
    owner: list[int]
    successors: list[list[int]]


def read_pgsolver(text: str) -> ParityGame:
    """Read PGSolver's format, strictly."""
    head, *lines, end = text.split("\n")
    assert end == ""
    assert head == f"parity {len(lines) - 1};"
    game = ParityGame([], [], [])
    for i, line in enumerate(lines):
        vertex = VERTEX.fullmatch(line)
        assert vertex, line
        assert int(vertex[1]) == i
        game.priority.append(int(vertex[2]))
        game.owner.append(int(vertex[3]))
        game.successors.append([int(j) for j in vertex[4].split(",")])
    assert all(0 <= j < len(lines) for successors in game.successors for j in successors)
    return game


def attractor(game: ParityGame, within: set[int], goal: set[int], player: int) -> set[int]:
    """Return the vertices from which a player can force play, kept `within`, to the goal."""
    found = set(goal)
    while True:
        new = {
            i
            for i in within - found
            if (any if game.owner[i] == player else all)(
                j in found for j in game.successors[i] if j in within
            )
        }
        if not new:
            return found
        found |= new


def zielonka(game: ParityGame, within: set[int], first: Any = max) -> tuple[set[int], set[int]]:
    """Return what each player wins (W. Zielonka, 1998), where the `first` priority met for ever decides."""
    if not within:
        return set(), set()
    top = first(game.priority[i] for i in within)
    player = top % 2
    near = attractor(game, within, {i for i in within if game.priority[i] == top}, player)
    won = zielonka(game, within - near, first)
    if not won[1 - player]:
        return (set(within), set()) if player == 0 else (set(), set(within))
    lost = attractor(game, within, won[1 - player], 1 - player)
    rest = zielonka(game, within - lost, first)
    return (rest[0], rest[1] | lost) if player == 0 else (rest[0] | lost, rest[1])


def assert_winners_agree(solution: Solution[Any, Any], at_least: int) -> None:
    game = read_pgsolver(to_pgsolver(solution, at_least))
    everywhere = set(range(len(game.owner)))
    truth = {
        i for i, verdict in enumerate(solution) if verdict.payoff is not None and verdict.payoff >= at_least
    }
    for first in (max, min):
        even, odd = zielonka(game, everywhere, first)
        assert even == truth
        assert odd == everywhere - truth


@pytest.mark.slow
def test_the_winners_of_random_arenas_are_those_of_the_parity_game() -> None:
    for seed in range(300):
        solution = gamekit.solve(random_game(random.Random(seed)))
        for at_least in range(-3, 4):
            assert_winners_agree(solution, at_least)


@pytest.mark.parametrize(
    "name", ["cat-mouse", "cat-mouse-ii", "cops-and-robber", "hexapawn", "kalah", "nim", "sliding-puzzle"]
)
def test_the_winners_of_games_are_those_of_the_parity_game(name: str) -> None:
    solution = example(name)
    for at_least in (0, 1):
        assert_winners_agree(solution, at_least)


def test_by_default_the_question_is_whether_the_first_player_wins() -> None:
    graph = [[2, 3], [3, 4], [0, 4], [0, 1], [1, 2]]
    solution = gamekit.solve(CatMouse(graph))
    even, _ = zielonka(read_pgsolver(to_pgsolver(solution)), set(range(len(solution))))
    assert even == {i for i, verdict in enumerate(solution) if verdict.winner == "mouse"}


def test_a_loop_in_the_rules_stays_one() -> None:
    game = GraphGame(edges=((0, 1), ()), mover=(0, 0), payoff=(0, -1))
    assert to_pgsolver(gamekit.solve(game), at_least=0) == 'parity 1;\n0 0 0 0,1 "0";\n1 1 0 1 "1";\n'


def test_names_of_vertices_are_ascii() -> None:
    lines = to_pgsolver(gamekit.solve(Awkward())).splitlines()
    assert lines[1] == "0 1 0 1 \"a 'b' \\ c d\\x00\\xe9<&>\";"
    assert lines[2] == "1 1 1 1 \"a 'b' \\ c d\\x00\\xe9<&> on\";"


CHAIN = GraphGame(edges=((1,), (2,), (3,), ()), mover=(0, 1, 0, 1), payoff=(0, 0, 0, 1))


def test_a_turn_limit_that_decides_is_refused() -> None:
    short = gamekit.solve(attrs.evolve(CHAIN, turn_limit=2))
    with pytest.raises(UnsupportedError) as error:
        to_pgsolver(short)
    assert str(error.value) == (
        "parity games cannot have a turn limit, and the limit of these rules, 2 plies, decides the value of 1 of 4 "
        "states"
    )
    assert to_pgsolver(short, at_least=0), "both an end and endless play are good enough"
    assert_winners_agree(gamekit.solve(attrs.evolve(CHAIN, turn_limit=3)), 1)


def test_a_turn_limit_that_may_decide_is_refused() -> None:
    solution = gamekit.solve(attrs.evolve(CHAIN, turn_limit=3))
    status = solution.status.copy()
    status[0] = Status.UNSOLVED
    with pytest.raises(UnsupportedError, match="may decide the value of 1 of 4 states"):
        to_pgsolver(altered(solution, status=status))


def test_the_first_player_is_player_0() -> None:
    solution = gamekit.solve(CHAIN)
    assert read_pgsolver(to_pgsolver(solution)).owner == solution.arena.mover.tolist()
    assert FIRST == 0


@pytest.mark.slow
def test_networkx_waits_until_it_is_needed() -> None:
    code = "import sys, gamekit.analysis.export.graph_formats; sys.exit(bool({'networkx', 'numba'} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True)
