"""Trees of Hackenbush: their notation, and the rest of one after a cut."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from gamekit.errors import InputError

Tree = tuple[str, tuple[Any, ...]]
"""The colour of the lowest edge, and the trees that stand on it; the colour is `GONE` for what a cut took away."""

GONE: Final = "."
"""The colour of edges that are gone: they keep the numbers and the places of the others."""

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
    forest = tuple(_stalk(part, text) for part in text.split() if part != "0")
    if any(tree != _gone(tree) for tree in _lowest_gone(forest)):
        raise InputError(f"nothing stands on an edge that is gone ({GONE}); something does in {text!r}")
    return forest


def _lowest_gone(trees: Forest) -> Iterator[Tree]:
    for tree in trees:
        yield from [tree] if tree[0] == GONE else _lowest_gone(tree[1])


def _stalk(text: str, whole: str) -> Tree:
    """Return a tree: an edge, branches in parentheses, and the rest of the stalk."""
    branches, rest = [], text[1:]
    while rest.startswith("("):
        end = _end_of_branch(rest)
        if end is None:
            break
        branches.append(rest[1:end])
        rest = rest[end + 1 :]
    if text[:1] not in ("l", "r", "e", GONE) or rest.startswith("("):
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
    """Return trees in ascending order, with their branches in order, too, and without what is gone."""
    return tuple(sorted([(colour, ordered(above)) for colour, above in trees if colour != GONE]))


def written(tree: Tree) -> str:
    colour, above = tree
    *branches, last = [*map(written, above)] or [""]
    return colour + "".join(f"({branch})" for branch in branches) + last


def cuts_of(trees: Forest, colours: str, first: int = 1) -> Iterator[tuple[int, Forest]]:
    """Yield the number of each edge of some colours, with what its cut leaves of the trees.

    Edges are numbered as they are written, from `first` on.

    >>> [(number, " ".join(map(written, left))) for number, left in cuts_of(read_forest("l(r)l e"), "le")]
    [(1, '.(.). e'), (3, 'l(r). e'), (4, 'l(r)l .')]
    """
    for i, tree in enumerate(trees):
        colour, above = tree
        before, behind = trees[:i], trees[i + 1 :]
        if colour in colours:
            yield first, (*before, _gone(tree), *behind)
        for number, left in cuts_of(above, colours, first + 1):
            yield number, (*before, (colour, left), *behind)
        first += size_of(tree)


def _gone(tree: Tree) -> Tree:
    return GONE, tuple(map(_gone, tree[1]))


def size_of(tree: Tree) -> int:
    """Return the number of edges of a tree, with those that are gone."""
    return 1 + sum(map(size_of, tree[1]))
