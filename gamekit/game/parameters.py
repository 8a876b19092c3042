"""Parameters of games and solvers: read from JSON with strict types, and refused with messages that name the place."""

from __future__ import annotations

import difflib
import enum
import json
import math
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from numbers import Integral
from typing import Any, Final, TypeVar

import attrs

from gamekit.errors import GamekitError, InputError, blamed
from gamekit.game.foreign_errors import safe_repr
from gamekit.game.rules_files import is_in_file

T = TypeVar("T")


def parameter(
    default: Any,
    text: str,
    *limits: int,
    items: str | None = None,
    alias: str | None = None,
    choices: Sequence[str] = (),
    distinct: bool = False,
    **metadata: Any,
) -> Any:
    """Return the attrs field of a parameter, with its help and its limits.

    Args:
        default: the value of a parameter that is not given. If it is true or false, the parameter must be a boolean.
        text: the help.
        limits: the least value that an integer may have, and the greatest if there is one.
        items: the plural noun for the items, such as "numbers", if the parameter is a list. It becomes a tuple, and the
            limits and choices apply to each item.
        choices: the allowed texts; by default, any value is allowed.
        distinct: whether no two items may be the same.
        alias: the name of the parameter if the attribute needs another name, because the class already uses this one.
        metadata: other metadata of the field, such as `aliases`, other names of the parameter.

    An instance with another value is refused with an `InputError`:

    >>> @attrs.frozen
    ... class Board:
    ...     columns: int = parameter(3, "how many columns", 1, 26)
    >>> Board(columns=30)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: columns must be an integer from 1 to 26; it is 30
    """

    def convert(value: Any, field: attrs.Attribute[Any]) -> Any:
        if items is None or (value is None and default is None):
            return as_integer(value)
        return tuple(map(as_integer, as_tuple(parameter_name(field), value, items)))

    def check(_: object, field: attrs.Attribute[Any], value: Any) -> None:
        name = parameter_name(field)
        each = [(f"{name}[{i}]", item) for i, item in enumerate(value or ())] if items else [(name, value)]
        for place, item in each:
            if limits:
                check_size(place, item, *limits)
            elif choices:
                check_choice(place, item, choices)
            elif isinstance(default, bool) and type(value) is not bool:
                raise refusal(name, f"must be true or false; it is {value!r}")
        for i, item in enumerate((value or ()) if distinct else ()):
            if (first := value.index(item)) != i:
                raise refusal(f"{name}[{i}]", f"must differ from {name}[{first}]; both are {item!r}")

    return attrs.field(
        default=default,
        converter=attrs.Converter(convert, takes_field=True),
        validator=check,
        alias=alias,
        metadata={"help": text, **({"limits": limits} if limits else {}), **metadata},
    )


def text_parameter(default: str, text: str, read: Callable[[str], object]) -> Any:
    """Return the attrs field of a parameter that is a text.

    Args:
        default: the text if none is given.
        text: the help.
        read: a function that raises an `InputError` if it cannot read the text.

    >>> from gamekit.cgt.octal.code import OctalCode
    >>> @attrs.frozen
    ... class Taking:
    ...     code: str = text_parameter("0.77", "the octal code", OctalCode.parse)
    >>> Taking(code=7)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: code must be text; it is 7
    """

    def check(_: object, field: attrs.Attribute[Any], value: Any) -> None:
        if type(value) is not str:
            raise refusal(parameter_name(field), f"must be text; it is {value!r}")
        with blamed(parameter_name(field)):
            read(value)

    return attrs.field(default=default, validator=check, metadata={"help": text})


def refusal(place: str, what: str) -> InputError:
    """Return the error about a parameter: its name or a place in it, such as `graph[3]`, and what is wrong there.

    >>> error = refusal("graph[3]", "lists neighbour 9, but nodes are 0..5")
    >>> print(error.field, "-", error)
    graph - graph[3] lists neighbour 9, but nodes are 0..5
    """
    return InputError(f"{place} {what}", field=place.partition("[")[0])


def as_integer(value: Any) -> Any:
    """Return an integer of another library, such as one of NumPy, as Python's own; return any other value as it is.

    >>> import numpy as np
    >>> as_integer(np.uint16(3)), as_integer(True), as_integer("3")
    (3, True, '3')
    """
    return int(value) if isinstance(value, Integral) and not isinstance(value, int) else value


