"""Values of positions: against other packages, against C++, and within times that were set before."""

from __future__ import annotations

import random
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import which
from typing import Any, Final
from unittest import mock

import numpy as np
from isolated import FailedError, call
from section import Column, Row, Section, Target

from gamekit.cgt import (
    HeapTable,
    canonical_form,
    check_loopy_proof,
    check_quotient,
    grundy_sequence,
    heap_quotient,
    load_ruleset,
    parse_game,
)
from gamekit.cgt.impartial.loopy import label_csr
from gamekit.layout import options_by_size

BASELINE: Final = Path(__file__).parents[1] / "baselines" / "octal.cpp"
FLAGS: Final = ("-O2", "-march=native")


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each bar; rivals run in a process of their own, right after gamekit. All seconds are CPU time."""
    board = empty(4, 4) if quick else empty(5, 5)
    for package, function in (("cgt-py", "cgt_py"), ("pycgt", "pycgt")):
        yield forms(package, function, "Domineering", board)
    yield forms("cgt-py", "cgt_py", "Domineering", empty(3, 4) if quick else empty(4, 6), of="4×6")
    stones = "xoxo|oxo.|xoxo|oxox" if quick else "xoxox|oxox.|xoxox|oxoxo"
    yield forms("cgt-py", "cgt_py", "Konane", stones, of="Konane")
    yield octal(5_000 if quick else 100_000)
    yield heaps()
    yield loopy(10_000 if quick else 1_000_000)
    yield quotient("0.123", 24, 20)
    yield quotient("0.75", 30, 8)
    if not quick:
        yield quotient("0.77", 100, 40)


def empty(rows: int, columns: int) -> str:
    """Return a board of free squares."""
    return "|".join(["." * columns] * rows)


def forms(package: str, function: str, name: str, board: str, of: str | None = None) -> Row:
    """Compare the canonical form of a position from nothing, once compiled rules are loaded."""
    size = f"{board.count('|') + 1}×{len(board.split('|')[0])}"
    row: dict[str, Any] = {"what": f"{name} {size}, canonical form", "of": of or package}
    position = {"name": name, "board": board}
    try:
        ours = call("sections.values:form_by_gamekit", position)
        row |= {"gamekit": ours["seconds"], "rival": f"{package} {version(package)}"}
        theirs = call(f"rivals.values:{function}", position, limit=600)
    except PackageNotFoundError:
        return row | {"rival": package, "note": "not installed"}
    except FailedError as error:
        return row | {"note": str(error)}
    agree = parse_game(ours["value"]) is parse_game(theirs["value"])
    return row | {"theirs": theirs["seconds"], "ratio": ours["seconds"] / theirs["seconds"], "agree": agree}


def form_by_gamekit(name: str, board: str) -> dict[str, Any]:
    """Return the canonical form and the seconds it took, without the loading of compiled rules."""
    ruleset = load_ruleset(name.lower(), {"board": board})
    if options := ruleset.compiled_options():
        with mock.patch.multiple(options_by_size, FROM_LISTS=1, FROM_LISTS_WITHOUT_NUMBA=1):
            options.options(ruleset.canonical_position(ruleset.start()), 0)
    began = time.process_time()
    form = canonical_form(ruleset)
    return {"seconds": time.process_time() - began, "value": str(form)}


def octal(heaps: int) -> Row:
    """Compare the Grundy values of 0.007 with a plain double loop in C++; the best of three turns each."""
    row: dict[str, Any] = {"what": f"Grundy values of 0.007 to {heaps:,}", "of": "C++", "rival": "C++"}
    if which("g++") is None:
        return row | {"note": "not installed"}
    grundy_sequence("0.007", 2_000)  # loads the kernel
    ours, theirs, agree = [], [], True
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "octal"
        subprocess.run(["g++", *FLAGS, str(BASELINE), "-o", str(program)], check=True)
        for _ in range(3):
            seconds, values = timed(lambda: grundy_sequence("0.007", heaps))
            ours.append(seconds)
            done = subprocess.run([str(program), str(heaps)], capture_output=True, text=True, check=True)
            best, most, _ = done.stdout.split()
            theirs.append(float(best))
            agree = agree and int(most) == int(values.max())
    return row | {
        "gamekit": min(ours),
        "theirs": min(theirs),
        "ratio": min(ours) / min(theirs),
        "agree": agree,
    }


def heaps() -> Row:
    """Take a sum of 1,000 heaps of kayles up to a million, after the table: the best of five."""
    table = HeapTable("0.77", 1_000_000)
    chosen = random.Random(1)
    sizes = [chosen.randint(1, 1_000_000) for _ in range(1000)]
    rounds = [timed(lambda: table.analyse(sizes)) for _ in range(5)]
    found = rounds[0][1]
    what = f"1,000 heaps of kayles to 1,000,000: value and {found.count:,} winning moves"
    return {"what": what, "of": "heaps", "gamekit": min(seconds for seconds, _ in rounds)}


def loopy(positions: int) -> Row:
    """Label a random digraph of so many positions, with 0 to 3 options each, and check the proof of a small one."""
    generator = np.random.default_rng(0)
    degrees = generator.integers(0, 4, size=positions)
    indptr = np.concatenate(([0], np.cumsum(degrees)))
    indices = generator.integers(0, positions, size=int(indptr[-1])).astype(np.int32)
    sources = np.repeat(np.arange(positions), degrees)
    _, kept = np.unique(np.stack([sources, indices]), axis=1, return_index=True)
    kept.sort()
    indptr = np.concatenate(([0], np.cumsum(np.bincount(sources[kept], minlength=positions))))
    label_csr(np.array([0, 1]), np.array([0], dtype=np.int32), compiled_from=0)  # loads the kernel
    seconds, proof = timed(lambda: label_csr(indptr, indices[kept]))
    agree = check_loopy_proof(proof) is None
    return {
        "what": f"loopy values of a digraph of {positions:,} positions",
        "of": "loopy",
        "gamekit": seconds,
        "agree": agree,
    }


def quotient(code: str, to: int, order: int) -> Row:
    """Find and prove a published misère quotient of heaps to `to`."""
    seconds, found = timed(lambda: heap_quotient(code, to))
    checked, report = timed(lambda: check_quotient(found))
    return {
        "what": f"misère quotient of {code} to heaps of {to}, found and proved",
        "of": "quotient",
        "gamekit": seconds + checked,
        "agree": report.ok and found.order == order,
    }


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds of processor time that something took, and its result."""
    began = time.process_time()
    result = run()
    return time.process_time() - began, result


