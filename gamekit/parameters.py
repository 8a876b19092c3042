"""Parameters from outside, JSON or `name=value`, into games and solvers: strict types, places in every message."""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import attrs

from gamekit.errors import GamekitError, InputError

T = TypeVar("T")


def structure(cls: type[T], parameters: Any, what: str) -> T:
    """Return an instance of an attrs class made from JSON-like parameters.

    Integers, booleans and text are taken as they are or not at all: 1.5 and true are no integers, "1" is none either.
    A list in place of an object is the value of the first parameter, so that a bare graph will do.

    Args:
        cls: the class; its fields are the parameters, with `metadata["aliases"]` as other names for them.
        parameters: what `json.load` returned.
        what: what to call it in messages.

    Raises:
        InputError: a rule, the value that breaks it, and its place.

    >>> from games.nim import Nim
    >>> structure(Nim, {"heaps": [1, 2]}, "nim")
    Nim(heaps=(1, 2), misere=False)
    >>> structure(Nim, {"heap": [1, 2]}, "nim")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: nim has no parameter 'heap'; did you mean 'heaps'?
    """
    fields = parameter_fields(cls)
    if isinstance(parameters, list) and fields:
        parameters = {fields[0].name: parameters}
    if not isinstance(parameters, Mapping):
        raise InputError(f"{what}: the parameters must be a JSON object; they are {show(parameters)}")
    named = _by_name(fields, parameters, what)
    missing = [field.name for field in fields if field.default is attrs.NOTHING and field.name not in named]
    if missing:
        raise InputError(f"{what} needs the parameter {missing[0]!r}")
    hints = typing.get_type_hints(cls) if fields else {}
    values = {
        field.name: _convert(named[field.name], hints[field.name], field.name)
        for field in fields
        if field.name in named
    }
    try:
        return cls(**values)
    except GamekitError:
        raise
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: {error}") from error


def parameter_fields(cls: type[Any]) -> list[attrs.Attribute[Any]]:
    """Return the fields of a class that are parameters."""
    return [field for field in attrs.fields(cls) if field.init] if attrs.has(cls) else []


def unstructure(instance: Any) -> dict[str, Any]:
    """Return the parameters of a game or solver as JSON would give them.

    >>> from games.nim import Nim
    >>> unstructure(Nim(heaps=(1, 2)))
    {'heaps': [1, 2], 'misere': False}
    """
    return {field.name: _plain(getattr(instance, field.name)) for field in parameter_fields(type(instance))}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(entry) for entry in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    return value if value is None or isinstance(value, bool | int | float | str) else repr(value)


def schema(cls: type[Any]) -> dict[str, Any]:
    """Return the JSON schema of a class's parameters.

    >>> from games.nim import Nim
    >>> schema(Nim)["properties"]["misere"]["type"]
    'boolean'
    """
    fields = parameter_fields(cls)
    hints = typing.get_type_hints(cls) if fields else {}
    properties = {}
    for field in fields:
        entry = _schema_of(hints[field.name])
        if "help" in field.metadata:
            entry["description"] = field.metadata["help"]
        if isinstance(field.default, bool | int | float | str | tuple):
            entry["default"] = _plain(field.default)
        if "aliases" in field.metadata:
            entry["aliases"] = list(field.metadata["aliases"])
        properties[field.name] = entry
    required = [field.name for field in fields if field.default is attrs.NOTHING]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _schema_of(hint: Any) -> dict[str, Any]:
    names = {int: "integer", bool: "boolean", str: "string", float: "number"}
    if hint in names:
        return {"type": names[hint]}
    if _is_sequence(hint):
        return {"type": "array", "items": _schema_of(typing.get_args(hint)[0])}
    if _is_literal(hint):
        return {"enum": list(typing.get_args(hint))}
    if _is_optional(hint):
        (inner,) = (argument for argument in typing.get_args(hint) if argument is not type(None))
        return {"anyOf": [_schema_of(inner), {"type": "null"}]}
    return {}


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return a question that helps with a misspelt name, or what there is to choose from.

    >>> suggestion("retrogade", ["cycles", "retrograde"])
    "did you mean 'retrograde'?"
    """
    known = sorted(known)
    if close := difflib.get_close_matches(name, known, n=1):
        return f"did you mean {close[0]!r}?"
    return f"there is {', '.join(known)}" if known else "there is none"


def show(value: Any) -> str:
    """Return a value for a message, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _by_name(
    fields: Sequence[attrs.Attribute[Any]], parameters: Mapping[str, Any], what: str
) -> dict[str, Any]:
    names = {
        alias: field.name for field in fields for alias in (field.name, *field.metadata.get("aliases", ()))
    }
    named: dict[str, Any] = {}
    for key, value in parameters.items():
        if key not in names:
            raise InputError(f"{what} has no parameter {key!r}; {suggestion(str(key), names)}")
        if names[key] in named:
            raise InputError(f"{what}: the parameter {names[key]!r} is given twice, once as {key!r}")
        named[names[key]] = value
    return named


