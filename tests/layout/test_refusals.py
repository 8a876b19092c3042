"""What the compiler refuses is on the page of the subset, each with an example; `test_docs` tests the examples."""

from __future__ import annotations

import ast
import re

from support.paths import ROOT

from gamekit.layout.mistakes import ADVICE

COMPILER = ROOT / "gamekit" / "layout" / "compiler"
PAGE = ROOT / "docs" / "reference" / "rules-subset.md"
WITHIN_A_RULE = ("expressions", "function", "loops", "operators", "syntax")
"""The modules of the compiler that refuse what an author has written."""


def patterns(message: ast.expr) -> list[str]:
    """Return regular expressions of the texts that an expression makes; nothing of one that is no text."""
    if isinstance(message, ast.Constant) and isinstance(message.value, str):
        return [re.escape(message.value)]
    if isinstance(message, ast.JoinedStr):
        return ["".join((patterns(part) or [".+"])[0] for part in message.values)]
    if isinstance(message, ast.Call):  # of what advice there is, or else a text
        return [found for argument in message.args for found in patterns(argument)]
    return []


def test_every_refusal_of_the_compiler_has_an_example_on_the_page() -> None:
    messages = set(map(re.escape, ADVICE.values()))
    for name in WITHIN_A_RULE:
        tree = ast.parse((COMPILER / f"{name}.py").read_text())
        for call in ast.walk(tree):
            if isinstance(call, ast.Call):
                called = (
                    call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                )
                position = {"fail": 1, "mistake": 2}.get(called)
                if position is not None and len(call.args) > position:
                    messages |= set(patterns(call.args[position]))
    page = PAGE.read_text()
    assert len(messages) > 60
    assert [message for message in sorted(messages) if not re.search(rf"\| `{message}", page)] == []
