"""The sources from which a verb reads: files, stdin, JSON on the command line, and parameters given one by one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Final

import attrs
import click

from gamekit.errors import InputError, explained
from gamekit.game.parameters import show
from gamekit.game.reading import JSON_ENDINGS, Reading, known_notations, notation_of, read_data
from gamekit.game.strict_json import parse_json, parse_word

MOST_INPUT: Final = 64 << 20
"""The largest JSON input in bytes: enough for a graph with millions of edges."""

INLINE: Final = "{", "["
"""The beginnings of JSON on the command line; a file whose name begins so is written ./NAME."""


def read_parameters(cls: type[Any], name: str, source: str | None, settings: Sequence[str]) -> Reading:
    """Return what the command line says about a game or ruleset; parameters of None stand for its own example.

    Those in `settings`, from -p NAME=VALUE, replace those of `source`, from --input.

    Raises:
        InputError: `source` cannot be read or is neither JSON nor in a notation of the game, a setting names no
            parameter, or two name the same one.
    """
    if source is None:
        return Reading(_with_settings(cls, name, {}, settings) if settings else None)
    reading = _read_instance(cls, name, source)
    if reading.parameters is None or isinstance(
        reading.parameters, str
    ):  # the example, or a text, would be taken
        shown = "null" if reading.parameters is None else show(reading.parameters)
        raise InputError(f"{name}: the parameters must be a JSON object; they are {shown}")
    if not settings:
        return reading
    parameters = _with_settings(cls, name, reading.parameters, settings)
    if reading.notation is not None and not reading.parameters.items() <= parameters.items():
        return Reading(parameters)  # the state of the text is one of another game
    return attrs.evolve(reading, parameters=parameters)


def _read_instance(cls: type[Any], name: str, source: str) -> Reading:
    """Return the instance that is in a file, on stdin for "-", or on the command line itself."""
    is_json = source.lstrip().startswith(INLINE)
    is_text = not is_json and source != "-" and not os.path.exists(source)  # noqa: PTH110 (it takes any text)
    notation = notation_of(cls, source) if is_text else None
    if is_json or notation is not None:
        try:
            return read_data(cls, name, source.encode(errors="surrogateescape"), "--input")
        except InputError:
            if notation is None or not notation.is_like_names:
                raise
    try:
        data = read_all(source)
    except InputError as error:
        if source == "-" or source.endswith(JSON_ENDINGS) or os.path.exists(source):  # noqa: PTH110
            raise
        raise InputError(f"{error}{known_notations(cls, name, source)}") from None
    return read_data(cls, name, data, place_of(source), source)


def _with_settings(cls: type[Any], name: str, parameters: Any, settings: Sequence[str]) -> Any:
    from gamekit.game.parameter_schema import schema
    from gamekit.game.parameters import parameter_names, stray_parameter

    entries = schema(cls)["properties"]
    names = {key: key for key in entries}
    names |= {alias: key for key, entry in entries.items() for alias in entry.get("aliases", ())}
    if isinstance(parameters, list) and entries:  # a bare list is the first parameter
        parameters = {parameter_names(cls)[0]: parameters}
    if not isinstance(parameters, dict):
        return parameters  # which is refused with the words for all such input
    settings_by_key: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        key = key.strip()
        if not equals:
            raise InputError(f"-p must be followed by NAME=VALUE; it is followed by {show(setting)}")
        if (known := names.get(key, names.get(key.replace("-", "_")))) is None:
            raise InputError(f"{name} {stray_parameter(cls, key, names)}")
        if known in settings_by_key:
            raise InputError(f"{name}: a parameter must be given once; -p gives {known} twice")
        settings_by_key[known] = _value(text, entries[known])
    others = {key: value for key, value in parameters.items() if names.get(key) not in settings_by_key}
    return {**others, **settings_by_key}


def _value(text: str, entry: dict[str, Any]) -> Any:
    """Return a value that is written as JSON, as plain text, or as a list without its brackets."""
    choices = entry.get("enum", ())
    if entry.get("type") == "string" or (choices and all(isinstance(choice, str) for choice in choices)):
        return text
    is_list = entry.get("type") == "array" or any(
        one.get("type") == "array" for one in entry.get("anyOf", ())
    )
    value = parse_word(text)
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
    return parse_json(read_all(source), place_of(source))


def read_all(source: str) -> bytes:
    """Return the bytes of a file, or of stdin for "-".

    Raises:
        InputError: `source` cannot be read, or has more than `MOST_INPUT` bytes.
    """
    with _opened(source) as file:
        data = file.read(MOST_INPUT + 1)
    if len(data) > MOST_INPUT:
        raise InputError(f"{place_of(source)} is longer than {MOST_INPUT:,} bytes, the limit")
    return data


def lines_of(source: str) -> Iterator[bytes]:
    """Yield the lines of a file, or of stdin for "-", as they arrive.

    Raises:
        InputError: `source` cannot be read, or a line is longer than `MOST_INPUT` bytes.
    """
    with _opened(source) as file:
        while line := file.readline(MOST_INPUT + 1):
            if len(line) > MOST_INPUT:
                raise InputError(
                    f"{place_of(source)} has a line of more than {MOST_INPUT:,} bytes, the limit"
                )
            yield line


@contextmanager
def _opened(source: str) -> Iterator[IO[bytes]]:
    if source == "-" and sys.stdin is None:
        raise InputError("cannot read stdin: it is closed")
    with explained(f"cannot read {place_of(source)}"), click.open_file(source, "rb") as file:
        yield file


def place_of(source: str) -> str:
    """Return the name of a source in messages."""
    return "stdin" if source == "-" else source
