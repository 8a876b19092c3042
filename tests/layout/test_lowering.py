"""Functions of generated modules do as LLVM code what they do in plain Python."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from gamekit.engine.codes.jit import NEIGHBOURS_FUNCTION
from gamekit.layout.compiler import instructions, plain_stack, stack
from gamekit.layout.mistakes import LoweringError

HEAD = """
import numpy as np
from gamekit.layout.compiler.{marks} import entry, function, inline
from gamekit.layout.compiler.{home} import block, clear, copy, data, item, left, lowest, population, right
from gamekit.layout.compiler.{home} import load8, load16, load32, load64, members8, members16
from gamekit.layout.compiler.{home} import store8, store16, store32, store64
from gamekit.layout.compiler.tables import table

SQUARES = table("0 1 4 9 16 -25", np.int8)
LARGE = table("5000000000 -7 0 3", np.int64)
FIVE = 5
"""

FUNCTIONS = """

@function
def parted(x, y):
    if x > y:
        return x, y
    return y - x, 3


@inline
def first(x, y):
    a, b = parted(x, y)
    return a * 10 + b


@inline
def among(value, choices):
    for choice in choices:
        if value == choice:
            return True
    return False


@inline
def total(numbers, n):
    found = 0
    for i in range(n):
        found += item(numbers, i)
    return found * 100 + len(numbers)


@function
def counted(start, stop, step):
    steps = 0
    last = -1
    for i in range(start, stop, step):
        last = i
        i = 100
        if steps == 7:
            break
        steps += 1
    return steps * 1000 + last


@function
def skipped(n):
    found = 0
    while n > 0:
        n -= 1
        if n % 3 == 1:
            continue
        for k in (n, 2, FIVE):
            if k == 4:
                break
            found += k
    return found


@function
def nothing(p):
    store64(p, 0, 77)


@function
def later(n):
    found = 0
    for i in range(n):
        if i > 0:
            found += before
        before = i * i
    return found


@inline
def searched(bits, low, high):
    p = block(64)
    clear(p, 64)
    for i in range(4):
        store8(p, i, item(SQUARES, i))
        store16(p, i, item(SQUARES, i))
    return members8(p, 0, 6, low, high) if bits == 8 else members16(p, 0, 6, low, high)


@inline
def remembered(x):
    p = block(64)
    clear(p, 64)
    store8(p, 3, x)
    store16(p, 2, x)
    store32(p, 4, x)
    q = block(64)
    copy(q, p, 64)
    nothing(q)
    return load8(q, 3) + load16(q, 2) + load32(q, 4) + load64(q, 0) + members8(p, 0, 20, 1, 255)
"""

EXPRESSIONS = """
a + b - 3 * a
a * b & 255 | 1024 ^ b
-a + ~b
+a - +3
a // 7 * 100 + a % 7
a // -7 * 100 + a % -7
a // (b * 2 + 1)
a % (b * 2 + 1)
a // -1 + a % -1
a << 3
a >> 2
(a & 3) ** 3 + b ** 2
a ** (b & 31) + 3 ** (b & 63)
left(a, b & 127)
left(3, b & 127) + left(a, 70) + left(a, 3)
right(a, b & 127)
right(a, 70) + right(a, 3)
searched(8, a, b)
searched(16, a, b)
counted(a & 7, 40, b if 1 < b < 4 else 1)
a == b
a != b and a > 2
a < b <= 4 != a
a and b
a or b
not a
not (a < b or b > 3)
(a > b) + (a == b) * 2
a if a > b else b if b > 2 else -7
abs(a) * 1000 + min(a, b, 3) * 10 + max(a, b)
divmod(a, 5)[0] * 10 + divmod(a, 5)[1]
int(a > 2) + bool(b) * 2
(a, b, 9)[1]
(a, b, 9)[-1]
(a, b, 9)[a % 3]
(a, b) == (b, a)
(a, b) != (2, 3)
((1, a) if a > b else (2, b))[1]
first(a, b)
among(a, (1, b, 4)) + 2 * among(b, (a + 1, 2))
total(SQUARES, 6)
total(LARGE, 4)
item(SQUARES, a & 3) + item(LARGE, b & 3)
counted(a, b, 1)
counted(b, a, -1)
counted(a, b, 2 if a < b else -2)
counted(0, 20, 3)
skipped(a + b & 31)
later(a & 7)
remembered(a & 127)
lowest(a & 15 | 16) + population(a & 255)
a * 0x1E3779B97F4A7C15
FIVE + True
""".strip().splitlines()

NUMBERS = (-1000003, -8, -1, 0, 1, 2, 3, 5, 7, 64, 256, 12345678901)


def source(home: str, body: str) -> str:
    marks = "lowering" if home == "instructions" else home
    return f"{HEAD.format(home=home, marks=marks)}{FUNCTIONS}\n\n@entry\ndef every(code, parameters, out):\n{body}"


def module(text: str, folder: Path, name: str) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def as_lists(plain: ModuleType) -> ModuleType:
    """Have tables of numbers that do not overflow."""
    vars(plain).update(
        {k: table.tolist() for k, table in vars(plain).items() if isinstance(table, np.ndarray)}
    )
    return plain


def called(every: Any) -> Callable[..., int]:
    """Return a function of Numba's that calls an entry."""

    def successors(code: int, parameters: Any, out: Any) -> int:
        return every(code, parameters, out)  # type: ignore[no-any-return]

    return numba.njit(NEIGHBOURS_FUNCTION)(successors)  # type: ignore[no-any-return]


