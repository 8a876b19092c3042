"""Looks of the values of fields: as a game states them in `looks`, or else by the signs and the names of players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from gamekit.drawing.colours import COLOURS, colours_of
from gamekit.drawing.pieces import Look, look_of
from gamekit.drawing.svg import AMBER, BLUE, GREEN, luminance
from gamekit.layout.fields.signs import EMPTY_SIGNS, WALL

OF_OTHERS: Final = (
    BLUE,
    AMBER,
    GREEN,
    *map(COLOURS.__getitem__, ("red", "pink", "brown", "sky", "grey")),
)
"""The colours of pieces that belong to no player, in order."""

CLEAR_CONTRAST: Final = 3.0
"""The least ratio of luminances at which colours alone distinguish pieces (WCAG 2, criterion 1.4.11)."""


def looks_of_signs(signs: str, players: Sequence[str], looks: Mapping[str, str]) -> list[Look | None]:
    """Return the look of each sign of a field; None for an empty place.

    Discs bear no letter if each player has one kind of piece and the colours differ clearly.

    >>> [look and (look.shape, look.text) for look in looks_of_signs(".BW", ("black", "white"), {})]
    [None, ('disc', ''), ('disc', '')]
    """
    owners = owners_of(signs, players)
    colours = colours_of(players)
    by_case = any(sign.swapcase() != sign and sign.swapcase() in signs for sign in signs)
    kinds = [sign for sign in signs[1:] if sign != WALL]
    is_clear = len(set(kinds)) < 2 or (len(players) == 2 and _contrast(*colours) >= CLEAR_CONTRAST)
    all_looks: list[Look | None] = []
    for i, sign in enumerate(signs):
        if sign in looks:
            all_looks.append(look_of(looks[sign]))
        elif i == 0 or sign in EMPTY_SIGNS:
            all_looks.append(None)
        elif sign == WALL:
            all_looks.append(Look("square", COLOURS["black"]))
        elif set(kinds) == {"X", "O"}:
            all_looks.append(Look("plain", COLOURS["red"] if sign == "O" else BLUE, sign))
        elif owners[i] is None:
            all_looks.append(
                Look("disc", OF_OTHERS[(i - 1) % len(OF_OTHERS)], sign if len(kinds) > 1 else "")
            )
        else:
            letter = (
                (sign.upper() if is_clear and by_case else sign) if len(kinds) > 2 or not is_clear else ""
            )
            all_looks.append(Look("disc", colours[owners[i] or 0], letter))
    return all_looks


def looks_of_names(names: Iterable[str], players: Sequence[str], looks: Mapping[str, str]) -> dict[str, Look]:
    """Return the looks of the pieces of some fields, by the names of the fields.

    A piece bears the first letter of its name. Its colour is that of the player so named or one in its name, as in
    `white_king`; or else one by order.

    >>> looks = looks_of_names(["cat", "mouse"], ("mouse", "cat"), {})
    >>> looks["cat"].text, looks["cat"].colour == AMBER
    ('C', True)
    """
    all_looks = {}
    for i, name in enumerate(names):
        words = name.split("_")
        colour = next((COLOURS[word] for word in words if word in COLOURS), OF_OTHERS[i % len(OF_OTHERS)])
        if name in players:
            colour = colours_of(players)[players.index(name)]
        letter = next((word for word in reversed(words) if word and word not in COLOURS), name)[0].upper()
        all_looks[name] = look_of(looks[name]) if name in looks else Look("disc", colour, letter)
    return all_looks


def second_players(kinds: str, players: Sequence[str]) -> set[str]:
    """Return the signs that belong to the second player.

    >>> second_players("WB", ("white", "black"))
    {'B'}
    """
    owners = owners_of(f".{kinds}", players)[1:]
    return {kind for kind, owner in zip(kinds, owners, strict=True) if owner == 1}


def owners_of(signs: str, players: Sequence[str]) -> list[int | None]:
    """Return the player who owns each sign, if any: by case, by the initials of the players' names, or by order."""
    kinds = [sign for sign in signs if sign not in EMPTY_SIGNS and sign != WALL]
    if len(players) < 2:
        return [None] * len(signs)
    if kinds and all(sign.swapcase() != sign and sign.swapcase() in signs for sign in kinds):
        return [None if sign not in kinds else int(sign.islower()) for sign in signs]
    if len(kinds) == 2:
        initials = [name[:1].lower() for name in players]
        order = [initials.index(kind.lower()) if kind.lower() in initials else None for kind in kinds]
        numbers = order if sorted(map(str, order)) == ["0", "1"] else [0, 1]
        return [numbers[kinds.index(sign)] if sign in kinds else None for sign in signs]
    return [None] * len(signs)


def _contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
