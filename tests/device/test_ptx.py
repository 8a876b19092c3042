"""Kernels as PTX: LLVM writes them for the rules of every board game, and NVIDIA's assembler takes them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.each_game import NAMES
from support.generated import run_what_is_generated
from support.marks import cases

import gamekit
from gamekit.device import retrograde, verification
from gamekit.device.rules_source import RulesSource
from gamekit.device.targets import OLDEST, ptx
from gamekit.engine.codes.batch import batch_of
from gamekit.game.registry import game_class
from gamekit.layout import BoardGame

QUICK = ["nim"]
SLOW = ["chess-ending", "kalah", "morris", "quixo", "sokoban"]

CARDS = ["sm_75", "sm_90"]
"""Kinds of cards that the assemblers of CUDA 12 and of CUDA 13 know."""

KERNELS = [(retrograde.FILES, retrograde.KERNELS), (verification.FILES, verification.KERNELS)]


def assembler() -> str | None:
    """Return the path of NVIDIA's assembler, of the package nvidia-cuda-nvcc or of a toolkit; None if there is none."""
    try:
        import nvidia
    except ImportError:
        return shutil.which("ptxas")
    found = [path for folder in nvidia.__path__ for path in Path(folder).rglob("bin/ptxas")]
    return str(found[0]) if found else shutil.which("ptxas")


def test_the_text_tells_nothing_of_this_process() -> None:
    """Tables are named by number, so a driver that keeps what it has translated finds it again."""
    batch = batch_of(gamekit.load_game("tic-tac-toe"))
    first, again = [ptx(RulesSource.of(batch, *verification.FILES), verification.KERNELS) for _ in range(2)]
    assert first == again
    assert ".b8 table_0[" in first
    assert "table_$" not in first


@pytest.mark.parametrize(
    "name", cases(quick=QUICK, slow=SLOW, release=[name for name in NAMES if name not in {*QUICK, *SLOW}])
)
def test_the_rules_of_every_board_game_are_taken(name: str, tmp_path: Path) -> None:
    game: Any = gamekit.load_game(name, game_class(name).example)
    if not isinstance(game, BoardGame):
        pytest.skip("these rules were written by hand")
    run_what_is_generated(game, is_checked=False)
    for files, kernels in KERNELS:
        text = ptx(RulesSource.of(batch_of(game), *files), kernels)
        assert f".target {OLDEST}" in text
        for kernel in kernels:
            assert f".entry {kernel}(" in text
        if (program := assembler()) is not None:
            path = tmp_path / "kernels.ptx"
            path.write_text(text, encoding="utf-8")
            for card in CARDS:
                command = [program, f"-arch={card}", str(path), "-o", str(tmp_path / "kernels.cubin")]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                assert done.returncode == 0, done.stderr
