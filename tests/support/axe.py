"""Accessibility, as axe judges it."""

from __future__ import annotations

from typing import Any


def violations(page: Any, *, exclude: str | None = None) -> list[dict[str, Any]]:
    """Return what axe finds wrong in a page or a frame, but for elements that a selector excludes."""
    from axe_playwright_python.sync_playwright import Axe

    context = None if exclude is None else {"exclude": [exclude]}
    found: list[dict[str, Any]] = Axe().run(page, context).response["violations"]
    return found


def serious(page: Any) -> list[str]:
    """Return the rules that a page breaks seriously or critically."""
    return [fault["id"] for fault in violations(page) if fault["impact"] in ("serious", "critical")]
