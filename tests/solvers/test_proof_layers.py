"""Positions of a certificate that memory has no room for are kept in files, and come back the same."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.marks import cases

import gamekit
from gamekit.engine.runtime.tuning import Tuning
from gamekit.errors import InputError
from gamekit.solvers.proof.compiled_extraction import Layers
from gamekit.solvers.proof.extraction_kernels import CodeSet, place_in
from games.connect_four import ConnectFour


def _layers(room: int, folder: Path | None = None, *, most: int = 30_000) -> Layers:
    """Return layers of very different lengths, which together hold each number up to `most` that is not divisible."""
    layers = Layers(room, folder)
    numbers = np.random.default_rng(0).permutation(most)
    ends = [0, 0, 1, most // 100, most // 2, most // 2, most]
    for begin, end in pairwise(ends):
        layers.add(np.sort(numbers[begin:end]).astype(np.int64))
    return layers


@pytest.mark.parametrize("room", [0, 8, 100_000, 10_000_000])
def test_layers_are_merged_the_same_in_memory_and_in_files(room: int, tmp_path: Path) -> None:
    merged = _layers(room, tmp_path).merged()
    assert merged.tolist() == list(range(30_000))
    assert isinstance(merged, np.memmap) == (room < 240_000)
    assert list(tmp_path.iterdir()) == []  # the system removes the files


def test_no_layers_are_no_codes() -> None:
    assert len(Layers(0).merged()) == 0


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        _layers(0, tmp_path / "none")


def test_a_set_of_codes_grows() -> None:
    codes = CodeSet()
    for begin in range(0, 5000, 100):
        codes.add(np.arange(begin, begin + 100, dtype=np.int64) * 7 - 1)
    held = set(codes.codes[codes.codes >= 0].tolist())
    assert held == {7 * i - 1 for i in range(1, 5000)}
    assert len(codes.codes) >= 2 * len(held)
    assert all(codes.codes[place_in(codes.codes, code)] == code for code in held)


@pytest.mark.parametrize(("width", "height"), cases(slow=[(4, 4)], release=[(5, 4)]))
def test_a_certificate_from_files_is_the_same(width: int, height: int, tmp_path: Path) -> None:
    """The table is the same, so the replies are; nothing is left of the files."""

    def positions(**options: Any) -> list[bytes]:
        game = ConnectFour(width=width, height=height)
        proof = gamekit.prove(game, backend="compiled", memory="2MB", threads=1, **options)
        return [np.asarray(codes).tobytes() for codes in proof.certificate().positions]

    in_memory = positions()
    assert positions(work=tmp_path, tuning=Tuning(proof_share=1 << 30, proof_task=7)) == in_memory
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lock", "search.npz", "work.json"]
