"""Short games as LaTeX, for papers: what `format_game` writes, in the signs of the field."""

from __future__ import annotations

import re
from fractions import Fraction

from gamekit.cgt.partizan.game_text import CanonicalGame, format_game

_TEXT = re.compile(
    r"(?P<fraction>\d+/\d+)|(?P<arrow>[\^v])(?P<copies>\d*)|\*(?P<size>\d*)|(?P<sign>Tiny|Miny|[±{}|])"
)

_SIGNS = {
    "±": r"\pm ",
    "{": r"\{",
    "}": r"\}",
    "|": r"\mid ",
    "Tiny": r"\operatorname{Tiny}",
    "Miny": r"\operatorname{Miny}",
}


def format_latex(game: CanonicalGame) -> str:
    """Return a game as LaTeX for mathematics mode.

    >>> from gamekit.cgt import parse_game
    >>> print(format_latex(parse_game("{2|-1/2}")), format_latex(parse_game("1^2*3")))
    \\{2\\mid -\\frac{1}{2}\\} 1{\\uparrow}{\\uparrow}{\\ast}3
    """
    return _TEXT.sub(_sign, format_game(game)).strip()


def _sign(found: re.Match[str]) -> str:
    if found["fraction"]:
        number = Fraction(found["fraction"])
        return rf"\frac{{{number.numerator}}}{{{number.denominator}}}"
    if found["arrow"]:
        arrow = r"{\uparrow}" if found["arrow"] == "^" else r"{\downarrow}"
        return (
            arrow * int(found["copies"] or 1)
            if int(found["copies"] or 1) < 3
            else f"{found['copies']}{arrow}"
        )
    if found["sign"]:
        return _SIGNS[found["sign"]]
    return r"{\ast}" + (found["size"] or "")
