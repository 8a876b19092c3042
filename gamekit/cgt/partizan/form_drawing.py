"""Forms as pictures: a tree of options, those of Left down to the left in blue and those of Right in red."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gamekit.cgt.partizan.short_games import ShortGame
from gamekit.cgt.ruleset import LEFT, RIGHT, Player
from gamekit.drawing.colours import COLOURS, INK, LIGHT, RULE
from gamekit.drawing.surfaces import FLOW, data_place
from gamekit.drawing.svg import document, rectangle, text_at

STEP: Final = 58
"""Pixels from one leaf to the next, and from an option down to its own."""

WIDE: Final = 52
HIGH: Final = 30
"""The size of the plate that bears the name of a game, in pixels."""

MOST_LEAVES: Final = 8
"""The largest number of leaves that is drawn: a phone has room for so many. Of larger trees, the upper part is."""

LETTER: Final = 7
"""The pixels that a letter needs to be read; longer names of options are left out."""


class _Node(NamedTuple):
    """A game in a tree: its place, the player whose option it is, and its own options."""

    game: ShortGame
    name: str
    player: Player | None
    options: tuple[_Node, ...]

    @property
    def width(self) -> int:
        return sum(option.width for option in self.options) or 1

    @property
    def height(self) -> int:
        return 1 + max((option.height for option in self.options), default=0)


def place_of(player: Player, number: int) -> str:
    """Return the name of an option in `data-place`: its player, and its number among the player's."""
    return f"{player}.{number}"


def draw_form(game: ShortGame, begins: ShortGame) -> str:
    """Return a game as a tree of options; the drawing has room for the game with which play began.

    Numbers are leaves, since nobody wants to move there.
    """
    tree, first = _tree(game), _tree(begins)
    columns, rows = max(tree.width, first.width), max(tree.height, first.height)
    width, height = columns * STEP + 16, (rows - 1) * STEP + HIGH + 24
    ground = rectangle(1, 1, width - 2, height - 2, f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""')
    left = 8 + (columns - tree.width) * STEP / 2
    return document([FLOW, ground, *_drawn(tree, left, 12 + HIGH / 2)], width, height)


def _tree(game: ShortGame) -> _Node:
    """Return the tree of a game: as much of it as there is room for, but at least its options."""
    trees = [_node(game, "", None, 1)]
    while trees[-1].width <= MOST_LEAVES and trees[-1].height == len(trees) + 1:
        trees.append(_node(game, "", None, len(trees) + 1))
    return trees[-1] if trees[-1].width <= MOST_LEAVES or len(trees) == 1 else trees[-2]


def _node(game: ShortGame, name: str, player: Player | None, depth: int) -> _Node:
    is_leaf = depth == 0 or (player is not None and game.is_number)
    options = [] if is_leaf else [*_numbered(LEFT, game.left), *_numbered(RIGHT, game.right)]
    nodes = (_node(option, f"{name} {place_of(side, i)}", side, depth - 1) for side, i, option in options)
    return _Node(game, name.strip(), player, tuple(nodes))


def _numbered(side: Player, options: Iterable[ShortGame]) -> Iterator[tuple[Player, int, ShortGame]]:
    return ((side, i, option) for i, option in enumerate(options))


def _drawn(node: _Node, left: float, y: float) -> Iterator[str]:
    """Yield the elements of a tree whose leaves begin at `left`, and whose root is `y` pixels down."""
    x, at = left + node.width * STEP / 2, left
    for option in node.options:
        middle = at + option.width * STEP / 2
        colour = COLOURS["blue" if option.player == LEFT else "red"]
        yield f'<line x1="{x:g}" y1="{y:g}" x2="{middle:g}" y2="{y + STEP:g}" stroke="{colour}" stroke-width="4"/>'
        yield from _drawn(option, at, y + STEP)
        at += option.width * STEP
    edge = RULE if node.player is None else COLOURS["blue" if node.player == LEFT else "red"]
    look = f'rx="8" fill="{COLOURS["white"]}" stroke="{edge}" stroke-width="2"{data_place("", node.name or "whole")}'
    name = str(node.game)
    wide = max(WIDE, min(node.width * STEP - 8, 12 * len(name) + 16))
    shown = name if node.player is None or LETTER * len(name) <= wide else "…"
    yield rectangle(x - wide / 2, y - HIGH / 2, wide, HIGH, look)
    yield text_at(x, y, shown, INK, size=18, width=wide, is_note=True)
