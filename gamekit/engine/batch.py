"""`Batch`: the seam between the engine and the rules: many codes in, children and their counts out."""

from __future__ import annotations

import pickle
from functools import cached_property
from typing import Any, Final, NoReturn

import attrs
import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.arena.rules import Rules
from gamekit.compiled import MAX_PAYOFF, NOT_OVER, CompiledGame, CompiledRules, shows_movers_view
from gamekit.engine.functions import FUNCTIONS, Array, functions_of
from gamekit.errors import RulesError

GOES_ON: Final = 127
"""What a column of outcomes, int8, holds where the game is not over."""

SLACK: Final = 64
"""Room at the end of a buffer for functions that write a little more than they announced."""

FULL, BAD_OUTCOME, NO_MOVES, TOO_MANY, OUT_OF_RANGE = 1, 2, 3, 4, 5

Codes = NDArray[np.int64]


@attrs.frozen
class Expansion:
    """What the rules say of some states.

    Attributes:
        outcomes: int8, the payoff where the game is over, elsewhere `GOES_ON`.
        counts: int32, the number of successors; 0 where the game is over.
        children: int64, the codes of the successors, state by state.
    """

    outcomes: NDArray[np.int8]
    counts: NDArray[np.int32]
    children: Codes


@attrs.frozen(eq=False)
class Batch:
    """The compiled rules of one instance of a game, asked for many codes at a time.

    A game whose rules are better told for whole arrays, in NumPy or in C, may subclass this and override `expand`,
    `parents`, `movers` and `are_states`: the engine asks nothing else.
    """

    game: CompiledGame[Any, Any]
    rules: CompiledRules

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross to another process as the game alone: the functions are made, or found on disk, there."""
        return _again, (self.game,)

    @property
    def name(self) -> str:
        """The name of the game's class."""
        return type(self.game).__name__

    @property
    def from_movers_view(self) -> bool:
        """Whether codes show positions from the mover's view: payoffs are the mover's, every move turns the sign."""
        return shows_movers_view(self.game, self.rules)

    @cached_property
    def parameters(self) -> Codes:
        """The rules' parameters, ready for the kernels.

        Raises:
            RulesError: they are none.
        """
        given = self.rules.parameters
        try:
            parameters = np.ascontiguousarray(given, dtype=np.int64)
        except (TypeError, ValueError, OverflowError):
            parameters = np.empty((0, 0), dtype=np.int64)
        if parameters.ndim != 1:
            raise RulesError(
                f"{self.name}'s compiled rules: parameters must be a one-dimensional array of int64; "
                f"they are {given!r:.100}"
            )
        return parameters

    @cached_property
    def functions(self) -> Any:
        """The rules' functions, compiled."""
        return functions_of(self.rules)

    def expand(self, codes: Codes) -> Expansion:
        """Return the outcomes and successors of states.

        Raises:
            RulesError: the rules break a promise; the state is named.
        """
        rules = self.rules
        outcomes, counts = np.empty(len(codes), dtype=np.int8), np.empty(len(codes), dtype=np.int32)
        out = np.empty(4 * len(codes) + rules.max_successors + SLACK, dtype=np.int64)
        done = written = 0
        while done < len(codes):
            done, written, problem = _expand(
                codes, done, self.functions, rules.max_successors, rules.size, self.parameters,
                outcomes, counts, out, written,
            )  # fmt: skip
            if problem == FULL:
                out = _larger(out, written, len(codes) / max(done, 1), rules.max_successors)
            elif problem:
                self.breach(problem, "successors", int(codes[done]))
        return Expansion(outcomes, counts, out[:written])

    def parents(self, codes: Codes) -> Codes:
        """Return the codes from which one move leads to any of these, together.

        Raises:
            RulesError: the rules break a promise; the state is named.
        """
        most = self.rules.max_predecessors
        out = np.empty(4 * len(codes) + most + SLACK, dtype=np.int64)
        done = written = 0
        while done < len(codes):
            done, written, problem = _retract(
                codes, done, self.functions, most, self.rules.size, self.parameters, out, written
            )
            if problem == FULL:
                out = _larger(out, written, len(codes) / max(done, 1), most)
            elif problem:
                self.breach(problem, "predecessors", int(codes[done]))
        return out[:written]

    def movers(self, codes: Codes) -> NDArray[np.int8]:
        """Return the players to move."""
        movers = np.zeros(len(codes), dtype=np.int8)
        if self.rules.mover is not None:
            _ask_movers(codes, self.functions, self.parameters, movers)
        return movers

    def are_states(self, codes: Codes) -> NDArray[np.int8]:
        """Return 1 for each code that is a state's, else 0."""
        found = np.ones(len(codes), dtype=np.int8)
        if self.rules.is_state is not None:
            _ask_states(codes, self.functions, self.parameters, found)
        return found

    def is_code(self, code: int) -> bool:
        """Tell whether a number may be the code of a state."""
        return 0 <= code < self.rules.size and bool(self.are_states(np.array([code], dtype=np.int64))[0])

    def describe(self, code: int) -> str:
        """Return the state that a code stands for as text, even where the game cannot format it."""
        try:
            return Rules(self.game).in_brief(self.game.decode(code))
        except Exception:  # a code that no state has may trip decode in any way
            return f"code {code}"

    def breach(self, problem: int, function: str, code: int) -> NoReturn:
        """Raise the error of a kernel: what is wrong, at which state."""
        most = getattr(self.rules, f"max_{function}")
        what = {
            BAD_OUTCOME: f"outcome is neither NOT_OVER nor from -{MAX_PAYOFF} to {MAX_PAYOFF}",
            NO_MOVES: "the game is not over, but there are no successors",
            TOO_MANY: f"{function} writes more codes than max_{function}, {most}",
            OUT_OF_RANGE: f"{function} writes a code that is not from 0 to {self.rules.size - 1}",
        }[problem]
        raise RulesError(f"{self.name}'s compiled rules, at {self.describe(code)}: {what}")


