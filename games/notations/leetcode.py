"""LeetCode's texts of inputs: names, equals signs and values in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from gamekit.game.notation import Notation, misfit

NAMED = re.compile(r"\s*(?:,\s*)?(\w+)\s*=\s*")


class LeetCodeText(Notation):
    """An input as the site shows it, such as `graph = [[1], [0]]`, with commas or line ends between parameters."""

    name = "leetcode"
    about = "an input as LeetCode shows it"

    def __init__(self, example: str) -> None:
        self.example = example  # type: ignore[misc]  # of the game that has the notation

    def reads(self, text: str) -> bool:
        return NAMED.match(_body(text)) is not None

    def parameters(self, text: str) -> dict[str, Any]:
        body, found, at = _body(text).rstrip(), dict[str, Any](), 0
        offset = len(text.rstrip()) - len(body)
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
