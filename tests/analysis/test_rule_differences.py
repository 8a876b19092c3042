"""Compiled rules beside the plain ones: whatever differs is found, and which states are compared is known."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
import pytest

from gamekit import Game, RulesError
from gamekit.analysis.verification.rules_comparison import SAMPLES, codes_to_compare, differences

State = tuple[int, int]


@attrs.frozen
class Counters(Game[State, int]):
    """Take one or two counters; whoever takes the last wins. A state is what is left, and who moves."""

    players = ("Ann", "Bob")
    passes: bool = False

    def initial_state(self) -> State:
        return (4, 0)

    def to_move(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> Iterator[int]:
        yield from range(1, min(2, state[0]) + 1)

    def apply(self, state: State, move: int) -> State:
        return (state[0] - move, state[1] if self.passes else 1 - state[1])

    def outcome(self, state: State) -> int | None:
        return None if state[0] else 2 * state[1] - 1

    def tier_of(self, state: State) -> int:
        return state[0]

    def progress_of(self, state: State) -> int:
        return -state[0]

    def encode(self, state: State) -> int:
        return 2 * state[0] + state[1]

    def decode(self, code: int) -> State:
        return divmod(code, 2)


class Batch:
    """What the rules in `game` say, in the form of compiled ones, for the codes of 0 to 4 counters."""

    def __init__(self, game: Any, *, from_movers_view: bool = False) -> None:
        self.game, self.from_movers_view = game, from_movers_view
        self.rules = SimpleNamespace(tier=game.tier_of, progress=game.progress_of)
        self.describe = str
        self.codes = np.arange(10)
        states = [divmod(code, 2) for code in range(10)]
        self.outcomes = [0 if left else 2 * player - 1 for left, player in states]
        if from_movers_view:
            self.outcomes = [-abs(outcome) for outcome in self.outcomes]
        self.children = [
            [game.encode(game.apply(state, move)) for move in game.moves(state)] for state in states
        ]
        self.tier = [left for left, _ in states]
        self.passed = [-left for left, _ in states]
        self.mover = [player for _, player in states]

    def expand(self, _: Any) -> Any:
        return SimpleNamespace(
            outcomes=np.array(self.outcomes),
            counts=np.array([*map(len, self.children)]),
            children=np.array([child for found in self.children for child in found]),
        )

    def movers(self, _: Any) -> Any:
        return np.array(self.mover)

    def tiers(self, _: Any) -> Any:
        return np.array(self.tier)

    def progress(self, _: Any) -> Any:
        return np.array(self.passed)

    @property
    def differing(self) -> list[int]:
        """The codes at which the rules differ."""
        return [code for code, _ in differences(self, self.codes)]


def test_the_same_rules_do_not_differ() -> None:
    assert Batch(Counters()).differing == []
    assert Batch(Counters(), from_movers_view=True).differing == []


@pytest.mark.parametrize(
    ("column", "code", "value"),
    [
        ("outcomes", 0, 1),
        ("outcomes", 1, 0),
        ("children", 7, [2, 2]),
        ("children", 7, [4]),
        ("children", 7, [2, 4, 4]),
        ("children", 7, [2, 4, 6]),
        ("children", 7, []),
        ("children", 0, [1]),
        ("mover", 0, 1),
        ("mover", 9, 0),
        ("tier", 1, 1),
        ("tier", 9, 3),
        ("passed", 9, 4),
    ],
)
def test_each_difference_is_found(column: str, code: int, value: Any) -> None:
    batch = Batch(Counters())
    getattr(batch, column)[code] = value
    assert batch.differing == [code]


class Represented(Counters):
    """Two counters are said to be the same whoever moves, and have a code each all the same."""

    def canonical_state(self, state: State) -> State:
        return (2, 1) if state[0] == 2 else state


def test_a_code_of_a_representative_in_place_of_a_state_s_own_is_found() -> None:
    batch = Batch(Represented())
    batch.children[9] = [6, 5]
    assert batch.differing == [9]


def test_what_compiled_rules_do_not_state_is_not_compared() -> None:
    batch = Batch(Counters())
    batch.passed[0] = 7  # progress leads to an end, where no move follows
    assert batch.differing == []
    batch.rules = SimpleNamespace(tier=None, progress=None)
    batch.tier[9], batch.passed[9] = 7, 7
    assert batch.differing == []


@pytest.mark.parametrize(
    ("column", "code", "value"), [("outcomes", 0, 1), ("outcomes", 1, 1), ("children", 9, [7])]
)
def test_each_difference_is_found_in_the_mover_s_view(column: str, code: int, value: Any) -> None:
    batch = Batch(Counters(), from_movers_view=True)
    getattr(batch, column)[code] = value
    assert batch.differing == [code]


def test_a_move_that_does_not_pass_the_turn_is_found_in_the_mover_s_view() -> None:
    assert Batch(Counters(passes=True), from_movers_view=True).differing == [*range(2, 10)]


@attrs.frozen
class Failing(Counters):
    """The same, which fails at code 5."""

    error: Exception | None = None

    def decode(self, code: int) -> State:
        if code == 5 and self.error is not None:
            raise self.error
        return divmod(4 if code == 5 else code, 2)


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (None, "the plain and the compiled rules differ at 5"),
        (RulesError("no such board"), "the plain rules refuse a state of the compiled ones: no such board"),
        (IndexError("no such place"), "code 5 is not the code of a state by the plain rules"),
    ],
)
def test_a_code_that_no_state_has_is_found(error: Exception | None, problem: str) -> None:
    batch = Batch(Failing(error=error))
    ((code, found),) = differences(batch, batch.codes)
    assert code == 5
    assert found.startswith(problem)


@pytest.mark.parametrize("empty", [2, 3, 50])
@pytest.mark.parametrize("places", [10, SAMPLES, SAMPLES + 1, 20 * SAMPLES])
def test_the_state_at_the_root_is_compared_and_no_state_twice(places: int, empty: int) -> None:
    """Of the places, the first of each group of `empty` has no state; a state's code is its place, and 7."""
    expander: Any = SimpleNamespace(codes=lambda found: found[found % empty > 0] + 7)
    store: Any = SimpleNamespace(places=places)
    states = places - len(range(0, places, empty))
    for root in (1, places - 1 - (places % empty == 1)):
        every = np.concatenate([*codes_to_compare(store, expander, root, all_states=True)])
        assert every.tolist() == [place + 7 for place in range(places) if place % empty]
        some = np.concatenate([*codes_to_compare(store, expander, root, all_states=False)])
        assert len({*some.tolist()} & {*every.tolist()}) == len(some) == min(states, SAMPLES)
        assert root + 7 in some
