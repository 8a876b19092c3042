"""Sounds: off at first, on when somebody wants them, at each move and at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Explore = Callable[..., str]

LISTENING = """
window.pitches = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.pitches.push(this.frequency.value);
  start.apply(this, when);
};
"""


def test_moves_sound_once_somebody_wants_it(page: Any, explore: Explore, expect: Any) -> None:
    page.add_init_script(LISTENING)
    page.goto(f"{explore()}#game=tic-tac-toe&parameters=null&people=0,1")
    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.locator(".move").first.click()
    expect(page.locator(".turn")).to_have_count(1)
    assert page.evaluate("pitches") == []
    button.click()
    assert page.evaluate("pitches.length") == 1  # as a sample
    page.locator(".move").first.click()
    expect(page.locator(".turn")).to_have_count(2)
    assert page.evaluate("pitches.length") == 2
    page.get_by_role("button", name="One ply back").click()
    assert page.evaluate("pitches.length") == 2
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
