"""Run generated modules as plain Python, which is ready within milliseconds; compiling takes seconds."""

from __future__ import annotations

import re
from collections.abc import Callable
from traceback import walk_tb
from types import ModuleType
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import (
    BAD_OUTCOME,
    GOES_ON,
    NO_MOVES,
    OUT_OF_RANGE,
    TOO_MANY,
    Batch,
    Codes,
    Expansion,
)
from gamekit.errors import RulesError
from gamekit.game.compiled import MAX_PAYOFF, NOT_OVER
from gamekit.layout.compiler.module import Built
from gamekit.layout.mistakes import mistake

FILE: Final = "<generated rules>"
"""The name of the file in tracebacks; line numbers are those of the module."""


def interpreted(built: Built, name: str = "rules") -> ModuleType:
    """Return a generated module whose functions run as plain Python. Tables become lists, which are quicker there."""
    text = re.sub(r"(?<=compiler\.)(stack|instructions|lowering)(?= import)", "plain_stack", built.text)
    text = text.replace("import numba\n", "from gamekit.layout.compiler import plain_stack as numba\n")
    module = ModuleType(name)
    exec(compile(text, FILE, "exec"), module.__dict__)
    for name, value in module.__dict__.items():
        if isinstance(value, np.ndarray):
            module.__dict__[name] = value.tolist()
        elif hasattr(value, "py_func"):  # a helper that is compiled by itself
            module.__dict__[name] = value.py_func
    return module


def as_a_mistake(error: Exception, built: Built) -> RulesError:
    """Return an error of plain Python in a generated module as an error about the author's line."""
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == FILE]
    place = next((built.origins[line] for line in reversed(lines) if line in built.origins), None)
    why = f"{type(error).__name__}: {error}"
    if place is None:
        return RulesError(f"the rules cannot be tried: {why:.300}")
    return mistake(place, place.source, f"this raises {why:.200}")


@attrs.frozen(eq=False)
class InterpretedBatch(Batch):
    """Rules that are run as plain Python, one code at a time."""

    def expand(self, codes: Codes) -> Expansion:
        """Expand codes. A broken promise raises the same error as in compiled rules."""
        outcomes, counts, children = [], [], []
        for code in codes.tolist():
            payoff = self.rules.outcome(code, self.parameters)
            neighbours: list[int] = []
            if payoff == NOT_OVER:
                neighbours = self._neighbours_of(code, "successors")
                if not neighbours:
                    self.breach(NO_MOVES, "successors", code)
            elif abs(payoff) > MAX_PAYOFF:
                self.breach(BAD_OUTCOME, "successors", code)
            outcomes.append(GOES_ON if payoff == NOT_OVER else payoff)
            counts.append(len(neighbours))
            children += neighbours
        return Expansion(
            np.array(outcomes, dtype=np.int8),
            np.array(counts, dtype=np.int32),
            np.array(children, dtype=np.int64),
        )

    def parents(self, codes: Codes) -> Codes:
        parents = [self._neighbours_of(code, "predecessors") for code in codes.tolist()]
        return np.array([code for part in parents for code in part], dtype=np.int64)

    def movers(self, codes: Codes) -> NDArray[np.int8]:
        return self._of_each(self.rules.mover, codes, 0).astype(np.int8)

    def are_states(self, codes: Codes) -> NDArray[np.int8]:
        return self._of_each(self.rules.is_state, codes, 1).astype(np.int8)

    def tiers(self, codes: Codes) -> Codes:
        return self._of_each(self.rules.tier, codes, 0).astype(np.int64)

    def progress(self, codes: Codes) -> Codes:
        return self._of_each(self.rules.progress, codes, 0).astype(np.int64)

    def _of_each(
        self, function: Callable[[int, Codes], int] | None, codes: Codes, default: int
    ) -> NDArray[Any]:
        return np.array([function(code, self.parameters) if function else default for code in codes.tolist()])

    def _neighbours_of(self, code: int, function: str) -> list[int]:
        most = getattr(self.rules, f"max_{function}")
        out = [-1] * (most + 1)
        number = getattr(self.rules, function)(code, self.parameters, out)
        if not 0 <= number <= most:
            self.breach(TOO_MANY, function, code)
        neighbours = out[:number]
        if any(not 0 <= neighbour < self.rules.size for neighbour in neighbours):
            self.breach(OUT_OF_RANGE, function, code)
        return neighbours
