"""Cops and robber (Quilliot 1978, Nowakowski and Winkler 1983): how many cops does it take to catch him?"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from operator import getitem
from typing import Any

import attrs

from gamekit.errors import InputError
from gamekit.families.at_once import gesture_of_pieces, move_in_words, placements, ways_of_placements
from gamekit.game.board_parameters import Node, graph_parameter
from gamekit.game.gesture import Gesture
from gamekit.game.graph_notations import GRAPH_NOTATIONS
from gamekit.game.parameters import check_size, parameter
from gamekit.game.protocol import SolvedGame
from gamekit.layout import BoardGame, Cell, Layout
from gamekit.layout.on_graph import Mark, OnGraph, parse_nodes

Place = int  # of all cops together, or of the robber: an index of `places`
State = tuple[int, ...]  # the place of the cops, the place of the robber, whose turn it is

COPS, ROBBER = 0, 1
COP_LOOK, ROBBER_LOOK = "blue cop", "black robber"

PETERSEN = [
    [1, 4, 5],
    [0, 2, 6],
    [1, 3, 7],
    [2, 4, 8],
    [0, 3, 9],
    [0, 7, 8],
    [1, 8, 9],
    [2, 5, 9],
    [3, 5, 6],
    [4, 6, 7],
]


@attrs.frozen
class CopsAndRobber(OnGraph, BoardGame):
    """Cops hunt a robber on a graph, and everybody sees everybody.

    The cops choose where they start, several in one node if they like, and then the robber chooses. In turn,
    the cops first, each of them stays or moves along an edge; then the robber stays or moves along an edge.
    The cops win as soon as one of them is where the robber is; the robber wins if play never ends.

    >>> CopsAndRobber(graph=[[1], [0, 2], [1]]).moves((0, 2, 0))
    [0, 1]
    """

    graph: tuple[tuple[int, ...], ...] = graph_parameter()
    cops: int = parameter(1, "how many cops there are")

    players = ("cops", "robber")
    player_colours = ("blue", "black")
    aim = (
        "In turn, cops and robber step along lines or stay. The cops win if one of them comes to where the robber is, "
        "the robber by getting away for ever."
    )
    won_by = "the robber is caught"
    plural_players = ("cops",)
    notations = GRAPH_NOTATIONS
    infinite_play = -1
    compiled_once = True
    example = {"graph": [[1, 3], [0, 2], [1, 3], [0, 2]], "cops": 2}
    presets = {
        "Square": example,
        "Petersen graph": {"graph": PETERSEN, "cops": 3},
        "Cube": {
            "graph": [[1, 2, 4], [0, 3, 5], [0, 3, 6], [1, 2, 7], [0, 5, 6], [1, 4, 7], [2, 4, 7], [3, 5, 6]],
            "cops": 2,
        },
    }

    def __attrs_post_init__(self) -> None:
        check_size("cops", self.cops, 1, max(1, len(self.graph)))

    @cached_property
    def places(self) -> list[list[tuple[Node, ...]]]:
        """The nodes of the cops, and those of the robber, by place; on the last place, they are nowhere."""
        return [placements(self.graph, pieces) for pieces in (self.cops, 1)]

    @cached_property
    def ways(self) -> list[list[list[Place]]]:
        """The places that the cops, and that the robber may go to, by place: also their own, but not nowhere."""
        return [ways_of_placements(self.graph, pieces) for pieces in (self.cops, 1)]

    @cached_property
    def most_moves(self) -> int:  # type: ignore[override]
        return max(len(ways) for of_player in self.ways for ways in of_player)

    def layout(self) -> Layout:
        return Layout(at=Cell(max(map(len, self.places)), pieces=2))

    def start(self) -> dict[str, list[Place]]:
        return {"at": [len(places) - 1 for places in self.places]}

    def options(self, s: Any) -> Any:
        return self.ways[s.turn][s.at[s.turn]]

    def play(self, s: Any, move: Place) -> None:
        s.at[s.turn] = move

    def over(self, s: Any) -> int | None:
        return 1 - 2 * s.turn if s.at[ROBBER] in self.places[COPS][s.at[COPS]] else None

    def format_state(self, state: State) -> str:
        cops, robber = (" ".join(map(str, nodes)) or "nowhere" for nodes in map(getitem, self.places, state))
        return f"cops {cops}, robber {robber}, {self.players[state[2]]} to move"

    def parse_state(self, text: str) -> State:
        words = re.fullmatch("cops (.+), robber (.+), (cops|robber) to move", " ".join(text.split()))
        if words is None:
            raise InputError(f"a state reads like {self.format_state((0, 0, 0))!r}; this one is {text!r}")
        pieces = (("cops", words[1], self.cops), ("robber", words[2], 1))
        cops, robber = (parse_nodes(name, text, len(self.graph), number) for name, text, number in pieces)
        if (robber and not cops) or (not robber and words[3] != ("robber" if cops else "cops")):
            raise InputError(f"the cops are placed first, then the robber; this state is {text!r}")
        return (*map(list.index, self.places, (cops, robber)), self.players.index(words[3]))

    def format_move(self, state: State, move: Place) -> str:
        """Return where the pieces are placed or what each does: `place cops on 0 and 2`, `0 to 1, 2 stays`."""
        words = move_in_words(self.graph, *self._nodes(state, move))
        piece = "robber" if state[2] else "cop" if self.cops == 1 else "cops"
        return words.replace("start in", f"place {piece} on")

    def parse_move(self, state: State, text: str) -> Any:
        """Return the move that a string names; the nodes alone, to which the pieces come, may be typed, too."""
        nodes, places = sorted(text.split()), self.places[state[2]]
        for move in self.moves(state):
            if sorted(map(str, places[move])) == nodes:
                return move
        return super().parse_move(state, text)

    def gesture(self, state: State, move: Place) -> Gesture:
        return gesture_of_pieces(self.graph, *self._nodes(state, move))

    def prompts_in(self, state: State) -> tuple[str, ...]:
        if state[2] == ROBBER or self.cops == 1:
            return ()
        if not self.places[COPS][state[COPS]]:
            nth = "second" if self.cops == 2 else "next"
            return "Choose where the first cop starts.", *[f"Now place the {nth} cop."] * self.cops
        other = "the other cop" if self.cops == 2 else "another cop"
        return "Choose a cop.", *(
            "Now choose where it goes; tap it again to stay.",
            f"Now move {other}, or tap it twice to stay.",
        ) * self.cops

    def _nodes(self, state: State, move: Place) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
        """Return the nodes that the pieces of the player to move leave, and those that they come to."""
        player = state[2]
        return self.places[player][state[player]], self.places[player][move]

    @property
    def slots(self) -> int:  # type: ignore[override]
        return self.cops + 1

    def waiting(self, state: State) -> dict[int, str]:
        cops, robber = map(getitem, self.places, state)
        waiting = {} if cops else dict.fromkeys(range(self.cops), COP_LOOK)
        return waiting if robber else {**waiting, self.cops: ROBBER_LOOK}

    def marks(self, state: State) -> dict[Node, Mark]:
        cops, robber = map(getitem, self.places, state)
        marks = dict.fromkeys(robber, Mark("ROBBER", (ROBBER_LOOK,)))
        for node, number in Counter(cops).items():
            note, looks = "cop" if number == 1 else f"{number} cops", (COP_LOOK,) * number
            caught = Mark(f"{note}, and the robber is caught", (*looks, ROBBER_LOOK))
            marks[node] = caught if node in robber else Mark(note, looks)
        return marks

    def answer(self, solution: SolvedGame) -> bool:
        """Return whether the cops win."""
        return solution.root.winner == self.players[COPS]
