"""The files of tables: as the page on the format says, for readers that share no code with gamekit."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.marks import one_in
from support.paths import ROOT
from support.tables import SOLVED, states_of

import gamekit
from gamekit.engine.codes import code_hash as engine_mixing
from gamekit.engine.codes import key_hash as mixing
from gamekit.tables.files import npy_header

# --- keys, headers, imports ---------------------------------------------------------------------------------


@given(st.integers(1, 62), st.randoms(use_true_random=False))
def test_keys_are_those_of_the_engine(bits: int, rng: random.Random) -> None:
    codes = np.array([0, (1 << bits) - 1, *(rng.randrange(1 << bits) for _ in range(20))])
    keys = engine_mixing.keys_of(codes, bits)
    assert (mixing.key_of(codes, bits) == keys).all()
    assert (mixing.code_of(keys, bits) == codes).all()
    assert [mixing.key_of(code, bits) for code in codes.tolist()] == keys.tolist()
    assert [mixing.code_of(key, bits) for key in keys.tolist()] == codes.tolist()


@pytest.mark.parametrize("rows", [0, 1, 4096, 10**10, 2**60])
@pytest.mark.parametrize("dtype", ["<i8", "|i1", "|S12"])
def test_headers_are_those_of_numpy(dtype: str, rows: int, tmp_path: Path) -> None:
    described = {"descr": np.dtype(dtype).str, "fortran_order": False, "shape": (rows,)}
    with (tmp_path / "header").open("wb") as file:
        np.lib.format.write_array_header_1_0(file, described)
    assert (tmp_path / "header").read_bytes() == npy_header(dtype, rows)


def test_the_columns_are_files_of_numpy(tmp_path: Path) -> None:
    solution: Any = gamekit.solve(SOLVED["keys"][0], backend="compiled")
    gamekit.save_table(solution, tmp_path / "table")
    keys = np.load(tmp_path / "table" / "keys.npy", mmap_mode="r", allow_pickle=False)
    assert (np.diff(keys) > 0).all()
    assert len(np.load(tmp_path / "table" / "value.npy", allow_pickle=False)) == len(solution)


@pytest.mark.parametrize("compress", [pytest.param(False, marks=pytest.mark.slow), True])
def test_numba_is_not_loaded(compress: bool, tmp_path: Path) -> None:
    solution: Any = gamekit.solve(SOLVED["keys"][0], backend="compiled")
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    code = (
        "import sys, gamekit, numpy as np; table = gamekit.open_table(sys.argv[1]); print(table.root); "
        "gamekit.explain(table); table.probe(np.arange(100)); assert 'numba' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "table")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{solution.root}\n", "")


@pytest.mark.release
def test_the_fingerprint_does_not_depend_on_the_process() -> None:
    code = (
        "import sys; from gamekit import load_game; from gamekit.game.fingerprint import fingerprint; "
        "print([fingerprint(load_game(name), with_codes=False) for name in sys.argv[1:]])"
    )
    names = ["cops-and-robber", "cat-mouse", "pocket-cube", "teeko"]
    found = {
        subprocess.run(
            [sys.executable, "-c", code, *names],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(found) == 1


# --- a reader that shares no code ---------------------------------------------------------------------------


def reader_on_the_page() -> Any:
    """Return the class that the page on the format shows."""
    page = (ROOT / "docs" / "reference" / "table-format.md").read_text()
    found = re.search(r'^```python title="read_table.py"\n(.*?)^```$', page, re.MULTILINE | re.DOTALL)
    assert found is not None
    reader: dict[str, Any] = {"__name__": "read_table"}
    exec(found[1], reader)
    return reader["Table"]


@pytest.mark.parametrize(
    "compress",
    [pytest.param("npy", marks=pytest.mark.slow), "zstd", pytest.param("lzma", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("kind", one_in(4, [*SOLVED]))
def test_the_reader_on_the_page_reads_tables(kind: str, compress: str, tmp_path: Path) -> None:
    game, how = SOLVED[kind]
    solution: Any = gamekit.solve(game, **how)
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    table = reader_on_the_page()(tmp_path / "table")
    by_code = kind.startswith(("keys", "dense"))
    manifest = json.loads((tmp_path / "table" / "manifest.json").read_text())
    states = list(states_of(solution))
    for state in random.Random(0).sample(states, min(len(states), 60)):
        value, remoteness = table.look_up(game.encode(state) if by_code else game.format_state(state))
        verdict = solution.verdict_on(state, 10**9)
        if value == manifest["unsolved"]:
            assert verdict.payoff is None
            continue
        turned = manifest["payoffs_to"] == "mover" and game.to_move(state) == 1
        plies = None if remoteness == manifest["never"] else remoteness
        assert (-value if turned else value, plies) == (verdict.payoff, verdict.remoteness)
    for stray in (-1, 1 << 61) if by_code else ("", "nowhere"):
        with pytest.raises(KeyError):
            table.look_up(stray)


@pytest.mark.parametrize("compress", ["npy", "zstd", "lzma"])
def test_the_reader_on_the_page_takes_nothing_that_is_damaged(compress: str, tmp_path: Path) -> None:
    game, how = SOLVED["keys"]
    solution: Any = gamekit.solve(game, **how)
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    code = game.encode(solution.root.state)
    for file in sorted((tmp_path / "table").iterdir()):
        whole = file.read_bytes()
        if file.name != "fences.npy" or compress == "zstd":  # other keys are found without it
            begin = 0 if file.suffix in (".zst", ".lzma") else 128  # behind the header of an .npy file
            file.write_bytes(whole[:begin] + bytes(byte ^ 1 for byte in whole[begin:]))
            with pytest.raises(ValueError, match=f"{file.name} is damaged"):
                reader_on_the_page()(tmp_path / "table").look_up(code)
            file.write_bytes(whole)
    reader_on_the_page()(tmp_path / "table").look_up(code)
