"""Errors of other people's code in words: with the author's file and line, where there is one."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import gamekit
from gamekit.game.foreign_errors import describe_error
from gamekit.testing import check_rules

RULES = """
import gamekit

class Mine(gamekit.Game):
    players = ("Ann", "Bob")

    def initial_state(self):
        return 2

    def to_move(self, state):
        return 0

    def moves(self, state):
        return [mvoe for move in (1, 2)]

    def apply(self, state, move):
        return state - move

    def outcome(self, state):
        return None
"""
LINE = 1 + RULES.splitlines().index("        return [mvoe for move in (1, 2)]")


def raised_by(path: Path, text: str) -> BaseException:
    """Return the error that running a file raises."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    with pytest.raises(Exception) as error:  # noqa: PT011 (whatever it is)
        exec(compile(text, str(path), "exec"), {"json": json})
    error.value.__traceback__ = error.value.__traceback__.tb_next  # type: ignore[union-attr]  (this frame)
    return error.value


def test_rules_and_checks_name_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_game.py").write_text(RULES)
    monkeypatch.syspath_prepend(tmp_path)
    import my_game  # type: ignore[import-not-found]

    said = f"Mine.moves(2) raised NameError: name 'mvoe' is not defined (my_game.py, line {LINE})"
    with pytest.raises(gamekit.RulesError) as error:
        gamekit.solve(my_game.Mine())
    assert str(error.value) == said
    assert str(check_rules(my_game.Mine()).breaches[0]).startswith(said)
    del sys.modules["my_game"]


def test_the_innermost_of_the_authors_frames_is_named(tmp_path: Path) -> None:
    text = "def inner():\n    json.loads('[')\n\ninner()"
    assert describe_error(raised_by(tmp_path / "mine.py", text)).endswith("(mine.py, line 2)")


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages"])
def test_an_installed_package_is_not_the_authors(folder: str, tmp_path: Path) -> None:
    assert (
        describe_error(raised_by(tmp_path / folder / "theirs.py", "1 / 0"))
        == "ZeroDivisionError: division by zero"
    )


def test_errors_without_a_place_or_with_their_own(tmp_path: Path) -> None:
    assert describe_error(ValueError()) == "ValueError"
    assert (
        describe_error(raised_by(tmp_path / "mine.py", "x ="))
        == "SyntaxError: invalid syntax (mine.py, line 1)"
    )


def test_what_is_long_is_cut_but_for_the_place(tmp_path: Path) -> None:
    words = describe_error(raised_by(tmp_path / "mine.py", "raise KeyError('x' * 1000)"), longest=100)
    assert len(words) == 100
    assert words.endswith("x... (mine.py, line 1)")


def test_an_index_that_is_out_of_range_is_shown_as_the_author_wrote_it(tmp_path: Path) -> None:
    text = "\nrow = [1, 2]\nif row[1] and row[len(row) + 1]:\n    pass"
    place = "(mine.py, line 3: row[len(row) + 1])"
    assert describe_error(raised_by(tmp_path / "mine.py", text)).endswith(f"out of range {place}")
    text = "raise IndexError('too far')"
    assert (
        describe_error(raised_by(tmp_path / "b" / "mine.py", text)) == "IndexError: too far (mine.py, line 1)"
    )
