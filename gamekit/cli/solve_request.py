"""`SolveRequest`: what one run of `gamekit solve` asks of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from gamekit.cli.solve_report import Answer, as_dict

if TYPE_CHECKING:
    from gamekit.analysis.verification.verify import Verification
    from gamekit.game.progress import ProgressCallback
    from gamekit.solution.solution import Solution
    from gamekit.solvers.options import SolveOptions


@attrs.frozen
class SolveRequest:
    """What is asked of each game.

    Attributes:
        game_name: the registered name of the game.
        state_text: the state to start from; by default, the initial one.
        options: how to solve the game.
        verify: whether to verify the solution.
        all_states: whether verification looks at every state.
        loops: whether to analyse loops.
    """

    game_name: str
    state_text: str | None
    options: SolveOptions
    verify: bool
    all_states: bool
    loops: bool

    def answer(self, solution: Solution[Any, Any], progress: ProgressCallback | None = None) -> Answer:
        """Return the answer that a solution gives."""
        verification = self._verified(solution, progress) if self.verify else None
        line = solution.line()
        report = as_dict(solution, line, self.game_name, verification, self.loops)
        return Answer(solution, verification, line, report)

    def _verified(self, solution: Solution[Any, Any], progress: ProgressCallback | None) -> Verification:
        from gamekit.analysis.verification.verify import verify

        return verify(
            solution,
            all_states=self.all_states,
            threads=self.options.threads,
            executor=None if self.options.tiers is not None else self.options.executor,
            progress=progress,
        )
