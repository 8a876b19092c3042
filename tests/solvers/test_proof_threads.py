"""Searches by several threads on one table: the values and the certificates' claims are those of a single thread."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import pytest
from support.command import assert_refused, call
from support.marks import cases
from support.naive import naive_results
from support.proofs import TINY, assert_true
from support.random_games import random_compiled_game

import gamekit
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.engine.codes.code_hash import hashed
from gamekit.engine.runtime.tuning import Tuning
from gamekit.errors import InputError
from games.connect_four import ConnectFour
from games.dots_and_boxes import DotsAndBoxes
from games.kalah import Kalah
from games.tic_tac_toe import TicTacToe

AT_ONCE = Tuning(proof_call=500, proof_alone=1)
"""All threads begin after 500 positions, and meet that often."""


@pytest.mark.slow
def test_a_table_never_errs_while_several_threads_write() -> None:
    """4,096 codes compete for 64 entries, so nearly every write replaces another position's bounds."""
    from gamekit.solvers.proof.position_table import (  # its kernels are compiled when it is imported
        NO_MOVE,
        PositionTable,
        find,
        lower_of,
        store,
        upper_of,
    )

    @numba.njit(nogil=True)
    def write_and_read(entries, rounds, seed):  # type: ignore[no-untyped-def]
        """Store bounds that follow from the code, and return how many were read that do not, and how many that do."""
        state, wrong, right = seed, 0, 0
        for _ in range(rounds):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            code = state >> 12 & 0xFFF
            bound = code % 251 - 125
            entry = find(entries, hashed(code, entries.bits))
            if entry != 0:
                if lower_of(entry) != bound or upper_of(entry) != bound:
                    wrong += 1
                else:
                    right += 1
            store(entries, hashed(code, entries.bits), bound, bound, NO_MOVE, 1 + (state & 255))
        return wrong, right

    table = PositionTable(20, TINY)
    table.entries, table.buckets = table.entries[:64].copy(), 3
    assert table.is_shareable

    def run(seed: int) -> tuple[int, int]:
        found: tuple[int, int] = write_and_read(table.for_kernels, 1_000_000, seed)
        return found

    run(1)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(run, range(1, 9)))
    assert all(wrong == 0 and right > 1000 for wrong, right in results), results


@pytest.mark.slow
def test_a_position_that_is_searched_already_comes_last() -> None:
    # compiled when they are imported
    from gamekit.solvers.proof.frames import AT, LEFT, Frames
    from gamekit.solvers.proof.workers import choose_unmarked, shared, unmark

    marks, path = shared(), Frames(4).path
    path.codes[0, :4], path.moves[0, :4] = [10, 11, 12, 13], [0, 1, 2, 3]
    path.frames[0, LEFT] = 4

    def choose(at: int) -> tuple[list[int], list[int]]:
        path.frames[0, AT] = at
        choose_unmarked(marks, path, 0)
        return path.codes[0, :4].tolist(), path.moves[0, :4].tolist()

    choose(0)
    assert choose(0)[0] == [10, 11, 12, 13]  # the first one is searched by all
    choose(1)
    assert choose(1) == ([10, 12, 13, 11], [0, 2, 3, 1])
    unmark(marks, 11)
    assert choose(2)[0] == [10, 12, 13, 11]
    assert choose(2)[0] == [10, 12, 11, 13]
    assert choose(2)[0] == [10, 12, 11, 13]  # all that are left are searched


@pytest.mark.parametrize(
    ("game", "threads", "memory"),
    cases(
        slow=[(ConnectFour(width=4, height=4), 3, "1MB"), (Kalah(pits=3, seeds=2), 2, "1MB")],
        release=[
            (ConnectFour(width=4, height=4), 2, TINY),
            (DotsAndBoxes(rows=2, columns=3), 3, "1MB"),
            (Kalah(pits=4, seeds=3), 4, "64MB"),
        ],
    ),
)
def test_the_number_of_threads_changes_no_value(game: Any, threads: int, memory: Any) -> None:
    options = {"backend": "compiled", "memory": memory, "tuning": AT_ONCE}
    alone = gamekit.prove(game, threads=1, **options)
    together = gamekit.prove(game, threads=threads, **options)
    assert (together.value, together.bounds_of_state) == (alone.value, alone.bounds_of_state)
    assert check_certificate(together.certificate()).ok


@pytest.mark.parametrize("seeds", cases(slow=[range(20)], release=[range(300)]))
def test_several_threads_are_never_wrong_in_random_arenas(seeds: range) -> None:
    tuning = Tuning(proof_call=3, proof_alone=1)
    for seed in seeds:
        game = random_compiled_game(random.Random(seed))
        arena = gamekit.explore(game)
        proof = gamekit.prove(game, backend="compiled", memory=TINY, max_nodes=2000, threads=3, tuning=tuning)
        assert_true(proof, *naive_results(arena)[arena.root])


@pytest.mark.slow
def test_another_number_of_threads_goes_on_to_the_same_value(tmp_path: Path) -> None:
    game, options = (
        ConnectFour(width=4, height=4),
        {"backend": "compiled", "memory": "4MB", "tuning": AT_ONCE},
    )
    for threads in (2, 1, 3):
        proof = gamekit.prove(game, threads=threads, max_nodes=2000, work=tmp_path, **options)
        assert proof.stopped is not None
    proof = gamekit.prove(game, threads=2, work=tmp_path, **options)
    assert str(proof) == "TIE for red"
    assert check_certificate(proof.certificate()).ok


def test_threads_are_counted_from_one() -> None:
    for wrong in (0, -1, 1.5):
        with pytest.raises(InputError, match=r"threads must be (at least 1|an integer); it is"):
            gamekit.prove(TicTacToe(), threads=wrong)  # type: ignore[arg-type]
    assert_refused(call("prove", "tic-tac-toe", "--threads", "0"))
