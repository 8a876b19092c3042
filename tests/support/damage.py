"""Tables to be damaged, and the means for it."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

import gamekit
from gamekit.tables.files import BLOCK
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour
from games.quixo import Quixo
from games.tic_tac_toe import TicTacToe

GAMES: dict[str, tuple[Any, dict[str, Any], bool]] = {
    "keys": (ConnectFour(width=4, height=3), {"backend": "compiled"}, False),
    "keys, compressed": (ConnectFour(width=4, height=3), {"backend": "compiled"}, True),
    "dense": (Quixo(size=3, symmetry=False), {"backend": "compiled"}, False),
    "dense, compressed": (Quixo(size=3, symmetry=False), {"backend": "compiled"}, True),
    "states": (TicTacToe(), {"backend": "python"}, False),
    "states, compressed": (TicTacToe(), {"backend": "python"}, True),
}

SMALL = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])


@cache
def solved(kind: str) -> gamekit.Solution[Any, Any]:
    """Return a solution of more than one block."""
    game, how, _ = GAMES[kind]
    solution = gamekit.solve(game, **how)
    assert len(solution) > 4096
    return solution


def saved(kind: str, folder: Path) -> Path:
    """Return a table in a new folder."""
    gamekit.save_table(solved(kind), folder / "table", compress=GAMES[kind][2])
    return folder / "table"


def rewrite(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a manifest, its checksum being right again."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    manifest["checksum"] = "0" * 8
    data = json.dumps(manifest, indent=1, ensure_ascii=False).encode()
    path.write_bytes(data[:16] + b"%08x" % zlib.crc32(data) + data[24:])


def forged(folder: Path, name: str, number: int, frame: bytes) -> None:
    """Put another frame in the place of a block, all checksums being right."""
    offsets = np.load(folder / f"{name}.offsets.npy")
    frames = [
        (folder / f"{name}.zst").read_bytes()[start:end]
        for start, end in itertools.pairwise(offsets.tolist())
    ]
    frames[number] = frame
    (folder / f"{name}.zst").write_bytes(b"".join(frames))
    short = {
        f"{name}.offsets.npy": np.cumsum([0, *map(len, frames)]).astype("<i8"),
        f"{name}.crc32.npy": np.array([zlib.crc32(frame) for frame in frames], dtype="<u4"),
    }

    def change(manifest: dict[str, Any]) -> None:
        manifest["files"][f"{name}.zst"]["bytes"] = sum(map(len, frames))
        for file, rows in short.items():
            np.save(folder / file, rows)
            step = BLOCK * rows.itemsize
            parts = [rows.tobytes()[i : i + step] for i in range(0, rows.nbytes, step)]
            manifest["files"][file]["crc32"] = "".join(f"{zlib.crc32(part):08x}" for part in parts)

    rewrite(folder, change)


@attrs.frozen
class Disk:
    """A disk of its own."""

    path: Path

    def make_read_only(self) -> None:
        """Let nothing be written any more."""
        self.change("ro")

    def change(self, option: str) -> None:
        """Mount it again with another option."""
        subprocess.run(["mount", "-o", f"remount,{option}", str(self.path)], check=True, capture_output=True)


@contextmanager
def disk(path: Path, size: str) -> Iterator[Disk]:
    """Give a disk of some size, if the system lets us mount one."""
    path.mkdir()
    mount = shutil.which("mount")
    command = [str(mount), "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)]
    if mount is None:
        pytest.skip("there is no mount command, so what a small disk does is not tested")
    mounted = subprocess.run(command, check=False, capture_output=True, text=True)
    if mounted.returncode:
        why = mounted.stderr.strip() or f"mount failed with status {mounted.returncode}"
        pytest.skip(f"only root may mount a small disk, so what one does is not tested here ({why})")
    try:
        yield Disk(path)
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True, capture_output=True)