def _worst(of: str, key: str) -> Any:
    return lambda rows: max((row[key] for row in rows if row["of"] == of and row.get(key)), default=None)


VALUES: Final = Section(
    name="values",
    title="values of positions",
    measure=measure,
    columns=(
        Column("what", "what", width=60),
        Column("gamekit", "gamekit", "seconds"),
        Column("rival", "compared with", width=14),
        Column("theirs", "it", "seconds"),
        Column("ratio", "gamekit / it", "ratio"),
        Column("agree", "right", "yes"),
        Column("note", "note"),
    ),
    targets=(
        Target("Domineering 5×5 not slower than by cgt-py", _worst("cgt-py", "ratio"), 1),
        Target("Domineering 4×6 not slower than by cgt-py", _worst("4×6", "ratio"), 1),
        Target("Konane 4×5 not slower than by cgt-py", _worst("Konane", "ratio"), 1),
        Target("Domineering 5×5 in a fifth of pycgt's time at most", _worst("pycgt", "ratio"), 0.2),
        Target("0.007 to 100,000 in 1.5 times a plain C++ loop at most", _worst("C++", "ratio"), 1.5),
        Target("1,000 heaps of kayles in 10 ms at most", _worst("heaps", "gamekit"), 0.01),
        Target("loopy values of a million positions in 5 s at most", _worst("loopy", "gamekit"), 5),
        Target(
            "misère quotients of 0.123, 0.75 and kayles in 10 s at most", _worst("quotient", "gamekit"), 10
        ),
    ),
)
