"""Hackenbush on trees: cut an edge, and what no longer hangs on the ground is gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError

Tree = tuple[str, tuple[Any, ...]]
"""The colour of the lowest edge, and the trees that stand on it."""

Forest = tuple[Tree, ...]

MOST_EDGES = 200
"""Trees are read and cut by recursion."""


def read_forest(text: str) -> Forest:
    """Return the trees that a text describes.

    Raises:
        InputError: it describes none.

    >>> read_forest("l(r)e l")
    (('l', ()), ('l', (('e', ()), ('r', ()))))
    """
    if len(text) > 3 * MOST_EDGES or sum(sign in "lre" for sign in text) > MOST_EDGES:
        raise InputError(
            f"trees have at most {MOST_EDGES} edges together; this text is longer: {text[:40]!r}"
        )
    return _ordered(_stalk(part, text) for part in text.split() if part != "0")


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
    return text[0], _ordered(_stalk(branch, whole) for branch in above)


def _end_of_branch(text: str) -> int | None:
    """Return where the parenthesis closes with which a text begins; None if it does not."""
    level = 0
    for i, sign in enumerate(text):
        level += (sign == "(") - (sign == ")")
        if not level:
            return i
    return None


def _ordered(trees: Iterator[Tree]) -> Forest:
    return tuple(sorted(trees))


def _written(tree: Tree) -> str:
    colour, above = tree
    *branches, last = [*map(_written, above)] or [""]
    return colour + "".join(f"({branch})" for branch in branches) + last


def _cut(tree: Tree, colours: str) -> Iterator[Forest]:
    """Yield what is left after cutting each edge of these colours: no tree or one."""
    colour, above = tree
    if colour in colours:
        yield ()
    for i, branch in enumerate(above):
        if branch not in above[:i]:
            for left in _cut(branch, colours):
                yield ((colour, _ordered(iter(above[:i] + left + above[i + 1 :]))),)


@attrs.frozen
class Hackenbush(PartizanRuleset[Forest]):
    """Left cuts blue edges, `l`, and Right red ones, `r`; green ones, `e`, may be cut by both.

    A tree is written from the ground up, with branches in parentheses: `l(rl)e` is a blue edge on which a stalk of red
    and blue and a green edge stand. Trees are separated by spaces. The game is John Conway's.

    >>> ruleset = Hackenbush(trees="lr")
    >>> [ruleset.format_position(option) for option in ruleset.options(ruleset.start(), LEFT)]
    ['0']
    """

    trees: str = attrs.field(
        default="lr", metadata={"help": "the trees, each from the ground up, of edges l, r and e"}
    )

    example = {"trees": "lrl e l(r)r"}

    def __attrs_post_init__(self) -> None:
        read_forest(self.trees)

    def start(self) -> Forest:
        return read_forest(self.trees)

    def options(self, position: Forest, player: Player) -> Iterator[Forest]:
        colours = "le" if player == LEFT else "re"
        for i, tree in enumerate(position):
            if tree not in position[:i]:
                for left in _cut(tree, colours):
                    yield _ordered(iter(position[:i] + left + position[i + 1 :]))

    def parts(self, position: Forest) -> Iterator[Forest]:
        return ((tree,) for tree in position)

    def format_position(self, position: Forest) -> str:
        return " ".join(map(_written, position)) or "0"

    def parse_position(self, text: str) -> Forest:
        return read_forest(text)

    def svg(self, position: Forest) -> str:
        from .hackenbush_drawing import draw_forest

        return draw_forest(position)
