"""Every game on the page, light and dark, on a phone and on a desk: it fits, it can be read, and pictures are kept."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.command import SEVENTEEN
from support.each_game import NAMES
from support.marks import cases

Explore = Callable[..., str]

FOLDER = (
    "GAMEKIT_SCREENSHOTS"  # the variable that names a folder for the pictures; by default they are not kept
)
SIZES = {400: 850, 1280: 900}
THEMES = ("light", "dark")
SLOWEST = 120_000  # milliseconds for the largest examples
READABLE = 12  # pixels


def shown(page: Any, address: str, plies: int) -> None:
    """Open a game that nobody plays by themselves, and make some best moves."""
    page.goto(address)
    page.locator(".headline").wait_for(timeout=SLOWEST)
    for ply in range(1, plies + 1):
        if page.locator(".moves-card", has_text="play is over").count():
            break
        page.locator(".move").first.click()
        page.wait_for_function("ply => document.querySelectorAll('.turn').length >= ply", arg=ply)


def letters(page: Any) -> float:
    """Return how high the smallest letters of the drawing are on the screen, in pixels."""
    scale, drawing = page.evaluate(
        """() => {
          const image = document.querySelector(".drawing");
          const [box] = decodeURIComponent(image.src).match(/viewBox="[^"]*"/);
          return [image.getBoundingClientRect().width / Number(box.split(/[ "]/)[3]), decodeURIComponent(image.src)];
        }"""
    )
    return float(scale) * min(map(float, re.findall(r'font-size="([\d.]+)"', drawing)))


@pytest.mark.parametrize(
    "name", cases(quick=["cops-and-robber"], release=sorted(set(NAMES) - {"cops-and-robber"}))
)
def test_a_game_fits_on_a_phone_and_on_a_desk(
    name: str, new_page: Callable[..., Any], explore: Explore, expect: Any, tmp_path: Path
) -> None:
    folder = Path(os.environ.get(FOLDER, tmp_path))
    folder.mkdir(exist_ok=True)
    for width, height in SIZES.items():
        page = new_page(viewport={"width": width, "height": height})
        shown(page, f"{explore()}#game={name}&parameters=null&people=0", 2)
        page.evaluate("scrollTo(0, 0)")
        for part in (".standing", ".stage", ".moves-bar"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=folder / f"{name}-{width}-{theme}.png")


@pytest.mark.parametrize("width", cases(quick=[400], release=[1280]))
def test_letters_on_graphs_can_be_read(width: int, new_page: Callable[..., Any], explore: Explore) -> None:
    page = new_page(viewport={"width": width, "height": SIZES[width]})
    shown(page, explore("cat-mouse", json.loads(Path(SEVENTEEN).read_text())), 0)
    assert letters(page) >= READABLE
