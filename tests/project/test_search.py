"""The index of the search: small enough to load, and each section is still found by what it is about."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest
from support.documentation import support

search = support("search")

LONG = (
    "<p>Values of <code>nim</code>. They are numbers. "
    + "More is said here. " * 20
    + "</p><p>See <code>solve_many</code>.</p>"
)


def write(path: Path, *entries: tuple[str, str]) -> Path:
    docs = [{"location": location, "title": "Title", "text": text} for location, text in entries]
    path.write_text(json.dumps({"config": {}, "docs": docs}))
    return path


def test_examples_of_the_index() -> None:
    assert doctest.testmod(search).failed == 0


def test_a_section_keeps_its_first_sentences_and_the_names_in_it(tmp_path: Path) -> None:
    path = write(
        tmp_path / "index.json",
        ("gallery/nim/", LONG),
        ("gallery/nim/#code", "<pre><code>x</code></pre>"),
        ("how-to/solve/", ""),
        ("reference/api/games/#Nim", LONG),
    )
    search.trim(path)
    page, how_to, name = json.loads(path.read_text())["docs"]
    assert page["text"].startswith("Values of nim. They are numbers. More is said here. ")
    assert page["text"].endswith(" solve_many")
    assert len(page["text"]) <= search.BEGINNING + len(" solve_many")
    assert how_to["boost"] > 1
    assert name["text"] == "Values of nim."


def test_a_build_with_a_large_index_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "LARGEST", 100)
    with pytest.raises(ValueError, match=r"the index of the search has 1,0.. bytes, and may have 100"):
        search.trim(write(tmp_path / "index.json", *[(f"gallery/{i}/", "<p>A game.</p>") for i in range(17)]))
