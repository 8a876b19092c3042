"""Whether a search orders moves by what it learns, which a short trial decides."""

from __future__ import annotations

from typing import Any, Final, Protocol

from gamekit.errors import LimitError
from gamekit.solvers.proof.frames import Frames
from gamekit.solvers.proof.limits import Limits, LoopError

STAGES: Final = (1 << 14, 1 << 17, 1 << 20)
"""Both orders are tried with so many nodes each, until one of them finds the result."""

MEMORY: Final = 1 << 25
"""What the table of a trial may take, at most."""


class Search(Protocol):
    """A `CompiledSearch`, which makes others of its kind."""

    batch: Any
    memory: int
    limits: Limits
    nodes: int

    @property
    def frames(self) -> Frames: ...

    def __init__(self, batch: Any, memory: int, limits: Limits, *, learns: bool | None = None) -> None: ...

    def bound(self, position: int, who: int, want: int, /) -> int: ...


def learning_pays(search: Search, code: int, who: int, want: int) -> bool:
    """Return whether a learned order finds the result with fewer nodes than the order of the rules alone does.

    Where neither finds it in time, the one that has done more of the tree is better. Both count nodes and nothing
    else, so the same question always gets the same order.

    Args:
        search: the search to decide for; it is not changed.
        code: the root of the search.
        who: its mover.
        want: the payoff that the bound is compared with.

    Raises:
        LimitError: a limit of the search was reached.
    """
    for nodes in STAGES:
        learned, plain = (_tried(search, code, who, want, nodes, learns=learns) for learns in (True, False))
        if 1.0 in (learned[0], plain[0]) or nodes == STAGES[-1]:
            return (learned[0], -learned[1]) > (plain[0], -plain[1])
        search.limits.check(search.nodes)
    return True


def _tried(search: Search, code: int, who: int, want: int, nodes: int, *, learns: bool) -> tuple[float, int]:
    """Return how much of the tree a search has done within some nodes, and how many it expanded."""
    trial = type(search)(search.batch, min(search.memory, MEMORY), Limits(nodes=nodes), learns=learns)
    try:
        trial.bound(code, who, want)
    except LimitError:
        return trial.frames.share_done(), trial.nodes
    except LoopError:
        pass  # the search will meet it as well
    return 1.0, trial.nodes
