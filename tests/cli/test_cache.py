"""`gamekit cache`: what is kept of compiled rules, and its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import call


def test_what_is_kept_is_listed_and_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    assert call("cache", "--json").json == {"folder": str(tmp_path), "kept": [], "not_used": None}
    other = tmp_path / "other.txt"
    other.write_text("not gamekit's")
    kept = tmp_path / "rules_Dao_0123.py"
    kept.write_text("")
    unfinished = tmp_path / "rules_Dao_0123.py.01234567.part"
    unfinished.write_text("")
    (tmp_path / "__pycache__").mkdir()
    index = tmp_path / "__pycache__" / "rules_Dao_0123.outcome.nbi"
    index.write_text("")
    assert call("cache", "--json").json["kept"] == [kept.name]
    assert kept.name in call("cache").out
    assert call("cache", "--clear").out.endswith(f"removed: 1 module of compiled rules, in {tmp_path}\n")
    assert not kept.exists()
    assert not index.exists()
    assert not unfinished.exists()
    assert other.exists()
