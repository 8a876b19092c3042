"""LeetCode's texts of inputs: names, equals signs and values in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

NAMED = re.compile(r"\s*(?:,\s*)?(\w+)\s*=\s*")


class LeetCodeText(Notation):
    """An input as the site shows it, such as `graph = [[1], [0]]`, with commas or line ends between parameters.

    Without names, as in the box for test cases, there is a value on each line. Such inputs may be strings in JSON, in a
    list above that of their outputs.
    """

    name = "leetcode"
    about = "an input as LeetCode shows it"
    is_json: ClassVar[bool] = True

    def __init__(self, example: str) -> None:
        self.example = example  # type: ignore[misc]  # of the game that has the notation

    def reads(self, text: str) -> bool:
        return (
            NAMED.match(_body(text)) is not None or self._named(text) is not None or bool(self._quoted(text))
        )

    def _named(self, text: str, least: int = 2) -> dict[str, Any] | None:
        """Return the values on the lines of a text, by the names of all parameters, if these are `least` or more."""
        names, lines = re.findall(r"(\w+)\s*=", self.example), text.split("\n")
        lines = [line for line in lines if line.strip()] if len(lines) <= 2 * len(names) else []
        if not len(lines) == len(names) >= least:
            return None
        with suppress(ValueError, RecursionError):
            return {name: json.loads(line) for name, line in zip(names, lines, strict=True)}
        return None

    def _quoted(self, text: str) -> list[str]:
        """Return the inputs that are strings in JSON, with names; none if the text is something else."""
        strings = _strings(text)
        inputs = [named for each in strings if (named := self._named(each, 1)) is not None]
        texts = [
            "\n".join(f"{name} = {json.dumps(value)}" for name, value in each.items()) for each in inputs
        ]
        return texts if len(texts) == len(strings) else []

    def parameters(self, text: str) -> dict[str, Any]:
        if (named := self._named(text)) is not None:
            return named
        inputs = [each for _, each in self.split(text)] if "Input:" in text or self._quoted(text) else []
        if len(inputs) > 1:
            raise InputError(f"there must be one input; there are {len(inputs):,}, which --inputs takes")
        body, found, at = inputs[0] if inputs else _body(text).rstrip(), dict[str, Any](), 0
        offset = text.find(body)
        while at < len(body):
            match = NAMED.match(body, at)
            if match is None:
                raise misfit(text, offset + at, "a parameter is written as NAME = VALUE")
            try:
                found[match[1]], at = json.JSONDecoder().raw_decode(body, match.end())
            except (ValueError, RecursionError):
                raise misfit(text, offset + match.end(), f"the value of {match[1]} is not JSON") from None
        return found

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        if "Input:" not in text and not (inputs := self._quoted(text)):
            yield from super().split(text)
            return
        if "Input:" in text:
            end = r"(?=\n[ \t]*(?:Output|Explanation|Example|Input)\b|\Z)"
            inputs = [each.strip() for each in re.findall(rf"Input:(.*?){end}", text, re.DOTALL)]
        yield from ((f"input {number}", each) for number, each in enumerate(inputs, 1))


def _body(text: str) -> str:
    return text.strip().removeprefix("Input:").lstrip()


def _strings(text: str) -> list[str]:
    """Return the strings of a list in JSON, or the only one, above one more value; none if the text is no such list."""
    with suppress(ValueError, RecursionError):
        given, end = json.JSONDecoder().raw_decode(text.strip())
        json.loads(text.strip()[end:] or "null")
        strings = [given] if isinstance(given, str) else given
        if isinstance(strings, list) and all(isinstance(each, str) for each in strings):
            return strings
    return []
