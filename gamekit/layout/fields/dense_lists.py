"""The lists in `dense` of a layout: numbers of signs, and of pieces in hand, by the names of fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gamekit.errors import InputError
from gamekit.game.checked_values import is_integer
from gamekit.layout.fields.field import Field


def lists_of(dense: Any, fields: Mapping[str, Field]) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the lists of `dense` by the name of a field, or by the names of fields that are listed together.

    Raises:
        InputError: `dense` lists no numbers, does not name the field, or lists a tuple twice.
    """
    whole = dense
    if not isinstance(dense, Iterable):
        raise InputError(wrong_dense(dense))
    if not isinstance(dense, Mapping):
        if len(fields) > 1:
            raise InputError(
                f"Layout: with several fields ({', '.join(fields)}), dense must be a mapping from the name of the grid "
                "or graph to its list"
            )
        dense = dict.fromkeys(fields, dense)
    try:
        lists = {name: tuple(map(tuple, classes)) for name, classes in dense.items()}
    except TypeError as error:
        raise InputError(wrong_dense(whole)) from error
    numbers = (number for classes in lists.values() for row in classes for number in row)
    if not all(isinstance(name, str) for name in lists) or not all(map(is_integer, numbers)):
        raise InputError(wrong_dense(whole))
    names = [name for key in dense for name in key.split()]
    if twice := [name for i, name in enumerate(names) if name in names[:i]]:
        raise InputError(
            f"Layout: dense must list each field once; {twice[0]} is in {' and in '.join(map(repr, dense))}"
        )
    return lists


def wrong_dense(dense: Any) -> str:
    """Return a sentence with the values that `dense` may have, and the one that it has."""
    may_be = "'all', a list of tuples, a mapping from fields to such lists, or None"
    return f"Layout: dense must be {may_be}; it is {dense!r:.100}"


def check_list(fields: Mapping[str, Field], names: str, classes: tuple[tuple[int, ...], ...]) -> None:
    """Refuse a list of `dense` that does not fit the fields.

    Args:
        fields: the fields of the layout.
        names: the names of a grid or graph, and of fields that come next.
        classes: the numbers of signs in each class of states, then those of the other fields.

    Raises:
        InputError: it does not fit.
    """
    name, *others = names.split() or [""]
    field = fields.get(name)
    if field is None or not field.signs:
        raise InputError(
            f"Layout: dense must list the numbers of signs of a grid or graph; {name!r} is not the name of one"
        )
    listed = list(fields)
    at = listed.index(name) + 1
    if others != listed[at : at + len(others)]:
        raise InputError(
            f"Layout: in dense, {name} must be followed by the fields that come next in the layout; it reads {names!r}"
        )
    numbers = [fields[other] for other in others]
    for other, number in zip(others, numbers, strict=True):
        if number.total is not None or number.ranking() is not None:
            raise InputError(
                f"Layout: dense cannot list the numbers of {other}, since a {number.word} has only some contents; "
                "leave it out of dense"
            )
    values = [f.values for f in numbers for _ in range(f.places)]
    for row in classes:
        counts, rest = row[: field.values - 1], row[field.values - 1 :]
        if len(rest) != len(values) or any(
            not 0 <= number < most for number, most in zip(rest, values, strict=True)
        ):
            which = f" and then {len(values)} of {', '.join(others)}" if others else ""
            raise InputError(
                f"Layout: dense must give numbers of the signs {field.signs[1:]} on the board{which}; one entry "
                f"is {row!r}"
            )
        if len(counts) != field.values - 1 or min(counts) < 0 or sum(counts) > field.places:
            signs = field.signs[1:]
            raise InputError(
                f"Layout: dense must give numbers of the signs {signs} on the board, of which there are at most "
                f"{field.places} in all; one entry is {counts!r}"
            )
