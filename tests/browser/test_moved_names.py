"""Links to names that once were on the page of the Python API lead to the pages that they are on now."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
from support.paths import ROOT


@pytest.mark.release
@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("gamekit.Game.moves", "games/#gamekit.Game.moves"),
        ("gamekit.GameOver", "index.html#gamekit.GameOver"),
        ("gamekit.solve", "index.html#gamekit.solve"),
        ("geometry", "fields/#geometry"),
    ],
)
def test_the_page_sends_on_whoever_asks_for_what_has_moved(
    asked: str, shown: str, page: Any, tmp_path: Path
) -> None:
    spec = importlib.util.spec_from_file_location("moved", ROOT / "docs" / "support" / "moved.py")
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(moved := importlib.util.module_from_spec(spec))
    page.route(re.compile("/(games|fields)/"), lambda route: route.fulfill(body="<p>"))
    (tmp_path / "index.html").write_text(f'<h3 id="gamekit.solve"></h3>{moved.script()}')
    page.goto(f"{(tmp_path / 'index.html').as_uri()}#{asked}")
    page.wait_for_url(f"**/{shown}", wait_until="commit")
