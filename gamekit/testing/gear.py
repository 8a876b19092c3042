"""`Gear`: the compiled rules of a game under examination, whose functions may do anything at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from gamekit.arena.raised import in_words
from gamekit.compiled import CompiledRules, shows_movers_view
from gamekit.testing.probe import Probe, PromiseError, repeated
from gamekit.testing.state_checks import is_integer

FUNCTIONS = ("outcome", "mover", "is_state", "successors", "predecessors")
NEIGHBOURS = ("successors", "predecessors")

_GUARD = 64  # entries behind the room for codes that must stay as they are, for Numba checks no bounds
_UNTOUCHED = -(1 << 63)
_REHEARSALS = (
    1_000  # calls made as plain Python first, which finds a write behind the guard before it does harm
)


class Gear:
    """The functions of compiled rules, each called so that whatever goes wrong is a `PromiseError` that names it.

    What functions write and moves lead to is remembered, since each edge is needed from both ends.

    Raises:
        PromiseError: the rules are none, or cannot be compiled.
    """

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        rules = probe.ask("compiled_rules")
        if not isinstance(rules, CompiledRules):
            raise probe.fault("compiled_rules", (), f"returned {rules!r}; it must be CompiledRules")
        self.rules = rules
        self.known: dict[int, Any] = {}  # codes that were met, each with the first state that has it
        self._check_parameters()
        self._functions = {
            name: self._compiled(name) for name in FUNCTIONS if getattr(rules, name) is not None
        }
        self._children: dict[Any, dict[int, Any]] = {}
        self._written: dict[tuple[str, int], list[int]] = {}
        self._rehearsals = 0

    @property
    def from_the_movers_view(self) -> bool:
        """Whether codes show positions as the mover sees them."""
        return shows_movers_view(self.probe.game, self.rules)

    def fault(self, name: str, code: int, what: str) -> PromiseError:
        """Return a fault of one of the functions."""
        return PromiseError(f"compiled {name}", f"{self._name(name)}({code})", what)

    # --- the plain rules, over codes ------------------------------------------------------------------------

    def code_of(self, state: Any) -> int:
        """Return the code of a state."""
        code, last = self.probe.ask("encode", state), self.rules.size - 1
        if not is_integer(code) or not 0 <= code <= last:
            what = f"returned {code!r}; it must be an integer from 0 to {last}, for size is {last + 1}"
            raise self.probe.fault("encode", (state,), what)
        return int(code)

    def decoded(self, code: int) -> Any:
        """Return the state that a code is said to stand for."""
        state = self.probe.ask("decode", code, shown=str(code))
        try:
            hash(state)
        except Exception:
            what = f"returned a {type(state).__name__}, which cannot be hashed; states must be hashable"
            raise self.probe.fault("decode", (), what, shown=str(code)) from None
        return state

    def payoff(self, state: Any) -> int | None:
        """Return the outcome by the plain rules, as the code of the state shows it."""
        outcome = self.probe.ask("outcome", state)
        if outcome is not None and self.from_the_movers_view and self.probe.ask("to_move", state) == 1:
            return -int(outcome)
        return None if outcome is None else int(outcome)

    def mover(self, state: Any) -> int:
        """Return the player to move by the plain rules, or 0 where codes do not tell."""
        return 0 if self.rules.mover is None else int(self.probe.ask("to_move", state))

    def children(self, state: Any) -> dict[int, Any]:
        """Return the codes that moves lead to by the plain rules, each with a move that does."""
        if state not in self._children:
            found: dict[int, Any] = {}
            for child, move in self.probe.children(state).items():
                found.setdefault(self.code_of(child), move)
            self._children[state] = found
        return self._children[state]

    # --- the compiled rules -----------------------------------------------------------------------------------

    def number(self, name: str, code: int) -> int:
        """Return what `outcome`, `mover` or `is_state` returns."""
        return self._call(name, code, self.rules.parameters)

    def neighbours(self, name: str, code: int) -> list[int]:
        """Return the codes that `successors` or `predecessors` writes; these are codes, and none is there twice."""
        if (name, code) not in self._written:
            found = self._write(name, code)
            if twice := repeated(found):
                raise self.fault(name, code, f"writes {twice[0]} twice; it must write each code once")
            for entry in found:
                if not 0 <= entry < self.rules.size:
                    limits = f"codes are from 0 to {self.rules.size - 1}"
                    raise self.fault(name, code, f"writes {entry}, but {limits}")
            self._written[name, code] = found
        return self._written[name, code]

    def _write(self, name: str, code: int) -> list[int]:
        most = getattr(self.rules, f"max_{name}")
        out = np.full(most + _GUARD, _UNTOUCHED, dtype=np.int64)
        if self._rehearsals < _REHEARSALS:
            self._rehearsals += 1
            self._rehearse(name, code, out, most)
            out.fill(_UNTOUCHED)
        count = self._call(name, code, self.rules.parameters, out)
        self._check_room(name, code, count, out, most)
        found: list[int] = out[:count].tolist()
        return found

    def _rehearse(self, name: str, code: int, out: Any, most: int) -> None:
        """Call the plain function, in the arithmetic of int64: what runs out of bounds raises an IndexError there."""
        try:
            with np.errstate(all="ignore"):
                count = _plain(getattr(self.rules, name))(np.int64(code), self.rules.parameters, out)
        except IndexError as error:
            what = f"raised IndexError: {error}; compiled, it would run out of bounds unnoticed"
            raise self.fault(name, code, what) from error
        except Exception:
            return  # Python and Numba differ in much else; only what is compiled counts
        self._check_room(name, code, count, out, most)

    def _check_room(self, name: str, code: int, count: int, out: Any, most: int) -> None:
        if not 0 <= count <= most:
            raise self.fault(name, code, f"writes {count} codes, but max_{name} is {most}")
        if (out[most:] != _UNTOUCHED).any():
            what = f"returned {count}, but writes behind the room for {most} codes that max_{name} gives"
            raise self.fault(name, code, what)

    def _call(self, name: str, code: int, *arguments: Any) -> int:
        try:
            return self._functions[name](code, *arguments)
        except Exception as error:
            raise self.fault(name, code, f"raised {in_words(error)}") from error

    def _check_parameters(self) -> None:
        parameters = self.rules.parameters
        if (
            not isinstance(parameters, np.ndarray)
            or parameters.dtype != np.int64
            or parameters.ndim != 1
            or not parameters.flags.c_contiguous
        ):
            kind = getattr(parameters, "dtype", type(parameters).__name__)
            what = f"returned parameters of type {kind}; they must be a one-dimensional array of int64"
            raise self.probe.fault("compiled_rules", (), what)

    def _compiled(self, name: str) -> Callable[..., int]:
        from gamekit.engine.functions import compiled

        try:
            # as the solvers compile it, which find the result on disk
            result: Callable[..., int] = compiled(getattr(self.rules, name), writes=name in NEIGHBOURS)
            return result
        except Exception as error:
            what = f"cannot be compiled: {type(error).__name__}: {_reason(error)}"
            raise PromiseError("compiled_rules", self._name(name), what) from error

    def _name(self, function: str) -> str:
        return f"{self.probe.name}.compiled_rules().{function}"


def _plain(function: Callable[..., int]) -> Callable[..., int]:
    """Return a function as it was before it was decorated, if it was."""
    plain: Callable[..., int] = getattr(function, "py_func", function)
    return plain


def _reason(error: Exception) -> str:
    """Return the line of Numba's message that says what is wrong."""
    lines = re.sub(r"\x1b\[\d*m", "", str(error)).splitlines()
    told = [line.strip() for line in lines if line.strip() and not line.startswith("Failed in")]
    return told[0] if told else str(error)
