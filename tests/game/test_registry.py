from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoints
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import Countdown, plugins
from support.plugins import as_plugin

import gamekit
from gamekit import Game, InputError, PluginError, Solver, UnknownNameError
from gamekit.game.parameters import structure, suggestion, unstructure
from gamekit.game.registry import GAMES, game_class, load_game, registered
from gamekit.solvers.base import label
from gamekit.solvers.minimax import Minimax
from gamekit.solvers.registry import BUNDLED, SOLVERS, make_solver, solver_class
from gamekit.solvers.retrograde import Retrograde
from games.cat_mouse import CatMouse
from games.nim import Nim

OWN_GAMES = [
    "breakthrough", "cat-mouse", "cat-mouse-ii", "chess-ending", "chess-variant", "chopsticks",
    "connect-four", "cops-and-robber", "dao", "dobutsu-shogi", "dots-and-boxes", "fox-and-geese", "fox-and-hounds",
    "hare-and-hounds", "hex", "hexapawn", "kalah", "klotski", "l-game", "lights-out", "missionaries-and-cannibals",
    "morris", "mu-torere", "neutreeko", "nim", "order-and-chaos", "othello", "peg-solitaire",
    "pocket-cube", "quixo", "rush-hour", "sim", "sliding-puzzle", "sokoban", "teeko", "three-in-a-row",
    "three-mens-morris", "tic-tac-toe", "tigers-and-goats", "towers-of-hanoi", "umul-gonu", "wild-tic-tac-toe",
    "wolf-goat-cabbage",
]  # fmt: skip
OWN_SOLVERS = sorted(BUNDLED)


def test_gamekit_s_own_games_and_solvers_need_no_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.game.registry.entry_points", EntryPoints().select)
    assert list(registered(GAMES)) == OWN_GAMES
    assert list(registered(SOLVERS)) == OWN_SOLVERS
    assert load_game("nim") == Nim(**Nim.example)


def test_they_are_listed_in_alphabetical_order_as_entry_points() -> None:
    for group in (GAMES, SOLVERS):
        entries = registered(group)
        assert list(entries) == sorted(entries)
        assert all(entry.group == group.name for entry in entries.values())


def test_listing_imports_no_game() -> None:
    code = (
        "import sys; from gamekit.game.registry import *; from gamekit.solvers.registry import *; "
        "registered(GAMES), registered(SOLVERS); "
        "slow = 'games', 'gamekit.game.bundled.', 'networkx', 'numba', 'importlib.metadata'; "
        "print(sorted(m for m in sys.modules if m.startswith(slow)))"
    )
    result = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


@pytest.mark.parametrize("name", OWN_GAMES)
def test_game_classes(name: str) -> None:
    cls = game_class(name)
    assert Game in cls.__mro__
    assert type(load_game(name)) is cls
    assert cls.__doc__


def test_loading_a_game() -> None:
    assert game_class("cat-mouse") is CatMouse
    assert load_game("nim", {"heaps": [1, 2], "misere": True}) == Nim((1, 2), misere=True)
    assert load_game("nim", [1, 2]) == Nim((1, 2))
    assert load_game("nim", {}) == Nim()
    assert load_game("nim") == Nim(**Nim.example)
    assert gamekit.load_game is load_game


def test_unknown_names() -> None:
    with pytest.raises(UnknownNameError) as error:
        load_game("cat_mouse")
    assert str(error.value) == "no game is called 'cat_mouse'; did you mean 'cat-mouse'?"
    assert isinstance(error.value, KeyError)
    with pytest.raises(UnknownNameError, match=r"^no solver is called 'kalah'; known: cycles, "):
        solver_class("kalah")


def test_a_game_is_no_solver() -> None:
    with plugins(games={"backwards": Retrograde}, solvers={"countdown": Countdown}):
        with pytest.raises(
            PluginError, match=r"the game 'backwards' \(plugged:found_0\) is not a subclass of gamekit.Game"
        ):
            game_class("backwards")
        with pytest.raises(
            PluginError, match=r"'countdown' \(plugged:found_1\) is not a subclass of gamekit.Solver"
        ):
            make_solver("countdown")


