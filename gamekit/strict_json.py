"""JSON from outside, read strictly: in UTF-8, no key twice, no NaN."""

from __future__ import annotations

import json
import sys
from typing import Any

from gamekit.errors import InputError


def parse_json(data: bytes, place: str) -> Any:
    """Return what JSON says.

    Args:
        data: the text, in UTF-8.
        place: where it comes from, for messages.

    Raises:
        InputError: it is no JSON, or has a key twice.

    >>> parse_json(b'{"heaps": [1, 2], "heaps": [3]}', "nim.json")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: nim.json is not good JSON: the key 'heaps' is there twice
    """
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_without_duplicates, parse_constant=_no_constant
        )
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place} is not text in UTF-8: byte {error.object[error.start]:#04x} at {error.start}"
        ) from error
    except json.JSONDecodeError as error:
        raise InputError(
            f"{place} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        ) from error
    except InputError as error:
        raise InputError(f"{place} is not good JSON: {error}") from error
    except RecursionError as error:
        raise InputError(f"{place} has too many lists and objects within each other to be read") from error
    except ValueError as error:  # the one that is left: Python reads no integer as long as that
        most = sys.get_int_max_str_digits()
        raise InputError(f"{place} has an integer of more than {most:,} digits, the limit") from error


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InputError(f"the key {name!r} is there twice")
        found[name] = value
    return found


def _no_constant(name: str) -> Any:
    raise InputError(f"{name} is no number")
