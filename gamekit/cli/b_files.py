"""b-files, as the On-Line Encyclopedia of Integer Sequences has them: a line for each term, its index and its value."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gamekit.errors import InputError, explained

LARGEST_FILE: Final = 50_000_000
"""The most bytes of a b-file that is read."""


def read_b_file(path: Path) -> dict[int, int]:
    """Return the terms of a b-file by index.

    Raises:
        InputError: the file cannot be read, or a line is not an index and a value.
    """
    with explained(f"cannot read {path}"):
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"a b-file may have at most {LARGEST_FILE:,} bytes; {path} has more")
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    terms: dict[int, int] = {}
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            index, value = map(int, words)
        except ValueError:
            raise InputError(
                f"a line of a b-file must be an index and a value, such as '1 0'; line {number} of {path} is "
                f"{line[:60]!r}"
            ) from None
        terms[index] = value
    return terms


def compared(values: Sequence[int], path: Path) -> tuple[bool, str]:
    """Return whether values, for 1, 2, 3 and so on, agree with a b-file where both have one, and that as a sentence."""
    terms = {n: value for n, value in read_b_file(path).items() if 1 <= n <= len(values)}
    if not terms:
        raise InputError(f"{path} has no term from 1 to {len(values):,}, so there is nothing to compare")
    for n, value in terms.items():
        if values[n - 1] != value:
            return False, f"{path} has {value} for n = {n:,}, and the value is {values[n - 1]}"
    return True, f"agrees with {path} in all {len(terms):,} terms from {min(terms):,} to {max(terms):,}"
