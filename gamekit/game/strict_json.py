"""JSON from outside, read strictly: in UTF-8, no key twice, no NaN."""

from __future__ import annotations

import json
import sys
from typing import Any

from gamekit.errors import InputError


def parse_json(data: bytes, place: str) -> Any:
    """Return the value of a JSON text in UTF-8; `place` names its source in messages.

    Raises:
        InputError: `data` is not JSON, or repeats a key.

    >>> parse_json(b'{"heaps": [1, 2], "heaps": [3]}', "nim.json")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: nim.json is not good JSON: the key 'heaps' occurs twice
    """
    try:
        text = data.decode("utf-8-sig").rstrip("\r\n")
        return json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        reason = f"is not text in UTF-8: byte {error.object[error.start]:#04x} at {error.start}"
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in error.doc else ""
        reason = f"is not JSON: {error.msg} at {line}column {error.colno}"
    except InputError as error:
        reason = f"is not good JSON: {error}"
    except RecursionError:
        reason = "nests lists and objects too deeply to be read"
    except ValueError:  # the one that is left: Python reads no integer as long as that
        reason = f"has an integer of more than {sys.get_int_max_str_digits():,} digits, the limit"
    raise InputError(f"{place} {reason}")


def parse_word(text: str) -> Any:
    """Return the value of a text on the command line that is JSON, or else the text itself, as a word.

    >>> parse_word("34"), parse_word("dtz"), parse_word("NaN")
    (34, 'dtz', 'NaN')
    """
    try:
        return parse_json(text.encode(errors="surrogatepass"), "the text")
    except InputError:
        return text


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise InputError(f"the key {name!r} occurs twice")
        fields[name] = value
    return fields


def _no_constant(name: str) -> Any:
    raise InputError(f"{name} is not valid JSON")