def test_each_instruction_is_an_intrinsic_and_has_its_meaning_in_python() -> None:
    for module in (instructions, stack, plain_stack):
        assert vars(module).keys() >= instructions.TABLE.keys()


@pytest.mark.slow
def test_expressions_and_statements_are_those_of_python(tmp_path: Path) -> None:
    lines = ["    a = load64(p, 0)", "    b = load64(p, 1)"]
    lines += [f"    out[{i}] = {expression}" for i, expression in enumerate(EXPRESSIONS)]
    lines += ["    return code + 1", "    return 5"]
    body = "\n".join(["    p = data(parameters)", *lines, ""])
    run = called(module(source("instructions", body), tmp_path, "quick").every)
    plain = as_lists(module(source("plain_stack", body), tmp_path, "plain")).every
    for a, b in product(NUMBERS, NUMBERS):
        parameters, out = np.array([a, b]), np.zeros(len(EXPRESSIONS), dtype=np.int64)
        expected = [0] * len(EXPRESSIONS)
        assert run(41, parameters, out) == plain(41, parameters, expected) == 42
        wrapped = [(int(number) + (1 << 63)) % (1 << 64) - (1 << 63) for number in expected]
        wrong = [e for e, found, right in zip(EXPRESSIONS, out, wrapped, strict=True) if found != right]
        assert not wrong, f"{a=} {b=}"


def test_division_by_zero_is_zero(tmp_path: Path) -> None:
    body = "    out[0] = code // load64(parameters, 0)\n    out[1] = code % load64(parameters, 0)\n    return 1 // 0\n"
    run = called(module(source("instructions", body), tmp_path, "quick").every)
    out = np.ones(2, dtype=np.int64)
    assert run(7, np.zeros(1, dtype=np.int64), out) == 0
    assert out.tolist() == [0, 0]


def test_a_step_of_zero_leads_nowhere(tmp_path: Path) -> None:
    body = "    for i in range(code, 9, load64(parameters, 0)):\n        return i\n    return 0\n"
    run = called(module(source("instructions", body), tmp_path, "quick").every)
    assert run(7, np.zeros(1, dtype=np.int64), np.ones(2, dtype=np.int64)) == 0


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("x, y = code", "one number cannot be taken apart into 2"),
        ("x, y = (1, 2, 3)", "3 numbers cannot be taken apart into 2"),
        ("x = (1, 2) + code", "this is a number, not 2 numbers"),
        ("x = (1, 2) < (2, 3)", "this is a number, not 2 numbers"),
        ("x = code[0]", "only a table or several numbers can be indexed"),
        ("x = ((1, 2), (3, 4))[code]", "only numbers can be indexed"),
        ("x = 1\n    x = (1, 2)", "x is one number in one place and something else in another"),
        ("x = (1, 2) if code else 3", "both cases must be one number, or equally many"),
        ("x = first(1)", "first takes 2 arguments, not 1"),
        ("x = load64(parameters, (1, 2))", "an index or a value is one number"),
        ("x = among(1, 2)", "a loop is over numbers"),
        ("x = (1, 2)[2]", "2 numbers have none with the index 2"),
        ("x = max(1)", "max cannot be called like this"),
        ("x = 1.5", "rules can use only whole numbers"),
        ("x = [1]", "this cannot be compiled"),
        ("return 1, 2", "the rules return one number here, not 2"),
        (
            "if code:\n        return 1, 2\n    return 1",
            "this must return equally many numbers in all places, or none",
        ),
    ],
)
def test_what_has_no_meaning_in_numbers_is_refused(statement: str, why: str, tmp_path: Path) -> None:
    body = f"    {statement}\n    return 0\n"
    text = source("instructions", body)
    with pytest.raises(LoweringError) as error:
        called(module(text, tmp_path, "quick").every)
    assert error.value.why == why
    line = len(text.splitlines()) - body.count("\n")  # of the definition
    assert any(line <= number <= len(text.splitlines()) for number in error.value.lines)
