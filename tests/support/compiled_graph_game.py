"""Games on any graph whatever, with plain and with compiled rules: absolute ones, and ones from the mover's view."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import attrs
import numba

from gamekit.game.compiled import NOT_OVER, CompiledGame, CompiledRules
from support.graph_game import GraphGame

SPREAD = 7919  # codes are states times this where they are to lie far apart


@attrs.frozen
class CompiledGraphGame(GraphGame, CompiledGame[int, int]):
    """`GraphGame` over codes: dense ones, or far apart."""

    is_dense: bool = False
    gives_predecessors: bool = True

    @property
    def _step(self) -> int:
        return 1 if self.is_dense else SPREAD

    def encode(self, state: int) -> int:
        return state * self._step

    def decode(self, code: int) -> int:
        return code // self._step

    def compiled_rules(self) -> CompiledRules:
        return rules_of(self, self.edges, self.mover, self.payoff, self._step)


class ListedCompiledGraphGame(CompiledGraphGame):
    """The same, listing its states: all, as its dense codes do."""

    def states(self) -> Iterable[int]:
        return range(len(self.edges))


@attrs.frozen
class MirroredGraphGame(CompiledGame[tuple[int, int], int]):
    """A token on a graph that both players move in turn; what an end is worth depends on who is to move there."""

    edges: tuple[tuple[int, ...], ...]
    payoff: tuple[int, ...]  # to the player who would be to move
    is_dense: bool = False
    gives_predecessors: bool = True
    players = ("Ann", "Bob")

    @property
    def _step(self) -> int:
        return 1 if self.is_dense else SPREAD

    def initial_state(self) -> tuple[int, int]:
        return (0, 0)

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> Iterable[int]:
        return self.edges[state[0]]

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (move, 1 - state[1])

    def outcome(self, state: tuple[int, int]) -> int | None:
        if self.edges[state[0]]:
            return None
        return self.payoff[state[0]] * (1 - 2 * state[1])

    def encode(self, state: tuple[int, int]) -> int:
        return state[0] * self._step

    def decode(self, code: int) -> tuple[int, int]:
        return (code // self._step, 0)

    def compiled_rules(self) -> CompiledRules:
        return rules_of(self, self.edges, None, self.payoff, self._step)


def rules_of(
    game: Any,
    edges: tuple[tuple[int, ...], ...],
    movers: tuple[int, ...] | None,
    payoffs: tuple[int, ...],
    step: int,
) -> CompiledRules:
    number = len(edges)
    children = [sorted(set(row)) for row in edges]
    parents = [[i for i in range(number) if j in children[i]] for j in range(number)]
    rows = [*children, *parents]
    first = [3 + 2 * number + 2 * number + 1 + start for start in accumulate(map(len, rows), initial=0)]
    return CompiledRules(
        size=number * step,
        parameters=[
            number,
            step,
            0,
            *(movers or [0] * number),
            *payoffs,
            *first,
            *(j for row in rows for j in row),
        ],
        outcome=outcome,
        successors=successors,
        max_successors=max(map(len, children)) or 1,
        mover=mover if movers is not None and len(game.players) == 2 else None,
        predecessors=predecessors if game.gives_predecessors else None,
        max_predecessors=max(map(len, parents)) or 1,
        is_state=is_state if game.is_dense else None,
    )


@numba.njit
def row(i, parameters, out):
    start, end = parameters[3 + 2 * parameters[0] + i], parameters[4 + 2 * parameters[0] + i]
    for k in range(start, end):
        out[k - start] = parameters[k] * parameters[1]
    return end - start


def outcome(code, parameters):
    state = code // parameters[1]
    first = 3 + 2 * parameters[0] + state
    if parameters[first] < parameters[first + 1]:
        return NOT_OVER
    return parameters[3 + parameters[0] + state]


def mover(code, parameters):
    return parameters[3 + code // parameters[1]]


def successors(code, parameters, out):
    return row(code // parameters[1], parameters, out)


def predecessors(code, parameters, out):
    return row(code // parameters[1] + parameters[0], parameters, out)


def is_state(code, parameters):  # noqa: ARG001
    return 1
