"""Short games as text, in the notation of the field; `gamekit.cgt.partizan.notation` reads it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

from gamekit.cgt.time_limit import require_time


class CanonicalGame(Protocol):
    """What is asked of a game to write it; `gamekit.cgt.partizan.short_games.ShortGame` is one, and has more."""

    number: int | None
    ups: int
    nimber: int

    @property
    def left(self) -> Sequence[Any]:
        """Left's options."""

    @property
    def right(self) -> Sequence[Any]:
        """Right's options."""

    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The Left stop and the Right stop."""

    def __neg__(self) -> Any: ...


def format_game(game: CanonicalGame) -> str:
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


def _format_nus(game: CanonicalGame) -> str:
    """Return a number, a multiple of up and a nimber, one after the other."""
    text = str(game.stops[0]) if game.stops[0] or not (game.ups or game.nimber) else ""
    if game.ups:
        text += ("^" if game.ups > 0 else "v") + (str(abs(game.ups)) if abs(game.ups) > 1 else "")
    if game.nimber:
        text += "*" + (str(game.nimber) if game.nimber > 1 else "")
    return text


def _listed(games: Sequence[CanonicalGame]) -> str:
    """Return options in order: nimbers from 0 on, and then the others, short texts first."""
    texts = {format_game(game): game for game in games}
    return ",".join(sorted(texts, key=lambda text: (*_nimber_first(texts[text]), len(text), text)))


def _nimber_first(game: CanonicalGame) -> tuple[bool, int]:
    is_nimber = game.number == 0 and not game.ups
    return not is_nimber, game.nimber if is_nimber else 0


def _format_switch(game: CanonicalGame) -> str:
    """Return ±x for {x|-x}, and an empty text for a game that is not a switch."""
    if -game is not game:
        return ""
    listed = _listed(game.left)
    if len(game.left) > 1:
        return "±{" + listed + "}"
    return f"±{listed}" if game.left[0].number is not None else f"±({listed})"


def _format_tiny(game: CanonicalGame) -> str:
    """Return Tiny(x) for {0||0|-x}, Miny(x) for its negative, with a number in front if it is added; else nothing."""
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
