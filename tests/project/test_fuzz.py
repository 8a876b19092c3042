"""Arbitrary input of every kind, by Hypothesis: an answer, or one of gamekit's own errors in one line; nothing else."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, repeat
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.command import EXAMPLES, assert_refused, call
from support.each_game import NAMES, SMALL_KINDS, SOLVED, games

import gamekit
from gamekit import Game, GamekitError
from gamekit.arena import Arena, explore
from gamekit.game.parameters import parameter_fields
from gamekit.game.registry import game_class, load_game, registered
from gamekit.solvers.registry import SOLVERS, make_solver
from gamekit.solvers.solve import run
from gamekit.solvers.solve_from_text import find_state

SIMPLE = {"cat-mouse", "nim"}
each_game = games(SIMPLE, SMALL_KINDS, set(SOLVED))

SOLVER_NAMES = sorted(registered(SOLVERS))

quietly = settings(deadline=None)


def attempt(work: Callable[[], Any]) -> Any:
    """Return what comes of some work, or None if gamekit refuses it in one line."""
    try:
        return work()
    except GamekitError as error:
        message = str(error)
    assert len(message.splitlines()) == 1, message
    return None


# --- parameters -----------------------------------------------------------------------------------------------

numbers = st.integers() | st.integers(-2, 9) | st.floats() | st.just(10**4000)
leaves = st.none() | st.booleans() | numbers | st.text() | st.sampled_from(["", "MCF", "M.C\nF", "\ud800"])


def json_values(names: list[str]) -> st.SearchStrategy[Any]:
    """Return anything that JSON can hold, with these names as keys among others."""
    keys = st.sampled_from(names) | st.text()
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=5),
        max_leaves=20,
    )


def parameter_names(name: str) -> list[str]:
    fields = parameter_fields(game_class(name))
    return [alias for field in fields for alias in (field.name, *field.metadata.get("aliases", ()))]


@games(SIMPLE, SMALL_KINDS)
@quietly
@given(data=st.data())
def test_any_json_as_parameters(name: str, data: st.DataObject) -> None:
    parameters = data.draw(json_values(parameter_names(name)))
    game = attempt(lambda: load_game(name, parameters))
    assert game is None or type(game) is game_class(name)


@pytest.fixture(scope="module")
def input_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "input.json"


texts = (
    st.binary()
    | st.text().map(str.encode)
    | json_values(["heaps", "misere"]).map(lambda v: json.dumps(v).encode())
)


@settings(deadline=None)
@given(content=texts)
def test_any_bytes_as_a_file(input_file: Path, content: bytes) -> None:
    input_file.write_bytes(content)
    result = call("solve", "nim", "--input", str(input_file), "--max-states", "200", "--json")
    if result.status == 0:
        assert result.err == ""
        assert result.json["verified"] is True
    else:
        assert_refused(result, status=2 if result.status == 2 else 3)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value inside a JSON value but the whole of it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def mutated(value: Any, data: st.DataObject) -> Any:
    """Return a JSON value with one of its inner values dropped, replaced or doubled."""
    value = copy.deepcopy(value)
    paths = list(places(value))
    if not paths:
        return value
    *way, last = data.draw(st.sampled_from(paths))
    inner = value
    for key in way:
        inner = inner[key]
    replacements = st.integers(-2, 10) | st.sampled_from([None, True, 1.5, "", "M", [], {}, [0], "..", "FMC"])
    match data.draw(st.sampled_from(("drop", "replace", "swap", "double"))):
        case "drop":
            del inner[last]
        case "replace":
            inner[last] = data.draw(replacements)
        case "swap":
            other = data.draw(st.sampled_from(list(inner) if isinstance(inner, dict) else range(len(inner))))
            inner[last], inner[other] = inner[other], inner[last]
        case "double":
            if isinstance(inner, list):
                inner.insert(last, inner[last])
            else:
                inner[f"{last}s"] = inner[last]
    return value


@cache
def good_parameters(name: str) -> list[Any]:
    return [dict(game_class(name).example), json.loads((EXAMPLES / f"{name}.json").read_text())]


@each_game
@quietly
@given(data=st.data())
def test_good_parameters_gone_wrong(name: str, data: st.DataObject) -> None:
    parameters = data.draw(st.sampled_from(good_parameters(name)))
    for _ in range(data.draw(st.integers(1, 3))):
        parameters = mutated(parameters, data)
    game = attempt(lambda: load_game(name, parameters))
    if game is None:
        return
    arena = attempt(lambda: explore(game, max_states=300))
    if arena is not None:
        assert gamekit.verify(run(make_solver("retrograde"), arena)).ok
        state = arena.states[-1]
        assert game.parse_state(game.format_state(state)) == state


# --- names, options and states --------------------------------------------------------------------------------


@cache
def arena_of(name: str) -> Arena[Any, Any]:
    return explore(load_game(name))


@each_game
@quietly
@given(data=st.data())
def test_any_text_as_a_state(name: str, data: st.DataObject) -> None:
    arena = arena_of(name)
    shown = arena.describe(data.draw(st.sampled_from(arena.states)))
    words = st.sampled_from(shown.split()) | st.text(max_size=3) | st.integers().map(str)
    text = data.draw(
        st.text() | st.lists(words).map(" ".join) | st.just(shown[1:]) | st.just(shown * 2) | st.just(shown)
    )
    state = attempt(lambda: find_state(arena, text))
    assert (state is not None) or text != shown
    assert state is None or state in arena


@quietly
@given(st.text())
def test_any_text_as_a_state_on_the_command_line(text: str) -> None:
    result = call("solve", "nim", f"--state={text}")
    assert_refused(result)


options = st.tuples(
    st.sampled_from(["cap", "cap-means", "cap_means", "kernel"]) | st.text(),
    st.sampled_from(["=", ":", ""]),
    numbers.map(repr) | st.text() | st.sampled_from(["null", "draw", "unknown", "plain", "[", "NaN", "true"]),
).map("".join)


@settings(deadline=None)
@given(st.sampled_from([*SOLVER_NAMES, ""]) | st.text(), st.lists(options, max_size=3))
def test_any_text_as_a_solver(name: str, given_options: list[str]) -> None:
    solver = attempt(lambda: make_solver(f"{name}:{','.join(given_options)}" if given_options else name))
    assert solver is None or type(solver).__name__.lower() == name


@quietly
@given(st.text())  # which may be a name, for Hypothesis also tries the strings that it finds in the code
def test_any_text_as_a_game(name: str) -> None:
    assert (attempt(lambda: load_game(name)) is not None) == (name in NAMES)


# --- rules ----------------------------------------------------------------------------------------------------


class Unprintable:
    def __repr__(self) -> str:
        raise ValueError("no")

    __str__ = __repr__


class Unhashable:
    def __hash__(self) -> int:
        raise ValueError("no")


GARBAGE = (
    None, True, -1, 0, 1, 2, 99, 2**31, 10**5000, 0.5, float("nan"), "", "ab\ncd", b"x", (), (0,), [], [0], [[0]], {},
    {0: 1}, Unprintable(), Unhashable(), Unprintable, print, Ellipsis,
)  # fmt: skip
RAISED = (ValueError, KeyError, TypeError, StopIteration, RecursionError, IndexError, AssertionError, OSError)


@attrs.frozen(eq=False)
class Unruly(Game[int, int]):
    """A game on seven states whose methods misbehave now and then."""

    rng: random.Random
    misbehaving: float
    players: Any = ("Ann", "Bob")
    infinite_play: Any = 0
    max_plies: Any = None

    def _or_garbage(self, good: Any) -> Any:
        if self.rng.random() >= self.misbehaving:
            return good
        if self.rng.random() < 0.3:
            raise self.rng.choice(RAISED)(self.rng.choice(("", "a\nb")))
        return self.rng.choice(GARBAGE)

    def initial_state(self) -> Any:
        return self._or_garbage(0)

    def to_move(self, state: Any) -> Any:
        return self._or_garbage(state % 2)

    def moves(self, state: Any) -> Any:
        return self._or_garbage(
            [state + 1, (state * 3) % 7] if self.rng.random() > self.misbehaving / 99 else repeat(0)
        )

    def apply(self, state: Any, move: Any) -> Any:
        return self._or_garbage(move % 7 if state < 7 else move)

    def outcome(self, state: Any) -> Any:
        return self._or_garbage(1 if state == 6 else None)

    def format_state(self, state: Any) -> Any:
        return self._or_garbage(f"state\n{state}")


class UnrulyListing(Unruly):
    def states(self) -> Any:
        return self._or_garbage(range(7))


class UnrulyBothWays(UnrulyListing):
    def predecessors(self, state: Any) -> Any:
        return self._or_garbage([i for i in range(6) if state in ((i + 1) % 7, (i * 3) % 7)])


class UnrulySymmetry(UnrulyListing):
    def canonical_state(self, state: Any) -> Any:
        return self._or_garbage(min(state, 6))


KINDS = (Unruly, UnrulyListing, UnrulyBothWays, UnrulySymmetry)


@pytest.mark.parametrize("kind", KINDS)
def test_the_game_that_may_misbehave_is_sound_when_it_does_not(kind: type[Unruly]) -> None:
    solution = gamekit.solve(kind(random.Random(), 0.0))
    assert len(solution) == 7
    assert gamekit.verify(solution).ok


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None)
@given(
    st.randoms(use_true_random=True), st.sampled_from((0.01, 0.03, 0.1, 0.5)), st.sampled_from(SOLVER_NAMES)
)
def test_methods_that_misbehave(
    kind: type[Unruly], rng: random.Random, misbehaving: float, solver: str
) -> None:
    def work() -> None:
        game = kind(rng, misbehaving)
        solution = run(make_solver(solver), explore(game, max_states=50))
        gamekit.verify(solution)
        solution.counts()

    attempt(work)


@attrs.frozen(eq=False)
class RaisingSymmetry(Unruly):
    """A wrong symmetry, which raises at one of its calls."""

    calls: Iterator[int] = attrs.field(factory=count)
    raising: int = 0

    def canonical_state(self, state: Any) -> Any:
        if next(self.calls) == self.raising:
            raise TypeError
        return min(state, 2)


def test_a_wrong_symmetry_that_raises_at_any_of_its_calls() -> None:
    for raising in range(30):
        game = RaisingSymmetry(random.Random(), 0.0, raising=raising)
        assert attempt(lambda game=game: gamekit.solve(game)) is None


@given(st.sampled_from(KINDS), st.randoms(use_true_random=True))
@settings(deadline=None)
def test_constants_that_are_garbage(kind: type[Unruly], rng: random.Random) -> None:
    players = rng.choice([*GARBAGE, *[("Ann",), ("Ann", "Bob")] * 10])
    infinite_play, max_plies = (rng.choice([*GARBAGE, *[0, 1, -1] * 10]) for _ in range(2))
    game = kind(random.Random(), 0.0, players, infinite_play, max_plies)
    attempt(lambda: gamekit.solve(game))
