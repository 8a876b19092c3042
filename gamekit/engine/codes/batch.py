"""`Batch`: the rules as the engine calls them, which expands many codes at a time."""

from __future__ import annotations

import pickle
from contextlib import suppress
from functools import cached_property
from typing import Any, Final, NoReturn

import attrs
import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.entries import Entries
from gamekit.engine.codes.jit import FUNCTIONS, Array, functions_of
from gamekit.engine.codes.state_index import Index
from gamekit.errors import RulesError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.compiled import (
    MAX_PAYOFF,
    NOT_OVER,
    CompiledGame,
    CompiledRules,
    check_compiler,
    shows_movers_view,
)
from gamekit.game.sentences import no_progress

GOES_ON: Final = 127
"""The outcome, int8, of a state that is not terminal."""

SLACK: Final = 64
"""Spare entries of every buffer: rules may write a few more codes than they announce before that is checked."""

FULL, BAD_OUTCOME, NO_MOVES, TOO_MANY, OUT_OF_RANGE = 1, 2, 3, 4, 5

Codes = NDArray[np.int64]


@attrs.frozen
class Expansion:
    """The outcomes and successors of some states.

    Attributes:
        outcomes: int8, the payoff of each terminal state, and `GOES_ON` for the others.
        counts: int32, the number of successors of each state; 0 for terminal states.
        children: int64, the codes of the successors, state by state.
        entries: in a solve by tiers, the results of the moves that leave the tier, whose successors are not counted.
    """

    outcomes: NDArray[np.int8]
    counts: NDArray[np.int32]
    children: Codes
    entries: Entries | None = None


Expanded = tuple[NDArray[np.int64], Codes, Expansion]
"""The places of a range that have states, the codes of these states, and their expansion."""


