"""The types of an opened table, as a type checker sees them."""

from __future__ import annotations

from pathlib import Path

import pytest

CODE = """
import gamekit
from games.nim import Nim
reveal_type(gamekit.open_table("folder"))
reveal_type(gamekit.open_table("folder", game=Nim()))
table = gamekit.open_table("folder")
"""


@pytest.mark.release
@pytest.mark.extra
def test_the_type_of_a_table_is_known(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    code = tmp_path / "code.py"
    code.write_text(CODE)
    said, _, status = api.run(["--strict", f"--cache-dir={tmp_path}", str(code)])
    kinds = [line.split("Solution")[1] for line in said.splitlines() if "Revealed" in line]
    assert (status, kinds) == (0, ['[Any, Any]"', '[tuple[int, ...], Any]"']), said
