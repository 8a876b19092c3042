"""A search that is kept in a folder: stopped or killed, it comes to the same bounds and the same certificate."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.command import assert_refused, call
from support.graph_game import GraphGame
from support.marks import cases

import gamekit
from gamekit.engine.runtime.locked_folder import Snapshot
from gamekit.engine.runtime.tuning import Tuning
from gamekit.errors import InputError
from games.connect_four import ConnectFour
from games.kalah import Kalah
from games.nim import Nim

SMALL = ConnectFour(width=3, height=3, length=3)

MEMORY = "16MB"
"""Enough for plain rules, which forget nothing; compiled ones would forget much in less."""

OFTEN = Tuning(proof_call=1000, proof_check=5)

LADDER = GraphGame(
    edges=((1, 0), *((i + 1, i - 1) for i in range(1, 40)), ()), mover=(0,) * 41, payoff=(0,) * 40 + (1,)
)
"""Ann climbs for 40 plies, or goes back and forth."""


def assert_same(one: gamekit.Proof[Any, Any], other: gamekit.Proof[Any, Any]) -> None:
    """Assert that two proofs say the same, by the same positions."""
    assert (one.bounds_of_state, one.value, one.remoteness, one.nodes) == (
        other.bounds_of_state,
        other.value,
        other.remoteness,
        other.nodes,
    )
    ours, theirs = one.certificate(), other.certificate()
    assert ours.claims == theirs.claims
    for mine, yours in zip((*ours.positions, *ours.ranks), (*theirs.positions, *theirs.ranks), strict=True):
        assert np.array_equal(mine, yours)


@pytest.mark.parametrize(
    ("game", "backend", "nodes"),
    cases(
        quick=[(SMALL, "python", 60), (LADDER, "python", 10)],
        slow=[(ConnectFour(width=4, height=4), "compiled", 4000)],
        release=[
            (Kalah(pits=4, seeds=3), "compiled", 4000),
        ],
    ),
)
def test_a_search_goes_on_where_it_stopped(game: Any, backend: str, nodes: int, tmp_path: Path) -> None:
    whole = gamekit.prove(game, backend=backend, memory=MEMORY, tuning=OFTEN)
    assert whole.stopped is None, "else no run comes to an end"
    stops = 0
    while True:
        proof = gamekit.prove(
            game, backend=backend, memory=MEMORY, max_nodes=nodes, work=tmp_path, tuning=OFTEN
        )
        if proof.stopped is None:
            break
        stops += 1
    assert stops > 0
    assert_same(proof, whole)
    again = gamekit.prove(game, backend=backend, memory=MEMORY, work=tmp_path, tuning=OFTEN)
    assert_same(again, whole)


def test_ends_that_were_met_before_a_stop_count_after_it(tmp_path: Path) -> None:
    """Bob may end at 3 soon or at 1 late; only because of the 3, the search looks for the margin."""
    game = GraphGame(
        edges=((1,), (42, 2), *((i + 1,) for i in range(2, 41)), (), ()),
        mover=(0, *(1,) * 42),
        payoff=(*(0,) * 41, 1, 3),
    )
    whole = gamekit.prove(game, backend="python")
    assert str(whole.bounds_of_state) == "1"
    stopped = gamekit.prove(game, backend="python", max_nodes=20, work=tmp_path, tuning=OFTEN)
    assert stopped.stopped is not None
    assert_same(gamekit.prove(game, backend="python", work=tmp_path, tuning=OFTEN), whole)


KILLED = """
import os, signal, sys
from gamekit.engine.runtime import locked_folder as snapshot
from gamekit.engine.runtime.tuning import Tuning
import gamekit
from games.connect_four import ConnectFour

snapshot.WORK_PER_SNAPSHOT = 0
snapshot.Snapshot.__init__.__defaults__ = (*snapshot.Snapshot.__init__.__defaults__[:-1], 0.0)

def progress(what, nodes, of):
    if nodes >= int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

gamekit.prove(
    ConnectFour(width=4, height=4), backend="compiled", memory=sys.argv[3], work=sys.argv[1], progress=progress,
    tuning=Tuning(proof_call=1000, proof_check=500),
)
"""


@pytest.mark.release
def test_a_killed_search_goes_on(tmp_path: Path) -> None:
    game = ConnectFour(width=4, height=4)
    whole = gamekit.prove(game, backend="compiled", memory=MEMORY, tuning=OFTEN)
    for nodes in (3000, whole.nodes - 2000):
        command = [sys.executable, "-c", KILLED, str(tmp_path), str(nodes), MEMORY]
        killed = subprocess.run(command, capture_output=True, text=True, env=os.environ, check=False)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        assert (tmp_path / "search.npz").exists()
    proof = gamekit.prove(game, backend="compiled", memory=MEMORY, work=tmp_path, tuning=OFTEN)
    assert_same(proof, whole)


@pytest.mark.slow
def test_a_folder_of_another_search_is_refused(tmp_path: Path) -> None:
    gamekit.prove(Nim(heaps=(1, 2)), backend="python", work=tmp_path)
    for game, options in ((Nim(heaps=(1, 3)), {}), (Nim(heaps=(1, 2)), {"at_least": 0})):
        with pytest.raises(InputError, match="name another folder"):
            gamekit.prove(game, backend="python", work=tmp_path, **options)
    assert_refused(call("prove", "nim", "--state", "0 0 1, first to move", "--work", str(tmp_path)))
    assert_refused(call("prove", "nim", "--work", str(tmp_path / "new"), "--save", str(tmp_path / "new")))


def test_a_damaged_snapshot_counts_as_none(tmp_path: Path) -> None:
    whole = gamekit.prove(SMALL, backend="python", tuning=OFTEN)
    gamekit.prove(SMALL, backend="python", work=tmp_path, max_nodes=60, tuning=OFTEN)
    path = tmp_path / "search.npz"
    content = path.read_bytes()
    for damaged in (b"", content[: len(content) // 2], content[:300] + b"x" + content[301:]):
        path.write_bytes(damaged)
        assert_same(gamekit.prove(SMALL, backend="python", work=tmp_path, tuning=OFTEN), whole)
    Snapshot(path).write({"other": np.zeros(1)})
    assert_same(gamekit.prove(SMALL, backend="python", work=tmp_path, tuning=OFTEN), whole)


def test_the_command_says_how_to_go_on(tmp_path: Path) -> None:
    limits = ("--backend", "python", "--max-nodes", "256", "--work", str(tmp_path))
    result = call("prove", "tic-tac-toe", *limits)
    assert result.status == 3
    assert f"run the same command again to resume in {tmp_path}" in result.err
