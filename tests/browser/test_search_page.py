"""A game that is too large to be solved whole, played in a browser by values that are searched for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

OPENING = 120_000  # milliseconds; the machine may be busy


@pytest.mark.slow
def test_a_preset_is_played_by_search(page: Any, explore: Callable[..., str], expect: Any) -> None:
    page.goto(explore("connect-four"))
    page.get_by_role("group", name="Instances").get_by_role("button", name="6×5").click()
    expect(page.locator(".facts")).to_contain_text("too large to be solved whole", timeout=OPENING)
    expect(page.locator(".headline")).to_have_text("A tie")
    expect(page.get_by_role("tab")).to_have_text(["Editor"])
    expect(page.get_by_role("button", name="Set up")).to_have_count(0)
    page.locator(".move").nth(2).click()
    expect(page.locator(".turn")).to_have_count(2, timeout=OPENING)  # the opponent has answered
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".status")).to_contain_text("moves tie")
    page.reload()  # the search remembers what it has found
    expect(page.locator(".turn")).to_have_count(2)
