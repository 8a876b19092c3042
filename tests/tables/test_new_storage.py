"""A new storage of columns takes one module and a line: tables are written, read, verified and checked with it."""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from support.command import call

import gamekit
from gamekit.errors import InputError, TableError
from gamekit.tables import storages
from gamekit.tables.blocks import Column
from gamekit.tables.column_files import ColumnFile
from gamekit.tables.files import BLOCK, File, Folder
from gamekit.tables.storages.storage import Storage

SIZE = 4
"""The bytes in front of each block that say how long it is when it is inflated; no row can have as many."""


class Deflated(ColumnFile):
    """Writes blocks of one size: each is deflated, and filled up with zeros to that size."""

    def _encoded(self, rows: NDArray[Any]) -> Sequence[bytes]:
        blocks = (zlib.compress(block) for block in super()._encoded(rows))
        return [(len(block).to_bytes(SIZE, "little") + block).ljust(self.room, b"\0") for block in blocks]

    @property
    def room(self) -> int:
        """The size of a block in the file."""
        return room(np.dtype(self.dtype).itemsize)


def room(width: int) -> int:
    return SIZE + BLOCK * width + 64


class Inflated(Column):
    """Reads them."""

    def __init__(
        self,
        folder: Folder,
        name: str,
        file: File,
        sums: Column,
        short: Mapping[str, Column],
        pairs: int | None,
    ) -> None:
        super().__init__(folder, name, file, sums)

    def block(self, number: int) -> NDArray[Any]:
        size = room(np.dtype(self.file.dtype).itemsize)
        data = self.read(number, number * size, (number + 1) * size)
        end = SIZE + int.from_bytes(data[:SIZE], "little")
        return np.frombuffer(zlib.decompress(data[SIZE:end]), dtype=self.file.dtype)

    def many(self, numbers: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        rows = np.concatenate([self.block(number) for number in numbers.tolist()])
        return rows, np.arange(len(numbers)) * BLOCK


@pytest.fixture(autouse=True)
def _deflate(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("gamekit.tables.storages.deflate")
    module.STORAGE = Storage(".zlib", Deflated, Inflated, is_compressed=True)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(storages.STORAGES, "deflate", "blocks deflated by zlib")


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_table_in_a_new_storage(backend: Any, tmp_path: Path) -> None:
    solution = gamekit.solve(gamekit.load_game("quixo", {"size": 3}), backend=backend)
    gamekit.save_table(solution, tmp_path / "table", compress="deflate")
    names = {path.name for path in (tmp_path / "table").glob("*.zlib")}
    assert {"result.zlib"} <= names <= {"result.zlib", "keys.zlib", "states.zlib"}
    table = gamekit.open_table(tmp_path / "table")
    assert (table.root, table.counts()) == (solution.root, solution.counts())
    assert all(table[verdict.state] == verdict for verdict in solution)
    assert gamekit.verify(table, all_states=True).ok
    assert json.loads(call("info", str(tmp_path / "table"), "--json").out)["compressed"] is True

    file = tmp_path / "table" / "result.zlib"
    file.write_bytes(bytes([*file.read_bytes()[:10], 77, *file.read_bytes()[11:]]))
    damaged = gamekit.open_table(tmp_path / "table")
    with pytest.raises(TableError, match=r"result\.zlib is damaged: block 0, its checksum does not match"):
        list(damaged)


def test_tiers_in_a_new_storage(tmp_path: Path) -> None:
    game = gamekit.load_game("connect-four", {"width": 3, "height": 3, "length": 3})
    solution = gamekit.solve(game, backend="compiled", tiers=tmp_path / "tiers", compress="deflate")
    assert list((tmp_path / "tiers").glob("*/result.zlib"))
    assert solution.root == gamekit.solve(game).root


def test_a_storage_that_is_not_there_is_refused_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = gamekit.solve(gamekit.load_game("nim"))
    with pytest.raises(InputError, match=r"the name of a storage \(npy, zstd, deflate\); it is 'lz4'"):
        gamekit.save_table(solution, tmp_path / "other", compress="lz4")
    gamekit.save_table(solution, tmp_path / "table", compress="deflate")
    monkeypatch.delitem(storages.STORAGES, "deflate")
    with pytest.raises(TableError, match=r"manifest\.json is invalid: storage must be npy or zstd"):
        gamekit.open_table(tmp_path / "table")
