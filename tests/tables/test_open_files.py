"""Folders of many tiers, under a low limit of open files."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

import gamekit
from gamekit.errors import LimitError
from games.connect_four import ConnectFour


@pytest.fixture
def limits() -> Iterator[tuple[int, int]]:
    """Give the limits of open files, and set them again."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield limits
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


@pytest.mark.slow
def test_more_files_are_allowed_if_tiers_need_them(tmp_path: Path, limits: tuple[int, int]) -> None:
    game = ConnectFour(width=4, height=4)
    solved = gamekit.solve(game, tiers=tmp_path / "four")
    before = open_files()
    opened = gamekit.open_table(tmp_path / "four")
    taken = open_files() - before
    assert taken < 4 * len(opened.store.tiers)  # small files are read and closed
    del opened, solved
    few = open_files() + taken // 2
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, limits[1]))
    assert str(gamekit.open_table(tmp_path / "four").root) == "TIE in 16 for red"
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > few


@pytest.mark.slow
def test_a_limit_that_cannot_be_raised_is_no_damage(
    tmp_path: Path, limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    gamekit.solve(ConnectFour(width=4, height=4), tiers=tmp_path / "four")
    few = open_files() + 3
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, limits[1]))
    monkeypatch.setattr(resource, "getrlimit", lambda _: (few, few))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    with pytest.raises(
        LimitError, match=rf"more than {few} files would be open, the limit; raise it \(ulimit -n\)"
    ):
        gamekit.open_table(tmp_path / "four")
    monkeypatch.undo()
