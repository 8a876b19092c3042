"""The generated module of a board game, run as plain Python by the engine.

To compile a module takes seconds, to run it as it is milliseconds. So what the compiler writes is tried on many games,
and what Numba makes of it on some.
"""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import attrs
import numpy as np

from gamekit.engine.codes.batch import GOES_ON, Batch, Expansion
from gamekit.game.compiled import NOT_OVER, CompiledRules
from gamekit.layout.compiler.build import Compiled
from gamekit.layout.compiler.module import ModuleWriter


def run_what_is_generated(game: Any, *, is_checked: bool) -> None:
    """Have the compiled backend solve an instance by its generated module, uncompiled."""
    built = ModuleWriter(game, game.board, game.coding, is_checked=is_checked).write()
    module = _run(built.text)
    rules = CompiledRules(
        size=game.coding.size,
        parameters=np.zeros(1, dtype=np.int64),
        outcome=module.outcome,
        successors=module.successors,
        max_successors=game.most_moves,
        mover=getattr(module, "mover", None),
        is_state=getattr(module, "is_state", None),
    )
    game.__dict__["_compiled"] = Compiled(GeneratedBatch(game, rules), built)


def _run(text: str) -> Any:
    """Run the text of a module, in which Numba and the intrinsics are those of plain Python."""
    text = text.replace("gamekit.layout.compiler.stack import", "support.plain_stack import")
    module = ModuleType("generated")
    plain = ModuleType("numba")
    plain.njit = lambda *args, **_: args[0] if args else lambda function: function  # type: ignore[attr-defined]
    numba = sys.modules["numba"]
    sys.modules["numba"] = plain
    try:
        exec(compile(text, "generated", "exec"), module.__dict__)
    finally:
        sys.modules["numba"] = numba
    return SimpleNamespace(**module.__dict__)


@attrs.frozen(eq=False)
class GeneratedBatch(Batch):
    """Rules that are called one code at a time."""

    def expand(self, codes: Any) -> Expansion:
        outcomes, counts, children = [], [], []
        for code in codes.tolist():
            payoff = self.rules.outcome(code, self.parameters)
            found: list[int] = []
            if payoff == NOT_OVER:
                out = [-1] * (self.rules.max_successors + 1)
                number = self.rules.successors(code, self.parameters, out)
                assert 0 < number <= self.rules.max_successors, self.describe(code)
                found = out[:number]
                assert all(0 <= child < self.rules.size for child in found), self.describe(code)
            outcomes.append(GOES_ON if payoff == NOT_OVER else payoff)
            counts.append(len(found))
            children += found
        return Expansion(
            np.array(outcomes, dtype=np.int8),
            np.array(counts, dtype=np.int32),
            np.array(children, dtype=np.int64),
        )

    def movers(self, codes: Any) -> Any:
        mover = self.rules.mover or (lambda *_: 0)
        return np.array([mover(code, self.parameters) for code in codes.tolist()], dtype=np.int8)

    def are_states(self, codes: Any) -> Any:
        is_state = self.rules.is_state or (lambda *_: 1)
        return np.array([is_state(code, self.parameters) for code in codes.tolist()], dtype=np.int8)
