"""The JSON schema of the parameters of a game or a solver, for pages and other programs."""

from __future__ import annotations

import typing
from typing import Any

import attrs

from gamekit.game.parameters import as_json, is_repeated, kind_of, parameter_fields, parameter_name


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
        limits = dict(zip(("minimum", "maximum"), field.metadata.get("limits", ()), strict=False))
        of_alternatives = next((each for each in entry.get("anyOf", ()) if "items" in each), entry)
        of_alternatives.get("items", entry).update(limits)
        if "help" in field.metadata:
            entry["description"] = field.metadata["help"]
        if isinstance(field.default, bool | int | float | str | tuple):
            entry["default"] = as_json(field.default)
        if "aliases" in field.metadata:
            entry["aliases"] = list(field.metadata["aliases"])
        entry |= {name: field.metadata[name] for name in ("editor", "signs") if name in field.metadata}
        properties[parameter_name(field)] = entry
    required = [parameter_name(field) for field in fields if field.default is attrs.NOTHING]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _schema_of(hint: Any) -> dict[str, Any]:
    names = {int: "integer", bool: "boolean", str: "string", float: "number", type(None): "null"}
    arguments, kind = typing.get_args(hint), kind_of(hint)
    if hint in names:
        return {"type": names[hint]}
    if kind == "list":
        if is_repeated(hint):
            return {"type": "array", "items": _schema_of(arguments[0])}
        number = len(arguments)
        kinds = [_schema_of(argument) for argument in arguments]
        return {"type": "array", "prefixItems": kinds, "minItems": number, "maxItems": number}
    if kind == "object":
        return {"type": "object", "additionalProperties": _schema_of(arguments[1])}
    if kind == "enum":
        return {"enum": list(arguments)}
    if kind == "union":
        return {"anyOf": [_schema_of(argument) for argument in arguments]}
    return schema(hint) if attrs.has(hint) else {}
