"""What exploring asks of the rules, and what it says of rules that change the states they are given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs
import numpy as np
import pytest

import gamekit
from gamekit import Game, RulesError
from gamekit.game.checked_rules import Rules
from gamekit.game.representatives import check_representatives


class Piles(Game[tuple[int, int, int], tuple[int, int]]):
    """Take one or two from either of two equal piles in turn; the order of the piles does not matter."""

    players = ("first", "second")

    def __init__(self) -> None:
        self.asked: Counter[tuple[int, int, int]] = Counter()

    def initial_state(self) -> tuple[int, int, int]:
        return (9, 9, 0)

    def to_move(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def moves(self, state: tuple[int, int, int]) -> Iterable[tuple[int, int]]:
        return [(pile, take) for pile in (0, 1) for take in (1, 2) if take <= state[pile]]

    def apply(self, state: tuple[int, int, int], move: tuple[int, int]) -> tuple[int, int, int]:
        piles = list(state[:2])
        piles[move[0]] -= move[1]
        return (piles[0], piles[1], 1 - state[2])

    def outcome(self, state: tuple[int, int, int]) -> int | None:
        return None if any(state[:2]) else 2 * state[2] - 1

    def canonical_state(self, state: tuple[int, int, int]) -> tuple[int, int, int]:
        self.asked[state] += 1
        return (min(state[:2]), max(state[:2]), state[2])


def test_a_state_is_reduced_by_symmetry_once() -> None:
    game = Piles()
    gamekit.explore(game)
    assert game.asked
    assert max(game.asked.values()) == 1


@attrs.define(hash=True)
class Stair:
    left: int
    turn: int


class Stairs(Game[Stair, int]):
    """Go down a stair by one or two steps; below `careless` steps, `apply` changes the state it is given."""

    players = ("first", "second")

    def __init__(self, height: int, careless: int) -> None:
        self.height = height
        self.careless = careless

    def initial_state(self) -> Stair:
        return Stair(self.height, 0)

    def to_move(self, state: Stair) -> int:
        return state.turn

    def moves(self, state: Stair) -> Iterable[int]:
        return [steps for steps in (1, 2) if steps <= state.left]

    def apply(self, state: Stair, move: int) -> Stair:
        child = Stair(state.left - move, 1 - state.turn)
        if state.left <= self.careless:
            state.left -= move
        return child

    def outcome(self, state: Stair) -> int | None:
        return None if state.left else 2 * state.turn - 1


class ListedStairs(Stairs):
    def states(self) -> Iterable[Stair]:
        return [Stair(left, turn) for left in range(self.height, -1, -1) for turn in (0, 1)]


@pytest.mark.parametrize("cls", [Stairs, ListedStairs])
@pytest.mark.parametrize(
    ("height", "careless", "message"),
    [
        (6, 6, "(Stair(left=6, turn=0), 1) changed the state that it was given into Stair(left=5, turn=0)"),
        (900, 200, "(...) changed the state that it was given into Stair(left="),
    ],
)
def test_an_apply_that_changes_its_state_is_named(
    cls: type[Stairs], height: int, careless: int, message: str
) -> None:
    with pytest.raises(RulesError) as error:
        gamekit.solve(cls(height, careless))
    assert str(error.value).startswith(f"{cls.__name__}.apply{message}")
    assert str(error.value).endswith("; it must leave that state unchanged")


class Ordered(Piles):
    """The order of the piles matters."""

    not_supplied = ("canonical_state",)


class Quicker(Ordered):
    """Knows its children without its moves, and says no in one state."""

    def __init__(self, *, stuck: bool = False) -> None:
        super().__init__()
        self.stuck = stuck
        self.applied = 0

    def apply(self, state: tuple[int, int, int], move: tuple[int, int]) -> tuple[int, int, int]:
        self.applied += 1
        if self.stuck and state == (0, 1, 0):
            raise ValueError("no")
        return super().apply(state, move)

    def children(self, state: tuple[int, int, int]) -> list[tuple[int, int, int]]:
        if self.stuck and state == (0, 1, 0):
            raise ValueError("no")
        return [Piles.apply(self, state, move) for move in self.moves(state)]


def test_children_that_a_game_knows_spare_it_the_moves() -> None:
    game, arena = Quicker(), gamekit.explore(Ordered())
    quicker = gamekit.explore(game)
    assert quicker.states == arena.states
    assert quicker.given.indices.tolist() == arena.given.indices.tolist()
    assert 0 < game.applied < arena.edges / 2  # where children are compared with moves


def test_an_error_among_children_names_the_move() -> None:
    with pytest.raises(RulesError, match=r"Quicker.apply\(\(0, 1, 0\), \(1, 1\)\) raised ValueError: no"):
        gamekit.explore(Quicker(stuck=True))


class Down(Game[int, int]):
    """Go down from 3 by one step at a time; its results are integers of NumPy's."""

    players = ("first", "second")

    def initial_state(self) -> int:
        return 3

    def states(self) -> Iterable[int]:
        return range(4)

    def to_move(self, state: int) -> int:
        return np.int8(state % 2)  # type: ignore[return-value]

    def moves(self, state: int) -> list[int]:
        return [1]

    def apply(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> int | None:
        return None if state else np.int64(-1)  # type: ignore[return-value]


class Nowhere(Down):
    """In state 1 it is the move of nobody."""

    def to_move(self, state: int) -> int:
        return 2 if state == 1 else 0


class NoOutcome(Down):
    """The outcome of state 2 cannot be found."""

    def outcome(self, state: int) -> int | None:
        return 1 // (2 - state) if state else 0


def test_states_that_are_evaluated_at_once_have_the_same_results() -> None:
    arena = gamekit.explore(Down())
    assert (arena.mover.tolist(), arena.payoff.tolist()) == ([0, 1, 0, 1], [-1, 0, 0, 0])
    assert arena.terminal.tolist() == [True, False, False, False]


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Nowhere, r"Nowhere.to_move\(1\) returned 2; it must be 0 \(first\) or 1 \(second\)"),
        (NoOutcome, r"NoOutcome.outcome\(2\) raised ZeroDivisionError.*"),
    ],
)
def test_an_error_among_states_that_are_evaluated_at_once_names_the_state(
    game: type[Down], message: str
) -> None:
    with pytest.raises(RulesError, match=f"^{message}$"):
        gamekit.explore(game())


class SymmetricStairs(Piles):
    """The same few states again and again: one pile of one, or two of them."""

    def initial_state(self) -> tuple[int, int, int]:
        return (1, 1, 0)

    def moves(self, state: tuple[int, int, int]) -> Iterable[tuple[int, int]]:
        self.asked[state] += 1
        return super().moves(state)

    def canonical_state(self, state: tuple[int, int, int]) -> tuple[int, int, int]:
        return (min(state[:2]), max(state[:2]), state[2])


def test_no_state_is_compared_with_its_representative_twice() -> None:
    game = SymmetricStairs()
    check_representatives(Rules(game), game.initial_state())
    assert set(game.asked) == {(1, 1, 0), (1, 0, 1), (0, 1, 1)}
    assert max(game.asked.values()) == 2  # (0, 1, 1), on its own account and as a representative
