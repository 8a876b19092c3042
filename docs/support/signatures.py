"""Signatures on the pages of the Python API, broken into lines without a process for each.

mkdocstrings has each signature formatted by a process of its own, of which the page needs hundreds.
"""

from __future__ import annotations

import sys

from mkdocstrings_handlers import python

OPENING, CLOSING = "([{", ")]}"
BODY = ": pass"


def take_over() -> None:
    """Have mkdocstrings format signatures by `formatted`, if it is built as its versions so far."""
    filters = getattr(python, "do_format_signature", None)
    rendering = sys.modules[filters.__module__] if filters else None
    if rendering is not None and hasattr(rendering, "_get_formatter"):
        rendering._get_formatter = lambda: formatted


def formatted(code: str, width: int) -> str:
    """Return a signature with a line for each parameter, if it is too long for one line.

    >>> print(formatted("def f(a: dict[str, int], b: int = 1) -> int: pass", 20).strip())
    def f(
        a: dict[str, int],
        b: int = 1,
    ) -> int:
        pass
    """
    code = " ".join(code.split())
    if '"' not in code:
        code = code.replace("'", '"')
    if code.endswith(BODY):
        return f"{_broken(code.removesuffix(BODY), width)}:\n    pass\n"
    return _broken(code, width)


def _broken(code: str, width: int) -> str:
    begin = code.find("(")
    if len(code) <= width or begin < 0:
        return code
    parts, depth, last, quote = list[str](), 0, begin + 1, ""
    for i, letter in enumerate(code[begin:], begin):
        if quote or letter in "'\"":
            quote = "" if letter == quote else quote or letter
        elif letter in OPENING:
            depth += 1
        elif letter in CLOSING:
            depth -= 1
        if not quote and (depth == 0 or (depth == 1 and letter == ",")):
            parts.append(code[last:i].strip())
            last = i + 1
            if depth == 0:
                break
    lines = "".join(f"    {part},\n" for part in parts if part)
    return f"{code[: begin + 1]}\n{lines}){code[last:]}" if lines else code