def batch_of(game: Any) -> Batch:
    """Return the compiled rules of a game, ready to be asked.

    Raises:
        RulesError: the game cannot be solved by them.
    """
    rules = game.compiled_rules()
    batch = rules if isinstance(rules, Batch) else Batch(game, rules)
    if batch.from_movers_view and game.infinite_play != 0:
        raise RulesError(
            f"{batch.name}: codes from the mover's view need endless play to be a draw, "
            f"but infinite_play is {game.infinite_play}"
        )
    if abs(game.infinite_play) > MAX_PAYOFF:
        raise RulesError(
            f"{batch.name}: by compiled rules infinite_play is from -{MAX_PAYOFF} to {MAX_PAYOFF}; "
            f"it is {game.infinite_play}"
        )
    return batch


_KNOWN: Final[dict[bytes, Batch]] = {}


def _again(game: Any) -> Batch:
    """Return the compiled rules of a game once more; each task of another process asks for them."""
    try:
        key = pickle.dumps(game)
    except Exception:  # it came by other means
        return batch_of(game)
    if key not in _KNOWN:
        _KNOWN.clear()
        _KNOWN[key] = batch_of(game)
    return _KNOWN[key]


def _larger(out: Codes, written: int, still: float, most: int) -> Codes:
    """Return a copy of `out` with room for what `written` entries let expect, and for one state at least."""
    larger = np.empty(int(written * still * 1.1) + 2 * most + SLACK + len(out) // 4, dtype=np.int64)
    larger[:written] = out[:written]
    return larger


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
    """Expand codes[start:] until `out` is full; return where it stopped, how much is written, and what went wrong."""
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


@numba.njit(types.void(Array, FUNCTIONS, Array, types.int8[::1]), cache=True, nogil=True)
def _ask_movers(codes, functions, parameters, movers):  # type: ignore[no-untyped-def]
    mover = functions.mover
    for i in range(len(codes)):
        movers[i] = mover(codes[i], parameters)


@numba.njit(types.void(Array, FUNCTIONS, Array, types.int8[::1]), cache=True, nogil=True)
def _ask_states(codes, functions, parameters, found):  # type: ignore[no-untyped-def]
    is_state = functions.is_state
    for i in range(len(codes)):
        found[i] = is_state(codes[i], parameters) != 0
