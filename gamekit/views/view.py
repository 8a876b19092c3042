"""`View`: what everything that a page shows is."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]
"""Plain data for JSON."""
