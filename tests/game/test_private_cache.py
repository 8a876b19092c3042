"""Folders in which somebody else may have put code, and files that are damaged."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from gamekit.game import private_cache
from gamekit.game.private_cache import distrust, is_intact, keep, private_folder, say_once


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_cache, "_said", set())


def as_other_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1001)


def owned_by(owners: dict[Path, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that some folders have other owners, which only root could give them."""
    real = Path.stat

    def pretended(path: Path, **more: Any) -> Any:
        about = real(path, **more)
        if path not in owners:
            return about
        return os.stat_result([*about[:4], owners[path], *about[5:]])

    monkeypatch.setattr(Path, "stat", pretended)


def test_a_folder_of_this_user_is_private(tmp_path: Path) -> None:
    assert distrust(tmp_path) is None
    assert distrust(tmp_path / "missing" / "folder") is None


def test_a_folder_of_another_user_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    as_other_user(monkeypatch)
    why = distrust(tmp_path)
    assert why is not None
    assert f"belongs to another user ({os.getuid()})" in why


def test_a_folder_of_root_is_root_s_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    owned_by({tmp_path: 0}, monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: (tmp_path / "mine").stat().st_uid)
    assert distrust(tmp_path / "mine") is None
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    assert distrust(tmp_path) == f"{tmp_path} belongs to another user (0)"


def test_a_folder_in_that_of_another_user_can_be_exchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "theirs" / "mine").mkdir(parents=True)
    owned_by({tmp_path / "theirs": 4711}, monkeypatch)
    (tmp_path / "theirs").chmod(0o1777)
    assert distrust(tmp_path / "theirs" / "mine") == f"{tmp_path / 'theirs'} belongs to another user (4711)"


@pytest.mark.parametrize(
    ("mode", "is_private", "is_above_private"),
    [
        (0o700, True, True),
        (0o755, True, True),
        (0o757, False, False),
        (0o777, False, False),
        (0o1777, False, True),
    ],
)
def test_modes(mode: int, is_private: bool, is_above_private: bool, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "below").mkdir(parents=True)
    folder.chmod(mode)
    assert (distrust(folder) is None) == is_private
    assert (distrust(folder / "below") is None) == is_above_private
    assert (distrust(folder / "missing") is None) == is_above_private


@pytest.mark.parametrize(
    ("name", "members", "is_private"),
    [("me", [], True), ("me", ["me"], True), ("me", ["me", "you"], False), ("us", [], False)],
)
def test_a_group_may_write_if_it_is_the_owner_s_own(
    name: str, members: list[str], is_private: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import grp
    import pwd

    user = pwd.struct_passwd(("me", "", 1, 1, "", "", ""))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: user)
    monkeypatch.setattr(grp, "getgrgid", lambda _: grp.struct_group((name, "", 1, members)))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder").chmod(0o720)
    assert (distrust(tmp_path / "folder") is None) == is_private
    (tmp_path / "folder").chmod(0o750)
    assert distrust(tmp_path / "folder") is None


def test_of_a_link_the_folder_counts_that_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "open" / "folder").mkdir(parents=True)
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "link").symlink_to(tmp_path / "open" / "folder")
    assert distrust(tmp_path / "closed" / "link") == f"other users can write to {tmp_path / 'open'}"
    (tmp_path / "open" / "link").symlink_to(tmp_path / "closed")
    assert private_folder(tmp_path / "open" / "link" / "new") == tmp_path / "closed" / "new"
    (tmp_path / "closed" / "round").symlink_to("round")
    with pytest.raises(OSError, match=r"round"):
        private_folder(tmp_path / "closed" / "round" / "new")


def test_what_is_made_is_private_whatever_the_umask_is(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = private_folder(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700


def test_what_is_not_private_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tmp_path.chmod(0o777)
    for name in ("a", "a", "b"):
        with pytest.raises(PermissionError):
            private_folder(tmp_path / name)
    assert len(caplog.messages) == 1
    assert f"other users can write to {tmp_path}, so no compiled code" in caplog.messages[0]
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_not_whole_is_removed_and_that_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING)
    (tmp_path / "whole").write_bytes(b"whole")
    assert is_intact(tmp_path / "whole", b"whole".__eq__)
    assert not is_intact(tmp_path / "missing", b"whole".__eq__)
    assert not caplog.messages
    (tmp_path / "half").write_bytes(b"wh")
    (tmp_path / "folder" / "in").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "whole")
    (tmp_path / "round").symlink_to("round")
    os.mkfifo(tmp_path / "pipe")
    for name in ("half", "folder", "round", "pipe"):
        assert not is_intact(tmp_path / name, b"whole".__eq__)
    assert is_intact(tmp_path / "link", b"whole".__eq__)
    assert {path.name for path in tmp_path.iterdir()} == {"whole", "link"}
    assert len(caplog.messages) == 1
    assert str(tmp_path / "half") in caplog.messages[0]
    owned_by({tmp_path / "whole": 4711}, monkeypatch)
    assert not is_intact(tmp_path / "whole", b"whole".__eq__)


def test_what_is_kept_can_be_changed_by_nobody_else(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keep(tmp_path / "file", b"whole")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o644
    assert is_intact(tmp_path / "file", b"whole".__eq__)
    (tmp_path / "file").chmod(0o646)
    assert not is_intact(tmp_path / "file", b"whole".__eq__)
    assert not (tmp_path / "file").exists()


def test_one_warning_for_one_topic(caplog: pytest.LogCaptureFixture) -> None:
    for topic in ("a", "b", "a"):
        say_once(topic, f"this is {topic}")
    assert caplog.messages == ["this is a", "this is b"]
