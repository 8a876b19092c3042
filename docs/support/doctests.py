"""A Griffe extension: examples in docstrings become code blocks, which is what they are."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
FLAGS = re.compile(r" *# doctest:.*$", re.MULTILINE)


class Doctests(griffe.Extension):
    """Fence every paragraph that begins with a prompt."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object that has been loaded."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with its examples fenced."""
    return EXAMPLE.sub(
        lambda example: f"```pycon\n{FLAGS.sub('', example[0]).replace('<BLANKLINE>', '')}\n```", text
    )
