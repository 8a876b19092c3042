"""Every registered game, in its example, under every registered solver."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import attrs
import pytest
from support.each_game import NAMES, SMALL_KINDS, SOLVED, TYPICAL, each_game, each_small_kind_of_game
from support.marks import cases, one_in
from support.naive import naive_results

import gamekit
from gamekit import Game, Solution, Value
from gamekit.arena import Arena, explore
from gamekit.game.protocol import supplies
from gamekit.game.registry import GAMES, adapted_names, game_class, load_game, registered
from gamekit.solution.solution import Status
from gamekit.solvers.registry import SOLVERS, make_solver
from gamekit.solvers.solve import run

PLAYED = [name for name in [*registered(GAMES), *adapted_names(GAMES)] if ":" not in name]
EXACT = sorted(registered(SOLVERS))

# name: (states, edges, terminal states, value and remoteness of the root). The naive fixpoint below finds the same
# values. What was published, or found by other programs: tic-tac-toe's states, ends and tie (GamesmanClassic,
# nishioka.com); hexapawn's states and winner (encyclopedias); the loss of kalah(2, 2) for the first player (Irving,
# Donkers, Uiterwijk 2000); the states and the 21 moves of the 2 × 3 puzzle (OEIS A151944).
GOLDEN: dict[str, tuple[int, int, int, Value, int | None]] = {
    "breakthrough": (5_654, 11_263, 2_138, Value.LOSS, 10),
    "cat-mouse": (60, 88, 20, Value.DRAW, None),
    "cat-mouse-ii": (180, 600, 36, Value.WIN, 5),
    "chess-ending": (2_908, 8_210, 1_085, Value.WIN, 19),
    "chess-variant": (336, 1_052, 68, Value.WIN, 7),
    "chopsticks": (342, 844, 22, Value.DRAW, None),
    "connect-four": (2_715, 3_714, 914, Value.TIE, 12),
    "cops-and-robber": (91, 290, 32, Value.WIN, 3),
    "dobutsu-shogi": (2_880, 7_578, 1_428, Value.WIN, 5),
    "dots-and-boxes": (54, 133, 3, Value.TIE, 7),
    "fox-and-geese": (5_859, 16_175, 1_140, Value.LOSS, 12),
    "fox-and-hounds": (114, 159, 27, Value.LOSS, 8),
    "hare-and-hounds": (1_325, 4_934, 71, Value.WIN, 23),
    "hex": (2_781, 8_093, 503, Value.WIN, 5),
    "hexapawn": (135, 162, 65, Value.LOSS, 6),
    "kalah": (24, 23, 7, Value.LOSS, 5),
    "klotski": (114, 458, 8, Value.WIN, 6),
    "lights-out": (512, 4_599, 1, Value.WIN, 5),
    "missionaries-and-cannibals": (15, 30, 1, Value.WIN, 11),
    "morris": (1_620, 4_442, 496, Value.DRAW, None),
    "mu-torere": (1_180, 1_920, 80, Value.DRAW, None),
    "nim": (91, 480, 2, Value.WIN, 11),
    "order-and-chaos": (2_694, 10_510, 1_112, Value.WIN, 5),
    "othello": (14_401, 21_042, 1_239, Value.LOSS, 10),
    "peg-solitaire": (1_871, 6_167, 69, Value.WIN, 14),
    "pocket-cube": (5_040, 25_195, 1, Value.WIN, 13),
    "quixo": (162, 216, 120, Value.WIN, 3),
    "rush-hour": (37, 198, 3, Value.WIN, 2),
    "sim": (177, 443, 42, Value.TIE, 10),
    "sliding-puzzle": (360, 838, 1, Value.WIN, 21),
    "sokoban": (296, 642, 30, Value.WIN, 13),
    "teeko": (5_710, 24_197, 736, Value.DRAW, None),
    "three-in-a-row": (5_716, 16_741, 1_016, Value.WIN, 11),
    "three-mens-morris": (5_390, 21_509, 416, Value.WIN, 9),
    "tic-tac-toe": (5_478, 16_167, 958, Value.TIE, 9),
    "tigers-and-goats": (1_058, 3_108, 105, Value.WIN, 13),
    "towers-of-hanoi": (81, 238, 1, Value.WIN, 15),
    "umul-gonu": (30, 38, 2, Value.DRAW, None),
    "wild-tic-tac-toe": (2_694, 10_510, 1_112, Value.WIN, 7),
    "wolf-goat-cabbage": (10, 19, 1, Value.WIN, 7),
}

EVERY_STATE = {"quixo": {"symmetry": False}, "teeko": {"symmetry": False}}
"""Parameters with which all states are counted, and not classes."""

each_solution = pytest.mark.parametrize(
    ("name", "solver"),
    cases(
        quick=[(name, solver) for name in sorted(TYPICAL) for solver in EXACT],
        slow=[(name, "retrograde") for name in sorted(SMALL_KINDS - TYPICAL)],
        release=[(name, "retrograde") for name in sorted(set(SOLVED) - SMALL_KINDS)],
    ),
)
"""Solutions of typical games by each solver, and of the others by one; a test compares all solvers on them."""


@cache
def arena_of(name: str) -> Arena[Any, Any]:
    return explore(load_game(name))


@cache
def solution_of(name: str, solver: str) -> Solution[Any, Any]:
    return run(make_solver(solver), arena_of(name))


def states_of(solution: Solution[Any, Any], most: int) -> list[Any]:
    """Return all states, or some from everywhere; the root among them."""
    states = list(solution.arena.states)
    return [solution.root.state, *states[:: -(-len(states) // most)]]


# --- values -------------------------------------------------------------------------------------------------


@each_game
def test_golden_counts(name: str) -> None:
    if name not in GOLDEN:
        assert not registered(GAMES)[name].value.startswith("gamekit."), "a game of ours needs golden counts"
        pytest.skip("a plugin's game")
    arena = explore(load_game(name, {**game_class(name).example, **EVERY_STATE.get(name, {})}))
    root = run(make_solver("retrograde"), arena).root
    assert (len(arena), arena.edges, arena.terminal.sum(), root.value, root.remoteness) == GOLDEN[name]


@each_solution
def test_the_solution_is_proved(name: str, solver: str) -> None:
    solution = solution_of(name, solver)
    report = gamekit.verify(solution)
    assert report.ok, str(report)
    assert report.checked == len(solution)
    assert solution.unsound is None
    json.dumps(solution.answer)


@each_game
def test_values_follow_from_their_definition(name: str) -> None:
    solution = solution_of(name, "retrograde")
    ended = (solution.status == Status.ENDED).tolist()
    columns = zip(solution.payoff.tolist(), solution.remoteness.tolist(), ended, strict=True)
    found = [(payoff, remoteness if ends else None) for payoff, remoteness, ends in columns]
    assert found == naive_results(solution.arena)


@pytest.mark.parametrize("solver", [solver for solver in EXACT if solver != "retrograde"])
@each_game
def test_solvers_agree_on_every_state_they_share(name: str, solver: str) -> None:
    reference, solution = solution_of(name, "retrograde"), solution_of(name, solver)
    assert solution.root == reference.root
    assert solution.answer == reference.answer
    assert list(solution) == [reference[state] for state in solution.arena.states]


@each_game
def test_retrograde_and_cycles_cover_all_states_and_minimax_those_in_reach(name: str) -> None:
    arena = arena_of(name)
    for solver in ("retrograde", "cycles"):
        assert set(solution_of(name, solver).arena.states) == set(arena.states)
    assert set(solution_of(name, "minimax").arena.states) == set(arena.within_reach().states)


@each_solution
def test_counts_add_up(name: str, solver: str) -> None:
    solution = solution_of(name, solver)
    counts = solution.counts()
    assert sum(counts.values()) == len(solution) == len(list(solution))
    assert all(
        number == sum(verdict.value is value for verdict in solution) for value, number in counts.items()
    )


@each_solution
def test_best_moves_bring_about_the_value_and_the_remoteness(name: str, solver: str) -> None:
    """One ply from every state and by every best move, which is enough by induction over the remoteness."""
    solution = solution_of(name, solver)
    game, limit = solution.game, solution.game.max_plies
    for state in solution.arena.states:
        here, best = solution[state], solution.best_moves(state)
        if (payoff := game.outcome(state)) is not None:
            assert (best, here.payoff, here.remoteness) == ([], payoff, 0)
            continue
        moves = list(game.moves(state))
        assert best
        assert all(move in moves for move in best)
        for move in best:
            child = solution.arena.index_of(game.apply(state, move))
            there = solution.verdict(child, None if limit is None else limit - 1)
            assert there.payoff == here.payoff
            assert there.remoteness == (None if here.remoteness is None else here.remoteness - 1)


@each_solution
def test_lines_are_legal_and_end_in_time_or_go_round(name: str, solver: str) -> None:
    solution = solution_of(name, solver)
    game = solution.game
    for start in states_of(solution, most=400):
        line, verdict = solution.line(start), solution[start]
        assert line.states[0] == start
        for state, move, after in zip(line.states, line.moves, line.states[1:], strict=False):
            assert game.outcome(state) is None
            assert move in list(game.moves(state))
            assert game.apply(state, move) == after
        assert len(line.states) == len(line.moves) + 1
        if verdict.remoteness is None:
            assert line.states[-1] == line.states[line.cycle_start]
            assert len(set(line.states)) == len(line.moves)
        else:
            assert line.cycle_start is None
            assert len(line.moves) == verdict.remoteness
            assert game.outcome(line.states[-1]) == verdict.payoff


# --- the arena ------------------------------------------------------------------------------------------------


@each_small_kind_of_game
def test_the_arena_as_a_networkx_graph(name: str) -> None:
    solution = solution_of(name, "retrograde")
    arena, players = solution.arena, solution.game.players
    graph = solution.to_networkx()
    assert graph.graph["root"] == arena.root
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (len(arena), arena.edges)
    for i, verdict in enumerate(solution):
        node = graph.nodes[i]
        assert node["state"] == arena.describe(arena.states[i])
        assert node["mover"] == players[arena.mover[i]]
        assert node["terminal"] == (graph.out_degree(i) == 0)
        assert node["value"] == verdict.value
        assert node["payoff"] == verdict.payoff
        assert node.get("remoteness") == verdict.remoteness
        json.dumps(node)  # plain values, which every file format takes


@each_game
def test_own_states_and_predecessors_are_those_that_the_moves_give(name: str) -> None:
    listed, searched = arena_of(name), explore(without_shortcuts(load_game(name)))
    own = supplies(listed.game, "states")
    assert (listed.states_from, searched.states_from) == ("states" if own else "exploration", "exploration")
    own = own and supplies(listed.game, "predecessors")
    assert (listed.edges_from, searched.edges_from) == ("predecessors" if own else "moves", "moves")
    assert rows(listed.within_reach()) == rows(searched)
    backwards = {
        (listed.states[i], state)
        for j, state in enumerate(listed.states)
        for i in listed.predecessors.of(j).tolist()
    }
    assert backwards == {
        (state, child) for state, (*_, children) in rows(listed).items() for child in children
    }


def without_shortcuts(game: Game[Any, Any]) -> Game[Any, Any]:
    """Return the same game as if its author had written neither states() nor predecessors()."""
    hidden = {"states": Game.states, "predecessors": Game.predecessors}
    cls = type(f"Plain{type(game).__name__}", (type(game),), hidden)
    parameters = {field.alias: getattr(game, field.name) for field in attrs.fields(type(game)) if field.init}
    return cls(**parameters)


def rows(arena: Arena[Any, Any]) -> dict[Any, tuple[int, bool, int, frozenset[Any]]]:
    edges = arena.successors
    return {
        state: (
            int(arena.mover[i]),
            bool(arena.terminal[i]),
            int(arena.payoff[i]),
            frozenset(arena.states[j] for j in edges.of(i).tolist()),
        )
        for i, state in enumerate(arena.states)
    }


# --- for people -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_class_explains_itself(name: str) -> None:
    cls = game_class(name)
    assert cls.__doc__ is not None
    assert ">>>" in cls.__doc__
    for field in attrs.fields(cls):
        assert field.metadata.get("help"), f"{name}: what is {field.name}?"
        assert field.name in cls.example or field.default is not attrs.NOTHING, (
            "for info, check and trying out"
        )
    assert load_game(name) == load_game(name, json.loads(json.dumps(cls.example)))


@each_game
def test_boards_and_notation(name: str) -> None:
    solution = solution_of(name, "retrograde")
    game = solution.game
    for state in states_of(solution, most=100):
        text, board, picture = game.format_state(state), game.render(state), game.svg(state)
        assert "\n" not in text
        assert game.parse_state(text) == state
        assert board.strip()
        assert "\x1b" not in board
        assert picture is None or ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
        for move, *_ in solution.replies(state):
            assert game.parse_move(state, game.format_move(state, move)) == move


FEWER = {
    "dao": 0,
    "l-game": 0,
    "neutreeko": 0,
    "wolf-goat-cabbage": 0,
    "othello": 0,
    "three-mens-morris": 2,
    "umul-gonu": 2,
}
"""The presets of games that have no parameters, or hardly any that make another game worth playing."""


@pytest.mark.parametrize("name", one_in(8, PLAYED))
def test_presets_are_several_instances(name: str) -> None:
    cls = game_class(name)
    games = [load_game(name, dict(parameters)) for parameters in cls.presets.values()]
    assert 3 <= len(games) <= 5 or len(games) == FEWER[name]
    assert all(games.count(game) == 1 for game in games)
    assert cls.first_preset in ("", *cls.presets)
