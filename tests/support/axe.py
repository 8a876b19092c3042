"""Accessibility, as axe judges it."""

from __future__ import annotations

from typing import Any


def violations(page: Any, *, exclude: str | None = None) -> list[dict[str, Any]]:
    """Return what axe finds wrong in a page or a frame, but for elements that a selector excludes.

    What the page shows in frames of its own is not looked at: axe would write to them from an origin that a frame in a
    sandbox does not share, of which the browser warns. Each frame is judged by a call of its own.
    """
    from axe_playwright_python.sync_playwright import Axe

    context = None if exclude is None else {"exclude": [exclude]}
    found: list[dict[str, Any]] = (
        Axe().run(page, context, {"resultTypes": ["violations"], "iframes": False}).response["violations"]
    )
    return found


def serious(page: Any) -> list[str]:
    """Return the rules that a page breaks seriously or critically."""
    return [fault["id"] for fault in violations(page) if fault["impact"] in ("serious", "critical")]
