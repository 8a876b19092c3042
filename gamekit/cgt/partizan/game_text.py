"""Short games as text, in the notation of the field, which `gamekit.cgt.partizan.notation` reads; and as LaTeX."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, Literal, cast, get_args

from gamekit.cgt.partizan.order import Form
from gamekit.cgt.time_limit import require_time
from gamekit.errors import InputError
from gamekit.game.parameters import show, suggestion

Style = Literal["plain", "cgsuite"]

STYLES: Final = get_args(Style)

MOST_BARS: Final = 4
"""The most bars between Left's options and Right's; a game with more levels in it gets braces inside."""

_TEXT: Final = re.compile(
    r"(?P<fraction>\d+/\d+)|(?P<word>[a-z]{2,})|(?P<arrow>[\^v])(?P<copies>\d*)(?P<power>\[on\]|<on>)?|\*(?P<size>\d*)"
    r"|(?P<bars>\|+)|(?P<sign>Tiny|Miny|[±{}&])"
)

_SIGNS: Final = {
    "±": r"\pm ",
    "{": r"\{",
    "}": r"\}",
    "Tiny": r"\operatorname{Tiny}",
    "Miny": r"\operatorname{Miny}",
    "&": r"\mathbin{\&}",
}


class Shown:
    """A game that is shown as `format_game` writes it, padded in f-strings, and as a formula in notebooks."""

    __slots__ = ()

    def confused_with(self: Any, other: Any) -> bool:
        """Return whether neither game is at most the other."""
        return not self <= other and not self >= other

    def __str__(self: Any) -> str:
        return format_game(self)

    def __format__(self, width: str) -> str:
        return format(str(self), width)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def _repr_latex_(self: Any) -> str:
        return f"${format_latex(self)}$"


class Written(Shown, ABC):
    """A game that writes itself, such as a loopy one."""

    @abstractmethod
    def written(self, style: Style = "plain") -> str:
        """Return the game as text, as `format_game` does."""


def format_game(game: Form | Written | int | Fraction, style: Style = "plain") -> str:
    """Return a game as text that `parse_game` or, for a loopy one, `parse_loopy_game` reads.

    Args:
        game: the game; a number is its own text.
        style: "plain", or "cgsuite" for a text that CGSuite (A. Siegel) reads as the same game: `+-` in place of ±,
            plus signs after numbers, `^[3]` and `^<3>` for uptimals, and numbers before all other options.

    Raises:
        InputError: there is no such style.

    >>> from gamekit.cgt import parse_game
    >>> format_game(parse_game("{2|1||0}")), format_game(parse_game("±(1^2)"))
    ('{2|1||0}', '±(1^2)')
    >>> format_game(parse_game("±(1^2)"), style="cgsuite"), format_game(parse_game("{^|*}"), style="cgsuite")
    ('+-(1+^2)', '^[2]')
    """
    if style not in STYLES:
        raise InputError(f"no style of games is called {show(style)}; {suggestion(str(style), STYLES)}")
    if isinstance(game, int | Fraction):
        return str(game)
    own: Any = getattr(game, "written", None)
    return own(style) if own else Writer(style).written(cast(Form, game))


class Writer:
    """Writes canonical forms in a style."""

    def __init__(self, style: Style) -> None:
        self.is_cgsuite = style == "cgsuite"

    def written(self, game: Form) -> str:
        text, bars = self.nested(game)
        return "{" + text + "}" if bars else text

    def nested(self, game: Form) -> tuple[str, int]:
        """Return the text of a game without its own braces, and the number of bars between its options; 0 if none."""
        require_time()
        if game.units is not None:
            return self.nus(game), 0
        if text := self.switch(game) or self.tiny(game) or (self.is_cgsuite and self.uptimal(game)):
            return text, 0
        (left, left_bars), (right, right_bars) = map(self.side, (game.left, game.right))
        bars = max(left_bars, right_bars) + 1
        text = left + "|" * bars + right
        return (text, bars) if bars < MOST_BARS else ("{" + text + "}", 0)

    def side(self, games: Sequence[Form]) -> tuple[str, int]:
        """Return the texts of options, joined by commas, and the most bars in them outside of braces."""
        if len(games) == 1:
            return self.nested(games[0])
        texts = {self.written(game): game for game in games}
        return ",".join(sorted(texts, key=lambda text: (self.rank(texts[text]), len(text), text))), 0

    def rank(self, game: Form) -> tuple[int, Fraction]:
        """Return a key that puts nimbers, from 0 on, before other games; and in the style of CGSuite numbers first."""
        if self.is_cgsuite and game.is_number:
            return -1, game.stops[0]
        is_nimber = game.units == 0 and not game.ups
        return (0, Fraction(game.nimber)) if is_nimber else (1, Fraction(0))

    def nus(self, game: Form) -> str:
        """Return the text of the sum of a number, a multiple of up and a nimber."""
        text = str(game.stops[0]) if game.stops[0] or not (game.ups or game.nimber) else ""
        if self.is_cgsuite and text and not game.is_number:
            text += "+"  # CGSuite takes 1^2 for a power, and 1*2 for a product
        if game.ups:
            text += ("^" if game.ups > 0 else "v") + (str(abs(game.ups)) if abs(game.ups) > 1 else "")
        if game.nimber:
            text += "*" + (str(game.nimber) if game.nimber > 1 else "")
        return text

    def switch(self, game: Form) -> str:
        """Return ±x for {x|-x}, and an empty text for a game that is not a switch."""
        if -game is not game:
            return ""
        sign = "+-" if self.is_cgsuite else "±"
        first, listed = game.left[0], self.side(game.left)[0]
        if len(game.left) > 1:
            return sign + "{" + listed + "}"
        is_one_term = first.units is not None and sum(map(bool, (first.units, first.ups, first.nimber))) < 2
        return sign + (listed if is_one_term else f"({self.written(first)})")

    def tiny(self, game: Form) -> str:
        """Return Tiny(x) for {0||0|-x}, Miny(x) for its negative, after a number that is added; else an empty text."""
        for name, positive in (("Tiny", game), ("Miny", -game)):
            if len(positive.left) != 1 or len(positive.right) != 1:
                continue
            (base,), (threat,) = positive.left, positive.right
            if (
                not base.is_number
                or threat.units is not None
                or threat.left != (base,)
                or len(threat.right) != 1
            ):
                continue
            size = base - threat.right[0]
            if size.units is not None and size.stops[1] > 0:
                added = base if name == "Tiny" else -base
                plus = "+" if self.is_cgsuite else ""
                return f"{self.nus(added) + plus if added.units else ''}{name}({self.nus(size)})"
        return ""

    def uptimal(self, game: Form) -> str:
        """Return ^[n] for the sum of the first n powers of up, ^<n> for the last, or v[n] or v<n>, or these with *."""
        for sign, positive in (("^", game), ("v", -game)):
            below = {(option.units, option.ups, option.nimber) for option in positive.left}
            for star, above in (("", {(0, 0, 0)}), ("*", {(0, 0, 0), (0, 0, 1)})):
                if count := _powers(positive, starred=bool(star)):
                    return f"{sign}[{count}]{star}"
                is_one_reply = below == above and len(positive.right) == 1
                if is_one_reply and (count := _powers(-positive.right[0], starred=not star)):
                    return f"{sign}<{count + 1}>{star}"  # ^<n> is {0|*-^[n-1]}, and ^<n>* is {0,*|-^[n-1]}
        return ""


def _powers(game: Form, *, starred: bool = False) -> int:
    """Return n if the game is ^[n], the sum of the first n powers of up, or ^[n]* if `starred`; 0 if it is neither.

    In canonical form, ^[n] is {^[n-1]|*}, and ^[n]* is {0,^[n-1]*|0}, for n > 1.
    """
    count, end = 1, int(not starred)
    while game.units is None:
        others = [option for option in game.left if not (starred and option.value == 0)]
        if len(others) != 1 or len(game.left) != 1 + starred or len(game.right) != 1:
            return 0
        (game,), (reply,) = others, game.right
        if (reply.units, reply.ups, reply.nimber) != (0, 0, end):
            return 0
        count += 1
    return count if (game.units, game.ups, game.nimber) == (0, 1, int(starred)) else 0


def format_latex(game: Form | Written | int | Fraction) -> str:
    """Return a game as LaTeX for mathematics mode.

    >>> from gamekit.cgt import parse_game
    >>> print(format_latex(parse_game("{2|-1/2}")), format_latex(parse_game("1^2*3")))
    \\{2\\mid -\\frac{1}{2}\\} 1{\\uparrow}{\\uparrow}{\\ast}3
    """
    return _TEXT.sub(_sign, format_game(game)).strip()


def _sign(match: re.Match[str]) -> str:
    if match["fraction"]:
        number = Fraction(match["fraction"])
        return rf"\frac{{{number.numerator}}}{{{number.denominator}}}"
    if match["word"]:
        return rf"\mathbf{{{match['word']}}}"
    if match["arrow"]:
        arrow = r"{\uparrow}" if match["arrow"] == "^" else r"{\downarrow}"
        if match["power"]:
            start, end = (r"\langle ", r"\rangle") if match["power"][0] == "<" else "[]"
            return rf"{arrow}^{{{start}\mathbf{{on}}{end}}}"
        return (
            arrow * int(match["copies"] or 1)
            if int(match["copies"] or 1) < 3
            else f"{match['copies']}{arrow}"
        )
    if match["bars"]:
        return r"\mid" + r"\!\mid" * (len(match["bars"]) - 1) + " "
    return _SIGNS[match["sign"]] if match["sign"] else r"{\ast}" + (match["size"] or "")
