"""`Backend`: the compiled rules of a game under examination, whose functions may misbehave in any way."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.game.checked_values import is_integer
from gamekit.game.compiled import CompiledRules, shows_movers_view
from gamekit.game.foreign_errors import describe_error
from gamekit.layout.compiler.load import is_generated
from gamekit.testing.probe import Probe, PromiseError, repeated

if TYPE_CHECKING:
    from gamekit.layout.compiler.trial import CheckedBatch

FUNCTIONS = ("outcome", "mover", "is_state", "successors", "predecessors")
NEIGHBOURS = ("successors", "predecessors")

GUARD = 64  # entries behind the room for codes that must stay as they are, for Numba checks no bounds
_UNTOUCHED = -(1 << 63)
_REHEARSALS = 1_000
"""The number of calls that are made as plain Python first, to find a write behind the guard before it does harm.

For generated functions, every call is made by their checked build first.
"""

INTERPRETED_CALLS = 5_000
"""The number of calls of a checked build as plain Python after which it is compiled, which takes as long as they do."""


class Backend:
    """The functions of compiled rules; whatever goes wrong in a call is a `PromiseError` that names the function.

    Successors and predecessors are cached, because each edge is needed from both ends.

    Attributes:
        probe: the probe of the game.
        rules: its compiled rules, once `compile` has read them.
        is_complete: whether every state of the game is known after exploring.
        known: the codes that were seen, each with the first state that has it.
        from_movers_view: whether codes show positions as the mover sees them.
        functions: the compiled functions by name, None where the rules leave one out.
        checked: the checked build of the rules if they were generated, else None.
        children: a function that returns the codes that moves lead to by the plain rules, each with such a move.
        neighbours: a function: `neighbours(name, code)` returns the codes that `successors` or `predecessors` writes.
            They are valid codes, and none is repeated.
    """

    def __init__(self, probe: Probe, *, is_complete: bool) -> None:
        self.probe = probe
        self.is_complete = is_complete
        self.known: dict[int, Any] = {}
        self.functions: dict[str, Any] = {}
        self.checked: CheckedBatch | None = None
        self._checked_functions: dict[str, Any] = {}
        self.children: Callable[[Any], dict[int, Any]] = cache(self._children)
        self.neighbours: Callable[[str, int], list[int]] = cache(self._neighbours)
        self._rehearsals = 0
        self._checked_calls = 0

    def compile(self) -> None:
        """Read the rules and compile their functions."""
        self.rules = self.probe.call("compiled_rules")
        if not isinstance(self.rules, CompiledRules):
            what = f"returned {self.rules!r}; it must be CompiledRules"
            raise self.probe.fault("compiled_rules", (), what)
        self._check_parameters()
        self.from_movers_view = shows_movers_view(self.probe.game, self.rules)
        self.functions = {name: self._compiled(name, self.rules) for name in FUNCTIONS}
        if is_generated(self.rules.outcome):
            from gamekit.layout.compiler.build import interpreted_batch

            self.checked = interpreted_batch(self.probe.game)
            self._checked_functions = {name: getattr(self.checked.rules, name) for name in FUNCTIONS}

    def compile_checked(self) -> CheckedBatch:
        """Compile the checked build for many calls, and return it; there must be one."""
        self.checked = self.probe.call("checked_rules")
        self._checked_functions = {name: self._compiled(name, self.checked.rules) for name in FUNCTIONS}
        self._checked_calls = INTERPRETED_CALLS + 1
        return self.checked

    def fault(self, name: str, code: int, what: str) -> PromiseError:
        """Return the error for a wrong result of a function."""
        return PromiseError(f"compiled {name}", f"{self._name(name)}({code})", what)

    # --- the plain rules, over codes ------------------------------------------------------------------------

    def code_of(self, state: Any) -> int:
        """Return the code of a state."""
        code, last = self.probe.call("encode", state), self.rules.size - 1
        if not is_integer(code) or not 0 <= code <= last:
            what = f"returned {code!r}; it must be an integer from 0 to {last}, because size is {last + 1}"
            raise self.probe.fault("encode", (state,), what)
        return int(code)

    def decoded(self, code: int) -> Any:
        """Return the state that `decode` gives for a code."""
        shown = str(code)
        return self.probe.hashed(self.probe.call("decode", code, shown=shown), "decode", shown=shown)

    def payoff(self, state: Any) -> int | None:
        """Return the outcome by the plain rules, as the code of the state shows it."""
        outcome = self.probe.call("outcome", state)
        if outcome is not None and self.from_movers_view and self.probe.call("to_move", state) == 1:
            return -int(outcome)
        return None if outcome is None else int(outcome)

    def mover(self, state: Any) -> int:
        """Return the player to move by the plain rules, or 0 if codes do not show it."""
        return 0 if self.rules.mover is None else int(self.probe.call("to_move", state))

    def _children(self, state: Any) -> dict[int, Any]:
        moves: dict[int, Any] = {}
        for child, move in self.probe.children(state).items():
            moves.setdefault(self.code_of(child), move)
        return moves

    # --- the compiled rules -----------------------------------------------------------------------------------

    def _neighbours(self, name: str, code: int) -> list[int]:
        codes = self._write(name, code)
        if twice := repeated(codes):
            raise self.fault(name, code, f"writes {twice[0]} twice; it must write each code once")
        for entry in codes:
            if not 0 <= entry < self.rules.size:
                limits = f"codes are from 0 to {self.rules.size - 1}"
                raise self.fault(name, code, f"writes {entry}, but {limits}")
        return codes

    def _write(self, name: str, code: int) -> list[int]:
        most = getattr(self.rules, f"max_{name}")
        out = np.full(most + GUARD, _UNTOUCHED, dtype=np.int64)
        if self._rehearsals < _REHEARSALS and not is_generated(getattr(self.rules, name)):
            self._rehearsals += 1
            self._rehearse(name, code, out, most)
            out.fill(_UNTOUCHED)
        count = self.number(name, code, out)
        self._check_room(name, code, count, out, most)
        codes: list[int] = out[:count].tolist()
        return codes

    def _rehearse(self, name: str, code: int, out: Any, most: int) -> None:
        """Call the plain function in the arithmetic of int64: an index out of bounds raises an IndexError there."""
        try:
            with np.errstate(all="ignore"):
                function = getattr(self.rules, name)
                plain = getattr(function, "py_func", function)  # as it was before it was decorated, if it was
                count = plain(np.int64(code), self.rules.parameters, out)
        except IndexError as error:
            what = f"raised IndexError: {error}; compiled, it would run out of bounds unnoticed"
            raise self.fault(name, code, what) from error
        except Exception:
            return  # Python and Numba differ in much else; only the compiled function counts
        self._check_room(name, code, count, out, most)

    def _check_room(self, name: str, code: int, count: int, out: Any, most: int) -> None:
        if not 0 <= count <= most:
            raise self.fault(name, code, f"writes {count} codes, but max_{name} is {most}")
        if (out[most:] != _UNTOUCHED).any():
            what = f"returned {count}, but writes behind the room for {most} codes that max_{name} gives"
            raise self.fault(name, code, what)

    def number(self, name: str, code: int, *out: Any) -> int:
        """Return the result of a function: a value, or the number of codes that it writes into `out`."""
        self._call_checked(name, code, *out)
        try:
            result: int = self.functions[name](code, self.rules.parameters, *out)
            return result
        except Exception as error:
            raise self.fault(name, code, f"raised {describe_error(error)}") from error

    def _call_checked(self, name: str, code: int, *out: Any) -> None:
        """Call the function of the checked build, if there is one, for faults that the quick build does not notice."""
        if self.checked is None or self._checked_functions[name] is None:
            return
        if self._checked_calls == INTERPRETED_CALLS:
            self.compile_checked()
        self._checked_calls += 1
        try:
            with np.errstate(all="ignore"):  # plain Python would warn where the arithmetic of int64 wraps
                self._checked_functions[name](code, self.checked.rules.parameters, *map(np.copy, out))
        except IndexError as error:
            what = f"goes out of range: {self.checked.out_of_range(code, error)}"
            raise self.fault(name, code, what) from error
        except Exception:
            if self._checked_calls > INTERPRETED_CALLS:
                raise
            return  # plain Python differs from compiled code in other errors; only the latter counts

    def _check_parameters(self) -> None:
        parameters = self.rules.parameters
        is_of_int64 = isinstance(parameters, np.ndarray) and parameters.dtype == np.int64
        if not (is_of_int64 and parameters.ndim == 1 and parameters.flags.c_contiguous):
            kind = getattr(parameters, "dtype", type(parameters).__name__)
            what = f"returned parameters of type {kind}; they must be a one-dimensional array of int64"
            raise self.probe.fault("compiled_rules", (), what)

    def _compiled(self, name: str, rules: CompiledRules) -> Any:
        from gamekit.engine.codes.jit import compiled, error_lines

        if getattr(rules, name) is None:
            return None
        try:
            # compiled as the solvers compile it, which then find the result on disk
            return compiled(getattr(rules, name), writes=name in NEIGHBOURS)
        except Exception as error:
            reason = next(iter(error_lines(error)), str(error))
            what = f"cannot be compiled: {type(error).__name__}: {reason}"
            raise PromiseError("compiled_rules", self._name(name), what) from error

    def _name(self, function: str) -> str:
        return f"{self.probe.name}.compiled_rules().{function}"
