"""NoGo: place stones so that every group keeps a free neighbouring square."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError, blamed
from gamekit.game.gesture import Gesture

from ..notations.mcgs import McgsBoard
from .sign_ruleset import SignRuleset
from .signs import Place, Signs, changed, changes, neighbours


@attrs.frozen
class Nogo(SignRuleset, PartizanRuleset[Signs]):
    """Left places black stones and Right white ones. Afterwards, each group must still touch a free square.

    So nothing is ever taken, and it is Go without captures (J. Moore, 2005, as "Anti Atari Go"). Black stones are
    written `x`, white ones `o`.

    >>> list(Nogo(board="..").options(("..",), LEFT)), list(Nogo(board="x.").options(("x.",), 1))
    ([('x.',), ('.x',)], [])
    """

    signs = ".xo"
    notations = (McgsBoard("nogo", ".XO", "...|..."),)
    example = {"board": "...|..."}

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        with blamed("board"):
            self.parse_position(self.board)

    def options(self, position: Signs, player: Player) -> Iterator[Signs]:
        own = "x" if player == LEFT else "o"
        for r, row in enumerate(position):
            for c, sign in enumerate(row):
                if sign == ".":
                    after = changed(position, {(r, c): own})
                    if all_groups_are_free(after):
                        yield after

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        return Gesture(list(changes(position, option)))

    def parts(self, position: Signs) -> Iterable[Signs]:
        yield position

    def parse_position(self, text: str) -> Signs:
        board = super().parse_position(text.lower())
        if not all_groups_are_free(board):
            raise InputError(f"each group of stones must touch a free square; one in {text!r} does not")
        return board


def all_groups_are_free(board: Signs) -> bool:
    """Return whether each group of stones of one colour touches a free square.

    >>> all_groups_are_free(("xx.",)), all_groups_are_free(("xox.",))
    (True, False)
    """
    near = neighbours(len(board), len(board[0]))
    free: set[Place] = set()
    waiting = [place for place in near if board[place[0]][place[1]] == "."]
    while waiting:
        r, c = waiting.pop()
        for place in near[r, c]:
            sign = board[place[0]][place[1]]
            if place not in free and sign != "." and board[r][c] in (".", sign):
                free.add(place)
                waiting.append(place)
    return all(place in free or board[place[0]][place[1]] == "." for place in near)
