"""Cat and Mouse (LeetCode 913): a chase on a graph that may go round in circles."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import attrs

from gamekit.errors import InputError
from gamekit.game.board_parameters import Graph, Node, graph_parameter, node_parameter
from gamekit.game.graph_notations import GRAPH_NOTATIONS
from gamekit.game.protocol import SolvedGame
from gamekit.layout.on_graph import Mark, OnGraph

from .chase import CAT, CAT_LOOK, MOUSE_LOOK, Chase, State
from .notations.leetcode import LeetCodeText

HOLE = "brown 'hole'"


@attrs.frozen
class CatMouse(OnGraph, Chase):
    """Mouse and cat move in turn along the edges of a graph, the mouse first; neither may stay put.

    The mouse wins in the hole, the cat wins where the mouse is; the cat may not enter the hole. Play that
    never ends is a draw.

    >>> CatMouse(graph=[[1, 3], [0], [3], [0, 2]]).initial_state()
    (1, 2, 0)
    """

    player_colours = ("grey", "yellow")

    aim = "The cat wins by catching the mouse, the mouse by reaching the hole."

    graph: tuple[tuple[int, ...], ...] = graph_parameter()
    mouse: int = node_parameter(1, "where the mouse starts")
    cat: int = node_parameter(2, "where the cat starts")
    hole: int = node_parameter(0, "the hole: the mouse is safe there, the cat may not enter")

    notations = (*GRAPH_NOTATIONS, LeetCodeText("graph = [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"))
    example = {"graph": [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]}
    presets = {
        "Six nodes": example,
        "A way to the hole": {"graph": [[4], [2, 3], [1, 3, 4], [1, 2, 4], [0, 2, 3]]},
        "A ring": {"graph": [[1, 5], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0]], "mouse": 2, "cat": 4},
    }

    def __attrs_post_init__(self) -> None:
        if self.cat == self.hole:
            raise InputError(f"the cat may not be in the hole: cat is {self.cat} and so is hole", field="cat")
        if not self.graph[self.mouse]:
            start = f"graph[{self.mouse}], its start, is empty"
            raise InputError(f"the mouse must be able to move: {start}", field="mouse")
        if not set(self.graph[self.cat]) - {self.hole}:
            start = f"graph[{self.cat}], its start, is {list(self.graph[self.cat])}"
            raise InputError(f"the cat must be able to move: {start}, no neighbour but the hole", field="cat")

    def instance_from(self, state: State) -> dict[str, Any]:
        """Return the game that starts as in a state; hole, mouse and cat are then in the first nodes."""
        places = [self.hole, *(place for place in state[:2] if place != self.hole)]
        order = [*places, *(node for node in range(len(self.graph)) if node not in places)]
        names = {node: name for name, node in enumerate(order)}
        graph = [sorted(names[other] for other in self.graph[node]) for node in order]
        return {"graph": graph, "mouse": names[state[0]], "cat": names[state[CAT]], "hole": 0}

    def start(self) -> dict[str, Node]:
        return {"mouse": self.mouse, "cat": self.cat}

    @property
    def places(self) -> int:
        return len(self.graph)

    @cached_property
    def goal(self) -> Node:
        return self.hole

    @cached_property
    def reach(self) -> tuple[Graph, Graph]:
        hole = self.hole
        return self.graph, tuple([tuple([node for node in nodes if node != hole]) for nodes in self.graph])

    def parse_state(self, text: str) -> State:
        state = super().parse_state(text)
        if state[CAT] == self.hole:
            raise InputError(f"the cat may not be in the hole: cat is {state[CAT]} and so is hole")
        return state

    def marks(self, state: State) -> dict[Node, Mark]:
        mouse, cat, _ = state
        marks = {self.hole: Mark("hole", (HOLE,)), cat: Mark("CAT", (CAT_LOOK,))}
        if mouse == self.hole:
            marks[mouse] = Mark("mouse, safe in the hole", (HOLE, MOUSE_LOOK))
        elif mouse == cat:
            marks[mouse] = Mark("CAT, and the mouse is caught", (CAT_LOOK, MOUSE_LOOK))
        else:
            marks[mouse] = Mark("mouse", (MOUSE_LOOK,))
        return marks

    def answer(self, solution: SolvedGame) -> int:
        """Return 913's answer: 0 for a draw, 1 if the mouse wins, 2 if the cat does."""
        winner = solution.root.winner
        return 0 if winner is None else 1 + self.players.index(winner)
