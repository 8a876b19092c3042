"""A solve by tiers that is killed before or after any of its writes goes on, to the same files."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.marks import cases
from support.random_games import assert_same
from support.tier_folders import files_of
from support.tiered_games import ListedTieredGraphGame, TieredGame, TieredGraphGame

import gamekit
from gamekit.engine.runtime.locked_folder import Snapshot
from gamekit.engine.runtime.tuning import DEFAULTS
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve import solve_with

SMALL = attrs.evolve(DEFAULTS, explore_round=4, explore_task=2, explore_shard=8, scan_task=3, shard_places=16)
"""So that small games take many rounds."""


class Killed(BaseException):
    """Stands for a process that is killed: from then on, it writes nothing."""


@attrs.define
class Kill:
    """Kills the process at one of its writes.

    Attributes:
        left: how many writes are left until then.
        is_after: whether that write is still done.
    """

    left: int
    is_after: bool

    def around(self, write: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same operation, up to the kill."""

        def killed(*about: Any, **more: Any) -> Any:
            self.left -= 1
            if self.left < 0 or (not self.left and not self.is_after):
                raise Killed
            result = write(*about, **more)
            if not self.left:
                raise Killed
            return result

        return killed


def random_game(rng: random.Random, kind: Any) -> Any:
    """Return a game of one to four tiers in no order, with loops inside them."""
    number, tiers = rng.randint(30, 90), rng.randint(1, 4)
    tier = sorted(rng.randrange(tiers) for _ in range(number))
    edges = []
    for state in range(number):
        inside = [other for other in range(number) if tier[other] == tier[state]]
        later = [other for other in range(number) if tier[other] > tier[state]]
        successors = set(rng.sample(inside, min(len(inside), rng.randint(0, 3))))
        successors |= set(rng.sample(later, min(len(later), rng.randint(0, 2))))
        edges.append(tuple(sorted(successors | ({*range(1, 6)} if not state else set()))))
    names = rng.sample(range(tiers), tiers)
    return kind(
        edges=tuple(edges),
        mover=tuple(rng.randint(0, 1) for _ in range(number)),
        payoff=tuple(rng.choice((-1, 0, 1)) for _ in range(number)),
        tiers=tuple(names[one] for one in tier),
    )


KINDS: dict[str, Callable[..., Any]] = {
    "plain": TieredGame,
    "explored": TieredGraphGame,
    "dense": partial(ListedTieredGraphGame, is_dense=True, gives_predecessors=True),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", cases(quick=[1], slow=[3], release=[20]))
def test_a_solve_killed_at_any_write_goes_on(
    number: int, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, kills = random.Random(number), 0
    for i in range(number):
        game = random_game(rng, KINDS[kind])
        method = "edges" if kind != "plain" and rng.random() < 0.5 else None
        at_once, killed = tmp_path / f"{i} at once", tmp_path / f"{i} killed"
        solve_with(game, SolveOptions(tiers=at_once, tuning=SMALL, method=method))
        solution = None
        while solution is None:
            kill = Kill(rng.randint(10, 40), is_after=rng.random() < 0.5)
            with monkeypatch.context() as patched:
                patched.setattr(Snapshot, "is_due", lambda _: rng.random() < 0.8)
                for name in ("replace", "rename", "unlink", "write_bytes", "mkdir"):
                    patched.setattr(Path, name, kill.around(getattr(Path, name)))
                try:
                    solution = solve_with(game, SolveOptions(tiers=killed, tuning=SMALL, method=method))
                except Killed:
                    kills += 1
        assert files_of(killed) == files_of(at_once)
        assert_same(game, solution)
        assert gamekit.verify(solution).ok
    assert kills >= number
