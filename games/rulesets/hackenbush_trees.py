"""Trees of Hackenbush: their notation, and the rest of one after a cut."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from gamekit.errors import InputError

Tree = tuple[str, tuple[Any, ...]]
"""The colour of the lowest edge, and the trees that stand on it."""

Forest = tuple[Tree, ...]

MOST_EDGES = 200
"""Trees are read and cut by recursion."""


def read_forest(text: str) -> Forest:
    """Return the trees that a string describes.

    Raises:
        InputError: `text` describes no trees.

    >>> read_forest("l(r)e l")
    (('l', (('r', ()), ('e', ()))), ('l', ()))
    """
    if len(text) > 3 * MOST_EDGES or sum(sign in "lre" for sign in text) > MOST_EDGES:
        raise InputError(f"trees have at most {MOST_EDGES} edges together; this text has {len(text):,} signs")
    return tuple(_stalk(part, text) for part in text.split() if part != "0")


def _stalk(text: str, whole: str) -> Tree:
    """Return a tree: an edge, branches in parentheses, and the rest of the stalk."""
    branches, rest = [], text[1:]
    while rest.startswith("("):
        end = _end_of_branch(rest)
        if end is None:
            break
        branches.append(rest[1:end])
        rest = rest[end + 1 :]
    if text[:1] not in ("l", "r", "e") or rest.startswith("("):
        rule = "a tree is edges from the ground up, l, r or e, with branches in parentheses"
        raise InputError(f"{rule}, such as l(rl)e; not {whole!r}")
    above = [*branches, rest] if rest else branches
    return text[0], tuple(_stalk(branch, whole) for branch in above)


def _end_of_branch(text: str) -> int | None:
    """Return the index of the parenthesis that closes the first one of a string; None if there is none."""
    level = 0
    for i, sign in enumerate(text):
        level += (sign == "(") - (sign == ")")
        if not level:
            return i
    return None


@lru_cache(maxsize=1 << 16)
def ordered(trees: Forest) -> Forest:
    """Return trees in ascending order, with their branches in order, too."""
    return tuple(sorted([(colour, ordered(above)) for colour, above in trees]))


def written(tree: Tree) -> str:
    colour, above = tree
    *branches, last = [*map(written, above)] or [""]
    return colour + "".join(f"({branch})" for branch in branches) + last


def cuts_of(tree: Tree, colours: str) -> Iterator[Forest | None]:
    """Yield the rest of a tree after each cut, in the order of the text: no tree or one; None for other colours."""
    colour, above = tree
    yield () if colour in colours else None
    for i, branch in enumerate(above):
        for left in cuts_of(branch, colours):
            yield None if left is None else ((colour, above[:i] + left + above[i + 1 :]),)


def size_of(tree: Tree) -> int:
    """Return the number of edges of a tree."""
    return 1 + sum(map(size_of, tree[1]))


@lru_cache(maxsize=1 << 12)
def numbers_in(forest: Forest, whole: Forest, first: int = 1) -> tuple[int, ...] | None:
    """Return the numbers of the edges of trees among those of a whole of which cuts left them; None if none did.

    Edges are numbered as they are written, from `first` on. Of several edges that may be meant, it is the first one.

    >>> numbers_in(read_forest("lr e"), read_forest("l l(r)l e"))
    (2, 3, 5)
    """
    numbers: list[int] = []
    others = iter(whole)
    for colour, above in forest:
        for other in others:
            number, first = first, first + size_of(other)
            left = numbers_in(above, other[1], number + 1) if other[0] == colour else None
            if left is not None:
                numbers += [number, *left]
                break
        else:
            return None
    return tuple(numbers)
