"""`gamekit solve --work` and `--executor`."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import FIFTY, call

EXAMPLE = ("solve", "cat-mouse", "--input", FIFTY)


def test_the_answer_is_that_in_memory(tmp_path: Path) -> None:
    work = tmp_path / "work"
    in_memory = call(*EXAMPLE, "--gear", "compiled", "--json").json
    reports = [call(*EXAMPLE, "--work", str(work), "--json").json for _ in range(2)]
    for report in reports:
        assert report["work"] == str(work)
        assert report["verified"] is True
        for field in ("value", "remoteness", "best_moves", "line", "counts", "longest", "answer", "edges"):
            assert report[field] == in_memory[field]
    assert "rounds done before" not in reports[0]["statistics"]
    assert reports[1]["statistics"]["rounds done before"] > 10


def test_any_state_can_be_asked_of_a_folder(tmp_path: Path) -> None:
    state = ("--state", "mouse 3, cat 7, cat to move", "--json")
    from_start = call(*EXAMPLE, "--work", str(tmp_path), "--json")
    asked = call(*EXAMPLE, "--work", str(tmp_path), *state).json
    expected = call(*EXAMPLE, *state).json
    assert from_start.status == 0
    assert [asked[key] for key in ("state", "value", "remoteness", "line")] == [
        expected[key] for key in ("state", "value", "remoteness", "line")
    ]


@pytest.mark.parametrize("game", ["cat-mouse", "connect-four"])  # one asks all codes, the other explores
def test_the_limit_of_states_is_said_as_elsewhere(game: str, tmp_path: Path) -> None:
    said = [
        call("solve", game, "--max-states", "9", *arguments)
        for arguments in (("--gear", "python"), ("--gear", "compiled"), ("--work", str(tmp_path / "work")))
    ]
    assert said == [said[0]] * 3
    message = (
        f"gamekit: {game.title().replace('-', '')} has more than 9 states, the limit that was set; "
        "if memory allows, raise --max-states (max_states in Python)\n"
    )
    assert (said[0].status, said[0].err) == (3, message)


def test_it_can_be_saved(tmp_path: Path) -> None:
    saved = call(*EXAMPLE, "--work", str(tmp_path / "work"), "--save", str(tmp_path / "table"))
    assert saved.status == 0
    assert call("verify", str(tmp_path / "table")).status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--executor", "dusk"),
            "executor is one of serial, threads, processes, dask or dask=ADDRESS; it is 'dusk'",
        ),
        (
            ("--executor", "dask"),
            "the executor dask needs a work folder, which all its workers reach by the same path",
        ),
        (
            ("--executor", "serial", "--gear", "python"),
            "a work folder and an executor are for the compiled gear",
        ),
        (("--work", "{}", "--solver", "minimax"), "minimax does not work on compiled rules; retrograde does"),
        (
            ("--work", "{}", "--loops"),
            "loops are found by the python gear; --work and --executor are for the",
        ),
    ],
)
def test_what_cannot_be_had_is_said(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = call(*EXAMPLE, *(argument.format(tmp_path / "work") for argument in arguments))
    assert result.status == 2
    assert said in result.err
    assert len(result.err.strip().splitlines()) <= 3


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    assert call(*EXAMPLE, "--work", str(tmp_path)).status == 0
    refused = call("solve", "quixo", "--work", str(tmp_path))
    assert refused.status == 2
    assert (
        refused.err == f"gamekit: {tmp_path} holds a solve of cat-mouse; give another folder, or delete it\n"
    )
