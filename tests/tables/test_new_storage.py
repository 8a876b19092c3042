"""A new storage of columns takes one module and a line: tables are written, read, verified and checked with it."""

from __future__ import annotations

import json
import sys
import zlib
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest
from numpy.typing import NDArray
from support.command import call
from support.marks import cases

import gamekit
from gamekit.errors import InputError, TableError
from gamekit.tables import storages
from gamekit.tables.packed_blocks import BESIDE, PackedColumn, PackedFile
from gamekit.tables.storages import STORAGES, storage_called
from gamekit.tables.storages.storage import Storage
from games.connect_four import ConnectFour


class Deflated(PackedFile):
    def packed(self, rows: NDArray[Any]) -> list[Any]:
        return [zlib.compress(block) for block in self.blocks(rows)]


class Inflated(PackedColumn):
    def unpacked(self, number: int, data: bytes, size: int) -> bytes:
        return zlib.decompressobj().decompress(data, size + 1)


@pytest.fixture(autouse=True)
def _deflate(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("gamekit.tables.storages.deflate")
    module.STORAGE = Storage(".zlib", Deflated, Inflated, beside=BESIDE, is_compressed=True)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(storages.STORAGES, "deflate", "blocks deflated by zlib")


@cache
def solved(backend: Any) -> gamekit.Solution:
    return gamekit.solve(ConnectFour(width=3, height=3, length=3), backend=backend)


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_table_in_a_new_storage(backend: Any, tmp_path: Path) -> None:
    solution = solved(backend)
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
    with pytest.raises(TableError, match=r"result\.zlib is damaged in block 0: its checksum does not match"):
        list(damaged)


COMPRESSED = [name for name in STORAGES if storage_called(name).is_compressed]
CHANGES = ["nonsense", "longer", "shorter", "beyond the pairs"]


@pytest.mark.parametrize(
    ("name", "change"),
    cases(quick=product(COMPRESSED[:1], CHANGES), slow=product([*COMPRESSED[1:], "deflate"], CHANGES)),
)
def test_blocks_with_the_right_checksums_that_hold_something_else(
    name: str, change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = storage_called(name).writer
    packed, blocks = writer.packed, PackedFile.blocks  # type: ignore[attr-defined]

    def forged_blocks(self: Any, rows: NDArray[Any]) -> list[bytes]:
        changes = {
            "longer": lambda block: block + block[:1],
            "shorter": lambda block: block[:-1],
            "beyond the pairs": lambda block: bytes([200]) * len(block),
        }
        changed = changes.get(change, bytes) if self.column == "result" else bytes
        return [changed(block) for block in blocks(self, rows)]

    def forged(self: Any, rows: NDArray[Any]) -> list[Any]:
        nonsense = change == "nonsense" and self.column == "result"
        return [b"nonsense" if nonsense else block for block in packed(self, rows)]

    monkeypatch.setattr(PackedFile, "blocks", forged_blocks)
    monkeypatch.setattr(writer, "packed", forged)
    gamekit.save_table(solved("python"), tmp_path / "table", compress=name)
    table = gamekit.open_table(tmp_path / "table")
    for read in (lambda: table.root, lambda: list(table), lambda: gamekit.verify(table)):
        with pytest.raises(TableError, match=r"result\.\w+ is damaged in block \d+: it "):
            read()
    assert call("verify", str(tmp_path / "table")).status == 1


@pytest.mark.parametrize("beside", [{}, {".offsets.npy": (0, "<i8")}])
def test_a_storage_that_says_wrong_of_its_files_writes_no_table(
    beside: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules["gamekit.tables.storages.deflate"]
    monkeypatch.setattr(module, "STORAGE", attrs.evolve(module.STORAGE, beside=beside))
    with pytest.raises(InputError, match="its files break a rule of the format: "):
        gamekit.save_table(solved("python"), tmp_path / "table", compress="deflate")
    assert list(tmp_path.iterdir()) == []


def test_tiers_in_a_new_storage(tmp_path: Path) -> None:
    game = gamekit.load_game("connect-four", {"width": 3, "height": 3, "length": 3})
    solution = gamekit.solve(game, backend="compiled", tiers=tmp_path / "tiers", compress="deflate")
    assert list((tmp_path / "tiers").glob("*/result.zlib"))
    assert solution.root == gamekit.solve(game).root


def test_a_storage_that_is_not_there_is_refused_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = gamekit.solve(gamekit.load_game("nim"))
    with pytest.raises(InputError, match=r"the name of a storage \(.*, deflate\); it is 'lz4'"):
        gamekit.save_table(solution, tmp_path / "other", compress="lz4")
    gamekit.save_table(solution, tmp_path / "table", compress="deflate")
    monkeypatch.delitem(storages.STORAGES, "deflate")
    with pytest.raises(TableError, match=r"manifest\.json is invalid: storage must be "):
        gamekit.open_table(tmp_path / "table")
