"""Cat and Mouse (LeetCode 913): a chase on a graph that may go round in circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from gamekit.compiled import CompiledGame, CompiledRules
from gamekit.errors import InputError, UnsupportedError
from games.boards import parse_turn
from games.graphs import Graph, Node, check_graph, check_node, frozen_graph, parse_node, render_graph

if TYPE_CHECKING:
    from gamekit.solution import Solution

State = tuple[Node, Node, int]  # where the mouse is, where the cat is, whose turn it is

MOUSE, CAT = 0, 1


@attrs.frozen
class CatMouse(CompiledGame[State, Node]):
    """Mouse and cat move in turn along the edges of a graph, the mouse first; neither may stay put.

    The mouse wins in the hole, the cat wins where the mouse is; the cat may not enter the hole. Play that
    never ends is a draw.

    >>> CatMouse(graph=[[1, 3], [0], [3], [0, 2]]).initial_state()
    (1, 2, 0)
    """

    graph: Graph = attrs.field(
        converter=frozen_graph,
        metadata={
            "help": "the neighbours of each node, numbered from 0; edges go both ways",
            "editor": "graph",
        },
    )
    mouse: Node = attrs.field(default=1, metadata={"help": "where the mouse starts", "editor": "node"})
    cat: Node = attrs.field(default=2, metadata={"help": "where the cat starts", "editor": "node"})
    hole: Node = attrs.field(
        default=0,
        metadata={"help": "the hole: the mouse is safe there, the cat may not enter", "editor": "node"},
    )

    players = ("mouse", "cat")
    example = {"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]}

    def __attrs_post_init__(self) -> None:
        check_graph(self.graph)
        for name, node in (("mouse", self.mouse), ("cat", self.cat), ("hole", self.hole)):
            check_node(name, node, len(self.graph))
        if self.cat == self.hole:
            raise InputError(f"the cat may not be in the hole: cat is {self.cat} and so is hole")
        if not self.graph[self.mouse]:
            raise InputError(f"the mouse must be able to move: graph[{self.mouse}], its start, is empty")
        if not set(self.graph[self.cat]) - {self.hole}:
            start = f"graph[{self.cat}], its start, is {list(self.graph[self.cat])}"
            raise InputError(f"the cat must be able to move: {start}, no neighbour but the hole")

    def initial_state(self) -> State:
        return (self.mouse, self.cat, MOUSE)

    def to_move(self, state: State) -> int:
        return state[2]

    def moves(self, state: State) -> Iterable[Node]:
        mouse, cat, turn = state
        if turn == MOUSE:
            return self.graph[mouse]
        return [node for node in self.graph[cat] if node != self.hole]

    def apply(self, state: State, move: Node) -> State:
        mouse, cat, turn = state
        return (move, cat, CAT) if turn == MOUSE else (mouse, move, MOUSE)

    def outcome(self, state: State) -> int | None:
        if state[0] == self.hole:
            return 1
        return -1 if state[0] == state[1] else None

    def states(self) -> Iterator[State]:
        mouse_nodes = self._connected_with(self.mouse)
        cat_nodes = self._connected_with(self.cat, without=self.hole)
        return ((mouse, cat, turn) for mouse in mouse_nodes for cat in cat_nodes for turn in (MOUSE, CAT))

    def predecessors(self, state: State) -> Iterable[State]:
        mouse, cat, turn = state
        hole = self.hole
        if turn == CAT:
            return [(node, cat, MOUSE) for node in self.graph[mouse] if node != hole and node != cat]
        if mouse == hole:
            return ()
        return [(mouse, node, CAT) for node in self.graph[cat] if node != hole and node != mouse]

    def _connected_with(self, start: Node, *, without: Node | None = None) -> list[Node]:
        found = new = {start}
        while new:
            new = set().union(*(self.graph[node] for node in new)) - found - {without}
            found = found | new
        return sorted(found)

    def encode(self, state: State) -> int:
        mouse, cat, turn = state
        return 2 * (len(self.graph) * mouse + cat) + turn

    def decode(self, code: int) -> State:
        mouse, cat = divmod(code >> 1, len(self.graph))
        return (mouse, cat, code & 1)

    def compiled_rules(self) -> CompiledRules:
        from games.kernels import cat_mouse as kernels

        if len(self.graph) > kernels.MOST_NODES:
            raise UnsupportedError(
                f"compiled rules are for up to {kernels.MOST_NODES:,} nodes; this graph has {len(self.graph):,}"
            )
        degree = max(map(len, self.graph))
        return CompiledRules(
            size=2 * len(self.graph) ** 2,
            parameters=kernels.parameters_of(self.graph, self.mouse, self.cat, self.hole),
            outcome=kernels.outcome,
            successors=kernels.successors,
            max_successors=degree,
            mover=kernels.mover,
            predecessors=kernels.predecessors,
            max_predecessors=degree,
            is_state=kernels.is_state,
        )

    def format_state(self, state: State) -> str:
        return f"mouse {state[0]}, cat {state[1]}, {self.players[state[2]]} to move"

    def parse_state(self, text: str) -> State:
        example = self.format_state(self.initial_state())
        pieces, turn = parse_turn(text, self.players, example)
        match pieces.replace(",", " ").split():
            case ["mouse", mouse_text, "cat", cat_text]:
                mouse = parse_node("mouse", mouse_text, len(self.graph))
                cat = parse_node("cat", cat_text, len(self.graph))
            case _:
                raise InputError(f"a state reads like {example!r}; this one is {text!r}")
        if cat == self.hole:
            raise InputError(f"the cat may not be in the hole: cat is {cat} and so is hole")
        return (mouse, cat, turn)

    def render(self, state: State) -> str:
        mouse, cat, _ = state
        notes = {self.hole: "hole", cat: "CAT", mouse: "mouse"}
        if mouse == self.hole:
            notes[mouse] = "mouse, safe in the hole"
        elif mouse == cat:
            notes[mouse] = "CAT, and the mouse is caught"
        return render_graph(self.graph, notes)

    def svg(self, state: State) -> str:
        from gamekit.drawing import BLUE, GREY, VERMILION, draw_graph

        mouse, cat, _ = state
        tokens = {self.hole: ("hole", GREY), mouse: ("M", BLUE), cat: ("C", VERMILION)}
        if mouse == self.hole:
            tokens[mouse] = ("M safe", BLUE)
        elif mouse == cat:
            tokens[mouse] = ("C+M", VERMILION)
        return draw_graph(self.graph, tokens)

    def answer(self, solution: Solution[State, Node]) -> int:
        """Return 913's answer: 0 for a draw, 1 if the mouse wins, 2 if the cat does."""
        winner = solution.root.winner
        return 0 if winner is None else 1 + self.players.index(winner)
