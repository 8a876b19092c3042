"""`pack`: many records of one kind as columns in which equal parts are kept once, so that they deflate well.

`static/columns.js` reads what is written here.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

_SEAMS: Final = (("><", ">\0<"), *((end, f"{end}\0") for end in ("\n", ": ", "; ", ", ")))
"""The seams at which texts are split: between lines, elements of a drawing and clauses, which many texts share."""

_encoded: Final = json.JSONEncoder(allow_nan=False).encode  # made once, because every value is encoded

_FEW: Final = 0.5
"""The largest share of different values at which a column is stored as a table of them and references to it."""

Column = dict[str, Any]
"""Plain data for JSON, of one of these shapes:

    {"fields": {name: column}}                 objects with the same fields
    {"lengths": column, "items": column}       lists
    {"parts": column of lists of strings}      texts that are put together again
    {"table": column, "rows": [place in it]}   values that come again and again
    {"values": [value]}                        anything else
"""


def pack(values: Sequence[Any]) -> Column:
    """Return values, plain data for JSON, as a column; reading it gives the same values.

    >>> pack([{"to": 1}, {"to": 1}, {"to": 1}])
    {'fields': {'to': {'table': {'values': [1]}, 'rows': [0, 0, 0]}}}
    """
    if values and all(
        isinstance(value, dict) and value and value.keys() == values[0].keys() for value in values
    ):
        return {"fields": {name: pack([value[name] for value in values]) for name in values[0]}}
    if values and all(isinstance(value, list | tuple) for value in values):
        items = [item for value in values for item in value]
        return {"lengths": pack([len(value) for value in values]), "items": pack(items)}
    kinds = set(map(type, values)) - {type(None)}
    are_plain = len(kinds) <= 1 and kinds <= {str, int, bool}  # then equal values are equal as JSON
    keys = values if are_plain else [_encoded(value) for value in values]
    places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    if len(places) <= _FEW * len(values):
        table = list(places) if are_plain else [json.loads(text) for text in places]
        return {"table": _unshared(table), "rows": [places[key] for key in keys]}
    return _unshared(values)


def _unshared(values: Sequence[Any]) -> Column:
    """Return values as a column without a table, because few are repeated."""
    if values and all(isinstance(value, str) for value in values):
        texts = [_split(value) for value in values]
        different = set(chain.from_iterable(texts))
        if len(different) <= _FEW * sum(map(len, texts)):
            return {"parts": pack(texts)}
    return {"values": list(values)}


def _split(text: str) -> list[str]:
    """Return the parts of a string, which give the string again when they are joined.

    >>> _split('<a b="1, 2"><c/>\\n')
    ['<a b="1, ', '2">', '<c/>\\n']
    """
    if "\0" in text:
        return [text]
    for seam, parted in _SEAMS:
        text = text.replace(seam, parted)
    return text.removesuffix("\0").split("\0")


def deflated(data: Any) -> str:
    """Return plain data as JSON, deflated (RFC 1950) and in base64.

    >>> deflated([])
    'eNqLjgUAARUAuQ=='
    """
    text = json.dumps(data, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("ascii"), level=9)).decode("ascii")
