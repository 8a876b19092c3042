"""The fields of a claim as JSON gives them, each read in the form that it must have, or refused with a sentence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

from gamekit.errors import InputError
from gamekit.game.parameters import show

T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)

Form = Callable[[Any], T]
"""Returns a value that has the right form, and raises `MisfitError` for any other."""


class MisfitError(ValueError):
    """A value has another form than it must have; the message goes on from the name of its place."""


class Fields:
    """The fields of a JSON object that is a claim, or a part of one.

    Args:
        data: the object.
        needed: the names of the fields that it must have.
        optional: the names of those that it may have.

    Raises:
        InputError: it is no object, lacks a field or has an unknown one.
    """

    def __init__(self, data: Any, needed: Collection[str], optional: Collection[str] = ()) -> None:
        if not isinstance(data, dict):
            raise malformed(f"where the fields {', '.join(needed)} must be, it has {show(data)}")
        for name in needed:
            if name not in data:
                raise malformed(f"there is no {name!r}")
        if unknown := data.keys() - {*needed, *optional}:
            raise malformed(f"it has an unknown field {min(unknown)!r}")
        self.data = data

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def read(self, name: str, form: Form[T]) -> T:
        """Return a field that must have this form.

        Raises:
            InputError: it has another.
        """
        try:
            return form(self.data[name])
        except MisfitError as misfit:
            raise malformed(f"{name}{misfit}") from None


def malformed(why: str) -> InputError:
    """Return the error about a claim that cannot be read."""
    return InputError(f"the claim is malformed: {why}")


def keyed(entries: Iterable[tuple[Key, T]], describe: Callable[[Key], str]) -> dict[Key, T]:
    """Return entries by their keys.

    Raises:
        InputError: there are two of a key.
    """
    found: dict[Key, T] = {}
    for key, value in entries:
        if key in found:
            raise malformed(f"a table has two entries for {describe(key)}")
        found[key] = value
    return found


def text(value: Any) -> str:
    """Return a text, which must fit on a line, because sentences about the claim quote it."""
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in _typed(value, str, "text")):
        raise MisfitError(f" must be text without line breaks and control characters; it is {show(value)}")
    return str(value)


def number(value: Any) -> int:
    """Return an integer."""
    return _typed(value, int, "an integer")


def truth(value: Any) -> bool:
    """Return true or false."""
    return _typed(value, bool, "true or false")


def fraction(value: Any) -> Fraction:
    """Return a fraction, of which JSON has the text."""
    if not (isinstance(value, str) and re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", value)):
        raise MisfitError(f" must be a fraction, as '-7/2' is; it is {show(value)}")
    return Fraction(value)


def one_of(known: Iterable[T]) -> Form[T]:
    """Return the form of one of some values, by the text of each."""
    named = {str(value): value for value in known}

    def read(value: Any) -> T:
        if not isinstance(value, str) or value not in named:
            raise MisfitError(f" must be one of {', '.join(named)}; it is {show(value)}")
        return named[value]

    return read


def list_of(form: Form[T]) -> Form[list[T]]:
    """Return the form of a list whose entries have a form."""

    def read(value: Any) -> list[T]:
        found: list[T] = []
        try:
            for entry in _typed(value, list, "a list"):
                found.append(form(entry))  # noqa: PERF401 - the message counts them
        except MisfitError as misfit:
            raise (MisfitError(f"[{len(found)}]{misfit}") if isinstance(value, list) else misfit) from None
        return found

    return read


def row_of(*forms: Form[Any]) -> Form[tuple[Any, ...]]:
    """Return the form of a list of as many entries, each in its own form."""

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(forms):
            raise MisfitError(f" must be a list of {len(forms)} entries; it is {show(value)}")
        found: list[Any] = []
        try:
            for form, entry in zip(forms, value, strict=True):
                found.append(form(entry))
        except MisfitError as misfit:
            raise MisfitError(f"[{len(found)}]{misfit}") from None
        return tuple(found)

    return read


def optional(form: Form[T]) -> Form[T | None]:
    """Return the form of what has another form, or is null."""
    return lambda value: None if value is None else form(value)


def _typed(value: Any, cls: type[T], called: str) -> T:
    if type(value) is not cls:
        raise MisfitError(f" must be {called}; it is {show(value)}")
    return value