def _convert(value: Any, hint: Any, place: str) -> Any:
    try:
        return _converter().structure(value, hint)
    except Exception as error:
        raise InputError(_sentence(error, place)) from None


def _sentence(error: BaseException, place: str) -> str:
    """Return what went wrong and where, from the first leaf of cattrs' tree of errors."""
    if isinstance(error, BaseExceptionGroup):
        first = error.exceptions[0]
        for note in getattr(first, "__notes__", ()):
            index = getattr(note, "index", getattr(note, "name", None))
            if index is not None:
                place += f"[{index!r}]" if hasattr(note, "index") else f".{index}"
        return _sentence(first, place)
    return f"{place}{error}" if str(error).startswith("[") else f"{place} {error}"


@cache
def _converter() -> Any:
    import cattrs

    converter = cattrs.Converter(forbid_extra_keys=True)
    names = {int: "an integer", bool: "true or false", str: "text", float: "a number"}
    for cls, name in names.items():
        converter.register_structure_hook(cls, _exactly(cls, name))
    converter.register_structure_hook_func(
        _is_sequence, lambda value, hint: _sequence(converter, value, hint)
    )
    converter.register_structure_hook_func(_is_literal, _one_of)
    converter.register_structure_hook_func(
        _is_optional, lambda value, hint: _optional(converter, value, hint)
    )
    return converter


def _exactly(cls: type[Any], name: str) -> Any:
    def hook(value: Any, _hint: Any) -> Any:
        if type(value) is not cls:
            raise TypeError(f"must be {name}; it is {_in_json(value)}")
        return value

    return hook


def _is_sequence(hint: Any) -> bool:
    return typing.get_origin(hint) in (tuple, list) and typing.get_args(hint)[-1:] != ()


def _sequence(converter: Any, value: Any, hint: Any) -> Any:
    """Structure a list; cattrs would also take a text for a list of letters, or a mapping for one of keys."""
    if not isinstance(value, list | tuple):
        raise TypeError(f"must be a list; it is {_in_json(value)}")
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    repeated = origin is list or arguments[-1] is Ellipsis
    if not repeated and len(value) != len(arguments):
        raise TypeError(f"must have {len(arguments)} entries; it has {len(value)}")
    hints = [arguments[0]] * len(value) if repeated else arguments
    entries = []
    for i, (entry, entry_hint) in enumerate(zip(value, hints, strict=True)):
        try:
            entries.append(converter.structure(entry, entry_hint))
        except Exception as error:
            raise TypeError(f"[{i}]{'' if str(error).startswith('[') else ' '}{error}") from error
    return origin(entries)


def _is_literal(hint: Any) -> bool:
    return typing.get_origin(hint) is typing.Literal


def _one_of(value: Any, hint: Any) -> Any:
    choices = typing.get_args(hint)
    if value not in choices:
        raise TypeError(f"must be {' or '.join(map(str, choices))}; it is {_in_json(value)}")
    return value


def _is_optional(hint: Any) -> bool:
    return typing.get_origin(hint) in (types.UnionType, typing.Union) and type(None) in typing.get_args(hint)


def _optional(converter: Any, value: Any, hint: Any) -> Any:
    (inner,) = (argument for argument in typing.get_args(hint) if argument is not type(None))
    return None if value is None else converter.structure(value, inner)


def _in_json(value: Any) -> str:
    words = {True: "true", False: "false", None: "null"}
    return words[value] if value is None or isinstance(value, bool) else show(value)
