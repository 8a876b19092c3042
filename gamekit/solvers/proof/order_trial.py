"""Whether a search orders moves by what it learns, which a short trial decides."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np

from gamekit.errors import LimitError
from gamekit.game.progress import silent
from gamekit.solvers.proof.limits import RepetitionError, SearchLimits
from gamekit.solvers.proof.search import SearchState

CompiledSearch = Any
"""`compiled_search.CompiledSearch`, which imports this module."""

STAGES: Final = (1 << 14, 1 << 17, 1 << 20)
"""Both orders are tried with this many nodes each, until one of them finds the result."""

MEMORY: Final = 1 << 25
"""What the table of a trial may take, at most."""


@attrs.define
class OrderTrial:
    """A trial of both orders, which goes on where a limit has stopped it.

    Attributes:
        tried: of each search that is over, how much of the tree it has done, and how many positions it expanded: in
            each stage one by a learned order, and one by the order of the rules alone.
        under_way: the search that was stopped, if any.
    """

    tried: list[tuple[float, int]] = attrs.field(factory=list)
    under_way: CompiledSearch | None = None

    @property
    def nodes(self) -> int:
        """How many positions were expanded, in all processes."""
        return sum(nodes for _, nodes in self.tried) + (0 if self.under_way is None else self.under_way.nodes)

    def learning_pays(self, search: CompiledSearch, code: int, who: int, want: int) -> bool:
        """Return whether a learned order finds the result with fewer nodes than the order of the rules alone does.

        Where neither finds it in time, the one that has done more of the tree is better. Both count nodes and nothing
        else, so the same question always gets the same order.

        Args:
            search: the search to decide for; only its limits are changed, for which these positions count.
            code: the root of the search.
            who: its mover.
            want: the payoff that the bound is compared with.

        Raises:
            LimitError: a limit of the search was reached.
        """
        for stage, nodes in enumerate(STAGES):
            for place in (2 * stage, 2 * stage + 1):
                while place >= len(self.tried):
                    self._try(search, code, who, want, nodes, learns=place % 2 == 0)
            learned, plain = self.tried[2 * stage :][:2]
            if 1.0 in (learned[0], plain[0]):
                break
        return (learned[0], -learned[1]) > (plain[0], -plain[1])

    def _try(
        self, search: CompiledSearch, code: int, who: int, want: int, nodes: int, *, learns: bool
    ) -> None:
        """Search within some nodes, and note what was done."""
        limits, resume = search.limits, self.under_way is not None
        trial = self.under_way = self.under_way or _one_like(search, learns=learns)
        before, left = trial.nodes, limits.left(search.nodes)
        trial.limits = SearchLimits(
            limits.seconds, min(nodes, before + left), silent, tuning=limits.tuning, began=limits.began
        )
        share = 1.0
        try:
            trial.bound(code, who, want, resume=resume)
        except RepetitionError:
            pass  # the search will meet it as well
        except LimitError:
            share = trial.frames.share_done()
        limits.aside += trial.nodes - before
        if share == 1.0 or trial.nodes == nodes:
            self.tried.append((share, trial.nodes))
            self.under_way = None
        limits.check(search.nodes)

    def state(self) -> SearchState:
        """Return all that what is tried next depends on, as arrays."""
        found = {"tried": np.array(self.tried, dtype=np.float64).reshape(-1, 2)}
        if self.under_way is not None:
            found["tried_nodes"] = np.array([self.under_way.nodes])
            found |= {f"tried_{name}": array for name, array in self.under_way.state().items()}
        return found

    def restore(self, search: CompiledSearch, state: SearchState) -> None:
        """Go on from a state.

        Raises:
            KeyError: it is not one.
            ValueError: it is not one.
        """
        tried = [(share, int(nodes)) for share, nodes in state["tried"].tolist()]
        under_way = None
        if "tried_nodes" in state:
            under_way = _one_like(search, learns=len(tried) % 2 == 0)
            under_way.restore(
                {
                    name.removeprefix("tried_"): array
                    for name, array in state.items()
                    if name.startswith("tried_")
                }
            )
            (under_way.nodes,) = state["tried_nodes"].tolist()
        self.tried, self.under_way = tried, under_way


def _one_like(search: CompiledSearch, *, learns: bool) -> CompiledSearch:
    """Return a search that has its own table, which is small, and keeps to one thread."""
    return type(search)(search.batch, min(search.memory, MEMORY), search.limits, learns=learns, threads=1)
