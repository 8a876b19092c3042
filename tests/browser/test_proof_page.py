"""Play against a proof in a browser: it answers by itself, and the page says where a move leads out of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.damage import rewrite

import gamekit
from games.nim import Nim


def test_a_proof_is_played_against_and_left(
    page: Any, explore: Callable[..., str], expect: Any, tmp_path: Path
) -> None:
    gamekit.prove(Nim(heaps=(1, 2))).save(tmp_path / "proof")
    page.goto(explore(str(tmp_path / "proof")))
    expect(page.locator(".headline")).to_have_text("First wins")
    expect(page.locator(".proof")).to_contain_text("✓ verified: the only position")
    expect(page.locator(".turn")).to_have_count(1)  # first is played by the proof
    page.locator(".move").first.click()
    expect(page.locator(".status")).to_contain_text("First has won")
    page.get_by_label(re.compile("^First is")).select_option(label="a person")
    page.get_by_role("button", name="Go to the start").click()
    move = page.locator(".move", has=page.get_by_text("take 2 from a heap of 2", exact=True))
    expect(move).to_contain_text("not in the proof")
    move.click()
    expect(page.locator(".status")).to_contain_text("the proof says nothing here.")
    expect(page.locator(".status")).to_contain_text("which leads out of the proof")
    page.reload()  # which solves nothing
    expect(page.locator(".headline")).to_have_text("First wins")
    expect(page.locator(".turn")).to_contain_text("leaves the proof")
    page.set_viewport_size({"width": 400, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") == 400


def test_a_wrong_certificate_is_refused(
    page: Any, explore: Callable[..., str], expect: Any, tmp_path: Path
) -> None:
    gamekit.prove(Nim(heaps=(1, 2))).save(tmp_path / "proof")
    rewrite(tmp_path / "proof", lambda manifest: manifest["claims"][0].update(at_least=2))
    page.goto(explore(str(tmp_path / "proof")))
    expect(page.get_by_role("alert")).to_contain_text("the certificate is wrong")
    expect(page.locator(".headline")).to_have_count(0)