def as_list(value: Any) -> Any:
    """Return an array, such as one of NumPy, as a list of Python's own numbers; return any other value as it is.

    >>> import numpy as np
    >>> as_list(np.array([[0, 1]])), as_list((0, 1))
    ([[0, 1]], (0, 1))
    """
    return value.tolist() if hasattr(value, "__array__") and hasattr(value, "tolist") else value


def as_tuple(name: str, value: Any, items: str) -> tuple[Any, ...]:
    """Return a parameter that is a list as a tuple, or refuse it if it is not a list.

    >>> as_tuple("heaps", "12", "numbers")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: heaps must be a list of numbers; it is '12'
    """
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping):
        raise refusal(name, f"must be a list of {items}; it is {value!r}")
    return tuple(as_list(value))


def check_size(name: str, value: int, at_least: int, at_most: int | None = None) -> None:
    """Refuse a parameter that is not an integer within the limits.

    >>> check_size("heaps[1]", True, 0)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: heaps[1] must be an integer of at least 0; it is True
    """
    if type(value) is not int or value < at_least or (at_most is not None and value > at_most):
        limits = f"of at least {at_least}" if at_most is None else f"from {at_least} to {at_most}"
        raise refusal(name, f"must be an integer {limits}; it is {value!r}")


def check_choice(name: str, value: Any, choices: Sequence[str]) -> None:
    """Refuse a parameter that is not one of the allowed texts.

    >>> check_choice("first", "up", ("left", "right"))
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: first must be left or right; it is 'up'
    """
    if value not in choices:
        one_of = " or ".join(choices) if len(choices) < 3 else f"one of {', '.join(choices)}"
        raise refusal(name, f"must be {one_of}; it is {value!r}")


def structure(cls: type[T], parameters: Any, what: str) -> T:
    """Return an instance of an attrs class made from JSON-like parameters.

    Integers, booleans and text are never converted: neither 1.5 nor true nor "1" is an integer.
    A list in place of an object is the value of the first parameter, so that a bare graph will do.

    Args:
        cls: the class; its fields are the parameters, with `metadata["aliases"]` as other names for them.
        parameters: the parameters as `json.load` returns them.
        what: the name of the parameters in messages.

    Raises:
        InputError: a parameter breaks a rule; the message gives the rule, the value and its place.

    >>> from games.nim import Nim
    >>> structure(Nim, {"heaps": [1, 2]}, "nim")
    Nim(heaps=(1, 2), misere=False)
    >>> structure(Nim, {"heap": [1, 2]}, "nim")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: nim has no parameter 'heap'; did you mean 'heaps'?
    """
    fields = parameter_fields(cls)
    parameters = as_list(parameters)
    if isinstance(parameters, list) and fields:
        parameters = {parameter_name(fields[0]): parameters}
    if not isinstance(parameters, Mapping):
        raise InputError(f"{what}: the parameters must be a JSON object; they are {_in_json(parameters)}")
    try:
        instance: T = _record(parameters, cls)
    except _TypeHintError as misfit:
        place = misfit.place.removeprefix(".")
        field = re.split(r"[.\[]", place)[0] or misfit.field
        raise InputError(f"{place or what} {misfit.what}", field=field) from misfit.__cause__
    return instance


def parameter_fields(cls: type[Any]) -> list[attrs.Attribute[Any]]:
    """Return the fields of a class that are parameters."""
    return [field for field in attrs.fields(cls) if field.init] if attrs.has(cls) else []


def parameter_names(cls: type[Any]) -> list[str]:
    """Return the names of the parameters of a class.

    >>> from games.nim import Nim
    >>> parameter_names(Nim)
    ['heaps', 'misere']
    """
    return [parameter_name(field) for field in parameter_fields(cls)]


def parameter_name(field: attrs.Attribute[Any]) -> str:
    """Return the name of a field as a parameter: its alias, such as `size` for `_size`."""
    return field.alias or field.name


def unstructure(instance: Any) -> dict[str, Any]:
    """Return the parameters of a game or solver as JSON would give them.

    >>> from games.nim import Nim
    >>> unstructure(Nim(heaps=(1, 2)))
    {'heaps': [1, 2], 'misere': False}
    """
    fields = parameter_fields(type(instance))
    return {parameter_name(field): as_json(getattr(instance, field.name)) for field in fields}


