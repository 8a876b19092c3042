"""The two gears of a game held against each other: the plain rules and the compiled ones, in every state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numba
import numpy as np

import gamekit
from gamekit.compiled import MAX_PAYOFF, NOT_OVER, CompiledGame, CompiledRules
from gamekit.game import supplies

STATE = "int64(int64, int64[::1])"
NEIGHBOURS = "int64(int64, int64[::1], int64[::1])"

GUARD = 64  # entries that must stay as they are, for Numba checks no bounds
UNTOUCHED = -(1 << 62)
FEW_CODES = 200_000  # codes up to this size are all asked whether they are states


def assert_gears_agree(game: CompiledGame[Any, Any], states: Iterable[Any] | None = None) -> None:
    """Assert that the compiled rules say what the plain ones say, in these states or else in all of them.

    With `states` given, predecessors are asked only whether they lead there, and whether they name these states, if
    these are parents; whether any other code is a state is not asked.
    """
    rules = game.compiled_rules()
    everything = states is None
    listed = list(gamekit.explore(game).states if states is None else states)
    states_of: dict[int, list[Any]] = defaultdict(list)
    for state in listed:
        states_of[code_of(game, rules, state)].append(state)
    assert rules.parameters.dtype == np.int64, "parameters must be int64"
    assert rules.parameters.ndim == 1, "parameters must be one-dimensional"
    outcome, successors = compiled(rules.outcome, STATE), compiled(rules.successors, NEIGHBOURS)
    parents: dict[int, set[int]] = defaultdict(set)
    for code, alike in states_of.items():
        assert_decodes(game, rules, code, alike[0])
        over = outcome(code, rules.parameters)
        for state in alike:
            assert_outcome(game, rules, code, state, over)
            assert_mover(game, rules, code, state)
        if over != NOT_OVER:
            continue
        found = neighbours(game, "successors", successors, code, rules.parameters, rules.max_successors)
        for state in alike:
            children = {code_of(game, rules, game.apply(state, move)) for move in game.moves(state)}
            assert_same(game, "successors", code, found, children)
        for child in found:
            parents[child].add(code)
    if rules.predecessors is not None:
        assert_predecessors(game, rules, states_of.keys(), parents, everything)
    if rules.is_state is not None:
        assert_states(game, rules, states_of.keys(), everything)


@cache
def compiled(function: Callable[..., int], signature: str) -> Callable[..., int]:
    """Return a function of compiled rules as the fast gear compiles it."""
    plain = getattr(function, "py_func", function)
    result: Callable[..., int] = numba.njit(signature, cache=True, nogil=True, error_model="numpy")(plain)
    return result


def code_of(game: CompiledGame[Any, Any], rules: CompiledRules, state: Any) -> int:
    """Return the code of a state, the same as that of its representative."""
    code = game.encode(state)
    shown = game.format_state(state)
    assert type(code) is int, f"encode({shown}) is {code!r}, a {type(code).__name__}; it must be an int"
    assert 0 <= code < rules.size, f"encode({shown}) is {code}; it must be from 0 to {rules.size - 1}"
    other = game.canonical_state(state)
    there = game.encode(other)
    assert there == code, (
        f"encode({shown}) is {code}, but encode({game.format_state(other)}), alike, is {there}"
    )
    return code


def neighbours(
    game: CompiledGame[Any, Any],
    name: str,
    function: Callable[..., int],
    code: int,
    parameters: Any,
    most: int,
) -> list[int]:
    """Return the codes that a function writes, after checking that it writes each once, and no more than it may."""
    call = f"{name}({code}) [{game.format_state(game.decode(code))}]"
    out = np.full(most + GUARD, UNTOUCHED, dtype=np.int64)
    count = function(code, parameters, out)
    assert 0 <= count <= most, f"{call} writes {count} codes; the most it may write is {most}"
    assert (out[most:] == UNTOUCHED).all(), f"{call} writes behind the {most} codes there is room for"
    found: list[int] = out[:count].tolist()
    twice = sorted(code for code in set(found) if found.count(code) > 1)
    assert not twice, f"{call} writes {twice} more than once"
    return found


def assert_decodes(game: CompiledGame[Any, Any], rules: CompiledRules, code: int, state: Any) -> None:
    """Assert that a code comes back from the state it stands for."""
    decoded = game.decode(code)
    again = game.encode(decoded)
    assert again == code, (
        f"decode({code}) is {game.format_state(decoded)}, whose code is {again}; "
        f"{code} is that of {game.format_state(state)}"
    )
    if rules.mover is not None:
        here, there = game.to_move(state), game.to_move(decoded)
        assert here == there, (
            f"decode({code}) has player {there} to move, but {game.format_state(state)} has {here}"
        )


def assert_outcome(
    game: CompiledGame[Any, Any], rules: CompiledRules, code: int, state: Any, found: int
) -> None:
    """Assert that the game is over where the plain rules say so, and with the same payoff."""
    payoff = game.outcome(state)
    if payoff is not None and from_the_movers_view(game, rules) and game.to_move(state) == 1:
        payoff = -payoff
    expected = NOT_OVER if payoff is None else payoff
    names = {NOT_OVER: "NOT_OVER"}
    assert found == expected, (
        f"outcome({code}) is {names.get(found, found)}; by the plain rules it is {names.get(expected, expected)} "
        f"in {game.format_state(state)}"
    )
    assert found == NOT_OVER or abs(found) <= MAX_PAYOFF, f"outcome({code}) is {found}, beyond {MAX_PAYOFF}"


def assert_mover(game: CompiledGame[Any, Any], rules: CompiledRules, code: int, state: Any) -> None:
    """Assert that the same player is to move; from the mover's view, that every move passes the turn."""
    shown = game.format_state(state)
    mover = game.to_move(state)
    if rules.mover is not None:
        found = compiled(rules.mover, STATE)(code, rules.parameters)
        assert found == mover, f"mover({code}) is {found}; by the plain rules it is {mover} in {shown}"
    elif len(game.players) == 2 and game.outcome(state) is None:
        for move in game.moves(state):
            child = game.apply(state, move)
            assert game.to_move(child) != mover, (
                f"there is no mover(), but the turn does not pass in {shown} with {move!r}"
            )


