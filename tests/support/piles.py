"""A game of two piles, with compiled rules over codes of either kind, and ways to change them."""

# ruff: noqa: ARG001 (what a function is given, it need not use)

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER, CompiledGame, CompiledRules
from gamekit.game.kernels import distinct

State = tuple[int, int, int]  # what is left of two piles; whose turn it is

TAKES = (1, 2)


@attrs.frozen
class Piles(CompiledGame[State, tuple[int, int]]):
    """Ann and Bob take one or two from either of two piles in turn; whoever takes the last wins.

    A code is (lower pile * (counters + 1) + higher pile) * 2 + player.
    """

    counters: int = 3

    players = ("Ann", "Bob")

    def initial_state(self) -> State:
        return (self.counters, self.counters, 0)

    def to_move(self, state: State) -> int:
        return state[2]

    def moves(self, state: State) -> Iterable[tuple[int, int]]:
        return [(pile, take) for pile in (0, 1) for take in TAKES if take <= state[pile]]

    def apply(self, state: State, move: tuple[int, int]) -> State:
        piles, (pile, take) = list(state[:2]), move
        piles[pile] -= take
        return (piles[0], piles[1], 1 - state[2])

    def outcome(self, state: State) -> int | None:
        return None if state[0] or state[1] else 2 * state[2] - 1

    def states(self) -> Iterable[State]:
        sizes = range(self.counters + 1)
        return [(a, b, turn) for a in sizes for b in sizes for turn in (0, 1)]

    def canonical_state(self, state: State) -> State:
        return (min(state[:2]), max(state[:2]), state[2])

    def encode(self, state: State) -> int:
        low, high, turn = self.canonical_state(state)
        return (low * (self.counters + 1) + high) * 2 + turn

    def decode(self, code: int) -> State:
        return (*divmod(code // 2, self.counters + 1), code % 2)

    def compiled_rules(self) -> CompiledRules:
        return CompiledRules(
            size=2 * (self.counters + 1) ** 2,
            parameters=np.array([self.counters + 1]),
            outcome=outcome,
            successors=successors,
            max_successors=4,
            mover=mover,
            predecessors=predecessors,
            max_predecessors=4,
            is_state=is_state,
        )


@numba.njit(cache=True)
def code_of(a: int, b: int, turn: int, sizes: int) -> int:
    return (min(a, b) * sizes + max(a, b)) * 2 + turn


def outcome(code: int, parameters: Any) -> int:
    return NOT_OVER if code > 1 else 2 * code - 1


def mover(code: int, parameters: Any) -> int:
    return code % 2


def is_state(code: int, parameters: Any) -> int:
    return code // 2 // parameters[0] <= code // 2 % parameters[0]


def successors(code: int, parameters: Any, out: Any) -> int:
    return write_neighbours(code, parameters[0], -1, out)


def predecessors(code: int, parameters: Any, out: Any) -> int:
    return write_neighbours(code, parameters[0], 1, out)


@numba.njit(cache=True)
def write_neighbours(code: int, sizes: int, way: int, out: Any) -> int:
    """Write the codes after a turn, or before one if `way` is 1."""
    turn, low, high = code % 2, code // 2 // sizes, code // 2 % sizes
    count = 0
    for take in TAKES:
        for a, b in ((low + way * take, high), (low, high + way * take)):
            if min(a, b) >= 0 and max(a, b) < sizes:
                out[count] = code_of(a, b, 1 - turn, sizes)
                count += 1
    return distinct(out, count)


class FromTheMoversView(Piles):
    """A code is lower pile * (counters + 1) + higher pile, and whoever finds nothing has lost."""

    def encode(self, state: State) -> int:
        return super().encode(state) // 2

    def decode(self, code: int) -> State:
        return super().decode(2 * code)

    def compiled_rules(self) -> CompiledRules:
        return CompiledRules(
            size=(self.counters + 1) ** 2,
            parameters=np.array([self.counters + 1]),
            outcome=outcome_for_the_mover,
            successors=successors_for_the_mover,
            max_successors=4,
        )


def outcome_for_the_mover(code: int, parameters: Any) -> int:
    return NOT_OVER if code else -1


def successors_for_the_mover(code: int, parameters: Any, out: Any) -> int:
    count = write_neighbours(2 * code, parameters[0], -1, out)
    for i in range(count):
        out[i] //= 2
    return count


def another(cls: type[Piles] = Piles, **members: Any) -> type[Piles]:
    """Return a class of games with some other members."""
    return type("Other", (cls,), members)


def rules_with(cls: type[Piles] = Piles, **changes: Any) -> type[Piles]:
    """Return a class of games whose compiled rules are changed."""
    return another(cls, compiled_rules=lambda self: attrs.evolve(cls.compiled_rules(self), **changes))
