"""The sources from which a verb reads: files, stdin, JSON on the command line, and parameters given one by one."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Final

import click

from gamekit.errors import InputError, explained
from gamekit.game.strict_json import parse_json

MOST_INPUT: Final = 64 << 20
"""The largest JSON input in bytes: enough for a graph with millions of edges."""

INLINE: Final = "{", "["
"""The beginnings of JSON on the command line; a file whose name begins so is written ./NAME."""


def read_parameters(cls: type[Any], name: str, source: str | None, settings: Sequence[str]) -> Any:
    """Return the parameters of a game or ruleset as the command line gives them, or None for its own example.

    Those in `settings`, from -p NAME=VALUE, replace those of `source`, from --input.

    Raises:
        InputError: `source` cannot be read or is not JSON, a setting names no parameter, or two name the same one.
    """
    if source is None and not settings:
        return None
    parameters = {} if source is None else read_input(source)
    if parameters is None:  # the example would be taken
        raise InputError(f"{name}: the parameters must be a JSON object; they are null")
    return _with_settings(cls, name, parameters, settings) if settings else parameters


def _with_settings(cls: type[Any], name: str, parameters: Any, settings: Sequence[str]) -> Any:
    from gamekit.game.parameter_schema import schema
    from gamekit.game.parameters import parameter_names, show, stray_parameter

    entries = schema(cls)["properties"]
    names = {key: key for key in entries}
    names |= {alias: key for key, entry in entries.items() for alias in entry.get("aliases", ())}
    if isinstance(parameters, list) and entries:  # a bare list is the first parameter
        parameters = {parameter_names(cls)[0]: parameters}
    if not isinstance(parameters, dict):
        return parameters  # which is refused with the words for all such input
    given: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        key = key.strip()
        if not equals:
            raise InputError(f"-p must be followed by NAME=VALUE; it is followed by {show(setting)}")
        if (known := names.get(key, names.get(key.replace("-", "_")))) is None:
            raise InputError(f"{name} {stray_parameter(key, names)}")
        if known in given:
            raise InputError(f"{name}: a parameter must be given once; -p gives {known} twice")
        given[known] = _value(text, entries[known])
    kept = {key: value for key, value in parameters.items() if names.get(key) not in given}
    return {**kept, **given}


def _value(text: str, entry: dict[str, Any]) -> Any:
    """Return a value that is written as JSON, as plain text, or as a list without its brackets."""
    choices = entry.get("enum", ())
    if entry.get("type") == "string" or (choices and all(isinstance(choice, str) for choice in choices)):
        return text
    is_list = entry.get("type") == "array" or any(
        one.get("type") == "array" for one in entry.get("anyOf", ())
    )
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = text
    if not is_list or isinstance(value, list) or value is None:
        return value
    items = entry.get("items", {})
    return [_value(item.strip(), items) for item in text.split(",")] if text else []


def read_input(source: str) -> Any:
    """Return JSON that is on the command line itself, in a file, or on stdin for "-"."""
    if source.lstrip().startswith(INLINE):
        return parse_json(source.encode(errors="surrogateescape"), "--input")
    return read_json(source)


def read_json(source: str) -> Any:
    """Return the value in a JSON file, or on stdin for "-"."""
    with _opened(source) as file:
        data = file.read(MOST_INPUT + 1)
    if len(data) > MOST_INPUT:
        raise InputError(f"{_place(source)} is longer than {MOST_INPUT:,} bytes, the limit")
    return parse_json(data, _place(source))


def lines_of(source: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of stdin for "-", as they arrive.

    Raises:
        InputError: `source` cannot be read, or a line is longer than `MOST_INPUT` bytes.
    """
    with _opened(source) as file:
        while line := file.readline(MOST_INPUT + 1):
            if len(line) > MOST_INPUT:
                raise InputError(f"{_place(source)} has a line of more than {MOST_INPUT:,} bytes, the limit")
            yield line


@contextmanager
def _opened(source: str) -> Iterator[IO[bytes]]:
    if source == "-" and sys.stdin is None:
        raise InputError("cannot read stdin: it is closed")
    with explained(f"cannot read {_place(source)}"), click.open_file(source, "rb") as file:
        yield file


def _place(source: str) -> str:
    return "stdin" if source == "-" else source
