"""The glossary has every word of the public surface: the verbs, and what `gamekit` gives by name."""

from __future__ import annotations

import re

from support.paths import ROOT

import gamekit
from gamekit.cli.verbs import VERBS

TEXT = (ROOT / "docs" / "explanation" / "glossary.md").read_text(encoding="utf-8").lower()


def words(name: str) -> str:
    """Return a name as words: "CompiledGame" and "compiled_game" are "compiled game"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_(?=[a-z])", " ", name).lower()


def test_every_verb_and_every_public_name_is_explained() -> None:
    errors = {name for name in gamekit.__all__ if name.endswith("Error")}  # they have one entry together
    names = {*VERBS, *gamekit.__all__} - errors - {"__version__"}
    spelled = {name: {words(name), name.lower()} for name in names}
    assert [
        name for name, forms in spelled.items() if not any(re.search(rf"\b{form}\b", TEXT) for form in forms)
    ] == []
    assert "**error**" in TEXT
