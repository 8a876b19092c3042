"""Cops and robber (Quilliot 1978, Nowakowski and Winkler 1983): how many cops does it take to catch him?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations_with_replacement, product

import attrs

from gamekit.errors import InputError
from gamekit.game.parameters import check_size, parameter
from gamekit.game.protocol import SolvedGame

from .boards import TurnGame
from .graphs import GRAPH, Graph, Node, check_graph, frozen_graph, parse_node, render_graph

Nodes = tuple[Node, ...]  # of the cops in ascending order, or the robber's only one; () until they are placed
State = tuple[Nodes, Nodes, int]  # where the cops are, where the robber is, whose turn it is

COPS, ROBBER = 0, 1


@attrs.frozen
class CopsAndRobber(TurnGame[State, Nodes]):
    """Cops hunt a robber on a graph, and everybody sees everybody.

    The cops choose where they start, several in one node if they like, and then the robber chooses. In turn,
    the cops first, each of them stays or moves along an edge; then the robber stays or moves along an edge.
    The cops win as soon as one of them is where the robber is; the robber wins if play never ends.

    >>> game = CopsAndRobber(graph=[[1], [0, 2], [1]])
    >>> list(game.moves(((0,), (2,), 0)))
    [(0,), (1,)]
    """

    graph: Graph = attrs.field(converter=frozen_graph, metadata=GRAPH)
    cops: int = parameter(1, "how many cops there are")

    players = ("cops", "robber")
    infinite_play = -1
    example = {"graph": [[1, 3], [0, 2], [1, 3], [0, 2]], "cops": 2}

    def __attrs_post_init__(self) -> None:
        check_graph(self.graph)
        check_size("cops", self.cops, 1, max(1, len(self.graph)))

    def initial_state(self) -> State:
        return ((), (), COPS)

    def moves(self, state: State) -> Iterable[Nodes]:
        cops, robber, turn = state
        nodes = range(len(self.graph))
        if turn == ROBBER:
            return self._ways[robber[0]] if robber else [(node,) for node in nodes]
        if not cops:
            return combinations_with_replacement(nodes, self.cops)
        together = product(*(self._ways[cop] for cop in cops))
        return sorted({tuple(sorted(node for (node,) in choice)) for choice in together})

    def apply(self, state: State, move: Nodes) -> State:
        cops, robber, turn = state
        return (move, robber, ROBBER) if turn == COPS else (cops, move, COPS)

    def outcome(self, state: State) -> int | None:
        cops, robber, _ = state
        return 1 if robber and robber[0] in cops else None

    @cached_property
    def _ways(self) -> list[list[Nodes]]:
        """The nodes that a piece may move to, its own included, by node."""
        return [[(way,) for way in sorted((node, *self.graph[node]))] for node in range(len(self.graph))]

    def format_state(self, state: State) -> str:
        cops, robber = (" ".join(map(str, nodes)) or "nowhere" for nodes in state[:2])
        return f"cops {cops}, robber {robber}, {self.players[state[2]]} to move"

    @property
    def example_text(self) -> str:
        return self.format_state(((0,) * self.cops, (0,), COPS))

    def parse_state(self, text: str) -> State:
        pieces, turn = self.split_turn(text)
        match [part.split() for part in pieces.split(",")]:
            case [["cops", *cop_words], ["robber", *robber_words]] if cop_words and robber_words:
                cops = self._parse_nodes("cops", cop_words, self.cops)
                robber = self._parse_nodes("robber", robber_words, 1)
            case _:
                raise self.misread(text)
        if not robber and turn != (ROBBER if cops else COPS):
            raise InputError(f"the cops are placed first, then the robber; this state is {text!r}")
        if robber and not cops:
            raise InputError(f"the robber is placed after the cops; this state is {text!r}")
        return (cops, robber, turn)

    def _parse_nodes(self, name: str, words: list[str], number: int) -> Nodes:
        if words == ["nowhere"]:
            return ()
        if len(words) != number:
            nodes = "one node" if number == 1 else f"{number} nodes"
            raise InputError(f"{name} must be in {nodes} or nowhere; here it is {' '.join(words)!r}")
        return tuple(sorted(parse_node(name, word, len(self.graph)) for word in words))

    def format_move(self, state: State, move: Nodes) -> str:
        return " ".join(map(str, move))

    def render(self, state: State) -> str:
        cops, robber, _ = state
        notes = {cop: "cop" if cops.count(cop) == 1 else f"{cops.count(cop)} cops" for cop in cops}
        for node in robber:
            notes[node] = f"{notes[node]}, and the robber is caught" if node in notes else "ROBBER"
        return render_graph(self.graph, notes)

    def svg(self, state: State) -> str:
        from gamekit.drawing.svg import BLUE, VERMILION, draw_graph

        cops, robber, _ = state
        tokens = {cop: ("C" if cops.count(cop) == 1 else f"{cops.count(cop)}C", BLUE) for cop in cops}
        for node in robber:
            tokens[node] = (f"{tokens[node][0]}+R", BLUE) if node in tokens else ("R", VERMILION)
        return draw_graph(self.graph, tokens)

    def answer(self, solution: SolvedGame) -> bool:
        """Return whether the cops win."""
        return solution.root.winner == self.players[COPS]
