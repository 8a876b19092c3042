"""Betza's notation."""

from __future__ import annotations

import pytest

from gamekit import InputError
from gamekit.families.betza import GOES, TAKES, UNLIMITED, leaps_of
from gamekit.families.chess_board import MEN


def steps(notation: str) -> set[tuple[int, int]]:
    """Return the steps of a man, as ranks up and files to the right."""
    return {(-leap.step[0], leap.step[1]) for leap in leaps_of(notation)}


@pytest.mark.parametrize(
    ("notation", "ways"),
    [
        ("W", {(1, 0), (-1, 0), (0, 1), (0, -1)}),
        ("A", {(2, 2), (2, -2), (-2, 2), (-2, -2)}),
        ("fW", {(1, 0)}),
        ("lbW", {(0, -1), (-1, 0)}),
        ("fsW", {(1, 0), (0, 1), (0, -1)}),
        ("vW", {(1, 0), (-1, 0)}),
        ("fF", {(1, 1), (1, -1)}),
        ("rF", {(1, 1), (-1, 1)}),
        ("blF", {(-1, -1)}),
        ("fN", {(2, 1), (2, -1)}),  # the knight of shogi
        ("ffN", {(2, 1), (2, -1)}),
        ("fsN", {(1, 2), (1, -2)}),
        ("fhN", {(2, 1), (2, -1), (1, 2), (1, -2)}),
        ("frN", {(1, 2)}),
        ("rfN", {(2, 1)}),
        ("lvN", {(2, -1), (-2, -1)}),
        ("vN", {(2, 1), (2, -1), (-2, 1), (-2, -1)}),
        ("sC", {(1, 3), (1, -3), (-1, 3), (-1, -3)}),
        ("WfF", {(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1)}),  # the gold general of shogi
        ("FfW", {(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0)}),  # the silver general
    ],
)
def test_steps(notation: str, ways: set[tuple[int, int]]) -> None:
    assert steps(notation) == ways


@pytest.mark.parametrize(
    ("atom", "leaps"), [(atom, 4) for atom in "WFDAHG"] + [(atom, 8) for atom in "NCLZJ"]
)
def test_atoms(atom: str, leaps: int) -> None:
    assert len(leaps_of(atom)) == leaps


@pytest.mark.parametrize(
    ("notation", "most", "does"),
    [
        ("N", 1, GOES | TAKES),
        ("NN", UNLIMITED, GOES | TAKES),
        ("N0", UNLIMITED, GOES | TAKES),
        ("N3", 3, GOES | TAKES),
        ("R", UNLIMITED, GOES | TAKES),
        ("R4", 4, GOES | TAKES),
        ("K2", 2, GOES | TAKES),
        ("mB", UNLIMITED, GOES),
        ("cfF", 1, TAKES),
        ("fmW", 1, GOES),
        ("mcW", 1, GOES | TAKES),
    ],
)
def test_how_often_and_what_for(notation: str, most: int, does: int) -> None:
    assert {(leap.most, leap.does) for leap in leaps_of(notation)} == {(most, does)}


def test_shorthands_are_the_men_of_chess() -> None:
    for sign, notation in {"K": "WF", "R": "WW", "B": "FF", "Q": "WWFF", "N": "N"}.items():
        assert leaps_of(notation) == MEN[sign] == leaps_of(sign)


@pytest.mark.parametrize("notation", ["", "X", "f", "fX", "N x", "hN", "gR", "pR", "3W", "N100"])
def test_other_texts_are_refused(notation: str) -> None:
    with pytest.raises(InputError, match=r"a man goes as Betza's notation says, such as NN, WfF or mRcB: "):
        leaps_of(notation)