@attrs.frozen(eq=False)
class Batch:
    """The compiled rules of one instance of a game, for many codes at a time.

    A game whose rules work better on whole arrays, in NumPy or in C, may subclass this and override `expand`,
    `parents`, `movers` and `are_states`: the engine calls no other rules, except `tiers` in a solve by tiers.
    """

    game: CompiledGame[Any, Any]
    rules: CompiledRules

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game alone: the other process compiles its functions, or finds them on disk."""
        return _batch_again, (self.game,)

    @property
    def name(self) -> str:
        """The name of the game's class."""
        return type(self.game).__name__

    @property
    def bits(self) -> int:
        """The number of bits of a code."""
        return max((self.rules.size - 1).bit_length(), 1)

    @property
    def from_movers_view(self) -> bool:
        """Whether codes show the mover's view: payoffs are the mover's, and every move turns their sign."""
        return shows_movers_view(self.game, self.rules)

    @cached_property
    def parameters(self) -> Codes:
        """The rules' parameters as an int64 array, ready for the kernels.

        Raises:
            RulesError: the parameters are not a one-dimensional array of int64.
        """
        own_parameters = self.rules.parameters
        with suppress(TypeError, ValueError, OverflowError):
            parameters = np.ascontiguousarray(own_parameters, dtype=np.int64)
            if parameters.ndim == 1:
                return parameters
        raise RulesError(
            f"{self.name}'s compiled rules: parameters must be a one-dimensional array of int64; "
            f"they are {own_parameters!r:.100}"
        )

    @cached_property
    def functions(self) -> Any:
        """The rules' functions, compiled."""
        return functions_of(self.rules)

    def expand(self, codes: Codes) -> Expansion:
        """Return the outcomes and successors of states.

        Raises:
            RulesError: the rules break a promise; the state is named.
        """
        outcomes, counts = np.empty(len(codes), dtype=np.int8), np.empty(len(codes), dtype=np.int32)
        children = self._neighbours(_expand, "successors", codes, outcomes, counts)
        return Expansion(outcomes, counts, children)

    def expand_range(self, index: Index, part: slice) -> Expanded:
        """Return the places of a range that have states, the codes of these states, and their expansion."""
        codes = index.codes(part)
        rows = np.flatnonzero(self.are_states(codes))
        if len(rows) < len(codes):
            codes = codes[rows]
        return rows + part.start, codes, self.expand(codes)

    def parents(self, codes: Codes) -> Codes:
        """Return the predecessors of all these codes, one after the other; terminal states may be among them.

        Raises:
            RulesError: the rules break a promise; the state is named.
        """
        return self._neighbours(_retract, "predecessors", codes)

    def forget_children(self) -> None:
        """Free the memory that only `expand` needs; it is not called again."""

    def _neighbours(self, kernel: Any, function: str, codes: Codes, *columns: NDArray[Any]) -> Codes:
        """Return the neighbours of codes that a kernel writes, in a buffer that grows until they fit."""
        most = getattr(self.rules, f"max_{function}")
        out = np.empty(4 * len(codes) + most + SLACK, dtype=np.int64)
        done = written = 0
        while done < len(codes):
            done, written, problem = kernel(
                codes, done, self.functions, most, self.rules.size, self.parameters, *columns, out, written
            )
            if problem == FULL:
                # room for as many more entries as those so far suggest, and for one state at least
                needed = int(1.1 * written * len(codes) / max(done, 1)) + 2 * most + SLACK
                full, out = out, np.empty(needed + len(out) // 4, dtype=np.int64)
                out[:written] = full[:written]
            elif problem:
                self.breach(problem, function, int(codes[done]))
        return out[:written]

    def movers(self, codes: Codes) -> NDArray[np.int8]:
        """Return the player to move in each state; zeros if the rules name no mover."""
        movers = np.zeros(len(codes), dtype=np.int8)
        if self.rules.mover is not None:
            _movers(codes, self.functions, self.parameters, movers)
        return movers

    def are_states(self, codes: Codes) -> NDArray[np.int8]:
        """Return 1 for each code that belongs to a state, and 0 for each other."""
        flags = np.ones(len(codes), dtype=np.int8)
        if self.rules.is_state is not None:
            _are_states(codes, self.functions, self.parameters, flags.view(np.bool_))
        return flags

    def tiers(self, codes: Codes) -> Codes:
        """Return the tiers of states."""
        tiers = np.zeros(len(codes), dtype=np.int64)
        _tiers(codes, self.functions, self.parameters, tiers)
        return tiers

    def is_code(self, code: int) -> bool:
        """Return whether a number may be the code of a state."""
        return 0 <= code < self.rules.size and bool(self.are_states(np.array([code], dtype=np.int64))[0])

    def describe(self, code: int) -> str:
        """Return the state of a code as text, even if the game cannot format it."""
        try:
            return Rules(self.game).in_brief(self.game.decode(code))
        except Exception:  # a code that no state has may trip decode in any way
            return f"code {code}"

    def progress(self, codes: Codes) -> Codes:
        """Return a number that rises with every move, for each state in which the game is not over."""
        progress = np.zeros(len(codes), dtype=np.int64)
        _progress(codes, self.functions, self.parameters, progress)
        return progress

    def refuse_progress(self, code: int, child: int) -> NoReturn:
        """Raise the error that progress does not rise with a move."""
        before, after = self.progress(np.array([code, child], dtype=np.int64)).tolist()
        raise RulesError(no_progress(self.name, self.describe(code), before, self.describe(child), after))

    def breach(self, problem: int, function: str, code: int) -> NoReturn:
        """Raise an error for a problem that a kernel found, with the broken promise and the state."""
        if problem == OUT_OF_RANGE and function == "successors":
            self._encode_successors(code)
        most, bounds = getattr(self.rules, f"max_{function}"), f"from -{MAX_PAYOFF} to {MAX_PAYOFF}"
        what = {
            BAD_OUTCOME: f"outcome must be NOT_OVER or {bounds}, and is not{self.remedy(code)}",
            NO_MOVES: "successors writes no code, although the game is not over",
            TOO_MANY: f"{function} writes more codes than max_{function}, {most}",
            OUT_OF_RANGE: f"{function} writes a code that is not from 0 to {self.rules.size - 1}",
        }[problem]
        raise RulesError(f"{self.name}'s compiled rules, at {self.describe(code)}: {what}")

    def remedy(self, code: int) -> str:
        """Return a way out, for a message, if a state's payoff is too large for compiled rules; else ""."""
        with suppress(Exception):  # a code that no state has may trip decode in any way
            payoff = Rules(self.game).outcome(self.game.decode(code))
            if payoff is not None and abs(payoff) > MAX_PAYOFF:
                return f"; a payoff of {payoff:,} needs the python backend (--backend python)"
        return ""

    def _encode_successors(self, code: int) -> None:
        """Raise the game's own error if a successor has no code."""
        try:
            for state in Rules(self.game).children_as_given(self.game.decode(code)):
                self.game.encode(state)
        except UnsupportedError:
            raise
        except Exception:
            return  # rules that write no codes may fail in any way


def batch_of(game: Any, *, checked: bool = False) -> Batch:
    """Return the compiled rules of a game; if `checked`, the build that checks every index and value.

    Raises:
        RulesError: the compiled rules of the game are invalid.
        UnsupportedError: Numba is turned off.
    """
    check_compiler()
    rules = game.checked_rules() if checked else game.compiled_rules()
    batch = rules if isinstance(rules, Batch) else Batch(game, rules)
    if batch.from_movers_view and game.infinite_play != 0:
        raise RulesError(
            f"{batch.name}: codes from the mover's view need endless play to be a draw, "
            f"but infinite_play is {game.infinite_play}"
        )
    if abs(game.infinite_play) > MAX_PAYOFF:
        raise RulesError(
            f"{batch.name}: with compiled rules, infinite_play must be from -{MAX_PAYOFF} to {MAX_PAYOFF}; "
            f"it is {game.infinite_play}"
        )
    return batch


_KNOWN: Final[dict[bytes, Batch]] = {}


def _batch_again(game: Any) -> Batch:
    """Return the compiled rules of a game that was unpickled; every task in another process unpickles it anew."""
    try:
        key = pickle.dumps(game)
    except Exception:  # then it was not pickled by this
        return batch_of(game)
    if key not in _KNOWN:
        _KNOWN.clear()
        _KNOWN[key] = batch_of(game)
    return _KNOWN[key]


_EXPANDED: Any = types.Tuple((types.int64,) * 3)  # type: ignore[no-untyped-call]


@numba.njit(
    _EXPANDED(
        Array, types.int64, FUNCTIONS, types.int64, types.int64, Array,
        types.int8[::1], types.int32[::1], Array, types.int64,
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def _expand(codes, start, functions, most, size, parameters, outcomes, counts, out, written):  # type: ignore[no-untyped-def]
    """Expand codes[start:] until `out` is full; return the position reached, the number written, and the problem."""
    outcome, successors = functions.outcome, functions.successors
    room = len(out) - SLACK - most
    for i in range(start, len(codes)):
        if written > room:
            return i, written, FULL
        code = codes[i]
        payoff = outcome(code, parameters)
        counts[i] = 0
        if payoff != NOT_OVER:
            if payoff < -MAX_PAYOFF or payoff > MAX_PAYOFF:
                return i, written, BAD_OUTCOME
            outcomes[i] = payoff
            continue
        outcomes[i] = GOES_ON
        count = successors(code, parameters, out[written:])
        if count <= 0:
            return i, written, NO_MOVES
        if count > most:
            return i, written, TOO_MANY
        for j in range(written, written + count):
            if out[j] < 0 or out[j] >= size:
                return i, written, OUT_OF_RANGE
        counts[i] = count
        written += count
    return len(codes), written, 0


@numba.njit(
    _EXPANDED(Array, types.int64, FUNCTIONS, types.int64, types.int64, Array, Array, types.int64),
    cache=True,
    nogil=True,
)
def _retract(codes, start, functions, most, size, parameters, out, written):  # type: ignore[no-untyped-def]
    """Write the predecessors of codes[start:] until `out` is full; return as `_expand` does."""
    predecessors = functions.predecessors
    room = len(out) - SLACK - most
    for i in range(start, len(codes)):
        if written > room:
            return i, written, FULL
        count = predecessors(codes[i], parameters, out[written:])
        if count < 0 or count > most:
            return i, written, TOO_MANY
        for j in range(written, written + count):
            if out[j] < 0 or out[j] >= size:
                return i, written, OUT_OF_RANGE
        written += count
    return len(codes), written, 0


def _column_kernel(name: str, column: Any) -> Any:
    @numba.njit(types.void(Array, FUNCTIONS, Array, column), cache=True, nogil=True)
    def kernel(codes, functions, parameters, results):  # type: ignore[no-untyped-def]
        function = getattr(functions, name)
        for i in range(len(codes)):
            results[i] = function(codes[i], parameters)

    return kernel


_are_states = _column_kernel("is_state", types.boolean[::1])
_movers = _column_kernel("mover", types.int8[::1])
_tiers, _progress = (_column_kernel(name, Array) for name in ("tier", "progress"))
