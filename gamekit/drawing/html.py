"""Pieces of HTML for notebooks. Text is escaped, and no colours are set, so that they fit light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def heading(text: str) -> str:
    """Return a text as a bold line."""
    return f"<p><strong>{escape(text)}</strong></p>"


def paragraph(text: str) -> str:
    """Return a paragraph.

    >>> paragraph("a < b")
    '<p>a &lt; b</p>'
    """
    return f"<p>{escape(text)}</p>"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table of texts.

    >>> table(("a",), [("1",)])
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
    """
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"


def items(texts: Sequence[str]) -> str:
    """Return texts as a list; an empty string if there are none."""
    entries = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<ul>{entries}</ul>" if texts else ""


def details(summary: str, *parts: str) -> str:
    """Return pieces of HTML, folded away behind a summary, which is a plain text."""
    return f"<details><summary>{escape(summary)}</summary>{''.join(parts)}</details>"


def row(pieces: Iterable[str]) -> str:
    """Return pieces of HTML side by side, in as many rows as they need."""
    return f'<div style="display:flex;flex-wrap:wrap">{"".join(pieces)}</div>'


def figure(drawing: str, caption: str, name: str) -> str:
    """Return an SVG drawing with a caption and an accessible name; both are plain texts."""
    named = drawing.replace("<svg ", f'<svg aria-label="{escape(name)}" ', 1)
    return f"<figure>{named}<figcaption>{escape(caption)}</figcaption></figure>"
