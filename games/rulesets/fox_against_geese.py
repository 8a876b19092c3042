"""Fox against Geese: geese that never go back hold a fox, as a game of values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError, blamed
from gamekit.game.gesture import Gesture

from .signs import Place, Signs, changed, draw_signs, move_name, moved, read_signs, signs_in_words

FORWARDS, BACKWARDS = ((1, -1), (1, 1)), ((-1, -1), (-1, 1))
LOOKS = {"x": "white goose", "o": "red fox"}


@attrs.frozen
class FoxAgainstGeese(PartizanRuleset[Signs]):
    """Left moves a goose x diagonally down the board, and Right the fox o in any diagonal direction, to a free square.

    A fox that has no goose in a row above it has escaped. The geese then move no more, and Right may pass for ever.
    Nothing is taken, so play can go on for ever before that, too. The game is from *Winning Ways*, chapter 20. As in
    CGSuite (A. Siegel), geese may stand anywhere on a board of any width.

    >>> list(FoxAgainstGeese().options(("x...", "...o", "...."), LEFT))
    [('....', '.x.o', '....')]
    >>> list(FoxAgainstGeese().options(("....", "x...", ".o.."), 1))
    [('....', 'x.o.', '....')]
    """

    board: str = attrs.field(
        default="x.x.|....|o...",
        metadata={"help": "the rows of the board, joined by |: x a goose, o the fox, . a free square"},
    )

    player_colours = ("white", "red")
    example = {"board": "x.x.|....|o..."}
    aim = "Geese (Left) step diagonally down, the fox (Right) diagonally up or down; it wins once no goose is above it."
    presets = {
        "4×3 board": example,
        "7×4 board": {"board": "x.x.x..|.......|.......|...o..."},
        "5×4 board": {"board": "x.x..|.....|.....|..o.."},
    }
    first_preset = "7×4 board"

    def __attrs_post_init__(self) -> None:
        with blamed("board"):
            self.parse_position(self.board)

    def start(self) -> Signs:
        return self.parse_position(self.board)

    def parse_position(self, text: str) -> Signs:
        board = read_signs(text, ".xo")
        if text.count("o") > 1:
            raise InputError(f"a board has one fox o, or none that has not escaped; {text!r} has more")
        return board

    def format_position(self, position: Signs) -> str:
        return "|".join(position)

    def position_in_words(self, position: Signs) -> str:
        return signs_in_words(position, LOOKS)

    def options(self, position: Signs, player: Player) -> Iterator[Signs]:
        if _has_escaped(position):
            yield from () if player == LEFT else (position,)
            return
        own, steps = ("x", FORWARDS) if player == LEFT else ("o", FORWARDS + BACKWARDS)
        squares = list(product(range(len(position)), range(len(position[0]))))
        for (r, c), (dr, dc) in product([at for at in squares if _sign(position, at) == own], steps):
            goes = r + dr, c + dc
            if goes in squares and _sign(position, goes) == ".":
                yield changed(position, {(r, c): ".", goes: own})

    def canonical_position(self, position: Signs) -> Signs:
        """Return a board without anything on it if the fox has escaped, and any other board as it is."""
        return tuple(["." * len(row) for row in position]) if _has_escaped(position) else position

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture | None:
        return None if option == position else moved(position, option)

    def format_option(self, position: Signs, option: Signs, player: Player) -> str:
        gesture = self.gesture(position, option, player)
        return move_name(gesture, len(position), len(position[0])) if gesture else "pass"

    def prompts_in(self, position: Signs) -> Sequence[str]:
        return (
            ("The fox has escaped: Right passes, and no goose can move.",) if _has_escaped(position) else ()
        )

    def ending(self, position: Signs) -> str | None:
        return "the fox has escaped" if _has_escaped(position) else None

    def render(self, position: Signs) -> str:
        return "\n".join(position)

    def svg(self, position: Signs) -> str:
        return draw_signs(position, LOOKS, "chequered")


def _sign(board: Signs, at: Place) -> str:
    return board[at[0]][at[1]]


def _has_escaped(board: Signs) -> bool:
    """Return whether no goose is in a row above the fox, or there is no fox."""
    above, fox, _ = "|".join(board).partition("o")
    return not fox or "x" not in above.rpartition("|")[0]
