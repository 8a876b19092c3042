"""Short games as text, in the notation of the field, which `gamekit.cgt.partizan.notation` reads; and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from gamekit.cgt.partizan.order import Form
from gamekit.cgt.time_limit import require_time

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


def format_game(game: Form) -> str:
    """Return a game as text that `parse_game` reads.

    >>> from gamekit.cgt import integer, short_game
    >>> format_game(short_game([integer(2)], [integer(-2)]))
    '±2'
    """
    require_time()
    if game.number is not None:
        return _format_nus(game)
    if (text := _format_switch(game)) or (text := _format_tiny(game)):
        return text
    return "{" + f"{_listed(game.left)}|{_listed(game.right)}" + "}"


def _format_nus(game: Form) -> str:
    """Return the text of the sum of a number, a multiple of up and a nimber."""
    text = str(game.stops[0]) if game.stops[0] or not (game.ups or game.nimber) else ""
    if game.ups:
        text += ("^" if game.ups > 0 else "v") + (str(abs(game.ups)) if abs(game.ups) > 1 else "")
    if game.nimber:
        text += "*" + (str(game.nimber) if game.nimber > 1 else "")
    return text


def _listed(games: Sequence[Form]) -> str:
    """Return the texts of options, joined by commas: nimbers from 0 on, and then the others, short texts first."""
    texts = {format_game(game): game for game in games}
    return ",".join(sorted(texts, key=lambda text: (*_nimber_first(texts[text]), len(text), text)))


def _nimber_first(game: Form) -> tuple[bool, int]:
    is_nimber = game.number == 0 and not game.ups
    return not is_nimber, game.nimber if is_nimber else 0


def _format_switch(game: Form) -> str:
    """Return ±x for {x|-x}, and an empty text for a game that is not a switch."""
    if -game is not game:
        return ""
    listed = _listed(game.left)
    if len(game.left) > 1:
        return "±{" + listed + "}"
    return f"±{listed}" if game.left[0].number is not None else f"±({listed})"


def _format_tiny(game: Form) -> str:
    """Return Tiny(x) for {0||0|-x}, Miny(x) for its negative, after a number if one is added; else an empty text."""
    for name, positive in (("Tiny", game), ("Miny", -game)):
        if len(positive.left) != 1 or len(positive.right) != 1:
            continue
        (base,), (threat,) = positive.left, positive.right
        if (
            not base.is_number
            or threat.number is not None
            or threat.left != (base,)
            or len(threat.right) != 1
        ):
            continue
        size = base - threat.right[0]
        if size.number is not None and size.stops[1] > 0:
            added = base if name == "Tiny" else -base
            return f"{format_game(added) if added.number else ''}{name}({format_game(size)})"
    return ""


def format_latex(game: Form) -> str:
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
