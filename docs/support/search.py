"""The index of the search, which every reader who searches loads: what each section is about, not all that it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

LARGEST = 400_000
"""The number of bytes that the index may have."""

BEGINNING = 180
"""The number of characters after which no further sentence of a section is kept."""

REFERENCE = "reference/api/"
"""Where pages have a section for each name, whose first sentence is enough."""

FIRST = "how-to/"
"""Where the pages are that people look for first."""

_NAME = re.compile(r"<code>(\w+_[\w.]+|--[a-z][\w-]+)(?:\([^<]*\))?</code>|<code>gamekit\.(\w+)</code>")
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_BLOCK = re.compile(r"<(p|ul|ol|pre)>.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def trim(path: Path) -> None:
    """Shorten the texts of an index that has been written; leave out sections of which nothing is left but a heading.

    Raises:
        ValueError: it is still larger than an index may be.
    """
    index = json.loads(path.read_text(encoding="utf-8"))
    for entry in index["docs"]:
        place = entry["location"]
        entry["text"] = beginning(entry["text"], 0 if place.startswith(REFERENCE) else BEGINNING)
        if place.startswith(FIRST):
            entry["boost"] = 2
    index["docs"] = [entry for entry in index["docs"] if entry["text"] or "#" not in entry["location"]]
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    if (size := len(text.encode())) > LARGEST:
        raise ValueError(f"the index of the search has {size:,} bytes, and may have {LARGEST:,}")
    path.write_text(text, encoding="utf-8")


def beginning(text: str, most: int) -> str:
    """Return the first sentences of a section, about `most` characters but at least one, and words of the rest.

    These are the words of tables, and, where more than one sentence may be kept, the names of functions and options.

    >>> beginning("<p>One <code>a</code>. Two. Three.</p><p>Four <code>a_b()</code>.</p> word ", 12)
    'One a. Two. word a_b'
    """
    paragraph = _PARAGRAPH.search(text)
    first = "" if paragraph is None else " ".join(_sentences(_plain(paragraph[1]), most))
    names = dict.fromkeys(one or other for one, other in _NAME.findall(text)) if most else ()
    return " ".join(
        [first, _plain(_BLOCK.sub(" ", text)), *(name for name in names if name not in first)]
    ).strip()


def _sentences(text: str, most: int) -> Iterator[str]:
    length = 0
    for sentence in re.split(r"(?<=[.?!:]) ", text):
        length += len(sentence) + 1
        if length > most and length > len(sentence) + 1:
            return
        yield sentence


def _plain(text: str) -> str:
    return " ".join(_TAG.sub("", text).split())
