"""The signs of pieces on places or in hand, and their owners."""

from __future__ import annotations

from typing import Final

from gamekit.errors import InputError

EMPTY_SIGNS: Final = " ._-"
"""Signs that no player can own: those of an empty place."""

WALL: Final = "#"
"""The sign of a place where nothing can be, which no player owns either."""


def owners_exchanged(signs: str) -> tuple[int, ...]:
    """Return, for each sign, the index of the same sign of the other player.

    If every sign but those of an empty place and a wall is a letter whose other case is a sign, too, as in "LGlg",
    capitals and small letters are exchanged. Otherwise two signs are exchanged if there are exactly two besides these.

    >>> owners_exchanged(".BW"), owners_exchanged(".LGlg"), owners_exchanged("#.xo")
    ((0, 2, 1), (0, 3, 4, 1, 2), (0, 1, 3, 2))
    """
    owned = [sign for sign in signs if sign not in EMPTY_SIGNS and sign != WALL]
    if all(sign.swapcase() != sign and sign.swapcase() in signs for sign in owned):
        return tuple(signs.index(sign.swapcase()) for sign in signs)
    if len(owned) == 2:
        other = {owned[0]: owned[1], owned[1]: owned[0]}
        return tuple(signs.index(other.get(sign, sign)) for sign in signs)
    return tuple(range(len(signs)))


def check_signs(owner: str, signs: str) -> None:
    """Refuse signs of a field that are not different characters, or that separate texts in its notation.

    Raises:
        InputError: the signs are refused; the error calls the field `owner`.
    """
    if not isinstance(signs, str) or not signs or len(set(signs)) < len(signs) or set(signs) & set("/, "):
        raise InputError(
            f"the signs of a {owner} must be different characters, the first one for an empty place, without blanks, "
            f"commas and slashes, as in '.XO'; these are {signs!r}"
        )