def test_an_error_of_a_plugin_keeps_its_cause() -> None:
    class Picky(Countdown):
        def __init__(self) -> None:
            raise LookupError("first line\nsecond line")

    with plugins(games={"picky": Picky}), pytest.raises(PluginError) as error:
        load_game("picky")
    told = str(error.value)
    assert told.startswith(
        "the game 'picky' cannot be made: LookupError: first line second line (test_registry.py, "
    )
    assert isinstance(error.value.__cause__, LookupError)


def test_an_error_of_gamekit_s_own_passes_through() -> None:
    class Picky(Countdown):
        def __init__(self) -> None:
            raise InputError("my own rule is broken")

    with plugins(games={"picky": Picky}), pytest.raises(InputError, match=r"^my own rule is broken$"):
        load_game("picky")


# --- solvers --------------------------------------------------------------------------------------------------


def test_making_a_solver() -> None:
    assert make_solver("retrograde") == Retrograde()
    assert make_solver("minimax", cap=34) == Minimax(cap=34)
    assert make_solver("minimax:cap=34,cap_means=draw") == Minimax(cap=34, cap_means="draw")
    assert make_solver("minimax: cap = 34, cap-means = draw") == Minimax(cap=34, cap_means="draw")
    assert make_solver("minimax:cap=null") == Minimax()
    assert make_solver("minimax:cap=3", cap_means="draw") == Minimax(cap=3, cap_means="draw")
    solver = Minimax(cap=2)
    assert make_solver(solver) is solver


def test_options_go_with_a_name() -> None:
    with pytest.raises(InputError, match="options go with the name of a solver"):
        make_solver(Minimax(), cap=3)


@pytest.mark.parametrize(
    "solver",
    [Retrograde(), Retrograde(kernel="plain"), Minimax(), Minimax(cap=0), Minimax(cap=9, cap_means="draw")],
)
def test_a_label_makes_the_same_solver_again(solver: Solver) -> None:
    assert make_solver(label(solver)) == solver
    assert structure(type(solver), unstructure(solver), "solver") == solver


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("minimax:", None),
        ("minimax:cap", "minimax: an option must read like cap=34; this one is 'cap'"),
        ("minimax:cap=NaN", "cap must be an integer; it is 'NaN'"),
        ("minimax:cap=3,", "minimax: an option must read like cap=34; this one is ''"),
        ("minimax:cap=3,cap=4", "minimax: an option must be given once; cap is given twice"),
        (
            "minimax:cap-means=draw,cap_means=draw",
            "minimax: an option must be given once; cap_means is given twice",
        ),
        ("minimax:kap=3", "minimax has no parameter 'kap'; did you mean 'cap'?"),
        ("minimax:cap=3.0", "cap must be an integer; it is 3.0"),
        ("minimax:cap=three", "cap must be an integer; it is 'three'"),
        ("minimax:cap_means=lost", "cap_means must be unknown or draw; it is 'lost'"),
        ("cycles:cap=3", "cycles has no parameter 'cap'; known: max_edges"),
    ],
)
def test_options_as_text(text: str, message: str | None) -> None:
    if message is None:
        assert isinstance(make_solver(text), Minimax)
    else:
        with pytest.raises(InputError) as error:
            make_solver(text)
        assert str(error.value) == message


def test_solvers_from_a_plugin() -> None:
    @attrs.frozen
    class Patient(Retrograde):
        weights: tuple[float, ...] = ()

    with plugins(solvers={"patient": Patient}):
        solver: Any = make_solver("patient", weights=[1, 2.5])
        assert solver.weights == (1.0, 2.5)
        assert gamekit.solve(Countdown(), solver="patient").root.winner == "Ann"


def test_suggestions() -> None:
    assert suggestion("nym", OWN_GAMES) == "did you mean 'nim'?"
    assert suggestion("go", ["b", "a"]) == "known: a, b"
    assert suggestion("go", []) == "there is none"
    assert (
        suggestion("x" * 10_000_000, OWN_GAMES) == f"there are {len(OWN_GAMES)}, which `gamekit list` names"
    )
    assert suggestion("x" * 10_000_000, OWN_GAMES[:2]) == f"known: {OWN_GAMES[0]}, {OWN_GAMES[1]}"


def test_a_package_that_is_installed_meanwhile_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    assert "solitary" not in registered(GAMES)
    as_plugin(tmp_path, "solitary", "nowhere:Solitary")
    assert "solitary" in registered(GAMES)
