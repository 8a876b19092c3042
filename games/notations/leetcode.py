"""LeetCode's texts of inputs: names, equals signs and values in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

NAMED = re.compile(r"\s*(?:,\s*)?(\w+)\s*=\s*")


class LeetCodeText(Notation):
    """An input as the site shows it, such as `graph = [[1], [0]]`, with commas or line ends between parameters.

    Without names, as in the box for test cases, there is a value on each line.
    """

    name = "leetcode"
    about = "an input as LeetCode shows it"

    def __init__(self, example: str) -> None:
        self.example = example  # type: ignore[misc]  # of the game that has the notation

    def reads(self, text: str) -> bool:
        return NAMED.match(_body(text)) is not None or self._named(text) is not None

    def _named(self, text: str) -> dict[str, Any] | None:
        """Return the values on the lines of a text, by the names of all parameters; None if it is something else."""
        names, lines = re.findall(r"(\w+)\s*=", self.example), text.split("\n")
        lines = [line for line in lines if line.strip()] if len(lines) <= 2 * len(names) else []
        if not len(lines) == len(names) > 1:
            return None
        with suppress(ValueError, RecursionError):
            return {name: json.loads(line) for name, line in zip(names, lines, strict=True)}
        return None

    def parameters(self, text: str) -> dict[str, Any]:
        if (named := self._named(text)) is not None:
            return named
        inputs = [each for _, each in self.split(text)] if "Input:" in text else []
        if len(inputs) > 1:
            raise InputError(f"there must be one input; there are {len(inputs):,}, which --inputs takes")
        body, found, at = inputs[0] if inputs else _body(text).rstrip(), dict[str, Any](), 0
        offset = text.index(body)
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
        if "Input:" not in text:
            yield from super().split(text)
            return
        inputs = re.findall(
            r"Input:(.*?)(?=\n[ \t]*(?:Output|Explanation|Example|Input)\b|\Z)", text, re.DOTALL
        )
        yield from ((f"input {number}", each.strip()) for number, each in enumerate(inputs, 1))


def _body(text: str) -> str:
    return text.strip().removeprefix("Input:").lstrip()
