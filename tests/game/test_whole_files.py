"""Files and folders that are there whole or not at all."""

from __future__ import annotations

import errno
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.damage import disk

from gamekit.errors import InputError, LimitError, explained
from gamekit.game import whole_files
from gamekit.game.whole_files import check_file, whole_file, whole_folder

FAILURES = [
    OSError(errno.ENOSPC, "No space left on device"),
    KeyboardInterrupt(),
    ValueError(),
    MemoryError(),
]


def write(
    path: Path, content: bytes = b"new", *, replace: bool = True, then: Callable[[], object] = list
) -> None:
    with whole_file(path, replace=replace) as file:
        file.write(content)
        then()


def write_folder(path: Path, then: Callable[[], object]) -> None:
    with whole_folder(path) as folder:
        (folder / "file").write_text("new")
        then()


@pytest.mark.parametrize("failure", FAILURES, ids=repr)
@pytest.mark.parametrize("when", ["while it is written", "at the end"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    failure: BaseException, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise failure

    path = tmp_path / "file"
    path.write_text("old")
    if when == "at the end":
        monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(type(failure)):
        write(path, b"half" * 10_000, then=fail if when == "while it is written" else list)
    assert {child.name: child.read_text() for child in tmp_path.iterdir()} == {"file": "old"}


def test_what_was_not_there_before_is_not_there_after_a_failure(tmp_path: Path) -> None:
    def fail() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "file", replace=False, then=fail)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "folder", fail)
    assert not list(tmp_path.iterdir())


def test_a_killed_process_leaves_the_old_file_and_what_it_left_is_removed_by_the_next(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    if not (child := os.fork()):
        with whole_file(path, replace=True) as file:
            file.write(b"half" * 10_000)
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert path.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 2
    with whole_file(path, replace=True) as file:  # its own unfinished file is not taken for an abandoned one
        check_file(path, replace=True)
        assert len(list(tmp_path.iterdir())) == 2
        file.write(b"new")
    assert {child.name: child.read_text() for child in tmp_path.iterdir()} == {"file": "new"}


def test_an_interrupted_check_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch = Path.touch

    def interrupted(path: Path, **given: Any) -> None:
        touch(path, **given)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "touch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        check_file(tmp_path / "file", replace=False)
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_with_the_name_of_an_abandoned_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "file.0123abcd.part"
    os.mkfifo(pipe)
    checking = threading.Thread(
        target=check_file, args=(tmp_path / "file",), kwargs={"replace": False}, daemon=True
    )
    checking.start()
    checking.join(5)
    is_waiting = checking.is_alive()
    os.close(os.open(pipe, os.O_RDWR)) if is_waiting else None
    assert not is_waiting


def test_what_exists_is_refused_before_the_work_and_once_more_after_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(FileExistsError, match="exists already"):
        write(path, replace=False, then=lambda: path.write_text("of another process"))
    assert {child.name: child.read_text() for child in tmp_path.iterdir()} == {"file": "of another process"}
    for attempt in (check_file, write):
        with pytest.raises(FileExistsError, match="exists already"):
            attempt(path, replace=False)
    check_file(path, replace=True)
    assert path.read_text() == "of another process"


def test_without_hard_links_what_exists_is_refused_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", none)
    path = tmp_path / "file"
    with pytest.raises(FileExistsError):
        write(path, replace=False, then=lambda: path.write_text("of another process"))
    path.unlink()
    write(path, replace=False)
    assert path.read_text() == "new"


@pytest.mark.parametrize("name", ["missing/file", ".", "file/file"])
def test_where_nothing_can_be_written_is_told_before_the_work(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    with pytest.raises(OSError, match=r"No such file|Is a directory|Not a directory"):
        check_file(tmp_path / name, replace=True)
    with pytest.raises(OSError, match=r"No such file|Is a directory|Not a directory"):
        write(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    if os.geteuid() == 0:  # who may write everywhere
        real = Path.open

        def denied(self: Path, mode: str = "r", *more: Any, **others: Any) -> Any:
            if self == path and mode != "r":
                raise PermissionError(errno.EACCES, "Permission denied")
            return real(self, mode, *more, **others)

        monkeypatch.setattr(Path, "open", denied)
    else:
        path.chmod(0o444)
    with pytest.raises(PermissionError):
        write(path)
    assert path.read_text() == "old"


def test_a_link_stays_one_and_a_mode_is_passed_on(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link, target = tmp_path / "link", tmp_path / "elsewhere" / "file"
    link.symlink_to(target)
    write(link, replace=False)  # it led nowhere before
    target.chmod(0o640)
    write(link, b"newer")
    assert link.is_symlink()
    assert target.read_text() == "newer"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_an_owner_is_passed_on(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    os.chown(path, 1001, 1002)
    write(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (1001, 1002)


def test_a_new_file_has_the_mode_that_open_gives(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path / "file")
        (tmp_path / "other").touch()
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_devices_pipes_and_open_files_are_written_to_as_they_are(tmp_path: Path) -> None:
    write(Path("/dev/null"), replace=False)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write(pipe, replace=False)
    reader.join()
    assert read == [b"new"]
    with (tmp_path / "file").open("wb") as file:
        write(Path(f"/dev/fd/{file.fileno()}"), replace=False)
        assert os.fstat(file.fileno()).st_nlink == 1
    assert (tmp_path / "file").read_bytes() == b"new"
    assert len(list(tmp_path.iterdir())) == 2


def test_names_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    for name in ("x" * 255, "é" * 127):
        write(tmp_path / name)
        assert (tmp_path / name).read_bytes() == b"new"


def test_a_full_disk_is_a_limit(tmp_path: Path) -> None:
    for number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        with pytest.raises(LimitError, match=r"^cannot write x: "), explained("cannot write x"):
            raise OSError(number, os.strerror(number))
    with pytest.raises(InputError), explained("cannot write x"):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))
    with disk(tmp_path / "disk", "16k") as small:
        (small.path / "file").write_text("old")
        with pytest.raises(OSError, match="No space left"):
            write(small.path / "file", b"x" * 50_000)
        assert {child.name: child.read_text() for child in small.path.iterdir()} == {"file": "old"}


def test_two_processes_do_not_share_an_unfinished_file() -> None:
    path = Path("file")
    assert whole_files.aside(path) != whole_files.aside(path)