def as_json(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [as_json(entry) for entry in value]
    if isinstance(value, Mapping):
        return {str(key): as_json(entry) for key, entry in value.items()}
    if attrs.has(type(value)):
        return unstructure(value)
    return value if value is None or isinstance(value, bool | int | float | str) else repr(value)


MOST_NAMED: Final = 20
"""The largest number of names that a sentence lists; there may be more games, rulesets and solvers."""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return a question that helps with a misspelt name, or the names to choose from.

    >>> suggestion("retrogade", ["cycles", "retrograde"])
    "did you mean 'retrograde'?"
    """
    known = sorted(known)
    if (near := nearest(name, known)) is not None:
        return f"did you mean {near!r}?"
    if len(known) > MOST_NAMED:
        return f"there are {len(known)}, which `gamekit list` names"
    return f"known: {', '.join(known)}" if known else "there is none"


def nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the known name that is most like a misspelt one, or that begins with it; None if there is none."""
    longer = [entry for entry in known if name and entry.startswith(name)]
    close = difflib.get_close_matches(name[:100], known, n=1) or longer
    return close[0] if close else None


def stray_parameter(cls: type[Any], key: Any, names: Iterable[str]) -> str:
    """Return the end of a sentence about a parameter that is none of a class, whose parameters have these names.

    >>> from games.l_game import LGame
    >>> stray_parameter(LGame, "n", [])
    "has no parameter 'n'; it has none"
    """
    known = list(names)
    how = ": parameters are the fields of a class under @attrs.frozen" if is_in_file(cls) else ""
    return f"has no parameter {show(key)}; {suggestion(str(key), known) if known else f'it has none{how}'}"


def show(value: Any) -> str:
    """Return a value for a message, cut short.

    >>> show("so long " * 100)
    "'so long so long so long so long so long so long so long ..."
    """
    return safe_repr(value, longest=60)


# --- from JSON ------------------------------------------------------------------------------------------------

_KINDS: dict[Any, str] = {
    **dict.fromkeys((tuple, list, Sequence), "list"),
    **dict.fromkeys((dict, Mapping), "object"),
    **dict.fromkeys((types.UnionType, typing.Union), "union"),
    typing.Literal: "enum",
}


@attrs.define(eq=False)
class _TypeHintError(Exception):
    """A value does not fit its type hint.

    Attributes:
        what: the reason.
        place: the place of the misfit inside the value.
        field: the name of a field that is missing or one too many, which has no place in the value.
        wanted: what the value must be, if it is something else as a whole, such as "an integer".
    """

    what: str
    place: str = ""
    field: str | None = None
    wanted: str | None = None

    @classmethod
    def of(cls, value: Any, wanted: str) -> _TypeHintError:
        """Return the error about a value that is not what it must be."""
        return cls(f"must be {wanted}; it is {_in_json(value)}", wanted=wanted)


def _structured(value: Any, hint: Any, place: str) -> Any:
    """Return a value as its type hint says, or raise a `_TypeHintError` that has `place` in front."""
    try:
        if attrs.has(hint):
            return _record(value, hint)
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return hint(value)
        read = _READERS.get(hint) or _GENERIC_READERS.get(kind_of(hint) or "")
        if read is None:
            raise _TypeHintError(f"cannot be read: {_unreadable(hint)}")
        return read(value, hint)
    except _TypeHintError as misfit:
        raise _TypeHintError(misfit.what, place + misfit.place, wanted=misfit.wanted) from misfit.__cause__
    except Exception as error:
        raise _TypeHintError(f"is refused: {error}", place) from error


def _unreadable(hint: Any) -> str:
    """Return why no value can be read as a type hint says."""
    example = {list: "list[int]", tuple: "tuple[int, ...]", dict: "dict[str, int]"}.get(hint)
    if example is not None:
        return (
            f"the annotation {hint.__name__} in the class does not say of what; write {example}, for example"
        )
    shown = hint.__name__ if isinstance(hint, type) else show(hint)
    return f"the annotation {shown} in the class is none of int, bool, float, str, and lists or dictionaries of them"


def kind_of(hint: Any) -> str | None:
    """Return the kind of JSON that a generic type stands for; None for any other type."""
    return _KINDS.get(typing.get_origin(hint)) if typing.get_args(hint) else None


def _exactly(value: Any, hint: Any) -> Any:
    value = as_integer(value)
    if type(value) is not hint:
        raise _TypeHintError.of(value, _EXACT[hint])
    return value


def _number(value: Any, _hint: Any) -> float:
    if type(value) not in (int, float) or not abs(value) < math.inf:
        raise _TypeHintError.of(value, "a finite number")
    return float(value)


def _fraction(value: Any, _hint: Any) -> Fraction:
    if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", value):
        raise _TypeHintError.of(value, "a fraction as text, such as '-7/2'")
    return Fraction(value)


def _record(value: Any, hint: Any) -> Any:
    if not isinstance(value, Mapping):
        raise _TypeHintError.of(value, "an object")
    fields = parameter_fields(hint)
    named = _by_name(hint, fields, value)
    for field in fields:
        if field.default is attrs.NOTHING and parameter_name(field) not in named:
            raise _TypeHintError(
                f"needs the parameter {parameter_name(field)!r}", field=parameter_name(field)
            )
    hints = _hints(hint) if fields else {}
    values = {
        name: _structured(named[name], hints[field.name], f".{name}")
        for field in fields
        if (name := parameter_name(field)) in named
    }
    try:
        return hint(**values)
    except GamekitError:
        raise
    except (TypeError, ValueError) as error:
        raise _TypeHintError(
            f"is refused: {error.args[0] if error.args else type(error).__name__}"
        ) from error


@cache
def _hints(cls: type[Any]) -> dict[str, Any]:
    """Return the type hints of a class, which are evaluated once, because thousands of manifests have few classes."""
    return typing.get_type_hints(cls)


def _by_name(
    cls: type[Any], fields: Sequence[attrs.Attribute[Any]], parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the values of parameters that are given under their names or aliases, by name."""
    names = {parameter_name(field): parameter_name(field) for field in fields}
    names |= {alias: parameter_name(field) for field in fields for alias in field.metadata.get("aliases", ())}
    keys: dict[str, str] = {}
    for key in parameters:
        if key not in names:
            raise _TypeHintError(stray_parameter(cls, key, names), field=str(key))
        name = names[key]
        if name in keys:
            what = f"is given the parameter {name!r} twice, as {keys[name]!r} and as {key!r}"
            raise _TypeHintError(what, field=name)
        keys[name] = key
    return {name: parameters[key] for name, key in keys.items()}


def is_repeated(hint: Any) -> bool:
    return typing.get_origin(hint) is not tuple or typing.get_args(hint)[-1] is Ellipsis


def _sequence(value: Any, hint: Any) -> Any:
    value = as_list(value)
    if not isinstance(value, list | tuple):
        raise _TypeHintError.of(value, "a list")
    hints = typing.get_args(hint)
    if is_repeated(hint):
        hints = (hints[0],) * len(value)
    elif len(value) != len(hints):
        raise _TypeHintError(f"must have {len(hints)} entries; it has {len(value)}")
    if {*map(type, value), *hints} in _ALIKE:  # a list of numbers, or of texts
        entries = list(value)
    else:
        entries = [_structured(entry, hints[i], f"[{i}]") for i, entry in enumerate(value)]
    return entries if typing.get_origin(hint) is list else tuple(entries)


def _mapping(value: Any, hint: Any) -> dict[Any, Any]:
    if not isinstance(value, Mapping):
        raise _TypeHintError.of(value, "an object")
    of_keys, of_entries = typing.get_args(hint)
    return {
        _structured(key, of_keys, f"[{key!r}]"): _structured(entry, of_entries, f"[{key!r}]")
        for key, entry in value.items()
    }


def _one_of(value: Any, hint: Any) -> Any:
    choices = typing.get_args(hint)
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise _TypeHintError.of(value, " or ".join(map(str, choices)))
    return value


def _any_of(value: Any, hint: Any) -> Any:
    """Structure a value of several possible types as the first type that fits."""
    alternatives = typing.get_args(hint)
    if value is None and type(None) in alternatives:
        return None
    misfits = []
    for alternative in alternatives:
        if alternative is not type(None):
            try:
                return _structured(value, alternative, "")
            except _TypeHintError as misfit:
                misfits.append(misfit)
    deepest = [misfit for misfit in misfits if misfit.place or misfit.wanted is None]
    if len(misfits) == 1 or len(deepest) == 1:
        raise (deepest or misfits)[0]
    raise _TypeHintError.of(value, " or ".join(misfit.wanted or misfit.what for misfit in misfits))


def _in_json(value: Any) -> str:
    return json.dumps(value) if value is None or isinstance(value, bool) else show(value)


_EXACT: Final = {int: "an integer", bool: "true or false", str: "text"}

_ALIKE: Final = [{kind} for kind in _EXACT]

_READERS: Final[dict[Any, Callable[[Any, Any], Any]]] = {
    **dict.fromkeys(_EXACT, _exactly),
    float: _number,
    Fraction: _fraction,
    Any: lambda value, _hint: value,
}

_GENERIC_READERS: Final = {"list": _sequence, "object": _mapping, "enum": _one_of, "union": _any_of}