def from_the_movers_view(game: CompiledGame[Any, Any], rules: CompiledRules) -> bool:
    """Tell whether codes show positions as the mover sees them."""
    return rules.mover is None and len(game.players) == 2


def assert_predecessors(
    game: CompiledGame[Any, Any],
    rules: CompiledRules,
    codes: Iterable[int],
    parents: dict[int, set[int]],
    everything: bool,
) -> None:
    """Assert that predecessors are those that successors lead from, not counting codes of no states."""
    assert rules.predecessors is not None
    function = compiled(rules.predecessors, NEIGHBOURS)
    outcome = compiled(rules.outcome, STATE)
    known = set(codes)
    for code in known:
        found = neighbours(game, "predecessors", function, code, rules.parameters, rules.max_predecessors)
        for parent in found:
            assert 0 <= parent < rules.size, f"predecessors({code}) writes {parent}, which is no code"
            assert outcome(parent, rules.parameters) == NOT_OVER, (
                f"predecessors({code}) writes {parent}, where the game is over"
            )
        if everything:
            assert_same(game, "predecessors", code, known.intersection(found), parents[code])
        else:
            missing = parents[code] - set(found)
            assert not missing, f"predecessors({code}) leaves out {sorted(missing)}"
            successors = compiled(rules.successors, NEIGHBOURS)
            for parent in found:
                children = neighbours(
                    game, "successors", successors, parent, rules.parameters, rules.max_successors
                )
                assert code in children, (
                    f"predecessors({code}) writes {parent}, from where no move leads there"
                )


def assert_states(
    game: CompiledGame[Any, Any], rules: CompiledRules, codes: Iterable[int], everything: bool
) -> None:
    """Assert that every state is one by is_state and, where the plain rules list them, nothing else is."""
    assert rules.is_state is not None
    is_state = compiled(rules.is_state, STATE)
    known = set(codes)
    for code in known:
        assert is_state(code, rules.parameters), (
            f"is_state({code}) is 0, but it is the code of {game.format_state(game.decode(code))}"
        )
    if everything and rules.size <= FEW_CODES and supplies(game, "states"):
        extra = [code for code in range(rules.size) if code not in known and is_state(code, rules.parameters)]
        assert not extra, (
            f"is_state({extra[0]}) is not 0, but it is the code of no state; "
            f"there are {len(extra)} such codes beside those of {len(known)} states"
        )


def assert_same(
    game: CompiledGame[Any, Any], name: str, code: int, found: Iterable[int], expected: set[int]
) -> None:
    """Assert that the neighbours of a code are those that the plain rules lead to."""
    wrong, missing = set(found) - expected, expected - set(found)
    flawed = wrong or missing
    assert not flawed, (
        f"{name}({code}) [{game.format_state(game.decode(code))}]: "
        f"too many {described(game, wrong)}, missing {described(game, missing)}, by the plain rules"
    )


def described(game: CompiledGame[Any, Any], codes: set[int]) -> str:
    """Return codes with the states they stand for; one that cannot be decoded stands alone."""
    shown = []
    for code in sorted(codes):
        try:
            shown.append(f"{code} [{game.format_state(game.decode(code))}]")
        except Exception:  # only for the message
            shown.append(str(code))
    return ", ".join(shown) or "none"
